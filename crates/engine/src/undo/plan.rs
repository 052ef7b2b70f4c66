//! The steps of an undo: each step of the journals the other way round, unless somebody has been there since.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use super::LeftOut;
use super::origin::{Origins, Slot, slots};
use crate::apply::{Journal, PropWas, Step};
use crate::author::Author;
use crate::change::Seq;
use crate::document::Document;
use crate::draft::Draft;
use crate::id::NodeId;
use crate::node::Node;
use crate::op::{OpRequest, Props};

pub(super) struct Plan<'a> {
    /// The changes being taken back.
    targets: BTreeSet<Seq>,
    origins: Origins,
    refused: &'a BTreeMap<NodeId, String>,
    /// Who would be the last writer of a slot once the steps so far are taken back.
    writers: HashMap<Slot, Option<Seq>>,
    /// Created nodes that cannot go yet, because something names them that may go as well.
    waiting: Vec<NodeId>,
    /// The node each step is about.
    pub(super) units: Vec<NodeId>,
    pub(super) left_out: Vec<LeftOut>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(
        past: &[(Seq, Journal)],
        settled: &[(Seq, Journal)],
        refused: &'a BTreeMap<NodeId, String>,
    ) -> Self {
        let targets: BTreeSet<Seq> = past.iter().map(|(seq, _)| *seq).collect();
        Self {
            origins: Origins::of(settled.iter().filter(|(seq, _)| !targets.contains(seq))),
            targets,
            refused,
            writers: HashMap::new(),
            waiting: Vec::new(),
            units: Vec::new(),
            left_out: Vec::new(),
        }
    }

    pub(super) fn run(&mut self, draft: &mut Draft<'_>, past: &[(Seq, Journal)]) {
        for (seq, journal) in past.iter().rev() {
            for step in journal.steps.iter().rev() {
                match step {
                    Step::Created { id } => self.uncreate(draft, id),
                    Step::Patched { id, was } => self.unpatch(draft, *seq, id, was),
                    Step::Placed { id, parent, order, stamp } => {
                        let op = OpRequest::Move {
                            id: id.clone(),
                            parent: Some(parent.clone()),
                            order: Some(order.clone()),
                            before: None,
                            after: None,
                        };
                        self.unplace(draft, *seq, id, op, stamp.seq);
                    }
                    Step::Removed { nodes } => nodes.iter().for_each(|node| self.recreate(draft, node)),
                }
            }
            self.settle(draft);
        }
    }

    fn uncreate(&mut self, draft: &mut Draft<'_>, id: &NodeId) {
        if draft.document.node(id).is_none() {
            return self.leave_out(id, None, "it is gone already");
        }
        if !subtree(draft.document, id).all(|node| self.is_ours(node, &draft.stamp.author)) {
            return self.leave_out(id, None, "others have changed it or put something into it since");
        }
        self.waiting.push(id.clone());
        let inside = subtree(draft.document, id).map(|node| node.id.clone()).collect();
        if !is_named_outside(draft.document, id, &inside) {
            self.waiting.pop();
            self.step(draft, id, OpRequest::Delete { id: id.clone() });
            self.delete_freed(draft);
        }
    }

    /// Deletes the created nodes that nothing names any more, at once, so that their places are free for what moves back.
    fn delete_freed(&mut self, draft: &mut Draft<'_>) {
        let is_free = |document: &Document, id: &NodeId| {
            let inside = subtree(document, id).map(|node| node.id.clone()).collect();
            document.has(id) && !is_named_outside(document, id, &inside)
        };
        while let Some(place) = self.waiting.iter().rposition(|id| is_free(draft.document, id)) {
            let id = self.waiting.remove(place);
            self.step(draft, &id, OpRequest::Delete { id: id.clone() });
        }
    }

    /// Deletes the created nodes that are named only by one another, and leaves out those that others name.
    fn settle(&mut self, draft: &mut Draft<'_>) {
        let mut going = std::mem::take(&mut self.waiting);
        going.retain(|id| draft.document.has(id));
        loop {
            let all = going.iter().flat_map(|id| subtree(draft.document, id)).map(|node| node.id.clone()).collect();
            let (named, free) = going.into_iter().partition(|id| is_named_outside(draft.document, id, &all));
            going = free;
            let named: Vec<NodeId> = named;
            if named.is_empty() {
                break;
            }
            for id in &named {
                self.leave_out(id, None, "something else refers to it now");
            }
        }
        // The latest goes first: it is the one that could name those before it.
        while let Some(id) = going.pop() {
            if draft.document.has(&id) {
                self.step(draft, &id, OpRequest::Delete { id: id.clone() });
            }
        }
    }

    fn unpatch(&mut self, draft: &mut Draft<'_>, seq: Seq, id: &NodeId, was: &[PropWas]) {
        let Some(node) = draft.document.node(id) else { return self.leave_out(id, None, "it is gone") };
        let mut props = Props::new();
        for PropWas { prop, value, stamp } in was {
            let slot = Slot::Prop(id.clone(), prop.clone());
            // A prop that came back as absent has no stamp of its own: it is as the node's maker left it.
            let written = node.stamps.props.get(prop).unwrap_or(&node.stamps.created).seq;
            if self.writer(&slot, Some(written)) == Some(seq) {
                self.writers.insert(slot, stamp.as_ref().map(|stamp| stamp.seq));
                props.insert(prop.clone(), value.clone().unwrap_or(Value::Null));
            } else {
                self.leave_out(id, Some(prop), "it has been written again since");
            }
        }
        if !props.is_empty() {
            self.step(draft, id, OpRequest::Update { id: id.clone(), props, from_seq: None });
            self.delete_freed(draft);
        }
    }

    fn unplace(&mut self, draft: &mut Draft<'_>, seq: Seq, id: &NodeId, op: OpRequest, before: Seq) {
        let Some(node) = draft.document.node(id) else { return self.leave_out(id, None, "it is gone") };
        let slot = Slot::Place(id.clone());
        if self.writer(&slot, Some(node.stamps.placed.seq)) != Some(seq) {
            return self.leave_out(id, None, "it has been moved again since");
        }
        self.writers.insert(slot, Some(before));
        self.step(draft, id, op);
    }

    fn recreate(&mut self, draft: &mut Draft<'_>, node: &Node) {
        if self.waiting.contains(&node.id) {
            self.settle(draft);
        }
        let op = OpRequest::Create {
            id: node.id.clone(),
            kind: node.kind.to_string(),
            parent: node.parent.clone(),
            order: Some(node.order.clone()),
            before: None,
            after: None,
            props: node.props.clone(),
        };
        if self.step(draft, &node.id, op) {
            // The node is as its older writers left it: an older change of ours can be taken back from here on.
            self.writers.extend(slots(node).map(|(slot, seq)| (slot, Some(seq))));
        }
    }

    /// Returns whether every part of the node was last written by one of the changes being taken back.
    fn is_ours(&self, node: &Node, author: &Author) -> bool {
        slots(node).all(|(slot, seq)| match (self.writer(&slot, Some(seq)), slot) {
            (Some(writer), _) if self.targets.contains(&writer) => true,
            // Of a prop we removed nothing is left that deleting the node could lose.
            (Some(_), Slot::Prop(_, prop)) => {
                let removed_by = node.stamps.props.get(&prop).filter(|_| !node.props.contains_key(&prop));
                removed_by.is_some_and(|stamp| *stamp.author == *author)
            }
            // A prop that was not there before our change has no older writer.
            (None, Slot::Prop(..)) => true,
            (_, Slot::Node(_) | Slot::Place(_)) => false,
        })
    }

    fn writer(&self, slot: &Slot, written: Option<Seq>) -> Option<Seq> {
        let seq = self.writers.get(slot).copied().unwrap_or(written)?;
        self.origins.writer(slot, seq)
    }

    fn step(&mut self, draft: &mut Draft<'_>, id: &NodeId, op: OpRequest) -> bool {
        if self.refused.contains_key(id) {
            return false;
        }
        self.units.push(id.clone());
        match draft.step(self.units.len() - 1, op) {
            Ok(()) => true,
            Err(rejection) => {
                self.leave_out(id, None, &rejection.message);
                false
            }
        }
    }

    fn leave_out(&mut self, id: &NodeId, prop: Option<&str>, reason: &str) {
        self.left_out.push(LeftOut { node: id.clone(), prop: prop.map(str::to_owned), reason: reason.to_owned() });
    }
}

/// Returns a node and all under it.
fn subtree<'a>(document: &'a Document, id: &NodeId) -> impl Iterator<Item = &'a Node> + use<'a> {
    document.node(id).into_iter().chain(document.below(id))
}

/// Returns whether anything not in `inside` names a node of this subtree.
fn is_named_outside(document: &Document, id: &NodeId, inside: &BTreeSet<NodeId>) -> bool {
    subtree(document, id).any(|node| document.referrers(&node.id).any(|(referrer, _)| !inside.contains(referrer)))
}
