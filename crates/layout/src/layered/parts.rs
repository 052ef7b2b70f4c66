//! Parts that nothing connects with each other are laid out apart.

use super::Edge;

/// Nodes that hang together, and the edges between them, both by their places in the caller's lists and in that order.
pub struct Part {
    pub nodes: Vec<usize>,
    pub edges: Vec<usize>,
}

/// Returns the parts in the order of their first nodes, and the nodes that no edge touches.
pub fn split(count: usize, edges: &[Edge]) -> (Vec<Part>, Vec<usize>) {
    let mut groups = Groups { leader: (0..count).collect() };
    let mut touched = vec![false; count];
    let sound = |edge: &Edge| edge.from < count && edge.to < count;
    for edge in edges.iter().filter(|edge| sound(edge)) {
        groups.join(edge.from, edge.to);
        touched[edge.from] = true;
        touched[edge.to] = true;
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut part_of = vec![None; count];
    let mut alone = Vec::new();
    for (node, is_touched) in touched.into_iter().enumerate() {
        if !is_touched {
            alone.push(node);
            continue;
        }
        let leader = groups.find(node);
        let part = *part_of[leader].get_or_insert_with(|| {
            parts.push(Part { nodes: Vec::new(), edges: Vec::new() });
            parts.len() - 1
        });
        parts[part].nodes.push(node);
    }
    for (index, edge) in edges.iter().enumerate().filter(|(_, edge)| sound(edge)) {
        if let Some(part) = part_of[groups.find(edge.from)] {
            parts[part].edges.push(index);
        }
    }
    (parts, alone)
}

/// Disjoint sets, each known by its first node.
struct Groups {
    leader: Vec<usize>,
}

impl Groups {
    fn find(&mut self, mut node: usize) -> usize {
        while self.leader[node] != node {
            self.leader[node] = self.leader[self.leader[node]];
            node = self.leader[node];
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.leader[a.max(b)] = a.min(b);
    }
}
