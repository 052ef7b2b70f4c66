//! Long texts that two people edit at once.

use engine::{Bases, RejectionCode, TextConflict, Timestamp, merge_texts};
use expect_test::expect;
use proptest::prelude::*;

use crate::support::{World, author, check, node_id, script, tried};

#[track_caller]
fn merged(base: &str, theirs: &str, yours: &str, expected: Option<&str>) {
    assert_eq!(merge_texts(base, theirs, yours).ok().as_deref(), expected);
    assert_eq!(merge_texts(base, yours, theirs).ok().as_deref(), expected);
}

#[test]
fn tx1_edits_of_different_places_are_both_kept() {
    merged("one two three", "ONE two three", "one two THREE", Some("ONE two THREE"));
    merged("one\ntwo\nthree", "one\ntwo\nthree\nfour", "zero\none\ntwo\nthree", Some("zero\none\ntwo\nthree\nfour"));
    merged("Grüße, Welt.", "Grüße, liebe Welt.", "Grüße, Welt!", Some("Grüße, liebe Welt!"));
    merged("one two three", "one three", "one two three four", Some("one three four"));
}

#[test]
fn tx2_the_same_edit_made_twice_is_kept_once() {
    merged("one two", "one 2", "one 2", Some("one 2"));
    merged("one two three", "1 two three", "1 two 3", Some("1 two 3"));
    merged("", "new", "new", Some("new"));
    merged("same", "same", "changed", Some("changed"));
}

#[test]
fn tx3_edits_of_the_same_place_are_a_conflict() {
    merged("one two", "one 2", "one zwei", None);
    merged("one", "one two", "one three", None);
    merged("", "mine", "yours", None);
    merged("one two", "", "one two three", None);
}

