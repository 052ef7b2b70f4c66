//! Every tool × everybody who may ask. A tool without a row fails.

use std::collections::BTreeSet;

use http::Method;
use serde_json::{Value, json};

use super::{ASKERS, World, post};
use crate::support::TestApp;

/// What a call comes to: it is done, or refused with this code.
const DONE: &str = "done";
const HIDDEN: &str = "not_found";
const REFUSED: &str = "role_needed";
const READING: [&str; 4] = [HIDDEN, DONE, DONE, DONE];
const WRITING: [&str; 4] = [HIDDEN, REFUSED, DONE, DONE];

/// A tool, its input, the HTTP call that does the same, and what comes of either for each of `ASKERS`.
struct Row {
    tool: &'static str,
    input: Value,
    http: (Method, &'static str),
    expected: [&'static str; 4],
}

fn row(tool: &'static str, input: Value, http: (Method, &'static str), expected: [&'static str; 4]) -> Row {
    Row { tool, input, http, expected }
}

fn tool(name: &'static str, mut input: Value, path: &'static str) -> Row {
    input["board_id"] = json!("{board}");
    row(name, input, (Method::POST, path), WRITING)
}

fn drawing(name: &'static str, mut input: Value, path: &'static str) -> Row {
    input["board_id"] = json!("{whiteboard}");
    row(name, input, (Method::POST, path), WRITING)
}

fn looking(name: &'static str, input: Value, path: &'static str) -> Row {
    Row { expected: READING, ..drawing(name, input, path) }
}

fn rows() -> Vec<Row> {
    let (project, board) = (json!({ "project_id": "{project}" }), json!({ "board_id": "{board}" }));
    let new = json!({ "project_id": "{project}", "kind": "kanban", "title": "New" });
    let card = json!({ "card": "{card}" });
    let renamed = json!({ "card": "{card}", "title": "Renamed" });
    let moved = json!({ "card": "{card}", "column": "Done" });
    let column = json!({ "column": "Pending" });
    let note = json!({ "op": "createNote", "ref": "note_1", "text": "New" });
    let updates = json!({ "updates": [{ "shapeId": "nobody", "newText": "New" }] });
    let layout = json!({ "shapeIds": ["nobody", "either"], "layoutType": "grid" });
    vec![
        row("list_projects", json!({}), (Method::GET, "/projects"), [DONE; 4]),
        row("create_board", new, (Method::POST, "/projects/{project}/boards"), WRITING),
        row("list_boards", project, (Method::GET, "/projects/{project}/boards"), READING),
        row("read_board", board.clone(), (Method::GET, "/boards/{board}"), READING),
        row("list_cards", board, (Method::GET, "/boards/{board}"), READING),
        tool("create_card", json!({ "title": "New" }), "/boards/{board}/tools/create_card"),
        tool("update_card", renamed, "/boards/{board}/tools/update_card"),
        tool("move_card", moved, "/boards/{board}/tools/move_card"),
        tool("delete_card", card, "/boards/{board}/tools/delete_card"),
        tool("create_column", json!({ "name": "New" }), "/boards/{board}/tools/create_column"),
        tool("update_column", json!({ "column": "Done", "mode": "code" }), "/boards/{board}/tools/update_column"),
        tool("delete_column", column, "/boards/{board}/tools/delete_column"),
        drawing("batchOperations", json!({ "operations": [note] }), "/boards/{whiteboard}/tools/batchOperations"),
        drawing("updateElements", updates, "/boards/{whiteboard}/tools/updateElements"),
        drawing("layoutElements", layout, "/boards/{whiteboard}/tools/layoutElements"),
        looking("outlineBoard", json!({}), "/boards/{whiteboard}/tools/outlineBoard"),
        looking("findElements", json!({ "kind": "note" }), "/boards/{whiteboard}/tools/findElements"),
        looking("readView", json!({}), "/boards/{whiteboard}/tools/readView"),
    ]
}

impl World {
    fn fill(&self, text: &str) -> String {
        [
            ("{project}", &self.project),
            ("{board}", &self.board),
            ("{card}", &self.card),
            ("{whiteboard}", &self.whiteboard),
        ]
        .into_iter()
        .fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
    }

    fn input(&self, row: &Row) -> Value {
        serde_json::from_str(&self.fill(&row.input.to_string())).unwrap()
    }

    async fn by_tool(&self, asker: &str, row: &Row) -> String {
        let result = self.call(asker, row.tool, self.input(row)).await;
        if result["isError"] == false {
            return DONE.to_owned();
        }
        result["structuredContent"]["code"].as_str().unwrap().to_owned()
    }

    async fn by_http(&self, asker: &str, row: &Row) -> String {
        let (method, path) = row.http.clone();
        let mut input = self.input(row);
        for named in ["board_id", "project_id"] {
            input.as_object_mut().unwrap().remove(named);
        }
        let call = self.app.call(method.clone(), &format!("/api{}", self.fill(path))).by(self.asker(asker));
        let answer = if method == Method::GET { call.send().await } else { call.json(&input).send().await };
        if answer.status.is_success() {
            return DONE.to_owned();
        }
        answer.json()["code"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn every_tool_answers_everybody_as_the_same_call_over_http() {
    let mut wrong = Vec::new();
    for row in rows() {
        for (asker, expected) in ASKERS.iter().zip(row.expected) {
            // A world of its own for each: some tools leave nothing to ask the next about.
            let (tool, http) =
                (World::new().await.by_tool(asker, &row).await, World::new().await.by_http(asker, &row).await);
            if tool != expected || http != expected {
                wrong.push(format!("{} by {asker}: {tool}, over HTTP {http}, not {expected}", row.tool));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_tool_has_a_row() {
    let tools: BTreeSet<String> = server::mcp::offered().into_iter().map(|tool| tool.spec.name).collect();
    assert_eq!(tools, rows().into_iter().map(|row| row.tool.to_owned()).collect());
}

#[tokio::test]
async fn nobody_is_asked_for_a_token_whatever_they_say() {
    let world = World::new().await;
    for row in rows() {
        let params = json!({ "name": row.tool, "arguments": world.input(&row) });
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let call = || post(&world.app, &message);
        let nobody = call().send().await;
        nobody.refused(401, "unauthorized");
        assert_eq!(nobody.header("www-authenticate"), "Bearer");
        for token in ["", "made-up", "tnd_made-up"] {
            call().token(token).send().await.refused(401, "unauthorized");
        }
        call()
            .header("cookie", &format!("token={}", world.asker("owner").access))
            .send()
            .await
            .refused(401, "unauthorized");
    }
    for message in [json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize" }), json!("garbage")] {
        post(&world.app, &message).send().await.refused(401, "unauthorized");
    }
}

#[tokio::test]
async fn a_board_of_others_is_as_one_that_never_was() {
    let world = World::new().await;
    let never = "0196f0a0-0000-7000-8000-000000000000";
    for row in rows().into_iter().filter(|row| row.expected[0] == HIDDEN) {
        let mut made_up = world.input(&row);
        let field = if made_up.get("board_id").is_some() { "board_id" } else { "project_id" };
        let hidden = world.call("stranger", row.tool, world.input(&row)).await;
        for id in [json!(never), json!("nonsense"), json!(7), json!({})] {
            made_up[field] = id;
            assert_eq!(world.call("stranger", row.tool, made_up.clone()).await, hidden, "{}: {made_up}", row.tool);
        }
        made_up.as_object_mut().unwrap().remove(field);
        let needed = world.refuses("owner", row.tool, made_up).await;
        assert!(needed.contains(field) && needed.contains("needed"), "{}: {needed}", row.tool);
    }
    let projects = world.does("stranger", "list_projects", json!({})).await;
    assert_eq!(projects, json!({ "items": [] }));
}

#[tokio::test]
async fn a_personal_token_is_as_good_and_ends_when_it_is_revoked() {
    let app = TestApp::set_up();
    let ann = app.member("ann").await;
    app.project(&ann, "p").await;
    let token = app.personal_token(&ann).await;
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "list_projects" } });
    let ask = || post(&app, &call).token(token["token"].as_str().unwrap()).send();
    assert_eq!(ask().await.expect(200)["result"]["structuredContent"]["items"][0]["name"], "p");
    app.delete(&format!("/api/me/tokens/{}", token["id"].as_str().unwrap())).by(&ann).send().await.expect(204);
    ask().await.refused(401, "unauthorized");
}

#[tokio::test]
async fn who_is_no_member_any_more_has_nothing_left() {
    let world = World::new().await;
    let editor = world.asker("editor").id;
    let input = || json!({ "board_id": world.board, "title": "Late" });
    world.does("editor", "create_card", input()).await;
    let member = format!("/api/projects/{}/members/{editor}", world.project);
    world.app.delete(&member).by(world.asker("owner")).send().await.expect(204);
    assert_eq!(
        world.refuses("editor", "create_card", input()).await,
        "There is no such board, or it is not visible to you."
    );
}
