//! Tests do not sleep: they wait for what they mean, or they are slow and flaky.

use super::Finding;
use super::files::Files;

/// Files whose tests may sleep, each with the reason. An entry that is no longer needed is a finding.
const ALLOWED: &[(&str, &str)] = &[];

pub fn not_in_tests(files: &Files) -> Vec<Finding> {
    check(files, ALLOWED)
}

fn check(files: &Files, allowed: &[(&str, &str)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.rust() {
        let sleeps: Vec<usize> = file.tests_start().map_or_else(Vec::new, |start| {
            file.lines().filter(|(number, line)| *number >= start && sleeps(line)).map(|(number, _)| number).collect()
        });
        match (allowed.iter().any(|(path, _)| *path == file.path), sleeps.is_empty()) {
            (false, _) => findings.extend(sleeps.into_iter().map(|number| {
                let what = "a test sleeps; wait for the event it means, or pause the clock";
                Finding::new(&file.path, number, what)
            })),
            (true, true) => {
                findings.push(Finding::new(&file.path, 1, "no test sleeps here: take it off the allow-list"));
            }
            (true, false) => {}
        }
    }
    let gone = allowed.iter().filter(|(path, _)| files.get(path).is_none());
    findings.extend(gone.map(|(path, _)| Finding::new(path, 1, "on the allow-list for sleeping, but not there")));
    findings
}

/// Returns whether the line calls a function named `sleep`; a method of that name is a clock of ours.
fn sleeps(line: &str) -> bool {
    let outside_strings: String = line.replace("\\\"", "").split('"').step_by(2).collect();
    let code = outside_strings.split("//").next().unwrap_or(&outside_strings);
    code.match_indices("sleep(").any(|(start, _)| {
        !code[..start].ends_with(|before: char| before.is_alphanumeric() || "_.".contains(before))
            && !code[..start].trim_end().ends_with("fn")
    })
}

#[cfg(test)]
mod tests {
    use super::super::assert_findings;
    use super::*;

    const SLEEPY: &str =
        "fn f() { std::thread::sleep(d); }\n#[cfg(test)]\nmod tests {\n    fn g() { sleep(d).await }\n}";
    const FOUND: &str = "crates/a/src/lib.rs:4: a test sleeps; wait for the event it means, or pause the clock";

    #[test]
    fn only_tests_may_not_sleep() {
        assert_findings(not_in_tests, &[("crates/a/src/lib.rs", SLEEPY)], &[FOUND]);
    }

    #[test]
    fn calls_are_told_from_other_words() {
        for (line, expected) in [
            ("thread::sleep(pause);", true),
            ("tokio::time::sleep(pause).await;", true),
            ("let wait = sleep(pause);", true),
            ("clock.sleep(pause);", false),
            ("fn sleep(pause: Duration) {}", false),
            ("let_it_sleep(pause);", false),
            ("// thread::sleep(pause) would hide it", false),
            ("check(\"thread::sleep(pause)\");", false),
        ] {
            assert_eq!(sleeps(line), expected, "{line}");
        }
    }

    #[test]
    fn the_allow_list_allows_and_stays_short() {
        let files = Files::from_texts(&[("a/tests/x.rs", "sleep(d)"), ("a/tests/y.rs", "wait(d)")]);
        let allowed = [("a/tests/x.rs", "real time"), ("a/tests/y.rs", "real time"), ("a/tests/z.rs", "real time")];
        let found: Vec<String> = check(&files, &allowed).iter().map(ToString::to_string).collect();
        let expected = [
            "a/tests/y.rs:1: no test sleeps here: take it off the allow-list",
            "a/tests/z.rs:1: on the allow-list for sleeping, but not there",
        ];
        assert_eq!(found, expected);
    }
}
