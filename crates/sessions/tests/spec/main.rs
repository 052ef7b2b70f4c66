//! The rules of `SPEC.md`, each held by tests that carry its number.

#[cfg(test)]
mod asked;
#[cfg(test)]
mod asked_errors;
#[cfg(test)]
mod cards;
#[cfg(test)]
mod deaths;
#[cfg(test)]
mod disk;
#[cfg(test)]
mod events;
#[cfg(test)]
mod follow;
#[cfg(test)]
mod ghosts;
#[cfg(test)]
mod messages;
#[cfg(test)]
mod model;
#[cfg(test)]
mod processes;
#[cfg(test)]
mod queue;
#[cfg(test)]
mod restart;
#[cfg(test)]
mod settings;
#[cfg(test)]
mod stopping;
#[cfg(test)]
mod store_fails;
#[cfg(test)]
mod support;
#[cfg(test)]
mod toolbox;
