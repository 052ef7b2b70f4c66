//! Ranks: every arc leads down at least one, and the arcs are as short as they can be together.
//!
//! The network simplex method: a spanning tree of arcs of length one fixes all ranks. While some arc of the tree is pulled
//! apart by more arcs than hold it together, it makes place for another.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many nodes and arcs are looked at before the ranks are good enough.
const STEPS: usize = 6_000_000;

/// Returns a rank from 0 on for each node of a connected graph without cycles.
pub fn ranks(count: usize, arcs: &[(usize, usize)]) -> Vec<usize> {
    if count == 0 {
        return Vec::new();
    }
    let mut network = Network::new(count, arcs);
    network.grow_tree();
    network.number(0);
    network.improve();
    network.rise();
    let top = network.rank.iter().copied().min().unwrap_or_default();
    network.rank.iter().map(|rank| usize::try_from(rank - top).unwrap_or_default()).collect()
}

struct Network<'a> {
    arcs: &'a [(usize, usize)],
    out: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
    /// Every node after all that lead to it.
    sorted: Vec<usize>,
    rank: Vec<i64>,
    /// The arcs of the tree at each node.
    tree: Vec<Vec<usize>>,
    /// The arc to the parent; none for the root of the tree.
    parent: Vec<Option<usize>>,
    /// The tree's nodes such that each subtree is a slice that ends with its root.
    post: Vec<usize>,
    place: Vec<usize>,
    first: Vec<usize>,
    /// For each subtree, the arcs that leave it less those that enter it.
    flow: Vec<i64>,
}

impl<'a> Network<'a> {
    fn new(count: usize, arcs: &'a [(usize, usize)]) -> Self {
        let (mut out, mut into) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for (index, (from, to)) in arcs.iter().enumerate() {
            out[*from].push(index);
            into[*to].push(index);
        }
        let mut waits: Vec<usize> = into.iter().map(Vec::len).collect();
        let mut sorted: Vec<usize> = (0..count).filter(|node| waits[*node] == 0).collect();
        let mut rank = vec![0; count];
        let mut next = 0;
        while let Some(node) = sorted.get(next).copied() {
            next += 1;
            for arc in &out[node] {
                let to = arcs[*arc].1;
                rank[to] = rank[to].max(rank[node] + 1);
                waits[to] -= 1;
                if waits[to] == 0 {
                    sorted.push(to);
                }
            }
        }
        let (tree, parent) = (vec![Vec::new(); count], vec![None; count]);
        let (post, place, first) = ((0..count).collect(), (0..count).collect(), vec![0; count]);
        Self { arcs, out, into, sorted, rank, tree, parent, post, place, first, flow: vec![0; count] }
    }

    fn other(&self, arc: usize, node: usize) -> usize {
        let (from, to) = self.arcs[arc];
        if from == node { to } else { from }
    }

    fn slack(&self, arc: usize) -> i64 {
        let (from, to) = self.arcs[arc];
        self.rank[to] - self.rank[from] - 1
    }

    /// Joins one node after the other to the tree, over the arc with the least slack, and takes the slack out by moving the
    /// tree as a whole. `shift` says by how much, so that a move costs nothing.
    fn grow_tree(&mut self) {
        let mut shift = 0;
        let mut joined = vec![false; self.rank.len()];
        let (mut leaving, mut entering) = (BinaryHeap::new(), BinaryHeap::new());
        let mut node = 0;
        loop {
            joined[node] = true;
            self.rank[node] -= shift;
            for arc in &self.out[node] {
                leaving.push(Reverse((self.rank[self.arcs[*arc].1] - self.rank[node], *arc)));
            }
            for arc in &self.into[node] {
                entering.push(Reverse((self.rank[node] - self.rank[self.arcs[*arc].0], *arc)));
            }
            while leaving.peek().is_some_and(|Reverse((_, arc))| joined[self.arcs[*arc].1]) {
                leaving.pop();
            }
            while entering.peek().is_some_and(|Reverse((_, arc))| joined[self.arcs[*arc].0]) {
                entering.pop();
            }
            let down = leaving.peek().map(|Reverse((length, arc))| (length - shift - 1, *arc));
            let up = entering.peek().map(|Reverse((length, arc))| (length + shift - 1, *arc));
            let goes_down = match (down, up) {
                (None, None) => break,
                (Some(down), Some(up)) => down.0 <= up.0,
                (down, None | Some(_)) => down.is_some(),
            };
            let Some((slack, arc)) = (if goes_down { down } else { up }) else { break };
            shift += if goes_down { slack } else { -slack };
            let inside = if goes_down { self.arcs[arc].0 } else { self.arcs[arc].1 };
            node = self.other(arc, inside);
            self.tree[inside].push(arc);
            self.tree[node].push(arc);
        }
        self.rank.iter_mut().for_each(|rank| *rank += shift);
    }

