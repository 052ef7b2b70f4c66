//! What was said, kept in one small file per conversation so that it can be taken up again.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::arguments::{Begin, Keeping};
use super::story::is_taken_up;
use super::{RehearsalError, ids};

/// Entries kept; the oldest go first.
const MAX_ENTRIES: usize = 200;
/// Characters kept of one entry.
const MAX_ENTRY: usize = 4000;
/// Bytes of a file that is still read.
const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

pub struct Conversation {
    record: Record,
    /// None if it is not kept.
    file: Option<PathBuf>,
    past: Past,
}

/// How the conversation began in this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Past {
    None,
    /// Something was said before.
    Resumed,
    /// All that was said before was said in another conversation.
    Copied,
    /// It began earlier in this process.
    Known,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    id: Uuid,
    turns: u64,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    by: Speaker,
    text: String,
    /// If a turn ended with it: the last line that was written then, and which turn it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<TurnEnd>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct TurnEnd {
    line: Uuid,
    turn: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    Person,
    Agent,
}

impl Conversation {
    /// Finds the conversation, or makes a new one; nothing is written before the first message.
    pub fn open(begin: Begin, folder: &Path, keeping: Keeping) -> Result<Self, RehearsalError> {
        let file = |id: Uuid| folder.join(format!("{id}.json"));
        let unused = |wanted: Option<Uuid>| match wanted {
            Some(id) if file(id).exists() => Err(RehearsalError::InUse(id)),
            Some(id) => Ok(id),
            None => Ok(ids::conversation()),
        };
        let (record, past) = match begin {
            Begin::New(wanted) => (Record { id: unused(wanted)?, turns: 0, entries: Vec::new() }, Past::None),
            Begin::Resume(id) => (read(&file(id), id)?, Past::Resumed),
            Begin::Fork { from, to, at } => {
                let mut record = Record { id: unused(to)?, ..read(&file(from), from)? };
                if let Some(line) = at {
                    record.cut(line)?;
                }
                (record, Past::Copied)
            }
        };
        let file = match keeping {
            Keeping::OnDisk => Some(file(record.id)),
            Keeping::Nowhere => None,
        };
        Ok(Self { record, file, past })
    }

    pub fn id(&self) -> Uuid {
        self.record.id
    }

    pub fn turns(&self) -> u64 {
        self.record.turns
    }

    pub fn entries(&self) -> usize {
        self.record.entries.len()
    }

    /// Returns the last that the person said, beyond what takes it up again.
    pub fn last_message(&self) -> Option<&str> {
        self.said_by_person().rfind(|text| !is_taken_up(text))
    }

    pub fn first_message(&self) -> Option<&str> {
        self.said_by_person().next()
    }

    fn said_by_person(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.record.entries.iter().filter(|entry| entry.by == Speaker::Person).map(|entry| entry.text.as_str())
    }

    /// Returns how it began, once: afterwards the past is known.
    pub fn take_past(&mut self) -> Past {
        std::mem::replace(&mut self.past, Past::Known)
    }

    /// Returns how many words all of it has.
    pub fn words(&self) -> u64 {
        self.record.entries.iter().map(|entry| entry.text.split_whitespace().count() as u64).sum()
    }

    pub fn begin_turn(&mut self, message: &str) -> Result<(), RehearsalError> {
        self.record.turns += 1;
        self.add(Speaker::Person, message)
    }

    pub fn add(&mut self, by: Speaker, text: &str) -> Result<(), RehearsalError> {
        self.record.entries.push(Entry { by, text: text.chars().take(MAX_ENTRY).collect(), end: None });
        let extra = self.record.entries.len().saturating_sub(MAX_ENTRIES);
        self.record.entries.drain(..extra);
        self.keep()
    }

    /// Notes the last line of a turn, so that a fork can begin there.
    pub fn end_turn(&mut self, line: Option<Uuid>) -> Result<(), RehearsalError> {
        let turn = self.record.turns;
        if let (Some(line), Some(last)) = (line, self.record.entries.last_mut()) {
            last.end = Some(TurnEnd { line, turn });
        }
        self.keep()
    }

    fn keep(&self) -> Result<(), RehearsalError> {
        match &self.file {
            Some(file) => write(file, &self.record).map_err(RehearsalError::Conversation),
            None => Ok(()),
        }
    }
}

impl Record {
    /// Forgets what was said after the turn that ended with this line.
    fn cut(&mut self, line: Uuid) -> Result<(), RehearsalError> {
        let ends = self.entries.iter().map(|entry| entry.end.filter(|end| end.line == line));
        let (place, end) =
            ends.enumerate().find_map(|(place, end)| Some((place, end?))).ok_or(RehearsalError::NoPoint(line))?;
        self.entries.truncate(place + 1);
        self.turns = end.turn;
        Ok(())
    }
}

fn read(file: &Path, id: Uuid) -> Result<Record, RehearsalError> {
    // What is damaged cannot be taken up, which is the same to whoever asks.
    let size = fs::metadata(file).map_err(|_| RehearsalError::Missing(id))?.len();
    if size > MAX_FILE_BYTES {
        return Err(RehearsalError::Missing(id));
    }
    let text = fs::read_to_string(file).map_err(|_| RehearsalError::Missing(id))?;
    serde_json::from_str(&text).map_err(|_| RehearsalError::Missing(id))
}

/// Replaces the file whole, so that being killed leaves the old one or the new one.
fn write(file: &Path, record: &Record) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(&serde_json::to_vec(record)?)?;
    temporary.persist(file)?;
    Ok(())
}
