//! What is shown of a text in which something was found.

use super::words::Query;

/// Characters shown before the first place and after it.
const BEFORE: usize = 60;
const AFTER: usize = 180;
const MAX_RANGES: usize = 20;

/// Returns the part of a text around the first place, and where the words are in it, in UTF-16 code units. A text that
/// was made shorter begins or ends with `…`; lines become spaces.
pub(crate) fn excerpt(text: &str, query: &Query) -> (String, Vec<(usize, usize)>) {
    let places = query.places(text);
    let first = places.first().map_or(0, |place| place.start);
    let start = text[..first].char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
    let end = text[first..].char_indices().nth(AFTER).map_or(text.len(), |(at, _)| first + at);
    let mut shown = String::with_capacity(end - start + 8);
    if start > 0 {
        shown.push('…');
    }
    let lead = shown.encode_utf16().count();
    shown.extend(text[start..end].chars().map(|letter| if letter.is_control() { ' ' } else { letter }));
    if end < text.len() {
        shown.push('…');
    }
    let units = |to: usize| lead + text[start..to].encode_utf16().count();
    let inside = places.iter().filter(|place| place.start >= start && place.end <= end).take(MAX_RANGES);
    let ranges = inside.map(|place| (units(place.start), units(place.end))).collect();
    (shown, ranges)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, query: &str) -> (String, Vec<String>) {
        let (shown, ranges) = excerpt(text, &Query::parse(query).unwrap());
        let units: Vec<u16> = shown.encode_utf16().collect();
        let words = ranges.into_iter().map(|(from, to)| String::from_utf16(&units[from..to]).unwrap());
        (shown.clone(), words.collect())
    }

    #[test]
    fn ranges_count_as_a_browser_counts() {
        let (shown, words) = marked("🦀🦀 the\ncafé and the Cafeteria", "cafe");
        assert_eq!(shown, "🦀🦀 the café and the Cafeteria");
        assert_eq!(words, ["café", "Cafeteria"]);
    }

    #[test]
    fn a_long_text_is_cut_on_both_sides() {
        let text = format!("{} needle {}", "ä".repeat(500), "ö".repeat(500));
        let (shown, words) = marked(&text, "needle");
        assert!(shown.starts_with('…') && shown.ends_with('…') && shown.chars().count() <= BEFORE + AFTER + 2);
        assert_eq!(words, ["needle"]);
    }

    #[test]
    fn without_a_place_the_beginning_is_shown() {
        let (shown, words) = marked("nothing here", "else");
        assert_eq!((shown.as_str(), words.len()), ("nothing here", 0));
    }
}
