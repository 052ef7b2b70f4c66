//! From what is asked to what happens: each op is checked against the schema and made explicit.
//!
//! A draft writes into the document as it goes, so that a later op sees the earlier ones, and keeps a journal by which
//! a refused change is taken back. What it leaves is the change as the log will hold it: order keys chosen,
//! cascades and cleared references spelled out, texts merged. Whoever reads the log needs no schema.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::apply::{Journal, Step};
use crate::author::Author;
use crate::change::{Change, ChangeRequest, Reverts, Seq};
use crate::document::{Document, Entry};
use crate::id::{ChangeId, NodeId};
use crate::limits::{MAX_DEPTH, MAX_LABEL_CHARS, MAX_NODES, MAX_OPS_PER_CHANGE, MAX_PROPS};
use crate::merge::merge_texts;
use crate::node::Stamp;
use crate::op::{Op, OpRequest, PlaceRequest, Props};
use crate::reject::{Rejection, RejectionCode as Code, TextConflict};
use crate::schema::Reference;
use crate::size::check_sizes;
use crate::timestamp::Timestamp;

/// Texts as they were at the `seq` an edit started from, for merging.
#[derive(Clone, Debug, Default)]
pub struct Bases {
    texts: HashMap<(NodeId, String, Seq), String>,
}

impl Bases {
    /// Notes a text as it was; a text that was not there yet is empty.
    pub fn insert(&mut self, node: NodeId, prop: String, seq: Seq, text: String) {
        self.texts.insert((node, prop, seq), text);
    }

    fn get(&self, node: &NodeId, prop: &str, seq: Seq) -> Option<&str> {
        self.texts.get(&(node.clone(), prop.to_owned(), seq)).map(String::as_str)
    }
}

/// Who asks, when, and under which id: what a change carries besides its ops.
#[derive(Clone, Debug)]
pub(crate) struct Heading {
    pub(crate) id: ChangeId,
    pub(crate) author: Author,
    pub(crate) at: Timestamp,
    pub(crate) label: Option<String>,
    pub(crate) reverts: Option<Reverts>,
}

impl Document {
    /// Checks a change and applies it. On an error the document is as it was.
    pub fn resolve(
        &mut self,
        request: ChangeRequest,
        author: Author,
        at: Timestamp,
        bases: &Bases,
    ) -> Result<(Change, Journal), Rejection> {
        let ChangeRequest { id, label, ops } = request;
        if ops.is_empty() {
            return Err(Rejection::new(Code::Invalid, "a change needs at least one op").field("ops"));
        }
        if ops.len() > MAX_OPS_PER_CHANGE {
            let message = format!("a change has at most {MAX_OPS_PER_CHANGE} ops, this one has {}", ops.len());
            return Err(Rejection::new(Code::Limit, message).field("ops"));
        }
        if label.as_ref().is_some_and(|label| label.chars().count() > MAX_LABEL_CHARS) {
            let message = format!("a label has at most {MAX_LABEL_CHARS} characters");
            return Err(Rejection::new(Code::Limit, message).field("label"));
        }
        let mut draft = Draft::new(self, author.clone(), bases);
        let outcome = (0..)
            .zip(ops)
            .try_for_each(|(index, op)| draft.check_new_id(index, &op).and_then(|()| draft.step(index, op)));
        match outcome.and_then(|()| draft.check_references()) {
            Ok(()) => Ok(draft.finish(Heading { id, author, at, label, reverts: None })),
            Err(rejection) => {
                draft.abandon();
                Err(rejection)
            }
        }
    }

    /// Returns the texts that must be known, as of their `seq`, before this change can be merged.
    pub fn wanted_bases(&self, request: &ChangeRequest) -> Vec<(NodeId, String, Seq)> {
        let mut wanted = Vec::new();
        for op in &request.ops {
            let OpRequest::Update { id, props, from_seq: Some(from) } = op else { continue };
            for (prop, _) in props.iter().filter(|(_, value)| value.is_string() || value.is_null()) {
                if *from <= self.seq && self.written_since(id, prop, *from) {
                    wanted.push((id.clone(), prop.clone(), *from));
                }
            }
        }
        wanted
    }

