//! A way on a grid of lines that are worth running along. Level by level, a level being one corner more, every place that
//! can be reached gets the length of the shortest way there.

use crate::geometry::{Point, Rect};

/// A way with more corners is no use to anybody.
const MOST_CORNERS: usize = 24;
/// Two boxes whose middles differ by less than this part of the smaller side get one straight line.
const NEARLY_IN_LINE: f64 = 0.25;

pub struct Grid {
    from: Rect,
    to: Rect,
    /// Where a way may leave or enter an end: through its middle, or straight on if the two ends lie nearly in line.
    doors: Doors,
    xs: Vec<f64>,
    ys: Vec<f64>,
}

/// How far a way keeps from boxes, and the area around its end that it only enters to end there.
#[derive(Clone, Copy)]
pub struct Room {
    pub margin: f64,
    pub entry: Rect,
}

#[derive(Clone, Copy)]
struct Doors {
    /// The line that leads straight from one end to the other, upright and level.
    upright: Option<f64>,
    level: Option<f64>,
}

/// Which way a piece runs.
#[derive(Clone, Copy, PartialEq)]
enum Axis {
    Level,
    Upright,
}

impl Grid {
    /// Returns the few lines on which the simplest ways are: straight on, with one corner, or with two in the middle; and
    /// the borders of the ends, so that no piece lies half within one.
    pub fn simple(from: Rect, to: Rect) -> Self {
        let (across, along) =
            ([(from.x, from.right()), (to.x, to.right())], [(from.y, from.bottom()), (to.y, to.bottom())]);
        let doors = Doors { upright: common(across[0], across[1]), level: common(along[0], along[1]) };
        let lines = |[a, b]: [(f64, f64); 2], middles: [f64; 2], door: Option<f64>| {
            sorted([a.0, a.1, b.0, b.1].into_iter().chain(middles).chain(door).chain(between(a, b)).collect())
        };
        let (first, last) = (from.centre(), to.centre());
        let xs = lines(across, [first.x, last.x], doors.upright);
        let ys = lines(along, [first.y, last.y], doors.level);
        Self { from, to, doors, xs, ys }
    }

    /// Returns the lines around the ends and some other boxes as well.
    pub fn full(from: Rect, to: Rect, others: &[Rect], Room { margin, entry }: Room) -> Self {
        let mut grid = Self::simple(from, to);
        let beside = others.iter().chain([&from]).map(|rect| rect.grown(margin));
        for rect in beside.chain([entry]) {
            grid.xs.extend([rect.x, rect.right()]);
            grid.ys.extend([rect.y, rect.bottom()]);
        }
        Self { xs: sorted(grid.xs), ys: sorted(grid.ys), ..grid }
    }

    /// Returns how many places it has.
    pub fn places(&self) -> usize {
        self.xs.len() * self.ys.len()
    }

    /// Returns the way with the fewest corners, and of those the shortest.
    pub fn search(self, others: &[Rect], Room { margin, entry }: Room) -> Option<Vec<Point>> {
        let mut search = Search::new(&self);
        for rect in others {
            search.block(rect.grown(margin), |_, _| false);
        }
        for (end, area) in [(self.from, self.from.grown(margin)), (self.to, entry)] {
            search.open(end);
            search.block(area, |axis, line| self.is_door(end, axis, line));
        }
        search.start();
        for _ in 0..MOST_CORNERS {
            if let Some(found) = search.arrived() {
                return Some(self.trimmed(search.trace(found)));
            }
            if !search.advance() {
                break;
            }
        }
        None
    }

    #[expect(clippy::float_cmp, reason = "a line is the same if it has the very same number")]
    fn is_door(&self, end: Rect, axis: Axis, line: f64) -> bool {
        match axis {
            Axis::Level => line == end.centre().y || Some(line) == self.doors.level,
            Axis::Upright => line == end.centre().x || Some(line) == self.doors.upright,
        }
    }

    /// Returns where ways may begin or end: in the middle, or straight on if the ends lie nearly in line.
    fn doors(&self, end: Rect) -> impl Iterator<Item = (Axis, Point)> {
        let middle = end.centre();
        let level = self.doors.level.map(|y| (Axis::Level, Point::new(middle.x, y)));
        let upright = self.doors.upright.map(|x| (Axis::Upright, Point::new(x, middle.y)));
        [(Axis::Level, middle), (Axis::Upright, middle)].into_iter().chain(level).chain(upright)
    }

    /// Cuts off what runs within the two ends. A piece along a border is nothing then.
    fn trimmed(&self, mut way: Vec<Point>) -> Vec<Point> {
        let last = way.len() - 1;
        way[0] = leave(self.from, way[0], way[1]);
        way[last] = leave(self.to, way[last], way[last - 1]);
        if last > 1 && way[last] == way[last - 1] {
            way.pop();
        }
        if way.len() > 2 && way[0] == way[1] {
            way.remove(0);
        }
        way
    }
}

