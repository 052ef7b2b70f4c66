//! The input of a batch while it is still being written: as much of it as can be read already.
//!
//! It comes in pieces of any size. A small scanner goes once over each byte and remembers where the last whole operation
//! ends; only then is anything parsed.

use std::ops::Range;

use serde_json::Value;

use super::batch::BatchOperations;
use crate::tool::Tool;

/// The tool whose input can be read before it is whole.
pub const TOOL: &str = BatchOperations::NAME;

/// The field whose items are read one by one.
const OPERATIONS: &str = "operations";

/// An input that is being written.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    text: String,
    /// Brackets that are open.
    depth: usize,
    quoted: Quoted,
    /// Whether it cannot become an object any more.
    broken: bool,
    /// Where the name of the field that is being written is, and whether its value has begun.
    name: Option<Range<usize>>,
    has_value: bool,
    /// Where whole fields are.
    fields: Vec<Range<usize>>,
    /// Where the operations begin and their last whole item ends, while they are being written.
    items: Option<Range<usize>>,
    /// How many whole items there are.
    count: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Quoted {
    #[default]
    Outside,
    /// In a string that begins there.
    Inside(usize),
    /// In such a string, after a backslash.
    Escaped(usize),
}

impl Draft {
    /// Takes what was written next.
    pub fn push(&mut self, piece: &str) {
        let from = self.text.len();
        self.text.push_str(piece);
        for at in from..self.text.len() {
            if self.broken {
                return;
            }
            self.take(at, self.text.as_bytes()[at]);
        }
    }

    /// Returns how much of it can be read: it grows with every whole operation and every other whole field.
    pub fn progress(&self) -> usize {
        self.count + self.fields.len()
    }

    /// Returns whether there is a whole operation.
    pub fn has_operations(&self) -> bool {
        self.count > 0
    }

    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Returns the input as far as whole operations can be read, if there is at least one.
    pub fn input(&self) -> Option<Value> {
        if self.broken || self.count == 0 {
            return None;
        }
        let mut fields: Vec<&str> = self.fields.iter().map(|field| &self.text[field.clone()]).collect();
        let items = self.items.as_ref().map(|items| format!("\"{OPERATIONS}\":[{}]", &self.text[items.clone()]));
        fields.extend(items.as_deref());
        serde_json::from_str(&format!("{{{}}}", fields.join(","))).ok()
    }

    fn take(&mut self, at: usize, byte: u8) {
        self.quoted = match (self.quoted, byte) {
            (Quoted::Inside(begin), b'\\') => Quoted::Escaped(begin),
            (Quoted::Inside(begin), b'"') => {
                if self.depth == 1 && self.name.is_none() {
                    self.name = Some(begin..at + 1);
                }
                Quoted::Outside
            }
            (Quoted::Inside(begin) | Quoted::Escaped(begin), _) => Quoted::Inside(begin),
            (Quoted::Outside, b'"') => Quoted::Inside(at),
            (Quoted::Outside, _) => {
                self.take_mark(at, byte);
                Quoted::Outside
            }
        };
        // Nothing stands before the object.
        self.broken |= self.depth == 0 && self.quoted != Quoted::Outside;
    }

    fn take_mark(&mut self, at: usize, byte: u8) {
        match byte {
            b'{' | b'[' => self.open(at, byte),
            b'}' | b']' => self.close(at),
            b':' if self.depth == 1 => self.begin_value(),
            b',' if self.depth == 1 => self.end_field(at),
            // An item that is no object ends where the next one begins.
            b',' if self.depth == 2 => self.end_item(at),
            _ => self.broken |= self.depth == 0 && !byte.is_ascii_whitespace(),
        }
    }

    fn open(&mut self, at: usize, byte: u8) {
        let is_first = self.depth == 0;
        self.broken |= is_first && (byte != b'{' || !self.text[..at].trim().is_empty());
        if self.depth == 1 && byte == b'[' && self.names_operations() {
            self.items = Some(at + 1..at + 1);
            self.count = 0;
        }
        self.depth += 1;
    }

    fn close(&mut self, at: usize) {
        match self.depth {
            0 => self.broken = true,
            1 => self.end_field(at),
            2 => self.end_item(at),
            3 => self.end_item(at + 1),
            _ => {}
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn begin_value(&mut self) {
        self.broken |= self.name.is_none() || self.has_value;
        self.has_value = true;
    }

    /// Ends a field, if there is one: an empty object has none.
    fn end_field(&mut self, at: usize) {
        let (name, has_value) = (self.name.take(), std::mem::take(&mut self.has_value));
        self.broken |= name.is_some() != has_value;
        if let Some(name) = name {
            // Whole, the operations are a field like all others.
            self.items = None;
            self.fields.push(name.start..at);
        }
    }

    fn end_item(&mut self, at: usize) {
        let Some(items) = &mut self.items else { return };
        let is_new = self.text[items.end..at].bytes().any(|byte| byte != b',' && !byte.is_ascii_whitespace());
        if is_new {
            items.end = at;
            self.count += 1;
        }
    }

    fn names_operations(&self) -> bool {
        let name = self.name.as_ref().map(|name| &self.text[name.clone()]);
        name.is_some_and(|name| serde_json::from_str::<String>(name).is_ok_and(|name| name == OPERATIONS))
    }
}

/// Returns the input as far as whole operations can be read from the beginning of its JSON.
pub fn readable(prefix: &str) -> Option<Value> {
    let mut draft = Draft::default();
    draft.push(prefix);
    draft.input()
}
