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
    /// Where the name of the field that is being written is.
    name: Option<Range<usize>>,
    value: FieldValue,
    /// Where whole fields are.
    fields: Vec<Range<usize>>,
    /// Where the operations begin and their last whole item ends, while they are being written.
    items: Option<Range<usize>>,
    /// Whether something stands behind that item that may become another.
    has_more: bool,
    /// How many whole items there are.
    count: usize,
}

/// The value of the field that is being written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum FieldValue {
    #[default]
    ToCome,
    /// It has begun, and is that of the operations or another one.
    Operations,
    Other,
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
            (Quoted::Outside, b'"') => {
                self.has_more |= self.depth > 1;
                Quoted::Inside(at)
            }
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
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                self.broken |= self.depth == 0;
                self.has_more |= self.depth > 1;
            }
        }
    }

    fn open(&mut self, at: usize, byte: u8) {
        let is_first = self.depth == 0;
        self.has_more |= self.depth > 1;
        self.broken |= is_first && (byte != b'{' || !self.text[..at].trim().is_empty());
        if self.depth == 1 && byte == b'[' && self.value == FieldValue::Operations {
            self.items = Some(at + 1..at + 1);
            (self.has_more, self.count) = (false, 0);
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
        self.broken |= self.name.is_none() || self.value != FieldValue::ToCome;
        // The name is read once, whatever follows it.
        self.value = if self.names_operations() { FieldValue::Operations } else { FieldValue::Other };
    }

    /// Ends a field, if there is one: an empty object has none.
    fn end_field(&mut self, at: usize) {
        let (name, value) = (self.name.take(), std::mem::take(&mut self.value));
        self.broken |= name.is_some() != (value != FieldValue::ToCome);
        if let Some(name) = name {
            // Whole, the operations are a field like all others.
            self.items = None;
            self.fields.push(name.start..at);
        }
    }

    fn end_item(&mut self, at: usize) {
        let Some(items) = &mut self.items else { return };
        if std::mem::take(&mut self.has_more) {
            items.end = at;
            self.count += 1;
        }
    }

    fn names_operations(&self) -> bool {
        let name = self.name.as_ref().map(|name| &self.text[name.clone()]);
        name.is_some_and(|name| serde_json::from_str::<String>(name).is_ok_and(|name| name == OPERATIONS))
    }
}
