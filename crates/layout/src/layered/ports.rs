//! Where edges meet the boxes: side by side on the lower and the upper border, in the order of the tiers they lead to, and
//! straight on where that is possible.

use super::tiers::{Neighbours, Role, Tiers};
use crate::geometry::{count, same};

/// Between two edges at a box that is wide enough, below it and above it. They differ so that an edge does not come down
/// right where another goes on.
const LEAVING_GAP: f64 = 18.0;
const ENTERING_GAP: f64 = 22.0;
/// A port may move this near to the next one, to make an edge straight.
const LEAST_GAP: f64 = 12.0;
/// From the corner of a box, if the box is not small.
const CORNER: f64 = 12.0;
/// An edge between two nodes with less of a step than this is made straight.
const STEP: f64 = 24.0;

/// Where the two ends of each link are.
pub struct Ports {
    pub upper: Vec<f64>,
    pub lower: Vec<f64>,
}

/// Finds the ports of every link, given the middle of each vertex and its place in its tier.
pub fn ports(tiers: &Tiers, x: &[f64], places: &[usize]) -> Ports {
    let down = Rail::new(tiers, x, places, &tiers.down, LEAVING_GAP);
    let up = Rail::new(tiers, x, places, &tiers.up, ENTERING_GAP);
    let mut ports = Ports { upper: down.set(tiers, x, &up), lower: up.set(tiers, x, &down) };
    for (index, link) in tiers.links.iter().enumerate() {
        let step = ports.lower[index] - ports.upper[index];
        let are_nodes = tiers.roles[link.upper] == Role::Node && tiers.roles[link.lower] == Role::Node;
        if !same(step, 0.0) && (!are_nodes || step.abs() < STEP) {
            let (upper, lower) = (&mut ports.upper, &mut ports.lower);
            if !down.slide(tiers, x, (upper, lower), index, link.upper) {
                up.slide(tiers, x, (lower, upper), index, link.lower);
            }
        }
    }
    ports
}

/// One side of all vertices: the links in their order from left to right, and how far apart they are.
struct Rail {
    links: Vec<Vec<usize>>,
    gaps: Vec<f64>,
    /// Which of the links lead to a vertex right above or below.
    straight: Vec<std::ops::Range<usize>>,
}

impl Rail {
    fn new(tiers: &Tiers, x: &[f64], places: &[usize], neighbours: &Neighbours, gap: f64) -> Self {
        let mut rail = Self { links: Vec::new(), gaps: Vec::new(), straight: Vec::new() };
        for vertex in 0..tiers.roles.len() {
            let pairs = neighbours.links(vertex).iter().zip(neighbours.of(vertex));
            let mut links: Vec<(usize, usize, usize)> =
                pairs.map(|(link, other)| (places[*other], *link, *other)).collect();
            links.sort_unstable();
            let is_straight = |(_, _, other): &(usize, usize, usize)| same(x[*other], x[vertex]);
            let start = links.iter().position(is_straight);
            let range =
                start.map_or(0..0, |start| start..start + links[start..].iter().take_while(|l| is_straight(l)).count());
            let middle = middle(&range, links.len());
            let longest = middle.max(count(links.len().max(1) - 1) - middle);
            rail.gaps.push(if longest > 0.0 { gap.min(reach(tiers, vertex) / longest) } else { gap });
            rail.links.push(links.into_iter().map(|(_, link, _)| link).collect());
            rail.straight.push(range);
        }
        rail
    }

    /// Returns where each link is on this side. Those to the same straight neighbour keep the smaller distance of the two
    /// sides, so that they are straight too.
    fn set(&self, tiers: &Tiers, x: &[f64], opposite: &Self) -> Vec<f64> {
        let mut ports = vec![0.0; tiers.links.len()];
        for (vertex, links) in self.links.iter().enumerate() {
            let straight = &self.straight[vertex];
            let middle = middle(straight, links.len());
            let gap = self.gaps[vertex];
            let inner = straight.clone().next().map_or(gap, |first| {
                let link = &tiers.links[links[first]];
                let other = if link.upper == vertex { link.lower } else { link.upper };
                gap.min(opposite.gaps[other])
            });
            for (place, link) in links.iter().enumerate() {
                let gap = if straight.contains(&place) { inner } else { gap };
                ports[*link] = x[vertex] + ((count(place) - middle) * gap).round();
            }
        }
        ports
    }

    /// Moves the port of a link at `vertex` so that the link is straight, if that keeps all ports on the box and apart.
    /// Others make place unless they are straight themselves. `ports` are those of this side and those opposite.
    fn slide(
        &self,
        tiers: &Tiers,
        x: &[f64],
        (ports, opposite): (&mut [f64], &[f64]),
        link: usize,
        vertex: usize,
    ) -> bool {
        let links = &self.links[vertex];
        let (true, Some(place)) = (tiers.roles[vertex] == Role::Node, links.iter().position(|other| *other == link))
        else {
            return false;
        };
        let gap = LEAST_GAP.min(self.gaps[vertex]);
        let mut moved = vec![(link, opposite[link])];
        let is_right = opposite[link] > ports[link];
        let sign = if is_right { 1.0 } else { -1.0 };
        let mut bound = opposite[link] + sign * gap;
        let mut next = if is_right { place + 1 } else { place.wrapping_sub(1) };
        while let Some(other) = links.get(next).filter(|other| (bound - ports[**other]) * sign > 0.0) {
            if same(ports[*other], opposite[*other]) {
                return false;
            }
            moved.push((*other, bound));
            bound += sign * gap;
            next = if is_right { next + 1 } else { next.wrapping_sub(1) };
        }
        let fits = moved.iter().all(|(_, port)| (port - x[vertex]).abs() <= reach(tiers, vertex));
        if fits {
            for (link, port) in moved {
                ports[link] = port;
            }
        }
        fits
    }
}

/// Returns the place among the links that is in the middle of the box.
fn middle(straight: &std::ops::Range<usize>, links: usize) -> f64 {
    if straight.is_empty() { count(links.max(1) - 1) / 2.0 } else { count(straight.start + straight.end - 1) / 2.0 }
}

/// Returns how far from the middle of its box an edge may be.
fn reach(tiers: &Tiers, vertex: usize) -> f64 {
    // To the left there is nothing but the box; to the right there may be loops.
    let half = tiers.extents[vertex].left;
    half - CORNER.min(half / 2.0)
}
