//! What holds for every graph.

use layout::{Direction, Edge, Layered, Options, Point, Rect, Size, layered};
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;

use crate::graphs::{Graph, LEFT_RIGHT, TOP_DOWN};

/// Sums of floating point numbers are compared up to this.
const NEARLY: f64 = 1e-6;

fn sizes(side: std::ops::Range<u32>) -> impl Strategy<Value = Size> {
    (side.clone(), side).prop_map(|(w, h)| Size::new(f64::from(w) / 2.0, f64::from(h) / 2.0))
}

prop_compose! {
    fn graphs()(nodes in vec(sizes(2..600), 1..20))
        (edges in vec((0..nodes.len(), 0..nodes.len(), weighted(0.3, sizes(20..300))), 0..36), nodes in Just(nodes)) -> Graph
    {
        let edges = edges.into_iter().map(|(from, to, label)| Edge { from, to, label });
        Graph { sizes: nodes, edges: edges.collect() }
    }
}

prop_compose! {
    fn graphs_without_cycles()(graph in graphs()) -> Graph {
        let down = |edge: &Edge| Edge { from: edge.from.min(edge.to), to: edge.from.max(edge.to), ..*edge };
        let edges = graph.edges.iter().map(down).filter(|edge| edge.from != edge.to);
        Graph { edges: edges.collect(), sizes: graph.sizes }
    }
}

fn options() -> impl Strategy<Value = Options> {
    prop_oneof![Just(TOP_DOWN), Just(LEFT_RIGHT)]
}

struct Picture {
    nodes: Vec<Rect>,
    labels: Vec<Rect>,
    layered: Layered,
}

impl Picture {
    fn new(graph: &Graph, options: &Options) -> Self {
        let layered = layered(&graph.sizes, &graph.edges, options);
        let corners = layered.positions.iter().zip(&graph.sizes);
        let nodes = corners.map(|(corner, size)| Rect::at(*corner, *size)).collect();
        let labels = layered.labels.iter().zip(&graph.edges);
        let labels = labels.filter_map(|(corner, edge)| Some(Rect::at((*corner)?, edge.label?)));
        Self { nodes, labels: labels.collect(), layered }
    }
}

fn segments(route: &[Point]) -> impl Iterator<Item = Rect> {
    route.windows(2).map(|pair| {
        let (from, to) = (pair[0], pair[1]);
        Rect::new(from.x.min(to.x), from.y.min(to.y), (to.x - from.x).abs(), (to.y - from.y).abs())
    })
}

/// Returns whether a box, which may be a line, reaches into another and not only to its border.
fn reaches_into(line: Rect, rect: Rect) -> bool {
    line.grown(NEARLY).overlaps(rect.grown(-2.0 * NEARLY))
}

fn is_on_border(point: Point, rect: Rect) -> bool {
    let point = Rect::at(point, Size::default());
    rect.grown(NEARLY).contains(point) && !rect.grown(-NEARLY).contains(point)
}

