//! What can be done to a document: `OpRequest` is what somebody asks for, `Op` what the log says happened.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::change::Seq;
use crate::id::NodeId;
use crate::order::OrderKey;

/// The props of a node, or a patch of them in which `null` removes.
pub type Props = serde_json::Map<String, Value>;

/// One step of the log. It says the whole effect, so a reader needs no schema to follow it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Op {
    Create { id: NodeId, kind: String, parent: NodeId, order: OrderKey, props: Props },
    Update { id: NodeId, props: Props },
    Move { id: NodeId, parent: NodeId, order: OrderKey },
    Delete { id: NodeId },
}

/// One step somebody asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum OpRequest {
    Create {
        id: NodeId,
        kind: String,
        #[serde(default = "NodeId::root")]
        parent: NodeId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<OrderKey>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<NodeId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<NodeId>,
        #[serde(default)]
        props: Props,
    },
    Update {
        id: NodeId,
        props: Props,
        /// The `seq` the edited texts were read at; with it a concurrent edit of the same text is merged, not overwritten.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from_seq: Option<Seq>,
    },
    Move {
        id: NodeId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parent: Option<NodeId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<OrderKey>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<NodeId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<NodeId>,
    },
    Delete {
        id: NodeId,
    },
}

/// Where among its siblings a node should go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceRequest {
    Last,
    At(OrderKey),
    Before(NodeId),
    After(NodeId),
}

impl OpRequest {
    /// Returns the node this op is about.
    pub fn node(&self) -> &NodeId {
        match self {
            Self::Create { id, .. } | Self::Update { id, .. } | Self::Move { id, .. } | Self::Delete { id } => id,
        }
    }
}
