//! Finding and ending everything that belongs to a run, through `/proc`.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

/// The variable whose value says which run a process belongs to.
pub const MARKER: &str = "TANDEM_RUN";

/// How often to look again, and how long to wait in between: a process may start others while it is being ended.
const ROUNDS: usize = 100;
const PAUSE: Duration = Duration::from_millis(20);

/// Whose processes to end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Marked {
    /// Of one run.
    Run(String),
    /// Of every run whose marker begins like this.
    Prefix(String),
}

impl Marked {
    fn is(&self, marker: &[u8]) -> bool {
        match self {
            Self::Run(run) => marker == run.as_bytes(),
            Self::Prefix(prefix) => marker.starts_with(prefix.as_bytes()),
        }
    }
}

/// Kills all processes that carry the marker, their descendants and the members of `group`, until none is left.
///
/// Returns how many were still there when it gave up.
pub async fn sweep(marked: Marked, group: Option<u32>) -> usize {
    let mut left = 0;
    for _ in 0..ROUNDS {
        let found = find(&marked, group);
        left = found.len();
        if left == 0 {
            break;
        }
        for process in found {
            kill(process, &marked, group);
        }
        tokio::time::sleep(PAUSE).await;
    }
    left
}

/// What `/proc` says of one process.
#[derive(Debug, Clone, Copy)]
struct Entry {
    pid: i32,
    parent: i32,
    group: i32,
    marked: bool,
}

fn find(marked: &Marked, group: Option<u32>) -> Vec<Entry> {
    let entries: Vec<Entry> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter_map(|pid| read(pid, marked))
        .collect();
    let ours = i32::try_from(std::process::id()).unwrap_or(0);
    let in_group = |entry: &Entry| group.and_then(|group| i32::try_from(group).ok()) == Some(entry.group);
    let mut children: HashMap<i32, Vec<Entry>> = HashMap::new();
    for entry in &entries {
        children.entry(entry.parent).or_default().push(*entry);
    }
    let mut found: Vec<Entry> =
        entries.iter().filter(|entry| entry.pid != ours && (entry.marked || in_group(entry))).copied().collect();
    let mut seen: HashSet<i32> = found.iter().map(|entry| entry.pid).collect();
    let mut next = 0;
    // Those who dropped the marker are found through the parent that has it.
    while let Some(entry) = found.get(next).copied() {
        next += 1;
        for child in children.get(&entry.pid).into_iter().flatten() {
            if child.pid != ours && seen.insert(child.pid) {
                found.push(*child);
            }
        }
    }
    found
}

/// Reads a process; none if it is gone, a zombie, or somebody else's.
fn read(pid: i32, marked: &Marked) -> Option<Entry> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may hold anything, so the fields are counted from its end.
    let mut fields = stat.rsplit_once(") ")?.1.split(' ');
    let state = fields.next()?;
    if matches!(state, "Z" | "X") {
        return None;
    }
    let parent = fields.next()?.parse().ok()?;
    let group = fields.next()?.parse().ok()?;
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    let marked = environment
        .split(|byte| *byte == 0)
        .filter_map(|variable| variable.strip_prefix(MARKER.as_bytes())?.strip_prefix(b"="))
        .any(|value| marked.is(value));
    Some(Entry { pid, parent, group, marked })
}

fn kill(process: Entry, marked: &Marked, group: Option<u32>) {
    let Some(pid) = Pid::from_raw(process.pid) else { return };
    // The handle keeps the id from being given to another process between looking and killing.
    let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else { return };
    let Some(now) = read(process.pid, marked) else { return };
    let still_in_group = group.and_then(|group| i32::try_from(group).ok()) == Some(now.group);
    let same = now.marked || still_in_group || (!process.marked && now.parent == process.parent);
    if same && let Err(error) = pidfd_send_signal(handle, Signal::KILL) {
        tracing::debug!(%error, pid = process.pid, "A process was gone before it could be ended");
    }
}
