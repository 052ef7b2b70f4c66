//! Makes one connected part into points.

use super::channel::{self, Piece};
use super::loops::{self, Loops};
use super::place::{self, Aim};
use super::ports::{self, Ports};
use super::tiers::{Arc, Extent, Role, Tiers, Way};
use super::{Edge, Options, acyclic, bounds, order, parts::Part};
use crate::geometry::{Point, Rect, Size, count, same};

/// Between two lanes, if there is room.
const LANE_GAP: f64 = 16.0;
const LEAST_LANE_GAP: f64 = 12.0;
/// Between a tier and the first lane: an arrowhead has room here.
const LANE_MARGIN: f64 = 20.0;
/// Between a label and the tier above or below.
const LABEL_GAP: f64 = 20.0;
/// Between two edges that are led round the outside.
const OUTSIDE_GAP: f64 = 12.0;

/// A part laid out, from 0, 0 on: its nodes' corners, and for each edge its way and its label's corner.
pub struct Drawing {
    pub positions: Vec<Point>,
    pub routes: Vec<Vec<Point>>,
    pub labels: Vec<Option<Point>>,
    pub size: Size,
}

pub fn draw(part: &Part, sizes: &[Size], edges: &[Edge], options: &Options) -> Drawing {
    let model = Model::new(part, sizes, edges);
    let mut tiers = Tiers::new(&model.extents, &model.arcs);
    // Without crossings the graph is read as a shape; with them, what counts is to find the other end of an edge.
    let aim = if order::order(&mut tiers) == 0 { Aim::Symmetry } else { Aim::Shortness };
    let x = place::place(&tiers, options.node_gap, aim);
    Canvas::new(&model, &tiers, &x, options).finish()
}

/// A part in its own numbers.
struct Model {
    sizes: Vec<Size>,
    extents: Vec<Extent>,
    arcs: Vec<Arc>,
    loops: Vec<Loops>,
    /// For each edge.
    forms: Vec<Form>,
    labels: Vec<Option<Size>>,
}

enum Form {
    Arc(usize),
    Loop { node: usize, index: usize },
}

impl Model {
    fn new(part: &Part, sizes: &[Size], edges: &[Edge]) -> Self {
        let number = |node: usize| part.nodes.binary_search(&node).unwrap_or_default();
        let sizes: Vec<Size> = part.nodes.iter().map(|node| sizes[*node]).collect();
        let labels: Vec<Option<Size>> = part.edges.iter().map(|edge| edges[*edge].label).collect();
        let mut loop_labels = vec![Vec::new(); sizes.len()];
        let (mut forms, mut pairs, mut pair_labels) = (Vec::new(), Vec::new(), Vec::new());
        for (edge, label) in part.edges.iter().zip(&labels) {
            let (from, to) = (number(edges[*edge].from), number(edges[*edge].to));
            if from == to {
                forms.push(Form::Loop { node: from, index: loop_labels[from].len() });
                loop_labels[from].push(*label);
            } else {
                forms.push(Form::Arc(pairs.len()));
                pairs.push((from, to));
                pair_labels.push(*label);
            }
        }
        let back = acyclic::back_arcs(sizes.len(), &pairs);
        let arcs = pairs.into_iter().zip(pair_labels).zip(back).map(|(((from, to), label), is_back)| {
            let (upper, lower) = if is_back { (to, from) } else { (from, to) };
            Arc { upper, lower, label, is_back }
        });
        let arcs = arcs.collect();
        let loops: Vec<Loops> = loop_labels.iter().map(|labels| loops::measure(labels)).collect();
        let extents = sizes.iter().zip(&loops).map(|(size, loops)| Extent {
            left: size.w / 2.0,
            right: size.w / 2.0 + loops.room.w,
            h: size.h.max(loops.room.h),
        });
        Self { extents: extents.collect(), sizes, arcs, loops, forms, labels }
    }
}

