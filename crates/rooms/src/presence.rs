//! Who is where on a board: kept in memory, passed on a few times a second, never in the log.

use std::collections::{BTreeMap, BTreeSet};

use boards::View;
use engine::{BoardId, UserId};
use serde_json::{Value, json};

use crate::command::{Peer, PeerId};
use crate::frame::Frame;
use crate::subscribers::Subscribers;

#[derive(Default)]
pub(crate) struct Presence {
    states: BTreeMap<PeerId, (Peer, Value)>,
    changed: BTreeSet<PeerId>,
    left: BTreeMap<PeerId, Peer>,
}

impl Presence {
    pub(crate) fn set(&mut self, peer: &Peer, state: Value) {
        self.changed.insert(peer.peer);
        self.left.remove(&peer.peer);
        self.states.insert(peer.peer, (peer.clone(), state));
    }

    pub(crate) fn leave(&mut self, peer: PeerId) {
        self.changed.remove(&peer);
        if let Some((peer, _)) = self.states.remove(&peer) {
            self.left.insert(peer.peer, peer);
        }
    }

    /// Returns what somebody looks at; of several windows, the one they opened last.
    pub(crate) fn view(&self, user: UserId) -> View {
        let states = self.states.values().rev();
        let state = states.filter(|(peer, _)| peer.user == user).map(|(_, state)| View::of_presence(state));
        state.into_iter().find(|view| *view != View::default()).unwrap_or_default()
    }

    /// Returns whether there is something to pass on.
    pub(crate) fn is_fresh(&self) -> bool {
        !self.changed.is_empty() || !self.left.is_empty()
    }

    /// Passes on what is new since the last time.
    pub(crate) fn pass_on(&mut self, board: BoardId, subscribers: &Subscribers) {
        let changed = std::mem::take(&mut self.changed);
        let left = std::mem::take(&mut self.left);
        let here = changed.iter().filter_map(|peer| self.states.get(peer)).map(|(peer, state)| entry(peer, state));
        let gone = left.values().map(|peer| entry(peer, &Value::Null));
        subscribers.whisper(&frame(board, &here.chain(gone).collect::<Vec<_>>()));
    }

    /// Returns everybody's state, for somebody who has just come; `None` when nobody has said anything.
    pub(crate) fn all(&self, board: BoardId) -> Option<Frame> {
        let peers: Vec<Value> = self.states.values().map(|(peer, state)| entry(peer, state)).collect();
        (!peers.is_empty()).then(|| frame(board, &peers))
    }
}

fn entry(peer: &Peer, state: &Value) -> Value {
    json!({ "peer": peer.peer, "user": { "id": peer.user, "name": peer.name }, "state": state })
}

fn frame(board: BoardId, peers: &[Value]) -> Frame {
    Frame::of(&json!({ "type": "presence", "board": board, "peers": peers }))
}
