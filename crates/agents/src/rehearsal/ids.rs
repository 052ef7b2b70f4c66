//! Ids without a clock: what a conversation says is told apart by its turn and its place in that turn.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use uuid::{Builder, Uuid};

/// Bits of a turn's number that are used; above them is the part of a UUID that tells its kind.
const TURN_MASK: u64 = (1 << 30) - 1;

/// Mints ids that do not repeat in one conversation, also when it is taken up again.
pub struct Ids {
    conversation: Uuid,
    turn: u64,
    last: u32,
}

impl Ids {
    pub fn new(conversation: Uuid) -> Self {
        Self { conversation, turn: 0, last: 0 }
    }

    pub fn begin_turn(&mut self, turn: u64) {
        self.turn = turn;
        self.last = 0;
    }

    pub fn next(&mut self) -> Uuid {
        self.last = self.last.wrapping_add(1);
        let place = (self.turn & TURN_MASK) << 32 | u64::from(self.last);
        Uuid::from_u128(self.conversation.as_u128() ^ u128::from(place))
    }

    /// Returns an id with a prefix, as messages and calls of tools have it.
    pub fn named(&mut self, prefix: &str) -> String {
        format!("{prefix}_{}", self.next().simple())
    }
}

/// Mints the id of a conversation that was given none. It need not be a secret.
pub fn conversation() -> Uuid {
    let half = || RandomState::new().build_hasher().finish();
    let bits = u128::from(half()) << 64 | u128::from(half());
    Builder::from_random_bytes(bits.to_be_bytes()).into_uuid()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ids_do_not_repeat_over_turns() {
        let mut ids = Ids::new(conversation());
        let mut seen = BTreeSet::new();
        for turn in 0..20 {
            ids.begin_turn(turn);
            seen.extend((0..20).map(|_| ids.next()));
        }
        assert_eq!(seen.len(), 400);
        assert!(seen.iter().all(|id| id.get_version_num() == 4));
    }
}
