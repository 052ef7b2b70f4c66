//! Choosing order keys.

use engine::RevertKind;
use expect_test::expect;

use crate::support::world::{assert_sound, content};
use crate::support::{World, author, check_keys, script};

#[test]
fn or3_a_free_key_is_taken_as_asked() {
    check_keys(
        "item a at a5; item b at a3; mv a at Zz",
        expect![[r#"
        a @Zz
        b @a3
    "#]],
    );
}

#[test]
fn or4_a_taken_key_is_replaced_by_one_right_after() {
    check_keys(
        "item a at a0; item b at a1; B: item c at a0; c: item d at a0; mv b at a0",
        expect![[r#"
        a @a0
        b @a08
        d @a0G
        c @a0V
    "#]],
    );
}

#[test]
fn or4_a_taken_last_key_is_replaced_by_the_next() {
    check_keys(
        "item a at a0; item b at a0",
        expect![[r#"
        a @a0
        b @a1
    "#]],
    );
}

#[test]
fn or5_a_key_far_out_is_replaced_by_one_at_the_same_place() {
    check_keys(
        "item a; item b at zzzzzzzzzzzzzzzzzzzzzzzzzzz; item c at A00000000000000000000000001; item d at kzzzzzzzzzzz; item e; item f at l000000000001",
        expect![[r#"
            c @Zz
            a @a0
            b @a1
            d @kzzzzzzzzzzz
            e @l000000000000
            f @l000000000001
        "#]],
    );
}

#[test]
fn or5_a_key_too_long_to_keep_is_replaced_by_one_at_the_same_place() {
    let long = format!("a0{}V", "0".repeat(70));
    check_keys(
        &format!("item a at a0; item b at a1; item c at {long}"),
        expect![[r#"
        a @a0
        c @a0V
        b @a1
    "#]],
    );
}

/// Two neighbours with keys as long as they may be, and nothing between them but a longer one.
fn crowded() -> String {
    let zeros = "0".repeat(61);
    format!("item w; item x at a0{zeros}1; item y at a0{zeros}2; item z at a1")
}

#[test]
fn or6_a_key_past_64_characters_makes_the_siblings_be_ranked_anew() {
    check_keys(
        &format!("{}; item n after x", crowded()),
        expect![[r#"
        w @a2
        x @a3
        n @a4
        y @a5
        z @a6
    "#]],
    );
    check_keys(
        &format!("{}; item n at a0{}11", crowded(), "0".repeat(61)),
        expect![[r#"
        w @a2
        x @a3
        n @a4
        y @a5
        z @a6
    "#]],
    );
}

#[test]
fn or6_moving_among_siblings_may_rank_them_anew() {
    check_keys(
        &format!("{}; mv w before y; mv z after x", crowded()),
        expect![[r#"
        x @a2
        z @a2V
        w @a3
        y @a4
    "#]],
    );
}

#[test]
fn or6_ranking_anew_is_undone_with_its_change() {
    let mut world = World::play(&format!("{}; mv w before y", crowded()));
    let before = content(&world.states[4]);
    assert!(world.log[4].ops.len() > 3, "the siblings were ranked anew");
    world.revert(RevertKind::Undo, &[5], author("A"));
    assert_eq!(content(&world.document), before);
}

/// Always between the last two, now on this side and now on that.
#[test]
fn or6_however_often_one_inserts_between_two_the_order_holds() {
    let mut world = World::play("item x; item y");
    let mut expected = vec!["x".to_owned(), "y".to_owned()];
    let mut low = 0;
    let mut ranked_anew = 0;
    for index in 0..450 {
        let id = format!("n{index}");
        let line = format!("item {id} after {}", expected[low]);
        let change = world.ask(script::request(&id, script::ops(&line)), author("A")).unwrap();
        ranked_anew += usize::from(change.ops.len() > 1);
        expected.insert(low + 1, id);
        low += index % 2;
    }
    let order: Vec<_> = world.document.nodes().map(|node| node.id.to_string()).collect();
    assert_eq!(order, expected);
    assert_eq!(ranked_anew, 1);
    assert_sound(&world.document);
}
