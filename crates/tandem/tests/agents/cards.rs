//! Cards that agents work on: moved over HTTP, followed over the socket.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::model_api::Script;
use testkit::{Answer, Client, Options, PATIENCE, Socket};
use tokio::process::Command;
use tokio::time::timeout;

use crate::stage::Stage;
use crate::storm::reply;

/// A stage whose board is watched.
pub struct Kanban {
    pub stage: Stage,
    /// The ids of the columns by their names.
    pub columns: BTreeMap<String, String>,
    pub watch: Watch,
}

impl Kanban {
    /// Lets the model API itself work on cards: there is no process to start, and a gate of the script holds a turn.
    pub async fn api(script: Script) -> Self {
        Self::with(script, |options| options.with(&["--agent=api"])).await
    }

    /// Lets the scripted agent work on cards: it asks, plans, and edits one file.
    pub async fn rehearsal() -> Self {
        Self::with(Script::new(), rehearsing).await
    }

    pub async fn with(script: Script, change: impl FnOnce(Options) -> Options) -> Self {
        let stage = Stage::with(script, change).await;
        let board = stage.ada.get(&format!("/boards/{}", stage.board)).await.unwrap().body;
        let nodes = board["nodes"].as_array().unwrap().iter().filter(|node| node["kind"] == "column");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let columns = nodes.map(|node| (text(&node["props"]["name"]), text(&node["id"]))).collect();
        let watch = Watch::open(&stage.ada, &stage.board).await;
        Self { stage, columns, watch }
    }

    pub async fn crash(&mut self) {
        self.stage.kill().await;
        self.start().await;
    }

    pub async fn start(&mut self) {
        self.stage.start().await;
        self.watch = Watch::open(&self.stage.ada, &self.stage.board).await;
    }

    pub async fn end(self) {
        self.stage.end().await;
    }

    pub fn board(&self, rest: &str) -> String {
        format!("/boards/{}{rest}", self.stage.board)
    }

    /// Uses a tool of the board, as a person.
    pub async fn tool(&self, name: &str, input: Value) -> Value {
        let answer = self.stage.ada.post(&self.board(&format!("/tools/{name}")), input).await.unwrap();
        assert_eq!(answer.status, 200, "{name}: {}", answer.body);
        answer.body
    }

    /// Makes a card where nothing is done yet.
    pub async fn card(&self, title: &str, description: &str) -> String {
        self.card_in("Pending", title, description).await
    }

    pub async fn card_in(&self, column: &str, title: &str, description: &str) -> String {
        let input = json!({ "title": title, "description": description, "column": column });
        self.tool("create_card", input).await["result"]["card"].as_str().unwrap().to_owned()
    }

    /// Moves a card, and returns before anything has come of it.
    pub async fn drag(&self, card: &str, column: &str) {
        self.tool("move_card", json!({ "card": card, "column": column })).await;
    }

    /// Moves a card and lets it be heard of.
    pub async fn put(&self, card: &str, column: &str) {
        self.drag(card, column).await;
        self.settle().await;
    }

    /// Waits until everything that the board's log says has been acted upon: whoever stops a card gets an answer only
    /// then, and nothing is done about a card that is not there.
    pub async fn settle(&self) {
        let answer = self.ask("nobody", "stop", json!({})).await;
        assert_eq!(answer.status, 404, "{}", answer.body);
    }

    pub async fn ask(&self, card: &str, what: &str, body: Value) -> Answer {
        self.stage.ada.post(&self.board(&format!("/cards/{card}/{what}")), body).await.unwrap()
    }

    /// Asks something that must be possible.
    pub async fn tell(&self, card: &str, what: &str, body: Value) -> Value {
        let answer = self.ask(card, what, body).await;
        assert_eq!(answer.status, 200, "{what}: {}", answer.body);
        answer.body
    }

    pub async fn read(&self, card: &str, what: &str) -> Value {
        let answer = self.stage.ada.get(&self.board(&format!("/cards/{card}{what}"))).await.unwrap();
        assert_eq!(answer.status, 200, "{what}: {}", answer.body);
        answer.body
    }

    /// Returns how a card is doing; null if nothing was ever done for it.
    pub async fn status(&self, card: &str) -> Value {
        let listed = self.stage.ada.get(&self.board("/cards")).await.unwrap();
        assert_eq!(listed.status, 200, "{}", listed.body);
        let items = listed.body["items"].as_array().unwrap();
        items.iter().find(|status| status["card_id"] == card).cloned().unwrap_or_default()
    }

