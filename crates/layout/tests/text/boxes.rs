//! The boxes around texts.

use layout::geo::Geo;
use layout::geometry::{Point, Rect, Size};
use layout::text::{Holder, TextSize, fits, frame_min_width, label, note, shape, text};
use proptest::prelude::*;

const LONG: &str = "Customers cannot find the export button, and those who do expect a PDF. ";

fn at_origin(size: Size) -> Rect {
    Rect::at(Point::new(0.0, 0.0), size)
}

#[test]
fn a_short_text_leaves_the_usual_size() {
    assert_eq!(note("Idea"), Size::new(200.0, 200.0));
    assert_eq!(shape(Geo::Rectangle, "Start"), Size::new(200.0, 200.0));
    assert_eq!(shape(Geo::Diamond, ""), Size::new(200.0, 200.0));
}

#[test]
fn a_note_grows_downwards_only() {
    let size = note(&LONG.repeat(5));
    assert_eq!(size.w, 200.0);
    assert!(size.h > 300.0);
    let size = note(&"w".repeat(400));
    assert_eq!(size.w, 200.0);
}

#[test]
fn a_shape_widens_for_a_word_and_not_for_a_hundred() {
    let word = shape(Geo::Diamond, "Internationalisation");
    assert!(word.w > 300.0 && word.w < 350.0, "{word:?}");
    assert_eq!(word.h, 200.0);
    assert_eq!(shape(Geo::Rectangle, &"w".repeat(1_000)).w, 560.0);
}

#[test]
fn a_shape_is_no_tower() {
    for geo in Geo::ALL {
        let size = shape(geo, &LONG.repeat(6));
        assert!(size.h <= 2.0 * size.w || size.w == 560.0, "{geo:?}: {size:?}");
    }
}

#[test]
fn a_text_has_its_natural_width_up_to_a_limit() {
    let short = text(TextSize::Medium, "Hello");
    assert!(short.w > 40.0 && short.w < 55.0, "{short:?}");
    assert_eq!(short.h, 30.0);
    let long = text(TextSize::Medium, &LONG.repeat(3));
    assert!(long.w <= 480.0 && long.w > 400.0 && long.h > 70.0, "{long:?}");
    assert_eq!(text(TextSize::Small, "").h, 28.0);
}

#[test]
fn a_frame_shows_its_name_up_to_a_limit() {
    assert!(frame_min_width("To do") < 100.0);
    assert_eq!(frame_min_width(&LONG.repeat(2)), 560.0);
}

#[test]
fn a_box_that_is_a_line_too_low_is_told() {
    let size = note(&LONG.repeat(5));
    assert!(fits(Holder::Note, &LONG.repeat(5), at_origin(size)));
    assert!(!fits(Holder::Note, &LONG.repeat(5), at_origin(Size::new(size.w, size.h - 22.0))));
    assert!(!fits(Holder::Shape(Geo::Star), "Internationalisation of everything", at_origin(Size::new(200.0, 100.0))));
    assert!(!fits(Holder::Frame, "A frame with a name", at_origin(Size::new(80.0, 300.0))));
}

proptest! {
    #[test]
    fn every_text_fits_the_box_that_is_made_for_it(
        content in "[a-zA-Z0-9 .,\n\t-]{0,300}|\\PC{0,100}|[a-z]{0,300}",
        geo in proptest::sample::select(Geo::ALL.to_vec()),
        size in proptest::sample::select(vec![TextSize::Small, TextSize::Medium, TextSize::Large, TextSize::ExtraLarge]),
    ) {
        prop_assert!(fits(Holder::Note, &content, at_origin(note(&content))));
        let shaped = shape(geo, &content);
        prop_assert!(fits(Holder::Shape(geo), &content, at_origin(shaped)), "{geo:?} {shaped:?}");
        prop_assert!(fits(Holder::Text(size), &content, at_origin(text(size, &content))));
        prop_assert!(fits(Holder::Label, &content, at_origin(label(&content))));
    }
}
