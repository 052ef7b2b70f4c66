//! Props that name other nodes.

use expect_test::expect;

use crate::support::check;

#[test]
fn rf1_a_reference_names_a_node_that_is_there() {
    check(
        r#"item a; item b friend=a; set a friend=x; item c list=["a","y"]; item d link=root"#,
        expect![[r#"
        a
        b friend=a
        ! 3: missing /ops/0/props/friend: friend names node x, which is not there
        ! 4: missing /ops/0/props/list: list names node y, which is not there
        ! 5: missing /ops/0/props/link: link names node root, which is not there
    "#]],
    );
}

#[test]
fn rf2_a_reference_may_be_limited_to_kinds() {
    check(
        "folder f; item a link=f; set a friend=f",
        expect![[r#"
        f/
        a link=f
        ! 3: invalid /ops/0/props/friend: friend must name a item, f is a folder
    "#]],
    );
}

#[test]
fn rf3_ops_of_one_change_may_name_one_another_in_any_order() {
    check(
        r#"item a friend=b & item b friend=a list=["a","b"]"#,
        expect![[r#"
        a friend=b
        b friend=a list=["a","b"]
    "#]],
    );
}

#[test]
fn rf3_what_is_named_must_be_there_at_the_end_of_the_change() {
    check(
        "item a; item b; set a friend=b & del b; del a & item c friend=a",
        expect![[r#"
        a
        ! 4: missing /ops/1/props/friend: friend names node a, which is not there
    "#]],
    );
}

#[test]
fn rf4_a_node_may_name_itself() {
    check("item a friend=a anchor=a link=a; del a", expect![[r#""#]]);
}

#[test]
fn rf5_a_text_that_is_no_id_names_nothing() {
    check(
        r#"item a; set a loose="no id"; set a loose=a"#,
        expect![[r#"
        a loose=a
        ! 2: missing /ops/0/props/loose: loose names node no id, which is not there
    "#]],
    );
}

#[test]
fn rf6_clearing_takes_the_reference_out() {
    check(
        r#"item a; item b friend=a list=["a","b","a"] loose=a; del a"#,
        expect![[r#"
        b list=["b"]
    "#]],
    );
}

#[test]
fn rf6_clearing_takes_every_deleted_node_out_of_a_list() {
    check(
        r#"folder f; item a in f; item b in f; item c; item d list=["a","c","b"]; del f"#,
        expect![[r#"
        c
        d list=["c"]
    "#]],
    );
}

#[test]
fn rf7_cascading_takes_the_node_and_its_subtree_along() {
    check(
        "item a; folder f about=a; item b in f; item c link=b; item d friend=c; del a",
        expect![[r#"
        d
    "#]],
    );
}

#[test]
fn rf7_a_cascade_may_reach_an_ancestor() {
    check(
        "folder f; item a in f; item b in f; set f about=a; item c; del a",
        expect![[r#"
        c
    "#]],
    );
}

#[test]
fn rf7_a_cascade_may_go_round() {
    check(
        "item a & item b link=a & set a link=b; item c; del a",
        expect![[r#"
        c
    "#]],
    );
}

#[test]
fn rf8_refusing_keeps_the_node() {
    check(
        "item a; item b anchor=a; del a",
        expect![[r#"
        a
        b anchor=a
        ! 3: referenced /ops/0/id: node a is still named by anchor of node b
    "#]],
    );
}

#[test]
fn rf8_refusing_holds_whatever_would_go_along() {
    check(
        "folder f; item a in f; item b link=a; item c anchor=b; del f",
        expect![[r#"
        f/
          a
        b link=a
        c anchor=b
        ! 5: referenced /ops/0/id: node b is still named by anchor of node c
    "#]],
    );
}

#[test]
fn rf8_a_holder_that_goes_too_holds_nothing() {
    check("folder f; item a in f; item b in f anchor=a; item c anchor=a link=a; del f", expect![[r#""#]]);
}
