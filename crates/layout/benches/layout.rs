//! How fast a graph is laid out and how good the picture is, beside two other engines on the same graphs in the same run.
//!
//! The graphs are sparse and drawn from a fixed seed: every node but the first has an edge from one of the `NEAR` before it,
//! and half as many edges again lead from any node to one of the `NEAR` after it. So there are about 1.5 edges a node, no
//! cycles, and one part. All boxes are 160 × 80.
//!
//! Times are the processor time of the best of a few rounds. Crossings and lengths are those of the lines as they are drawn,
//! counted by the same function for all.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use layout::{Direction, Edge, Obstacles, Options, Point, Rect, Size, crossings, layered, route};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const BOX: Size = Size::new(160.0, 80.0);
const OPTIONS: Options = Options { direction: Direction::TopDown, node_gap: 40.0, tier_gap: 60.0 };
/// How far apart the two nodes of an edge are in the order they are made.
const NEAR: u64 = 50;
const SEED: u64 = 1;
const ROUNDS: usize = 7;
/// The others are not asked to lay out graphs that take them minutes.
const MOST_FOR_OTHERS: usize = 500;
/// How long any of these graphs may take.
const MOST_MS: f64 = 1_000.0;

fn main() -> Outcome<()> {
    let (mut report, mut broken) = (String::new(), Vec::new());
    writeln!(report, "{:<22}{:>10}{:>12}{:>14}{:>16}", "", "CPU ms", "crossings", "edge length", "size")?;
    for nodes in [100, 500, 5_000] {
        let edges = graph(nodes);
        writeln!(report, "{nodes} nodes, {} edges", edges.len())?;
        let own = measure_own(nodes, &edges);
        own.write(&mut report, "Tandem", None)?;
        if own.ms > MOST_MS {
            broken.push(format!("{nodes} nodes take {:.0} ms, more than {MOST_MS}", own.ms));
        }
        if nodes <= MOST_FOR_OTHERS {
            for engine in ["dagre", "elk"] {
                let Some(other) = measure_other(engine, nodes, &edges)? else {
                    writeln!(report, "  {engine} is not installed; `cargo xtask bench --only layout` does that")?;
                    continue;
                };
                other.write(&mut report, engine, Some(&own))?;
                if (engine, nodes) == ("dagre", MOST_FOR_OTHERS) {
                    broken.extend(own.shortfall(&other));
                }
            }
        }
    }
    writeln!(report, "one connector among 50 boxes: {:.3} ms", measure_route())?;
    std::io::stdout().write_all(report.as_bytes())?;
    if broken.is_empty() { Ok(()) } else { Err(broken.join("; ").into()) }
}

struct Measured {
    ms: f64,
    crossings: f64,
    length: f64,
    size: Size,
}

impl Measured {
    fn new(ms: f64, routes: &[Vec<Point>], size: Size) -> Self {
        let pieces = routes.iter().flat_map(|route| route.windows(2));
        let length = pieces.map(|pair| (pair[0].x - pair[1].x).hypot(pair[0].y - pair[1].y)).sum();
        let crossings = f64::from(u32::try_from(crossings(routes)).unwrap_or(u32::MAX));
        Self { ms, crossings, length, size }
    }

    /// Says what falls short beside dagre: thirty times as fast, no more crossings, a third of the length.
    fn shortfall(&self, dagre: &Self) -> Option<String> {
        let [ms, crossings, length] =
            [dagre.ms / self.ms, self.crossings / dagre.crossings, dagre.length / self.length];
        let is_kept = ms >= 30.0 && crossings <= 1.0 && length >= 3.0;
        (!is_kept)
            .then(|| format!("beside dagre: {ms:.1} × as fast, {crossings:.2} of the crossings, 1/{length:.1} as long"))
    }

    /// Writes the numbers, and how many times ours they are.
    fn write(&self, report: &mut String, name: &str, own: Option<&Self>) -> std::fmt::Result {
        let size = format!("{:.0}×{:.0}", self.size.w, self.size.h);
        let Self { ms, crossings, length, .. } = self;
        writeln!(report, "  {name:<20}{ms:>10.1}{crossings:>12.0}{length:>14.0}{size:>16}")?;
        if let Some(own) = own {
            let [ms, crossings, length] = [ms / own.ms, crossings / own.crossings, length / own.length];
            writeln!(report, "  {:<20}{ms:>9.1}×{crossings:>11.2}×{length:>13.2}×", "")?;
        }
        Ok(())
    }
}

