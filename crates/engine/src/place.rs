//! Finding an order key: the asked one if it is free, otherwise one right beside it.

use std::ops::Bound;

use crate::document::Children;
use crate::draft::{Draft, missing};
use crate::id::NodeId;
use crate::limits::{MAX_CHILDREN, MAX_ORDER_CHARS};
use crate::op::{Op, PlaceRequest};
use crate::order::OrderKey;
use crate::reject::{Rejection, RejectionCode as Code};

impl Draft<'_> {
    pub(crate) fn check_room(&self, parent: &NodeId) -> Result<(), Rejection> {
        let full = self.document.child_map(parent).is_some_and(|children| children.len() >= MAX_CHILDREN);
        if !full {
            return Ok(());
        }
        let message = format!("a node has at most {MAX_CHILDREN} children");
        Err(Rejection::new(Code::Limit, message).field("parent"))
    }

    /// Returns a free key at the asked place, ranking the siblings anew when keys there have grown too long.
    pub(crate) fn make_room(
        &mut self,
        parent: &NodeId,
        place: &PlaceRequest,
        moving: Option<&NodeId>,
    ) -> Result<OrderKey, Rejection> {
        let children = self.document.child_map(parent).ok_or_else(|| missing(parent).field("parent"))?;
        let (low, high) = match place {
            PlaceRequest::Last => (neighbour_below(children, Bound::Unbounded, moving), None),
            PlaceRequest::At(key) => match children.get(key) {
                None if key.as_str().len() <= MAX_ORDER_CHARS && !key.is_far_out() => return Ok(key.clone()),
                Some(id) if Some(id) == moving => return Ok(key.clone()),
                None => {
                    (neighbour_below(children, Bound::Excluded(key), moving), neighbour_above(children, key, moving))
                }
                Some(_) => (Some(key), neighbour_above(children, key, moving)),
            },
            PlaceRequest::Before(sibling) => {
                let key = self.sibling_key(parent, sibling, moving, "before")?;
                (neighbour_below(children, Bound::Excluded(key), moving), Some(key))
            }
            PlaceRequest::After(sibling) => {
                let key = self.sibling_key(parent, sibling, moving, "after")?;
                (Some(key), neighbour_above(children, key, moving))
            }
        };
        match OrderKey::between(low, high) {
            Ok(key) if key.as_str().len() <= MAX_ORDER_CHARS => Ok(key),
            _ => {
                let high = high.cloned();
                Ok(self.rank_anew(parent, high.as_ref(), moving))
            }
        }
    }

    pub(crate) fn put(&mut self, id: &NodeId, parent: &NodeId, order: OrderKey) {
        let stamp = self.stamp.clone();
        self.document.place(id, parent, &order, &stamp, &mut self.journal);
        self.ops.push(Op::Move { id: id.clone(), parent: parent.clone(), order });
    }

    fn sibling_key(
        &self,
        parent: &NodeId,
        sibling: &NodeId,
        moving: Option<&NodeId>,
        field: &str,
    ) -> Result<&OrderKey, Rejection> {
        match self.document.node(sibling) {
            Some(_) if Some(sibling) == moving => {
                Err(Rejection::new(Code::Invalid, "a node cannot go next to itself").field(field))
            }
            Some(node) if node.parent == *parent => Ok(&node.order),
            Some(_) => {
                let message = format!("node {sibling} is not under {parent}, so nothing can go next to it there");
                Err(Rejection::new(Code::Missing, message).field(field))
            }
            None => Err(missing(sibling).field(field)),
        }
    }

    /// Gives every child a short new key past the last one, so that none collides, and returns the one left free
    /// before `high`.
    fn rank_anew(&mut self, parent: &NodeId, high: Option<&OrderKey>, moving: Option<&NodeId>) -> OrderKey {
        let children = self.document.child_map(parent).cloned().unwrap_or_default();
        let mut last = children.keys().next_back().map(OrderKey::integer_part);
        let mut next = || {
            // Keys far out are not taken from anybody, so there is always an integer after the last.
            let key = OrderKey::between(last.as_ref(), None).unwrap_or_else(|_| OrderKey::first());
            last = Some(key.clone());
            key
        };
        let mut free = None;
        for (key, child) in &children {
            if Some(key) == high {
                free = Some(next());
            }
            if Some(child) != moving {
                let key = next();
                self.put(child, parent, key);
            }
        }
        free.unwrap_or_else(next)
    }
}

fn neighbour_below<'a>(
    children: &'a Children,
    bound: Bound<&OrderKey>,
    moving: Option<&NodeId>,
) -> Option<&'a OrderKey> {
    let mut range = children.range::<OrderKey, _>((Bound::Unbounded, bound)).rev();
    range.find(|(_, id)| Some(*id) != moving).map(|(key, _)| key)
}

fn neighbour_above<'a>(children: &'a Children, key: &OrderKey, moving: Option<&NodeId>) -> Option<&'a OrderKey> {
    let mut range = children.range::<OrderKey, _>((Bound::Excluded(key), Bound::Unbounded));
    range.find(|(_, id)| Some(*id) != moving).map(|(key, _)| key)
}
