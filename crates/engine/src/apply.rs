//! Applying what the log says, and taking it back exactly.

use serde_json::Value;

use crate::change::{Change, Seq};
use crate::document::{Children, Document, Entry};
use crate::id::NodeId;
use crate::node::{Node, Stamp, Stamps};
use crate::op::{Op, Props};
use crate::order::OrderKey;

/// What a change did, exactly enough to take it back: the inverse comes from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    pub(crate) steps: Vec<Step>,
    /// The changes it took back, or brought back.
    pub(crate) reverts: Vec<Seq>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Created { id: NodeId },
    Patched { id: NodeId, was: Vec<PropWas> },
    Placed { id: NodeId, parent: NodeId, order: OrderKey, stamp: Stamp },
    Removed { nodes: Vec<Node> },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PropWas {
    pub(crate) prop: String,
    pub(crate) value: Option<Value>,
    pub(crate) stamp: Option<Stamp>,
}

/// A log record that does not fit the document it is applied to: a gap or damage.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("change {seq} does not fit the document at {at}: {what}")]
pub struct ApplyError {
    pub seq: Seq,
    pub at: Seq,
    pub what: String,
}

impl Document {
    /// Applies the next record of the log. On an error the document is as it was.
    pub fn apply(&mut self, change: &Change) -> Result<Journal, ApplyError> {
        let fault = |what: String| ApplyError { seq: change.seq, at: self.seq, what };
        if change.v > Change::VERSION {
            return Err(fault(format!("it has format {}, newer than this program knows", change.v)));
        }
        if change.seq != self.seq + 1 {
            return Err(fault("it is not the next change".to_owned()));
        }
        let stamp = Stamp { seq: change.seq, author: change.author.clone().into() };
        let mut journal = Journal::default();
        for (index, op) in change.ops.iter().enumerate() {
            if let Err(what) = self.take_op(op, &stamp, &mut journal) {
                self.revert_to(&mut journal, 0);
                return Err(ApplyError { seq: change.seq, at: self.seq, what: format!("op {index}: {what}") });
            }
        }
        self.seq = change.seq;
        journal.reverts = change.reverts.as_ref().map(|reverts| reverts.seqs.clone()).unwrap_or_default();
        Ok(journal)
    }

    /// Takes back the last change applied, leaving no trace of it.
    pub fn revert(&mut self, mut journal: Journal) {
        self.revert_to(&mut journal, 0);
        self.seq -= 1;
    }

    fn take_op(&mut self, op: &Op, stamp: &Stamp, journal: &mut Journal) -> Result<(), String> {
        match op {
            Op::Create { id, kind, parent, order, props } => {
                if self.has(id) {
                    return Err(format!("node {id} is there already"));
                }
                self.expect_free(parent, order, id)?;
                self.create(id, kind, parent, order, props, stamp, journal);
            }
            Op::Update { id, props } => {
                self.expect_node(id)?;
                self.patch(id, props, stamp, journal);
            }
            Op::Move { id, parent, order } => {
                self.expect_node(id)?;
                self.expect_free(parent, order, id)?;
                if parent == id || self.ancestors(parent).any(|ancestor| ancestor == id) {
                    return Err(format!("node {id} would be under itself"));
                }
                self.place(id, parent, order, stamp, journal);
            }
            Op::Delete { id } => {
                self.expect_node(id)?;
                self.remove(id, journal);
            }
        }
        Ok(())
    }

    fn expect_node(&self, id: &NodeId) -> Result<(), String> {
        if self.entries.contains_key(id) { Ok(()) } else { Err(format!("there is no node {id}")) }
    }

