//! Who wrote a part of a node, once changes that were taken back are looked through.

use std::collections::HashMap;

use crate::apply::{Journal, Step};
use crate::change::Seq;
use crate::id::NodeId;
use crate::node::Node;

/// A part of a node that has a last writer.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Slot {
    Node(NodeId),
    Place(NodeId),
    Prop(NodeId, String),
}

/// For what a settled change wrote, who had written it before.
pub(super) struct Origins(HashMap<(Slot, Seq), Option<Seq>>);

impl Origins {
    pub(super) fn of<'a>(settled: impl Iterator<Item = &'a (Seq, Journal)>) -> Self {
        let mut origins = Self(HashMap::new());
        let mut removed: HashMap<(Seq, &NodeId), &Node> = HashMap::new();
        let mut remade: HashMap<&NodeId, Seq> = HashMap::new();
        for (seq, journal) in settled {
            for step in &journal.steps {
                match step {
                    Step::Created { id } => {
                        let node = journal.reverts.iter().find_map(|reverted| removed.get(&(*reverted, id)));
                        let slots = node.into_iter().flat_map(|node| slots(node));
                        slots.for_each(|(slot, before)| origins.note(slot, *seq, Some(before)));
                        remade.insert(id, *seq);
                    }
                    Step::Patched { id, was } => was.iter().for_each(|was| {
                        let slot = Slot::Prop(id.clone(), was.prop.clone());
                        // A prop that came back as absent has no stamp: whoever brought the node back left it so.
                        let before = was.stamp.as_ref().map(|stamp| stamp.seq).or_else(|| remade.get(id).copied());
                        origins.note(slot, *seq, before);
                    }),
                    Step::Placed { id, stamp, .. } => origins.note(Slot::Place(id.clone()), *seq, Some(stamp.seq)),
                    // Of an id removed twice in one change, the first is the node an undo leaves.
                    Step::Removed { nodes } => nodes.iter().for_each(|node| {
                        removed.entry((*seq, &node.id)).or_insert(node);
                    }),
                }
            }
        }
        origins
    }

    /// Returns the writer of a slot that was last written at `seq`; nothing when it was not written before.
    pub(super) fn writer(&self, slot: &Slot, seq: Seq) -> Option<Seq> {
        let mut writer = seq;
        // Each look goes to an older change, so this ends.
        while let Some(before) = self.0.get(&(slot.clone(), writer)) {
            writer = (*before).filter(|before| *before < writer)?;
        }
        Some(writer)
    }

    /// Notes who came before; of several writes in one change the first one found it.
    fn note(&mut self, slot: Slot, seq: Seq, before: Option<Seq>) {
        self.0.entry((slot, seq)).or_insert(before);
    }
}

/// Returns every part of a node and who wrote it.
pub(super) fn slots(node: &Node) -> impl Iterator<Item = (Slot, Seq)> {
    let id = &node.id;
    let props = node.stamps.props.iter().map(|(prop, stamp)| (Slot::Prop(id.clone(), prop.clone()), stamp.seq));
    let whole = [(Slot::Node(id.clone()), node.stamps.created.seq), (Slot::Place(id.clone()), node.stamps.placed.seq)];
    whole.into_iter().chain(props)
}