/// What is known once everything has its place from left to right.
struct Canvas<'a> {
    model: &'a Model,
    tiers: &'a Tiers,
    x: &'a [f64],
    ports: Ports,
    /// The ends of edges that are led round the outside, by arc: at the upper node, outside, and at the lower node.
    outside: Vec<Option<[f64; 3]>>,
    /// The top and the height of each tier.
    rows: Vec<(f64, f64)>,
    /// The height of the lane of each link, and of the two turns of an edge outside.
    link_lanes: Vec<f64>,
    outside_lanes: Vec<[f64; 2]>,
}

impl<'a> Canvas<'a> {
    fn new(model: &'a Model, tiers: &'a Tiers, x: &'a [f64], options: &Options) -> Self {
        let mut places = vec![0; x.len()];
        for tier in &tiers.rows {
            for (place, vertex) in tier.iter().enumerate() {
                places[*vertex] = place;
            }
        }
        let mut canvas = Self {
            model,
            tiers,
            x,
            ports: ports::ports(tiers, x, &places),
            outside: Vec::new(),
            rows: Vec::new(),
            link_lanes: vec![0.0; tiers.links.len()],
            outside_lanes: vec![[0.0; 2]; model.arcs.len()],
        };
        canvas.lead_outside();
        canvas.set_rows(options);
        canvas
    }

    /// Gives each edge that goes round the outside a line of its own, to the right of everything.
    fn lead_outside(&mut self) {
        let ends = self.x.iter().zip(&self.tiers.extents).map(|(x, extent)| x + extent.right);
        let mut free = ends.fold(f64::NEG_INFINITY, f64::max) + OUTSIDE_GAP;
        for (arc, way) in self.model.arcs.iter().zip(&self.tiers.ways) {
            self.outside.push((*way == Way::Outside).then(|| {
                let half = arc.label.map_or(0.0, |label| label.w / 2.0);
                let x = free + half;
                free = x + half + OUTSIDE_GAP;
                [self.x[arc.upper], x, self.x[arc.lower]]
            }));
        }
    }

    /// Finds lanes between the tiers, and with them how far the tiers are apart.
    fn set_rows(&mut self, options: &Options) {
        let tiers = self.tiers;
        let mut turns: Vec<Vec<(Turn, Piece)>> = vec![Vec::new(); tiers.rows.len()];
        for (index, link) in tiers.links.iter().enumerate() {
            let piece = Piece { from: self.ports.upper[index], to: self.ports.lower[index] };
            turns[tiers.tier_of[link.upper]].push((Turn::Link(index), piece));
        }
        for (index, ends) in self.outside.iter().enumerate() {
            if let Some([upper, out, lower]) = *ends {
                let arc = &self.model.arcs[index];
                turns[tiers.tier_of[arc.upper]].push((Turn::Out(index), Piece { from: upper, to: out }));
                turns[tiers.tier_of[arc.lower] - 1].push((Turn::In(index), Piece { from: out, to: lower }));
            }
        }
        let mut top = 0.0;
        for (tier, turns) in turns.iter().enumerate() {
            let height = tiers.rows[tier].iter().map(|vertex| tiers.extents[*vertex].h).fold(0.0, f64::max);
            self.rows.push((top, height));
            let pieces: Vec<Piece> = turns.iter().map(|(_, piece)| *piece).collect();
            let (lanes, most) = channel::lanes(&pieces);
            let spaces = count(most.max(1) - 1);
            let gap = self.least_gap(tier, options).max(2.0 * LANE_MARGIN + spaces * LEAST_LANE_GAP).ceil();
            let lane_gap = LANE_GAP.min((gap - 2.0 * LANE_MARGIN) / spaces.max(1.0));
            for ((turn, _), lane) in turns.iter().zip(lanes) {
                let y = top + height + gap / 2.0 + (count(lane) - spaces / 2.0) * lane_gap;
                match turn {
                    Turn::Link(link) => self.link_lanes[*link] = y,
                    Turn::Out(arc) => self.outside_lanes[*arc][0] = y,
                    Turn::In(arc) => self.outside_lanes[*arc][1] = y,
                }
            }
            top += height + gap;
        }
    }

