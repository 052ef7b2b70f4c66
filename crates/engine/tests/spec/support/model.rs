//! The oracle: the same rules in the plainest way, a list of nodes that is searched and sorted on every question.

use std::collections::BTreeSet;

use engine::{Document, NodeId, OpRequest, OrderKey, Props};
use serde_json::Value;

use super::world::named;

#[derive(Clone, Default)]
pub struct Model {
    nodes: Vec<Row>,
    /// What the change being asked for has deleted.
    removed: BTreeSet<String>,
}

#[derive(Clone)]
struct Row {
    id: String,
    kind: String,
    parent: String,
    order: OrderKey,
    props: Props,
}

pub struct Refused;
type Outcome = Result<(), Refused>;

const CASCADES: &[&str] = &["link", "about"];
const CLEARS: &[&str] = &["friend", "list", "loose"];

impl Model {
    pub fn of(document: &Document) -> Self {
        let row = |node: &engine::Node| Row {
            id: node.id.to_string(),
            kind: node.kind.to_string(),
            parent: node.parent.to_string(),
            order: node.order.clone(),
            props: node.props.clone(),
        };
        Self { nodes: document.nodes().map(row).collect(), removed: BTreeSet::new() }
    }

    /// Does all the ops, or none of them.
    pub fn ask(&mut self, ops: &[OpRequest]) -> Outcome {
        let mut next = Self { removed: BTreeSet::new(), ..self.clone() };
        ops.iter().try_for_each(|op| next.take(op))?;
        require(next.nodes.iter().all(|row| next.references_hold(row)))?;
        *self = next;
        Ok(())
    }

    /// Lists every node with its depth, parents first and siblings in order.
    pub fn listing(&self) -> Vec<(usize, String, OrderKey, Props)> {
        let mut rows = Vec::new();
        self.list_under("root", 1, &mut rows);
        rows
    }

    fn list_under(&self, parent: &str, depth: usize, rows: &mut Vec<(usize, String, OrderKey, Props)>) {
        for row in self.children(parent, None) {
            rows.push((depth, row.id.clone(), row.order.clone(), row.props.clone()));
            self.list_under(&row.id, depth + 1, rows);
        }
    }

    fn take(&mut self, op: &OpRequest) -> Outcome {
        match op {
            OpRequest::Create { id, kind, parent, order, before, after, props } => {
                let props = props.iter().filter(|(_, value)| !value.is_null()).map(|(k, v)| (k.clone(), v.clone()));
                let props: Props = props.collect();
                require(!id.is_root() && self.find(id.as_str()).is_none() && !self.removed.contains(id.as_str()))?;
                require(self.may_be_under(kind, parent.as_str()) && fits(kind, &props))?;
                let order = self.key(parent.as_str(), order.as_ref(), before.as_ref(), after.as_ref(), None)?;
                let (id, kind, parent) = (id.to_string(), kind.clone(), parent.to_string());
                self.nodes.push(Row { id, kind, parent, order, props });
            }
            OpRequest::Update { id, props, .. } => {
                let row = self.nodes.iter_mut().find(|row| row.id == id.as_str()).ok_or(Refused)?;
                for (prop, value) in props {
                    row.props.insert(prop.clone(), value.clone());
                }
                row.props.retain(|_, value| !value.is_null());
                require(!props.is_empty() && fits(&row.kind, &row.props))?;
            }
            OpRequest::Move { id, parent, order, before, after } => {
                let row = self.find(id.as_str()).ok_or(Refused)?.clone();
                let parent = parent.as_ref().map_or(row.parent.as_str(), NodeId::as_str);
                require(self.may_be_under(&row.kind, parent) && !self.subtree(id.as_str()).contains(parent))?;
                let order = self.key(parent, order.as_ref(), before.as_ref(), after.as_ref(), Some(id.as_str()))?;
                let moved = Row { parent: parent.to_owned(), order, ..row };
                self.nodes.retain(|row| row.id != id.as_str());
                self.nodes.push(moved);
            }
            OpRequest::Delete { id } => self.delete(id.as_str())?,
        }
        Ok(())
    }