/// Returns the middle of what two spans share, if their middles are nearly the same.
pub fn common(a: (f64, f64), b: (f64, f64)) -> Option<f64> {
    let (first, second) = (a.0 + (a.1 - a.0) / 2.0, b.0 + (b.1 - b.0) / 2.0);
    let difference = (first - second).max(second - first);
    let shorter = (a.1 - a.0).min(b.1 - b.0);
    let (start, end) = (a.0.max(b.0), a.1.min(b.1));
    (difference > 0.0 && difference <= shorter * NEARLY_IN_LINE).then(|| start + (end - start) / 2.0)
}

/// Returns the middle between two spans, if there is something between them.
pub fn between(a: (f64, f64), b: (f64, f64)) -> Option<f64> {
    let (start, end) = (a.1.min(b.1), a.0.max(b.0));
    (start < end).then(|| start + (end - start) / 2.0)
}

fn sorted(mut lines: Vec<f64>) -> Vec<f64> {
    lines.sort_by(f64::total_cmp);
    lines.dedup();
    lines
}

/// Returns where a way from `inside` to `next` comes out of a box.
fn leave(rect: Rect, inside: Point, next: Point) -> Point {
    if next.x > inside.x {
        Point::new(rect.right(), inside.y)
    } else if next.x < inside.x {
        Point::new(rect.x, inside.y)
    } else if next.y > inside.y {
        Point::new(inside.x, rect.bottom())
    } else {
        Point::new(inside.x, rect.y)
    }
}

/// A place on the grid with the axis on which it was reached.
#[derive(Clone, Copy)]
struct Spot {
    axis: Axis,
    place: usize,
}

struct Search<'a> {
    grid: &'a Grid,
    /// For each place, whether the piece to the next place to the right, or below, is blocked.
    blocked: [Vec<bool>; 2],
    /// How long the way to each place is, and where on this line it began.
    length: [Vec<f64>; 2],
    origin: [Vec<usize>; 2],
    /// Which places were reached on the last level, on the one axis or the other.
    reached: Vec<Spot>,
}

impl<'a> Search<'a> {
    fn new(grid: &'a Grid) -> Self {
        let places = grid.xs.len() * grid.ys.len();
        Self {
            grid,
            blocked: [vec![false; places], vec![false; places]],
            length: [vec![f64::INFINITY; places], vec![f64::INFINITY; places]],
            origin: [vec![usize::MAX; places], vec![usize::MAX; places]],
            reached: Vec::new(),
        }
    }

    /// Blocks what runs through a box, except on the lines that are `open`.
    fn block(&mut self, rect: Rect, open: impl Fn(Axis, f64) -> bool) {
        let Grid { xs, ys, .. } = self.grid;
        let columns = pieces(xs, rect.x, rect.right());
        for row in within(ys, rect.y, rect.bottom()) {
            if !open(Axis::Level, ys[row]) {
                let start = row * xs.len();
                self.blocked[0][start + columns.start..start + columns.end].fill(true);
            }
        }
        let rows = pieces(ys, rect.y, rect.bottom());
        for column in within(xs, rect.x, rect.right()) {
            if !open(Axis::Upright, xs[column]) {
                for row in rows.clone() {
                    self.blocked[1][row * xs.len() + column] = true;
                }
            }
        }
    }

    /// Opens the lines that lead out of an end, as far as they are within it: what lies over the end is not in the way.
    fn open(&mut self, end: Rect) {
        let Grid { xs, ys, .. } = self.grid;
        for (axis, door) in self.grid.doors(end) {
            let Some(place) = self.place(door) else { continue };
            let line = self.line(axis, place);
            match axis {
                Axis::Level => {
                    let inside = pieces(xs, end.x, end.right());
                    self.blocked[0][line * xs.len() + inside.start..line * xs.len() + inside.end].fill(false);
                }
                Axis::Upright => {
                    for row in pieces(ys, end.y, end.bottom()) {
                        self.blocked[1][row * xs.len() + line] = false;
                    }
                }
            }
        }
    }

    fn start(&mut self) {
        let mut lines = [Vec::new(), Vec::new()];
        for (axis, point) in self.grid.doors(self.grid.from) {
            if let Some(place) = self.place(point) {
                self.length[axis as usize][place] = 0.0;
                self.origin[axis as usize][place] = place;
                lines[axis as usize].push(self.line(axis, place));
            }
        }
        for axis in [Axis::Level, Axis::Upright] {
            for line in &lines[axis as usize] {
                self.sweep(axis, *line);
            }
        }
    }

