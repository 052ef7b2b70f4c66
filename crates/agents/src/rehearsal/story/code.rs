//! Code mode: one real change to one file, and at most a command that is asked about and not run.

use serde_json::json;

use super::plan::Draft;
use super::{Beat, Scene, read};
use crate::rehearsal::project::{OWN_FILE, Place, README};

/// Words that ask for work when one is only talking.
pub const WORDS: &[&str] =
    &["add", "change", "code", "command", "create", "edit", "fix", "implement", "run", "update", "write"];

pub const HEADING: &str = "## Rehearsal";
/// Characters of a task in the name of its file.
const MAX_NAME: usize = 40;
const COMMAND: &str = "echo 'Hello from the rehearsal'";

/// Returns what a plan says about the file.
pub fn intention(scene: &Scene) -> String {
    let (path, text) = target(scene);
    match text {
        Some(_) => format!("Edit `{path}`: add a line at its end, under “{}”.", &HEADING[3..]),
        None => format!("Make the file `{path}` with one line in it."),
    }
}

/// Reads the file and changes it; the last beat brings news.
pub fn work(scene: &Scene, draft: Option<&Draft>) -> Vec<Beat> {
    let (path, text) = target(scene);
    let line = line(&scene.subject(), draft);
    let file_path = scene.survey.folder.join(&path);
    let Some(text) = text else {
        let content = format!("# Rehearsal\n\n{}{line}", introduction());
        let said = format!("I make the file `{path}` in the project's folder.");
        return vec![
            Beat::Say(said),
            Beat::Change { tool: "Write", input: json!({ "file_path": file_path, "content": content }) },
        ];
    };
    let end = unique_end(text);
    let new_end = format!("{end}{}{line}", before_line(text));
    let input = json!({ "file_path": file_path, "old_string": end, "new_string": new_end, "replace_all": false });
    vec![
        Beat::Say(format!("I add a line to `{path}`. First I read it.")),
        read(&scene.survey, &path, text),
        Beat::Change { tool: "Edit", input },
    ]
}

pub fn wants_command(scene: &Scene) -> bool {
    scene.says_any(&["run", "command"])
}

pub fn command(done: &str) -> Vec<Beat> {
    let said = format!("{done} Next I would run a command, and ask you first.");
    vec![Beat::Say(said), Beat::Run { command: COMMAND.to_owned() }]
}

pub fn summary(done: &str) -> String {
    format!("Done. {done}\n\nThe line is really there: look at the diff above, and take it out again when you like.")
}

pub fn unchanged(reason: &str) -> String {
    format!("I did not change the file: {reason}\n\nEverything is as it was.")
}

pub fn not_run(reason: &str) -> String {
    format!("I did not run the command: {reason}\n\nThe file stays as I changed it.")
}

/// Returns the file that a task has to itself on a branch: branches that change different files can all be merged.
pub fn own_file(task: &str) -> String {
    let subject = super::subject(task).to_lowercase();
    let words = subject.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(MAX_NAME).collect();
    format!("rehearsal-{}.md", if name.is_empty() { "task" } else { name.trim_end_matches('-') })
}

/// Returns the file to change, with its text unless it has to be made.
fn target(scene: &Scene) -> (String, Option<&str>) {
    let text = |path: &str| scene.survey.text(path).filter(|text| !text.trim().is_empty());
    let path = match scene.survey.place {
        Place::Branch => own_file(&scene.task),
        Place::Project if text(README).is_some() => README.to_owned(),
        Place::Project => OWN_FILE.to_owned(),
    };
    let text = text(&path);
    (path, text)
}

fn line(subject: &str, draft: Option<&Draft>) -> String {
    match draft {
        None => format!("- {subject}\n"),
        Some(draft) => {
            let mention = draft.mention.as_deref().map_or_else(String::new, |text| format!("; {text}"));
            format!("- {subject} (planned: {}{mention})\n", super::subject(&draft.size))
        }
    }
}

fn introduction() -> &'static str {
    "A scripted rehearsal of Tandem wrote these lines. Take them out when you have seen enough.\n\n"
}

/// Returns what goes between the file's end and the new line.
pub fn before_line(text: &str) -> String {
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    let last_heading = text.lines().rev().find(|line| line.starts_with('#'));
    if last_heading.is_some_and(|heading| heading == HEADING || heading == &HEADING[1..]) {
        newline.to_owned()
    } else {
        format!("{newline}\n{HEADING}\n\n{}", introduction())
    }
}

/// Returns the shortest run of whole lines at the end that is nowhere else in the text.
fn unique_end(text: &str) -> &str {
    let starts = text.char_indices().rev().filter(|(at, _)| *at == 0 || text[..*at].ends_with('\n'));
    let ends = starts.map(|(at, _)| &text[at..]);
    ends.into_iter().find(|end| !end.trim().is_empty() && text.matches(end).count() == 1).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_found_that_is_there_once() {
        assert_eq!(unique_end("one\ntwo\n"), "two\n");
        assert_eq!(unique_end("two\none\ntwo\n"), "one\ntwo\n");
        assert_eq!(unique_end("one\n\n\n"), "one\n\n\n");
        assert_eq!(unique_end("one"), "one");
    }

    #[test]
    fn a_task_has_a_file_of_its_own() {
        assert_eq!(own_file("# Feed the zebra\n\nTwice a day."), "rehearsal-feed-the-zebra.md");
        assert_eq!(own_file("# Café: ./../x?"), "rehearsal-caf-x.md");
        assert_eq!(own_file("Über"), "rehearsal-ber.md");
        assert_eq!(own_file("…"), "rehearsal-task.md");
        assert_eq!(own_file(&"feed it ".repeat(20)), format!("rehearsal-{}.md", ["feed-it"; 5].join("-")));
    }

    #[test]
    fn a_second_line_goes_under_the_first() {
        let first = format!("# A\n{}- one\n", before_line("# A\n"));
        assert!(first.starts_with("# A\n\n## Rehearsal\n\n"), "{first}");
        assert_eq!(before_line(&first), "");
        assert!(before_line(&format!("{first}\n# B\n")).contains(HEADING));
        assert!(before_line("# A").starts_with("\n\n## Rehearsal"));
    }
}