    /// Waits until a card is doing like this.
    pub async fn until(&mut self, card: &str, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let status = self.status(card).await;
            if fits(&status) {
                return status;
            }
            if let Err(error) = self.watch.hear().await {
                panic!("waiting for {what}: {error:#}; it is {status}\n{}", self.stage.server().log().unwrap());
            }
        }
    }

    pub async fn phase(&mut self, card: &str, phase: &str) -> Value {
        self.until(card, phase, |status| status["phase"] == phase).await
    }

    /// Waits until a card is in a column, and doing like this there.
    pub async fn arrives(&mut self, card: &str, column: &str, phase: &str) -> Value {
        let id = self.columns[column].clone();
        let what = format!("{phase} in {column}");
        self.until(card, &what, |status| status["column_id"] == id.as_str() && status["phase"] == phase).await
    }

    /// Returns the name of the column a card lies in, by the board.
    pub async fn lies_in(&self, card: &str) -> String {
        let board = self.stage.ada.get(&self.board("")).await.unwrap().body;
        let node = board["nodes"].as_array().unwrap().iter().find(|node| node["id"] == card).unwrap();
        let column = self.columns.iter().find(|(_, id)| node["parent"] == id.as_str());
        column.unwrap().0.clone()
    }

    /// Returns the newest change of the board.
    pub async fn last_change(&self) -> Value {
        let listed = self.stage.ada.get(&self.board("/changes?limit=200")).await.unwrap().body;
        assert_eq!(listed["next"], Value::Null, "there are more");
        listed["items"].as_array().unwrap().last().unwrap().clone()
    }

    /// Returns the sessions of a card, the newest first.
    pub async fn sessions(&self, card: &str) -> Vec<Value> {
        self.read(card, "").await["sessions"].as_array().unwrap().clone()
    }

    /// Returns what a card waits for, and in which session.
    pub async fn asked(&mut self, card: &str, kind: &str) -> (String, Value) {
        let is_asked = |status: &Value| status["phase"] == "waiting" && status["waiting"][0]["kind"] == kind;
        let status = self.until(card, kind, is_asked).await;
        let session = status["session_id"].as_str().unwrap().to_owned();
        let view = self.stage.ada.get(&format!("/sessions/{session}")).await.unwrap().body;
        (session, view["waiting"][0]["data"].clone())
    }

    /// Answers what a card waits for: the first option, or yes.
    pub async fn say_yes(&mut self, card: &str, kind: &str) {
        let (session, asked) = self.asked(card, kind).await;
        let (what, body) = reply(kind, &asked).unwrap();
        let answer = self.stage.ada.post(&format!("/sessions/{session}{what}"), body).await.unwrap();
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    /// Makes a repository of the project's folder, with one commit.
    pub async fn repository(&self, files: &[(&str, &str)]) -> PathBuf {
        let folder = self.stage.file("");
        for (name, content) in files {
            std::fs::write(folder.join(name), content).unwrap();
        }
        git(&folder, &["init", "--quiet", "--initial-branch=main"]).await;
        git(&folder, &["add", "--all"]).await;
        git(&folder, &["commit", "--quiet", "--message=Begin"]).await;
        folder
    }

    pub async fn change_project(&self, patch: Value) {
        let answer = self.stage.ada.patch(&format!("/projects/{}", self.stage.project), patch).await.unwrap();
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

/// Makes the scripted agent the one that works, without a pause.
pub fn rehearsing(options: Options) -> Options {
    options.with(&["--agent=rehearsal"]).variable("TANDEM_REHEARSAL_PACE", "0")
}

/// A socket that has a board open, and what it was told.
pub struct Watch {
    socket: Socket,
    /// How cards were doing, each time something was said about one.
    pub seen: Vec<Value>,
    /// Cards that were said to be gone.
    pub gone: Vec<Value>,
}

impl Watch {
    pub async fn open(client: &Client, board: &str) -> Self {
        let mut socket = Socket::ready(client.address(), &client.token).await.unwrap();
        socket.hear_cards();
        let first = socket.open(board, None).await.unwrap();
        assert_eq!(first["type"], "snapshot", "{first}");
        let whole = socket.until(|message| message["type"] == "cards").await.unwrap();
        assert_eq!(whole["whole"], true, "{whole}");
        Self { socket, seen: list(&whole["cards"]), gone: Vec::new() }
    }

    /// Waits for the next news of cards.
    pub async fn hear(&mut self) -> anyhow::Result<()> {
        loop {
            let message = self.socket.next().await?;
            if message["type"] == "cards" {
                self.seen.extend(list(&message["cards"]));
                self.gone.extend(list(&message["gone"]));
                return Ok(());
            }
        }
    }

    /// Waits until a card is said to be gone.
    pub async fn until_gone(&mut self, card: &str) {
        while !self.gone.iter().any(|gone| gone == card) {
            self.hear().await.unwrap();
        }
    }

    /// Returns the phases in which a card was seen.
    pub fn phases(&self, card: &str) -> Vec<&str> {
        let of_card = self.seen.iter().filter(|status| status["card_id"] == card);
        of_card.map(|status| status["phase"].as_str().unwrap()).collect()
    }
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// Runs git as a person would, without the settings of whoever runs the test, and returns what it says.
pub async fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgSign=false"]);
    command.args(arguments).current_dir(folder).kill_on_drop(true);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let ended = timeout(PATIENCE, command.output()).await.unwrap().unwrap();
    assert!(ended.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&ended.stderr));
    String::from_utf8(ended.stdout).unwrap().trim_end().to_owned()
}