proptest! {
    #[test]
    fn boxes_keep_their_distance(graph in graphs(), options in options()) {
        let picture = Picture::new(&graph, &options);
        for (index, rect) in picture.nodes.iter().enumerate() {
            for other in &picture.nodes[index + 1..] {
                let margin = options.node_gap / 2.0 - NEARLY;
                prop_assert!(!rect.grown(margin).overlaps(other.grown(margin)), "{rect:?} is too near to {other:?}");
            }
        }
    }

    #[test]
    fn routes_run_through_no_box(graph in graphs(), options in options()) {
        let picture = Picture::new(&graph, &options);
        for route in &picture.layered.routes {
            for segment in segments(route) {
                prop_assert!(segment.w < NEARLY || segment.h < NEARLY, "{route:?} leaves the axes");
                for node in &picture.nodes {
                    prop_assert!(!reaches_into(segment, *node), "{route:?} runs through {node:?}");
                }
            }
        }
    }

    #[test]
    fn every_edge_has_a_route_from_border_to_border(graph in graphs(), options in options()) {
        let picture = Picture::new(&graph, &options);
        prop_assert_eq!(picture.layered.routes.len(), graph.edges.len());
        for (edge, route) in graph.edges.iter().zip(&picture.layered.routes) {
            let (Some(first), Some(last)) = (route.first(), route.last()) else { panic!("an edge has no route") };
            prop_assert!(is_on_border(*first, picture.nodes[edge.from]), "{route:?} does not begin at its node");
            prop_assert!(is_on_border(*last, picture.nodes[edge.to]), "{route:?} does not end at its node");
        }
    }

    #[test]
    fn labels_cover_nothing_and_lie_on_their_routes(graph in graphs(), options in options()) {
        let picture = Picture::new(&graph, &options);
        for (index, label) in picture.labels.iter().enumerate() {
            let others = picture.nodes.iter().chain(&picture.labels[index + 1..]);
            for other in others {
                prop_assert!(!label.grown(-NEARLY).overlaps(*other), "{label:?} covers {other:?}");
            }
        }
        for ((edge, corner), route) in graph.edges.iter().zip(&picture.layered.labels).zip(&picture.layered.routes) {
            prop_assert_eq!(edge.label.is_some(), corner.is_some());
            let label = edge.label.zip(*corner).map(|(size, corner)| Rect::at(corner, size));
            if let Some(middle) = label.map(Rect::centre) {
                let point = Rect::at(middle, Size::default());
                prop_assert!(segments(route).any(|segment| segment.grown(NEARLY).contains(point)), "a label is off its route");
            }
        }
    }

    #[test]
    fn no_two_edges_share_a_lane(graph in graphs()) {
        let routes = layered(&graph.sizes, &graph.edges, &TOP_DOWN).routes;
        let level = |route: &Vec<Point>| segments(route).filter(|segment| segment.w > NEARLY).collect::<Vec<_>>();
        let level: Vec<Vec<Rect>> = routes.iter().map(level).collect();
        for (index, pieces) in level.iter().enumerate() {
            for other in level[index + 1..].iter().flatten() {
                let shared = pieces.iter().find(|piece| (piece.y - other.y).abs() < NEARLY && piece.grown(NEARLY).overlaps(*other));
                prop_assert!(shared.is_none(), "{other:?} lies on another edge");
            }
        }
    }

    #[test]
    fn without_cycles_every_edge_leads_down(graph in graphs_without_cycles()) {
        let picture = Picture::new(&graph, &TOP_DOWN);
        for edge in &graph.edges {
            let (from, to) = (picture.nodes[edge.from], picture.nodes[edge.to]);
            prop_assert!(from.bottom() + TOP_DOWN.tier_gap <= to.y + NEARLY, "{to:?} is not below {from:?}");
        }
    }

    #[test]
    fn the_size_is_around_everything(graph in graphs(), options in options()) {
        let picture = Picture::new(&graph, &options);
        let Size { w, h } = picture.layered.size;
        let all = Rect::new(0.0, 0.0, w, h).grown(NEARLY);
        let lines = picture.layered.routes.iter().flat_map(|route| segments(route));
        for rect in lines.chain(picture.nodes.iter().copied()).chain(picture.labels.iter().copied()) {
            prop_assert!(all.contains(rect), "{rect:?} is outside");
        }
    }

    #[test]
    fn the_same_graph_gives_the_same_picture(graph in graphs(), options in options()) {
        let again = Graph { sizes: graph.sizes.clone(), edges: graph.edges.clone() };
        prop_assert_eq!(Picture::new(&graph, &options).layered, Picture::new(&again, &options).layered);
    }

    #[test]
    fn left_to_right_is_top_down_turned(graph in graphs()) {
        let turned = Graph {
            sizes: graph.sizes.iter().map(|size| size.transposed()).collect(),
            edges: graph.edges.iter().map(|edge| Edge { label: edge.label.map(Size::transposed), ..*edge }).collect(),
        };
        let (right, down) = (layered(&graph.sizes, &graph.edges, &LEFT_RIGHT), layered(&turned.sizes, &turned.edges, &TOP_DOWN));
        let turn = |points: &[Point]| points.iter().map(|point| point.transposed()).collect::<Vec<_>>();
        prop_assert_eq!(&right.positions, &turn(&down.positions));
        prop_assert_eq!(right.routes, down.routes.iter().map(|route| turn(route)).collect::<Vec<_>>());
        prop_assert_eq!(right.labels, down.labels.iter().map(|label| label.map(Point::transposed)).collect::<Vec<_>>());
        prop_assert_eq!(right.size, down.size.transposed());
    }
}

#[test]
fn directions_are_what_the_options_say() {
    let graph = Graph::new(2, [(0, 1)]);
    for (options, below) in [(TOP_DOWN, Point::new(0.0, 100.0)), (LEFT_RIGHT, Point::new(148.0, 0.0))] {
        assert_eq!(
            Picture::new(&graph, &options).layered.positions,
            [Point::default(), below],
            "{:?}",
            options.direction
        );
    }
    assert_eq!(TOP_DOWN.direction, Direction::TopDown);
}
