//! Where the work departed from the plan that was approved.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use crate::limits::MAX_DEPARTURES;

/// Files that tell plan and work apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Departures {
    /// Changed, and not named in the plan.
    pub unplanned_files: Vec<String>,
    /// Named in the plan, and not changed.
    pub untouched_files: Vec<String>,
}

/// Compares a plan's text with the files that were changed.
///
/// A file counts as named when the plan says its path, or the end of its path from a whole name on.
pub fn departures(plan: &str, changed: &[String]) -> Departures {
    let named = paths(plan);
    let is_named = |file: &&String| named.iter().any(|path| ends_with_path(file, path));
    let is_changed = |path: &&String| changed.iter().any(|file| ends_with_path(file, path));
    Departures {
        unplanned_files: changed.iter().filter(|file| !is_named(file)).take(MAX_DEPARTURES).cloned().collect(),
        untouched_files: named.iter().filter(|path| !is_changed(path)).take(MAX_DEPARTURES).cloned().collect(),
    }
}

/// Returns what looks like the path of a file.
fn paths(text: &str) -> BTreeSet<String> {
    let is_edge = |character: char| character.is_whitespace() || "`'\"()[]{}<>,;*|".contains(character);
    let words = text.split(is_edge).map(|word| {
        let word = word.trim_end_matches(['.', ':', '!', '?']).trim_start_matches("./");
        // `src/main.rs:12` names a line of a file.
        word.split_once(':')
            .filter(|(_, line)| line.starts_with(|c: char| c.is_ascii_digit()))
            .map_or(word, |(file, _)| file)
    });
    words.filter(|word| looks_like_file(word)).map(str::to_owned).collect()
}

/// A name with an ending of letters and digits, such as `main.rs` or `docs/a.md`; no number, no address.
fn looks_like_file(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let is_ending = (1..=10).contains(&ending.len())
        && ending.chars().all(|c| c.is_ascii_alphanumeric())
        && ending.starts_with(|c: char| c.is_ascii_alphabetic());
    let in_folder = word.contains('/');
    let is_stem = stem.is_empty() && in_folder || stem.chars().any(char::is_alphanumeric);
    // `e.g` and `i.e` are words, `foo.bar()` is a call; a lone name needs an ending that files have.
    let known = in_folder || stem.len() > 1;
    is_ending && is_stem && known && !word.contains("://") && !word.contains("..") && !word.starts_with('-')
}

fn ends_with_path(file: &str, path: &str) -> bool {
    let path = path.trim_start_matches('/');
    file == path || file.strip_suffix(path).is_some_and(|front| front.ends_with('/')) || {
        // The plan may name the file by where it lies on the server.
        path.strip_suffix(file).is_some_and(|front| front.ends_with('/'))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(plan: &str, changed: &[&str], expected: &Expect) {
        let changed: Vec<String> = changed.iter().map(|file| (*file).to_owned()).collect();
        let Departures { unplanned_files, untouched_files } = departures(plan, &changed);
        expected.assert_eq(&format!("unplanned {unplanned_files:?}, untouched {untouched_files:?}"));
    }

    #[test]
    fn files_are_told_apart() {
        let plan = "1. Change `src/main.rs` and (lib.rs).\n2. Add tests in tests/login.rs:12, e.g. two.\n3. See https://example.org/a.html";
        check(
            plan,
            &["src/main.rs", "src/lib.rs", "README.md"],
            &expect![[r#"unplanned ["README.md"], untouched ["tests/login.rs"]"#]],
        );
    }

    #[test]
    fn a_plan_may_name_files_from_the_root() {
        check("Edit /srv/shop/src/cart.ts.", &["src/cart.ts"], &expect!["unplanned [], untouched []"]);
    }

    #[test]
    fn a_part_of_a_name_is_another_file() {
        check("Edit main.rs", &["src/domain.rs"], &expect![[r#"unplanned ["src/domain.rs"], untouched ["main.rs"]"#]]);
    }

    #[test]
    fn words_are_no_files() {
        check("Version 1.2 of it, i.e. the 3.5th. Run ../x.sh -v.rs!", &[], &expect!["unplanned [], untouched []"]);
    }
}
