//! The rules of `SPEC.md`, each held by tests that carry its number.

#[cfg(test)]
mod closing;
#[cfg(test)]
mod failure;
#[cfg(test)]
mod ghosts;
#[cfg(test)]
mod merging;
#[cfg(test)]
mod model;
#[cfg(test)]
mod order;
#[cfg(test)]
mod outbox;
#[cfg(test)]
mod presence;
#[cfg(test)]
mod resend;
#[cfg(test)]
mod slow;
#[cfg(test)]
mod snapshots;
#[cfg(test)]
mod subscribe;
#[cfg(test)]
mod support;
#[cfg(test)]
mod tools;
#[cfg(test)]
mod undo;
#[cfg(test)]
mod writers;
