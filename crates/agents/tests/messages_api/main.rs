//! The agent against a model that says what a test has written down.

#[cfg(test)]
mod canned;
#[cfg(test)]
mod commands;
#[cfg(test)]
mod questions;
#[cfg(test)]
mod resume;
#[cfg(test)]
mod stage;
#[cfg(test)]
mod tools;
#[cfg(test)]
mod trouble;
#[cfg(test)]
mod turns;
