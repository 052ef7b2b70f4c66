//! The MCP door: the tools of boards for programs, as the person whose token they show.

mod hostile;
mod protocol;
mod rights;
mod tools;

use http::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Person, TestApp, TestCall, text};

/// Who asks: a user who is not a member, a viewer, an editor, an owner.
const ASKERS: [&str; 4] = ["stranger", "viewer", "editor", "owner"];

/// A project with members of every role, a card on its kanban board, and a whiteboard.
struct World {
    app: TestApp,
    people: Vec<Person>,
    project: String,
    board: String,
    card: String,
    whiteboard: String,
}

impl World {
    async fn new() -> Self {
        let app = TestApp::set_up();
        let mut people = Vec::new();
        for name in ASKERS {
            people.push(app.member(name).await);
        }
        let owner = &people[3];
        let project = app.project(owner, "p").await;
        app.join(&project, owner, &people[1], "viewer").await;
        app.join(&project, owner, &people[2], "editor").await;
        let board = text(&project, "kanban_board_id");
        let create = format!("/api/boards/{board}/tools/create_card");
        let made = app.post(&create, json!({ "title": "First" })).by(owner).send().await.expect(200);
        let (project, card) = (text(&project, "id"), text(&made["result"], "card"));
        let whiteboard = json!({ "kind": "whiteboard", "title": "Ideas" });
        let whiteboard =
            app.post(&format!("/api/projects/{project}/boards"), whiteboard).by(owner).send().await.expect(201);
        Self { project, card, board, whiteboard: text(&whiteboard, "id"), app, people }
    }

    fn asker(&self, name: &str) -> &Person {
        &self.people[ASKERS.iter().position(|asker| *asker == name).unwrap()]
    }

    /// Calls a tool and returns its result, as a client of the protocol sees it.
    async fn call(&self, asker: &str, tool: &str, input: Value) -> Value {
        let answer = request(&self.app, self.asker(asker), "tools/call", json!({ "name": tool, "arguments": input }));
        answer.send().await.expect(200)["result"].clone()
    }

    /// Calls a tool that must do its work, and returns what it says to programs.
    async fn does(&self, asker: &str, tool: &str, input: Value) -> Value {
        let result = self.call(asker, tool, input).await;
        assert_eq!(result["isError"], false, "{tool}: {result}");
        let said: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(said, result["structuredContent"], "the text says the same");
        said
    }

    /// Calls a tool that must refuse, and returns what it says to people.
    async fn refuses(&self, asker: &str, tool: &str, input: Value) -> String {
        let result = self.call(asker, tool, input).await;
        assert_eq!(result["isError"], true, "{tool}: {result}");
        text(&result["content"][0], "text")
    }

    async fn board(&self) -> Value {
        self.app.get(&format!("/api/boards/{}", self.board)).by(self.asker("owner")).send().await.expect(200)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "a `json!` at the call site reads better without a reference")]
fn request<'a>(app: &'a TestApp, person: &Person, method: &str, params: Value) -> TestCall<'a> {
    post(app, &json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })).by(person)
}

fn post<'a>(app: &'a TestApp, message: &Value) -> TestCall<'a> {
    app.call(Method::POST, "/mcp").json(message)
}

#[track_caller]
fn error_of(answer: &Answer) -> (i64, String) {
    let body = answer.expect(200);
    (body["error"]["code"].as_i64().unwrap(), text(&body["error"], "message"))
}
