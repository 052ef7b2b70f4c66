//! The space between two tiers. Edges go down, sideways and down again; each sideways piece gets a lane such that no two
//! lie on each other, and that edges which need not cross do not.

use crate::geometry::same;

/// A piece that comes down at `from` and goes on at `to`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece {
    pub from: f64,
    pub to: f64,
}

/// Two pieces in one lane are this far apart.
const CLEARANCE: f64 = 8.0;

impl Piece {
    fn left(self) -> f64 {
        self.from.min(self.to)
    }

    fn right(self) -> f64 {
        self.from.max(self.to)
    }
}

/// Returns the lane of each piece, the topmost being 0, and how many lanes there are. Straight pieces need none.
///
/// Of two that go to the right side by side the right one must turn first, and of two that go to the left the left one;
/// how those to the right lie to those to the left decides nothing about crossings. But a piece that comes down where
/// another goes on has to turn above it, or the two would lie on each other.
pub fn lanes(pieces: &[Piece]) -> (Vec<usize>, usize) {
    let mut bent: Vec<usize> =
        (0..pieces.len()).filter(|index| !same(pieces[*index].from, pieces[*index].to)).collect();
    bent.sort_by(|a, b| pieces[*a].left().total_cmp(&pieces[*b].left()).then(a.cmp(b)));
    let mut lanes = vec![0; pieces.len()];
    let mut most = 0;
    let mut rest = bent.as_slice();
    while let Some(first) = rest.first() {
        let mut right = pieces[*first].right();
        let mut count = 1;
        while let Some(next) = rest.get(count).filter(|next| pieces[**next].left() < right + CLEARANCE) {
            right = right.max(pieces[*next].right());
            count += 1;
        }
        let (cluster, others) = rest.split_at(count);
        most = most.max(assign(pieces, cluster, &mut lanes));
        rest = others;
    }
    (lanes, most)
}

/// Gives lanes to pieces that lie above each other, and returns how many.
fn assign(pieces: &[Piece], cluster: &[usize], lanes: &mut [usize]) -> usize {
    let mut rightward: Vec<usize> =
        cluster.iter().copied().filter(|index| pieces[*index].from < pieces[*index].to).collect();
    let mut leftward: Vec<usize> =
        cluster.iter().copied().filter(|index| pieces[*index].from > pieces[*index].to).collect();
    rightward.sort_by(|a, b| pieces[*b].from.total_cmp(&pieces[*a].from).then(pieces[*b].to.total_cmp(&pieces[*a].to)));
    leftward.sort_by(|a, b| pieces[*a].from.total_cmp(&pieces[*b].from).then(pieces[*a].to.total_cmp(&pieces[*b].to)));
    let (above, below) = if meetings(pieces, &leftward, &rightward) > meetings(pieces, &rightward, &leftward) {
        (leftward, rightward)
    } else {
        (rightward, leftward)
    };
    let mut heights = Heights::new(&above, pieces);
    for index in &above {
        lanes[*index] = heights.raise(pieces[*index], |_| true);
    }
    let taken = Taken::new(pieces, &above, lanes);
    let mut heights = Heights::new(&below, pieces);
    for index in &below {
        lanes[*index] = heights.raise(pieces[*index], |lane| taken.is_free(pieces[*index], lane));
    }
    cluster.iter().map(|index| lanes[*index] + 1).max().unwrap_or_default()
}

/// What the first half of a cluster has taken, for the second to find room between.
struct Taken {
    /// The pieces of each lane, from left to right.
    lanes: Vec<Vec<(f64, f64)>>,
    /// Where they come down, and in which lane they turn.
    turns: Vec<(f64, usize)>,
}

