//! Moving nodes.

use expect_test::expect;

use crate::support::{check, check_keys};

#[test]
fn mv1_a_move_goes_last_unless_told() {
    check(
        "folder f; item a in f; item b; mv b in f; mv a",
        expect![[r#"
        f/
          b
          a
    "#]],
    );
}

#[test]
fn mv1_a_move_goes_before_or_after_a_sibling() {
    check(
        "item a; item b; item c; mv c before a; mv a after b",
        expect![[r#"
        c
        b
        a
    "#]],
    );
}

#[test]
fn mv2_a_subtree_moves_along() {
    check(
        "folder f; folder g; item a in f; mv f in g",
        expect![[r#"
        g/
          f/
            a
    "#]],
    );
}

#[test]
fn mv3_moving_to_the_same_place_is_nothing() {
    check_keys(
        "item a; item b; mv b; mv b; mv a before b; mv a at a0; mv b after a",
        expect![[r#"
        a @a0
        b @a1
    "#]],
    );
}

#[test]
fn mv4_moving_under_itself_is_refused() {
    check(
        "folder f; folder g in f; folder h in g; mv f in f; mv f in h; mv g in h",
        expect![[r#"
        f/
          g/
            h/
        ! 4: cycle /ops/0/parent: node f cannot move under itself
        ! 5: cycle /ops/0/parent: node f cannot move under itself
        ! 6: cycle /ops/0/parent: node g cannot move under itself
    "#]],
    );
}

#[test]
fn mv5_the_new_parent_must_be_there_and_fit() {
    check(
        "folder f; item a; item b; mv a in x; mv a in b; mv x in f; mv root in f",
        expect![[r#"
        f/
        a
        b
        ! 4: missing /ops/0/parent: there is no node x
        ! 5: invalid /ops/0/parent: a item goes under a root or folder, not under a item
        ! 6: missing /ops/0/id: there is no node x
        ! 7: invalid /ops/0/id: the root cannot be changed, moved or deleted
    "#]],
    );
}

#[test]
fn mv6_a_neighbour_must_be_another_child_of_the_new_parent() {
    check(
        "folder f; item a; item b; mv a before a; mv a in f after b; mv a before x; mv a at a5 after b",
        expect![[r#"
        f/
        a
        b
        ! 4: invalid /ops/0/before: a node cannot go next to itself
        ! 5: missing /ops/0/after: node b is not under f, so nothing can go next to it there
        ! 6: missing /ops/0/before: there is no node x
        ! 7: invalid /ops/0/order: give one of order, before and after, not several
    "#]],
    );
}
