//! The CLI's arguments.

use std::ffi::OsString;
use std::path::Path;

use super::say::{OUR_SERVER, our_tool, permission_mode};
use crate::agent::{Conversation, Launch, Mode, Trust};
use crate::toolbox::REPORT_REVIEW;

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
    // The others are asked about while one reviews, and there it is decided which of them only read.
    let unasked = match launch.mode {
        Mode::Review => our_tool(REPORT_REVIEW),
        Mode::Plan | Mode::Code | Mode::Chat => format!("mcp__{OUR_SERVER}"),
    };
    add("--allowedTools", unasked.into());
    // What the folder says may run programs, so it counts only when its owner has said that it is trusted.
    let sources = match launch.trust {
        Trust::Untrusted => "user",
        Trust::Trusted => "user,project,local",
    };
    add("--setting-sources", sources.into());
    match conversation {
        Conversation::New(id) => add("--session-id", id.to_string().into()),
        Conversation::Resume(id) => add("--resume", id.to_string().into()),
        Conversation::Fork { from, to, at } => {
            add("--resume", from.to_string().into());
            add("--session-id", to.to_string().into());
            if let Some(point) = at {
                add("--resume-session-at", point.0.to_string().into());
            }
            arguments.push("--fork-session".into());
        }
    }
    if let Some(model) = &launch.model {
        // In one word, so that a name is never taken for a flag.
        arguments.push(format!("--model={model}").into());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use async_trait::async_trait;
    use expect_test::{Expect, expect};
    use serde_json::Value;

    use super::*;
    use crate::agent::{ConversationId, McpServer, McpTransport, Point};
    use crate::event::ToolId;
    use crate::toolbox::{ToolAnswer, ToolSpec, Toolbox};

    struct Nothing;

    #[async_trait]
    impl Toolbox for Nothing {
        fn tools(&self) -> Vec<ToolSpec> {
            Vec::new()
        }

        async fn call(&self, _: Option<&ToolId>, _: &str, _: Value) -> ToolAnswer {
            ToolAnswer { text: String::new(), is_error: true }
        }
    }

    fn id(last: u128) -> ConversationId {
        ConversationId(uuid::Uuid::from_u128(last))
    }

    fn launch() -> Launch {
        let headers = [("Authorization".to_owned(), "a-secret".to_owned())].into();
        let transport = McpTransport::Http { url: "http://127.0.0.1/a-secret".to_owned(), headers };
        Launch {
            marker: "marker".to_owned(),
            folder: "/srv/app".into(),
            conversation: Conversation::New(id(1)),
            mode: Mode::Plan,
            model: None,
            instructions: Some("a-secret".to_owned()),
            trust: Trust::Untrusted,
            servers: vec![McpServer { name: "wiki".to_owned(), transport }],
            recap: None,
            spent_usd: 0.0,
            toolbox: Arc::new(Nothing),
        }
    }

    #[track_caller]
    fn check(launch: &Launch, expected: &Expect) {
        let arguments = arguments(launch, launch.conversation, Path::new("/tmp/servers.json"));
        let lines: Vec<&str> = arguments.iter().map(|argument| argument.to_str().unwrap()).collect();
        expected.assert_eq(&lines.join(" ").replace(" --", "\n--"));
        assert!(!lines.iter().any(|line| line.contains("a-secret")), "everybody on the machine can read arguments");
    }

    #[test]
    fn a_new_conversation_in_a_folder_nobody_trusts() {
        check(
            &launch(),
            &expect![[r#"
            -p
            --input-format stream-json
            --output-format stream-json
            --verbose
            --include-partial-messages
            --permission-prompt-tool stdio
            --permission-mode plan
            --settings {"useAutoModeDuringPlan":false}
            --strict-mcp-config
            --mcp-config /tmp/servers.json
            --allowedTools mcp__tandem
            --setting-sources user
            --session-id 00000000-0000-0000-0000-000000000001"#]],
        );
    }

    #[test]
    fn a_conversation_goes_on_in_a_folder_that_is_trusted() {
        let (conversation, trust) = (Conversation::Resume(id(1)), Trust::Trusted);
        check(
            &Launch { conversation, trust, mode: Mode::Code, ..launch() },
            &expect![[r#"
            -p
            --input-format stream-json
            --output-format stream-json
            --verbose
            --include-partial-messages
            --permission-prompt-tool stdio
            --permission-mode acceptEdits
            --settings {"useAutoModeDuringPlan":false}
            --strict-mcp-config
            --mcp-config /tmp/servers.json
            --allowedTools mcp__tandem
            --setting-sources user,project,local
            --resume 00000000-0000-0000-0000-000000000001"#]],
        );
    }

    #[test]
    fn a_fork_with_a_model_that_looks_like_a_flag() {
        let conversation = Conversation::Fork { from: id(1), to: id(2), at: Some(Point(uuid::Uuid::from_u128(3))) };
        let model = Some("--dangerously-skip-permissions".to_owned());
        check(
            &Launch { conversation, model, mode: Mode::Chat, ..launch() },
            &expect![[r#"
            -p
            --input-format stream-json
            --output-format stream-json
            --verbose
            --include-partial-messages
            --permission-prompt-tool stdio
            --permission-mode default
            --settings {"useAutoModeDuringPlan":false}
            --strict-mcp-config
            --mcp-config /tmp/servers.json
            --allowedTools mcp__tandem
            --setting-sources user
            --resume 00000000-0000-0000-0000-000000000001
            --session-id 00000000-0000-0000-0000-000000000002
            --resume-session-at 00000000-0000-0000-0000-000000000003
            --fork-session
            --model=--dangerously-skip-permissions"#]],
        );
    }
}
