//! What holds for every batch and every arrangement.

use layout::arrange::{Arranged, Arrangement, Item, Link, arrange};
use layout::facts::{FRAME_BOTTOM_PADDING, FRAME_GAP, FRAME_HEADER, FRAME_PADDING, SMALLEST_FRAME_HEIGHT};
use layout::geometry::{Point, Rect, Size};
use layout::layered::Direction;
use proptest::prelude::*;

use crate::sketch::absolute;

const DEEPEST: usize = 4;
const ALL: [Arrangement; 7] = [
    Arrangement::Swot,
    Arrangement::Columns,
    Arrangement::Journey,
    Arrangement::Grid,
    Arrangement::Rows,
    Arrangement::Flowchart(Direction::TopDown),
    Arrangement::Flowchart(Direction::LeftRight),
];

/// Whole numbers, so that sums are exact.
fn size() -> impl Strategy<Value = Size> {
    (20..400_u32, 20..400_u32).prop_map(|(w, h)| Size::new(w.into(), h.into()))
}

fn batch() -> impl Strategy<Value = (Vec<Item>, Vec<Link>)> {
    let item = (size(), any::<bool>(), proptest::option::of(any::<proptest::sample::Index>()));
    let link = (
        any::<proptest::sample::Index>(),
        any::<proptest::sample::Index>(),
        proptest::option::of(Just(Size::new(60.0, 22.0))),
    );
    (proptest::collection::vec(item, 0..=50), proptest::collection::vec(link, 0..20)).prop_map(|(drawn, links)| {
        let mut items: Vec<Item> = Vec::new();
        for (size, frame, parent) in drawn {
            let depth = |item: usize| std::iter::successors(Some(item), |&item| items[item].parent).count();
            let frames: Vec<usize> = (0..items.len()).filter(|&at| items[at].frame && depth(at) < DEEPEST).collect();
            let parent = parent.filter(|_| !frames.is_empty()).map(|index| *index.get(&frames));
            items.push(Item { size, parent, frame });
        }
        let count = items.len();
        let link = |(from, to, label): (proptest::sample::Index, proptest::sample::Index, Option<Size>)| Link {
            from: from.index(count),
            to: to.index(count),
            label,
        };
        let links = if items.is_empty() { Vec::new() } else { links.into_iter().map(link).collect() };
        (items, links)
    })
}

fn children(items: &[Item], parent: Option<usize>) -> Vec<usize> {
    (0..items.len()).filter(|&item| items[item].parent == parent).collect()
}

/// Returns the frames that are in no frame.
fn frames(items: &[Item]) -> Vec<usize> {
    children(items, None).into_iter().filter(|&item| items[item].frame).collect()
}

fn assert_apart(items: &[Item], arranged: &Arranged) -> Result<(), TestCaseError> {
    for parent in std::iter::once(None).chain((0..items.len()).map(Some)) {
        let siblings = children(items, parent);
        for (at, &one) in siblings.iter().enumerate() {
            for &other in &siblings[at + 1..] {
                let (one, other) = (arranged.rects[one], arranged.rects[other]);
                prop_assert!(!one.overlaps(other), "{one:?} {other:?}");
            }
        }
    }
    Ok(())
}

fn assert_inside(items: &[Item], arranged: &Arranged) -> Result<(), TestCaseError> {
    for (item, &rect) in items.iter().zip(&arranged.rects) {
        let room = item.parent.map_or(Rect::new(0.0, 0.0, arranged.size.w, arranged.size.h), |parent| {
            let frame = arranged.rects[parent];
            let top = FRAME_HEADER + FRAME_PADDING;
            Rect::new(FRAME_PADDING, top, frame.w - 2.0 * FRAME_PADDING, frame.h - top - FRAME_BOTTOM_PADDING)
        });
        prop_assert!(room.contains(rect), "{rect:?} is not in {room:?}");
    }
    Ok(())
}

fn assert_sizes(items: &[Item], arranged: &Arranged) -> Result<(), TestCaseError> {
    for (index, (item, rect)) in items.iter().zip(&arranged.rects).enumerate() {
        if !item.frame {
            prop_assert_eq!(Size::new(rect.w, rect.h), item.size);
            continue;
        }
        prop_assert!(rect.w >= item.size.w && rect.h >= item.size.h);
        let least =
            if children(items, Some(index)).is_empty() { (300.0, 300.0) } else { (260.0, SMALLEST_FRAME_HEIGHT) };
        prop_assert!(rect.w >= least.0 && rect.h >= least.1, "{rect:?}");
    }
    Ok(())
}

