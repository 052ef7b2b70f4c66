//! What a client says it takes and what it says it has.

use http::{HeaderMap, HeaderValue, header};

use super::asset::Brotli;

/// Reads `Accept-Encoding`. Whoever does not name brotli is sent what everybody understands.
pub fn takes_brotli(headers: &HeaderMap) -> Brotli {
    let named = items(headers, header::ACCEPT_ENCODING).find_map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let is_brotli = parts.next().is_some_and(|coding| coding.eq_ignore_ascii_case("br"));
        is_brotli.then(|| parts.any(is_refusal))
    });
    if named == Some(false) { Brotli::Taken } else { Brotli::NotTaken }
}

/// Tells whether `If-None-Match` names this tag.
pub fn knows(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let tag = tag.to_str().unwrap_or_default();
    items(headers, header::IF_NONE_MATCH).any(|item| item == "*" || item.strip_prefix("W/").unwrap_or(item) == tag)
}

fn items(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// A weight of zero means "not this one".
fn is_refusal(parameter: &str) -> bool {
    let weight = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q="));
    weight.and_then(|weight| weight.trim().parse::<f32>().ok()).is_some_and(|weight| weight <= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_brotli(lines: &[&str], expected: Brotli) {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::ACCEPT_ENCODING, line.parse().unwrap());
        }
        assert_eq!(takes_brotli(&headers), expected, "{lines:?}");
    }

    #[test]
    fn brotli_must_be_named_and_not_refused() {
        for lines in [&["br"][..], &["gzip, deflate, br, zstd"], &["gzip", "BR ; q=0.1"], &["br;q=1.0"]] {
            check_brotli(lines, Brotli::Taken);
        }
        for lines in [&[][..], &["gzip, deflate"], &["br;q=0"], &["br; q=0.000"], &["*"], &["brotli"], &["identity"]] {
            check_brotli(lines, Brotli::NotTaken);
        }
    }

    #[test]
    fn a_known_tag_may_be_weak_and_one_of_many() {
        let tag = HeaderValue::from_static("\"a1\"");
        for (line, expected) in [
            ("\"a1\"", true),
            ("W/\"a1\"", true),
            ("\"b2\", \"a1\"", true),
            ("*", true),
            ("\"b2\"", false),
            ("a1", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, line.parse().unwrap());
            assert_eq!(knows(&headers, &tag), expected, "{line}");
        }
    }
}
