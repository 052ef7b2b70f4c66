//! Rules about the web UI: the size of its files, and tests that run, all of them, without waiting for time to pass.

use super::Finding;
use super::files::{File, Files};

const LONGEST_FILE: usize = 400;
const GENERATED: &str = "web/src/api.gen.ts";
const BROWSER_TESTS: &str = "web/browser/";

/// Functions of which a test can be left out, or be the only one.
const TESTS: &[&str] = &["bench", "describe", "it", "suite", "test"];
const LEAVING_OUT: &[&str] = &["only", "skip", "todo"];

/// What waits for time to pass instead of for what should happen.
const WAITING: &[&str] = &["waitForTimeout(", "setTimeout(", "timers/promises"];

pub fn is_short(files: &Files) -> Vec<Finding> {
    let too_long = source(files).filter(|file| file.path != GENERATED).filter_map(|file| {
        let lines = file.text.lines().count();
        let what = || format!("{lines} lines are too many to read; split it below {LONGEST_FILE}");
        (lines > LONGEST_FILE).then(|| Finding::new(&file.path, lines, what()))
    });
    too_long.collect()
}

pub fn tests_run(files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in scripts(files).filter(|file| is_test(file)) {
        for (number, line) in file.lines().filter(|(_, line)| leaves_out(line)) {
            let what = format!("`{}` leaves tests out: a test that is not run is not a test", line.trim());
            findings.push(Finding::new(&file.path, number, what));
        }
    }
    findings
}

pub fn browser_tests_wait_for_events(files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in scripts(files).filter(|file| file.path.starts_with(BROWSER_TESTS)) {
        for (number, line) in file.lines() {
            let waits = WAITING.iter().filter(|words| line.contains(*words));
            findings.extend(waits.map(|words| {
                let what = format!("`{words}` waits for time to pass; wait for what should happen");
                Finding::new(&file.path, number, what)
            }));
        }
    }
    findings
}

/// Returns the scripts of the web UI and of its tests.
pub fn scripts(files: &Files) -> impl Iterator<Item = &File> {
    files
        .all()
        .iter()
        .filter(|file| file.path.starts_with("web/") && matches!(file.extension(), "ts" | "tsx" | "js" | "mjs"))
}

fn source(files: &Files) -> impl Iterator<Item = &File> {
    files.all().iter().filter(|file| {
        let is_ours = file.path.starts_with("web/src/") || file.path.starts_with(BROWSER_TESTS);
        is_ours && matches!(file.extension(), "ts" | "tsx" | "css")
    })
}

fn is_test(file: &File) -> bool {
    file.path.starts_with(BROWSER_TESTS) || file.path.starts_with("web/tests/") || file.name().contains(".test.")
}

/// Returns whether the line has a call like `test.only(` or `describe.skip.each(`.
fn leaves_out(line: &str) -> bool {
    let words: Vec<&str> = line.split(|end: char| !(end.is_alphanumeric() || "_.".contains(end))).collect();
    words.iter().any(|word| {
        let mut parts = word.split('.');
        parts.next().is_some_and(|first| TESTS.contains(&first)) && parts.any(|part| LEAVING_OUT.contains(&part))
    })
}

#[cfg(test)]
mod tests {
    use super::super::assert_findings;
    use super::*;

    #[test]
    fn long_files_are_found_but_not_generated_ones() {
        let (fits, long) = ("//\n".repeat(400), "//\n".repeat(401));
        let files = [
            ("web/src/api.gen.ts", long.as_str()),
            ("web/src/app/App.tsx", fits.as_str()),
            ("web/src/live/board.ts", long.as_str()),
            ("web/src/styles.css", long.as_str()),
            ("web/browser/boards.test.ts", long.as_str()),
            ("web/package-lock.json", long.as_str()),
        ];
        let expected = ["web/browser/boards.test.ts", "web/src/live/board.ts", "web/src/styles.css"];
        let expected = expected.map(|path| format!("{path}:401: 401 lines are too many to read; split it below 400"));
        assert_findings(is_short, &files, &expected.each_ref().map(String::as_str));
    }

    #[test]
    fn tests_that_are_left_out_are_found() {
        for (line, expected) in [
            ("test.only('x', () => {});", true),
            ("  describe.skip('x', () => {});", true),
            ("it.skip.each([1])('x', () => {});", true),
            ("test.todo('x');", true),
            ("test('only skip this', () => {});", false),
            ("iterator.skip(3)", false),
            ("latest.only(1)", false),
            ("test.each([1])('x', () => {});", false),
        ] {
            assert_eq!(leaves_out(line), expected, "{line}");
        }
        let text = "test('a', f);\ntest.only('b', f);\n";
        let expected =
            ["web/src/a.test.ts:2: `test.only('b', f);` leaves tests out: a test that is not run is not a test"];
        assert_findings(tests_run, &[("web/src/a.test.ts", text), ("web/src/a.ts", text)], &expected);
    }

    #[test]
    fn browser_tests_that_wait_for_time_are_found() {
        let text = "await page.waitForTimeout(100);\nawait new Promise((done) => setTimeout(done, 5));\nawait page.waitForURL('/');\n";
        let expected = [
            "web/browser/a.ts:1: `waitForTimeout(` waits for time to pass; wait for what should happen",
            "web/browser/a.ts:2: `setTimeout(` waits for time to pass; wait for what should happen",
        ];
        assert_findings(
            browser_tests_wait_for_events,
            &[("web/browser/a.ts", text), ("web/src/a.ts", text)],
            &expected,
        );
    }
}
