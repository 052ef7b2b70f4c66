//! Whiteboards, through their tools.

mod batch;
mod board;
mod drafts;
mod shape;
