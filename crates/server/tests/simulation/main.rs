//! Seeded plans of clients that edit, undo, drop, reconnect and resend while the server restarts and its disk fails.
//!
//! Everything runs in one thread with paused time, so that a seed is a plan and a plan is a trace. A plan that fails is
//! printed with its seed; `TANDEM_SIM_SEED=7 cargo test -p server --test simulation` runs that one again, and
//! `TANDEM_SIM_SEEDS=5000` runs more of them than usual.

#[cfg(test)]
mod check;
#[cfg(test)]
mod client;
#[cfg(test)]
mod clock;
#[cfg(test)]
mod dice;
#[cfg(test)]
mod disk;
#[cfg(test)]
mod edit;
#[cfg(test)]
mod kept;
#[cfg(test)]
mod network;
#[cfg(test)]
mod pass_sessions;
#[cfg(test)]
mod pass_through;
#[cfg(test)]
mod people;
#[cfg(test)]
mod plan;
#[cfg(test)]
mod replica;
#[cfg(test)]
mod run;
#[cfg(test)]
mod running;
#[cfg(test)]
mod seeds;
#[cfg(test)]
mod shrink;
#[cfg(test)]
mod trace;
#[cfg(test)]
mod tree;
