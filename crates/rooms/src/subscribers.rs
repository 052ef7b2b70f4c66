//! Who watches a board.

use std::collections::BTreeMap;

use engine::BoardId;

use crate::command::{Peer, PeerId};
use crate::frame::Frame;
use crate::outbox::Outbox;

/// The watchers of one board. When the room goes, for whatever reason, each is told to open it again.
pub(crate) struct Subscribers {
    board: BoardId,
    // In order, so that a simulation replays.
    peers: BTreeMap<PeerId, (Peer, Outbox)>,
}

impl Subscribers {
    pub(crate) fn new(board: BoardId) -> Self {
        Self { board, peers: BTreeMap::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.peers.is_empty()
    }

    pub(crate) fn get(&self, peer: PeerId) -> Option<&Peer> {
        self.peers.get(&peer).map(|(peer, _)| peer)
    }

    pub(crate) fn insert(&mut self, peer: Peer, outbox: Outbox) {
        metrics::gauge!("tandem_subscribers").increment(1.0);
        if self.peers.insert(peer.peer, (peer, outbox)).is_some() {
            metrics::gauge!("tandem_subscribers").decrement(1.0);
        }
    }

    pub(crate) fn remove(&mut self, peer: PeerId) -> bool {
        let removed = self.peers.remove(&peer).is_some();
        if removed {
            metrics::gauge!("tandem_subscribers").decrement(1.0);
        }
        removed
    }

    /// Removes those whose outbox is closed and returns them.
    pub(crate) fn remove_closed(&mut self) -> Vec<PeerId> {
        let closed = self.peers.iter().filter(|(_, (_, outbox))| outbox.is_closed());
        let closed: Vec<PeerId> = closed.map(|(peer, _)| *peer).collect();
        for peer in &closed {
            self.remove(*peer);
        }
        closed
    }

    /// Sends a frame to all; whoever is too far behind is cut off and told to open the board again.
    ///
    /// Returns those cut off.
    pub(crate) fn broadcast(&mut self, frame: &Frame) -> Vec<PeerId> {
        let slow: Vec<PeerId> = self
            .peers
            .iter()
            .filter(|(_, (_, outbox))| outbox.push(frame.clone()).is_err())
            .map(|(peer, _)| *peer)
            .collect();
        for peer in &slow {
            metrics::counter!("tandem_slow_readers_total").increment(1);
            if let Some((_, outbox)) = self.peers.get(peer) {
                outbox.push_always(Frame::resync(self.board));
            }
            self.remove(*peer);
        }
        slow
    }

    /// Sends a frame that may be lost to all who have room for it.
    pub(crate) fn whisper(&self, frame: &Frame) {
        for (_, outbox) in self.peers.values() {
            // Presence is worth nothing to a reader who is behind.
            outbox.push_if_roomy(frame.clone()).unwrap_or_default();
        }
    }
}

impl Drop for Subscribers {
    fn drop(&mut self) {
        for (_, outbox) in self.peers.values() {
            outbox.push_always(Frame::resync(self.board));
        }
        #[expect(clippy::cast_precision_loss, reason = "a count of sockets")]
        metrics::gauge!("tandem_subscribers").decrement(self.peers.len() as f64);
    }
}
