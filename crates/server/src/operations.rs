//! The table of operations. Each file holds the operations of one subject and the wire types only they speak.

mod auth;
mod board_contents;
mod board_tools;
mod boards;
mod devices;
mod folders;
mod invites;
mod me;
mod members;
mod openapi;
mod projects;
mod setup;
mod tokens;

use crate::operation::Operation;

/// Returns every operation of the API.
pub fn all() -> Vec<Operation> {
    [
        setup::operations(),
        auth::operations(),
        me::operations(),
        devices::operations(),
        tokens::operations(),
        invites::operations(),
        projects::operations(),
        members::operations(),
        boards::operations(),
        board_contents::operations(),
        board_tools::operations(),
        folders::operations(),
        openapi::operations(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
