//! The CLI's arguments.

use std::ffi::OsString;
use std::path::Path;

use super::say::{OUR_SERVER, permission_mode};
use crate::agent::{Conversation, Launch, Trust};

/// Keeps commands while planning from being judged by a service instead of by us.
const SETTINGS: &str = r#"{"useAutoModeDuringPlan":false}"#;

pub(super) fn arguments(launch: &Launch, conversation: Conversation, servers: &Path) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = [
        "-p",
        "--input-format",
        "stream-json",
        "--output-format",
        "stream-json",
        "--verbose",
        "--include-partial-messages",
        "--permission-prompt-tool",
        "stdio",
        "--permission-mode",
        permission_mode(launch.mode),
        "--settings",
        SETTINGS,
        "--strict-mcp-config",
    ]
    .map(OsString::from)
    .into();
    let mut add = |name: &str, value: OsString| arguments.extend([name.into(), value]);
    add("--mcp-config", servers.into());
    add("--allowedTools", format!("mcp__{OUR_SERVER}").into());
    // What the folder says may run programs, so it counts only when its owner has said that it is trusted.
    let sources = match launch.trust {
        Trust::Untrusted => "user",
        Trust::Trusted => "user,project,local",
    };
    add("--setting-sources", sources.into());
    if let Some(model) = &launch.model {
        add("--model", model.into());
    }
    match conversation {
        Conversation::New(id) => add("--session-id", id.to_string().into()),
        Conversation::Resume(id) => add("--resume", id.to_string().into()),
        Conversation::Fork { from, to } => {
            add("--resume", from.to_string().into());
            add("--session-id", to.to_string().into());
            arguments.push("--fork-session".into());
        }
    }
    arguments
}
