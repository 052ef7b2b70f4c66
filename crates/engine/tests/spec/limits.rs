//! Every bound, at it and one past it.

use engine::limits::{
    MAX_CHILDREN, MAX_DEPTH, MAX_ID_CHARS, MAX_LABEL_CHARS, MAX_NODES, MAX_OPS_PER_CHANGE, MAX_PROP_BYTES,
    MAX_PROP_DEPTH, MAX_PROPS,
};
use engine::{
    Change, ChangeId, ChangeRequest, Document, NodeId, Op, OpRequest, OrderKey, Props, Rejection, RejectionCode,
    Timestamp,
};
use serde_json::{Value, json};

use crate::support::{World, author, node_id, schema, script};

#[track_caller]
fn past_limit(rejection: &Rejection, path: &str, message: &str) {
    assert_eq!(rejection.code, RejectionCode::Limit);
    assert_eq!((rejection.path().as_str(), rejection.message.as_str()), (path, message));
}

fn bag(props: Props) -> ChangeRequest {
    script::request("c", vec![bag_op("b", props)])
}

fn bag_op(id: &str, props: Props) -> OpRequest {
    let (kind, parent) = ("bag".to_owned(), NodeId::root());
    OpRequest::Create { id: node_id(id), kind, parent, order: None, before: None, after: None, props }
}

fn one(value: Value) -> Props {
    Props::from_iter([("p".to_owned(), value)])
}

/// Makes bags straight from a log record, which knows no limits.
fn filled(parents: &[&str], bags: usize) -> Document {
    let mut document = Document::new(schema());
    let mut ops = Vec::new();
    let mut last = None;
    let mut create = |id: String, kind: &str, parent: NodeId, order: OrderKey| {
        ops.push(Op::Create { id: node_id(&id), kind: kind.to_owned(), parent, order, props: Props::new() });
    };
    for parent in parents {
        let order = OrderKey::between(last.as_ref(), None).unwrap();
        create((*parent).to_owned(), "folder", NodeId::root(), order.clone());
        last = Some(order);
        let mut last = None;
        for index in 0..bags {
            let order = OrderKey::between(last.as_ref(), None).unwrap();
            create(format!("{parent}-{index}"), "folder", node_id(parent), order.clone());
            last = Some(order);
        }
    }
    let id = ChangeId::parse("fill").unwrap();
    let (author, at) = (author("-"), Timestamp::from_millis(0));
    let change = Change { v: 1, seq: 1, id, author, at, label: None, reverts: None, ops };
    document.apply(&change).unwrap();
    document
}

fn ask(document: &mut Document, line: &str) -> Result<(), Rejection> {
    let request = script::request("c", script::ops(line));
    document.resolve(request, author("A"), Timestamp::from_millis(0), &engine::Bases::default()).map(drop)
}

#[test]
fn lm1_ops_of_one_change() {
    let ops = |count: usize| (0..count).map(|index| bag_op(&format!("b{index}"), Props::new())).collect::<Vec<_>>();
    let mut world = World::new();
    let rejection = world.ask(script::request("c", ops(MAX_OPS_PER_CHANGE + 1)), author("A")).unwrap_err();
    past_limit(&rejection, "/ops", "a change has at most 2000 ops, this one has 2001");
    let change = world.ask(script::request("c", ops(MAX_OPS_PER_CHANGE)), author("A")).unwrap();
    assert_eq!(change.ops.len(), MAX_OPS_PER_CHANGE);
}

#[test]
fn lm2_characters_of_a_label() {
    let labelled = |chars: usize| ChangeRequest { label: Some("ü".repeat(chars)), ..bag(Props::new()) };
    let mut world = World::new();
    let rejection = world.ask(labelled(MAX_LABEL_CHARS + 1), author("A")).unwrap_err();
    past_limit(&rejection, "/label", "a label has at most 200 characters");
    let change = world.ask(labelled(MAX_LABEL_CHARS), author("A")).unwrap();
    assert_eq!(change.label.map(|label| label.chars().count()), Some(MAX_LABEL_CHARS));
}

#[test]
fn lm3_characters_of_an_id() {
    let message = "an id is 1 to 64 characters of A-Z a-z 0-9 _ . : -";
    assert_eq!(NodeId::parse(&"x".repeat(MAX_ID_CHARS)).unwrap().as_str().len(), MAX_ID_CHARS);
    for raw in ["", &"x".repeat(MAX_ID_CHARS + 1), "a b", "ä", "a/b", "a\n"] {
        assert_eq!(NodeId::parse(raw).unwrap_err().to_string(), message);
        assert!(serde_json::from_value::<ChangeId>(json!(raw)).is_err());
    }
    assert_eq!(NodeId::parse("Az09_.:-").unwrap().to_string(), "Az09_.:-");
}

