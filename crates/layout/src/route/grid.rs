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

#[derive(Clone, Copy)]
struct Doors {
    /// The line that leads straight from one end to the other, upright and level.
    upright: Option<f64>,
    level: Option<f64>,
}

/// What a search comes to.
pub enum Found {
    Way(Vec<Point>),
    /// The first end is shut in: to look farther is no use.
    ShutIn,
    Nothing,
}

/// Which way a piece runs.
#[derive(Clone, Copy, PartialEq)]
enum Axis {
    Level,
    Upright,
}

impl Grid {
    /// Returns the few lines on which the simplest ways are: straight on, with one corner, or with two in the middle.
    pub fn simple(from: Rect, to: Rect) -> Self {
        let doors = Doors {
            upright: common((from.x, from.right()), (to.x, to.right())),
            level: common((from.y, from.bottom()), (to.y, to.bottom())),
        };
        let mut xs = vec![from.centre().x, to.centre().x];
        xs.extend(doors.upright);
        xs.extend(between((from.x, from.right()), (to.x, to.right())));
        let mut ys = vec![from.centre().y, to.centre().y];
        ys.extend(doors.level);
        ys.extend(between((from.y, from.bottom()), (to.y, to.bottom())));
        Self { from, to, doors, xs: sorted(xs), ys: sorted(ys) }
    }

    /// Returns the lines around every box as well, as far as they are in the area.
    pub fn full(from: Rect, to: Rect, obstacles: &[Rect], margin: f64, area: Rect) -> Self {
        let mut grid = Self::simple(from, to);
        for rect in obstacles.iter().chain([&from, &to]) {
            let rect = rect.grown(margin);
            grid.xs.extend([rect.x, rect.right()].into_iter().filter(|x| area.x <= *x && *x <= area.right()));
            grid.ys.extend([rect.y, rect.bottom()].into_iter().filter(|y| area.y <= *y && *y <= area.bottom()));
        }
        Self { xs: sorted(grid.xs), ys: sorted(grid.ys), ..grid }
    }

    /// Returns whether there is a side at each end where a way can come out.
    pub fn can_leave(&self, obstacles: &[Rect], margin: f64) -> bool {
        [self.from, self.to].iter().all(|end| {
            let middle = end.centre();
            let around = end.grown(margin);
            let level = [Some(middle.y), self.doors.level].into_iter().flatten();
            let upright = [Some(middle.x), self.doors.upright].into_iter().flatten();
            let level =
                level.flat_map(|y| [Rect::new(around.x, y, margin, 0.0), Rect::new(end.right(), y, margin, 0.0)]);
            let upright =
                upright.flat_map(|x| [Rect::new(x, around.y, 0.0, margin), Rect::new(x, end.bottom(), 0.0, margin)]);
            level.chain(upright).any(|stub| obstacles.iter().all(|rect| !rect.grown(margin).overlaps(stub)))
        })
    }

    /// Returns the way with the fewest corners, and of those the shortest.
    pub fn search(self, obstacles: &[Rect], margin: f64) -> Found {
        let mut search = Search::new(&self);
        for rect in obstacles {
            search.block(rect.grown(margin), |_, _| false);
        }
        for end in [self.from, self.to] {
            search.block(end.grown(margin), |axis, line| self.is_door(end, axis, line));
        }
        search.start();
        for _ in 0..MOST_CORNERS {
            if let Some(found) = search.arrived() {
                return Found::Way(self.trimmed(search.trace(found)));
            }
            if !search.advance() {
                break;
            }
        }
        if search.is_shut_in() { Found::ShutIn } else { Found::Nothing }
    }

    #[expect(clippy::float_cmp, reason = "a line is the same if it has the very same number")]
    fn is_door(&self, end: Rect, axis: Axis, line: f64) -> bool {
        match axis {
            Axis::Level => line == end.centre().y || Some(line) == self.doors.level,
            Axis::Upright => line == end.centre().x || Some(line) == self.doors.upright,
        }
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
fn common(a: (f64, f64), b: (f64, f64)) -> Option<f64> {
    let (first, second) = (a.0 + (a.1 - a.0) / 2.0, b.0 + (b.1 - b.0) / 2.0);
    let difference = (first - second).max(second - first);
    let shorter = (a.1 - a.0).min(b.1 - b.0);
    let (start, end) = (a.0.max(b.0), a.1.min(b.1));
    (difference > 0.0 && difference <= shorter * NEARLY_IN_LINE).then(|| start + (end - start) / 2.0)
}

/// Returns the middle between two spans, if there is something between them.
fn between(a: (f64, f64), b: (f64, f64)) -> Option<f64> {
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

    fn start(&mut self) {
        let middle = self.grid.from.centre();
        let doors = self.grid.doors;
        let starts = [
            (Axis::Level, Some(middle)),
            (Axis::Upright, Some(middle)),
            (Axis::Level, doors.level.map(|y| Point::new(middle.x, y))),
            (Axis::Upright, doors.upright.map(|x| Point::new(x, middle.y))),
        ];
        let mut lines = [Vec::new(), Vec::new()];
        for (axis, point) in starts {
            if let Some(place) = point.and_then(|point| self.place(point)) {
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
        for index in 1..coordinates.len() {
            let (left, right) = (first + (index - 1) * step, first + index * step);
            carry(left, right, left, coordinates[index] - coordinates[index - 1]);
        }
        for index in (1..coordinates.len()).rev() {
            let (left, right) = (first + (index - 1) * step, first + index * step);
            carry(right, left, left, coordinates[index] - coordinates[index - 1]);
        }
    }

    /// Returns whether nobody has come to the outermost lines.
    fn is_shut_in(&self) -> bool {
        let (columns, rows) = (self.grid.xs.len(), self.grid.ys.len());
        let was_reached = |place: usize| self.origin.iter().any(|origin| origin[place] != usize::MAX);
        let mut sides = (0..rows).flat_map(|row| [row * columns, (row + 1) * columns - 1]);
        let mut ends = (0..columns).flat_map(|column| [column, (rows - 1) * columns + column]);
        !sides.any(was_reached) && !ends.any(was_reached)
    }

    /// Returns the shortest of the ways that have come to the other end.
    fn arrived(&self) -> Option<Spot> {
        let middle = self.grid.to.centre();
        let doors = self.grid.doors;
        let ends = [
            (Axis::Level, Some(middle)),
            (Axis::Upright, Some(middle)),
            (Axis::Level, doors.level.map(|y| Point::new(middle.x, y))),
            (Axis::Upright, doors.upright.map(|x| Point::new(x, middle.y))),
        ];
        let mut best: Option<(f64, Spot)> = None;
        for (axis, point) in ends {
            if let Some(place) = point.and_then(|point| self.place(point)) {
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
