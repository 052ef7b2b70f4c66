//! Runs the program with a data folder of its own and talks to it.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use serde_json::{Value, json};

pub const PASSWORD: &str = "correct horse battery";

/// A folder for everything one test keeps.
pub struct Tandem {
    folder: tempfile::TempDir,
}

pub struct Ended {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Tandem {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// Makes a folder a project may use.
    pub fn folder(&self, name: &str) -> String {
        let path = self.folder.path().join("projects").join(name);
        fs::create_dir_all(&path).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tandem"));
        command.args(arguments).env_clear().env("HOME", self.folder.path()).env("TANDEM_DATA", self.data());
        command
    }

    /// Runs a command to its end.
    pub fn run(&self, arguments: &[&str], stdin: &str) -> Ended {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // A command that does not read its input may have ended before it got it.
        child.stdin.take().unwrap().write_all(stdin.as_bytes()).ok();
        let output = child.wait_with_output().unwrap();
        Ended {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    pub fn serve(&self, arguments: &[&str]) -> Server {
        self.serve_on("127.0.0.1:0", arguments)
    }

    /// Starts a server and waits for the line that says it is ready.
    pub fn serve_on(&self, listen: &str, arguments: &[&str]) -> Server {
        let log = self.folder.path().join("stderr");
        let mut command = self.command(&[&["serve", "--listen", listen], arguments].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(File::create(&log).unwrap()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let Some(url) = line.trim_end().strip_prefix("listening on ") else {
            child.kill().ok();
            panic!("{line:?}; {}", fs::read_to_string(&log).unwrap());
        };
        Server { url: url.to_owned(), child, stdout, log }
    }
}

pub struct Server {
    pub url: String,
    child: Child,
    stdout: BufReader<ChildStdout>,
    log: PathBuf,
}

impl Server {
    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Returns the token of the setup link, which is printed before the line that says it is ready.
    pub fn setup_token(&self) -> Option<String> {
        let log = fs::read_to_string(&self.log).unwrap();
        let (_, rest) = log.split_once("/setup#token=")?;
        rest.lines().next().map(str::to_owned)
    }

    pub fn get(&self, path: &str) -> (u16, Value) {
        self.ask("GET", path, None, None)
    }

    pub fn get_as(&self, path: &str, token: &Value) -> (u16, Value) {
        self.ask("GET", path, None, Some(token))
    }

    pub fn post(&self, path: &str, body: &Value, token: Option<&Value>) -> (u16, Value) {
        self.ask("POST", path, Some(body), token)
    }

    pub fn patch(&self, path: &str, body: &Value, token: &Value) -> (u16, Value) {
        self.ask("PATCH", path, Some(body), Some(token))
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>, token: Option<&Value>) -> (u16, Value) {
        let port = self.url.rsplit(':').next().unwrap();
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        let body = body.map_or(String::new(), Value::to_string);
        let token =
            token.map_or(String::new(), |token| format!("Authorization: Bearer {}\r\n", token.as_str().unwrap()));
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: {}\r\n\
             Content-Type: application/json\r\n{token}\r\n",
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// Lets no file of the process grow past this many bytes, as on a full disk.
    pub fn limit_file_size(&self, bytes: Option<u64>) {
        prlimit(Some(self.pid()), Resource::Fsize, Rlimit { current: bytes, maximum: None }).unwrap();
    }

    /// Asks the server to end and waits for it; `stdout` is what came after the first line.
    pub fn stop(mut self) -> Ended {
        kill_process(self.pid(), Signal::TERM).unwrap();
        let status = self.child.wait().unwrap().code();
        let mut stdout = String::new();
        self.stdout.read_to_string(&mut stdout).unwrap();
        Ended { status, stdout, stderr: fs::read_to_string(&self.log).unwrap() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

pub fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Starts a server, logs in and returns the names of the projects.
pub fn project_names(tandem: &Tandem) -> Vec<String> {
    let server = tandem.serve(&[]);
    let (_, ann) = server.post("/api/auth/login", &json!({ "email": "ann@example.org", "password": PASSWORD }), None);
    let (_, list) = server.get_as("/api/projects", &ann["access_token"]);
    server.stop();
    let items = list["items"].as_array().unwrap().iter();
    items.map(|project: &Value| project["name"].as_str().unwrap().to_owned()).collect()
}
