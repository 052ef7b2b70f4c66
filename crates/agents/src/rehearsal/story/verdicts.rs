//! The report of a review that is given numbered rules. A script cannot judge them, and says so: the second rule fails
//! until the file says that it was mended, so that a person sees both ends of a review.

use serde_json::{Value, json};

use super::{Scene, code, mend};
use crate::rehearsal::project::Survey;

/// The rule that fails the first time.
const FAILING: usize = 2;
/// Rules that get a verdict, and steps of a plan.
const MAX_RULES: usize = 100;
const MAX_STEPS: usize = 50;

/// Returns the report in the words of the tool that takes it.
pub fn report(scene: &Scene) -> Value {
    let rules = numbers(rules_part(&scene.text));
    let place = place(&scene.survey).filter(|_| rules.len() >= FAILING && !is_mended(&scene.survey));
    let verdicts: Vec<Value> = (1..=rules.len())
        .map(|rule| match &place {
            Some((file, line)) if rule == FAILING => json!({
                "rule": rule, "verdict": "fail", "places": [{ "file": file, "line": line }],
                "note": "The script fails this rule once, so that you see how failing rules are sent back.",
            }),
            Some(_) | None => json!({
                "rule": rule, "verdict": "pass", "note": "A script cannot judge this; it says that the rule is kept.",
            }),
        })
        .collect();
    let steps: Vec<Value> = steps(&scene.text).iter().map(|step| json!({ "text": step, "done": true })).collect();
    let summary = if place.is_some() {
        "A scripted rehearsal wrote this review: one rule fails on purpose. Send it back, and the next review passes."
    } else {
        "A scripted rehearsal wrote this review: it passes everything, and has judged nothing."
    };
    json!({ "rules": verdicts, "steps": steps, "summary": summary })
}

pub fn filed(said: &str) -> String {
    format!("The report is on the card. {said}")
}

pub fn not_filed(reason: &str) -> String {
    format!("The report was not taken: {reason}")
}

/// Returns what the message says between the announcement of the rules and of the tool.
fn rules_part(text: &str) -> impl Iterator<Item = &str> {
    let rules = text.lines().skip_while(|line| !line.contains("the project's rules")).skip(1);
    rules.take_while(|line| !line.contains("report_review"))
}

/// Returns the texts of a list that is numbered from 1.
fn numbers<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for line in lines {
        let next = format!("{}. ", found.len() + 1);
        if let Some(text) = line.strip_prefix(&next).filter(|_| found.len() < MAX_RULES) {
            found.push(text);
        }
    }
    found
}

/// Returns the numbered steps of the plan that was approved.
fn steps(text: &str) -> Vec<String> {
    let plan = text.lines().skip_while(|line| !line.starts_with("This plan was approved")).skip(1);
    let plan = plan.take_while(|line| !line.contains("the project's rules") && !line.contains("report_review"));
    numbers(plan).into_iter().take(MAX_STEPS).map(super::subject).collect()
}

fn is_mended(survey: &Survey) -> bool {
    survey.read_files().any(|(_, text)| text.contains(&mend::mark(FAILING)))
}

/// Returns a line that was really read: the last one that a rehearsal wrote, or else the first of all.
fn place(survey: &Survey) -> Option<(&str, usize)> {
    let files = || survey.read_files().filter(|(_, text)| !text.trim().is_empty());
    let written =
        files().find(|(_, text)| text.lines().any(|line| line.starts_with('#') && line.ends_with(&code::HEADING[1..])));
    match written {
        Some((path, text)) => Some((path, text.lines().count())),
        None => files().next().map(|(path, _)| (path, 1)),
    }
}
