//! Every operation × everybody who may ask. An operation without a row fails.

use std::collections::BTreeSet;

use http::Method;
use serde_json::{Value, json};
use server::operations;

use crate::support::{PASSWORD, Person, TestApp, text};

/// Who asks, in the order of the columns: nobody, a user who is not a member, a viewer, an editor, an owner, an
/// administrator who is not a member.
const ASKERS: [&str; 6] = ["nobody", "stranger", "viewer", "editor", "owner", "admin"];

/// What an operation answers to each of `ASKERS`.
struct Row {
    operation: &'static str,
    /// `{project}`, `{board}`, `{card}`, `{session}` and `{member}` are those of the world; `{device}`, `{token}` and `{invite}` the asker's own.
    path: &'static str,
    body: Value,
    expected: [u16; 6],
}

fn row(operation: &'static str, path: &'static str, body: Value, expected: [u16; 6]) -> Row {
    Row { operation, path, body, expected }
}

fn rows() -> Vec<Row> {
    let credentials = json!({ "email": "owner@example.org", "password": PASSWORD });
    let column = json!({ "op": "create", "id": "n1", "kind": "column", "props": { "name": "Later" } });
    let change = json!({ "id": "c1", "ops": [column] });
    let none = Value::Null;
    vec![
        row("get_setup", "/setup", none.clone(), [200; 6]),
        row("register", "/auth/register", json!({ "email": "new@example.org", "password": PASSWORD }), [201; 6]),
        row("login", "/auth/login", credentials, [200; 6]),
        row("refresh", "/auth/refresh", json!({ "refresh_token": "made up" }), [401; 6]),
        row("logout", "/auth/logout", json!({ "refresh_token": "made up" }), [204; 6]),
        row("get_me", "/me", none.clone(), [401, 200, 200, 200, 200, 200]),
        row("update_me", "/me", json!({ "name": "Somebody" }), [401, 200, 200, 200, 200, 200]),
        row(
            "change_password",
            "/me/password",
            json!({ "current": PASSWORD, "new": "another good one" }),
            [401, 204, 204, 204, 204, 204],
        ),
        row("list_devices", "/me/devices", none.clone(), [401, 200, 200, 200, 200, 200]),
        row("revoke_device", "/me/devices/{device}", none.clone(), [401, 204, 204, 204, 204, 204]),
        row("list_tokens", "/me/tokens", none.clone(), [401, 200, 200, 200, 200, 200]),
        row("create_token", "/me/tokens", json!({ "name": "t" }), [401, 201, 201, 201, 201, 201]),
        row("revoke_token", "/me/tokens/{token}", none.clone(), [401, 204, 204, 204, 204, 204]),
        row("list_invites", "/invites", none.clone(), [401, 403, 403, 403, 403, 200]),
        row("create_invite", "/invites", json!({}), [401, 403, 403, 403, 403, 201]),
        row("revoke_invite", "/invites/{invite}", none.clone(), [401, 403, 403, 403, 403, 204]),
        row("list_projects", "/projects", none.clone(), [401, 200, 200, 200, 200, 200]),
        row(
            "create_project",
            "/projects",
            json!({ "name": "new", "folder_path": "{folder}" }),
            [401, 201, 201, 201, 201, 201],
        ),
        row("get_project", "/projects/{project}", none.clone(), [401, 404, 200, 200, 200, 404]),
        row("update_project", "/projects/{project}", json!({ "name": "n" }), [401, 404, 403, 403, 200, 404]),
        row("create_sample_project", "/projects/sample", json!({}), [401, 201, 201, 201, 201, 201]),
        row("get_project_rules", "/projects/{project}/rules", none.clone(), [401, 404, 200, 200, 200, 404]),
        row("delete_project", "/projects/{project}", none.clone(), [401, 404, 403, 403, 204, 404]),
        row("list_members", "/projects/{project}/members", none.clone(), [401, 404, 200, 200, 200, 404]),
        row(
            "set_member",
            "/projects/{project}/members",
            json!({ "email": "stranger@example.org", "role": "viewer" }),
            [401, 404, 403, 403, 201, 404],
        ),
        // The member is the viewer, who may leave.
        row("remove_member", "/projects/{project}/members/{member}", none.clone(), [401, 404, 204, 403, 204, 404]),
        row("list_boards", "/projects/{project}/boards", none.clone(), [401, 404, 200, 200, 200, 404]),
        row(
            "create_board",
            "/projects/{project}/boards",
            json!({ "kind": "kanban", "title": "New" }),
            [401, 404, 403, 201, 201, 404],
        ),
        row("update_board", "/boards/{board}", json!({ "title": "T" }), [401, 404, 403, 200, 200, 404]),
        row("delete_board", "/boards/{board}", none.clone(), [401, 404, 403, 403, 204, 404]),
        row("get_board", "/boards/{board}", none.clone(), [401, 404, 200, 200, 200, 404]),
        row("get_board_at", "/boards/{board}/at/0", none.clone(), [401, 404, 200, 200, 200, 404]),
        row("list_changes", "/boards/{board}/changes", none.clone(), [401, 404, 200, 200, 200, 404]),
        row("get_board_file", "/boards/{board}/export?format=json", none.clone(), [401, 404, 200, 200, 200, 404]),
        row(
            "import_board",
            "/projects/{project}/import?format=mermaid",
            json!({ "content": "graph TD; a --> b" }),
            [401, 404, 403, 201, 201, 404],
        ),
        // The board is a kanban board, which takes no files.
        row(
            "insert_file",
            "/boards/{board}/insert",
            json!({ "format": "mermaid", "content": "graph TD; a --> b" }),
            [401, 404, 403, 409, 409, 404],
        ),
        row("change_board", "/boards/{board}/changes", change, [401, 404, 403, 200, 200, 404]),
        // Nobody has changed anything yet: who may ask is told that there is nothing to take back.
        row("undo", "/boards/{board}/undo", json!({}), [401, 404, 403, 409, 409, 404]),
        row("redo", "/boards/{board}/redo", json!({}), [401, 404, 403, 409, 409, 404]),
        row("list_tools", "/boards/{board}/tools", none.clone(), [401, 404, 200, 200, 200, 404]),
        row("run_tool", "/boards/{board}/tools/create_card", json!({ "title": "C" }), [401, 404, 403, 200, 200, 404]),
        row("list_folders", "/folders", none.clone(), [401, 200, 200, 200, 200, 200]),
        row("get_openapi", "/openapi.json", none, [200; 6]),
    ]
}

