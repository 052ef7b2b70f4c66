//! The table of operations. Each file holds the operations of one subject and the wire types only they speak.

mod agents;
mod auth;
mod board_contents;
mod board_files;
pub mod board_tools;
pub mod boards;
mod card_diff;
mod card_git;
mod cards;
mod conversations;
mod devices;
mod folders;
mod inbox;
mod invites;
mod mcp_servers;
mod me;
mod members;
mod openapi;
mod project_rules;
pub mod projects;
mod sample_project;
pub mod session_commands;
mod session_log;
mod session_search;
pub mod sessions;
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
        sample_project::operations(),
        project_rules::operations(),
        members::operations(),
        boards::operations(),
        board_contents::operations(),
        board_tools::operations(),
        board_files::operations(),
        cards::operations(),
        card_diff::operations(),
        card_git::operations(),
        agents::operations(),
        sessions::operations(),
        session_log::operations(),
        session_search::operations(),
        conversations::operations(),
        session_commands::operations(),
        inbox::operations(),
        mcp_servers::operations(),
        folders::operations(),
        openapi::operations(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
