//! The one difference between two texts, as a hunk with a little of what is around it.

use serde_json::{Value, json};

/// Unchanged lines shown around a change.
const CONTEXT: usize = 3;

/// Returns the hunks that lead from one text to the other: one, or none if they are the same.
pub fn hunks(original: &str, updated: &str) -> Value {
    let (old, new): (Vec<&str>, Vec<&str>) = (original.lines().collect(), updated.lines().collect());
    let before = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - before;
    let after = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let (removed, added) = (&old[before..old.len() - after], &new[before..new.len() - after]);
    if removed.is_empty() && added.is_empty() {
        return json!([]);
    }
    let start = before.saturating_sub(CONTEXT);
    let end = (old.len() - after + CONTEXT).min(old.len());
    let signed = |sign: &'static str, lines: &[&str]| -> Vec<String> {
        lines.iter().map(|line| format!("{sign}{line}")).collect()
    };
    let lines = [
        signed(" ", &old[start..before]),
        signed("-", removed),
        signed("+", added),
        signed(" ", &old[old.len() - after..end]),
    ]
    .concat();
    let old_lines = end - start;
    json!([{
        "oldStart": start + 1, "oldLines": old_lines,
        "newStart": start + 1, "newLines": old_lines - removed.len() + added.len(), "lines": lines,
    }])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(original: &str, updated: &str, expected: &Value) {
        assert_eq!(&hunks(original, updated), expected);
    }

    #[test]
    fn the_same_text_has_no_hunk() {
        check("a\nb\n", "a\nb\n", &json!([]));
    }

    #[test]
    fn an_added_end_keeps_three_lines_before_it() {
        let expected = json!([{
            "oldStart": 2, "oldLines": 3, "newStart": 2, "newLines": 5, "lines": [" 2", " 3", " 4", "+5", "+6"],
        }]);
        check("1\n2\n3\n4\n", "1\n2\n3\n4\n5\n6\n", &expected);
    }

    #[test]
    fn a_changed_line_is_removed_and_added() {
        let expected = json!([{
            "oldStart": 1, "oldLines": 3, "newStart": 1, "newLines": 3, "lines": [" a", "-b", "+B", " c"],
        }]);
        check("a\nb\nc\n", "a\nB\nc\n", &expected);
    }

    #[test]
    fn repeated_lines_are_not_counted_twice() {
        let expected = json!([{
            "oldStart": 1, "oldLines": 2, "newStart": 1, "newLines": 3, "lines": [" a", " a", "+a"],
        }]);
        check("a\na\n", "a\na\na\n", &expected);
    }
}