    /// Checks that a place is free for `id`, which may be there itself: moving to where one is, is a move too.
    fn expect_free(&self, parent: &NodeId, order: &OrderKey, id: &NodeId) -> Result<(), String> {
        let children = self.child_map(parent).ok_or_else(|| format!("there is no node {parent}"))?;
        match children.get(order) {
            Some(child) if child != id => Err(format!("order {order} under {parent} is taken")),
            Some(_) | None => Ok(()),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one op, and where to note it")]
    pub(crate) fn create(
        &mut self,
        id: &NodeId,
        kind: &str,
        parent: &NodeId,
        order: &OrderKey,
        props: &Props,
        stamp: &Stamp,
        journal: &mut Journal,
    ) {
        let kept: Props = props.iter().filter(|(_, value)| !value.is_null()).map(owned).collect();
        let stamps = kept.keys().map(|prop| (prop.clone(), stamp.clone())).collect();
        self.insert(Node {
            id: id.clone(),
            kind: kind.into(),
            parent: parent.clone(),
            order: order.clone(),
            props: kept,
            stamps: Stamps { created: stamp.clone(), placed: stamp.clone(), props: stamps },
        });
        journal.steps.push(Step::Created { id: id.clone() });
    }

    pub(crate) fn patch(&mut self, id: &NodeId, props: &Props, stamp: &Stamp, journal: &mut Journal) {
        let relinks = self.names_nodes(id, props);
        if relinks {
            self.unlink(id);
        }
        let Some(Entry { node, .. }) = self.entries.get_mut(id) else { return };
        let mut was = Vec::with_capacity(props.len());
        for (prop, value) in props {
            let old = match value {
                Value::Null => node.props.remove(prop),
                value => node.props.insert(prop.clone(), value.clone()),
            };
            let old_stamp = node.stamps.props.insert(prop.clone(), stamp.clone());
            was.push(PropWas { prop: prop.clone(), value: old, stamp: old_stamp });
        }
        if relinks {
            self.link(id);
        }
        journal.steps.push(Step::Patched { id: id.clone(), was });
    }

    pub(crate) fn place(
        &mut self,
        id: &NodeId,
        parent: &NodeId,
        order: &OrderKey,
        stamp: &Stamp,
        journal: &mut Journal,
    ) {
        let Some(was) = self.replace(id, parent, order, stamp.clone()) else { return };
        journal.steps.push(was);
    }

    pub(crate) fn remove(&mut self, id: &NodeId, journal: &mut Journal) {
        let mut ids = vec![id.clone()];
        ids.extend(self.below(id).map(|node| node.id.clone()));
        let mut nodes = Vec::with_capacity(ids.len());
        for id in &ids {
            self.unlink(id);
            if let Some(entry) = self.entries.remove(id) {
                nodes.push(entry.node);
            }
        }
        if let Some(top) = nodes.first()
            && let Some(siblings) = self.child_map_mut(&top.parent.clone())
        {
            siblings.remove(&top.order);
        }
        journal.steps.push(Step::Removed { nodes });
    }

    /// Takes back the journal's steps down to `length`, newest first.
    pub(crate) fn revert_to(&mut self, journal: &mut Journal, length: usize) {
        while journal.steps.len() > length {
            match journal.steps.pop() {
                Some(Step::Created { id }) => self.remove(&id, &mut Journal::default()),
                Some(Step::Patched { id, was }) => self.unpatch(&id, was),
                Some(Step::Placed { id, parent, order, stamp }) => {
                    self.replace(&id, &parent, &order, stamp);
                }
                Some(Step::Removed { nodes }) => nodes.into_iter().for_each(|node| self.insert(node)),
                None => return,
            }
        }
    }

    fn unpatch(&mut self, id: &NodeId, was: Vec<PropWas>) {
        self.unlink(id);
        if let Some(Entry { node, .. }) = self.entries.get_mut(id) {
            for PropWas { prop, value, stamp } in was.into_iter().rev() {
                match stamp {
                    Some(stamp) => node.stamps.props.insert(prop.clone(), stamp),
                    None => node.stamps.props.remove(&prop),
                };
                match value {
                    Some(value) => node.props.insert(prop, value),
                    None => node.props.remove(&prop),
                };
            }
        }
        self.link(id);
    }

    pub(crate) fn insert(&mut self, node: Node) {
        let id = node.id.clone();
        if let Some(siblings) = self.child_map_mut(&node.parent) {
            siblings.insert(node.order.clone(), id.clone());
        }
        self.entries.insert(id.clone(), Entry { node, children: Children::new() });
        self.link(&id);
    }

    fn replace(&mut self, id: &NodeId, parent: &NodeId, order: &OrderKey, stamp: Stamp) -> Option<Step> {
        let node = &mut self.entries.get_mut(id)?.node;
        let old_parent = std::mem::replace(&mut node.parent, parent.clone());
        let old_order = std::mem::replace(&mut node.order, order.clone());
        let old_stamp = std::mem::replace(&mut node.stamps.placed, stamp);
        self.child_map_mut(&old_parent)?.remove(&old_order);
        self.child_map_mut(parent)?.insert(order.clone(), id.clone());
        Some(Step::Placed { id: id.clone(), parent: old_parent, order: old_order, stamp: old_stamp })
    }

    /// Returns whether any of these props of a node is a reference.
    fn names_nodes(&self, id: &NodeId, props: &Props) -> bool {
        let references = self.node(id).map_or(&[][..], |node| self.schema.references(&node.kind));
        references.iter().any(|reference| props.contains_key(&reference.prop))
    }

    fn link(&mut self, id: &NodeId) {
        let Self { schema, entries, referrers, .. } = self;
        let Some(Entry { node, .. }) = entries.get(id) else { return };
        for reference in schema.references(&node.kind) {
            for target in reference.targets(&node.props).filter_map(|target| NodeId::parse(target).ok()) {
                referrers.entry(target).or_default().insert((id.clone(), reference.prop.clone()));
            }
        }
    }

    fn unlink(&mut self, id: &NodeId) {
        let Self { schema, entries, referrers, .. } = self;
        let Some(Entry { node, .. }) = entries.get(id) else { return };
        for reference in schema.references(&node.kind) {
            for target in reference.targets(&node.props) {
                let Some(from) = referrers.get_mut(target) else { continue };
                from.remove(&(id.clone(), reference.prop.clone()));
                if from.is_empty() {
                    referrers.remove(target);
                }
            }
        }
    }
}

fn owned((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}
