//! Taking changes back.

use expect_test::expect;

use crate::support::{check, check_keys, check_log};

#[test]
fn un1_an_undo_is_a_new_change_that_names_what_it_took_back() {
    check_log(
        "item a; set a note=x; undo 2; redo 3",
        expect![[r#"
        {"kind":"redo","seqs":[3]}
        {"op":"update","id":"a","props":{"note":"x"}}
    "#]],
    );
}

#[test]
fn un2_undoing_a_create_deletes_it() {
    check(
        "item a; item b; undo 1",
        expect![[r#"
        b
    "#]],
    );
}

#[test]
fn un2_undoing_a_delete_brings_back_the_subtree_and_the_references() {
    check(
        r#"folder f; item a in f note=x; item b friend=a list=["a"]; item c link=a; del f; undo 5"#,
        expect![[r#"
        f/
          a note=x
        b friend=a list=["a"]
        c link=a
    "#]],
    );
}

#[test]
fn un2_undoing_a_move_puts_it_back() {
    check(
        "folder f; item a; item b; mv a in f; undo 4",
        expect![[r#"
        f/
        a
        b
    "#]],
    );
}

#[test]
fn un2_undoing_nodes_that_name_one_another_deletes_them() {
    check("item a friend=b & item b friend=a & item c anchor=d & item d; undo 1", expect![[r#""#]]);
}

#[test]
fn un3_what_another_wrote_since_stays() {
    check(
        "item a note=x; A: set a note=y title=t; B: set a note=z; A: undo 2",
        expect![[r#"
        a note=z
        ~ 4: a.note: it has been written again since
    "#]],
    );
}

#[test]
fn un3_what_another_moved_since_stays() {
    check(
        "folder f; item a; item b; A: mv a in f; B: mv a in root before b; A: undo 4",
        expect![[r#"
            f/
            a
            b
            ~ 6: a: it has been moved again since
            ~ 6: nothing
        "#]],
    );
}

#[test]
fn un3_a_node_another_touched_is_not_deleted() {
    check(
        "item a; B: set a note=x; A: undo 1; item b; B: mv b before a; A: undo 3; folder f; B: item c in f; A: undo 5",
        expect![[r#"
            b
            a note=x
            f/
              c
            ~ 3: a: others have changed it or put something into it since
            ~ 3: nothing
            ~ 6: b: others have changed it or put something into it since
            ~ 6: nothing
            ~ 9: f: others have changed it or put something into it since
            ~ 9: nothing
        "#]],
    );
}

#[test]
fn un3_a_node_another_names_is_not_deleted() {
    check(
        "item a; B: item b friend=a; A: undo 1",
        expect![[r#"
        a
        b friend=a
        ~ 3: a: something else refers to it now
        ~ 3: nothing
    "#]],
    );
}

#[test]
fn un3_a_removed_prop_is_written_too() {
    check(
        "item a note=x; A: set a note=y; B: set a note=null; A: undo 2",
        expect![[r#"
        a
        ~ 4: a.note: it has been written again since
        ~ 4: nothing
    "#]],
    );
}

#[test]
fn un3_the_same_value_written_by_another_is_not_ours() {
    check(
        "item a; A: set a note=x; B: set a note=x; A: undo 2",
        expect![[r#"
        a note=x
        ~ 4: a.note: it has been written again since
        ~ 4: nothing
    "#]],
    );
}

#[test]
fn un4_undos_follow_one_another_through_the_same_prop() {
    check("item a; set a note=x; set a note=y; undo 3; undo 2; undo 1", expect![[r#""#]]);
}

#[test]
fn un4_undo_and_redo_go_back_and_forth() {
    check(
        "item a; set a note=x; undo 2; redo 3; undo 2; redo 5",
        expect![[r#"
        a note=x
    "#]],
    );
}

#[test]
fn un4_a_recreated_node_is_still_its_makers() {
    check("item a; del a; undo 2; undo 1", expect![[r#""#]]);
}

#[test]
fn un4_a_restored_value_of_another_is_still_the_others() {
    check(
        "item a; A: set a note=x; B: set a note=y; A: set a note=z; A: undo 4; A: undo 2",
        expect![[r#"
        a note=y
        ~ 6: a.note: it has been written again since
        ~ 6: nothing
    "#]],
    );
}

#[test]
fn un4_a_deleted_and_restored_node_another_wrote_in_stays() {
    check(
        "A: item a; B: set a note=y; A: del a; A: undo 3; A: undo 1",
        expect![[r#"
        a note=y
        ~ 5: a: others have changed it or put something into it since
        ~ 5: nothing
    "#]],
    );
}

#[test]
fn un5_what_names_a_node_that_is_gone_stays_away() {
    check(
        "item z; folder f; item a in f friend=z; item b in f link=a; item c in f; A: del f; B: del z; A: undo 6",
        expect![[r#"
            f/
              c
            ~ 8: a: friend names node z, which is not there
            ~ 8: b: node a stays away
        "#]],
    );
}

#[test]
fn un5_a_folder_that_stays_away_keeps_its_content_away() {
    check(
        "item z; folder f about=z; item a in f; item b friend=a; A: del f; B: del z; A: undo 5",
        expect![[r#"
        b
        ~ 7: a: node f stays away
        ~ 7: b: node a stays away
        ~ 7: f: about names node z, which is not there
        ~ 7: nothing
    "#]],
    );
}

#[test]
fn un5_a_parent_that_is_gone_keeps_its_children_away() {
    check(
        "folder f; item a in f; A: del a; B: del f; A: undo 3",
        expect![[r#"
        ~ 5: a: there is no node f
        ~ 5: nothing
    "#]],
    );
}

#[test]
fn un5_a_move_back_needs_its_old_parent() {
    check(
        "folder f; folder g; item a in f; A: mv a in g; B: del f; A: undo 4",
        expect![[r#"
        g/
          a
        ~ 6: a: there is no node f
        ~ 6: nothing
    "#]],
    );
}

#[test]
fn un5_an_id_taken_since_is_not_brought_back() {
    check(
        "item a note=old; A: del a; B: item a note=new; A: undo 2",
        expect![[r#"
        a note=new
        ~ 4: a: there is a node a already
        ~ 4: nothing
    "#]],
    );
}

#[test]
fn un6_a_turn_is_undone_as_one() {
    check(
        "item a note=x; c: set a note=y; c: item b friend=a; c: set a note=z count=2; c: mv a after b; c: undo 2 3 4 5",
        expect![[r#"
            a note=x
        "#]],
    );
}

#[test]
fn un6_a_turn_that_made_and_deleted_leaves_nothing() {
    check("c: item a; c: set a note=x; c: del a; c: undo 1 2 3", expect![[r#""#]]);
}

#[test]
fn un7_a_taken_key_is_replaced_beside_it() {
    check_keys(
        "item a at a0; item b at a1; A: del a; B: item c at a0; A: undo 3",
        expect![[r#"
        c @a0
        a @a0V
        b @a1
    "#]],
    );
}

#[test]
fn un8_nodes_that_hold_one_another_by_refusal_stay() {
    check(
        "item a anchor=b & item b anchor=a; undo 1",
        expect![[r#"
        a anchor=b
        b anchor=a
        ~ 2: a: node a is still named by anchor of node b
        ~ 2: b: node b is still named by anchor of node a
        ~ 2: nothing
    "#]],
    );
}

#[test]
fn un9_deleted_twice_is_gone_already() {
    check(
        "item a; B: del a; A: undo 1; item b; A: set b note=x; B: del b; A: undo 4",
        expect![[r#"
        ~ 3: a: it is gone already
        ~ 3: nothing
        ~ 7: b: it is gone
        ~ 7: nothing
    "#]],
    );
}

#[test]
fn un5_someone_elses_node_inside_ours_is_never_deleted() {
    check(
        "B: folder p; B: folder q; B: folder x; c: folder g in p; c: mv x in g; c: folder f; c: mv g in f; B: del p; c: undo 4 5 6 7",
        expect![[r#"
            q/
            f/
            x/
            ~ 9: g: there is no node p
            ~ 9: f: others have changed it or put something into it since
        "#]],
    );
}