fn all_rows() -> Vec<Row> {
    rows().into_iter().chain(session_rows()).chain(card_rows()).collect()
}

/// The card has never had work: who may ask for some is told that its column has none, or that it has no branch.
fn card_rows() -> Vec<Row> {
    let comments = json!({ "comments": [{ "path": "a.py", "line": 1, "text": "Why?" }] });
    let none = Value::Null;
    vec![
        row("list_card_statuses", "/boards/{board}/cards", none.clone(), [401, 404, 200, 200, 200, 404]),
        row("get_card", "/boards/{board}/cards/{card}", none.clone(), [401, 404, 200, 200, 200, 404]),
        row("start_card", "/boards/{board}/cards/{card}/start", json!({}), [401, 404, 403, 409, 409, 404]),
        row("stop_card", "/boards/{board}/cards/{card}/stop", json!({}), [401, 404, 403, 404, 404, 404]),
        row("send_card_back", "/boards/{board}/cards/{card}/send_back", json!({}), [401, 404, 403, 409, 409, 404]),
        row("comment_on_card", "/boards/{board}/cards/{card}/comments", comments, [401, 404, 403, 409, 409, 404]),
        row("get_card_diff", "/boards/{board}/cards/{card}/diff", none.clone(), [401, 404, 409, 409, 409, 404]),
        row(
            "get_card_file_diff",
            "/boards/{board}/cards/{card}/diff/file?path=a",
            none,
            [401, 404, 409, 409, 409, 404],
        ),
        row("commit_card", "/boards/{board}/cards/{card}/commit", json!({}), [401, 404, 403, 409, 409, 404]),
        row("merge_card", "/boards/{board}/cards/{card}/merge", json!({}), [401, 404, 403, 409, 409, 404]),
        row("update_card_branch", "/boards/{board}/cards/{card}/update", json!({}), [401, 404, 403, 409, 409, 404]),
        row(
            "open_pull_request",
            "/boards/{board}/cards/{card}/pull_request",
            json!({}),
            [401, 404, 403, 409, 409, 404],
        ),
        row("clean_up_card", "/boards/{board}/cards/{card}/clean_up", json!({}), [401, 404, 403, 409, 409, 404]),
    ]
}

