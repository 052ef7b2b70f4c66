//! Tools: those of the CLI, ours, and those of servers.

use agents::{Event, FileDiff, Hunk, Launch, McpServer, McpTransport, Mode, Origin, TaskState};
use serde_json::json;
use testkit::model_api::{Script, Turn};

use crate::stage::{Stage, is_permission, marked, said};

#[tokio::test]
async fn a_file_is_edited_and_the_diff_says_how() {
    let stage = Stage::new(Script::new()).await;
    std::fs::write(stage.file("a.txt"), "one\ntwo\n").unwrap();
    let edit = json!({ "file_path": stage.file("a.txt"), "old_string": "two", "new_string": "2" });
    let write = json!({ "file_path": stage.file("b.txt"), "content": "new\n" });
    let turns = [
        Turn::tool("Read", json!({ "file_path": stage.file("a.txt") })),
        Turn::tool("Edit", edit),
        Turn::tool("Write", write),
        Turn::text("Done."),
    ];
    stage.api.set_script(Script::new().scene("edit", turns));
    let mut live = stage.start(stage.launch(Mode::Code)).await;
    live.say("[[edit]]").await;
    let turn = live.turn().await;
    assert!(!turn.iter().any(is_permission), "{turn:#?}");
    let diffs: Vec<FileDiff> = turn
        .iter()
        .filter_map(|event| match event {
            Event::ToolEnded { diff, is_error: false, .. } => diff.clone(),
            _ => None,
        })
        .collect();
    let path = |name: &str| stage.file(name).to_str().unwrap().to_owned();
    let lines = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect();
    let edited = Hunk { old_start: 1, new_start: 1, lines: lines(&[" one", "-two", "+2"]) };
    let created = Hunk { old_start: 0, new_start: 1, lines: lines(&["+new"]) };
    let expected = [
        FileDiff { path: path("a.txt"), hunks: vec![edited], created: false },
        FileDiff { path: path("b.txt"), hunks: vec![created], created: true },
    ];
    assert_eq!(diffs, expected);
    assert_eq!(std::fs::read_to_string(stage.file("a.txt")).unwrap(), "one\n2\n");
    assert_eq!(std::fs::read_to_string(stage.file("b.txt")).unwrap(), "new\n");
    live.stop().await;
}

