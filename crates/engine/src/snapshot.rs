//! A document as bytes, the same for the same document, with a hash.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::author::Author;
use crate::change::Seq;
use crate::document::Document;
use crate::id::NodeId;
use crate::node::{Node, Stamp, Stamps};
use crate::op::Props;
use crate::order::OrderKey;
use crate::schema::Schema;

const VERSION: u32 = 1;

/// A document written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    pub seq: Seq,
    pub bytes: Vec<u8>,
    /// blake3 of `bytes`.
    pub hash: [u8; 32],
}

#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    #[error("the snapshot's bytes are not those that were written")]
    Hash,
    #[error("the snapshot cannot be read")]
    Json(#[from] serde_json::Error),
    #[error("the snapshot has format {0}, newer than this program knows")]
    Version(u32),
    #[error("the snapshot's node {0} has no place in the tree")]
    Tree(NodeId),
}

impl Document {
    /// Writes the document down; equal documents give equal bytes.
    pub fn snapshot(&self) -> Result<Snapshot, SnapshotError> {
        let mut authors = Authors::default();
        let nodes = self.nodes().map(|node| NodeWritten::of(node, &mut authors)).collect();
        let bytes = serde_json::to_vec(&Written { v: VERSION, seq: self.seq, authors: &authors.list, nodes })?;
        let hash = *blake3::hash(&bytes).as_bytes();
        Ok(Snapshot { seq: self.seq, bytes, hash })
    }

    /// Reads a document back, checking the hash first.
    pub fn restore(schema: Arc<Schema>, bytes: &[u8], hash: [u8; 32]) -> Result<Self, SnapshotError> {
        if blake3::hash(bytes) != hash {
            return Err(SnapshotError::Hash);
        }
        let Record { v, seq, authors, nodes } = serde_json::from_slice(bytes)?;
        if v > VERSION {
            return Err(SnapshotError::Version(v));
        }
        let mut document = Self::new(schema);
        document.entries.reserve(nodes.len());
        let mut kinds: HashMap<String, Arc<str>> = HashMap::new();
        for record in nodes {
            let place = document.child_map(&record.parent).map(|children| children.contains_key(&record.order));
            if place != Some(false) || document.has(&record.id) {
                return Err(SnapshotError::Tree(record.id));
            }
            let kind = kinds.entry(record.kind.clone()).or_insert_with(|| record.kind.as_str().into()).clone();
            document.insert(record.into_node(kind, &authors)?);
        }
        document.seq = seq;
        Ok(document)
    }
}

/// The record as it is read.
#[derive(Deserialize)]
struct Record {
    v: u32,
    seq: Seq,
    authors: Vec<Arc<Author>>,
    nodes: Vec<NodeRecord>,
}

/// The same record as it is written, without a copy of the document.
#[derive(Serialize)]
struct Written<'a> {
    v: u32,
    seq: Seq,
    authors: &'a [Arc<Author>],
    nodes: Vec<NodeWritten<'a>>,
}

/// A stamp as a `seq` and an index into the authors.
type StampRecord = (Seq, usize);

#[derive(Deserialize)]
struct NodeRecord {
    id: NodeId,
    kind: String,
    parent: NodeId,
    order: OrderKey,
    props: Props,
    created: StampRecord,
    #[serde(default)]
    placed: Option<StampRecord>,
    #[serde(default)]
    written: BTreeMap<String, StampRecord>,
}

#[derive(Serialize)]
struct NodeWritten<'a> {
    id: &'a NodeId,
    kind: &'a str,
    parent: &'a NodeId,
    order: &'a OrderKey,
    props: &'a Props,
    created: StampRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    placed: Option<StampRecord>,
    /// Props written, or removed, since the node was created.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    written: BTreeMap<&'a str, StampRecord>,
}

impl<'a> NodeWritten<'a> {
    fn of(node: &'a Node, authors: &mut Authors) -> Self {
        let Stamps { created, placed, props } = &node.stamps;
        let is_later = |prop: &String, stamp: &Stamp| stamp != created || !node.props.contains_key(prop);
        Self {
            id: &node.id,
            kind: &node.kind,
            parent: &node.parent,
            order: &node.order,
            props: &node.props,
            created: authors.record(created),
            placed: (placed != created).then(|| authors.record(placed)),
            written: props
                .iter()
                .filter(|(prop, stamp)| is_later(prop, stamp))
                .map(|(prop, stamp)| (prop.as_str(), authors.record(stamp)))
                .collect(),
        }
    }
}

impl NodeRecord {
    fn into_node(self, kind: Arc<str>, authors: &[Arc<Author>]) -> Result<Node, SnapshotError> {
        let stamp = |(seq, author): StampRecord| {
            let author = authors.get(author).ok_or_else(|| SnapshotError::Tree(self.id.clone()))?;
            Ok::<_, SnapshotError>(Stamp { seq, author: Arc::clone(author) })
        };
        let created = stamp(self.created)?;
        let mut props: BTreeMap<_, _> = self.props.keys().map(|prop| (prop.clone(), created.clone())).collect();
        for (prop, record) in &self.written {
            props.insert(prop.clone(), stamp(*record)?);
        }
        let placed = self.placed.map_or_else(|| Ok(created.clone()), &stamp)?;
        let stamps = Stamps { created, placed, props };
        Ok(Node { id: self.id, kind, parent: self.parent, order: self.order, props: self.props, stamps })
    }
}

/// Each author once, in the order they are first met.
#[derive(Default)]
struct Authors {
    list: Vec<Arc<Author>>,
    index: HashMap<Arc<Author>, usize>,
}

impl Authors {
    fn record(&mut self, stamp: &Stamp) -> StampRecord {
        let index = *self.index.entry(Arc::clone(&stamp.author)).or_insert_with(|| {
            self.list.push(Arc::clone(&stamp.author));
            self.list.len() - 1
        });
        (stamp.seq, index)
    }
}
