//! A conversation as a file: one message a line, on disk before the next request is sent.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::limits::MAX_HISTORY_BYTES;
use super::message::{Block, Message};
use crate::agent::{Conversation, ConversationId, Point};
use crate::failure::{Failure, FailureCode};

/// What was said so far.
#[derive(Debug)]
pub struct History {
    file: Arc<File>,
    messages: Vec<Message>,
    /// Where each message ends in the file.
    ends: Vec<u64>,
}

impl History {
    pub async fn open(folder: PathBuf, conversation: Conversation) -> Result<Self, Failure> {
        let opened = blocking(move || open(&folder, conversation)).await;
        opened.map_err(|failure| match failure.code {
            FailureCode::Unknown => Failure { code: FailureCode::StartFailed, ..failure },
            _ => failure,
        })
    }

    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Returns where it ends now: how many messages it has.
    pub fn point(&self) -> Point {
        Point(uuid::Uuid::from_u128(self.messages.len() as u128))
    }

    /// Adds a message; when this returns it is on disk. A message without content is none.
    pub async fn append(&mut self, message: Message) -> Result<(), Failure> {
        if message.content.is_empty() {
            return Ok(());
        }
        let line = line(&message)?;
        let (file, end) = (self.file.clone(), self.end());
        let new_end = end + u64::try_from(line.len()).unwrap_or(u64::MAX);
        blocking(move || {
            write(&file, &line).map_err(|error| {
                // Half a line must not be continued by the next one.
                if let Err(error) = file.set_len(end) {
                    tracing::error!(%error, "Could not take back half a message: {error}");
                }
                failed("saving the conversation", &error)
            })
        })
        .await?;
        self.messages.push(message);
        self.ends.push(new_end);
        Ok(())
    }

    /// Forgets everything after the first `count` messages.
    pub async fn rewind(&mut self, count: usize) -> Result<(), Failure> {
        if count >= self.messages.len() {
            return Ok(());
        }
        let end = count.checked_sub(1).map_or(0, |last| self.ends[last]);
        let file = self.file.clone();
        blocking(move || {
            let cut = file.set_len(end).and_then(|()| file.sync_all());
            cut.map_err(|error| failed("taking back a message", &error))
        })
        .await?;
        self.messages.truncate(count);
        self.ends.truncate(count);
        Ok(())
    }

    /// Returns what the service expects first if calls were never answered: the server died, or the disk was full.
    pub fn unanswered(&self) -> Vec<Block> {
        let result = |id: &str| Block::ToolResult {
            tool_use_id: id.to_owned(),
            content: "interrupted".to_owned(),
            is_error: true,
        };
        let calls = self.messages.last().map(Message::calls).unwrap_or_default();
        calls.into_iter().map(result).collect()
    }

