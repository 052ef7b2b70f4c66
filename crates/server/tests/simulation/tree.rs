//! A board as a client holds it: written without the engine, so that the two check each other.

use std::collections::BTreeMap;

use engine::{OrderKey, Seq};
use serde_json::{Map, Value, json};

pub type Props = Map<String, Value>;

#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    pub kind: String,
    pub parent: String,
    pub order: String,
    pub props: Props,
    touched: Value,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    pub seq: Seq,
    nodes: BTreeMap<String, Leaf>,
}

pub fn text(value: &Value, field: &str) -> Result<String, String> {
    value[field].as_str().map(str::to_owned).ok_or_else(|| format!("no {field} in {value}"))
}

fn object(value: &Value, field: &str) -> Result<Props, String> {
    value[field].as_object().cloned().ok_or_else(|| format!("no {field} in {value}"))
}

impl Tree {
    /// Reads the nodes of a snapshot, which come parents first.
    pub fn from_snapshot(seq: Seq, nodes: &[Value]) -> Result<Self, String> {
        let mut tree = Self { seq, nodes: BTreeMap::new() };
        for node in nodes {
            let id = text(node, "id")?;
            let leaf = Leaf {
                kind: text(node, "kind")?,
                parent: text(node, "parent")?,
                order: text(node, "order")?,
                props: object(node, "props")?,
                touched: node["touched"].clone(),
            };
            tree.insert(id, leaf)?;
        }
        Ok(tree)
    }

    /// Applies the next change of the log; anything but the next is an error.
    pub fn apply(&mut self, change: &Value) -> Result<(), String> {
        let seq = change["seq"].as_u64().ok_or("a change without a seq")?;
        if seq != self.seq + 1 {
            return Err(format!("change {seq} came after {}", self.seq));
        }
        let touched = json!({ "seq": seq, "by": change["author"] });
        for op in change["ops"].as_array().ok_or("a change without ops")? {
            self.step(op, &touched).map_err(|fault| format!("change {seq} does not fit: {fault}"))?;
        }
        self.seq = seq;
        Ok(())
    }

    fn step(&mut self, op: &Value, touched: &Value) -> Result<(), String> {
        let id = text(op, "id")?;
        match op["op"].as_str() {
            Some("create") => {
                let leaf = Leaf {
                    kind: text(op, "kind")?,
                    parent: text(op, "parent")?,
                    order: text(op, "order")?,
                    props: object(op, "props")?,
                    touched: touched.clone(),
                };
                self.insert(id, leaf)
            }
            Some("update") => {
                let patch = object(op, "props")?;
                let leaf = self.nodes.get_mut(&id).ok_or_else(|| format!("no node {id}"))?;
                patched(&mut leaf.props, patch);
                leaf.touched = touched.clone();
                Ok(())
            }
            Some("move") => {
                let (parent, order) = (text(op, "parent")?, text(op, "order")?);
                let leaf = self.nodes.remove(&id).ok_or_else(|| format!("no node {id}"))?;
                self.insert(id, Leaf { parent, order, touched: touched.clone(), ..leaf })
            }
            Some("delete") => {
                self.nodes.get(&id).ok_or_else(|| format!("no node {id}"))?;
                self.remove(&id);
                Ok(())
            }
            _ => Err(format!("an unknown op {op}")),
        }
    }

    fn insert(&mut self, id: String, leaf: Leaf) -> Result<(), String> {
        if !self.has(&leaf.parent) || self.nodes.contains_key(&id) {
            return Err(format!("node {id} cannot be put under {}", leaf.parent));
        }
        if self.children(&leaf.parent).iter().any(|(_, sibling)| sibling.order == leaf.order) {
            return Err(format!("order {} under {} is taken", leaf.order, leaf.parent));
        }
        self.nodes.insert(id, leaf);
        Ok(())
    }

    fn remove(&mut self, id: &str) {
        let below: Vec<String> = self.children(id).into_iter().map(|(child, _)| child.to_owned()).collect();
        self.nodes.remove(id);
        for child in &below {
            self.remove(child);
        }
    }

    pub fn has(&self, id: &str) -> bool {
        id == "root" || self.nodes.contains_key(id)
    }

    pub fn get(&self, id: &str) -> Option<&Leaf> {
        self.nodes.get(id)
    }

    /// Returns what is under a node, in order.
    pub fn children(&self, parent: &str) -> Vec<(&str, &Leaf)> {
        let mut children: Vec<_> = self.nodes.iter().filter(|(_, leaf)| leaf.parent == parent).collect();
        children.sort_by(|(_, one), (_, other)| one.order.cmp(&other.order));
        children.into_iter().map(|(id, leaf)| (id.as_str(), leaf)).collect()
    }

    /// Returns the nodes as the server lists them.
    pub fn view(&self) -> Value {
        let mut nodes = Vec::new();
        self.list("root", &mut nodes);
        Value::Array(nodes)
    }

    fn list(&self, parent: &str, into: &mut Vec<Value>) {
        for (id, Leaf { kind, parent, order, props, touched }) in self.children(parent) {
            let node =
                json!({ "id": id, "kind": kind, "parent": parent, "order": order, "props": props, "touched": touched });
            into.push(node);
            self.list(id, into);
        }
    }

    /// Does what a client asks for before the server has said yes. What does not fit is left out whole.
    pub fn expect(&mut self, ops: &[Value]) {
        let mut trial = self.clone();
        if ops.iter().all(|op| trial.expect_op(op).is_some()) {
            *self = trial;
        }
    }

    fn expect_op(&mut self, op: &Value) -> Option<()> {
        let id = op["id"].as_str()?;
        let mut op = op.clone();
        if matches!(op["op"].as_str(), Some("create" | "move")) {
            if op["parent"].is_null() {
                op["parent"] = json!(self.nodes.get(id).map_or("root", |leaf| &leaf.parent));
            }
            op["order"] = json!(self.place(id, &op)?);
        }
        self.step(&op, &Value::Null).ok()
    }

    /// Returns the order key a node would get: the asked one if it is free, else one beside it.
    fn place(&self, id: &str, op: &Value) -> Option<String> {
        let siblings = self.children(op["parent"].as_str()?);
        let keys: Vec<(&str, &str)> =
            siblings.iter().filter(|(sibling, _)| *sibling != id).map(|(id, leaf)| (*id, &*leaf.order)).collect();
        let at = |wanted: &Value| keys.iter().position(|(sibling, _)| wanted == sibling);
        let index = match (&op["before"], &op["after"], op["order"].as_str()) {
            (Value::Null, Value::Null, None) => keys.len(),
            (Value::Null, Value::Null, Some(order)) => match keys.iter().position(|(_, key)| *key == order) {
                Some(taken) => taken + 1,
                None => return Some(order.to_owned()),
            },
            (Value::Null, after, _) => at(after)? + 1,
            (before, _, _) => at(before)?,
        };
        let key = |index: usize| keys.get(index).and_then(|(_, key)| OrderKey::parse(key).ok());
        let low = index.checked_sub(1).and_then(key);
        OrderKey::between(low.as_ref(), key(index).as_ref()).ok().map(|key| key.as_str().to_owned())
    }
}

fn patched(props: &mut Props, patch: Props) {
    for (name, value) in patch {
        match value {
            Value::Null => props.remove(&name),
            value => props.insert(name, value),
        };
    }
}
