//! One run of a program: bounded in time and output, and gone when nobody waits for it any more.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin};
use tokio::time::timeout;

use crate::error::GitError;
use crate::limits::{
    LOCAL_DEADLINE, MAX_DIAGNOSTICS_BYTES, MAX_MESSAGE_BYTES, MAX_OUTPUT_BYTES, PIPE_DEADLINE, TERMINATE_DEADLINE,
};
use crate::program::Git;

/// A run to be: what is asked, where, and within which bounds.
pub(crate) struct Call {
    program: PathBuf,
    arguments: Vec<OsString>,
    folder: PathBuf,
    environment: Vec<(OsString, OsString)>,
    input: Vec<u8>,
    deadline: Duration,
    most: usize,
    doing: &'static str,
}

/// How a run ended, whatever its exit code.
#[derive(Debug)]
pub(crate) struct Output {
    /// `None` if a signal ended it, which is what happens when it prints more than we read.
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
    /// More was printed than was kept.
    pub truncated: bool,
}

impl Call {
    /// A run of git in `folder`; `doing` says what for, for errors.
    pub fn new<A: AsRef<OsStr>>(
        git: &Git,
        folder: &Path,
        doing: &'static str,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        let mut call = Self {
            program: git.program().to_owned(),
            arguments: vec!["--no-pager".into()],
            folder: folder.to_owned(),
            environment: git.environment().to_vec(),
            input: Vec::new(),
            deadline: LOCAL_DEADLINE,
            most: MAX_OUTPUT_BYTES,
            doing,
        };
        call.arguments.extend(arguments.into_iter().map(|argument| argument.as_ref().to_owned()));
        call
    }

    /// A run of `gh`, which gets a few variables more.
    pub fn gh(git: &Git, program: &Path, folder: &Path, doing: &'static str, arguments: Vec<String>) -> Self {
        let mut environment = git.environment().to_vec();
        environment.extend_from_slice(git.for_gh());
        let arguments = arguments.into_iter().map(OsString::from).collect();
        Self { program: program.to_owned(), arguments, environment, ..Self::new(git, folder, doing, [""; 0]) }
    }

    pub fn argument(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.arguments.push(argument.as_ref().to_owned());
        self
    }

    /// Names paths, which are never taken for anything else.
    pub fn paths<P: AsRef<OsStr>>(self, paths: impl IntoIterator<Item = P>) -> Self {
        paths.into_iter().fold(self.argument("--"), Self::argument)
    }

    pub fn variable(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.environment.push((name.into(), value.as_ref().to_owned()));
        self
    }

    /// Adds settings that come before those of any file.
    pub fn settings(mut self, settings: Vec<(OsString, OsString)>) -> Self {
        self = self.variable("GIT_CONFIG_COUNT", settings.len().to_string());
        for (number, (key, value)) in settings.into_iter().enumerate() {
            self.environment.push((format!("GIT_CONFIG_KEY_{number}").into(), key));
            self.environment.push((format!("GIT_CONFIG_VALUE_{number}").into(), value));
        }
        self
    }

    pub fn input(self, input: impl Into<Vec<u8>>) -> Self {
        Self { input: input.into(), ..self }
    }

    pub fn deadline(self, deadline: Duration) -> Self {
        Self { deadline, ..self }
    }

    pub fn most(self, most: usize) -> Self {
        Self { most, ..self }
    }

    /// Runs it and returns what it printed as one line of text; anything but success is an error.
    pub async fn text(self) -> Result<String, GitError> {
        let stdout = self.bytes().await?;
        Ok(String::from_utf8_lossy(stdout.strip_suffix(b"\n").unwrap_or(&stdout)).into_owned())
    }

    /// Runs it and returns what it printed; anything but success is an error.
    pub async fn bytes(self) -> Result<Vec<u8>, GitError> {
        let doing = self.doing;
        let output = self.output().await?;
        if output.code == Some(0) && !output.truncated { Ok(output.stdout) } else { Err(output.failed(doing)) }
    }

    /// Runs it and returns how it ended.
    pub async fn output(self) -> Result<Output, GitError> {
        let Self { doing, deadline, most, .. } = self;
        let mut child = self.start().map_err(GitError::io(doing))?;
        let (stdin, group) = (child.stdin.take(), Group::led_by(&child));
        let mut out = Bounded::new(child.stdout.take(), most, Full::Close);
        let mut err = Bounded::new(child.stderr.take(), MAX_DIAGNOSTICS_BYTES, Full::KeepTheEnd);
        let ended = timeout(deadline, talk(&mut child, stdin, &self.input, &mut out, &mut err)).await;
        let Ok(status) = ended else {
            group.end(&mut child).await;
            return Err(GitError::Deadline { doing, deadline });
        };
        group.has_ended();
        let stderr = String::from_utf8_lossy(&err.kept).trim().to_owned();
        let status = status.map_err(GitError::io(doing))?;
        Ok(Output { code: status.code(), stdout: out.kept, stderr, truncated: out.truncated })
    }

    fn start(&self) -> io::Result<Child> {
        let mut command = tokio::process::Command::new(&self.program);
        command
            .args(&self.arguments)
            .current_dir(&self.folder)
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true);
        command.spawn()
    }
}