    fn end(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, Failure> + Send + 'static) -> Result<T, Failure> {
    match tokio::task::spawn_blocking(work).await {
        Ok(outcome) => outcome,
        Err(error) => Err(Failure::new(FailureCode::Unknown, format!("The conversation's file is lost: {error}"))),
    }
}

fn open(folder: &Path, conversation: Conversation) -> Result<History, Failure> {
    let make = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    make.map_err(|error| failed("making the folder of conversations", &error))?;
    match conversation {
        // A server that died may have begun it without anybody knowing.
        Conversation::New(id) if path(folder, id).exists() => resume(folder, id),
        Conversation::New(id) => create(folder, id, Vec::new()),
        Conversation::Resume(id) => resume(folder, id),
        Conversation::Fork { from, to, at } => {
            let (_, Loaded { mut messages, .. }) = load(folder, from)?;
            if let Some(point) = at {
                let count = usize::try_from(point.0.as_u128()).ok().filter(|count| *count <= messages.len());
                messages.truncate(count.ok_or_else(|| missing("is not that long any more"))?);
            }
            create(folder, to, messages)
        }
    }
}

/// Begins a file that holds `messages`; it is there whole or not at all.
fn create(folder: &Path, id: ConversationId, messages: Vec<Message>) -> Result<History, Failure> {
    let mut text = Vec::new();
    let mut ends = Vec::new();
    for message in &messages {
        text.extend(line(message)?);
        ends.push(u64::try_from(text.len()).unwrap_or(u64::MAX));
    }
    let file = place(folder, id, &text).map_err(|error| failed("beginning the conversation's file", &error))?;
    Ok(History { file: Arc::new(file), messages, ends })
}

fn place(folder: &Path, id: ConversationId, text: &[u8]) -> io::Result<File> {
    // A temporary file of this crate is readable by its owner only.
    let mut draft = tempfile::NamedTempFile::new_in(folder)?;
    draft.write_all(text)?;
    draft.as_file().sync_all()?;
    let path = path(folder, id);
    draft.persist_noclobber(&path).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()?;
    writable(&path)
}

/// Takes a conversation up, without the half message that a crash may have left.
fn resume(folder: &Path, id: ConversationId) -> Result<History, Failure> {
    let (file, Loaded { messages, ends }) = load(folder, id)?;
    let end = ends.last().copied().unwrap_or(0);
    file.set_len(end).map_err(|error| failed("cutting off half a message", &error))?;
    Ok(History { file: Arc::new(file), messages, ends })
}

struct Loaded {
    messages: Vec<Message>,
    ends: Vec<u64>,
}

fn load(folder: &Path, id: ConversationId) -> Result<(File, Loaded), Failure> {
    let file = match writable(&path(folder, id)) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(missing("is not here any more"));
        }
        Err(error) => return Err(failed("opening the conversation's file", &error)),
    };
    let mut text = Vec::new();
    let read = (&file).take(MAX_HISTORY_BYTES + 1).read_to_end(&mut text);
    let read = read.map_err(|error| failed("reading the conversation's file", &error))?;
    if u64::try_from(read).unwrap_or(u64::MAX) > MAX_HISTORY_BYTES {
        return Err(missing("is too long to be taken up again"));
    }
    let loaded = parse(&text).map_err(|number| missing(&format!("is damaged in line {number}")))?;
    Ok((file, loaded))
}

fn missing(why: &str) -> Failure {
    Failure::new(FailureCode::ConversationMissing, format!("The conversation {why}"))
        .remedy("Begin a new conversation.")
}

/// Reads the lines. The last one may be half written: what follows the last whole message is left out.
fn parse(text: &[u8]) -> Result<Loaded, usize> {
    let mut loaded = Loaded { messages: Vec::new(), ends: Vec::new() };
    let mut end = 0;
    let mut lines = text.split_inclusive(|&byte| byte == b'\n').enumerate().peekable();
    while let Some((place, line)) = lines.next() {
        end += u64::try_from(line.len()).unwrap_or(u64::MAX);
        match serde_json::from_slice(line) {
            Ok(message) if line.ends_with(b"\n") => {
                loaded.messages.push(message);
                loaded.ends.push(end);
            }
            _ if lines.peek().is_none() => break,
            _ => return Err(place + 1),
        }
    }
    Ok(loaded)
}

fn line(message: &Message) -> Result<Vec<u8>, Failure> {
    let mut line = serde_json::to_vec(message)
        .map_err(|error| Failure::new(FailureCode::Unknown, format!("writing a message: {error}")))?;
    line.push(b'\n');
    Ok(line)
}

fn write(mut file: &File, line: &[u8]) -> io::Result<()> {
    file.write_all(line)?;
    file.sync_data()
}

fn writable(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).append(true).open(path)
}

fn path(folder: &Path, id: ConversationId) -> PathBuf {
    folder.join(format!("{id}.jsonl"))
}

fn failed(doing: &str, error: &io::Error) -> Failure {
    let failure = Failure::new(FailureCode::Unknown, format!("The agent failed at {doing}: {error}"));
    failure.remedy("Check that the disk is neither full nor read-only.")
}

#[cfg(test)]
mod tests;
