//! Undo after undo and redo after redo: histories that once went wrong.

use expect_test::expect;

use crate::support::check;

#[test]
fn un4_a_prop_that_came_back_as_absent_can_be_redone() {
    check(
        "item a; set a count=1.5; undo 2; undo 1; redo 4; redo 3",
        expect![[r#"
        a count=1.5
    "#]],
    );
}

#[test]
fn un4_the_same_value_written_twice_is_redone_twice() {
    check(
        "item a; set a note=x; set a note=x; item b; undo 4; undo 3; undo 2; undo 1; redo 8; redo 7; redo 6; redo 5",
        expect![[r#"
            a note=x
            b
        "#]],
    );
}

#[test]
fn un4_an_id_used_for_a_second_node_is_redone_as_that_node() {
    check(
        "item a note=one; del a; item a; set a note=two count=3; undo 4; undo 3; undo 2; undo 1; redo 8; redo 7; redo 6; redo 5",
        expect![[r#"
            a count=3 note=two
        "#]],
    );
}

#[test]
fn un4_a_removed_prop_does_not_keep_a_node_whose_id_was_used_again() {
    check(
        "item a; set a link=null; del a; item a; undo 4; undo 3; undo 2; undo 1; redo 8; redo 7; redo 6",
        expect![[r#""#]],
    );
}

#[test]
fn un2_a_node_that_was_named_makes_room_before_another_moves_back() {
    check(
        "folder f & item a; mv a in f & item b in f list=[\"c\"] & item c at a0; undo 2",
        expect![[r#"
            f/
            a
        "#]],
    );
}

#[test]
fn un3_what_another_wrote_and_took_back_was_still_touched() {
    check(
        "A: folder f; c: set f name=x; c: undo 2; A: undo 1",
        expect![[r#"
        f/
        ~ 4: f: others have changed it or put something into it since
        ~ 4: nothing
    "#]],
    );
}

#[test]
fn un9_nothing_to_take_back_is_nothing_done() {
    check(
        "item a; undo",
        expect![[r#"
        a
        ~ 2: nothing
    "#]],
    );
}
