//! Creating nodes.

use expect_test::expect;

use crate::support::check;

#[test]
fn cr1_a_new_node_goes_last_under_its_parent() {
    check(
        "folder f; item a in f; item b in f; item c",
        expect![[r#"
        f/
          a
          b
        c
    "#]],
    );
}

#[test]
fn cr1_a_new_node_goes_where_it_is_asked() {
    check(
        "item a; item b; item c before b; item d after a; item e at Zz",
        expect![[r#"
        e
        a
        d
        c
        b
    "#]],
    );
}

#[test]
fn cr2_an_id_is_used_once() {
    check(
        "item a; B: item a title=other",
        expect![[r#"
        a
        ! 2: exists /ops/0/id: there is a node a already
    "#]],
    );
}

#[test]
fn cr2_the_root_is_there_already() {
    check(
        "folder root",
        expect![[r#"
        ! 1: exists /ops/0/id: there is a node root already
    "#]],
    );
}

#[test]
fn cr2_an_id_is_free_again_after_a_delete() {
    check(
        "item a note=old; del a; folder a",
        expect![[r#"
        a/
    "#]],
    );
}

#[test]
fn cr8_an_id_is_not_free_in_the_change_that_deleted_it() {
    check(
        "folder f & item a in f; del f & item a",
        expect![[r#"
        f/
          a
        ! 2: exists /ops/1/id: node a was deleted earlier in this change; give the new one another id
    "#]],
    );
}

#[test]
fn cr3_a_kind_must_be_known() {
    check(
        "card a",
        expect![[r#"
        ! 1: invalid /ops/0/kind: there is no kind "card" on this board; it has bag, folder, item
    "#]],
    );
}

#[test]
fn cr4_a_parent_must_be_there() {
    check(
        "item a in f; item b in b",
        expect![[r#"
        ! 1: missing /ops/0/parent: there is no node f
        ! 2: missing /ops/0/parent: there is no node b
    "#]],
    );
}

#[test]
fn cr4_a_parent_must_be_of_a_fitting_kind() {
    check(
        "item a; item b in a; folder f; bag c in f",
        expect![[r#"
        a
        f/
        ! 2: invalid /ops/0/parent: a item goes under a root or folder, not under a item
        ! 4: invalid /ops/0/parent: a bag goes under a root, not under a folder
    "#]],
    );
}

#[test]
fn cr5_null_props_of_a_new_node_are_not_there() {
    check(
        "item a note=null count=2",
        expect![[r#"
        a count=2
    "#]],
    );
}

#[test]
fn cr6_order_before_and_after_exclude_one_another() {
    check(
        "item a; item b; item c before a after b; item d at a5 before a",
        expect![[r#"
        a
        b
        ! 3: invalid /ops/0/order: give one of order, before and after, not several
        ! 4: invalid /ops/0/order: give one of order, before and after, not several
    "#]],
    );
}

#[test]
fn cr6_a_neighbour_must_be_under_the_same_parent() {
    check(
        "folder f; item a; item b in f before a; item c after x; item d before d",
        expect![[r#"
        f/
        a
        ! 3: missing /ops/0/before: node a is not under f, so nothing can go next to it there
        ! 4: missing /ops/0/after: there is no node x
        ! 5: missing /ops/0/before: there is no node d
    "#]],
    );
}

#[test]
fn cr7_a_later_op_sees_the_earlier_ones() {
    check(
        "folder f & item a in f & set a note=x & mv a in root & item b in f",
        expect![[r#"
        f/
          b
        a note=x
    "#]],
    );
}
