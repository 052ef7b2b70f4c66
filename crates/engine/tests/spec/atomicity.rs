//! A change happens whole or not at all.

use engine::RejectionCode;
use expect_test::expect;

use crate::support::{World, author, check, node_id, script};

#[test]
fn at1_a_refused_change_leaves_every_byte_as_it_was() {
    check(
        "folder f; item a in f note=x; item b friend=a; set a note=y & mv a in root & del f & item c & set b title=5; del a & set b friend=a; folder g & mv f in g & mv g in f",
        expect![[r#"
            f/
              a note=x
            b friend=a
            ! 4: invalid /ops/4/props/title: invalid type: integer `5`, expected a string
            ! 5: missing /ops/1/props/friend: friend names node a, which is not there
            ! 6: cycle /ops/2/parent: node g cannot move under itself
        "#]],
    );
}

#[test]
fn at1_a_change_without_ops_is_refused() {
    let mut world = World::new();
    let rejection = world.ask(script::request("c1", Vec::new()), author("A")).unwrap_err();
    assert_eq!((rejection.code, rejection.path().as_str()), (RejectionCode::Invalid, "/ops"));
    assert_eq!(rejection.to_string(), "a change needs at least one op");
}

#[test]
fn at4_a_refusal_says_which_op_and_which_field() {
    let mut world = World::play("item a");
    let request = script::request("c1", script::ops("set a note=x & set a count=many"));
    let rejection = world.ask(request, author("A")).unwrap_err();
    assert_eq!((rejection.op, rejection.field.as_deref()), (Some(1), Some("props/count")));
    assert_eq!(rejection.path(), "/ops/1/props/count");
    assert_eq!(rejection.to_string(), "op 1: invalid type: string \"many\", expected f64");
}

#[test]
fn at5_every_part_of_a_node_says_who_wrote_it_last() {
    let world = World::play("A: item a note=x; B: set a note=null; c: mv a at a5; -: set a title=t");
    let stamps = &world.document.node(&node_id("a")).unwrap().stamps;
    let of = |stamp: &engine::Stamp| (stamp.seq, (*stamp.author).clone());
    assert_eq!(of(&stamps.created), (1, author("A")));
    assert_eq!(of(&stamps.props["note"]), (2, author("B")));
    assert_eq!(of(&stamps.placed), (3, author("c")));
    assert_eq!(of(stamps.touched()), (4, author("-")));
    assert_eq!(stamps.all().count(), 4);
}

#[test]
fn at5_authors_have_short_keys() {
    let keys = ["A", "c", "-"].map(|name| author(name).key());
    assert_eq!(
        keys,
        ["user:41414141-4141-4141-4141-414141414141", "agent:63636363-6363-6363-6363-636363636363:1", "system"]
    );
}
