//! Whole lives of cards, event by event.

#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are rewritten by a tool that writes them so")]

use std::fmt::Write;

use boards::kanban::automation::{CardState, End, Event, next};
use expect_test::{Expect, expect};

use crate::words::{column, placed, rules, show, show_effect, show_event, trouble, until};

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
            Event::PlaceFree,
            Event::Started,
            Event::Approved { to: coding() },
            placed("coding"),
            Event::Ended(End::Completed { to: None }),
            placed("review"),
            Event::PlaceFree,
            Event::Started,
            Event::Ended(End::Completed { to: None }),
            Event::SentBack { to: column("coding"), note: "rule 2 failed".to_owned() },
            placed("coding"),
            Event::PlaceFree,
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
            Event::PlaceFree,
            Event::Started,
            placed("pending"),
            placed("planning"),
            Event::Ended(End::Interrupted),
            Event::PlaceFree,
            placed("review"),
            Event::Started,
            Event::Ended(End::Interrupted),
            Event::PlaceFree,
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
            Event::PlaceFree,
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
            Event::PlaceFree,
            Event::Started,
            Event::Ended(End::Limit { until: until() }),
            Event::Restarted,
            Event::TimeCame,
            Event::PlaceFree,
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
            Event::PlaceFree,
            Event::NotStarted(trouble()),
            Event::Start { rules: rules("coding"), note: None },
            Event::PlaceFree,
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
            Event::PlaceFree,
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
