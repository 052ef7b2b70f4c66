//! What a layered layout promises, for any graph and for some that everybody draws.

mod graphs;
mod large;
mod pictures;
mod promises;
