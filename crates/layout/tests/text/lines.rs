//! Where lines end.

use layout::text::{Style, wrap};
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, width: f64, expected: &[&str]) {
    let wrapped = wrap(text, Style::NOTE, width);
    let lines: Vec<&str> = wrapped.lines.iter().map(|line| &text[line.range.clone()]).collect();
    assert_eq!(lines, expected);
}

fn width(text: &str) -> f64 {
    wrap(text, Style::NOTE, f64::INFINITY).size.w
}

#[test]
fn a_line_ends_after_a_word() {
    check("one two three", 70.0, &["one two ", "three"]);
}

#[test]
fn spaces_at_the_end_hang() {
    let word = width("word");
    check("word      next", word + 1.0, &["word      ", "next"]);
    assert!((wrap("word      next", Style::NOTE, word + 1.0).lines[0].width - word).abs() < 0.001);
}

#[test]
fn spaces_at_the_beginning_stay() {
    assert!(width("   a") > width("a") + 10.0);
}

#[test]
fn a_word_that_does_not_fit_is_broken_anywhere() {
    check("wwwwww", 40.0, &["www", "www"]);
    check("a wwwwww", 40.0, &["a ", "www", "www"]);
}

#[test]
fn a_character_as_it_is_seen_is_never_broken() {
    check("e\u{301}e\u{301}", 1.0, &["e\u{301}", "e\u{301}"]);
    check("👩‍👩‍👧👍🏽", 1.0, &["👩‍👩‍👧", "👍🏽"]);
}

#[test]
fn line_feeds_begin_lines_and_the_last_one_does_not() {
    check("", 100.0, &[]);
    check("a\n\nb", 100.0, &["a", "", "b"]);
    check("a\n", 100.0, &["a"]);
    check("a\r\nb\r\n", 100.0, &["a", "b"]);
    check("\n", 100.0, &[""]);
}

#[test]
fn hyphens_end_lines_and_slashes_do_not() {
    check("jack-in", width("jack-") + 1.0, &["jack-", "in"]);
    check("to and/or", width("to and/") + 1.0, &["to ", "and/or"]);
    check("x -5", width("x -") + 1.0, &["x ", "-5"]);
}

#[test]
fn no_space_is_needed_between_ideographs() {
    check("漢字漢字", 33.0, &["漢字", "漢字"]);
    check("漢字。", 33.0, &["漢", "字。"]);
}

#[test]
fn a_tab_leads_to_the_next_stop() {
    let stop = 4.0 * width("x x") - 8.0 * width("x");
    assert!((width("\ta") - stop - width("a")).abs() < 0.001);
    assert!((width("x\ta") - width("\ta")).abs() < 0.001);
}

#[test]
fn kerning_ligatures_and_weight_count() {
    assert!(width("AV") < width("A") + width("V") - 0.5);
    assert!((width("fi") - width("f") - width("i")).abs() > 0.01);
    let bold = wrap("weight", Style::FRAME_NAME, f64::INFINITY).size.w / Style::FRAME_NAME.size;
    assert!(bold > width("weight") / Style::NOTE.size);
}

#[test]
fn a_soft_hyphen_is_seen_only_where_a_line_ends() {
    assert!((width("soft\u{ad}hyphen") - width("softhyphen")).abs() < 0.5);
    let broken = wrap("soft\u{ad}hyphen", Style::NOTE, width("soft-") + 1.0);
    assert!((broken.lines[0].width - width("soft-")).abs() < 0.001);
}

fn is_line_feeds(text: &str) -> bool {
    text.trim_matches(['\r', '\n', '\u{2028}', '\u{2029}']).is_empty()
}

proptest! {
    #[test]
    fn nothing_is_lost_and_no_line_is_too_wide(text in "[a-zA-Z0-9 .,\n\t-]{0,200}|\\PC{0,60}", width in 60.0..400.0) {
        let wrapped = wrap(&text, Style::SHAPE, width);
        let mut end = 0;
        for line in &wrapped.lines {
            let between = &text[end..line.range.start];
            prop_assert!(is_line_feeds(between), "{between:?}");
            prop_assert!(line.width <= width + 0.02, "{line:?}");
            end = line.range.end;
        }
        prop_assert!(is_line_feeds(&text[end..]));
        prop_assert_eq!(wrapped.size.h, f64::from(u32::try_from(wrapped.lines.len()).unwrap()) * 22.0);
    }

    #[test]
    fn more_room_never_takes_more_lines(text in "[a-zA-Z ,-]{0,120}", width in 60.0..400.0) {
        let narrow = wrap(&text, Style::NOTE, width).lines.len();
        prop_assert!(wrap(&text, Style::NOTE, width + 40.0).lines.len() <= narrow);
    }
}