fn session_rows() -> Vec<Row> {
    let answer = json!({ "request_id": "r", "answers": { "Which?": "This" } });
    let plan = json!({ "request_id": "r", "approve": true, "plan_sha256": "00" });
    let permission = json!({ "request_id": "r", "allow": true });
    let server = json!({ "name": "files", "config": { "type": "stdio", "command": "true" } });
    let none = Value::Null;
    vec![
        row("list_agents", "/agents", none.clone(), [401, 200, 200, 200, 200, 200]),
        row("list_sessions", "/projects/{project}/sessions", none.clone(), [401, 404, 200, 200, 200, 404]),
        row("create_session", "/projects/{project}/sessions", json!({}), [401, 404, 403, 201, 201, 404]),
        row("get_session", "/sessions/{session}", none.clone(), [401, 404, 200, 200, 200, 404]),
        row("fork_session", "/sessions/{session}/fork", none.clone(), [401, 404, 403, 201, 201, 404]),
        row("list_events", "/sessions/{session}/events", none.clone(), [401, 404, 200, 200, 200, 404]),
        // What was said in a terminal is the owners'; there is nothing of it in this world.
        row("list_conversations", "/projects/{project}/conversations", none.clone(), [401, 404, 403, 403, 200, 404]),
        row(
            "import_conversation",
            "/projects/{project}/conversations/{member}/import",
            none.clone(),
            [401, 404, 403, 403, 404, 404],
        ),
        row(
            "list_found_sessions",
            "/projects/{project}/session_search?q=a",
            none.clone(),
            [401, 404, 200, 200, 200, 404],
        ),
        row(
            "send_message",
            "/sessions/{session}/message",
            json!({ "content": "hello" }),
            [401, 404, 403, 200, 200, 404],
        ),
        // Nothing is asked or queued: who may answer is told that it is settled.
        row("take_back_message", "/sessions/{session}/messages/{member}", none.clone(), [401, 404, 403, 409, 409, 404]),
        row("answer_question", "/sessions/{session}/answer", answer, [401, 404, 403, 409, 409, 404]),
        row("decide_plan", "/sessions/{session}/plan", plan, [401, 404, 403, 409, 409, 404]),
        row("decide_permission", "/sessions/{session}/permission", permission, [401, 404, 403, 409, 409, 404]),
        row("interrupt_session", "/sessions/{session}/interrupt", none.clone(), [401, 404, 403, 200, 200, 404]),
        row("stop_session", "/sessions/{session}/stop", none.clone(), [401, 404, 403, 200, 200, 404]),
        row(
            "change_session",
            "/sessions/{session}/settings",
            json!({ "mode": "plan" }),
            [401, 404, 403, 200, 200, 404],
        ),
        row("get_inbox", "/inbox", none.clone(), [401, 200, 200, 200, 200, 200]),
        row("list_mcp_servers", "/mcp-servers", none.clone(), [401, 200, 200, 200, 200, 200]),
        row("create_mcp_server", "/mcp-servers", server.clone(), [401, 403, 403, 403, 403, 201]),
        row("update_mcp_server", "/mcp-servers/{project}", server, [401, 403, 403, 403, 403, 404]),
        row("delete_mcp_server", "/mcp-servers/{project}", none.clone(), [401, 403, 403, 403, 403, 404]),
        row("test_mcp_server", "/mcp-servers/{project}/test", json!({}), [401, 403, 403, 403, 403, 404]),
        row(
            "list_project_mcp_servers",
            "/projects/{project}/mcp-servers",
            none.clone(),
            [401, 404, 200, 200, 200, 404],
        ),
        row(
            "set_project_mcp_servers",
            "/projects/{project}/mcp-servers",
            json!({ "ids": [] }),
            [401, 404, 403, 403, 200, 404],
        ),
    ]
}

/// A project with members of every role, and people outside it.
struct World {
    app: TestApp,
    people: Vec<Person>,
    project: String,
    board: String,
    session: String,
    folder: String,
}

