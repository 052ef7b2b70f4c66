//! What changes a document: a change, a tool, an undo. Kept whole until it is on disk, so that it can be done again.

use std::sync::{Arc, OnceLock};

use boards::{Context, ToolEntry, View};
use engine::{Author, Bases, Change, ChangeId, ChangeRequest, Document, Journal, LeftOut, NodeId, RevertKind, Seq};
use engine::{Timestamp, UndoRequest, UserId};
use serde_json::Value;

use crate::answer::ToolAnswer;
use crate::drafts::{DraftId, Drafts};
use crate::error::RoomError;
use crate::presence::Presence;

#[derive(Clone)]
pub(crate) struct Work {
    pub(crate) author: Author,
    pub(crate) task: Task,
}

#[derive(Clone)]
pub(crate) enum Task {
    Change(Arc<ChangeRequest>),
    Tool(Arc<ToolCall>),
    Undo {
        id: ChangeId,
        kind: RevertKind,
        past: Arc<[(Seq, Journal)]>,
        /// What the author has taken back since, to be looked through.
        settled: Arc<[(Seq, Journal)]>,
    },
}

/// A tool with its input.
pub(crate) struct ToolCall {
    pub(crate) id: ChangeId,
    pub(crate) entry: &'static ToolEntry,
    pub(crate) input: Value,
    pub(crate) new_id: Arc<dyn Fn() -> NodeId + Send + Sync>,
    /// What it was while it was being written.
    pub(crate) draft: Option<DraftId>,
    /// For whom it runs.
    pub(crate) viewer: Option<UserId>,
    /// What they looked at when it was taken up.
    pub(crate) view: OnceLock<View>,
}

/// What came of a piece of work.
pub(crate) enum Done {
    /// The document changed.
    Changed { change: Change, journal: Journal, note: Note },
    /// A tool that had nothing to do.
    Nothing(ToolAnswer),
}

/// What is said beside the change.
pub(crate) enum Note {
    None,
    Tool(ToolAnswer),
    LeftOut(Vec<LeftOut>),
}

impl Work {
    /// Returns the id the change will have.
    pub(crate) fn id(&self) -> &ChangeId {
        match &self.task {
            Task::Change(request) => &request.id,
            Task::Tool(call) => &call.id,
            Task::Undo { id, .. } => id,
        }
    }

    /// Returns the draft this work makes real.
    pub(crate) fn draft(&self) -> Option<&DraftId> {
        match &self.task {
            Task::Tool(call) => call.draft.as_ref(),
            Task::Change(_) | Task::Undo { .. } => None,
        }
    }

    /// Does the work on a document in memory.
    pub(crate) fn perform(&self, document: &mut Document, at: Timestamp, bases: &Bases) -> Result<Done, RoomError> {
        let author = self.author.clone();
        match &self.task {
            Task::Change(request) => {
                let (change, journal) = document.resolve(ChangeRequest::clone(request), author, at, bases)?;
                Ok(Done::Changed { change, journal, note: Note::None })
            }
            Task::Tool(call) => {
                let (answer, request) = call.plan(document)?;
                if request.ops.is_empty() {
                    return Ok(Done::Nothing(answer));
                }
                let (change, journal) = document.resolve(request, author, at, bases)?;
                Ok(Done::Changed { change, journal, note: Note::Tool(answer) })
            }
            Task::Undo { id, kind, past, settled } => {
                let request = UndoRequest { id: id.clone(), author, at, kind: *kind };
                let outcome = document.undo_through(request, past, settled);
                let left_out = outcome.left_out;
                match outcome.done {
                    Some((change, journal)) => Ok(Done::Changed { change, journal, note: Note::LeftOut(left_out) }),
                    None => Err(RoomError::NothingToRevert { left_out }),
                }
            }
        }
    }

    /// Returns the texts, as of a `seq`, that must be known before this work can be merged.
    pub(crate) fn wanted_bases(&self, document: &Document) -> Vec<(NodeId, String, Seq)> {
        match &self.task {
            Task::Change(request) => document.wanted_bases(request),
            Task::Tool(call) => {
                call.plan(document).map(|(_, request)| document.wanted_bases(&request)).unwrap_or_default()
            }
            Task::Undo { .. } => Vec::new(),
        }
    }
}

impl ToolCall {
    /// Sees what the one for whom it runs is looking at, once; or what they looked at when it was first shown.
    pub(crate) fn look(&self, presence: &Presence, drafts: &Drafts) {
        let shown = self.draft.as_ref().and_then(|draft| drafts.view(draft));
        let now = || self.viewer.map(|viewer| presence.view(viewer)).unwrap_or_default();
        self.view.get_or_init(|| shown.unwrap_or_else(now));
    }

    /// Runs the tool without applying what it wants.
    pub(crate) fn plan(&self, document: &Document) -> Result<(ToolAnswer, ChangeRequest), RoomError> {
        let mut mint = || (self.new_id)();
        let view = self.view.get().cloned().unwrap_or_default();
        let outcome = self.entry.run(document, &self.input, &mut Context::new(&mut mint).with_view(view))?;
        let result = outcome.result(self.entry.name);
        let answer = ToolAnswer { accepted: None, result, warnings: outcome.warnings, ops: None };
        let label = Some(self.entry.name.to_owned());
        Ok((answer, ChangeRequest { id: self.id.clone(), label, ops: outcome.ops }))
    }
}
