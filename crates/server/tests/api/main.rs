//! The whole API through its real router, with a store in memory and a clock that moves only when told to.

#[cfg(test)]
mod accounts;
#[cfg(test)]
mod authorisation;
#[cfg(test)]
mod board_files;
#[cfg(test)]
mod boards;
#[cfg(test)]
mod devices;
#[cfg(test)]
mod folders;
#[cfg(test)]
mod guard;
#[cfg(test)]
mod health;
mod history;
#[cfg(test)]
mod inbox;
#[cfg(test)]
mod logs;
#[cfg(test)]
mod mcp;
#[cfg(test)]
mod mcp_servers;
#[cfg(test)]
mod openapi;
#[cfg(test)]
mod problems;
#[cfg(test)]
mod projects;
#[cfg(test)]
mod rates;
#[cfg(test)]
mod revocations;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod support;
#[cfg(test)]
mod tokens;
#[cfg(test)]
mod ui;
