//! Column automation: every state with every event, and what must hold whatever happens.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod always;
mod lives;
mod table;
mod words;
