//! A document with its log, a replica that follows it over the wire, and what must always be true of both.

use std::collections::{BTreeMap, BTreeSet};

use engine::limits::{MAX_DEPTH, MAX_ORDER_CHARS};
use engine::{
    Author, Bases, Change, ChangeId, ChangeRequest, Document, Journal, NodeId, OnDelete, RevertKind, Seq, Snapshot,
    Timestamp, UndoOutcome, UndoRequest,
};
use serde_json::Value;

use super::board::{author, schema};
use super::script::{self, Action};

pub struct World {
    pub document: Document,
    pub log: Vec<Change>,
    pub journals: Vec<(Seq, Journal)>,
    /// The document after each change, the empty one first.
    pub states: Vec<Document>,
    /// What was refused or left out, a line each.
    pub notes: String,
    replica: Document,
}

impl World {
    pub fn new() -> Self {
        let document = Document::new(schema());
        Self {
            replica: document.clone(),
            states: vec![document.clone()],
            document,
            log: Vec::new(),
            journals: Vec::new(),
            notes: String::new(),
        }
    }

    pub fn play(script: &str) -> Self {
        let mut world = Self::new();
        for (index, line) in script::parse(script).into_iter().enumerate() {
            let author = author(&line.author);
            let id = format!("c{index}");
            match line.action {
                Action::Ask(ops) => world.note_ask(index, script::request(&id, ops), author),
                Action::Revert(kind, seqs) => world.note_revert(index, kind, &seqs, author),
            }
        }
        world
    }

    fn note_ask(&mut self, index: usize, request: ChangeRequest, author: Author) {
        if let Err(rejection) = self.ask(request, author) {
            let code = serde_json::to_value(rejection.code).unwrap();
            let code = code.as_str().unwrap();
            self.notes.push_str(&format!("! {}: {code} {}: {}\n", index + 1, rejection.path(), rejection.message));
        }
    }

    fn note_revert(&mut self, index: usize, kind: RevertKind, seqs: &[Seq], author: Author) {
        let outcome = self.revert(kind, seqs, author);
        for left in &outcome.left_out {
            let prop = left.prop.as_ref().map(|prop| format!(".{prop}")).unwrap_or_default();
            self.notes.push_str(&format!("~ {}: {}{prop}: {}\n", index + 1, left.node, left.reason));
        }
        if outcome.done.is_none() {
            self.notes.push_str(&format!("~ {}: nothing\n", index + 1));
        }
    }

    /// Asks for a change; a refused one must leave every byte as it was.
    pub fn ask(&mut self, request: ChangeRequest, author: Author) -> Result<Change, engine::Rejection> {
        let mut bases = Bases::default();
        for (node, prop, seq) in self.document.wanted_bases(&request) {
            let then = &self.states[usize::try_from(seq).unwrap()];
            let text = then.node(&node).and_then(|node| node.props.get(&prop)).and_then(Value::as_str);
            bases.insert(node, prop, seq, text.unwrap_or_default().to_owned());
        }
        match self.document.resolve(request, author, Timestamp::from_millis(1_000), &bases) {
            Ok((change, journal)) => {
                self.take(change.clone(), journal);
                Ok(change)
            }
            Err(rejection) => {
                assert_same(&self.document, &self.states[self.log.len()]);
                Err(rejection)
            }
        }
    }

    /// Takes changes back, looking through all that this author took back before.
    pub fn revert(&mut self, kind: RevertKind, seqs: &[Seq], author: Author) -> UndoOutcome {
        let id = ChangeId::parse(&format!("u{}", self.log.len())).unwrap();
        let request = UndoRequest { id, author, at: Timestamp::from_millis(1_000), kind };
        let past: Vec<_> = seqs.iter().map(|seq| self.journal(*seq)).collect();
        let settled = self.settled().into_iter().map(|seq| self.journal(seq));
        let settled: Vec<_> = settled.filter(|(seq, _)| self.change(*seq).author == request.author).collect();
        let outcome = self.document.undo_through(request, &past, &settled);
        match &outcome.done {
            Some((change, journal)) => self.take(change.clone(), journal.clone()),
            None => assert_same(&self.document, &self.states[self.log.len()]),
        }
        outcome
    }

