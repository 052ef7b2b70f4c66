//! The rules of `SPEC.md`, each held by tests that carry its number, over connections in memory and paused time.

#[cfg(test)]
mod boards;
#[cfg(test)]
mod changes;
#[cfg(test)]
mod ghosts;
#[cfg(test)]
mod joining;
#[cfg(test)]
mod presence;
#[cfg(test)]
mod rights;
#[cfg(test)]
mod staying;
#[cfg(test)]
mod support;

#[cfg(test)]
#[path = "../simulation/clock.rs"]
mod clock;
#[cfg(test)]
#[path = "../simulation/dice.rs"]
#[expect(dead_code, reason = "the simulation rolls more kinds of dice")]
mod dice;
#[cfg(test)]
#[path = "../simulation/disk.rs"]
#[expect(dead_code, reason = "the simulation breaks the disk in more ways")]
mod disk;
#[cfg(test)]
#[path = "../simulation/network.rs"]
mod network;
#[cfg(test)]
#[path = "../simulation/pass_sessions.rs"]
mod pass_sessions;
#[cfg(test)]
#[path = "../simulation/pass_through.rs"]
mod pass_through;
#[cfg(test)]
#[path = "../simulation/people.rs"]
#[expect(dead_code, reason = "the simulation gives its clients to people")]
mod people;
#[cfg(test)]
#[path = "../simulation/running.rs"]
#[expect(dead_code, reason = "the simulation also cuts the power")]
mod running;