    /// Goes round a corner everywhere. Returns whether that led anywhere new.
    fn advance(&mut self) -> bool {
        let mut lines = [Vec::new(), Vec::new()];
        for Spot { axis, place } in std::mem::take(&mut self.reached) {
            let turned = turned(axis);
            if self.origin[turned as usize][place] == usize::MAX {
                self.length[turned as usize][place] = self.length[axis as usize][place];
                self.origin[turned as usize][place] = place;
                lines[turned as usize].push(self.line(turned, place));
            }
        }
        for axis in [Axis::Level, Axis::Upright] {
            let lines = &mut lines[axis as usize];
            lines.sort_unstable();
            lines.dedup();
            for line in lines {
                self.sweep(axis, *line);
            }
        }
        !self.reached.is_empty()
    }

    /// Carries lengths along a line, both ways, as far as it is free. Places that were reached with fewer corners keep theirs.
    fn sweep(&mut self, axis: Axis, line: usize) {
        let (first, step, coordinates) = match axis {
            Axis::Level => (line * self.grid.xs.len(), 1, &self.grid.xs),
            Axis::Upright => (line, self.grid.xs.len(), &self.grid.ys),
        };
        let (length, origin) = (&mut self.length[axis as usize], &mut self.origin[axis as usize]);
        let blocked = &self.blocked[axis as usize];
        let reached = &mut self.reached;
        let mut carry = |before: usize, place: usize, gap: usize, distance: f64| {
            let carried = length[before] + distance;
            if !blocked[gap] && carried < length[place] {
                if origin[place] == usize::MAX {
                    reached.push(Spot { axis, place });
                }
                length[place] = carried;
                origin[place] = origin[before];
            }
        };
        // Of ways that are equally good, those that come from the right and from below stay out of the way of arrows that
        // lead here from the left and from above.
        for index in (1..coordinates.len()).rev() {
            let (left, right) = (first + (index - 1) * step, first + index * step);
            carry(right, left, left, coordinates[index] - coordinates[index - 1]);
        }
        for index in 1..coordinates.len() {
            let (left, right) = (first + (index - 1) * step, first + index * step);
            carry(left, right, left, coordinates[index] - coordinates[index - 1]);
        }
    }

    /// Returns the shortest of the ways that have come to the other end.
    fn arrived(&self) -> Option<Spot> {
        let mut best: Option<(f64, Spot)> = None;
        for (axis, point) in self.grid.doors(self.grid.to) {
            if let Some(place) = self.place(point) {
                let length = self.length[axis as usize][place];
                if length < best.map_or(f64::INFINITY, |(length, _)| length) {
                    best = Some((length, Spot { axis, place }));
                }
            }
        }
        best.map(|(_, spot)| spot)
    }

    /// Returns the corners of the way to a spot, and its two ends.
    fn trace(&self, mut spot: Spot) -> Vec<Point> {
        let mut way = vec![self.point(spot.place)];
        loop {
            let place = self.origin[spot.axis as usize][spot.place];
            way.push(self.point(place));
            let axis = turned(spot.axis);
            if self.length[spot.axis as usize][place] == 0.0 {
                break;
            }
            spot = Spot { axis, place };
        }
        way.reverse();
        way
    }

    #[expect(clippy::float_cmp, reason = "a line is the same if it has the very same number")]
    fn place(&self, point: Point) -> Option<usize> {
        let Grid { xs, ys, .. } = self.grid;
        let column = xs.iter().position(|x| *x == point.x)?;
        let row = ys.iter().position(|y| *y == point.y)?;
        Some(row * xs.len() + column)
    }

    fn point(&self, place: usize) -> Point {
        let columns = self.grid.xs.len();
        Point::new(self.grid.xs[place % columns], self.grid.ys[place / columns])
    }

    /// Returns the row or the column of a place.
    fn line(&self, axis: Axis, place: usize) -> usize {
        match axis {
            Axis::Level => place / self.grid.xs.len(),
            Axis::Upright => place % self.grid.xs.len(),
        }
    }
}

fn turned(axis: Axis) -> Axis {
    match axis {
        Axis::Level => Axis::Upright,
        Axis::Upright => Axis::Level,
    }
}

/// Returns the lines that lie strictly between two bounds.
fn within(lines: &[f64], start: f64, end: f64) -> std::ops::Range<usize> {
    let first = lines.partition_point(|line| *line <= start);
    first..lines.partition_point(|line| *line < end).max(first)
}

/// Returns the pieces, each by the line at its beginning, that have something strictly between two bounds.
fn pieces(lines: &[f64], start: f64, end: f64) -> std::ops::Range<usize> {
    let first = lines.partition_point(|line| *line <= start).saturating_sub(1);
    let last = lines.partition_point(|line| *line < end).min(lines.len().saturating_sub(1));
    first..last.max(first)
}
