//! Messages as they go out: JSON text, made once and shared by all who get it.

use bytes::Bytes;
use engine::{BoardId, ChangeId, Document, Node, Rejection, Seq};
use serde::Serialize;
use serde_json::json;

use crate::error::RoomError;

/// One message of JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(Bytes);

impl Frame {
    /// Makes a frame of any message. A message that cannot be written is a fault of ours and becomes an error message.
    pub fn of(message: &impl Serialize) -> Self {
        let text = serde_json::to_vec(message);
        Self(text.unwrap_or_else(|_| br#"{"type":"error","message":"internal error"}"#.to_vec()).into())
    }

    /// Makes a frame of what is JSON already.
    pub fn text(json: String) -> Self {
        Self(json.into())
    }

    pub fn as_bytes(&self) -> &Bytes {
        &self.0
    }

    pub fn into_bytes(self) -> Bytes {
        self.0
    }

    pub(crate) fn changes<'a>(board: BoardId, bodies: impl Iterator<Item = &'a str>) -> Self {
        let mut text = format!(r#"{{"type":"changes","board":"{board}","changes":["#);
        for (index, body) in bodies.enumerate() {
            if index > 0 {
                text.push(',');
            }
            text.push_str(body);
        }
        text.push_str("]}");
        Self(text.into())
    }

    pub(crate) fn snapshot(board: BoardId, kind: &str, seq: Seq, nodes: &str) -> Self {
        let text = format!(r#"{{"type":"snapshot","board":"{board}","kind":"{kind}","seq":{seq},"nodes":{nodes}}}"#);
        Self(text.into())
    }

    pub(crate) fn ack(board: BoardId, id: &ChangeId, seq: Seq) -> Self {
        // Ids are plain characters by construction, so they need no escaping.
        Self(format!(r#"{{"type":"ack","board":"{board}","id":"{id}","seq":{seq}}}"#).into())
    }

    pub(crate) fn reject(board: BoardId, id: &ChangeId, error: &RoomError) -> Self {
        let mut message = json!({ "type": "reject", "board": board, "id": id, "reason": error.to_string() });
        message["code"] = json!(error.code());
        message["retry"] = json!(error.is_passing());
        if let RoomError::Rejected(Rejection { conflict: Some(conflict), .. }) = error {
            message["conflict"] = json!(conflict);
        }
        Self::of(&message)
    }

    pub(crate) fn resync(board: BoardId) -> Self {
        Self(format!(r#"{{"type":"resync","board":"{board}"}}"#).into())
    }
}

/// Writes a document's nodes as a JSON array, parents before their children.
pub(crate) fn nodes_json(document: &Document) -> String {
    let views: Vec<NodeView<'_>> = document.nodes().map(NodeView::of).collect();
    serde_json::to_string(&views).unwrap_or_else(|_| "[]".to_owned())
}

#[derive(Serialize)]
struct NodeView<'a> {
    id: &'a str,
    kind: &'a str,
    parent: &'a str,
    order: &'a str,
    props: &'a engine::Props,
    /// Who last touched the node, and by which change.
    touched: Touched<'a>,
}

#[derive(Serialize)]
struct Touched<'a> {
    seq: Seq,
    by: &'a engine::Author,
}

impl<'a> NodeView<'a> {
    fn of(node: &'a Node) -> Self {
        let touched = node.stamps.touched();
        Self {
            id: node.id.as_str(),
            kind: &node.kind,
            parent: node.parent.as_str(),
            order: node.order.as_str(),
            props: &node.props,
            touched: Touched { seq: touched.seq, by: &touched.author },
        }
    }
}
