//! A board built from its log alone, by the plainest means.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// The nodes of a board: kind, parent, order and props.
pub type Nodes = BTreeMap<String, Value>;

#[derive(Default)]
pub struct Replica(Nodes);

impl Replica {
    pub fn nodes(&self) -> &Nodes {
        &self.0
    }

    pub fn apply(&mut self, change: &Value) {
        for op in change["ops"].as_array().unwrap() {
            self.apply_op(op);
        }
    }

    fn apply_op(&mut self, op: &Value) {
        let id = op["id"].as_str().unwrap().to_owned();
        match op["op"].as_str().unwrap() {
            "create" => {
                let known = self.0.insert(id, node(op));
                assert_eq!(known, None, "a node is made twice");
            }
            "update" => {
                let props = self.0.get_mut(&id).unwrap()["props"].as_object_mut().unwrap();
                for (name, value) in op["props"].as_object().unwrap() {
                    if value.is_null() {
                        props.remove(name);
                    } else {
                        props.insert(name.clone(), value.clone());
                    }
                }
            }
            "move" => {
                let node = self.0.get_mut(&id).unwrap();
                node["parent"] = op["parent"].clone();
                node["order"] = op["order"].clone();
            }
            "delete" => assert!(self.0.remove(&id).is_some(), "a node is deleted twice"),
            other => panic!("there is no op {other}"),
        }
    }
}

/// Returns the nodes of a board as the server shows it.
pub fn nodes(board: &Value) -> Nodes {
    let nodes = board["nodes"].as_array().unwrap().iter();
    nodes.map(|shown| (shown["id"].as_str().unwrap().to_owned(), node(shown))).collect()
}

fn node(from: &Value) -> Value {
    json!({ "kind": from["kind"], "parent": from["parent"], "order": from["order"], "props": from["props"] })
}
