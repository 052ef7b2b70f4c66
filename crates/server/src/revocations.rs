//! The signal that somebody may no longer do what they may have been doing: open sockets listen to it.

use engine::{BoardId, UserId};
use store::{DeviceId, ProjectId, TokenId};
use tokio::sync::broadcast::{self, error::RecvError};

use crate::limits::REVOCATION_QUEUE;

/// What is no longer valid. It is sent after the store has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revocation {
    Device(DeviceId),
    Token(TokenId),
    /// All devices and tokens of a user.
    User(UserId),
    /// A user's role in a project changed or ended.
    Membership {
        project: ProjectId,
        user: UserId,
    },
    Project(ProjectId),
    Board(BoardId),
    /// The listener was too slow and missed some: everything must be checked again.
    RecheckAll,
}

pub struct Revocations {
    sender: broadcast::Sender<Revocation>,
}

impl Revocations {
    pub fn new() -> Self {
        Self { sender: broadcast::channel(REVOCATION_QUEUE).0 }
    }

    pub fn publish(&self, revocation: Revocation) {
        // Nobody listening is fine: then nothing is open that would have to close.
        self.sender.send(revocation).ok();
    }

    /// Subscribes from now on. Subscribe first and then check what may be done, or a revocation in between is missed.
    pub fn subscribe(&self) -> RevocationListener {
        RevocationListener { receiver: self.sender.subscribe() }
    }
}

impl Default for Revocations {
    fn default() -> Self {
        Self::new()
    }
}

pub struct RevocationListener {
    receiver: broadcast::Receiver<Revocation>,
}

impl RevocationListener {
    /// Returns the next revocation, or none when the server ends. Safe to cancel.
    pub async fn next(&mut self) -> Option<Revocation> {
        match self.receiver.recv().await {
            Ok(revocation) => Some(revocation),
            Err(RecvError::Lagged(_)) => Some(Revocation::RecheckAll),
            Err(RecvError::Closed) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_slow_listener_is_told_to_check_everything() {
        let revocations = Revocations::new();
        let mut listener = revocations.subscribe();
        let device = Revocation::Device(DeviceId::from_bytes([1; 16]));
        for _ in 0..=REVOCATION_QUEUE {
            revocations.publish(device);
        }
        assert_eq!(listener.next().await, Some(Revocation::RecheckAll));
        assert_eq!(listener.next().await, Some(device));
        drop(revocations);
    }
}