/// A nested frame is no larger than what is in it needs, unless links wanted room.
fn assert_tight(items: &[Item], arranged: &Arranged) -> Result<(), TestCaseError> {
    for (frame, item) in items.iter().enumerate().filter(|(_, item)| item.frame && item.parent.is_some()) {
        let inside = children(items, Some(frame));
        let Some(content) = inside.iter().map(|&child| arranged.rects[child]).reduce(Rect::union) else { continue };
        let needed = Size::new(
            (content.right() + FRAME_PADDING).max(260.0).max(item.size.w),
            (content.bottom() + FRAME_BOTTOM_PADDING).max(SMALLEST_FRAME_HEIGHT).max(item.size.h),
        );
        prop_assert_eq!(Size::new(arranged.rects[frame].w, arranged.rects[frame].h), needed);
    }
    Ok(())
}

proptest! {
    #[test]
    fn nothing_overlaps_and_everything_is_in_its_frame((items, links) in batch(), at in 0..ALL.len()) {
        let arranged = arrange(&items, &links, ALL[at]);
        prop_assert_eq!(arranged.rects.len(), items.len());
        prop_assert_eq!(arranged.routes.len(), links.len());
        assert_apart(&items, &arranged)?;
        assert_inside(&items, &arranged)?;
        assert_sizes(&items, &arranged)?;
        if !matches!(ALL[at], Arrangement::Flowchart(_)) {
            assert_tight(&items, &arranged)?;
        }
        prop_assert_eq!(&arranged, &arrange(&items, &links, ALL[at]));
    }

    #[test]
    fn swot_frames_share_rows_and_columns((items, links) in batch()) {
        let arranged = arrange(&items, &links, Arrangement::Swot);
        let rects: Vec<Rect> = frames(&items).into_iter().map(|frame| arranged.rects[frame]).collect();
        for (at, rect) in rects.iter().enumerate() {
            let (above, left) = (rects[at % 2], rects[at - at % 2]);
            prop_assert_eq!((rect.x, rect.w), (above.x, above.w));
            prop_assert_eq!((rect.y, rect.h), (left.y, left.h));
        }
        if let [first, second, ..] = rects[..] {
            prop_assert!(second.x >= first.right() + FRAME_GAP);
        }
    }

    #[test]
    fn columns_stand_side_by_side_on_one_line((items, links) in batch()) {
        for arrangement in [Arrangement::Columns, Arrangement::Journey] {
            let arranged = arrange(&items, &links, arrangement);
            let frames = frames(&items);
            for pair in frames.windows(2) {
                let (left, right) = (arranged.rects[pair[0]], arranged.rects[pair[1]]);
                prop_assert!(right.x >= left.right() + FRAME_GAP);
                prop_assert_eq!((left.y, left.h), (right.y, right.h));
            }
            let expected: Vec<(usize, usize)> = match arrangement {
                Arrangement::Journey => frames.windows(2).map(|pair| (pair[0], pair[1])).collect(),
                _ => Vec::new(),
            };
            prop_assert_eq!(arranged.journey, expected);
        }
    }

    #[test]
    fn a_grid_is_as_wide_as_tall((items, links) in batch()) {
        let arranged = arrange(&items, &links, Arrangement::Grid);
        let top = children(&items, None);
        let mut columns: Vec<f64> = top.iter().map(|&item| arranged.rects[item].x).collect();
        columns.sort_by(f64::total_cmp);
        columns.dedup();
        let expected = (0..=50).find(|count| count * count >= top.len()).unwrap();
        prop_assert_eq!(columns.len(), expected);
    }

    #[test]
    fn a_way_runs_through_nothing_that_does_not_hold_its_ends((items, links) in batch(), at in 0..ALL.len()) {
        let arranged = arrange(&items, &links, ALL[at]);
        let rects = absolute(&items, &arranged);
        let holds = |frame: usize, item: usize| {
            std::iter::successors(Some(item), |&item| items[item].parent).any(|around| around == frame)
        };
        for (link, route) in links.iter().zip(&arranged.routes) {
            // Somewhere a link has to be that leads from a frame into it, or back to where it began.
            if holds(link.from, link.to) || holds(link.to, link.from) {
                continue;
            }
            let route = route.as_deref().unwrap_or_default();
            prop_assert!(touches(rects[link.from], route[0]) && touches(rects[link.to], route[route.len() - 1]));
            for piece in route.windows(2) {
                let (x, y) = (piece[0].x.min(piece[1].x), piece[0].y.min(piece[1].y));
                let piece = Rect::new(x, y, (piece[0].x - piece[1].x).abs(), (piece[0].y - piece[1].y).abs());
                for (item, &rect) in rects.iter().enumerate() {
                    let is_end = item == link.from || item == link.to;
                    let own = !is_end && (holds(item, link.from) || holds(item, link.to));
                    prop_assert!(own || !rect.overlaps(piece), "{link:?} runs through {item}");
                }
            }
        }
    }
}

/// Returns whether a point is on the border of a box.
fn touches(rect: Rect, point: Point) -> bool {
    let (x, y) = (rect.x..=rect.right(), rect.y..=rect.bottom());
    let on_side = [rect.x, rect.right()].contains(&point.x) || [rect.y, rect.bottom()].contains(&point.y);
    on_side && x.contains(&point.x) && y.contains(&point.y)
}
