//! Patching props.

use expect_test::expect;

use crate::support::check;

#[test]
fn up1_a_patch_sets_what_it_names_and_leaves_the_rest() {
    check(
        "item a note=x; set a count=2; set a title=t note=y",
        expect![[r#"
        a count=2 note=y title=t
    "#]],
    );
}

#[test]
fn up2_null_removes() {
    check(
        "item a note=x count=2; set a note=null; set a count=null note=null",
        expect![[r#"
        a
    "#]],
    );
}

#[test]
fn up3_the_last_writer_wins() {
    check(
        "item a; A: set a title=mine; B: set a title=theirs",
        expect![[r#"
        a title=theirs
    "#]],
    );
}

#[test]
fn up4_a_node_must_be_there() {
    check(
        "item a; del a; set a note=x; set root name=x",
        expect![[r#"
        ! 3: missing /ops/0/id: there is no node a
        ! 4: invalid /ops/0/id: the root cannot be changed, moved or deleted
    "#]],
    );
}

#[test]
fn up5_an_empty_patch_is_refused() {
    check(
        "item a; set a",
        expect![[r#"
        a
        ! 2: invalid /ops/0/props: an update needs at least one prop
    "#]],
    );
}

#[test]
fn up6_a_required_prop_cannot_be_removed() {
    check(
        "item a; set a title=null",
        expect![[r#"
        a
        ! 2: invalid /ops/0/props: missing field `title`
    "#]],
    );
}
