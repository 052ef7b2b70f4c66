//! Finding and ending everything that belongs to a run, through `/proc`.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

/// The variable whose value says which run a process belongs to.
pub const MARKER: &str = "TANDEM_RUN";

/// How often to look again, and how long to wait in between: a process may start others while it is being ended.
const ROUNDS: usize = 200;
const PAUSE: Duration = Duration::from_millis(10);
/// How often nobody must be found before that is believed: who starts a child and goes may slip through one look.
const QUIET_ROUNDS: usize = 3;
/// How often in a row to look only for those who have come meanwhile: one look at all takes longer than some live.
const PASSES: usize = 64;

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

/// Kills all processes that carry the marker and their descendants, until none is left.
///
/// Returns how many were still there when it gave up.
pub async fn sweep(marked: Marked) -> usize {
    Kin::new(marked).end().await
}

/// Everybody who belongs to a run: who carries the marker, who is in the leader's group, who descends from one of them,
/// and who did when we last looked.
///
/// The last matters for those who dropped the marker: they are found through their parent, and it may be gone first.
pub(super) struct Kin {
    marked: Marked,
    leader: Option<Identity>,
    known: HashSet<Identity>,
}

/// A process; when it started tells it from a later one with the same id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Identity {
    id: i32,
    started: u64,
}

/// What `/proc` says of one process.
#[derive(Debug, Clone, Copy)]
struct Entry {
    identity: Identity,
    parent: i32,
    group: i32,
    marked: bool,
}

impl Kin {
    fn new(marked: Marked) -> Self {
        Self { marked, leader: None, known: HashSet::new() }
    }

    /// Adds the process that leads the run's group.
    pub(super) fn led_by(run: String, leader: Option<u32>) -> Self {
        let leader = leader.and_then(|id| i32::try_from(id).ok()).and_then(stat).map(|stat| stat.identity);
        Self { leader, known: leader.into_iter().collect(), ..Self::new(Marked::Run(run)) }
    }

    /// Looks who is there.
    pub(super) async fn look(&mut self) {
        self.look_and(Do::Nothing).await;
    }

    async fn look_and(&mut self, at_sight: Do) {
        let marked = self.marked.clone();
        // A process in trouble can hold up whoever reads about it.
        let entries = tokio::task::spawn_blocking(move || read_all(&marked, at_sight)).await.unwrap_or_default();
        self.known = self.among(&entries);
    }

    fn among(&self, entries: &[Entry]) -> HashSet<Identity> {
        let mut children: HashMap<i32, Vec<Identity>> = HashMap::new();
        for entry in entries {
            children.entry(entry.parent).or_default().push(entry.identity);
        }
        let group = self.group(entries);
        let belongs =
            |entry: &Entry| entry.marked || self.known.contains(&entry.identity) || group == Some(entry.group);
        let mut next: Vec<Identity> =
            entries.iter().filter(|entry| belongs(entry)).map(|entry| entry.identity).collect();
        let mut found = HashSet::new();
        while let Some(identity) = next.pop() {
            if found.insert(identity) {
                next.extend(children.get(&identity.id).into_iter().flatten());
            }
        }
        found
    }

    /// Returns the leader's group, unless the leader is gone and its id with the group's went to somebody else.
    fn group(&self, entries: &[Entry]) -> Option<i32> {
        let leader = self.leader?;
        let taken = entries.iter().any(|entry| entry.identity.id == leader.id && entry.identity != leader);
        (!taken).then_some(leader.id)
    }

    /// Ends all of them and returns how many it could not end.
    ///
    /// First they are stopped, until no new ones come: who is stopped starts nobody whom we would never hear of.
    pub(super) async fn end(&mut self) -> usize {
        let mut stopped: HashSet<Identity> = HashSet::new();
        let mut quiet = 0;
        for _ in 0..ROUNDS {
            self.look_and(Do::Stop).await;
            quiet = if self.known.is_empty() { quiet + 1 } else { 0 };
            if quiet == QUIET_ROUNDS {
                break;
            }
            let is_news = self.known.iter().any(|identity| !stopped.contains(identity));
            let signal = if is_news { Signal::STOP } else { Signal::KILL };
            for identity in &self.known {
                send(*identity, signal);
            }
            stopped.extend(&self.known);
            tokio::time::sleep(PAUSE).await;
        }
        self.known.len()
    }
}

/// What to do with a process that carries the marker, as soon as it is seen.
#[derive(Clone, Copy)]
enum Do {
    Nothing,
    Stop,
}

fn send(identity: Identity, signal: Signal) {
    let Some(pid) = Pid::from_raw(identity.id) else { return };
    // The handle keeps the id from being given to another process between looking and sending.
    let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else { return };
    let same = stat(identity.id).is_some_and(|now| now.identity == identity);
    if same && let Err(error) = pidfd_send_signal(handle, signal) {
        tracing::debug!(%error, pid = identity.id, "A process could not be sent a signal");
    }
}

