//! A memory of advances between characters of ASCII.
//!
//! In this font a character's advance depends on its follower alone, unless the two are part of a ligature. So most words
//! need no shaping. An entry is worked out when it is first needed; whoever comes at the same time writes the same.

use std::sync::atomic::{AtomicU16, Ordering};

const FIRST: u8 = b' ';
const COUNT: usize = (b'~' - FIRST) as usize + 1;
/// A row has one place more, for a character that nothing follows.
const ROW: usize = COUNT + 1;

/// Entries that are no advance. Advances are in font units and below 2,000, so they are far from these.
const UNKNOWN: u16 = u16::MAX;
const LIGATURE: u16 = u16::MAX - 1;

pub struct Pairs(Box<[AtomicU16]>);

impl Pairs {
    pub fn new() -> Self {
        Self((0..COUNT * ROW).map(|_| AtomicU16::new(UNKNOWN)).collect())
    }

    /// Returns the advance of `character` before `follower`, or nothing if it has to be shaped. `shape` gives the advances
    /// of the glyphs of a text.
    pub fn advance(&self, character: u8, follower: Option<u8>, shape: impl FnOnce(&str) -> Vec<i32>) -> Option<u16> {
        let place = |byte: u8| byte.checked_sub(FIRST).map(usize::from).filter(|&place| place < COUNT);
        let column = follower.map_or(Some(COUNT), place)?;
        let entry = &self.0[place(character)? * ROW + column];
        let mut known = entry.load(Ordering::Relaxed);
        if known == UNKNOWN {
            let text: String = [Some(character), follower].into_iter().flatten().map(char::from).collect();
            let advances = shape(&text);
            known = match advances.first() {
                Some(&advance) if advances.len() == text.len() => u16::try_from(advance).unwrap_or(LIGATURE),
                _ => LIGATURE,
            };
            entry.store(known, Ordering::Relaxed);
        }
        (known != LIGATURE).then_some(known)
    }
}
