//! The rules of `SPEC.md`, each held by tests that carry its number.

mod closing;
mod failure;
mod merging;
mod model;
mod order;
mod outbox;
mod presence;
mod resend;
mod slow;
mod snapshots;
mod subscribe;
mod support;
mod tools;
mod undo;
mod writers;
