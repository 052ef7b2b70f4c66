//! The map names every crate, and decisions are numbered without gaps.

use std::collections::BTreeSet;

use super::Finding;
use super::files::Files;

const MAP: &str = "docs/architecture.md";
const DECISIONS: &str = "docs/decisions/";

pub fn crates_are_on_the_map(files: &Files) -> Vec<Finding> {
    let crates: BTreeSet<&str> =
        files.all().iter().filter_map(|file| file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")).collect();
    let map = files.get(MAP).map_or("", |file| file.text.as_str());
    let missing = crates.into_iter().filter(|name| !map.contains(&format!("`{name}`")));
    missing.map(|name| Finding::new(MAP, 1, format!("the crate `{name}` is not on the map"))).collect()
}

pub fn decisions_are_numbered(files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut expected = 1;
    for file in files.all().iter().filter(|file| file.path.starts_with(DECISIONS)) {
        let number = file.name().split_once('-').filter(|(digits, _)| digits.len() == 4).map(|(digits, _)| digits);
        match number.and_then(|digits| digits.parse::<usize>().ok()) {
            None => findings.push(Finding::new(&file.path, 1, "name a decision `NNNN-what-was-decided.md`")),
            Some(number) if number != expected => {
                findings.push(Finding::new(&file.path, 1, format!("this decision should have number {expected:04}")));
                expected = number + 1;
            }
            Some(number) => expected = number + 1,
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::assert_findings;
    use super::*;

    #[test]
    fn a_crate_off_the_map_is_found() {
        let files = [
            ("crates/engine/Cargo.toml", ""),
            ("crates/store/Cargo.toml", ""),
            (MAP, "`engine` is pure; the store is not code here"),
        ];
        assert_findings(
            crates_are_on_the_map,
            &files,
            &["docs/architecture.md:1: the crate `store` is not on the map"],
        );
    }

    #[test]
    fn without_a_map_every_crate_is_missing() {
        let expected = ["docs/architecture.md:1: the crate `engine` is not on the map"];
        assert_findings(crates_are_on_the_map, &[("crates/engine/Cargo.toml", "")], &expected);
    }

    #[test]
    fn decisions_in_order_are_good() {
        assert_findings(
            decisions_are_numbered,
            &[("docs/decisions/0001-a.md", ""), ("docs/decisions/0002-b.md", "")],
            &[],
        );
    }

    #[test]
    fn gaps_doubles_and_other_names_are_found() {
        let files = [
            ("docs/decisions/0001-a.md", ""),
            ("docs/decisions/0003-b.md", ""),
            ("docs/decisions/0003-c.md", ""),
            ("docs/decisions/notes.md", ""),
        ];
        let expected = [
            "docs/decisions/0003-b.md:1: this decision should have number 0002",
            "docs/decisions/0003-c.md:1: this decision should have number 0004",
            "docs/decisions/notes.md:1: name a decision `NNNN-what-was-decided.md`",
        ];
        assert_findings(decisions_are_numbered, &files, &expected);
    }
}
