//! What the tools of the CLI have done.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::tool_id;
use crate::claude_code::wire::{UserBlock, UserLine};
use crate::event::{Event, FileDiff, Hunk, ToolId};
use crate::text::bounded;

/// Returns the calls of tools that a line says have ended.
pub(super) fn ended(line: UserLine) -> Vec<Event> {
    let parent = line.parent_tool_use_id.map(tool_id);
    of(line.message.content, line.tool_use_result.as_deref(), parent.as_ref())
}

/// Returns the calls that these blocks end; `result` says more of what they did.
pub(in crate::claude_code) fn of(
    blocks: Vec<UserBlock>,
    result: Option<&RawValue>,
    parent: Option<&ToolId>,
) -> Vec<Event> {
    let diff = result.and_then(diff);
    let results = blocks.into_iter().filter_map(|block| match block {
        UserBlock::ToolResult { tool_use_id, content, is_error } => Some(Event::ToolEnded {
            id: tool_id(tool_use_id),
            content: bounded(result_text(content)),
            is_error,
            diff: diff.clone(),
            parent: parent.cloned(),
        }),
        UserBlock::Other => None,
    });
    results.collect()
}

/// Returns a result as text; what is no text is named.
fn result_text(content: Value) -> String {
    match content {
        Value::String(text) => text,
        Value::Array(blocks) => {
            let texts = blocks.iter().map(|block| match block["text"].as_str() {
                Some(text) => text.to_owned(),
                None => format!("[{}]", block["type"].as_str().unwrap_or("something")),
            });
            texts.collect::<Vec<_>>().join("\n")
        }
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn diff(raw: &RawValue) -> Option<FileDiff> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Edited {
        file_path: String,
        structured_patch: Vec<Patch>,
        #[serde(rename = "type")]
        kind: Option<String>,
        content: Option<String>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Patch {
        old_start: u64,
        new_start: u64,
        lines: Vec<String>,
    }
    let edited: Edited = serde_json::from_str(raw.get()).ok()?;
    let created = edited.kind.as_deref() == Some("create");
    let mut hunks: Vec<Hunk> = edited
        .structured_patch
        .into_iter()
        .map(|patch| Hunk { old_start: patch.old_start, new_start: patch.new_start, lines: patch.lines })
        .collect();
    if let (true, true, Some(content)) = (created, hunks.is_empty(), edited.content) {
        let lines = bounded(content).lines().map(|line| format!("+{line}")).collect();
        hunks.push(Hunk { old_start: 0, new_start: 1, lines });
    }
    crate::text::bound_hunks(&mut hunks);
    Some(FileDiff { path: bounded(edited.file_path), hunks, created })
}
