//! Whole lives of cards, event by event.

#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are rewritten by a tool that writes them so")]

use std::fmt::Write;

use boards::kanban::automation::{CardState, End, Event, next};
use expect_test::{Expect, expect};

use crate::words::{column, place_free, placed, rules, show, show_effect, show_event, trouble, until};

/// Plays events on a new card; a place is given whenever it lines up.
#[track_caller]
fn check(events: &[Event], expected: &Expect) {
    let mut card = CardState::new(column("pending"));
    let mut text = String::new();
    for event in events {
        let (after, effects) = next(card, event.clone());
        let effects: Vec<String> = effects.iter().map(show_effect).collect();
        writeln!(text, "{} → {} [{}]", show_event(event), show(&after), effects.join(", ")).unwrap();
        card = after;
    }
    expected.assert_eq(&text);
}

#[test]
fn from_pending_to_done() {
    let coding = || Some(column("coding"));
    check(
        &[
            placed("planning"),
            place_free("planning"),
            Event::Started,
            Event::Approved { to: coding() },
            placed("coding"),
            Event::Ended(End::Completed { to: None }),
            placed("review"),
            place_free("review"),
            Event::Started,
            Event::Ended(End::Completed { to: None }),
            Event::SentBack { to: column("coding"), note: "rule 2 failed".to_owned() },
            placed("coding"),
            place_free("coding"),
            Event::Started,
            Event::Ended(End::Completed { to: None }),
            placed("done"),
        ],
        &expect![[r#"
            placed in planning → planning lined up to plan []
            place free → planning starting to plan [begin to plan]
            started → planning working: plan []
            approved, leads to coding → planning working: code ⇢ coding (Approved) [move to coding]
            placed in coding → coding working: code []
            ended well → coding finished []
            placed in review → review lined up to review []
            place free → review starting to review [begin to review]
            started → review working: review []
            ended well → review finished []
            sent back to coding → review resting ⇢ coding (SentBack) “rule 2 failed” [move to coding]
            placed in coding → coding lined up to code “rule 2 failed” []
            place free → coding starting to code “rule 2 failed” [begin to code with “rule 2 failed”]
            started → coding working: code []
            ended well → coding finished []
            placed in done → done resting []
        "#]],
    );
}

#[test]
fn dragged_away_back_and_past() {
    check(
        &[
            placed("planning"),
            place_free("planning"),
            Event::Started,
            placed("pending"),
            placed("planning"),
            Event::Ended(End::Interrupted),
            place_free("planning"),
            placed("review"),
            Event::Started,
            Event::Ended(End::Interrupted),
            place_free("review"),
            Event::Started,
            placed("done"),
            Event::Ended(End::Interrupted),
        ],
        &expect![[r#"
            placed in planning → planning lined up to plan []
            place free → planning starting to plan [begin to plan]
            started → planning working: plan []
            placed in pending → pending stopping [interrupt]
            placed in planning → planning stopping, then plan []
            interrupted → planning lined up to plan []
            place free → planning starting to plan [begin to plan]
            placed in review → review stopping, then review [interrupt]
            started → review stopping, then review [interrupt]
            interrupted → review lined up to review []
            place free → review starting to review [begin to review]
            started → review working: review []
            placed in done → done stopping [interrupt]
            interrupted → done resting []
        "#]],
    );
}

#[test]
fn a_drag_beside_an_approval_wins() {
    check(
        &[
            placed("planning"),
            place_free("planning"),
            Event::Started,
            Event::Approved { to: Some(column("coding")) },
            placed("pending"),
            Event::Ended(End::Interrupted),
        ],
        &expect![[r#"
            placed in planning → planning lined up to plan []
            place free → planning starting to plan [begin to plan]
            started → planning working: plan []
            approved, leads to coding → planning working: code ⇢ coding (Approved) [move to coding]
            placed in pending → pending stopping [interrupt]
            interrupted → pending resting []
        "#]],
    );
}

#[test]
fn a_limit_parks_and_goes_on_by_itself_also_over_a_restart() {
    check(
        &[
            placed("coding"),
            place_free("coding"),
            Event::Started,
            Event::Ended(End::Limit { until: until() }),
            Event::Restarted,
            Event::TimeCame,
            place_free("coding"),
            Event::Started,
            Event::Ended(End::Completed { to: Some(column("review")) }),
            placed("review"),
        ],
        &expect![[r#"
            placed in coding → coding lined up to code []
            place free → coding starting to code [begin to code]
            started → coding working: code []
            limit → coding parked [wake later]
            restarted → coding parked [wake later]
            time came → coding lined up to go on (code) []
            place free → coding starting to go on (code) [begin to go on (code)]
            started → coding working: code []
            ended well, leads to review → coding finished ⇢ review (Done) #1 [move to review]
            placed in review → review lined up to review #1 []
        "#]],
    );
}

#[test]
fn an_error_stays_until_somebody_retries() {
    check(
        &[
            placed("coding"),
            place_free("coding"),
            Event::NotStarted(trouble()),
            Event::Start { rules: rules("coding"), note: None },
            place_free("coding"),
            Event::Started,
            Event::Ended(End::Failed(trouble())),
            Event::Began { rules: rules("coding") },
            Event::Ended(End::Completed { to: None }),
        ],
        &expect![[r#"
            placed in coding → coding lined up to code []
            place free → coding starting to code [begin to code]
            not started → coding failed []
            start → coding lined up to go on (code) []
            place free → coding starting to go on (code) [begin to go on (code)]
            started → coding working: code []
            failed → coding failed []
            talked to → coding working: code []
            ended well → coding finished []
        "#]],
    );
}

#[test]
fn deleted_in_the_middle_and_brought_back() {
    check(
        &[
            placed("coding"),
            place_free("coding"),
            Event::Removed,
            Event::Started,
            Event::Ended(End::Interrupted),
            placed("coding"),
        ],
        &expect![[r#"
            placed in coding → coding lined up to code []
            place free → coding starting to code [begin to code]
            removed → coding gone [release]
            started → coding gone [release]
            interrupted → coding gone []
            placed in coding → coding resting []
        "#]],
    );
}

#[test]
fn what_is_said_on_the_way_to_review_is_heard_before_the_review() {
    check(
        &[
            placed("leading"),
            place_free("leading"),
            Event::Started,
            Event::Ended(End::Completed { to: Some(column("review")) }),
            Event::Began { rules: rules("coding") },
            placed("review"),
            Event::Ended(End::Completed { to: None }),
            place_free("review"),
        ],
        &expect![[r#"
            placed in leading → leading lined up to code []
            place free → leading starting to code [begin to code]
            started → leading working: code []
            ended well, leads to review → leading finished ⇢ review (Done) #1 [move to review]
            talked to → leading working: code ⇢ review (Done) []
            placed in review → review working: code, then review []
            ended well → review lined up to review []
            place free → review starting to review [begin to review]
        "#]],
    );
}

#[test]
fn a_column_that_changed_while_a_card_stood_in_line_is_obeyed() {
    check(
        &[
            placed("planning"),
            place_free("review"),
            Event::Started,
            Event::Ended(End::Cut(trouble())),
            place_free("coding"),
        ],
        &expect![[r#"
            placed in planning → planning lined up to plan []
            place free → planning starting to review [begin to review]
            started → planning working: review []
            cut off → planning lined up to go on (review) ×1 []
            place free → planning starting to go on (review) ×1 [begin to go on (review)]
        "#]],
    );
    check(
        &[placed("planning"), place_free("pending")],
        &expect![[r#"
        placed in planning → planning lined up to plan []
        place free where nothing is done → planning resting []
    "#]],
    );
}
