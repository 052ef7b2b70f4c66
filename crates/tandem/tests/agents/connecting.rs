//! Claude Code in somebody's terminal, connected to the MCP door: over HTTP, and through `tandem mcp`.

use std::process::Stdio;

use serde_json::{Value, json};
use testkit::model_api::{Script, Turn};
use testkit::{PATIENCE, Socket};
use tokio::process::Command;
use tokio::time::timeout;

use crate::stage::{BINARY, Stage};

impl Stage {
    /// Makes a personal token of Ada's.
    async fn token(&self) -> String {
        let made = self.ada.post("/me/tokens", json!({ "name": "terminal" })).await.unwrap();
        assert_eq!(made.status, 201, "{}", made.body);
        made.body["token"].as_str().unwrap().to_owned()
    }

    /// Runs Claude Code in a folder of its own, with this server as the only one of its tools, and returns what it says.
    async fn terminal(&self, server: Value, prompt: &str) -> Value {
        let config = json!({ "mcpServers": { "tandem": server } });
        let mut command = Command::new(testkit::claude::claude_path());
        command
            .args(["--print", "--output-format=json", "--strict-mcp-config", "--allowedTools=mcp__tandem"])
            .arg(format!("--mcp-config={config}"))
            .args(["--", prompt])
            .env_clear()
            .envs(self.claude.environment(self.api.url()))
            .current_dir(self.claude.project())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let ended = timeout(PATIENCE, command.spawn().unwrap().wait_with_output()).await.unwrap().unwrap();
        let said = String::from_utf8_lossy(&ended.stdout);
        serde_json::from_str(&said).unwrap_or_else(|_| panic!("{said}{}", String::from_utf8_lossy(&ended.stderr)))
    }
}

/// Has a card made and moved by a model that knows the ids, and checks that it is seen and whose it is.
async fn check(stage: Stage, server: Value) {
    let card = stage.ada.card(&stage.board, "Buy a lamp").await.unwrap();
    let board = &stage.board;
    let made = json!({ "board_id": board, "title": "From a terminal" });
    let turns = [
        Turn::tool("mcp__tandem__list_projects", json!({})),
        Turn::tool("mcp__tandem__create_card", made),
        Turn::tool("mcp__tandem__move_card", json!({ "board_id": board, "card": card, "column": "Done" })),
        Turn::tool("mcp__tandem__move_card", json!({ "board_id": board, "card": card, "column": "Nowhere" })),
        Turn::tool("mcp__tandem__list_cards", json!({ "board_id": board, "column": "Done" })),
        Turn::text("It is done."),
    ];
    stage.api.set_script(Script::new().scene("terminal", turns));
    let mut watcher = Socket::ready(stage.ada.address(), &stage.ada.token).await.unwrap();
    watcher.open(board, None).await.unwrap();

    let result = stage.terminal(server, "[[terminal]]").await;
    assert_eq!(result["result"], "It is done.", "{result}");
    let told = async |step: u8| stage.told(&format!("terminal/{step}")).await;
    assert!(told(1).await.contains(board.as_str()), "the list names the project's board");
    assert!(told(2).await.contains("Created card"));
    assert!(told(3).await.contains("Moved card"));
    assert!(told(4).await.contains("it has Pending, Planning"), "{}", told(4).await);
    let listed = told(5).await;
    assert!(listed.contains("Buy a lamp") && !listed.contains("From a terminal"), "{listed}");

    let moved = |message: &Value| message["type"] == "changes" && message.to_string().contains(r#""op":"move""#);
    let seen = watcher.until(moved).await.unwrap();
    assert_eq!(seen["changes"][0]["author"]["id"], stage.ada.user["id"], "{seen}");
    let contents = stage.ada.get(&format!("/boards/{board}")).await.unwrap().body;
    let nodes = contents["nodes"].as_array().unwrap();
    let column = nodes.iter().find(|node| node["props"]["name"] == "Done").unwrap();
    let node = nodes.iter().find(|node| node["id"] == *card).unwrap();
    assert_eq!(node["parent"], column["id"]);
    stage.end().await;
}

#[tokio::test]
async fn a_terminal_uses_the_boards_over_http() {
    let stage = Stage::new(Script::new()).await;
    let authorization = format!("Bearer {}", stage.token().await);
    let url = format!("http://{}/mcp", stage.ada.address());
    check(stage, json!({ "type": "http", "url": url, "headers": { "Authorization": authorization } })).await;
}

#[tokio::test]
async fn a_terminal_uses_the_boards_through_the_command() {
    let stage = Stage::new(Script::new()).await;
    let environment =
        json!({ "TANDEM_URL": format!("http://{}", stage.ada.address()), "TANDEM_TOKEN": stage.token().await });
    check(stage, json!({ "type": "stdio", "command": BINARY, "args": ["mcp"], "env": environment })).await;
}

#[tokio::test]
async fn the_agent_of_a_session_lists_boards_and_cards() {
    let turns = [
        Turn::tool("mcp__tandem__list_boards", json!({})),
        Turn::tool("mcp__tandem__list_cards", json!({ "column": "Pending" })),
        Turn::text("Read."),
    ];
    let stage = Stage::new(Script::new().scene("list", turns)).await;
    let folder = stage.server().project_folder("other").unwrap();
    let (_, other) = stage.ada.project("other", &folder).await.unwrap();
    stage.ada.card(&stage.board, "Buy a lamp").await.unwrap();
    // Reading is allowed while planning.
    let mut talk = stage.talk("plan", "[[list]]").await;
    assert_eq!(talk.turn().await, "Read.");
    let boards = stage.told("list/1").await;
    assert!(boards.contains(stage.board.as_str()) && !boards.contains(other.as_str()), "{boards}");
    assert!(stage.told("list/2").await.contains("Buy a lamp"));
    stage.end().await;
}
