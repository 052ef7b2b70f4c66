//! Random histories over a few ids, so that authors really meet: what shrinks is the text of a script.

use std::fmt;

use engine::RevertKind;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::board::author;
use super::script;
use super::world::World;

/// One thing somebody does; its `Debug` is a line of a script.
#[derive(Clone)]
pub enum Deed {
    Ask {
        author: &'static str,
        ops: String,
    },
    /// Takes back the newest but `back` of the author's changes that are in effect.
    Undo {
        author: &'static str,
        back: usize,
    },
    /// Brings back what the author's newest undo took.
    Redo {
        author: &'static str,
    },
}

impl fmt::Debug for Deed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ask { author, ops } => write!(formatter, "{author}: {ops};"),
            Self::Undo { author, back } => write!(formatter, "{author}: undo (newest but {back});"),
            Self::Redo { author } => write!(formatter, "{author}: redo;"),
        }
    }
}

impl World {
    /// Does one deed; returns whether anything happened.
    pub fn perform(&mut self, deed: &Deed) -> bool {
        let seq = self.log.len();
        match deed {
            Deed::Ask { author: name, ops } => {
                let request = script::request(&format!("c{seq}"), script::ops(ops));
                // The outcome is read from the log: a refusal leaves none.
                drop(self.ask(request, author(name)));
            }
            Deed::Undo { author: name, back } => {
                let (author, settled) = (author(name), self.settled());
                let own = self.log.iter().rev().filter(|change| change.author == author && change.reverts.is_none());
                let open: Vec<_> = own.map(|change| change.seq).filter(|seq| !settled.contains(seq)).collect();
                if let Some(seq) = open.get(*back) {
                    self.revert(RevertKind::Undo, &[*seq], author);
                }
            }
            Deed::Redo { author: name } => {
                let author = author(name);
                let redone: Vec<_> = self.reverts(RevertKind::Redo).flat_map(|(_, seqs)| seqs).collect();
                let own = self.log.iter().rev().filter(|change| change.author == author);
                let undos: Vec<_> = self.reverts(RevertKind::Undo).map(|(seq, _)| seq).collect();
                let open = own.map(|change| change.seq).find(|seq| undos.contains(seq) && !redone.contains(seq));
                if let Some(seq) = open {
                    self.revert(RevertKind::Redo, &[seq], author);
                }
            }
        }
        self.log.len() > seq
    }

    fn reverts(&self, kind: RevertKind) -> impl Iterator<Item = (u64, Vec<u64>)> {
        let reverts = self.log.iter().filter_map(|change| Some((change.seq, change.reverts.as_ref()?)));
        reverts.filter(move |(_, reverts)| reverts.kind == kind).map(|(seq, reverts)| (seq, reverts.seqs.clone()))
    }
}

pub fn run(deeds: &[Deed]) -> World {
    let mut world = World::new();
    for deed in deeds {
        world.perform(deed);
    }
    world
}

/// Changes by several authors, without undo.
pub fn asks(length: usize) -> impl Strategy<Value = Vec<Deed>> {
    vec(ask(), 1..=length).prop_map(with_start)
}

/// Changes, undos and redos by several authors.
pub fn deeds(length: usize) -> impl Strategy<Value = Vec<Deed>> {
    let undo = (name(), 0..3usize).prop_map(|(author, back)| Deed::Undo { author, back });
    let redo = name().prop_map(|author| Deed::Redo { author });
    vec(prop_oneof![6 => ask(), 2 => undo, 1 => redo], 1..=length).prop_map(with_start)
}

/// Puts a few nodes there first, so that most deeds find something to be done to.
fn with_start(mut deeds: Vec<Deed>) -> Vec<Deed> {
    let starts = [("A", "folder f0 & folder f1 in f0"), ("B", "item i0 & item i1 in f0 & item i2 in f1")];
    deeds.splice(0..0, starts.map(|(author, ops)| Deed::Ask { author, ops: ops.to_owned() }));
    deeds
}

