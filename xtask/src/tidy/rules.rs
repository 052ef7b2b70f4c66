//! Every numbered rule of a `SPEC.md` has a test in its crate, and tests name only rules that exist.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::files::{File, Files};

/// Where a rule such as `[MV3]` is written down.
struct Rule<'a> {
    id: String,
    spec: &'a File,
    line: usize,
}

pub fn have_tests(files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    let specs: Vec<&File> = files.all().iter().filter(|file| file.name() == "SPEC.md").collect();
    let rules: Vec<Rule<'_>> = specs.iter().flat_map(|spec| rules_of(spec)).collect();
    let known: BTreeSet<&str> = rules.iter().map(|rule| rule.id.as_str()).collect();

    let mut first_lines: BTreeMap<&str, &Rule<'_>> = BTreeMap::new();
    for rule in &rules {
        if let Some(first) = first_lines.get(rule.id.as_str()) {
            let what = format!("rule [{}] is already written at {}:{}", rule.id, first.spec.path, first.line);
            findings.push(Finding::new(&rule.spec.path, rule.line, what));
            continue;
        }
        first_lines.insert(&rule.id, rule);
        let folder = rule.spec.path.trim_end_matches("SPEC.md");
        let prefix = format!("{}_", rule.id.to_lowercase());
        let mut tests = files.rust().filter(|file| file.path.starts_with(folder)).flat_map(test_names);
        if !tests.any(|(_, name)| name.starts_with(&prefix)) {
            let what = format!("rule [{}] has no test: name one `{prefix}…`", rule.id);
            findings.push(Finding::new(&rule.spec.path, rule.line, what));
        }
    }
    findings.extend(specs.iter().flat_map(|spec| unknown_mentions(spec, &known)));
    findings.extend(files.rust().flat_map(|file| unknown_in_tests(file, &known)));
    findings
}

/// Returns the rules that begin a line, after the marks of a list, a heading or a table.
fn rules_of(spec: &File) -> Vec<Rule<'_>> {
    let begins = |line: &str| {
        let text = line.trim_start_matches(|mark: char| mark.is_ascii_digit() || " -*#|>._`".contains(mark));
        ids(text).into_iter().next().filter(|id| text[1..].starts_with(id.as_str()))
    };
    spec.lines().filter_map(|(line, text)| begins(text).map(|id| Rule { id, spec, line })).collect()
}

fn unknown_mentions(spec: &File, known: &BTreeSet<&str>) -> Vec<Finding> {
    let mentions = spec.lines().flat_map(|(line, text)| ids(text).into_iter().map(move |id| (line, id)));
    let unknown = mentions.filter(|(_, id)| !known.contains(id.as_str()));
    unknown.map(|(line, id)| Finding::new(&spec.path, line, format!("there is no rule [{id}]"))).collect()
}

/// Only names that begin like a known family of rules count: `utf8_…` is no rule where there is no `[UTF1]`.
fn unknown_in_tests(file: &File, known: &BTreeSet<&str>) -> Vec<Finding> {
    let family = |id: &str| id.trim_end_matches(|digit: char| digit.is_ascii_digit()).to_owned();
    let families: BTreeSet<String> = known.iter().map(|id| family(id)).collect();
    let mut findings = Vec::new();
    for (line, name) in test_names(file) {
        let id = name.split('_').next().unwrap_or(name).to_uppercase();
        if is_id(&id) && families.contains(&family(&id)) && !known.contains(id.as_str()) {
            findings.push(Finding::new(&file.path, line, format!("`{name}` names rule [{id}], which does not exist")));
        }
    }
    findings
}

/// Returns the ids in square brackets in a line.
fn ids(line: &str) -> Vec<String> {
    let bracketed = line.split('[').skip(1).filter_map(|rest| rest.split_once(']').map(|(id, _)| id));
    bracketed.filter(|id| is_id(id)).map(str::to_owned).collect()
}

