//! Conversations that were had with the CLI by itself, in a terminal: finding those of a folder, and reading them.
//!
//! Their files are the CLI's own business and change with its versions, so everything in them is optional and what cannot
//! be read is passed over. They are only ever read: who goes on with one goes on with a copy.

mod entry;
mod past;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use tokio::fs;
use tokio::io::AsyncReadExt;
use uuid::Uuid;

pub use self::past::{PastConversation, PastEvent, PastTurn};

use self::entry::Entry;
use crate::agent::ConversationId;
use crate::process::{Line, Lines};
use crate::text::title;

/// Conversations of one folder that are listed, the newest.
const MAX_LISTED: usize = 100;
/// Files of one folder that are looked at.
const MAX_FILES: usize = 5_000;
/// Bytes of a file that are read to list it, and to take it over.
const LIST_BYTES: u64 = 16 * 1024 * 1024;
const READ_BYTES: u64 = 256 * 1024 * 1024;

/// Where the CLI keeps the conversations of one account.
#[derive(Debug, Clone)]
pub struct PastConversations {
    projects: PathBuf,
}

/// A conversation as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastSummary {
    pub id: ConversationId,
    /// The first line that a person said.
    pub title: String,
    /// In milliseconds since 1970.
    pub started_at_ms: i64,
    pub updated_at_ms: i64,
    /// What people and the agent said, as far as it was read.
    pub messages: usize,
    pub branch: Option<String>,
}

impl PastConversations {
    /// Returns where a CLI with this environment keeps them.
    pub fn of(environment: &[(OsString, OsString)]) -> Option<Self> {
        let get = |name: &str| environment.iter().find(|(set, _)| set == name).map(|(_, value)| PathBuf::from(value));
        let home = get("CLAUDE_CONFIG_DIR").or_else(|| get("HOME").map(|home| home.join(".claude")))?;
        Some(Self { projects: home.join("projects") })
    }

    /// Returns those that were had in exactly this folder, the newest first.
    pub async fn list(&self, folder: &Path) -> io::Result<Vec<PastSummary>> {
        let mut files = self.files(folder).await?;
        files.sort_by_key(|file| std::cmp::Reverse(file.changed_at_ms));
        let mut found = Vec::new();
        for file in files {
            if found.len() == MAX_LISTED {
                break;
            }
            found.extend(summary(&file, folder).await?);
        }
        Ok(found)
    }

    /// Returns all that was said in one of them; none if it is not one of this folder.
    pub async fn read(&self, folder: &Path, id: ConversationId) -> io::Result<Option<PastConversation>> {
        let Some(file) = self.files(folder).await?.into_iter().find(|file| file.id == id) else { return Ok(None) };
        let mut reader = past::Reader::default();
        let mut lines = open(&file.path, READ_BYTES).await?;
        while let Some(line) = lines.next().await? {
            reader.line(line);
        }
        Ok(reader.finish(id, folder))
    }

    async fn files(&self, folder: &Path) -> io::Result<Vec<File>> {
        let Some(folder) = self.folder_of(folder).await? else { return Ok(Vec::new()) };
        let mut files = Vec::new();
        let mut entries = fs::read_dir(&folder).await?;
        let mut looked_at = 0;
        while let Some(entry) = entries.next_entry().await? {
            looked_at += 1;
            if looked_at > MAX_FILES {
                break;
            }
            let path = entry.path();
            // What is no plain file, as a link to another one, is none of them.
            let metadata = entry.metadata().await?;
            let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".jsonl"));
            let Some(id) = name.and_then(|name| Uuid::parse_str(name).ok()).filter(|_| metadata.is_file()) else {
                continue;
            };
            let changed = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
            let changed_at_ms = i64::try_from(changed.as_millis()).unwrap_or(i64::MAX);
            files.push(File { id: ConversationId(id), path, changed_at_ms });
        }
        Ok(files)
    }

    /// Returns where conversations of a folder are, if there are any and it is where it seems to be.
    async fn folder_of(&self, folder: &Path) -> io::Result<Option<PathBuf>> {
        let Some(path) = folder.to_str() else { return Ok(None) };
        let found = self.projects.join(folder_name(path));
        let (found, projects) = match (fs::canonicalize(&found).await, fs::canonicalize(&self.projects).await) {
            (Ok(found), Ok(projects)) => (found, projects),
            (Err(error), _) | (_, Err(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            (Err(error), _) | (_, Err(error)) => return Err(error),
        };
        Ok((found.parent() == Some(&projects) && found.is_dir()).then_some(found))
    }
}

/// A file that may hold a conversation.
struct File {
    id: ConversationId,
    path: PathBuf,
    changed_at_ms: i64,
}

/// The CLI's name for a folder: letters and digits stay, everything else is a dash. Two folders can have the same.
fn folder_name(path: &str) -> String {
    let plain = |unit: u16| u8::try_from(unit).ok().filter(u8::is_ascii_alphanumeric).map_or('-', char::from);
    path.encode_utf16().map(plain).collect()
}

async fn open(path: &Path, bytes: u64) -> io::Result<Lines<tokio::io::Take<fs::File>>> {
    Ok(Lines::new(fs::File::open(path).await?.take(bytes)))
}

async fn summary(file: &File, folder: &Path) -> io::Result<Option<PastSummary>> {
    let mut lines = open(&file.path, LIST_BYTES).await?;
    let mut place = None;
    let mut started_at_ms = None;
    let (mut messages, mut first, mut branch) = (0, None, None);
    while let Some(line) = lines.next().await? {
        let Line::Text(line) = line else { continue };
        let Some(entry) = Entry::read(&line).filter(Entry::is_said) else { continue };
        place = place.or_else(|| entry.cwd.clone());
        started_at_ms = started_at_ms.or(entry.at_ms());
        branch = entry.git_branch.clone().filter(|branch| !branch.is_empty()).or(branch);
        let words = entry.words();
        first = first.or_else(|| words.as_deref().map(title));
        if words.is_some() || entry.is_answer() {
            messages += 1;
        }
    }
    let Some(title) = first.filter(|_| place.as_deref().map(Path::new) == Some(folder)) else { return Ok(None) };
    Ok(Some(PastSummary {
        id: file.id,
        title,
        started_at_ms: started_at_ms.unwrap_or(file.changed_at_ms),
        updated_at_ms: file.changed_at_ms,
        messages,
        branch: branch.map(crate::text::name),
    }))
}

#[cfg(test)]
mod tests;