#[test]
fn tx4_an_edit_from_an_older_seq_is_merged_with_what_was_written_since() {
    check(
        r#"item a note="one two three"; A: set a note="ONE two three" from=1; B: set a note="one two THREE" from=1"#,
        expect![[r#"
            a note="ONE two THREE"
        "#]],
    );
}

#[test]
fn tx4_an_edit_from_the_newest_seq_replaces_the_text() {
    check(
        r#"item a note="one two"; A: set a note="1 2" from=1; B: set a note="new" from=2"#,
        expect![[r#"
        a note=new
    "#]],
    );
}

#[test]
fn tx4_an_edit_without_a_seq_is_the_last_writers() {
    check(
        r#"item a note="one two"; A: set a note="1 two" from=1; B: set a note="one 2""#,
        expect![[r#"
        a note="one 2"
    "#]],
    );
}

#[test]
fn tx4_other_props_are_the_last_writers_whatever_the_seq() {
    check(
        "item a; A: set a title=x; B: set a title=y count=2 from=1",
        expect![[r#"
        a count=2 title=y
    "#]],
    );
}

#[test]
fn tx5_a_conflict_is_refused_with_both_versions() {
    let script = r#"item a note="one two"; A: set a note="one 2" from=1; B: set a note="one zwei" from=1"#;
    check(
        script,
        expect![[r#"
        a note="one 2"
        ! 3: text_conflict /ops/0/props/note: note was changed in the same place since you read it at 1
    "#]],
    );
    let mut world = World::play(r#"item a note="one two"; A: set a note="one 2" from=1"#);
    let request = script::request("c9", script::ops(r#"set a note="one zwei" from=1"#));
    let rejection = world.ask(request, author("B")).unwrap_err();
    let conflict = TextConflict {
        node: node_id("a"),
        prop: "note".to_owned(),
        base_seq: 1,
        base: "one two".to_owned(),
        current: "one 2".to_owned(),
        yours: "one zwei".to_owned(),
    };
    assert_eq!(rejection.conflict.as_deref(), Some(&conflict));
}

#[test]
fn tx6_removing_a_text_another_edited_since_is_a_conflict() {
    check(
        r#"item a note="one two"; A: set a note="one 2" from=1; B: set a note=null from=1"#,
        expect![[r#"
        a note="one 2"
        ! 3: text_conflict /ops/0/props/note: note was changed in the same place since you read it at 1
    "#]],
    );
}

#[test]
fn tx6_editing_a_text_another_removed_since_is_a_conflict() {
    check(
        r#"item a note="one two"; A: set a note=null; B: set a note="one zwei" from=1"#,
        expect![[r#"
        a
        ! 3: text_conflict /ops/0/props/note: note was changed in the same place since you read it at 1
    "#]],
    );
}

#[test]
fn tx6_a_removed_text_that_was_not_edited_stays_removed() {
    check(
        r#"item a note="one"; A: set a note=null; B: set a note="one" from=1; c: set a note=null from=1"#,
        expect![[r#"
            a
        "#]],
    );
}

#[test]
fn tx7_a_seq_ahead_of_the_board_is_refused() {
    check(
        "item a note=x; set a note=y from=2",
        expect![[r#"
        a note=x
        ! 2: invalid /ops/0/from_seq: from_seq 2 is ahead of the board, which is at 1
    "#]],
    );
}

#[test]
fn tx8_two_edits_of_one_text_in_one_change_do_not_meet_as_strangers() {
    check(
        r#"item a note="one two"; set a note="1 two" from=1 & set a note="zwei" from=1"#,
        expect![[r#"
        a note=zwei
    "#]],
    );
    check(
        r#"item a & set a note=x from=0 & set a note=y from=0"#,
        expect![[r#"
        a note=y
    "#]],
    );
}

#[test]
fn tx8_a_second_edit_in_one_change_still_keeps_what_another_wrote() {
    check(
        r#"item a note="one two three"; A: set a note="ONE two three"; B: set a note="one two 3" from=1 & set a note="one two drei" from=1"#,
        expect![[r#"
            a note="ONE two three"
            ! 3: text_conflict /ops/1/props/note: note was changed in the same place since you read it at 1
        "#]],
    );
}

#[test]
fn tx9_only_texts_written_since_are_wanted_as_bases() {
    let world = World::play("item a note=x; set a note=y; item b note=x");
    let wanted = |line: &str| {
        let wanted = world.document.wanted_bases(&script::request("c", script::ops(line)));
        wanted.iter().map(|(node, prop, seq)| format!("{node}.{prop}@{seq}")).collect::<Vec<_>>()
    };
    assert_eq!(wanted("set a note=z title=t from=1 & set b note=z from=3"), ["a.note@1"]);
    assert_eq!(wanted("set a note=null from=1"), ["a.note@1"]);
    assert!(wanted("set a note=z from=2 & set a note=z & set x note=z from=1 & set a note=z from=9").is_empty());
}

/// Without its base a concurrent edit counts as an edit of an empty text, so nothing can be lost.
#[test]
fn tx9_a_missing_base_is_an_empty_text() {
    let world = World::play("item a note=x; B: set a note=y");
    let mut document = world.document.clone();
    let mut ask = |line: &str| {
        let request = script::request("c", script::ops(line));
        document.resolve(request, author("A"), Timestamp::from_millis(0), &Bases::default()).map(drop)
    };
    assert_eq!(ask("set a note=z from=1").unwrap_err().code, RejectionCode::TextConflict);
    assert_eq!(ask("set a note=y from=1"), Ok(()));
}

/// Words that are all different, and a few that each side puts in, takes out or replaces.
fn edits(mark: &'static str) -> impl Strategy<Value = Vec<(usize, u8)>> {
    prop::collection::vec((0..12usize, 0..3u8), 0..4).prop_map(move |edits| {
        assert!(!mark.is_empty());
        edits
    })
}

fn edited(base: &[String], edits: &[(usize, u8)], mark: &str) -> String {
    let mut words = base.to_vec();
    for (number, (at, what)) in edits.iter().enumerate() {
        let at = at % (words.len() + 1);
        match what {
            0 => words.insert(at, format!("{mark}{number}")),
            1 if at < words.len() => drop(words.remove(at)),
            _ if at < words.len() => words[at] = format!("{mark}{number}"),
            _ => words.push(format!("{mark}{number}")),
        }
    }
    words.join(" ")
}

proptest! {
    #![proptest_config(tried(500))]

    #[test]
    fn tx3_a_merge_is_the_same_from_both_sides_and_loses_no_word(length in 0..12usize, left in edits("left"), right in edits("right")) {
        let base: Vec<String> = (0..length).map(|word| format!("word{word}")).collect();
        let (theirs, yours) = (edited(&base, &left, "left"), edited(&base, &right, "right"));
        let base = base.join(" ");
        let outcome = merge_texts(&base, &theirs, &yours);
        prop_assert_eq!(&merge_texts(&base, &yours, &theirs), &outcome);
        let Ok(outcome) = outcome else { return Ok(()) };
        let has = |text: &str, word: &str| text.split(' ').any(|other| other == word);
        let words = [&base, &theirs, &yours].into_iter().flat_map(|text| text.split(' ')).filter(|word| !word.is_empty());
        for word in words {
            let expected = if has(&base, word) { has(&theirs, word) && has(&yours, word) } else { true };
            prop_assert_eq!(has(&outcome, word), expected, "{} in {:?} from {:?} and {:?}", word, outcome, theirs, yours);
        }
    }

    #[test]
    fn tx1_any_two_texts_merge_or_conflict(base in ".{0,40}", theirs in ".{0,40}", yours in ".{0,40}") {
        prop_assert_eq!(merge_texts(&base, &theirs, &base).unwrap(), theirs.clone());
        prop_assert_eq!(merge_texts(&base, &base, &yours).unwrap(), yours.clone());
        prop_assert_eq!(merge_texts(&base, &theirs, &yours), merge_texts(&base, &yours, &theirs));
    }
}
