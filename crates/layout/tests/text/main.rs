//! Texts: where their lines end, and the boxes around them.

#![expect(clippy::float_cmp, reason = "the numbers that are compared are whole and come out exactly")]

mod boxes;
mod golden;
mod lines;