#[tokio::test]
async fn our_own_tool_is_called_without_asking() {
    let turns = [Turn::tool("mcp__tandem__note", json!({ "text": "hi" })), Turn::text("Done.")];
    let stage = Stage::new(Script::new().scene("note", turns)).await;
    // While planning a tool that changes something is refused, ours too.
    for mode in [Mode::Chat, Mode::Plan] {
        let mut live = stage.start(stage.launch(mode)).await;
        live.say("[[note]]").await;
        let turn = live.turn().await;
        assert!(!turn.iter().any(is_permission), "{turn:#?}");
        assert_eq!(said(&turn), "Done.");
        live.stop().await;
    }
    assert_eq!(*stage.toolbox.noted.lock().unwrap(), [json!({ "text": "hi" })]);
    assert_eq!(stage.told("note/1").await, r#"note took {"text":"hi"}"#);
    let request = stage.api.wait_for_request(|request| request.scene == "note/0").await;
    assert!(request.tool_names().contains(&"mcp__tandem__note"), "{:?}", request.tool_names());
}

#[tokio::test]
async fn a_subagent_is_under_the_call_that_started_it() {
    let agent = json!({ "description": "Count", "prompt": "Count them [[child]]", "subagent_type": "general-purpose", "run_in_background": false });
    let script = Script::new().scene("parent", [Turn::tool("Agent", agent), Turn::text("It counted.")]).scene(
        "child",
        [Turn::tool("Bash", json!({ "command": "ls", "description": "List" })), Turn::text("There are 3.")],
    );
    let stage = Stage::new(script).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.say("[[parent]]").await;
    let turn = live.turn().await;
    assert_eq!(said(&turn), "It counted.");
    let call = turn.iter().find_map(|event| match event {
        Event::ToolStarted { id, name, parent: None, .. } if name == "Agent" => Some(id),
        _ => None,
    });
    let beneath: Vec<&Event> = turn
        .iter()
        .filter(|event| match event {
            Event::ToolStarted { parent, .. } | Event::ToolEnded { parent, .. } | Event::Said { parent, .. } => {
                parent.as_ref() == call
            }
            _ => false,
        })
        .collect();
    assert!(
        matches!(&beneath[..], [Event::ToolStarted { .. }, Event::ToolEnded { .. }, Event::Said { text, .. }] if text == "There are 3."),
        "{turn:#?}"
    );
    let tasks: Vec<TaskState> = turn
        .iter()
        .filter_map(|event| match event {
            Event::Task { tool, state, .. } if Some(tool) == call => Some(*state),
            _ => None,
        })
        .collect();
    assert!(tasks.starts_with(&[TaskState::Running]) && tasks.ends_with(&[TaskState::Completed]), "{tasks:?}");
    live.stop().await;
}

#[tokio::test]
async fn a_subagent_in_the_background_ends_with_a_turn_of_its_own() {
    let agent = json!({ "description": "Count", "prompt": "Count them [[child]]", "subagent_type": "general-purpose", "run_in_background": true });
    let gate = testkit::model_api::Gate::new();
    let script = Script::new()
        .scene("parent", [Turn::tool("Agent", agent), Turn::text("It counts."), Turn::text("It has counted.")])
        .scene("child", [Turn::text("There are 3.").wait_for(&gate)]);
    let stage = Stage::new(script).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    assert_eq!(live.ask("[[parent]]").await, "It counts.");
    gate.open();
    let turn = live.turn().await;
    assert!(matches!(turn.last(), Some(Event::TurnDone { origin: Origin::Background, .. })), "{turn:#?}");
    assert_eq!(said(&turn), "It has counted.");
    live.stop().await;
}

/// A server of tools that says in a file that it runs, and with which secret.
fn server(stage: &Stage, secret: &str) -> McpServer {
    let script = "printf %s \"$SECRET\" > \"$1\"; while read -r line; do \
        id=${line##*\\\"id\\\":}; id=${id%%[,\\}]*}; \
        case $line in *initialize\\\"*) echo \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"protocolVersion\\\":\\\"2024-11-05\\\",\\\"capabilities\\\":{},\\\"serverInfo\\\":{\\\"name\\\":\\\"s\\\",\\\"version\\\":\\\"1\\\"}}}\";; esac; done";
    let transport = McpTransport::Stdio {
        command: "/bin/sh".to_owned(),
        arguments: vec![
            "-c".to_owned(),
            script.to_owned(),
            "sh".to_owned(),
            stage.file("started").to_str().unwrap().to_owned(),
        ],
        environment: [("SECRET".to_owned(), secret.to_owned())].into(),
    };
    McpServer { name: "wiki".to_owned(), transport }
}

#[tokio::test]
async fn a_server_gets_its_secret_and_nobody_else_sees_it() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("Fine."))).await;
    let launch = stage.launch(Mode::Chat);
    let secret = format!("secret of {}", launch.marker);
    let mut live = stage.start(Launch { servers: vec![server(&stage, &secret)], ..launch }).await;
    for process in marked(&live.marker) {
        let arguments = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&arguments).contains(&secret), "everybody on the machine can read arguments");
    }
    let left = std::fs::read_dir(stage.run_folder.path()).unwrap();
    assert_eq!(left.count(), 0, "the file with the secret is still there");
    let turn = {
        live.say("hello").await;
        live.turn().await
    };
    assert!(!turn.iter().any(|event| matches!(event, Event::Notice { .. })), "{turn:#?}");
    assert_eq!(std::fs::read_to_string(stage.file("started")).unwrap(), secret);
    live.stop().await;
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_told() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("Fine."))).await;
    let transport = McpTransport::Http { url: "http://127.0.0.1:1/mcp".to_owned(), headers: [].into() };
    let servers = vec![McpServer { name: "gone".to_owned(), transport }];
    let mut live = stage.start(Launch { servers, ..stage.launch(Mode::Chat) }).await;
    live.say("hello").await;
    let turn = live.turn().await;
    let text = "The tool server gone could not be reached.".to_owned();
    assert!(turn.contains(&Event::Notice { text }), "{turn:#?}");
    live.stop().await;
}
