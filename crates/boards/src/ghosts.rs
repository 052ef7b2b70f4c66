//! What a tool is about to make, to be shown before it is made.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use engine::{Document, NodeId, OpRequest, Props};
use serde::Serialize;
use serde_json::Value;

use crate::tool::{Context, Outcome, ToolEntry, ToolError};
use crate::view::View;

/// A node that is not there and may never be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ghost {
    pub id: String,
    pub kind: String,
    pub parent: String,
    pub props: Props,
}

/// Returns the nodes a tool would create. They are named by the call and by what it calls them, so that a ghost keeps its
/// name while more of the call is written.
pub fn ghosts(
    entry: &ToolEntry,
    document: &Document,
    input: &Value,
    call: &str,
    view: View,
) -> Result<Vec<Ghost>, ToolError> {
    let call = hash(call);
    let mut minted = 0;
    let mut mint = || {
        minted += 1;
        // Plain characters, so the root is never taken for one; and nothing that would stand in a text.
        NodeId::parse(&format!("ghost.{call:016x}:{minted}")).unwrap_or_else(|_| NodeId::root())
    };
    let outcome = entry.run(document, input, &mut Context::new(&mut mint).with_view(view))?;
    let names = lasting_names(&outcome, call);
    let name_of = |id: &str| names.get(id).cloned().unwrap_or_else(|| id.to_owned());
    let ghosts = outcome.ops.into_iter().filter_map(|op| match op {
        OpRequest::Create { id, kind, parent, mut props, .. } => {
            for text in props.values_mut() {
                // A reference to another ghost; anything else is nobody's name.
                if let Some(lasting) = text.as_str().and_then(|text| names.get(text)) {
                    *text = Value::String(lasting.clone());
                }
            }
            Some(Ghost { id: name_of(id.as_str()), kind, parent: name_of(parent.as_str()), props })
        }
        OpRequest::Update { .. } | OpRequest::Move { .. } | OpRequest::Delete { .. } => None,
    });
    Ok(ghosts.collect())
}

/// Finds a lasting name for everything that is created: by its ref, or else by its place among those of its kind.
fn lasting_names(outcome: &Outcome, call: u64) -> BTreeMap<String, String> {
    let created = outcome.facts.get("created").and_then(Value::as_object).into_iter().flatten();
    let refs: BTreeMap<&str, &String> =
        created.filter_map(|(reference, id)| id.as_str().map(|id| (id, reference))).collect();
    let mut unnamed: BTreeMap<&str, usize> = BTreeMap::new();
    let mut names = BTreeMap::new();
    for op in &outcome.ops {
        let OpRequest::Create { id, kind, .. } = op else { continue };
        let own = refs.get(id.as_str()).map(|reference| format!("ghost.{call:016x}.{reference}"));
        let name = own.unwrap_or_else(|| {
            let place = unnamed.entry(kind).or_default();
            *place += 1;
            format!("ghost.{call:016x}-{kind}-{place}")
        });
        names.insert(id.as_str().to_owned(), name);
    }
    names
}

fn hash(call: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    call.hash(&mut hasher);
    hasher.finish()
}