fn read_all(marked: &Marked, at_sight: Do) -> Vec<Entry> {
    let mut entries: HashMap<i32, Entry> = HashMap::new();
    let mut listed: HashSet<i32> = HashSet::new();
    for _ in 0..PASSES {
        let mut fresh: Vec<i32> = list().filter(|id| listed.insert(*id)).collect();
        // The newest first: those who start others and go are gone a moment later.
        fresh.sort_unstable_by_key(|id| std::cmp::Reverse(*id));
        let before = entries.len();
        for entry in fresh.into_iter().filter_map(|id| read(id, marked)) {
            if entry.marked && matches!(at_sight, Do::Stop) {
                send(entry.identity, Signal::STOP);
            }
            entries.insert(entry.identity.id, entry);
        }
        let is_news = entries.len() > before;
        if !is_news || matches!(at_sight, Do::Nothing) {
            break;
        }
    }
    entries.into_values().collect()
}

/// Lists the processes that are there, without us.
fn list() -> impl Iterator<Item = i32> {
    let ours = i32::try_from(std::process::id()).ok();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(move |id| Some(*id) != ours)
}

fn read(id: i32, marked: &Marked) -> Option<Entry> {
    let entry = stat(id)?;
    let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
    let marked = environment
        .split(|byte| *byte == 0)
        .filter_map(|variable| variable.strip_prefix(MARKER.as_bytes())?.strip_prefix(b"="))
        .any(|value| marked.is(value));
    Some(Entry { marked, ..entry })
}

/// Reads a process without its environment; none if it is gone or only waits to be forgotten.
fn stat(id: i32) -> Option<Entry> {
    let bytes = fs::read(format!("/proc/{id}/stat")).ok()?;
    parse(id, &String::from_utf8_lossy(&bytes))
}

fn parse(id: i32, stat: &str) -> Option<Entry> {
    // The name in parentheses may hold anything, so the fields are counted from its end.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let (state, parent, group, started) = (*fields.first()?, fields.get(1)?, fields.get(2)?, fields.get(19)?);
    let identity = Identity { id, started: started.parse().ok()? };
    let entry = Entry { identity, parent: parent.parse().ok()?, group: group.parse().ok()?, marked: false };
    (!matches!(state, "Z" | "X")).then_some(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: i32, parent: i32, group: i32, marked: bool) -> Entry {
        Entry { identity: Identity { id, started: 1 }, parent, group, marked }
    }

    fn kin(leader: i32, known: &[i32]) -> Kin {
        let identity = |id: i32| Identity { id, started: 1 };
        let known = known.iter().copied().map(identity).collect();
        Kin { marked: Marked::Run("x".to_owned()), leader: Some(identity(leader)), known }
    }

    #[track_caller]
    fn check(kin: &Kin, entries: &[Entry], expected: &[i32]) {
        let mut found: Vec<i32> = kin.among(entries).into_iter().map(|identity| identity.id).collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn who_belongs_to_a_run() {
        let (unmarked, marked) = (false, true);
        check(&kin(10, &[]), &[entry(1, 0, 1, unmarked), entry(10, 1, 10, marked)], &[10]);
        check(&kin(10, &[]), &[entry(11, 1, 10, unmarked), entry(12, 11, 12, unmarked)], &[11, 12]);
        check(
            &kin(10, &[]),
            &[entry(11, 1, 11, marked), entry(13, 12, 3, unmarked), entry(12, 11, 2, unmarked)],
            &[11, 12, 13],
        );
        check(&kin(10, &[20]), &[entry(20, 1, 20, unmarked), entry(21, 20, 21, unmarked)], &[20, 21]);
        check(&kin(10, &[]), &[entry(20, 1, 20, unmarked)], &[]);
    }

    #[test]
    fn we_are_not_looked_at() {
        let ours = i32::try_from(std::process::id()).unwrap();
        assert!(list().all(|id| id != ours) && list().any(|id| id == 1));
    }

    #[test]
    fn an_id_that_went_to_another_process_is_not_the_leaders() {
        let other = Entry { identity: Identity { id: 10, started: 2 }, ..entry(10, 1, 10, false) };
        check(&kin(10, &[10]), &[other, entry(11, 10, 10, false)], &[]);
    }

    #[test]
    fn a_process_may_be_called_anything() {
        let fields = "S 4 5 6 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 1 0 77 0 0";
        let parsed = parse(3, &format!("3 (a) Z 9 (b c) {fields}\n")).unwrap();
        assert_eq!((parsed.identity, parsed.parent, parsed.group), (Identity { id: 3, started: 77 }, 4, 5));
        assert!(parse(3, &format!("3 (sh) {}", fields.replace('S', "Z"))).is_none());
        assert!(parse(3, "3 (sh) S 4 5").is_none());
    }
}
