//! The engine against a plain model of the same rules.

use proptest::prelude::*;

use crate::support::model::Model;
use crate::support::random::{self, Deed};
use crate::support::{World, script, tried};

proptest! {
    #![proptest_config(tried(120))]

    #[test]
    fn lg1_the_engine_does_what_the_plain_model_does(deeds in random::asks(30)) {
        let (mut world, mut model) = (World::new(), Model::default());
        for deed in &deeds {
            let Deed::Ask { ops, .. } = deed else { continue };
            let accepted = world.perform(deed);
            let expected = model.ask(&script::ops(ops)).is_ok();
            prop_assert_eq!(accepted, expected, "{:?} on {:?}", deed, world.document);
            prop_assert_eq!(listing(&world), model.listing(), "after {:?}", deed);
        }
    }
}

/// A property over refused changes would prove nothing: the random changes must mostly be real.
#[test]
fn lg2_random_changes_are_accepted_often_enough_to_mean_something() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut asked, mut accepted, mut deleted) = (0, 0, 0);
    for _ in 0..200 {
        let deeds = random::asks(30).new_tree(&mut runner).unwrap().current();
        let world = random::run(&deeds);
        asked += deeds.len();
        accepted += world.log.len();
        let ops = world.log.iter().flat_map(|change| &change.ops);
        deleted += ops.filter(|op| matches!(op, engine::Op::Delete { .. })).count();
    }
    assert!(accepted * 100 > asked * 30, "{accepted} of {asked} accepted");
    assert!(accepted * 100 < asked * 90, "{accepted} of {asked} accepted: too few conflicts");
    assert!(deleted > 100, "{deleted} deletes");
}

fn listing(world: &World) -> Vec<(usize, String, engine::OrderKey, engine::Props)> {
    let document = &world.document;
    let row =
        |node: &engine::Node| (document.depth(&node.id), node.id.to_string(), node.order.clone(), node.props.clone());
    document.nodes().map(row).collect()
}

/// The model starts from any document, not only from an empty one.
#[test]
fn lg1_a_model_of_a_document_lists_it() {
    let world = World::play("folder f; item a in f note=x; item b before f");
    assert_eq!(Model::of(&world.document).listing(), listing(&world));
}
