//! The language of the scripts.
//!
//! `;` ends a change, `&` joins the ops of one change, `B:` in front says who makes it (`A` otherwise):
//!
//! ```text
//! folder f; item a in f note="one two" & mv a before b; B: set a title=x from=3; del f; undo 4; redo 5
//! ```
//!
//! A value is JSON when it reads as JSON and otherwise a plain word. An item's title is its id unless it is given.

use engine::{ChangeId, ChangeRequest, NodeId, OpRequest, OrderKey, Props, RevertKind, Seq};
use serde_json::Value;

use super::board::node_id;

#[derive(Debug)]
pub struct Line {
    pub author: String,
    pub action: Action,
}

#[derive(Debug)]
pub enum Action {
    Ask(Vec<OpRequest>),
    Revert(RevertKind, Vec<Seq>),
}

pub fn parse(script: &str) -> Vec<Line> {
    let lines = split(script, ';').into_iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty());
    lines.map(|line| parse_line(&line)).collect()
}

pub fn ops(line: &str) -> Vec<OpRequest> {
    split(line, '&').iter().map(|op| parse_op(op.trim())).collect()
}

pub fn request(id: &str, ops: Vec<OpRequest>) -> ChangeRequest {
    ChangeRequest { id: ChangeId::parse(id).unwrap(), label: None, ops }
}

fn parse_line(line: &str) -> Line {
    let (author, rest) = match line.split_once(':') {
        Some((author, rest)) if author.len() == 1 => (author, rest.trim()),
        _ => ("A", line),
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let seqs = || words[1..].iter().map(|seq| seq.parse().unwrap()).collect();
    let action = match words[0] {
        "undo" => Action::Revert(RevertKind::Undo, seqs()),
        "redo" => Action::Revert(RevertKind::Redo, seqs()),
        _ => Action::Ask(ops(rest)),
    };
    Line { author: author.to_owned(), action }
}

fn parse_op(op: &str) -> OpRequest {
    let mut words = split(op, ' ').into_iter().filter(|word| !word.is_empty());
    let verb = words.next().unwrap();
    let id = node_id(&words.next().unwrap());
    let Given { parent, order, before, after, mut props, from_seq } = given(words);
    match verb.as_str() {
        "set" => OpRequest::Update { id, props, from_seq },
        "mv" => OpRequest::Move { id, parent, order, before, after },
        "del" => OpRequest::Delete { id },
        kind => {
            if kind == "item" && !props.contains_key("title") {
                props.insert("title".to_owned(), id.as_str().into());
            }
            let parent = parent.unwrap_or_else(NodeId::root);
            OpRequest::Create { id, kind: kind.to_owned(), parent, order, before, after, props }
        }
    }
}

#[derive(Default)]
struct Given {
    parent: Option<NodeId>,
    order: Option<OrderKey>,
    before: Option<NodeId>,
    after: Option<NodeId>,
    props: Props,
    from_seq: Option<Seq>,
}

fn given(mut words: impl Iterator<Item = String>) -> Given {
    let mut given = Given::default();
    while let Some(word) = words.next() {
        match (word.as_str(), word.split_once('=')) {
            (_, Some(("from", seq))) => given.from_seq = Some(seq.parse().unwrap()),
            (_, Some((prop, value))) => {
                let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
                given.props.insert(prop.to_owned(), value);
            }
            ("in", None) => given.parent = Some(node_id(&words.next().unwrap())),
            ("at", None) => given.order = Some(OrderKey::parse(&words.next().unwrap()).unwrap()),
            ("before", None) => given.before = Some(node_id(&words.next().unwrap())),
            ("after", None) => given.after = Some(node_id(&words.next().unwrap())),
            (other, None) => panic!("the script says {other:?}, which means nothing"),
        }
    }
    given
}

/// Splits at a mark, but not inside quotes.
fn split(text: &str, mark: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for character in text.chars() {
        quoted ^= character == '"';
        let blank = character.is_whitespace() && mark == ' ';
        if !quoted && (character == mark || blank) {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(character);
        }
    }
    parts
}
