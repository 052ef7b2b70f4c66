//! Texts: where their lines end, and the boxes around them.

mod boxes;
mod golden;
mod lines;