    /// Returns the changes that are taken back now, and those that took them back.
    pub fn settled(&self) -> BTreeSet<Seq> {
        let mut settled = BTreeSet::new();
        for change in self.log.iter().rev() {
            if let Some(reverts) = &change.reverts
                && !settled.contains(&change.seq)
            {
                settled.insert(change.seq);
                settled.extend(&reverts.seqs);
            }
        }
        settled
    }

    fn change(&self, seq: Seq) -> &Change {
        &self.log[usize::try_from(seq).unwrap() - 1]
    }

    pub fn journal(&self, seq: Seq) -> (Seq, Journal) {
        self.journals[usize::try_from(seq).unwrap() - 1].clone()
    }

    fn take(&mut self, change: Change, journal: Journal) {
        assert_eq!(change.seq, self.log.len() as u64 + 1, "seq is dense");
        let json = serde_json::to_string(&change).unwrap();
        let received: Change = serde_json::from_str(&json).unwrap();
        self.replica.apply(&received).unwrap();
        assert_same(&self.replica, &self.document);
        self.journals.push((change.seq, journal));
        self.log.push(change);
        self.states.push(self.document.clone());
    }
}

/// Compares two documents as values and as bytes.
#[track_caller]
pub fn assert_same(left: &Document, right: &Document) {
    assert_eq!(left, right);
    assert_eq!(snapshot(left).bytes, snapshot(right).bytes);
}

pub fn snapshot(document: &Document) -> Snapshot {
    document.snapshot().unwrap()
}

/// What a reader sees: every node with its place and props, without the stamps.
pub fn content(document: &Document) -> Vec<(String, String, String, Value)> {
    let row = |node: &engine::Node| {
        let place = format!("{} under {}", node.kind, node.parent);
        (node.id.to_string(), place, node.order.to_string(), Value::Object(node.props.clone()))
    };
    document.nodes().map(row).collect()
}

/// Fails when anything that must always be true is not.
#[track_caller]
pub fn assert_sound(document: &Document) {
    let mut referrers: BTreeMap<NodeId, BTreeSet<(NodeId, String)>> = BTreeMap::new();
    let mut places = BTreeSet::new();
    for node in document.nodes() {
        assert!(document.ancestors(&node.id).last().unwrap().is_root(), "{} reaches the root", node.id);
        assert!(document.depth(&node.id) <= MAX_DEPTH);
        assert!(node.order.as_str().len() <= MAX_ORDER_CHARS);
        assert!(places.insert((node.parent.clone(), node.order.clone())), "{} has its place alone", node.id);
        assert!(node.stamps.all().all(|stamp| stamp.seq <= document.seq()));
        let kind = document.schema().kind(&node.kind).unwrap();
        assert!(kind.parents().contains(&document.kind(&node.parent).unwrap()));
        assert_typed(&node.kind, &node.props);
        for reference in kind.references() {
            for target in named(node.props.get(&reference.prop)) {
                let found = document.node(&target).unwrap_or_else(|| panic!("{} names {target}, gone", node.id));
                assert!(reference.kinds.is_empty() || reference.kinds.iter().any(|kind| **kind == *found.kind));
                assert!(matches!(reference.on_delete, OnDelete::Cascade | OnDelete::Clear | OnDelete::Refuse));
                referrers.entry(target).or_default().insert((node.id.clone(), reference.prop.clone()));
            }
        }
    }
    assert_eq!(places.len(), document.len(), "every node is in the tree");
    for id in document.nodes().map(|node| &node.id) {
        let indexed: BTreeSet<_> = document.referrers(id).map(|(node, prop)| (node.clone(), prop.to_owned())).collect();
        assert_eq!(indexed, referrers.remove(id).unwrap_or_default(), "referrers of {id}");
    }
}

fn assert_typed(kind: &str, props: &engine::Props) {
    use super::board::{Bag, Folder, Item};
    let props = Value::Object(props.clone());
    let fits = match kind {
        "folder" => serde_json::from_value::<Folder>(props).map(drop),
        "item" => serde_json::from_value::<Item>(props).map(drop),
        _ => serde_json::from_value::<Bag>(props).map(drop),
    };
    fits.unwrap();
}

/// Returns the nodes a value names.
pub fn named(value: Option<&Value>) -> Vec<NodeId> {
    match value {
        Some(Value::String(text)) => vec![NodeId::parse(text).unwrap()],
        Some(Value::Array(items)) => items.iter().flat_map(|item| named(Some(item))).collect(),
        _ => Vec::new(),
    }
}
