use layout::{Point, crossings};

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
