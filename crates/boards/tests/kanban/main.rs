//! The kanban board: its tools as others see them, and what they do to a document.

#![expect(clippy::format_push_string, reason = "in a test a line of text need not be fast")]

#[cfg(test)]
mod any_input;
#[cfg(test)]
mod board;
#[cfg(test)]
mod cards;
#[cfg(test)]
mod columns;
#[cfg(test)]
mod naming;
#[cfg(test)]
mod shape;
