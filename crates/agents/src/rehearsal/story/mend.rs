//! Answering remarks on the work: the failing rules of a review, and comments on lines of a diff.

use serde_json::json;

use super::code;
use super::{Beat, Scene, read, subject};

/// Remarks of one message that are answered.
const MAX_REMARKS: usize = 20;

/// What somebody says about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Remark {
    path: String,
    line: usize,
    /// What is written there in answer.
    answer: String,
}

/// Returns what tells a later review that a rule was mended.
pub fn mark(rule: usize) -> String {
    format!("Mended: rule {rule}")
}

/// Returns the files that the remarks of a message are about.
pub fn named_files(message: &str) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for remark in remarks(message) {
        if !files.contains(&remark.path) {
            files.push(remark.path);
        }
    }
    files
}

/// Returns a change for each file that remarks are about, the first one last; none if there are no remarks.
pub fn changes(scene: &Scene) -> Vec<Vec<Beat>> {
    let remarks = remarks(&scene.text);
    let files = named_files(&scene.text);
    let changes = files.iter().rev().filter_map(|path| {
        let text = scene.survey.text(path)?;
        let about: Vec<&Remark> = remarks.iter().filter(|remark| remark.path == *path).collect();
        let content = mended(path, text, &about);
        Some(vec![
            Beat::Say(format!("I mend `{path}`. First I read it.")),
            read(&scene.survey, path, text),
            Beat::Change {
                tool: "Write",
                input: json!({ "file_path": scene.survey.folder.join(path), "content": content }),
            },
        ])
    });
    changes.collect()
}

/// Reads remarks out of the two forms in which they are told.
fn remarks(message: &str) -> Vec<Remark> {
    let mut found: Vec<Remark> = Vec::new();
    let mut rule = None;
    let mut comment: Option<(String, usize)> = None;
    for line in message.lines() {
        if let Some(number) = line.strip_prefix("- Rule ").and_then(|rest| rest.split(':').next()?.parse().ok()) {
            (rule, comment) = (Some(number), None);
        } else if let (Some(rule), Some((path, line))) = (rule, line.strip_prefix("  - ").and_then(place)) {
            found.push(Remark { path, line, answer: mark(rule) });
        } else if let Some(place) = place(line.trim_end_matches(" (before your change)")).filter(|_| rule.is_none()) {
            comment = Some(place);
        } else if line.starts_with('>') || line.trim().is_empty() {
            // The line as it was seen, or the end of a remark.
        } else if let Some((path, at)) = comment.take() {
            found.push(Remark { path, line: at, answer: format!("Rehearsal: {}", subject(line)) });
        }
    }
    found.truncate(MAX_REMARKS);
    found
}

/// Reads `path:line`.
fn place(text: &str) -> Option<(String, usize)> {
    let (path, line) = text.rsplit_once(':')?;
    let plain = !path.is_empty() && !path.starts_with(['-', ' ', '>']);
    line.parse().ok().filter(|_| plain).map(|line| (path.to_owned(), line))
}

/// Returns the text with the answers in it: as comments below the lines, or at the end of a text without comments.
fn mended(path: &str, text: &str, remarks: &[&Remark]) -> String {
    let Some((before, after)) = comment_signs(path) else {
        let answers: Vec<String> = remarks.iter().map(|remark| format!("- {}\n", remark.answer)).collect();
        return format!("{text}{}{}", code::before_line(text), answers.concat());
    };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut remarks = remarks.to_vec();
    // From the end, so that the numbers of the lines above stay true.
    remarks.sort_by_key(|remark| std::cmp::Reverse(remark.line));
    for remark in remarks {
        let at = remark.line.min(lines.len());
        let above = at.checked_sub(1).and_then(|above| lines.get(above)).map_or("", String::as_str);
        let indent: String = above.chars().take_while(|letter| letter.is_whitespace()).collect();
        lines.insert(at, format!("{indent}{before}{}{after}", remark.answer));
    }
    lines.join("\n") + "\n"
}

/// Returns what begins and ends a comment in files of this name; none for texts that are shown as they are.
fn comment_signs(path: &str) -> Option<(&'static str, &'static str)> {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending {
        "py" | "rb" | "sh" | "toml" | "yaml" | "yml" => Some(("# ", "")),
        "c" | "cpp" | "cs" | "go" | "h" | "java" | "js" | "kt" | "php" | "rs" | "swift" | "ts" | "tsx" => {
            Some(("// ", ""))
        }
        "css" => Some(("/* ", " */")),
        "html" | "xml" => Some(("<!-- ", " -->")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(path: &str, line: usize, answer: &str) -> Remark {
        Remark { path: path.to_owned(), line, answer: answer.to_owned() }
    }

    #[test]
    fn failing_rules_are_remarks_on_their_places() {
        let told = "A review found rules that the work does not keep. Mend these:\n\n- Rule 2: Names: whole words.\n  \
                    Not so at src/a.py:9\n  - src/a.py:3\n  - README.md:1\n- Rule 4: More.\n  why\n  - b.js\n\nDo it.\n";
        let expected = [remark("src/a.py", 3, "Mended: rule 2"), remark("README.md", 1, "Mended: rule 2")];
        assert_eq!(remarks(told), expected);
        assert_eq!(named_files(told), ["src/a.py", "README.md"]);
    }

    #[test]
    fn comments_are_remarks_on_their_lines() {
        let told = "Comments on your changes:\n\nsrc/a.py:3\n> x = 1:2\nWhy 1?\nAnd more.\n\n\
                    b.md:7 (before your change)\nKeep it.\n";
        let expected = [remark("src/a.py", 3, "Rehearsal: Why 1?"), remark("b.md", 7, "Rehearsal: Keep it.")];
        assert_eq!(remarks(told), expected);
    }

    #[test]
    fn a_message_without_remarks_has_none() {
        for told in ["", "Fly higher", "# Title\n\nat 10:30 we fly", "- Rule x: no\n  - a:1"] {
            assert_eq!(remarks(told), [], "{told}");
        }
    }

    #[track_caller]
    fn check(path: &str, text: &str, lines: &[usize], expected: &str) {
        let remarks: Vec<Remark> = lines.iter().map(|line| remark(path, *line, "so")).collect();
        let remarks: Vec<&Remark> = remarks.iter().collect();
        assert_eq!(mended(path, text, &remarks), expected);
    }

    #[test]
    fn answers_are_comments_below_their_lines() {
        check("a.py", "def f():\n    return 1\n", &[1, 2], "def f():\n# so\n    return 1\n    # so\n");
        check("a.js", "f()", &[9], "f()\n// so\n");
        check("a.css", "", &[0], "/* so */\n");
        check("a.md", "## Rehearsal\n\n- one\n", &[1, 3], "## Rehearsal\n\n- one\n- so\n- so\n");
    }
}