pub fn ask() -> impl Strategy<Value = Deed> {
    let ops = prop_oneof![3 => vec(op(), 1..=1), 1 => vec(op(), 2..=4)];
    (name(), ops).prop_map(|(author, ops)| Deed::Ask { author, ops: ops.join(" & ") })
}

fn name() -> impl Strategy<Value = &'static str> {
    select(vec!["A", "B", "c"])
}

pub fn op() -> impl Strategy<Value = String> {
    let create = (node(), parent(), place(), vec(prop(), 0..3));
    let create = create.prop_map(|(id, parent, place, props)| {
        format!("{} {id}{parent}{place}{}", if id.starts_with('f') { "folder" } else { "item" }, words(id, &props))
    });
    let set = (node(), prop(), vec(prop(), 0..3)).prop_map(|(id, first, mut rest)| {
        rest.push(first);
        format!("set {id}{}", words(id, &rest))
    });
    let mv = (node(), parent(), place()).prop_map(|(id, parent, place)| format!("mv {id}{parent}{place}"));
    let del = node().prop_map(|id| format!("del {id}"));
    prop_oneof![3 => create, 6 => set, 5 => mv, 1 => del]
}

fn node() -> impl Strategy<Value = &'static str> {
    select(vec!["i0", "i1", "i2", "i3", "i4", "f0", "f1", "f2"])
}

fn parent() -> impl Strategy<Value = String> {
    let folder = select(vec![" in f0", " in f1", " in f2"]).prop_map(str::to_owned);
    prop_oneof![12 => Just(String::new()), 4 => Just(" in root".to_owned()), 12 => folder, 1 => Just(" in i0".to_owned())]
}

fn place() -> impl Strategy<Value = String> {
    let key = select(vec!["a0", "a1", "Zz", "a0V", "b00", "a1V", "a2"]);
    prop_oneof![
        10 => Just(String::new()),
        1 => node().prop_map(|id| format!(" before {id}")),
        1 => node().prop_map(|id| format!(" after {id}")),
        3 => key.prop_map(|key| format!(" at {key}")),
    ]
}

/// One prop for an item and one for a folder; the node it is for decides.
fn prop() -> impl Strategy<Value = (String, String)> {
    let title = select(vec!["title=x", "title=y", "title=\"zwei Wörter\"", "note=n", "note=\"a b\"", "note=null"]);
    let count = select(vec!["count=1.5", "count=0.1", "count=null", "count=1e300"]);
    let odd = select(vec!["title=null", "title=5", "colour=red", "count=many"]);
    let reference = (select(vec!["link", "friend", "loose"]), node()).prop_map(|(prop, id)| format!("{prop}={id}"));
    let cleared = select(vec!["link=null", "friend=null", "anchor=null", "list=[]"]);
    let list = vec(node(), 0..3).prop_map(|ids| format!("list={ids:?}").replace(' ', ""));
    let anchor = node().prop_map(|id| format!("anchor={id}"));
    let item = prop_oneof![
        4 => title.prop_map(str::to_owned),
        2 => count.prop_map(str::to_owned),
        1 => odd.prop_map(str::to_owned),
        2 => reference,
        1 => cleared.prop_map(str::to_owned),
        1 => list,
        1 => anchor,
    ];
    let about = node().prop_map(|id| format!("about={id}"));
    let name = select(vec!["name=x", "name=y", "name=null", "about=null", "name=true"]).prop_map(str::to_owned);
    (item, prop_oneof![4 => name, 1 => about])
}

/// Writes the props of a node. An anchor only names what comes earlier, so that two nodes never hold each other.
fn words(id: &str, props: &[(String, String)]) -> String {
    let own = props.iter().map(|(item, folder)| if id.starts_with('f') { folder } else { item });
    let kept = own.filter(|prop| prop.strip_prefix("anchor=").is_none_or(|target| target == "null" || target < id));
    let words: Vec<String> = kept.map(|prop| format!(" {prop}")).collect();
    if words.is_empty() && props.len() == 1 { " title=z".to_owned() } else { words.concat() }
}