    fn written_since(&self, id: &NodeId, prop: &str, from: Seq) -> bool {
        let Some(node) = self.node(id) else { return false };
        let is_text = self.schema.kind(&node.kind).is_some_and(|kind| kind.is_text(prop));
        is_text && node.stamps.props.get(prop).is_some_and(|stamp| stamp.seq > from)
    }
}

pub(crate) struct Draft<'a> {
    pub(crate) document: &'a mut Document,
    pub(crate) stamp: Stamp,
    pub(crate) ops: Vec<Op>,
    pub(crate) journal: Journal,
    /// Which props name other nodes, checked at the end so that ops may come in any order.
    pending_references: Vec<(usize, NodeId)>,
    /// What this change has deleted so far.
    pub(crate) removed: HashSet<NodeId>,
    bases: &'a Bases,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(document: &'a mut Document, author: Author, bases: &'a Bases) -> Self {
        let stamp = Stamp { seq: document.seq + 1, author: author.into() };
        let (ops, journal, pending_references, removed) = Default::default();
        Self { document, stamp, ops, journal, pending_references, removed, bases }
    }

    /// Refuses an id that this change has just freed: its history could not tell the two nodes apart.
    fn check_new_id(&self, index: usize, op: &OpRequest) -> Result<(), Rejection> {
        match op {
            OpRequest::Create { id, .. } if self.removed.contains(id) => {
                let message = format!("node {id} was deleted earlier in this change; give the new one another id");
                Err(Rejection::new(Code::Exists, message).field("id").at_op(index))
            }
            _ => Ok(()),
        }
    }

    /// Takes one op; on an error nothing of this op is left.
    pub(crate) fn step(&mut self, index: usize, op: OpRequest) -> Result<(), Rejection> {
        let (steps, ops, references) = (self.journal.steps.len(), self.ops.len(), self.pending_references.len());
        let outcome = match op {
            OpRequest::Create { id, kind, parent, order, before, after, props } => place_request(order, before, after)
                .and_then(|place| self.create(index, id, kind, parent, &place, props)),
            OpRequest::Update { id, props, from_seq } => self.update(index, &id, props, from_seq),
            OpRequest::Move { id, parent, order, before, after } => {
                place_request(order, before, after).and_then(|place| self.move_to(&id, parent, &place))
            }
            OpRequest::Delete { id } => self.delete(&id),
        };
        outcome.map_err(|rejection| {
            self.document.revert_to(&mut self.journal, steps);
            self.ops.truncate(ops);
            self.pending_references.truncate(references);
            rejection.at_op(index)
        })
    }

    /// Checks that what the change refers to is there now that all of it is done.
    pub(crate) fn check_references(&self) -> Result<(), Rejection> {
        self.reference_faults().next().map_or(Ok(()), Err)
    }

    /// Returns what the change refers to but must not, now that all of it is done.
    pub(crate) fn reference_faults(&self) -> impl Iterator<Item = Rejection> {
        self.pending_references.iter().flat_map(|(index, id)| {
            let node = self.document.node(id);
            let references = node.map_or(&[][..], |node| self.document.schema.references(&node.kind));
            references.iter().zip(node.into_iter().cycle()).flat_map(|(reference, node)| {
                let faults = reference.targets(&node.props).filter_map(|target| self.target_fault(reference, target));
                faults.map(|fault| fault.prop(&reference.prop).at_op(*index))
            })
        })
    }

    fn target_fault(&self, reference: &Reference, target: &str) -> Option<Rejection> {
        let prop = &reference.prop;
        let Some(Entry { node, .. }) = self.document.entries.get(target) else {
            return Some(Rejection::new(Code::Missing, format!("{prop} names node {target}, which is not there")));
        };
        if reference.kinds.is_empty() || reference.kinds.iter().any(|kind| **kind == *node.kind) {
            return None;
        }
        let kinds = reference.kinds.join(" or ");
        let message = format!("{prop} must name a {kinds}, {target} is a {}", node.kind);
        Some(Rejection::new(Code::Invalid, message))
    }

    pub(crate) fn finish(mut self, heading: Heading) -> (Change, Journal) {
        let Heading { id, author, at, label, reverts } = heading;
        self.journal.reverts = reverts.as_ref().map(|reverts| reverts.seqs.clone()).unwrap_or_default();
        self.document.seq = self.stamp.seq;
        let change = Change { v: Change::VERSION, seq: self.stamp.seq, id, author, at, label, reverts, ops: self.ops };
        (change, self.journal)
    }

    pub(crate) fn abandon(mut self) {
        self.document.revert_to(&mut self.journal, 0);
    }

    fn create(
        &mut self,
        index: usize,
        id: NodeId,
        kind: String,
        parent: NodeId,
        place: &PlaceRequest,
        mut props: Props,
    ) -> Result<(), Rejection> {
        if self.document.has(&id) {
            return Err(Rejection::new(Code::Exists, format!("there is a node {id} already")).field("id"));
        }
        if self.document.len() >= MAX_NODES {
            return Err(Rejection::new(Code::Limit, format!("a board has at most {MAX_NODES} nodes")));
        }
        props.retain(|_, value| !value.is_null());
        check_sizes(&props)?;
        self.check_parent(&kind, &parent)?;
        if self.document.depth(&parent) + 1 > MAX_DEPTH {
            return Err(too_deep());
        }
        self.check_room(&parent)?;
        let order = self.make_room(&parent, place, None)?;
        let stamp = self.stamp.clone();
        self.document.create(&id, &kind, &parent, &order, &props, &stamp, &mut self.journal);
        self.check_props(&id)?;
        self.pending_references.push((index, id.clone()));
        self.ops.push(Op::Create { id, kind, parent, order, props });
        Ok(())
    }

    fn update(&mut self, index: usize, id: &NodeId, mut props: Props, from: Option<Seq>) -> Result<(), Rejection> {
        self.expect_node(id)?;
        if props.is_empty() {
            return Err(Rejection::new(Code::Invalid, "an update needs at least one prop").field("props"));
        }
        check_sizes(&props)?;
        if let Some(from) = from {
            self.merge_texts(id, &mut props, from)?;
        }
        self.write(id, props)?;
        self.pending_references.push((index, id.clone()));
        Ok(())
    }

    fn move_to(&mut self, id: &NodeId, parent: Option<NodeId>, place: &PlaceRequest) -> Result<(), Rejection> {
        self.expect_node(id)?;
        let Some(node) = self.document.node(id) else { return Err(missing(id)) };
        let (kind, old_parent) = (node.kind.clone(), node.parent.clone());
        let parent = parent.unwrap_or_else(|| old_parent.clone());
        self.check_parent(&kind, &parent)?;
        if parent == *id || self.document.ancestors(&parent).any(|ancestor| ancestor == id) {
            return Err(Rejection::new(Code::Cycle, format!("node {id} cannot move under itself")).field("parent"));
        }
        if parent != old_parent {
            self.check_room(&parent)?;
            let deeper = self.document.depth(&parent) > self.document.depth(&old_parent);
            if deeper && self.document.depth(&parent) + self.document.height(id) > MAX_DEPTH {
                return Err(too_deep());
            }
        }
        let order = self.make_room(&parent, place, Some(id))?;
        self.put(id, &parent, order);
        Ok(())
    }

    pub(crate) fn write(&mut self, id: &NodeId, props: Props) -> Result<(), Rejection> {
        let stamp = self.stamp.clone();
        self.document.patch(id, &props, &stamp, &mut self.journal);
        self.check_props(id)?;
        self.ops.push(Op::Update { id: id.clone(), props });
        Ok(())
    }

    fn merge_texts(&self, id: &NodeId, props: &mut Props, from: Seq) -> Result<(), Rejection> {
        if from > self.document.seq {
            let message = format!("from_seq {from} is ahead of the board, which is at {}", self.document.seq);
            return Err(Rejection::new(Code::Invalid, message).field("from_seq"));
        }
        for (prop, value) in props.iter_mut() {
            // Removing a text is an edit of it: what somebody wrote into it since must not go with it.
            let yours = match value {
                Value::String(text) => text.as_str(),
                Value::Null => "",
                Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => continue,
            };
            if !self.written_before(id, prop, from) {
                continue;
            }
            let current = self.document.node(id).and_then(|node| node.props.get(prop)).and_then(Value::as_str);
            let base = self.bases.get(id, prop, from).unwrap_or_default();
            let theirs = current.unwrap_or_default();
            let merged =
                merge_texts(base, theirs, yours).map_err(|_| text_conflict(id, prop, from, base, theirs, yours))?;
            let is_absent = merged.is_empty() && (value.is_null() || current.is_none());
            *value = if is_absent { Value::Null } else { Value::String(merged) };
        }
        Ok(())
    }

    /// Returns whether a text was written after `from` by a change before this one.
    fn written_before(&self, id: &NodeId, prop: &str, from: Seq) -> bool {
        if !self.document.written_since(id, prop, from) {
            return false;
        }
        let stamps = self.document.node(id).map(|node| &node.stamps);
        if stamps.and_then(|stamps| stamps.props.get(prop)).is_none_or(|stamp| stamp.seq != self.stamp.seq) {
            return true;
        }
        // An earlier op of this change wrote it: what counts is the writer that op found.
        let first_write = self.journal.steps.iter().find_map(|step| match step {
            Step::Created { id: created } if created == id => Some(None),
            Step::Patched { id: patched, was } if patched == id => {
                was.iter().find(|was| was.prop == prop).map(|was| was.stamp.as_ref())
            }
            Step::Created { .. } | Step::Patched { .. } | Step::Placed { .. } | Step::Removed { .. } => None,
        });
        first_write.flatten().is_some_and(|stamp| stamp.seq > from)
    }

    pub(crate) fn expect_node(&self, id: &NodeId) -> Result<(), Rejection> {
        if id.is_root() {
            let message = "the root cannot be changed, moved or deleted";
            return Err(Rejection::new(Code::Invalid, message).field("id"));
        }
        if self.document.has(id) { Ok(()) } else { Err(missing(id).field("id")) }
    }

    fn check_parent(&self, kind: &str, parent: &NodeId) -> Result<(), Rejection> {
        let Some(schema) = self.document.schema.kind(kind) else {
            let known: Vec<_> = self.document.schema.kind_names().collect();
            let message = format!("there is no kind {kind:?} on this board; it has {}", known.join(", "));
            return Err(Rejection::new(Code::Invalid, message).field("kind"));
        };
        let Some(parent_kind) = self.document.kind(parent) else { return Err(missing(parent).field("parent")) };
        if schema.parents().contains(&parent_kind) {
            return Ok(());
        }
        let message = format!("a {kind} goes under a {}, not under a {parent_kind}", schema.parents().join(" or "));
        Err(Rejection::new(Code::Invalid, message).field("parent"))
    }

    fn check_props(&self, id: &NodeId) -> Result<(), Rejection> {
        let Some(node) = self.document.node(id) else { return Err(missing(id)) };
        // A removed prop keeps its stamp, so it counts: otherwise removing ever new names would grow the node for good.
        if node.stamps.props.len() > MAX_PROPS {
            let message = format!("a node has at most {MAX_PROPS} props, removed ones counted");
            return Err(Rejection::new(Code::Limit, message).field("props"));
        }
        let Some(kind) = self.document.schema.kind(&node.kind) else { return Ok(()) };
        kind.check(&node.props).map_err(|fault| Rejection::new(Code::Invalid, fault.message).field(fault.field))
    }
}