#[test]
fn lm4_bytes_of_a_prop_as_json() {
    let mut world = World::new();
    let name_and_quotes = 3;
    for (text, bytes_each) in [("x", 1), ("é", 2), ("\u{1}", 6), ("\"", 2)] {
        let most = (MAX_PROP_BYTES - name_and_quotes) / bytes_each;
        let rejection = world.ask(bag(one(text.repeat(most + 1).into())), author("A")).unwrap_err();
        past_limit(&rejection, "/ops/0/props/p", "a prop has at most 131072 bytes");
        world.ask(bag(one(text.repeat(most).into())), author("A")).unwrap();
        world.ask(script::request("d", script::ops("del b")), author("A")).unwrap();
    }
    let numbers = |count: usize| one(Value::Array(vec![json!(0.123_456_789_012_345_67); count]));
    assert!(world.ask(bag(numbers(MAX_PROP_BYTES / 20 + 1)), author("A")).is_err());
    assert!(world.ask(bag(numbers(MAX_PROP_BYTES / 20)), author("A")).is_ok());
    let request = script::request(
        "d",
        vec![OpRequest::Update { id: node_id("b"), props: one("x".repeat(MAX_PROP_BYTES).into()), from_seq: None }],
    );
    assert_eq!(world.ask(request, author("A")).unwrap_err().code, RejectionCode::Limit);
}

#[test]
fn lm5_levels_inside_a_prop() {
    let nested = |levels: usize| {
        one((1..levels)
            .fold(json!(1), |inner, level| if level % 2 == 0 { json!([inner]) } else { json!({ "x": inner }) }))
    };
    let mut world = World::new();
    let rejection = world.ask(bag(nested(MAX_PROP_DEPTH + 1)), author("A")).unwrap_err();
    past_limit(&rejection, "/ops/0/props/p", "a prop nests at most 32 levels");
    world.ask(bag(nested(MAX_PROP_DEPTH)), author("A")).unwrap();
}

#[test]
fn lm6_props_of_a_node() {
    let props = |range: std::ops::Range<usize>, value: Value| -> Props {
        range.map(|index| (format!("p{index}"), value.clone())).collect()
    };
    let mut world = World::new();
    let message = "a node has at most 256 props, removed ones counted";
    let rejection = world.ask(bag(props(0..MAX_PROPS + 1, json!(1))), author("A")).unwrap_err();
    past_limit(&rejection, "/ops/0/props", message);
    world.ask(bag(props(0..MAX_PROPS - 1, json!(1))), author("A")).unwrap();
    let mut update = |props| {
        world
            .ask(script::request("c", vec![OpRequest::Update { id: node_id("b"), props, from_seq: None }]), author("A"))
    };
    update(props(0..MAX_PROPS, json!(2))).unwrap();
    update(props(0..MAX_PROPS, Value::Null)).unwrap();
    past_limit(&update(props(MAX_PROPS..MAX_PROPS + 1, Value::Null)).unwrap_err(), "/ops/0/props", message);
}

#[test]
fn lm7_levels_of_the_tree() {
    let mut world = World::play("folder d1");
    for level in 2..=MAX_DEPTH {
        let line = format!("folder d{level} in d{}", level - 1);
        world.ask(script::request("c", script::ops(&line)), author("A")).unwrap();
    }
    assert_eq!(world.document.depth(&node_id("d64")), MAX_DEPTH);
    let too_deep = |world: &mut World, line: &str| {
        let rejection = world.ask(script::request("c", script::ops(line)), author("A")).unwrap_err();
        past_limit(&rejection, "/ops/0/parent", "a board nests at most 64 levels");
    };
    too_deep(&mut world, "folder e in d64");
    world.ask(script::request("c", script::ops("folder f & folder g in f & item h in g")), author("A")).unwrap();
    too_deep(&mut world, "mv f in d62");
    too_deep(&mut world, "mv g in d63");
    world.ask(script::request("c", script::ops("mv f in d61")), author("A")).unwrap();
    assert_eq!(world.document.depth(&node_id("h")), MAX_DEPTH);
    world.ask(script::request("c", script::ops("mv f in d60")), author("A")).unwrap();
}

#[test]
fn lm8_children_of_a_node() {
    let mut document = filled(&["f"], MAX_CHILDREN);
    let message = "a node has at most 50000 children";
    past_limit(&ask(&mut document, "folder x in f").unwrap_err(), "/ops/0/parent", message);
    past_limit(&ask(&mut document, "folder y & mv y in f").unwrap_err(), "/ops/1/parent", message);
    ask(&mut document, "mv f-7 before f-3").unwrap();
    ask(&mut document, "del f-7 & folder x in f").unwrap();
    assert_eq!(document.children(&node_id("f")).count(), MAX_CHILDREN);
}

#[test]
fn lm9_nodes_of_a_document() {
    let mut document = filled(&["e", "f", "g", "h"], MAX_NODES / 4 - 1);
    assert_eq!(document.len(), MAX_NODES);
    past_limit(&ask(&mut document, "folder x").unwrap_err(), "/ops/0", "a board has at most 200000 nodes");
    ask(&mut document, "del e-7 & folder x").unwrap();
    assert_eq!(document.len(), MAX_NODES);
}
