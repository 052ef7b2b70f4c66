//! A running `tandem serve`.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::PATIENCE;
use crate::client::Client;

/// How to start a server.
pub struct Options {
    /// The program: `env!("CARGO_BIN_EXE_tandem")`.
    pub binary: PathBuf,
    /// Where its data lives; its projects lie in `projects` beside it.
    pub home: PathBuf,
    pub arguments: Vec<String>,
    /// A program, with its arguments, that sets something up and then becomes the server.
    pub through: Vec<String>,
    pub environment: Vec<(String, String)>,
    pub inherited: Inherited,
}

/// What a server has of the environment of the test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inherited {
    Everything,
    /// Not the developer's own home, keys and settings.
    Nothing,
}

/// A server process. Dropping it kills it.
pub struct Server {
    child: Child,
    home: PathBuf,
    address: String,
    setup: Option<String>,
    took: Duration,
}

impl Options {
    pub fn new(binary: &str, home: &Path) -> Self {
        let (arguments, through, environment) = (Vec::new(), Vec::new(), Vec::new());
        let inherited = Inherited::Everything;
        Self { binary: binary.into(), home: home.to_owned(), arguments, through, environment, inherited }
    }

    /// Starts the server through a shell script that ends in `exec "$@"`.
    pub fn through_shell(mut self, before: &[&str], script: &str) -> Self {
        self.through = before.iter().chain(&["sh", "-c", script, "sh"]).map(|&word| word.to_owned()).collect();
        self
    }

    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Takes a variable away again.
    pub fn without(mut self, name: &str) -> Self {
        self.environment.retain(|(set, _)| set != name);
        self
    }

    /// Gives the server this environment and nothing else.
    pub fn only(mut self, environment: Vec<(String, String)>) -> Self {
        (self.environment, self.inherited) = (environment, Inherited::Nothing);
        self
    }

    /// Returns where the server keeps its data.
    pub fn data(&self) -> PathBuf {
        self.home.join("data")
    }

    fn command(&self) -> Command {
        let mut command = match self.through.split_first() {
            Some((program, arguments)) => {
                let mut command = Command::new(program);
                command.args(arguments).arg(&self.binary);
                command
            }
            None => Command::new(&self.binary),
        };
        if self.inherited == Inherited::Nothing {
            command.env_clear();
        }
        command
    }

    pub fn with(mut self, arguments: &[&str]) -> Self {
        self.arguments.extend(arguments.iter().map(|&argument| argument.to_owned()));
        self
    }
}

impl Server {
    /// Starts a server on a free port and waits until it is ready.
    pub async fn start(options: &Options) -> Result<Self> {
        let projects = options.home.join("projects");
        std::fs::create_dir_all(&projects).context("making the projects folder")?;
        let log = std::fs::OpenOptions::new().create(true).append(true).open(options.home.join("server.log"))?;
        let log_start = log.metadata()?.len();
        let started = Instant::now();
        let mut child = options
            .command()
            .args(["serve", "--listen", "127.0.0.1:0", "--rate-limit", "off", "--data"])
            .arg(options.data())
            .arg("--projects-root")
            .arg(&projects)
            .args(&options.arguments)
            .envs(options.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("starting {}", options.binary.display()))?;
        let stdout = child.stdout.take().context("taking the output")?;
        let mut lines = BufReader::new(stdout).lines();
        let line = timeout(PATIENCE, lines.next_line()).await.context("waiting for the server")??;
        let took = started.elapsed();
        let log = read_from(&options.home.join("server.log"), log_start)?;
        let Some(address) = line.as_deref().and_then(|line| line.strip_prefix("listening on http://")) else {
            bail!("the server did not start: {line:?}; its log says:\n{log}");
        };
        let setup = log.split("#token=").nth(1).and_then(|rest| rest.split_whitespace().next()).map(str::to_owned);
        Ok(Self { child, home: options.home.clone(), address: address.to_owned(), setup, took })
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns how long the server took to be ready.
    pub fn took(&self) -> Duration {
        self.took
    }

    pub fn pid(&self) -> u32 {
        self.child.id().unwrap_or_default()
    }

    /// Returns the token of the setup link, if the server printed one.
    pub fn setup(&self) -> Option<&str> {
        self.setup.as_deref()
    }

    /// Makes the first account and returns a client logged in as it.
    pub async fn first_client(&self) -> Result<Client> {
        let setup = self.setup.as_deref().context("the server printed no setup link")?;
        Client::register(&self.address, setup).await
    }

    /// Returns a new folder in the projects root.
    pub fn project_folder(&self, name: &str) -> Result<String> {
        let folder = self.home.join("projects").join(name);
        std::fs::create_dir_all(&folder).context("making a project folder")?;
        Ok(folder.to_string_lossy().into_owned())
    }

    pub fn log(&self) -> Result<String> {
        read_from(&self.home.join("server.log"), 0)
    }

    /// Sends SIGKILL and waits for the end.
    pub async fn kill(mut self) -> Result<()> {
        self.child.kill().await.context("killing the server")
    }

    /// Lets no file of the server grow past this many bytes, as on a full disk; none takes the limit away.
    pub fn limit_file_size(&self, bytes: Option<u64>) -> Result<()> {
        let limit = Rlimit { current: bytes, maximum: None };
        prlimit(Some(self.id()?), Resource::Fsize, limit).context("limiting the size of files").map(drop)
    }

    /// Sends SIGTERM and waits for the end.
    pub async fn stop(mut self) -> Result<std::process::ExitStatus> {
        kill_process(self.id()?, Signal::TERM).context("asking the server to stop")?;
        timeout(PATIENCE, self.child.wait()).await.context("waiting for the server to stop")?.context("waiting")
    }

    fn id(&self) -> Result<Pid> {
        self.child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?)).context("the server is gone")
    }
}

fn read_from(path: &Path, start: u64) -> Result<String> {
    let bytes = std::fs::read(path).context("reading the server's log")?;
    Ok(String::from_utf8_lossy(&bytes[usize::try_from(start)?.min(bytes.len())..]).into_owned())
}
