//! Deleting a subtree without leaving a reference that names nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::draft::Draft;
use crate::id::NodeId;
use crate::op::{Op, Props};
use crate::reject::{Rejection, RejectionCode as Code};
use crate::schema::{OnDelete, Reference};

impl Draft<'_> {
    pub(crate) fn delete(&mut self, id: &NodeId) -> Result<(), Rejection> {
        self.expect_node(id)?;
        let (roots, gone) = self.doomed(id)?;
        for (node, props) in self.cleared(&gone) {
            self.write(&node, props)?;
        }
        for root in roots {
            // A cascade may have reached an ancestor, whose deletion takes this one along.
            if self.document.has(&root) {
                self.document.remove(&root, &mut self.journal);
                self.ops.push(Op::Delete { id: root });
            }
        }
        self.removed.extend(gone);
        Ok(())
    }

    /// Returns the nodes to delete, those that cascades bring along first, and all that goes with them.
    fn doomed(&self, id: &NodeId) -> Result<(Vec<NodeId>, BTreeSet<NodeId>), Rejection> {
        let mut roots = vec![id.clone()];
        let mut known = BTreeSet::from([id.clone()]);
        let mut gone = BTreeSet::new();
        let mut next = 0;
        while let Some(root) = roots.get(next).cloned() {
            next += 1;
            if gone.contains(&root) {
                continue;
            }
            for node in self.document.node(&root).into_iter().chain(self.document.below(&root)) {
                for (referrer, prop) in self.document.referrers(&node.id) {
                    let cascades = self.on_delete(referrer, prop) == Some(OnDelete::Cascade);
                    if cascades && known.insert(referrer.clone()) {
                        roots.push(referrer.clone());
                    }
                }
                gone.insert(node.id.clone());
            }
        }
        for node in &gone {
            let holder = self.document.referrers(node).find(|(referrer, prop)| {
                !gone.contains(*referrer) && self.on_delete(referrer, prop) == Some(OnDelete::Refuse)
            });
            if let Some((referrer, prop)) = holder {
                let message = format!("node {node} is still named by {prop} of node {referrer}");
                return Err(Rejection::new(Code::Referenced, message).field("id"));
            }
        }
        roots.reverse();
        Ok((roots, gone))
    }

    /// Returns the patches that take references to the deleted nodes out of those that stay.
    fn cleared(&self, gone: &BTreeSet<NodeId>) -> BTreeMap<NodeId, Props> {
        let mut patches: BTreeMap<NodeId, Props> = BTreeMap::new();
        for target in gone {
            for (referrer, prop) in self.document.referrers(target).filter(|(referrer, _)| !gone.contains(*referrer)) {
                let value = self.document.node(referrer).and_then(|node| node.props.get(prop));
                let Some(value) = value else { continue };
                let patch = patches.entry(referrer.clone()).or_default();
                patch.entry(prop).or_insert_with(|| Reference::without(value, gone));
            }
        }
        patches
    }

    fn on_delete(&self, referrer: &NodeId, prop: &str) -> Option<OnDelete> {
        let kind = &self.document.node(referrer)?.kind;
        self.document.schema.references(kind).iter().find(|reference| reference.prop == prop).map(|r| r.on_delete)
    }
}