    /// Numbers the subtree of `root`, whose parent stays, and sums its flows up.
    fn number(&mut self, root: usize) {
        let mut place = self.first[root];
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if *next == 0 {
                self.first[node] = place;
                self.flow[node] = signed(self.out[node].len()) - signed(self.into[node].len());
            }
            if let Some(arc) = self.tree[node].get(*next).copied() {
                *next += 1;
                if self.parent[node] != Some(arc) {
                    let child = self.other(arc, node);
                    self.parent[child] = Some(arc);
                    path.push((child, 0));
                }
                continue;
            }
            self.post[place] = node;
            self.place[node] = place;
            place += 1;
            path.pop();
            if let Some((above, _)) = path.last() {
                self.flow[*above] += self.flow[node];
            }
        }
    }

    fn is_below(&self, node: usize, root: usize) -> bool {
        (self.first[root]..=self.place[root]).contains(&self.place[node])
    }

    fn improve(&mut self) {
        let count = self.rank.len();
        let (mut steps, mut node, mut unchanged) = (0, 0, 0);
        while unchanged < count && steps < STEPS {
            node = (node + 1) % count;
            unchanged += 1;
            steps += 1;
            let Some(leaves) = self.parent[node] else { continue };
            let is_tail = self.arcs[leaves].0 == node;
            let cut = if is_tail { self.flow[node] } else { -self.flow[node] };
            if cut >= 0 {
                continue;
            }
            let Some(enters) = self.replacement(node, is_tail) else { continue };
            steps += self.exchange(node, leaves, enters);
            unchanged = 0;
        }
    }

    /// Returns the arc of least slack that leads between the subtree of `node` and the rest, against the arc to its parent.
    fn replacement(&self, node: usize, is_tail: bool) -> Option<usize> {
        let below = &self.post[self.first[node]..=self.place[node]];
        let lists = if is_tail { &self.into } else { &self.out };
        let across = |arc: &usize| {
            let (from, to) = self.arcs[*arc];
            !self.is_below(if is_tail { from } else { to }, node)
        };
        let arcs = below.iter().flat_map(|inside| &lists[*inside]).copied().filter(across);
        arcs.min_by_key(|arc| (self.slack(*arc), *arc))
    }

    /// Takes `leaves`, the arc from `node` to its parent, out of the tree and `enters` in. Returns how many nodes it looked at.
    fn exchange(&mut self, node: usize, leaves: usize, enters: usize) -> usize {
        let slack = self.slack(enters);
        let shift = if self.is_below(self.arcs[enters].0, node) { slack } else { -slack };
        for place in self.first[node]..=self.place[node] {
            self.rank[self.post[place]] += shift;
        }
        let (a, b) = self.arcs[enters];
        let mut top = self.other(leaves, node);
        while !(self.is_below(a, top) && self.is_below(b, top)) {
            let Some(arc) = self.parent[top] else { break };
            top = self.other(arc, top);
        }
        for end in [self.arcs[leaves].0, self.arcs[leaves].1] {
            self.tree[end].retain(|arc| *arc != leaves);
        }
        self.tree[a].push(enters);
        self.tree[b].push(enters);
        let before = self.flow[top];
        self.number(top);
        debug_assert_eq!(before, self.flow[top], "the whole below the top is the same as before");
        self.place[top] + 1 - self.first[top]
    }

    /// Puts a node that is as well off higher up right below what leads to it.
    fn rise(&mut self) {
        for node in self.sorted.clone() {
            if self.into[node].len() == self.out[node].len() {
                let above = self.into[node].iter().map(|arc| self.rank[self.arcs[*arc].0]).max();
                self.rank[node] = above.map_or(self.rank[node], |above| above + 1);
            }
        }
    }
}

fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_lead_down() {
        assert_eq!(ranks(4, &[(0, 1), (1, 2), (2, 3), (0, 3)]), [0, 1, 2, 3]);
        assert_eq!(ranks(1, &[]), [0]);
    }

    #[test]
    fn a_late_source_is_right_above_its_target() {
        assert_eq!(ranks(4, &[(0, 1), (1, 2), (3, 2)]), [0, 1, 2, 1]);
    }

    #[test]
    fn what_is_free_to_move_is_below_its_source() {
        assert_eq!(ranks(5, &[(0, 1), (1, 4), (0, 2), (2, 3), (3, 4)]), [0, 1, 1, 2, 3]);
    }

    #[test]
    fn a_group_moves_together() {
        // 5 and 6 hang on the end of a chain; together they are best right above it.
        let arcs = [(0, 1), (1, 2), (2, 3), (3, 4), (5, 6), (5, 4), (6, 4)];
        assert_eq!(ranks(7, &arcs), [0, 1, 2, 3, 4, 2, 3]);
    }
}
