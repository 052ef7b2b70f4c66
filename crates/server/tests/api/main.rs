//! The whole API through its real router, with a store in memory and a clock that moves only when told to.

mod accounts;
mod authorisation;
mod boards;
mod devices;
mod folders;
mod guard;
mod health;
mod logs;
mod openapi;
mod problems;
mod projects;
mod rates;
mod revocations;
mod support;
mod tokens;
