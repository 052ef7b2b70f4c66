//! A place in the text of a flowchart.

use super::label::plain;
use crate::whiteboard::formats::error::FormatError;

pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes on if the text does so.
    pub fn take(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        self.at += if is_next { text.len() } else { 0 };
        is_next
    }

    /// Takes as many of these characters as there are.
    pub fn take_while(&mut self, is_wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|character| !is_wanted(character)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Takes everything before the first of these texts, and the text too. Says which one it was.
    pub fn take_until(&mut self, ends: &[&str]) -> Option<(&'a str, usize)> {
        let rest = self.rest();
        // Step by step: a line may be as long as the file and hold a label at every step.
        let mut line = rest.char_indices().take_while(|(_, character)| *character != '\n').map(|(at, _)| at);
        let is_at = |at: usize| ends.iter().position(|end| rest[at..].starts_with(end));
        let (at, which) = line.find_map(|at| Some((at, is_at(at)?)))?;
        self.at += at + ends[which].len();
        Some((&rest[..at], which))
    }

    /// Goes over spaces within a line.
    pub fn skip_spaces(&mut self) {
        self.take_while(|character| character != '\n' && character.is_whitespace());
    }

    pub fn skip_line(&mut self) {
        self.take_while(|character| character != '\n');
    }

    /// Reads a text between quotes, which may go over several lines.
    pub fn quoted(&mut self) -> Result<Option<String>, FormatError> {
        if self.peek() != Some('"') {
            return Ok(None);
        }
        let rest = &self.rest()[1..];
        let end = rest.find('"').ok_or_else(|| self.fault("this quote has no end"))?;
        self.at += end + 2;
        let inside = &rest[..end];
        // Backticks make it a text with emphasis, of which the words are kept.
        let inside = inside.strip_prefix('`').and_then(|inside| inside.strip_suffix('`')).unwrap_or(inside);
        Ok(Some(plain(inside)))
    }

    /// Says what is wrong here.
    pub fn fault(&self, message: impl Into<String>) -> FormatError {
        FormatError::line(self.text[..self.at].matches('\n').count() + 1, message)
    }
}