/// One to four capital letters, then a number.
fn is_id(text: &str) -> bool {
    let digits = text.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let letters = text.len() - digits.len();
    (1..=4).contains(&letters) && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Returns the functions under an attribute that ends in `test`, such as `#[test]` or `#[tokio::test(…)]`.
fn test_names(file: &File) -> Vec<(usize, &str)> {
    let mut names = Vec::new();
    let mut is_test = false;
    for (number, line) in file.lines() {
        let line = line.trim();
        if let Some(attribute) = line.strip_prefix("#[") {
            let path = attribute.split(['(', ']', ' ']).next().unwrap_or(attribute);
            is_test |= path == "test" || path.ends_with("::test");
        } else if let Some((_, rest)) = line.split_once("fn ").filter(|(before, _)| is_function_start(before)) {
            if is_test {
                names.push((number, rest.split(['(', '<']).next().unwrap_or(rest).trim()));
            }
            is_test = false;
        }
    }
    names
}

fn is_function_start(before: &str) -> bool {
    before.split_whitespace().all(|word| matches!(word, "async" | "pub" | "pub(crate)" | "pub(super)"))
}

#[cfg(test)]
mod tests {
    use super::super::assert_findings;
    use super::*;

    const SPEC: &str = "# Rules\n- [MV1] A move is atomic.\n- **[MV2]** See [MV1].\n| [UN1] | Undo is a change. |\n";

    #[test]
    fn a_rule_with_a_test_is_good() {
        let tests = "#[test]\nfn mv1_is_atomic() {}\n#[test]\nfn mv2_x() {}\n\
                     #[tokio::test(start_paused = true)]\nasync fn un1_x() {}\n";
        assert_findings(have_tests, &[("crates/a/SPEC.md", SPEC), ("crates/a/src/lib.rs", tests)], &[]);
    }

    #[test]
    fn a_rule_without_a_test_is_found() {
        let expected = [
            "crates/a/SPEC.md:2: rule [MV1] has no test: name one `mv1_…`",
            "crates/a/SPEC.md:3: rule [MV2] has no test: name one `mv2_…`",
            "crates/a/SPEC.md:4: rule [UN1] has no test: name one `un1_…`",
        ];
        let helper = "fn mv1_is_only_a_helper() {}\n#[test]\nfn mv10_is_another_rule() {}";
        let mut with_helper = expected.to_vec();
        with_helper.push("crates/a/src/lib.rs:3: `mv10_is_another_rule` names rule [MV10], which does not exist");
        assert_findings(have_tests, &[("crates/a/SPEC.md", SPEC)], &expected);
        assert_findings(have_tests, &[("crates/a/SPEC.md", SPEC), ("crates/a/src/lib.rs", helper)], &with_helper);
    }

    #[test]
    fn a_test_in_another_crate_does_not_count() {
        let spec = "- [MV1] A move is atomic.\n";
        let files = [("crates/a/SPEC.md", spec), ("crates/ab/src/lib.rs", "#[test]\nfn mv1_is_atomic() {}")];
        assert_findings(have_tests, &files, &["crates/a/SPEC.md:1: rule [MV1] has no test: name one `mv1_…`"]);
    }

    #[test]
    fn a_test_of_no_rule_is_good_and_of_an_unknown_rule_is_found() {
        let spec = "- [MV1] A move is atomic.\n";
        let tests = "#[test]\nfn mv1_a() {}\n#[test]\nfn utf8_is_kept() {}\n#[test]\nfn mv7_b() {}\n";
        let expected = ["crates/a/src/lib.rs:6: `mv7_b` names rule [MV7], which does not exist"];
        assert_findings(have_tests, &[("crates/a/SPEC.md", spec), ("crates/a/src/lib.rs", tests)], &expected);
    }

    #[test]
    fn rules_written_twice_or_mentioned_but_missing_are_found() {
        let spec = "- [MV1] A move is atomic.\n- [MV1] Again, unlike [MV9].\n";
        let files = [("crates/a/SPEC.md", spec), ("crates/a/tests/m.rs", "#[test]\nfn mv1_a() {}")];
        let expected = [
            "crates/a/SPEC.md:2: rule [MV1] is already written at crates/a/SPEC.md:1",
            "crates/a/SPEC.md:2: there is no rule [MV9]",
        ];
        assert_findings(have_tests, &files, &expected);
    }

    #[test]
    fn property_tests_count() {
        let tests = "proptest! {\n    #![proptest_config(config())]\n    /// Doc.\n    #[test]\n    fn mv1_holds(x in any::<u8>()) {}\n}";
        assert_findings(have_tests, &[("crates/a/SPEC.md", "- [MV1] x"), ("crates/a/src/lib.rs", tests)], &[]);
    }
}
