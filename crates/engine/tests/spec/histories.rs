//! Whatever random authors do, in whatever order: what must stay true.

use std::collections::BTreeMap;

use engine::{Author, Change, Document, NodeId, RevertKind, Stamp};
use proptest::prelude::*;
use serde_json::Value;

use crate::support::random::{self, Deed};
use crate::support::world::{assert_same, assert_sound, content, snapshot};
use crate::support::{World, author, schema, tried};

proptest! {
    #![proptest_config(tried(60))]

    #[test]
    fn at2_nothing_breaks_the_tree_a_reference_or_the_schema(deeds in random::deeds(40)) {
        let mut world = World::new();
        for deed in &deeds {
            world.perform(deed);
            assert_sound(&world.document);
        }
    }

    #[test]
    fn lg3_replicas_are_equal_whatever_the_batching(deeds in random::deeds(25), sizes in prop::collection::vec(1..7usize, 30)) {
        let world = random::run(&deeds);
        let mut replica = Document::new(schema());
        let mut rest = world.log.as_slice();
        for size in sizes {
            let (batch, later) = rest.split_at(size.min(rest.len()));
            rest = later;
            let wire = serde_json::to_vec(batch).unwrap();
            for change in serde_json::from_slice::<Vec<Change>>(&wire).unwrap() {
                replica.apply(&change).unwrap();
            }
        }
        prop_assume!(rest.is_empty());
        assert_same(&replica, &world.document);
    }

    #[test]
    fn at3_reverting_a_journal_leaves_no_trace(deeds in random::deeds(25)) {
        let world = random::run(&deeds);
        let mut document = world.document.clone();
        for ((_, journal), before) in world.journals.iter().zip(&world.states).rev() {
            document.revert(journal.clone());
            assert_same(&document, before);
            assert_sound(&document);
        }
        prop_assert_eq!(document.seq(), 0);
    }

    #[test]
    fn lg4_a_journal_of_the_replay_is_the_journal_of_the_first_time(deeds in random::deeds(25)) {
        let world = random::run(&deeds);
        let mut replica = Document::new(schema());
        for (change, (_, journal)) in world.log.iter().zip(&world.journals) {
            prop_assert_eq!(&replica.apply(change).unwrap(), journal);
        }
    }

    #[test]
    fn sn3_a_snapshot_and_the_tail_are_the_full_replay(deeds in random::deeds(25), at in any::<prop::sample::Index>()) {
        let world = random::run(&deeds);
        let start = at.index(world.states.len());
        let written = snapshot(&world.states[start]);
        let mut document = Document::restore(schema(), &written.bytes, written.hash).unwrap();
        assert_same(&document, &world.states[start]);
        for change in &world.log[start..] {
            document.apply(change).unwrap();
        }
        assert_same(&document, &world.document);
        assert_sound(&document);
        prop_assert_eq!(snapshot(&document).hash, snapshot(&world.document).hash);
    }

    #[test]
    fn un2_undoing_what_nobody_touched_restores_it(deeds in random::deeds(20)) {
        let mut world = random::run(&deeds);
        let Some(last) = world.log.last() else { return Ok(()) };
        let (seq, author) = (last.seq, last.author.clone());
        let before = content(&world.states[world.states.len() - 2]);
        let after = content(&world.document);
        let undone = world.revert(RevertKind::Undo, &[seq], author.clone());
        prop_assert_eq!(undone.left_out, vec![]);
        prop_assert_eq!(content(&world.document), before);
        world.revert(RevertKind::Redo, &[seq + 1], author);
        prop_assert_eq!(content(&world.document), after);
    }

    #[test]
    fn un3_undoing_never_touches_what_another_author_wrote(deeds in random::deeds(25), back in 0..6usize) {
        let mut world = random::run(&deeds);
        let before = world.document.clone();
        if world.perform(&Deed::Undo { author: "A", back }) {
            assert_kept(&before, &world.document, &author("A"));
        }
    }

    #[test]
    fn un3_undoing_a_whole_turn_never_touches_what_another_author_wrote(deeds in random::deeds(25)) {
        let mut world = random::run(&deeds);
        let before = world.document.clone();
        let settled = world.settled();
        let turn = world.log.iter().filter(|change| change.author == author("c") && !settled.contains(&change.seq));
        let seqs: Vec<_> = turn.map(|change| change.seq).collect();
        world.revert(RevertKind::Undo, &seqs, author("c"));
        assert_kept(&before, &world.document, &author("c"));
        assert_sound(&world.document);
    }

    #[test]
    fn un4_a_lone_author_walks_back_to_the_start_and_forth_again(deeds in random::asks(14)) {
        let mut world = World::new();
        for deed in &deeds {
            let Deed::Ask { ops, .. } = deed else { continue };
            world.perform(&Deed::Ask { author: "A", ops: ops.clone() });
        }
        let states: Vec<_> = world.states.iter().map(content).collect();
        for before in states.iter().rev().skip(1) {
            world.perform(&Deed::Undo { author: "A", back: 0 });
            prop_assert_eq!(&content(&world.document), before);
        }
        for after in &states[1..] {
            world.perform(&Deed::Redo { author: "A" });
            prop_assert_eq!(&content(&world.document), after);
        }
    }
}

/// Fails when something that was not last written by `author` is no longer as it was.
#[track_caller]
fn assert_kept(before: &Document, after: &Document, author: &Author) {
    let (then, now) = (written(before, author), written(after, author));
    for (slot, value) in then {
        assert_eq!(now.get(&slot).unwrap_or(&None), &value, "{slot:?} is not {author:?}'s");
    }
    for node in before.nodes() {
        let others = node.stamps.all().any(|stamp| *stamp.author != *author);
        assert!(!others || after.has(&node.id), "{} was touched by another", node.id);
    }
}

/// Returns what others than `author` wrote last: props by name, places under `@`.
fn written(document: &Document, author: &Author) -> BTreeMap<(NodeId, String), Option<Value>> {
    let mut written = BTreeMap::new();
    let foreign = |stamp: &Stamp| *stamp.author != *author;
    for node in document.nodes() {
        for (prop, _) in node.stamps.props.iter().filter(|(_, stamp)| foreign(stamp)) {
            written.insert((node.id.clone(), prop.clone()), node.props.get(prop).cloned());
        }
        if foreign(&node.stamps.placed) {
            let place = serde_json::json!([node.parent, node.order]);
            written.insert((node.id.clone(), "@".to_owned()), Some(place));
        }
    }
    written
}
