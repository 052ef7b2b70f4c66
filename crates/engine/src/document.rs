//! The document: a map of nodes, each with its children in order.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

use crate::change::Seq;
use crate::id::NodeId;
use crate::limits::MAX_DEPTH;
use crate::node::Node;
use crate::order::OrderKey;
use crate::schema::{ROOT_KIND, Schema};

/// One board's content as of `seq`.
#[derive(Clone)]
pub struct Document {
    pub(crate) schema: Arc<Schema>,
    pub(crate) seq: Seq,
    pub(crate) entries: HashMap<NodeId, Entry>,
    pub(crate) top: Children,
    /// For each node, which props of which nodes name it.
    pub(crate) referrers: HashMap<NodeId, BTreeSet<(NodeId, String)>>,
}

pub(crate) type Children = BTreeMap<OrderKey, NodeId>;

#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) node: Node,
    pub(crate) children: Children,
}

impl Document {
    pub fn new(schema: Arc<Schema>) -> Self {
        Self { schema, seq: 0, entries: HashMap::new(), top: Children::new(), referrers: HashMap::new() }
    }

    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns the number of the last change applied.
    pub fn seq(&self) -> Seq {
        self.seq
    }

    /// Returns how many nodes there are, the root not counted.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn node(&self, id: &NodeId) -> Option<&Node> {
        self.entries.get(id).map(|entry| &entry.node)
    }

    /// Returns whether this is the root or a node of the document.
    pub fn has(&self, id: &NodeId) -> bool {
        id.is_root() || self.entries.contains_key(id)
    }

    /// Returns a node's kind; the root has one too.
    pub fn kind(&self, id: &NodeId) -> Option<&str> {
        if id.is_root() { Some(ROOT_KIND) } else { self.node(id).map(|node| &*node.kind) }
    }

    /// Returns a node's children in order.
    pub fn children<'a>(&'a self, parent: &NodeId) -> impl DoubleEndedIterator<Item = &'a Node> + use<'a> {
        self.child_map(parent).into_iter().flat_map(BTreeMap::values).filter_map(|id| self.node(id))
    }

    /// Returns every node, parents before their children and siblings in order.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.below(&NodeId::root())
    }

    /// Returns every node under `id`, itself left out, parents before their children.
    pub fn below<'a>(&'a self, id: &NodeId) -> impl Iterator<Item = &'a Node> + use<'a> {
        let mut stack: Vec<_> = self.child_map(id).map(BTreeMap::values).into_iter().collect();
        std::iter::from_fn(move || {
            loop {
                let Some(id) = stack.last_mut()?.next() else {
                    stack.pop();
                    continue;
                };
                let entry = self.entries.get(id)?;
                stack.push(entry.children.values());
                return Some(&entry.node);
            }
        })
    }

    /// Returns how far below the root a node is: 0 for the root itself.
    pub fn depth(&self, id: &NodeId) -> usize {
        self.ancestors(id).count()
    }

    /// Returns the node's parent, its parent's parent and so on, ending with the root.
    pub fn ancestors<'a>(&'a self, id: &'a NodeId) -> impl Iterator<Item = &'a NodeId> {
        std::iter::successors(Some(id), |id| self.node(id).map(|node| &node.parent)).skip(1).take(MAX_DEPTH + 1)
    }

    /// Returns which props of which nodes name this one.
    pub fn referrers<'a>(&'a self, id: &NodeId) -> impl Iterator<Item = (&'a NodeId, &'a str)> + use<'a> {
        self.referrers.get(id).into_iter().flatten().map(|(node, prop)| (node, prop.as_str()))
    }

    pub(crate) fn child_map(&self, parent: &NodeId) -> Option<&Children> {
        if parent.is_root() { Some(&self.top) } else { self.entries.get(parent).map(|entry| &entry.children) }
    }

    pub(crate) fn child_map_mut(&mut self, parent: &NodeId) -> Option<&mut Children> {
        if parent.is_root() {
            Some(&mut self.top)
        } else {
            self.entries.get_mut(parent).map(|entry| &mut entry.children)
        }
    }

    /// Returns how many levels a node's subtree has: 1 for a leaf.
    pub(crate) fn height(&self, id: &NodeId) -> usize {
        let mut height = 0;
        let mut level = vec![id];
        while !level.is_empty() {
            height += 1;
            level = level.into_iter().filter_map(|id| self.child_map(id)).flat_map(BTreeMap::values).collect();
        }
        height
    }
}

/// Two documents are equal when they have the same `seq`, nodes and stamps.
impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        self.seq == other.seq && self.len() == other.len() && self.nodes().eq(other.nodes())
    }
}

/// Writes the tree the way a person would draw it.
impl fmt::Debug for Document {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "seq {}", self.seq)?;
        for node in self.nodes() {
            let indent = "  ".repeat(self.depth(&node.id));
            let props = serde_json::Value::Object(node.props.clone());
            writeln!(formatter, "{indent}{} {} @{} {props}", node.kind, node.id, node.order)?;
        }
        Ok(())
    }
}
