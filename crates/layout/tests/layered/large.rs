//! Graphs that are large or strange: they must be laid out, and soon.

use layout::{Edge, Layered, Rect, Size, layered};

use crate::graphs::{Graph, TOP_DOWN};

fn lay_out(graph: &Graph) -> Layered {
    let layered = layered(&graph.sizes, &graph.edges, &TOP_DOWN);
    let is_finite = |point: &layout::Point| point.x.is_finite() && point.y.is_finite();
    assert!(layered.positions.iter().chain(layered.routes.iter().flatten()).all(is_finite));
    layered
}

#[track_caller]
fn assert_apart(graph: &Graph, layered: &Layered) {
    let mut rects: Vec<Rect> =
        layered.positions.iter().zip(&graph.sizes).map(|(corner, size)| Rect::at(*corner, *size)).collect();
    rects.sort_by(|a, b| a.y.total_cmp(&b.y));
    for (index, rect) in rects.iter().enumerate() {
        let near = rects[index + 1..].iter().take_while(|other| other.y < rect.bottom());
        assert!(near.clone().all(|other| !other.overlaps(*rect)), "{rect:?} overlaps something");
    }
}

#[test]
fn nothing_is_nothing() {
    assert_eq!(lay_out(&Graph::new(0, [])), Layered::default());
}

#[test]
fn one_node_is_where_everything_begins() {
    let layered = lay_out(&Graph::new(1, []));
    assert_eq!((layered.positions[0].x, layered.positions[0].y, layered.size), (0.0, 0.0, Size::new(88.0, 40.0)));
}

#[test]
fn an_edge_to_nowhere_is_passed_over() {
    let graph = Graph::new(2, [(0, 1), (0, 2), (7, 7)]);
    let layered = lay_out(&graph);
    assert_eq!(layered.routes.iter().map(Vec::len).collect::<Vec<_>>(), [2, 0, 0]);
}

#[test]
fn a_long_chain() {
    let graph = Graph::new(10_000, (1..10_000).map(|node| (node - 1, node)));
    let layered = lay_out(&graph);
    assert!(layered.routes.iter().all(|route| route.len() == 2), "a chain is straight");
}

#[test]
fn a_long_ring() {
    let graph = Graph::new(2_000, (0..2_000).map(|node| (node, (node + 1) % 2_000)));
    assert_apart(&graph, &lay_out(&graph));
}

#[test]
fn a_star() {
    let graph = Graph::new(3_000, (1..3_000).map(|leaf| (0, leaf)));
    assert_apart(&graph, &lay_out(&graph));
}

#[test]
fn everything_with_everything() {
    let graph = Graph::new(60, (0..60).flat_map(|from| (0..60).map(move |to| (from, to))));
    assert_apart(&graph, &lay_out(&graph));
}

#[test]
fn edges_too_long_to_cut_go_round_the_outside() {
    let chain = (1..1_000).map(|node| (node - 1, node));
    let jumps = (0..500).map(|node| (node, 999 - node));
    let mut graph = Graph::new(1_000, chain.chain(jumps));
    for edge in graph.edges.iter_mut().rev().step_by(7) {
        edge.label = Some(Size::new(60.0, 20.0));
    }
    let layered = lay_out(&graph);
    assert_apart(&graph, &layered);
    for (route, edge) in layered.routes.iter().zip(&graph.edges) {
        assert!(layered.positions[edge.from].y < layered.positions[edge.to].y);
        assert!(route.len() >= 2);
    }
}

#[test]
fn many_parts_and_many_alone() {
    let pairs = (0..1_000).map(|pair| (2 * pair, 2 * pair + 1));
    let graph = Graph::new(4_000, pairs);
    let layered = lay_out(&graph);
    assert_apart(&graph, &layered);
    assert!(layered.size.w < 4.0 * layered.size.h, "parts wrap into rows");
}

#[test]
fn the_largest_boxes_beside_the_smallest() {
    let mut graph = Graph::new(6, [(0, 1), (0, 2), (1, 3), (2, 3), (3, 0), (4, 4), (4, 5)]);
    graph.sizes[1] = Size::new(1e6, 1e6);
    graph.sizes[2] = Size::new(1.0, 1.0);
    graph.sizes[4] = Size::new(1.0, 1e6);
    assert_apart(&graph, &lay_out(&graph));
}

#[test]
fn many_edges_between_the_same_two() {
    let edges = vec![Edge { from: 0, to: 1, label: None }; 500];
    let graph = Graph { sizes: vec![Size::new(10.0, 10.0); 2], edges };
    assert_eq!(lay_out(&graph).routes.len(), 500);
}
