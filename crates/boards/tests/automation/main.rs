//! Column automation: every state with every event, and what must hold whatever happens.

mod always;
mod lives;
mod table;
mod words;