fn place_request(
    order: Option<crate::order::OrderKey>,
    before: Option<NodeId>,
    after: Option<NodeId>,
) -> Result<PlaceRequest, Rejection> {
    match (order, before, after) {
        (None, None, None) => Ok(PlaceRequest::Last),
        (Some(order), None, None) => Ok(PlaceRequest::At(order)),
        (None, Some(before), None) => Ok(PlaceRequest::Before(before)),
        (None, None, Some(after)) => Ok(PlaceRequest::After(after)),
        _ => Err(Rejection::new(Code::Invalid, "give one of order, before and after, not several").field("order")),
    }
}

pub(crate) fn missing(id: &NodeId) -> Rejection {
    Rejection::new(Code::Missing, format!("there is no node {id}"))
}

fn too_deep() -> Rejection {
    Rejection::new(Code::Limit, format!("a board nests at most {MAX_DEPTH} levels")).field("parent")
}

fn text_conflict(id: &NodeId, prop: &str, from: Seq, base: &str, current: &str, yours: &str) -> Rejection {
    let message = format!("{prop} was changed in the same place since you read it at {from}");
    let conflict = TextConflict {
        node: id.clone(),
        prop: prop.to_owned(),
        base_seq: from,
        base: base.to_owned(),
        current: current.to_owned(),
        yours: yours.to_owned(),
    };
    let rejection = Rejection::new(Code::TextConflict, message).prop(prop);
    Rejection { conflict: Some(Box::new(conflict)), ..rejection }
}
