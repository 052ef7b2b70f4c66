//! Shell scripts to run, and a look at what is left of them.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use agents::process::{Line, Lines, MARKER, Process, Spec};
use tokio::process::ChildStdout;
use tokio::time::timeout;

/// How long anything may take before a test gives up: generous, because the machine may be busy.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// A program that would go on for long; a shell's own `sleep` is one more process, as programs are.
pub const SLEEPS: &str = "sleep 600";

pub struct Script {
    pub process: Process,
    pub lines: Lines<ChildStdout>,
    marker: String,
}

/// Returns a marker that no other test has.
pub fn marker(name: &str) -> String {
    format!("test:{}:{name}", std::process::id())
}

impl Script {
    pub fn start(name: &str, script: &str) -> Self {
        let marker = marker(name);
        let spec = Spec {
            program: PathBuf::from("/bin/sh"),
            arguments: ["-c", script].map(Into::into).into(),
            folder: PathBuf::from("/"),
            environment: vec![("PATH".into(), std::env::var_os("PATH").unwrap_or_default())],
            marker: marker.clone(),
        };
        let (process, lines) = Process::start(spec).unwrap();
        Self { process, lines, marker }
    }

    /// Returns the next line, which must come in time.
    pub async fn line(&mut self) -> Option<Line> {
        within(self.lines.next()).await.unwrap()
    }

    pub async fn text(&mut self) -> String {
        match self.line().await {
            Some(Line::Text(text)) => text,
            other => panic!("no text: {other:?}"),
        }
    }

    /// Reads the ids of so many processes, which the script prints once they run, and checks that they do.
    pub async fn processes(&mut self, count: usize) -> Vec<u32> {
        let mut ids = Vec::new();
        for _ in 0..count {
            let id = self.text().await.trim().parse().unwrap();
            assert!(is_running(id), "{id} does not run");
            ids.push(id);
        }
        ids
    }

    /// Ends it, and checks that nobody with its marker is there any more, nor any of those. Returns what it has printed
    /// meanwhile.
    pub async fn end(self, processes: &[u32]) -> Vec<Line> {
        let Self { process, mut lines, marker } = self;
        within(process.end()).await;
        assert_nothing_left(&marker, processes);
        let mut printed = Vec::new();
        while let Some(line) = within(lines.next()).await.unwrap() {
            printed.push(line);
        }
        printed
    }
}

pub async fn within<T>(what: impl Future<Output = T>) -> T {
    timeout(PATIENCE, what).await.unwrap()
}

#[track_caller]
pub fn assert_nothing_left(marker: &str, processes: &[u32]) {
    assert_eq!(marked(marker), [0; 0], "with the marker");
    let left: Vec<&u32> = processes.iter().filter(|id| is_running(**id)).collect();
    assert!(left.is_empty(), "{left:?} still run");
}

/// Returns who carries a marker.
pub fn marked(marker: &str) -> Vec<u32> {
    let variable = format!("{MARKER}={marker}");
    let carries = |id: &u32| {
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|set| set == variable.as_bytes())
    };
    all().filter(|id| is_running(*id)).filter(carries).collect()
}

/// Returns whether a process is there and not only waits to be forgotten.
pub fn is_running(id: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, fields)| !fields.starts_with(['Z', 'X']))
}

fn all() -> impl Iterator<Item = u32> {
    fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}