fn measure_own(nodes: usize, edges: &[Edge]) -> Measured {
    let sizes = vec![BOX; nodes];
    let mut best = f64::INFINITY;
    let mut drawing = layered(&sizes, edges, &OPTIONS);
    for _ in 0..ROUNDS {
        let start = processor_ms();
        drawing = layered(&sizes, edges, &OPTIONS);
        best = best.min(processor_ms() - start);
    }
    Measured::new(best, &drawing.routes, drawing.size)
}

/// Has another engine lay the graph out, if its package is installed.
fn measure_other(engine: &str, nodes: usize, edges: &[Edge]) -> Outcome<Option<Measured>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench");
    if !folder.join("node_modules").exists() {
        return Ok(None);
    }
    let pairs: Vec<[usize; 2]> = edges.iter().map(|edge| [edge.from, edge.to]).collect();
    let sizes = vec![[BOX.w, BOX.h]; nodes];
    let graph = json!({ "sizes": sizes, "edges": pairs, "nodeGap": OPTIONS.node_gap, "tierGap": OPTIONS.tier_gap });
    // Both engines recurse as deep as the graph is.
    let mut node = Command::new("node");
    node.args(["--stack-size=4000", "compare.js", engine]).current_dir(folder);
    let mut child = node.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    child.stdin.take().ok_or("no standard input")?.write_all(graph.to_string().as_bytes())?;
    let output = child.wait_with_output()?;
    if !output.status.success() {
        return Err(format!("{engine} ended with {}", output.status).into());
    }
    let drawing: Value = serde_json::from_slice(&output.stdout)?;
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    let point = |value: &Value| Point::new(number(&value[0]), number(&value[1]));
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let routes: Vec<Vec<Point>> =
        list(&drawing["routes"]).iter().map(|route| list(route).iter().map(point).collect()).collect();
    let size = Size::new(number(&drawing["width"]), number(&drawing["height"]));
    Ok(Some(Measured::new(number(&drawing["ms"]), &routes, size)))
}

/// Returns how long one way takes on average, through a field of boxes.
fn measure_route() -> f64 {
    let boxes: Vec<Rect> = (0..56_u32)
        .map(|index| {
            let (column, row) = (f64::from(index % 8), f64::from(index / 8));
            Rect::new(column * 130.0 + (row % 3.0) * 25.0, row * 110.0 + (column % 2.0) * 30.0, 80.0, 50.0)
        })
        .collect();
    let obstacles = Obstacles::new(boxes.iter().copied());
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = processor_ms();
        let mut corners = 0;
        for (index, from) in boxes.iter().enumerate() {
            corners += route(*from, boxes[(index + 27) % boxes.len()], &obstacles).len();
        }
        std::hint::black_box(corners);
        best = best.min((processor_ms() - start) / 56.0);
    }
    best
}

/// Returns how long this program has been at work.
fn processor_ms() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    std::time::Duration::try_from(time).unwrap_or_default().as_secs_f64() * 1e3
}

fn graph(nodes: usize) -> Vec<Edge> {
    let mut noise = Noise(SEED * 2_654_435_761 + 88_172_645_463_325_252);
    let edge = |from: usize, to: usize| Edge { from, to, label: None };
    let mut edges = Vec::new();
    for node in 1..nodes {
        let near = NEAR.min(u64::try_from(node).unwrap_or(NEAR));
        edges.push(edge(node - 1 - noise.below(near), node));
    }
    for _ in 0..nodes / 2 {
        let from = noise.below(u64::try_from(nodes).unwrap_or(1));
        let to = from + 1 + noise.below(NEAR);
        if to < nodes {
            edges.push(edge(from, to));
        }
    }
    edges
}

/// Numbers that look random and are the same for everybody (xorshift).
struct Noise(u64);

impl Noise {
    fn below(&mut self, bound: u64) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 11) % bound).unwrap_or_default()
    }
}
