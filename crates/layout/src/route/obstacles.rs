//! Boxes that can be asked for by where they are.

use crate::geometry::Rect;

/// Boxes that ways go around.
#[derive(Debug, Clone, Default)]
pub struct Obstacles {
    /// From left to right.
    boxes: Vec<Rect>,
    /// Where each of them was in the list they came in.
    places: Vec<usize>,
    /// How far to the right each box and all before it reach.
    reach: Vec<f64>,
}

impl Obstacles {
    pub fn new(boxes: impl IntoIterator<Item = Rect>) -> Self {
        let mut sorted: Vec<(usize, Rect)> = boxes.into_iter().enumerate().collect();
        sorted.sort_by(|(_, a), (_, b)| a.x.total_cmp(&b.x));
        let (places, boxes): (Vec<usize>, Vec<Rect>) = sorted.into_iter().unzip();
        let mut right = f64::NEG_INFINITY;
        let reach = boxes.iter().map(|rect| {
            right = right.max(rect.right());
            right
        });
        Self { reach: reach.collect(), boxes, places }
    }

    /// Returns the boxes that overlap an area.
    pub fn near(&self, area: Rect) -> impl Iterator<Item = Rect> {
        self.find(area).map(|index| self.boxes[index])
    }

    /// Returns the boxes that overlap an area by their places in the list they came in.
    pub fn places_near(&self, area: Rect) -> impl Iterator<Item = usize> {
        self.find(area).map(|index| self.places[index])
    }

    fn find(&self, area: Rect) -> impl Iterator<Item = usize> {
        let first = self.reach.partition_point(|right| *right <= area.x);
        let from_left = (first..self.boxes.len()).take_while(move |index| self.boxes[*index].x < area.right());
        from_left.filter(move |index| self.boxes[*index].overlaps(area))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_found_by_where_they_are() {
        let wide = Rect::new(-100.0, 0.0, 1_000.0, 10.0);
        let (left, right) = (Rect::new(0.0, 20.0, 10.0, 10.0), Rect::new(500.0, 20.0, 10.0, 10.0));
        let obstacles = Obstacles::new([right, wide, left]);
        let near = |x: f64, y: f64| obstacles.near(Rect::new(x, y, 10.0, 10.0)).collect::<Vec<_>>();
        assert_eq!(near(495.0, 5.0), [wide]);
        assert_eq!(near(495.0, 15.0), [right]);
        assert_eq!(near(5.0, 9.0), [wide]);
        assert_eq!(near(510.0, 20.0), [], "touching is not overlapping");
        assert_eq!(Obstacles::default().near(wide).count(), 0);
        let places = |x: f64, y: f64| obstacles.places_near(Rect::new(x, y, 10.0, 10.0)).collect::<Vec<_>>();
        assert_eq!((places(495.0, 5.0), places(495.0, 15.0)), (vec![1], vec![0]));
    }
}
