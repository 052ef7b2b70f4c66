//! Graphs that everybody has drawn once, as pictures of letters: a letter is 8 wide and 20 high.

use layout::{Layered, Options, Point, Rect, Size, layered};

use crate::graphs::{Graph, LEFT_RIGHT, TOP_DOWN};

#[test]
fn a_chain() {
    insta::assert_snapshot!(draw(&Graph::new(3, [(0, 1), (1, 2)]), &TOP_DOWN));
}

#[test]
fn a_diamond() {
    insta::assert_snapshot!(draw(&Graph::new(4, [(0, 1), (0, 2), (1, 3), (2, 3)]), &TOP_DOWN));
}

#[test]
fn a_decision_with_a_way_back() {
    let graph = Graph::new(6, [(0, 1), (1, 2), (2, 3), (2, 4), (4, 1), (3, 5)]).with_label(2).with_label(3);
    insta::assert_snapshot!(draw(&graph, &TOP_DOWN));
}

#[test]
fn an_organisation() {
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 4), (1, 5), (3, 6), (3, 7), (3, 8)];
    insta::assert_snapshot!(draw(&Graph::new(9, pairs), &TOP_DOWN));
}

#[test]
fn yes_and_no() {
    insta::assert_snapshot!(draw(&Graph::new(3, [(0, 1), (0, 2)]).with_label(0).with_label(1), &TOP_DOWN));
}

#[test]
fn two_parts_and_two_alone() {
    insta::assert_snapshot!(draw(&Graph::new(7, [(0, 1), (2, 3), (2, 4)]), &TOP_DOWN));
}

#[test]
fn loops_at_a_node() {
    insta::assert_snapshot!(draw(&Graph::new(3, [(0, 0), (0, 1), (1, 1), (1, 2)]).with_label(2), &TOP_DOWN));
}

#[test]
fn there_and_back_more_than_once() {
    insta::assert_snapshot!(draw(&Graph::new(2, [(0, 1), (0, 1), (1, 0)]), &TOP_DOWN));
}

#[test]
fn a_ring() {
    insta::assert_snapshot!(draw(&Graph::new(3, [(0, 1), (1, 2), (2, 0)]), &TOP_DOWN));
}

#[test]
fn a_shortcut() {
    insta::assert_snapshot!(draw(&Graph::new(4, [(0, 1), (1, 2), (2, 3), (0, 3)]), &TOP_DOWN));
}

#[test]
fn from_left_to_right() {
    insta::assert_snapshot!(draw(&Graph::new(4, [(0, 1), (0, 2), (1, 3), (2, 3)]), &LEFT_RIGHT));
}

fn draw(graph: &Graph, options: &Options) -> String {
    let Layered { positions, routes, labels, .. } = layered(&graph.sizes, &graph.edges, options);
    let mut paper = Paper::default();
    for route in &routes {
        paper.line(route);
    }
    for (corner, edge) in labels.iter().zip(&graph.edges) {
        if let (Some(corner), Some(size)) = (corner, edge.label) {
            paper.label(Rect::at(*corner, size));
        }
    }
    for (index, (corner, size)) in positions.iter().zip(&graph.sizes).enumerate() {
        paper.rect(*corner, *size, index);
    }
    paper.rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned() + "\n").collect()
}

#[derive(Default)]
struct Paper {
    rows: Vec<Vec<char>>,
}

impl Paper {
    fn put(&mut self, (column, row): (usize, usize), letter: char) {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let row = &mut self.rows[row];
        if row.len() <= column {
            row.resize(column + 1, ' ');
        }
        row[column] = match (row[column], letter) {
            ('-', '|') | ('|', '-') | ('+', '-' | '|') => '+',
            _ => letter,
        };
    }

    fn line(&mut self, route: &[Point]) {
        for pair in route.windows(2) {
            let (from, to) = (cell(pair[0]), cell(pair[1]));
            let letter = if from.1 == to.1 { '-' } else { '|' };
            for column in from.0.min(to.0)..=from.0.max(to.0) {
                for row in from.1.min(to.1)..=from.1.max(to.1) {
                    self.put((column, row), letter);
                }
            }
        }
        let Some([before, last]) = route.last_chunk() else { panic!("a route has two points") };
        let head = if last.y > before.y {
            'v'
        } else if last.y < before.y {
            '^'
        } else if last.x > before.x {
            '>'
        } else {
            '<'
        };
        let step =
            |from: f64, to: f64, by: f64| if from < to { to - by } else { to + if from > to { by } else { 0.0 } };
        self.put(cell(Point::new(step(before.x, last.x, 8.0), step(before.y, last.y, 20.0))), head);
    }

    fn label(&mut self, rect: Rect) {
        let ((left, row), (right, _)) =
            (cell(Point::new(rect.x, rect.centre().y)), cell(Point::new(rect.right(), 0.0)));
        for column in left..=right {
            self.put((column, row), '~');
        }
    }

    fn rect(&mut self, corner: Point, size: Size, number: usize) {
        let ((left, top), (right, bottom)) = (cell(corner), cell(Point::new(corner.x + size.w, corner.y + size.h)));
        for row in top..=bottom {
            for column in left..=right {
                self.put((column, row), '#');
            }
        }
        let name = char::from(b"0123456789"[number]);
        self.put((left.midpoint(right), top.midpoint(bottom)), name);
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pictures are small")]
fn cell(point: Point) -> (usize, usize) {
    ((point.x / 8.0).round() as usize, (point.y / 20.0).round() as usize)
}