impl Output {
    pub fn failed(&self, doing: &'static str) -> GitError {
        let said = if self.truncated { "it printed too much".to_owned() } else { self.said() };
        GitError::failed(doing, &said)
    }

    /// Returns the end of what it printed for people.
    pub fn said(&self) -> String {
        let said = if self.stderr.is_empty() { String::from_utf8_lossy(&self.stdout) } else { (&*self.stderr).into() };
        let said = said.trim();
        said[said.ceil_char_boundary(said.len().saturating_sub(MAX_MESSAGE_BYTES))..].to_owned()
    }
}

/// Feeds and reads a program until it has ended and its pipes are closed, or held by a child it left behind.
async fn talk(
    child: &mut Child,
    stdin: Option<ChildStdin>,
    input: &[u8],
    out: &mut Bounded<impl AsyncRead + Unpin>,
    err: &mut Bounded<impl AsyncRead + Unpin>,
) -> io::Result<ExitStatus> {
    let pipes = async { tokio::join!(feed(stdin, input), out.read(), err.read()) };
    tokio::pin!(pipes);
    tokio::select! {
        _ = &mut pipes => child.wait().await,
        status = child.wait() => {
            if timeout(PIPE_DEADLINE, &mut pipes).await.is_err() {
                tracing::debug!("A child of git still holds its pipes");
            }
            status
        }
    }
}

async fn feed(stdin: Option<ChildStdin>, input: &[u8]) {
    let Some(mut stdin) = stdin else { return };
    if let Err(error) = stdin.write_all(input).await {
        tracing::debug!(%error, "Git has not read all of its input");
    }
}

/// What happens when more comes than is kept.
enum Full {
    /// The pipe is closed, so that who writes does not go on for nothing.
    Close,
    KeepTheEnd,
}

/// Reads a pipe and keeps so much of it.
struct Bounded<R> {
    pipe: Option<R>,
    most: usize,
    full: Full,
    kept: Vec<u8>,
    truncated: bool,
}

impl<R: AsyncRead + Unpin> Bounded<R> {
    fn new(pipe: Option<R>, most: usize, full: Full) -> Self {
        Self { pipe, most, full, kept: Vec::new(), truncated: false }
    }

    async fn read(&mut self) {
        let Some(mut pipe) = self.pipe.take() else { return };
        let mut buffer = vec![0; 16 * 1024];
        while let Ok(count @ 1..) = pipe.read(&mut buffer).await {
            self.kept.extend_from_slice(&buffer[..count]);
            let excess = self.kept.len().saturating_sub(self.most);
            self.truncated |= excess > 0;
            match self.full {
                Full::KeepTheEnd => drop(self.kept.drain(..excess)),
                Full::Close if excess > 0 => return self.kept.truncate(self.most),
                Full::Close => {}
            }
        }
    }
}

/// The processes of one run: git, and the filters and hooks it starts. Killed when nobody waits for them any more.
struct Group(Option<Pid>);

impl Group {
    fn led_by(child: &Child) -> Self {
        Self(child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw))
    }

    /// After the leader was waited for, its id may be another's.
    fn has_ended(mut self) {
        self.0 = None;
    }

    /// Asks, so that git takes its locks and half-made files away, and then kills.
    async fn end(self, child: &mut Child) {
        self.signal(Signal::TERM);
        timeout(TERMINATE_DEADLINE, child.wait()).await.ok();
        // Whatever is left of the group keeps its id from being another's.
        drop(self);
        if let Err(error) = child.wait().await {
            tracing::warn!(%error, "A git process cannot be waited for");
        }
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.0
            && let Err(error) = rustix::process::kill_process_group(group, signal)
        {
            tracing::debug!(%error, "The group of a git process is gone");
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
    }
}
