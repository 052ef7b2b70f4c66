//! Taking changes back without touching what others did since.
//!
//! An undo is a new change made from the journals of old ones. A step is left out when somebody has written the same
//! prop, place or node since; the reply says which.

mod origin;
mod plan;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use plan::Plan;

use crate::apply::Journal;
use crate::author::Author;
use crate::change::{Change, RevertKind, Reverts, Seq};
use crate::document::Document;
use crate::draft::{Bases, Draft, Heading};
use crate::id::{ChangeId, NodeId};
use crate::timestamp::Timestamp;

/// What an undo did.
#[derive(Debug)]
pub struct UndoOutcome {
    /// The change made, or nothing when every step was left out.
    pub done: Option<(Change, Journal)>,
    pub left_out: Vec<LeftOut>,
}

/// A step that was not taken back, and why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    pub node: NodeId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prop: Option<String>,
    pub reason: String,
}

/// Who takes which changes back, and under which id.
#[derive(Clone, Debug)]
pub struct UndoRequest {
    pub id: ChangeId,
    pub author: Author,
    pub at: Timestamp,
    pub kind: RevertKind,
}

impl Document {
    /// Takes back earlier changes, given oldest first with the journals of when they were made.
    pub fn undo(&mut self, request: UndoRequest, past: &[(Seq, Journal)]) -> UndoOutcome {
        self.undo_through(request, past, &[])
    }

    /// Takes back earlier changes, looking through others that were taken back in the meantime.
    ///
    /// `settled` holds, oldest first, changes of this author that were undone since and the undos that did it. A prop
    /// such a pair wrote and restored still counts as written by whoever wrote it before, so one undo can follow
    /// another. What is taken back now is not looked through, so a redo may leave it in the list.
    pub fn undo_through(
        &mut self,
        request: UndoRequest,
        past: &[(Seq, Journal)],
        settled: &[(Seq, Journal)],
    ) -> UndoOutcome {
        let UndoRequest { id, author, at, kind } = request;
        let bases = Bases::default();
        let mut refused: BTreeMap<NodeId, String> = BTreeMap::new();
        loop {
            let mut draft = Draft::new(self, author.clone(), &bases);
            let mut plan = Plan::new(past, settled, &refused);
            plan.run(&mut draft, past);
            let (mut left_out, units) = (plan.left_out, plan.units);
            let refusals = refused.iter().map(|(node, reason)| LeftOut::node(node, reason));
            left_out.extend(refusals);
            if draft.ops.is_empty() {
                draft.abandon();
                return UndoOutcome { done: None, left_out };
            }
            // What is brought back may name a node that is gone by now: leave that node out and plan again.
            let unfit = unfit(&draft, &units);
            if !unfit.is_empty() {
                draft.abandon();
                refused.extend(unfit);
                continue;
            }
            let seqs = past.iter().map(|(seq, _)| *seq).collect();
            let heading = Heading { id, author, at, label: None, reverts: Some(Reverts { kind, seqs }) };
            return UndoOutcome { done: Some(draft.finish(heading)), left_out };
        }
    }
}

impl LeftOut {
    fn node(node: &NodeId, reason: &str) -> Self {
        Self { node: node.clone(), prop: None, reason: reason.to_owned() }
    }
}

/// Returns the nodes whose references do not hold, and with each that was to come back all that depends on it.
fn unfit(draft: &Draft<'_>, units: &[NodeId]) -> BTreeMap<NodeId, String> {
    let mut unfit = BTreeMap::new();
    let mut waiting = Vec::new();
    for fault in draft.reference_faults() {
        let node = fault.op.and_then(|unit| units.get(unit)).cloned().unwrap_or_else(NodeId::root);
        waiting.push((node, fault.message));
    }
    while let Some((id, reason)) = waiting.pop() {
        let comes_back = draft.document.node(&id).is_some_and(|node| node.stamps.created == draft.stamp);
        if unfit.contains_key(&id) {
            continue;
        }
        if comes_back {
            let inside = draft.document.children(&id).map(|node| &node.id);
            let naming = draft.document.referrers(&id).map(|(referrer, _)| referrer);
            waiting.extend(inside.chain(naming).map(|node| (node.clone(), format!("node {id} stays away"))));
        }
        unfit.insert(id, reason);
    }
    unfit
}
