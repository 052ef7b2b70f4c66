//! Deleting nodes.

use expect_test::expect;

use crate::support::{check, check_log};

#[test]
fn de1_a_delete_takes_the_whole_subtree() {
    check(
        "folder f; folder g in f; item a in g; item b; del f",
        expect![[r#"
        b
    "#]],
    );
}

#[test]
fn de2_a_node_must_be_there() {
    check(
        "del a; item a; del a & del a; del root",
        expect![[r#"
        a
        ! 1: missing /ops/0/id: there is no node a
        ! 3: missing /ops/1/id: there is no node a
        ! 4: invalid /ops/0/id: the root cannot be changed, moved or deleted
    "#]],
    );
}

#[test]
fn de3_what_a_delete_did_is_spelled_out_in_the_log() {
    check_log(
        "item a; item b friend=a; item c link=a; del a",
        expect![[r#"
        null
        {"op":"update","id":"b","props":{"friend":null}}
        {"op":"delete","id":"c"}
        {"op":"delete","id":"a"}
    "#]],
    );
}

#[test]
fn de3_an_ancestor_reached_by_a_cascade_is_deleted_once() {
    check_log(
        "folder f; item a in f; set f about=a; del a",
        expect![[r#"
        null
        {"op":"delete","id":"f"}
    "#]],
    );
}