impl Taken {
    fn new(pieces: &[Piece], indices: &[usize], found: &[usize]) -> Self {
        let count = indices.iter().map(|index| found[*index] + 1).max().unwrap_or_default();
        let mut lanes = vec![Vec::new(); count];
        for index in indices {
            lanes[found[*index]].push((pieces[*index].left(), pieces[*index].right()));
        }
        for lane in &mut lanes {
            lane.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        let mut turns: Vec<(f64, usize)> = indices.iter().map(|index| (pieces[*index].from, found[*index])).collect();
        turns.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        Self { lanes, turns }
    }

    fn is_free(&self, piece: Piece, lane: usize) -> bool {
        let meets = self.turns.partition_point(|(from, _)| *from < piece.to - 0.5);
        let is_below =
            self.turns[meets..].iter().take_while(|(from, _)| *from < piece.to + 0.5).all(|turn| turn.1 < lane);
        let Some(others) = self.lanes.get(lane) else { return is_below };
        let next = others.partition_point(|(left, _)| *left < piece.right() + CLEARANCE);
        // Pieces of one lane are apart, so the last that begins before this one's end is the last to end too.
        is_below && (next == 0 || others[next - 1].1 + CLEARANCE <= piece.left())
    }
}

/// Returns how many of `above` come down where one of `below` goes on.
fn meetings(pieces: &[Piece], above: &[usize], below: &[usize]) -> usize {
    let mut ends: Vec<f64> = below.iter().map(|index| pieces[*index].to).collect();
    ends.sort_by(f64::total_cmp);
    above.iter().filter(|index| ends.binary_search_by(|end| end.total_cmp(&pieces[**index].from)).is_ok()).count()
}

/// How many lanes are taken at every place: a segment tree that can raise a range and find its highest.
struct Heights {
    places: Vec<f64>,
    most: Vec<usize>,
    raised: Vec<usize>,
    width: usize,
}

impl Heights {
    fn new(indices: &[usize], pieces: &[Piece]) -> Self {
        let ends = |index: &usize| [pieces[*index].left(), pieces[*index].right() + CLEARANCE];
        let mut places: Vec<f64> = indices.iter().flat_map(ends).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let width = places.len().next_power_of_two();
        Self { places, most: vec![0; 2 * width], raised: vec![0; 2 * width], width }
    }

    /// Returns the first lane below all that were raised over the piece that `is_free`, and takes it.
    fn raise(&mut self, piece: Piece, is_free: impl Fn(usize) -> bool) -> usize {
        let index = |place: f64| self.places.partition_point(|other| *other < place);
        let range = index(piece.left())..index(piece.right() + CLEARANCE);
        let mut lane = self.highest(&range, 1, 0..self.width);
        while !is_free(lane) {
            lane += 1;
        }
        self.set(&range, 1, &(0..self.width), lane + 1);
        lane
    }

    fn highest(&self, range: &std::ops::Range<usize>, node: usize, span: std::ops::Range<usize>) -> usize {
        if range.end <= span.start || span.end <= range.start {
            return 0;
        }
        if range.start <= span.start && span.end <= range.end {
            return self.most[node];
        }
        let middle = span.start.midpoint(span.end);
        let halves =
            self.highest(range, 2 * node, span.start..middle).max(self.highest(range, 2 * node + 1, middle..span.end));
        halves.max(self.raised[node])
    }

    fn set(&mut self, range: &std::ops::Range<usize>, node: usize, span: &std::ops::Range<usize>, height: usize) {
        if range.end <= span.start || span.end <= range.start {
            return;
        }
        self.most[node] = self.most[node].max(height);
        if range.start <= span.start && span.end <= range.end {
            self.raised[node] = self.raised[node].max(height);
            return;
        }
        let middle = span.start.midpoint(span.end);
        self.set(range, 2 * node, &(span.start..middle), height);
        self.set(range, 2 * node + 1, &(middle..span.end), height);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pieces: &[(f64, f64)], expected: (&[usize], usize)) {
        let pieces: Vec<Piece> = pieces.iter().map(|(from, to)| Piece { from: *from, to: *to }).collect();
        let (found, count) = lanes(&pieces);
        assert_eq!((found.as_slice(), count), expected);
    }

    #[test]
    fn pieces_beside_each_other_share_a_lane() {
        check(&[(0.0, 10.0), (40.0, 20.0), (50.0, 50.0)], (&[0, 0, 0], 1));
    }

    #[test]
    fn of_two_to_the_right_the_right_one_turns_first() {
        check(&[(0.0, 20.0), (10.0, 30.0)], (&[1, 0], 2));
    }

    #[test]
    fn of_two_to_the_left_the_left_one_turns_first() {
        check(&[(20.0, 0.0), (30.0, 10.0)], (&[0, 1], 2));
    }

    #[test]
    fn who_comes_down_where_another_goes_on_turns_above_it() {
        check(&[(0.0, 20.0), (20.0, 5.0)], (&[1, 0], 2));
        check(&[(20.0, 40.0), (35.0, 20.0)], (&[0, 1], 2));
    }
}