    /// Returns the least distance between a tier and the next. A tier of labels and its two gaps are together at least as
    /// high as one gap would be.
    fn least_gap(&self, tier: usize, options: &Options) -> f64 {
        let is_of_labels = |tier: usize| {
            let vertices = self.tiers.rows.get(tier);
            vertices.is_some_and(|vertices| vertices.iter().all(|vertex| self.tiers.roles[*vertex] != Role::Node))
        };
        if is_of_labels(tier) || is_of_labels(tier + 1) {
            LABEL_GAP.max(options.tier_gap / 2.0 - LABEL_GAP / 2.0)
        } else {
            options.tier_gap
        }
    }

    fn finish(self) -> Drawing {
        let model = self.model;
        let nodes: Vec<Rect> = (0..model.sizes.len()).map(|node| self.rect(node, model.sizes[node])).collect();
        let (mut routes, mut label_rects) = (Vec::new(), Vec::new());
        for (form, label) in model.forms.iter().zip(&model.labels) {
            let (route, middle) = match form {
                Form::Arc(arc) => self.way(&nodes, *arc),
                Form::Loop { node, index } => {
                    let way = loops::way(nodes[*node], &model.loops[*node], *index);
                    let middle = Point::new(way[1].x, nodes[*node].centre().y);
                    (way, middle)
                }
            };
            routes.push(route);
            label_rects
                .push(label.map(|size| Rect::at(Point::new(middle.x - size.w / 2.0, middle.y - size.h / 2.0), size)));
        }
        let all = bounds(routes.iter().flatten().copied(), nodes.iter().chain(label_rects.iter().flatten()).copied());
        let moved = |point: Point| Point::new(point.x - all.x, point.y - all.y);
        let corner = |rect: &Rect| moved(Point::new(rect.x, rect.y));
        Drawing {
            positions: nodes.iter().map(corner).collect(),
            routes: routes.into_iter().map(|route| route.into_iter().map(moved).collect()).collect(),
            labels: label_rects.iter().map(|rect| rect.as_ref().map(corner)).collect(),
            size: Size::new(all.w, all.h),
        }
    }

    /// Returns the box of a vertex, in the middle of its tier's height.
    fn rect(&self, vertex: usize, size: Size) -> Rect {
        let (top, height) = self.rows[self.tiers.tier_of[vertex]];
        Rect::new(self.x[vertex] - size.w / 2.0, top + (height - size.h) / 2.0, size.w, size.h)
    }

    /// Returns the way of an arc and where the middle of its label is.
    fn way(&self, nodes: &[Rect], index: usize) -> (Vec<Point>, Point) {
        let arc = &self.model.arcs[index];
        let (top, bottom) = (nodes[arc.upper].bottom(), nodes[arc.lower].y);
        let mut middle = Point::default();
        let mut route = Vec::new();
        if let Some([upper, out, lower]) = self.outside[index] {
            let [first, last] = self.outside_lanes[index];
            route.extend([Point::new(upper, top), Point::new(upper, first), Point::new(out, first)]);
            route.extend([Point::new(out, last), Point::new(lower, last), Point::new(lower, bottom)]);
            middle = Point::new(out, f64::midpoint(first, last));
        } else if let Way::Links(links) = &self.tiers.ways[index] {
            route.push(Point::new(self.ports.upper[links.start], top));
            for link in links.clone() {
                let (from, to, lane) = (self.ports.upper[link], self.ports.lower[link], self.link_lanes[link]);
                if !same(from, to) {
                    route.extend([Point::new(from, lane), Point::new(to, lane)]);
                }
                let lower = self.tiers.links[link].lower;
                if self.tiers.roles[lower] == Role::Label {
                    middle = self.rect(lower, Size::default()).centre();
                }
            }
            route.push(Point::new(self.ports.lower[links.end - 1], bottom));
        }
        if arc.is_back {
            route.reverse();
        }
        (route, middle)
    }
}

/// Who goes sideways between two tiers.
#[derive(Clone, Copy)]
enum Turn {
    Link(usize),
    Out(usize),
    In(usize),
}
