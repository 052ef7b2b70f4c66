//! The way of one connector around the boxes near it.

mod crossing;

pub use crossing::crossings;
