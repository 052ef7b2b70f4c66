use layout::route::{crossing_pairs, passes_through};
use layout::{Point, Rect, crossings};

#[track_caller]
fn check(routes: &[&[(f64, f64)]], expected: usize) {
    let point = |(x, y): &(f64, f64)| Point::new(*x, *y);
    let routes: Vec<Vec<Point>> = routes.iter().map(|route| route.iter().map(point).collect()).collect();
    assert_eq!(crossings(&routes), expected);
}

#[test]
fn lines_that_cross_are_counted() {
    check(&[&[(0.0, 0.0), (10.0, 10.0)], &[(0.0, 10.0), (10.0, 0.0)]], 1);
    check(&[&[(5.0, -5.0), (5.0, 15.0)], &[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]], 2);
}

#[test]
fn what_touches_or_runs_beside_does_not_count() {
    check(&[&[(0.0, 0.0), (10.0, 0.0)], &[(10.0, 0.0), (10.0, 10.0)]], 0);
    check(&[&[(0.0, 0.0), (10.0, 0.0)], &[(5.0, 0.0), (5.0, 10.0)]], 0);
    check(&[&[(0.0, 0.0), (10.0, 0.0)], &[(0.0, 0.0), (10.0, 0.0)]], 0);
    check(&[&[(0.0, 0.0), (10.0, 0.0)], &[(0.0, 1.0), (10.0, 1.0)]], 0);
    check(&[], 0);
}

#[test]
fn a_way_does_not_cross_itself() {
    check(&[&[(0.0, 5.0), (10.0, 5.0), (10.0, 0.0), (5.0, 0.0), (5.0, 10.0)]], 0);
}

#[test]
fn pairs_that_cross_are_named_once_and_not_more_than_asked_for() {
    let line = |points: &[(f64, f64)]| points.iter().map(|(x, y)| Point::new(*x, *y)).collect::<Vec<_>>();
    let comb = line(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]);
    let routes =
        [comb, line(&[(5.0, -5.0), (5.0, 15.0)]), line(&[(20.0, 0.0), (20.0, 9.0)]), line(&[(4.0, -5.0), (4.0, 5.0)])];
    assert_eq!(crossing_pairs(&routes, 9).into_iter().collect::<Vec<_>>(), [(0, 1), (0, 3)]);
    assert_eq!(crossing_pairs(&routes, 1).len(), 1);
    assert_eq!(crossing_pairs(&routes, 0).len(), 0);
}

#[test]
fn a_line_passes_through_a_box_if_a_stretch_of_it_is_inside() {
    let rect = Rect::new(0.0, 0.0, 10.0, 10.0);
    let through = |from: (f64, f64), to: (f64, f64)| {
        let (from, to) = (Point::new(from.0, from.1), Point::new(to.0, to.1));
        assert_eq!(passes_through(from, to, rect), passes_through(to, from, rect));
        passes_through(from, to, rect)
    };
    for (from, to) in
        [((-5.0, 5.0), (15.0, 5.0)), ((5.0, 5.0), (6.0, 6.0)), ((5.0, 5.0), (5.0, 50.0)), ((-1.0, 5.0), (5.0, -2.0))]
    {
        assert!(through(from, to), "{from:?} {to:?}");
    }
    for (from, to) in [
        ((-5.0, 0.0), (15.0, 0.0)),
        ((-5.0, 5.0), (0.0, 5.0)),
        ((-3.0, 1.0), (1.0, -3.0)),
        ((20.0, 5.0), (30.0, 5.0)),
        ((10.0, 0.0), (10.0, 10.0)),
    ] {
        assert!(!through(from, to), "{from:?} {to:?}");
    }
}
