//! Checksums of what is stored, so that a flipped bit is noticed and never served.

use engine::{BoardId, SessionId};

/// The first eight bytes of a BLAKE3, in the form both databases can keep.
pub(crate) type Checksum = i64;

/// A change as it lies in the database, before anything in it is trusted.
pub(crate) struct ChangeParts<'a> {
    pub board: &'a BoardId,
    pub seq: i64,
    pub id: &'a [u8],
    pub author: &'a [u8],
    pub at: i64,
    pub body: &'a [u8],
}

/// An event as it lies in the database, before anything in it is trusted.
pub(crate) struct EventParts<'a> {
    pub session: &'a SessionId,
    pub n: i64,
    pub kind: &'a [u8],
    pub at: i64,
    pub data: &'a [u8],
}

impl ChangeParts<'_> {
    pub(crate) fn checksum(&self) -> Checksum {
        Sum::new(b"change", self.board.as_bytes())
            .number(self.seq)
            .bytes(self.id)
            .bytes(self.author)
            .number(self.at)
            .bytes(self.body)
            .finish()
    }
}

impl EventParts<'_> {
    pub(crate) fn checksum(&self) -> Checksum {
        Sum::new(b"event", self.session.as_bytes())
            .number(self.n)
            .bytes(self.kind)
            .number(self.at)
            .bytes(self.data)
            .finish()
    }
}

/// Ties a snapshot's hash to its place; the hash covers the bytes.
pub(crate) fn of_snapshot(board: &BoardId, seq: i64, hash: &[u8]) -> Checksum {
    Sum::new(b"snapshot", board.as_bytes()).number(seq).bytes(hash).finish()
}

/// Every part carries its length, so that no two different records hash the same text.
struct Sum(blake3::Hasher);

impl Sum {
    fn new(record: &[u8], owner: &[u8; 16]) -> Self {
        Self(blake3::Hasher::new()).bytes(record).bytes(owner)
    }

    fn number(mut self, number: i64) -> Self {
        self.0.update(&number.to_le_bytes());
        self
    }

    fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    fn finish(self) -> Checksum {
        let mut first = [0; 8];
        self.0.finalize_xof().fill(&mut first);
        i64::from_le_bytes(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts<'a>(board: &'a BoardId, id: &'a [u8], author: &'a [u8]) -> ChangeParts<'a> {
        ChangeParts { board, seq: 7, id, author, at: 1_700_000_000_000, body: b"{}" }
    }

    /// The number is on people's disks: it must never change.
    #[test]
    fn a_checksum_stays_what_it_was() {
        let board = BoardId::from_bytes([9; 16]);
        assert_eq!(parts(&board, b"c1", b"system").checksum(), 2_471_215_811_363_800_439);
    }

    #[test]
    fn moving_a_byte_between_fields_changes_the_checksum() {
        let board = BoardId::from_bytes([9; 16]);
        assert_ne!(parts(&board, b"ab", b"c").checksum(), parts(&board, b"a", b"bc").checksum());
    }
}
