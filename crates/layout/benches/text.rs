//! How long it takes to measure the texts of a large board, and the first text after the start.

use divan::{Bencher, black_box};
use layout::text::{Style, note, wrap};

fn main() {
    divan::main();
}

/// Returns texts like those on notes, all different.
fn texts(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("Idea {number}: make exports quicker to find")).collect()
}

#[divan::bench]
fn five_thousand_short_texts(bencher: Bencher) {
    let texts = texts(5_000);
    bencher.bench(|| texts.iter().map(|text| note(black_box(text)).h).sum::<f64>());
}

#[divan::bench]
fn one_long_text(bencher: Bencher) {
    let text = texts(100).join(" ");
    bencher.bench(|| wrap(black_box(&text), Style::NOTE, 168.0).lines.len());
}

#[divan::bench]
fn one_long_word(bencher: Bencher) {
    let text = "w".repeat(5_000);
    bencher.bench(|| wrap(black_box(&text), Style::NOTE, 168.0).lines.len());
}

#[divan::bench]
fn one_long_text_of_another_script(bencher: Bencher) {
    let text = "漢字".repeat(2_500);
    bencher.bench(|| wrap(black_box(&text), Style::NOTE, f64::INFINITY).lines.len());
}

/// A line may end at thousands of places between which there is nothing to be seen.
#[divan::bench]
fn one_text_of_invisible_spaces(bencher: Bencher) {
    let text = format!("{}{}w", "w".repeat(13), "\u{200b}".repeat(4_900));
    bencher.bench(|| wrap(black_box(&text), Style::NOTE, 160.0).lines.len());
}

/// Only the first sample reads the font, so look at the slowest.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn the_first_text() -> f64 {
    note("Hello").h
}