    fn delete(&mut self, id: &str) -> Outcome {
        require(self.find(id).is_some())?;
        let mut gone = self.subtree(id);
        loop {
            let pulled = self.nodes.iter().filter(|row| CASCADES.iter().any(|prop| row.names(prop, &gone)));
            let more: BTreeSet<String> = pulled.flat_map(|row| self.subtree(&row.id)).collect();
            if more.is_subset(&gone) {
                break;
            }
            gone.extend(more);
        }
        self.nodes.retain(|row| !gone.contains(&row.id));
        self.removed.extend(gone.iter().cloned());
        require(!self.nodes.iter().any(|row| row.names("anchor", &gone)))?;
        for row in &mut self.nodes {
            for prop in CLEARS {
                if row.names(prop, &gone) {
                    match row.props.get_mut(*prop) {
                        Some(Value::Array(items)) => items.retain(|item| !gone.contains(item.as_str().unwrap())),
                        _ => drop(row.props.remove(*prop)),
                    }
                }
            }
        }
        Ok(())
    }

    fn find(&self, id: &str) -> Option<&Row> {
        self.nodes.iter().find(|row| row.id == id)
    }

    fn children(&self, parent: &str, moving: Option<&str>) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.nodes.iter().filter(|row| row.parent == parent).collect();
        rows.retain(|row| Some(row.id.as_str()) != moving);
        rows.sort_by(|a, b| a.order.cmp(&b.order));
        rows
    }

    fn subtree(&self, id: &str) -> BTreeSet<String> {
        let mut ids = BTreeSet::from([id.to_owned()]);
        for row in self.nodes.iter().filter(|row| row.parent == id) {
            ids.extend(self.subtree(&row.id));
        }
        ids
    }

    fn may_be_under(&self, kind: &str, parent: &str) -> bool {
        matches!(kind, "folder" | "item") && (parent == "root" || self.find(parent).is_some_and(|p| p.kind == "folder"))
    }

    fn key(
        &self,
        parent: &str,
        order: Option<&OrderKey>,
        before: Option<&NodeId>,
        after: Option<&NodeId>,
        moving: Option<&str>,
    ) -> Result<OrderKey, Refused> {
        let siblings = self.children(parent, moving);
        let position = |id: &NodeId| siblings.iter().position(|row| row.id == id.as_str()).ok_or(Refused);
        let index = match (order, before, after) {
            (None, None, None) => siblings.len(),
            (Some(order), None, None) if siblings.iter().all(|row| row.order != *order) => return Ok(order.clone()),
            (Some(order), None, None) => siblings.iter().filter(|row| row.order <= *order).count(),
            (None, Some(before), None) => position(before)?,
            (None, None, Some(after)) => position(after)? + 1,
            _ => return Err(Refused),
        };
        let low = index.checked_sub(1).map(|index| &siblings[index].order);
        let high = siblings.get(index).map(|row| &row.order);
        OrderKey::between(low, high).map_err(|_| Refused)
    }

    fn references_hold(&self, row: &Row) -> bool {
        let all = ["link", "about", "friend", "anchor", "list", "loose"];
        all.iter().all(|prop| {
            let mut targets = named(row.props.get(*prop)).into_iter().map(|target| self.find(target.as_str()));
            targets.all(|target| target.is_some_and(|target| *prop != "friend" || target.kind == "item"))
        })
    }
}

impl Row {
    fn names(&self, prop: &str, targets: &BTreeSet<String>) -> bool {
        named(self.props.get(prop)).iter().any(|target| targets.contains(target.as_str()))
    }
}

fn require(holds: bool) -> Outcome {
    if holds { Ok(()) } else { Err(Refused) }
}

fn fits(kind: &str, props: &Props) -> bool {
    let typed = props.iter().all(|(prop, value)| match (kind, prop.as_str()) {
        ("folder", "name" | "about") | ("item", "title" | "note" | "link" | "friend" | "anchor" | "loose") => {
            value.is_string()
        }
        ("item", "count") => value.is_number(),
        ("item", "list") => value.as_array().is_some_and(|items| items.iter().all(Value::is_string)),
        _ => false,
    });
    typed && (kind != "item" || props.contains_key("title"))
}