impl World {
    async fn new() -> Self {
        let app = TestApp::set_up();
        let mut people = Vec::new();
        for name in &ASKERS[1..] {
            people.push(if *name == "admin" { app.admin(name).await } else { app.member(name).await });
        }
        let (viewer, editor, owner) = (&people[1], &people[2], &people[3]);
        let project = app.project(owner, "p").await;
        app.join(&project, owner, viewer, "viewer").await;
        app.join(&project, owner, editor, "editor").await;
        let boards = format!("/api/projects/{}/boards", text(&project, "id"));
        let board = app.post(&boards, json!({ "kind": "kanban", "title": "B" })).by(owner).send().await.expect(201);
        let sessions = format!("/api/projects/{}/sessions", text(&project, "id"));
        let session = app.post(&sessions, json!({})).by(owner).send().await.expect(201);
        let session = text(&session, "id");
        let folder = app.folder("new");
        Self { session, project: text(&project, "id"), board: text(&board, "id"), folder, app, people }
    }

    /// Asks as `ASKERS[asker]` and returns the status.
    async fn ask(&self, method: Method, row: &Row, asker: usize) -> u16 {
        let person = asker.checked_sub(1).map(|index| &self.people[index]);
        let path = self.fill(row.path, person).await;
        let mut call = self.app.call(method, &format!("/api{path}"));
        if !row.body.is_null() {
            call = call.raw("application/json", row.body.to_string().replace("{folder}", &self.folder));
        }
        if let Some(person) = person {
            call = call.by(person);
        }
        call.send().await.status.as_u16()
    }

    async fn fill(&self, path: &str, person: Option<&Person>) -> String {
        let mut path = path
            .replace("{project}", &self.project)
            .replace("{board}", &self.board)
            .replace("{session}", &self.session)
            .replace("{member}", &self.people[1].id.to_string());
        if path.contains("{card}") {
            path = path.replace("{card}", self.card().await);
        }
        for (own, list) in
            [("{device}", "/api/me/devices"), ("{token}", "/api/me/tokens"), ("{invite}", "/api/invites")]
        {
            if path.contains(own) {
                let id = match person {
                    Some(person) => self.own(list, person).await,
                    None => self.project.clone(),
                };
                path = path.replace(own, &id);
            }
        }
        path
    }

    /// Makes a card in a column without work and returns its id.
    async fn card(&self) -> &'static str {
        let column = json!({ "op": "create", "id": "later", "kind": "column", "props": { "name": "Later" } });
        let card =
            json!({ "op": "create", "id": "task", "kind": "card", "parent": "later", "props": { "title": "A task" } });
        let changes = format!("/api/boards/{}/changes", self.board);
        let change = self.app.post(&changes, json!({ "id": "c0", "ops": [column, card] }));
        change.by(&self.people[3]).send().await.expect(200);
        "task"
    }

    /// Returns the id of something of the asker's own, made if it has to be; any id for who may not have it.
    async fn own(&self, list: &str, person: &Person) -> String {
        if list != "/api/me/devices" {
            let made = self.app.post(list, if list.ends_with("tokens") { json!({ "name": "t" }) } else { json!({}) });
            let made = made.by(person).send().await;
            return if made.status == 201 { text(&made.json(), "id") } else { self.project.clone() };
        }
        let devices = self.app.get(list).by(person).send().await.expect(200);
        text(&devices["items"][0], "id")
    }
}

#[tokio::test]
async fn every_operation_answers_everybody_as_the_table_says() {
    let mut wrong = Vec::new();
    let operations = operations::all();
    for row in all_rows() {
        let Some(operation) = operations.iter().find(|operation| operation.name == row.operation) else { continue };
        for (asker, &expected) in row.expected.iter().enumerate() {
            // A world of its own for each: some operations leave nothing to ask the next about.
            let status = World::new().await.ask(operation.method.clone(), &row, asker).await;
            if status != expected {
                wrong.push(format!("{} by {}: {status}, not {expected}", row.operation, ASKERS[asker]));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_operation_has_a_row() {
    let operations: Vec<&str> = operations::all().iter().map(|operation| operation.name).collect();
    let unique: BTreeSet<&str> = operations.iter().copied().collect();
    assert_eq!(operations.len(), unique.len(), "two operations have the same name");
    let rows: BTreeSet<&str> = all_rows().iter().map(|row| row.operation).collect();
    assert_eq!(unique, rows);
}
