//! What agents are told, in words.

use std::fmt::Write;

use agents::taken_up::GO_ON;
use boards::kanban::automation::{Brief, Work};
use serde::{Deserialize, Serialize};

use crate::rules::Rule;

/// What a task is made of.
pub(crate) struct Task<'a> {
    pub(crate) work: Work,
    pub(crate) brief: Brief,
    pub(crate) title: &'a str,
    pub(crate) description: Option<&'a str>,
    pub(crate) column: &'a str,
    /// What the column adds.
    pub(crate) prompt: Option<&'a str>,
    /// What a person adds.
    pub(crate) note: Option<&'a str>,
    /// The plan that was approved for the card.
    pub(crate) plan: Option<&'a str>,
    /// Whether this conversation knows the card already.
    pub(crate) known: bool,
    pub(crate) rules: &'a [Rule],
    /// What the work is compared with in git, and the branch it is on.
    pub(crate) base: Option<(&'a str, &'a str)>,
}

/// Says a task.
pub(crate) fn task(task: &Task<'_>) -> String {
    // One that was stopped before it had its task has nothing to go on with.
    if task.brief == Brief::GoOn && task.known {
        let note = task.note.map(|note| format!("\n\n{note}")).unwrap_or_default();
        return format!("{GO_ON}{note}");
    }
    let mut text = String::new();
    if !task.known || task.work == Work::Review {
        card(&mut text, task);
    }
    match task.work {
        Work::Plan => text.push_str("Plan this task. Ask what you need to know before you plan, then submit a plan for approval. Change nothing yet.\n"),
        Work::Code => code(&mut text, task),
        Work::Review => review(&mut text, task),
        Work::Custom => {
            if task.known {
                writeln!(text, "The card is in the column {:?} now.", task.column).ok();
            }
        }
        Work::Talk => text.push_str("Go on.\n"),
    }
    for more in [task.prompt, task.note].into_iter().flatten() {
        write!(text, "\n{}\n", more.trim()).ok();
    }
    text.trim().to_owned()
}

fn card(text: &mut String, task: &Task<'_>) {
    writeln!(text, "# {}\n", task.title).ok();
    if let Some(description) = task.description.map(str::trim).filter(|description| !description.is_empty()) {
        writeln!(text, "{description}\n").ok();
    }
}

fn code(text: &mut String, task: &Task<'_>) {
    match (task.known, task.note, task.plan) {
        // What is to be done is said by the person.
        (true, Some(_), _) => {}
        (true, None, _) => {
            writeln!(
                text,
                "The card is in the column {:?} now: carry out what was agreed, as far as it is not done.",
                task.column
            )
            .ok();
        }
        (false, _, Some(plan)) => {
            writeln!(text, "Carry out this plan, which was approved:\n\n{plan}\n").ok();
        }
        (false, _, None) => text.push_str("Do this task.\n"),
    }
}

fn review(text: &mut String, task: &Task<'_>) {
    text.push_str("Review the work that was done for this task. Look at the changes yourself; change nothing.\n\n");
    if let Some((base, branch)) = task.base {
        writeln!(text, "The work is on the branch {branch}; compare it, with what is not committed, with {base} (git diff {base}).\n").ok();
    }
    if let Some(plan) = task.plan {
        writeln!(text, "This plan was approved. Say for each of its steps whether it was done:\n\n{plan}\n").ok();
    }
    if task.rules.is_empty() {
        text.push_str(
            "The project has no rules written down: judge by common sense, and report an empty list of rules.\n",
        );
    } else {
        text.push_str("These are the project's rules. Give a verdict for each by its number, with file and line:\n\n");
        for Rule { number, text: rule } in task.rules {
            writeln!(text, "{number}. {rule}").ok();
        }
        text.push('\n');
    }
    text.push_str("When you have looked at everything, file your findings with the tool `report_review`.\n");
}

/// Says the failing rules of a review to the conversation that did the work.
pub(crate) fn failing_rules(failing: &[(Rule, String, Vec<String>)], note: Option<&str>) -> String {
    let mut text = "A review found rules that the work does not keep. Mend these:\n\n".to_owned();
    for (rule, why, places) in failing {
        writeln!(text, "- Rule {}: {}", rule.number, rule.text.replace('\n', " ")).ok();
        writeln!(text, "  {}", why.trim().replace('\n', "\n  ")).ok();
        for place in places {
            writeln!(text, "  - {place}").ok();
        }
    }
    if let Some(note) = note.map(str::trim).filter(|note| !note.is_empty()) {
        write!(text, "\n{note}\n").ok();
    }
    text
}

/// A person's comment on a line of a diff.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct LineComment {
    pub path: String,
    pub line: u32,
    pub side: Side,
    /// The line as it was seen.
    pub quote: Option<String>,
    pub text: String,
}

/// Which of the two files of a diff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "DiffSide")]
pub enum Side {
    Old,
    New,
}

/// Says comments on lines to the agent.
pub fn comments(comments: &[LineComment]) -> String {
    let mut text = "Comments on your changes:\n".to_owned();
    for comment in comments {
        let side = match comment.side {
            Side::Old => " (before your change)",
            Side::New => "",
        };
        write!(text, "\n{}:{}{side}\n", comment.path, comment.line).ok();
        if let Some(quote) = &comment.quote {
            writeln!(text, "> {}", quote.lines().next().unwrap_or_default()).ok();
        }
        writeln!(text, "{}", comment.text.trim()).ok();
    }
    text
}

#[cfg(test)]
mod tests;
