//! Rules about source files: their size, their names, and what must not be in them.

use super::Finding;
use super::files::{File, Files};

const LONGEST_RUST_FILE: usize = 600;
/// `main.rs` has fewer lines than this.
const MAIN_LIMIT: usize = 60;

/// The words are put together here so that this file does not find itself.
const UNFINISHED: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];
const MACHINE_FOLDERS: &[&str] = &[concat!("/ro", "ot/"), concat!("/wo", "rk/")];

const CODE: &[&str] = &["rs", "toml", "sql", "sh", "py", "ts", "tsx", "js", "mjs", "css", "html", "yml", "yaml"];

pub fn is_short(files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.rust() {
        let lines = file.text.lines().count();
        if lines > LONGEST_RUST_FILE {
            let what = format!("{lines} lines are too many to read; split it below {LONGEST_RUST_FILE}");
            findings.push(Finding::new(&file.path, lines, what));
        }
        if file.path.ends_with("src/main.rs") && lines >= MAIN_LIMIT {
            let what = format!("`main.rs` has {lines} lines; keep it under {MAIN_LIMIT}");
            findings.push(Finding::new(&file.path, lines, what));
        }
        if file.name() == "mod.rs" {
            findings.push(Finding::new(&file.path, 1, "name this file after its module instead of `mod.rs`"));
        }
    }
    findings
}

pub fn has_no_banned_text(files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.all() {
        if CODE.contains(&file.extension()) {
            for (number, line) in file.lines() {
                let unfinished = UNFINISHED.iter().filter(|word| has_word(line, word));
                findings.extend(unfinished.map(|word| {
                    Finding::new(&file.path, number, format!("`{word}` is not allowed: do it, or write an issue"))
                }));
            }
        }
        if file.is_rust() {
            findings.extend(banned_attributes(file));
        }
    }
    findings
}

pub fn names_no_machine(files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.all() {
        for (number, line) in file.lines() {
            for folder in MACHINE_FOLDERS {
                if has_absolute(line, folder) {
                    let what = format!("`{folder}` is a path of one machine");
                    findings.push(Finding::new(&file.path, number, what));
                }
            }
        }
    }
    findings
}

/// Returns whether a library documents something with an example that is run.
pub fn has_doctests(files: &Files) -> bool {
    files.rust().any(|file| {
        let mut inside = false;
        file.path.contains("/src/")
            && file.lines().any(|(_, line)| {
                let line = line.trim_start();
                let Some(comment) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else {
                    inside = false;
                    return false;
                };
                let Some(language) = comment.trim().strip_prefix("```") else { return false };
                inside = !inside;
                inside && matches!(language, "" | "rust" | "should_panic" | "no_run" | "compile_fail")
            })
    })
}

fn banned_attributes(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, line) in file.lines() {
        let line = line.trim_start();
        let conditional = line.starts_with("#[cfg_attr(") || line.starts_with("#![cfg_attr(");
        if line.starts_with("#[ignore") || (conditional && has_word(line, "ignore")) {
            let what = "`#[ignore` is not allowed: a test that is not run is not a test";
            findings.push(Finding::new(&file.path, number, what));
        }
        let allows = line.starts_with("#[allow(") || line.starts_with("#![allow(");
        if allows || (conditional && line.contains(" allow(")) {
            let what = "`#[allow(` is not allowed: use `#[expect(…, reason = \"…\")]`";
            findings.push(Finding::new(&file.path, number, what));
        }
    }
    findings
}

fn has_word(line: &str, word: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    line.match_indices(word)
        .any(|(start, _)| !line[..start].ends_with(is_part) && !line[start + word.len()..].starts_with(is_part))
}

/// Returns whether `folder` stands in the line as the start of a path, not in the middle of another.
fn has_absolute(line: &str, folder: &str) -> bool {
    let is_path = |character: char| character.is_alphanumeric() || "._-~}*".contains(character);
    line.match_indices(folder).any(|(start, _)| !line[..start].ends_with(is_path))
}

#[cfg(test)]
mod tests {
    use super::super::assert_findings;
    use super::*;

    #[test]
    fn long_files_are_found() {
        let (fits, long) = ("//\n".repeat(600), "//\n".repeat(601));
        let files = [("crates/a/src/fits.rs", fits.as_str()), ("crates/a/src/long.rs", long.as_str())];
        let expected = ["crates/a/src/long.rs:601: 601 lines are too many to read; split it below 600"];
        assert_findings(is_short, &files, &expected);
    }

    #[test]
    fn a_long_main_is_found() {
        let (fits, long) = ("//\n".repeat(59), "//\n".repeat(60));
        let files = [("crates/a/src/main.rs", fits.as_str()), ("crates/b/src/main.rs", long.as_str())];
        assert_findings(is_short, &files, &["crates/b/src/main.rs:60: `main.rs` has 60 lines; keep it under 60"]);
    }

    #[test]
    fn unfinished_words_are_found_in_code_only() {
        let word = UNFINISHED[0];
        let text = format!("// {word}: later\nlet {word}S = 1;\n");
        let files = [("crates/a/src/lib.rs", text.as_str()), ("README.md", text.as_str())];
        let expected = [format!("crates/a/src/lib.rs:1: `{word}` is not allowed: do it, or write an issue")];
        assert_findings(has_no_banned_text, &files, &[expected[0].as_str()]);
    }

    #[test]
    fn attributes_that_hide_things_are_found() {
        let lines = [
            "#[test]",
            "    #[ignore = \"slow\"]",
            "fn a() {}",
            "#![allow(dead_code)]",
            "#[cfg_attr(miri, ignore)]",
            "#[cfg_attr(test, allow(unused))]",
            "let x = \"#[allow(\";",
        ];
        let ignore = "`#[ignore` is not allowed: a test that is not run is not a test";
        let allow = "`#[allow(` is not allowed: use `#[expect(…, reason = \"…\")]`";
        let expected =
            [(2, ignore), (4, allow), (5, ignore), (6, allow)].map(|(line, what)| format!("a.rs:{line}: {what}"));
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        assert_findings(has_no_banned_text, &[("a.rs", &lines.join("\n"))], &expected);
    }

    #[test]
    fn paths_of_one_machine_are_found() {
        let folder = MACHINE_FOLDERS[1];
        let text = format!("see {folder}main\nsee https://example.org{folder}x and src{folder}y\n");
        let expected = format!("notes.md:1: `{folder}` is a path of one machine");
        assert_findings(names_no_machine, &[("notes.md", &text)], &[expected.as_str()]);
    }

    #[track_caller]
    fn check_doctests(text: &str, expected: bool) {
        assert_eq!(has_doctests(&Files::from_texts(&[("crates/a/src/lib.rs", text)])), expected);
    }

    #[test]
    fn doctests_are_noticed() {
        check_doctests("/// Adds.\n/// ```\n/// assert!(true);\n/// ```\nfn f() {}", true);
        check_doctests("//! ```no_run\n//! f();\n//! ```", true);
        check_doctests("/// ```text\n/// a picture\n/// ```\nfn f() {}", false);
        check_doctests("let text = \"```\";", false);
    }
}
