//! Ways of connectors: what they promise, and the golden vectors that the browser's router has to match.

#![expect(clippy::float_cmp, reason = "the way of a connector is the same to the last bit, or it is another")]

mod crossing;
mod golden;
mod labels;
mod promises;
mod touches;
