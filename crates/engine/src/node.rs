//! A node and who touched it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::author::Author;
use crate::change::Seq;
use crate::id::NodeId;
use crate::op::Props;
use crate::order::OrderKey;

#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub id: NodeId,
    pub kind: Arc<str>,
    pub parent: NodeId,
    pub order: OrderKey,
    pub props: Props,
    pub stamps: Stamps,
}

/// Which change last wrote something, and whose it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    pub seq: Seq,
    pub author: Arc<Author>,
}

/// The last writer of each part of a node. A removed prop keeps its stamp: removing is writing too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamps {
    pub created: Stamp,
    pub placed: Stamp,
    pub props: BTreeMap<String, Stamp>,
}

impl Stamps {
    /// Returns the newest stamp: who last touched the node.
    pub fn touched(&self) -> &Stamp {
        let newest = if self.placed.seq > self.created.seq { &self.placed } else { &self.created };
        self.props.values().fold(newest, |newest, stamp| if stamp.seq > newest.seq { stamp } else { newest })
    }

    /// Returns every stamp of the node.
    pub fn all(&self) -> impl Iterator<Item = &Stamp> {
        [&self.created, &self.placed].into_iter().chain(self.props.values())
    }
}
