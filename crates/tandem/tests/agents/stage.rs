//! A server with a home, a model and a project of its own.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};
use store::{SqliteStore, Upkeep};
use tempfile::TempDir;
use testkit::claude::{ClaudeHome, claude_path};
use testkit::model_api::{ModelApi, Request, Script};
use testkit::{Client, Options, Server, kill, processes_with};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::talk::Talk;

pub const BINARY: &str = env!("CARGO_BIN_EXE_tandem");
const PASSWORD: &str = "correct horse battery";
/// The variable that says which run a process belongs to.
pub const MARKER: &str = "TANDEM_RUN";

pub struct Stage {
    home: TempDir,
    pub claude: ClaudeHome,
    pub api: ModelApi,
    options: Options,
    server: Option<Server>,
    pub ada: Client,
    pub project: String,
    pub board: String,
}

impl Stage {
    pub async fn new(script: Script) -> Self {
        Self::with(script, |options| options).await
    }

    /// Starts a server whose options are changed first.
    pub async fn with(script: Script, change: impl FnOnce(Options) -> Options) -> Self {
        let (home, claude) = (tempfile::tempdir().unwrap(), ClaudeHome::new());
        let api = ModelApi::start(script).await;
        let options = Options::new(BINARY, home.path()).only(claude.environment(api.url()));
        let options = change(options.with(&["--claude", claude_path().to_str().unwrap()]));
        let server = Server::start(&options).await.unwrap();
        let ada = server.first_client().await.unwrap();
        let (project, board) = ada.project("stage", &server.project_folder("stage").unwrap()).await.unwrap();
        Self { home, claude, api, options, server: Some(server), ada, project, board }
    }

    pub fn server(&self) -> &Server {
        self.server.as_ref().unwrap()
    }

    /// Returns the folder of the server's data.
    pub fn data(&self) -> PathBuf {
        self.options.data()
    }

    /// Returns a file of the project.
    pub fn file(&self, name: &str) -> PathBuf {
        self.home.path().join("projects/stage").join(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.file(name)).unwrap_or_default()
    }

    /// Kills the server and starts another one on the same data.
    pub async fn crash(&mut self) {
        self.kill().await;
        self.start().await;
    }

    /// Stops the server in good order, checks that it leaves no process, and starts another one on the same data.
    pub async fn restart(&mut self) {
        assert!(self.server.take().unwrap().stop().await.unwrap().success());
        assert_eq!(self.agents(), [0; 0], "processes are left");
        self.start().await;
    }

    pub async fn kill(&mut self) {
        self.server.take().unwrap().kill().await.unwrap();
    }

    pub async fn start(&mut self) {
        let server = Server::start(&self.options).await.unwrap();
        self.ada = self.ada.at(server.address());
        self.server = Some(server);
    }

    /// Makes a session as Ada and returns it.
    pub async fn session(&self, body: Value) -> Value {
        let path = format!("/projects/{}/sessions", self.project);
        let made = self.ada.post(&path, body).await.unwrap();
        assert_eq!(made.status, 201, "{}", made.body);
        made.body
    }

    /// Makes a session with a first message, and follows it from the begin.
    pub async fn talk(&self, mode: &str, message: &str) -> Talk {
        let session = self.session(json!({ "mode": mode, "message": message })).await;
        self.follow(session["id"].as_str().unwrap(), 0).await
    }

    /// Follows a session from the event after `after` on.
    pub async fn follow(&self, session: &str, after: u64) -> Talk {
        Talk::follow(&self.ada, session, after).await
    }

    /// Returns what the model was told before it said that turn of a scene: the newest result of a tool.
    pub async fn told(&self, scene: &str) -> String {
        self.api.wait_for_request(|request| request.scene == scene).await.last_tool_result().unwrap_or_default()
    }

    /// Waits until somebody says a text to the model, and returns the whole conversation up to it.
    pub async fn told_in_words(&self, text: &str) -> String {
        let says = |request: &Request| request.last_user_text().is_some_and(|said| said.contains(text));
        self.api.wait_for_request(says).await.body["messages"].to_string()
    }

    pub async fn inbox(&self) -> Vec<Value> {
        let inbox = self.ada.get("/inbox").await.unwrap();
        assert_eq!(inbox.status, 200, "{}", inbox.body);
        inbox.body["items"].as_array().unwrap().clone()
    }

    /// Adds an account and logs in.
    pub async fn somebody(&self, name: &str) -> Client {
        let (email, data) = (format!("{name}@example.org"), self.options.data());
        let arguments = ["user", "add", &email, "--password-stdin", "--data", data.to_str().unwrap()];
        let mut command = Command::new(BINARY);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(PASSWORD.as_bytes()).await.unwrap();
        let added = child.wait_with_output().await.unwrap();
        assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
        Client::login(self.server().address(), &email, PASSWORD).await.unwrap()
    }

    /// Adds an account that is a member of the project.
    pub async fn member(&self, name: &str, role: &str) -> Client {
        let client = self.somebody(name).await;
        let member = json!({ "email": format!("{name}@example.org"), "role": role });
        let added = self.ada.post(&format!("/projects/{}/members", self.project), member).await.unwrap();
        assert_eq!(added.status, 201, "{}", added.body);
        client
    }

    /// Stops the server in good order and checks that it has left no process and a sound database.
    pub async fn end(mut self) {
        assert!(self.server.take().unwrap().stop().await.unwrap().success());
        assert_eq!(self.agents(), [0; 0], "processes are left");
        self.check_sound().await;
    }

    /// Opens the database, which no server uses now, and checks that nothing is wrong with it.
    pub async fn check_sound(&self) {
        assert!(self.server.is_none());
        let store = SqliteStore::open(&self.options.data().join("tandem.db")).await.unwrap();
        let findings = store.verify().await.unwrap();
        store.close().await;
        assert_eq!(findings, Vec::<String>::new());
    }

    /// Returns the processes of all agents of this stage: nobody else has this home.
    pub fn agents(&self) -> Vec<u32> {
        let home = self.claude.path();
        let ours = processes_with("HOME", |set| Path::new(set) == home);
        let marked = processes_with(MARKER, |_| true);
        ours.into_iter().filter(|id| marked.contains(id)).collect()
    }
}

/// A test that fails must not leave agents behind; they would go on for as long as the others run.
impl Drop for Stage {
    fn drop(&mut self) {
        self.server = None;
        for process in self.agents() {
            // It may have ended by itself meanwhile.
            kill(process).ok();
        }
    }
}
