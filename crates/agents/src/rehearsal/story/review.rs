//! Review: a few rules a script can really check, on lines that are really there.

use super::{Scene, counted};

/// Files that are read.
pub const FILES: usize = 5;
const MAX_WIDTH: usize = 120;
/// Characters of a line that are quoted, and rules of the person that are named.
const MAX_QUOTE: usize = 60;
const MAX_RULES: usize = 8;

/// Marks of unfinished work, put together here so that this file is free of them.
const MARKS: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME")];

struct Line<'a> {
    path: &'a str,
    number: usize,
    text: &'a str,
}

pub fn report(scene: &Scene) -> String {
    let files: Vec<(&str, &str)> = scene.survey.read_files().take(FILES).collect();
    let lines: Vec<Line> = files
        .iter()
        .flat_map(|(path, text)| (1..).zip(text.lines()).map(|(number, text)| Line { path, number, text }))
        .collect();
    if lines.is_empty() {
        return "There is nothing to review: I found no file with text in it.".to_owned();
    }
    let mut report =
        format!("I read {} of {}. Verdict by rule:\n\n", counted(lines.len(), "line"), counted(files.len(), "file"));
    report.push_str(&width(&lines));
    report.push_str(&verdict("No line ends in a space", &lines, |line| line.text.ends_with([' ', '\t'])));
    let marked = |line: &Line| MARKS.iter().any(|mark| line.text.contains(mark));
    report.push_str(&verdict("Nothing is marked as unfinished", &lines, marked));
    let unjudged = "**not judged**. A script cannot judge this; a person or a model can.";
    report.extend(rules(&scene.text).map(|rule| format!("- {rule}: {unjudged}\n")));
    report
}

fn width(lines: &[Line]) -> String {
    let rule = format!("No line is longer than {MAX_WIDTH} characters");
    let longest = lines.iter().max_by_key(|line| line.text.chars().count());
    match longest.map(|line| (line, line.text.chars().count())) {
        Some((line, width)) if width > MAX_WIDTH => {
            format!("- {rule}: **broken**, most of all at {} with {width}\n", line.place())
        }
        Some((line, width)) => format!("- {rule}: **holds**; the longest is {} with {width}\n", line.place()),
        None => String::new(),
    }
}

fn verdict(rule: &str, lines: &[Line], breaks: impl Fn(&Line) -> bool) -> String {
    let broken: Vec<&Line> = lines.iter().filter(|line| breaks(line)).collect();
    match broken.first() {
        None => format!("- {rule}: **holds**\n"),
        Some(first) => {
            let quote: String = first.text.trim().chars().take(MAX_QUOTE).collect();
            let quote = quote.replace('`', "'");
            format!(
                "- {rule}: **broken** on {}, first at {}: `{quote}`\n",
                counted(broken.len(), "line"),
                first.place()
            )
        }
    }
}

/// Returns the rules a person listed in the message.
fn rules(text: &str) -> impl Iterator<Item = String> {
    let listed = text.lines().filter_map(|line| line.trim().strip_prefix("- ").or(line.trim().strip_prefix("* ")));
    listed.filter(|rule| !rule.trim().is_empty()).take(MAX_RULES).map(super::subject)
}

impl Line<'_> {
    fn place(&self) -> String {
        format!("`{}:{}`", self.path, self.number)
    }
}
