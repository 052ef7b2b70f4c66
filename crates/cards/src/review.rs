//! Reviews: the rules one is given, and the report its agent files with a tool of its own.

use std::collections::BTreeSet;
use std::sync::Arc;

use agents::{REPORT_REVIEW, ToolAnswer, ToolEffect, ToolSpec};
use async_trait::async_trait;
use engine::{BoardId, NodeId, SessionId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sessions::MoreTools;
use store::{Session, Store};
use tokio::sync::broadcast;

use crate::limits::{MAX_NOTE_CHARS, MAX_PLACES, MAX_STEPS, REPORT_QUEUE};
use crate::rules::Rule;
use crate::status::ReviewCount;

/// What a review found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// One verdict for each numbered rule.
    pub rules: Vec<Verdict>,
    /// The steps of the approved plan and whether each was done; empty if there was no plan.
    #[serde(default)]
    pub steps: Vec<StepVerdict>,
    /// A few sentences for the person who reads the review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
}

/// What a review says about one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// The rule's number.
    pub rule: usize,
    pub verdict: VerdictName,
    /// Why; needed when the rule failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Where it shows.
    #[serde(default)]
    pub places: Vec<Place>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Verdict")]
pub enum VerdictName {
    Pass,
    Fail,
    NotApplicable,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ReviewPlace")]
pub struct Place {
    /// From the project's folder.
    pub file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// Whether a step of the plan was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StepVerdict {
    pub text: String,
    pub done: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Report {
    pub fn count(&self) -> ReviewCount {
        let count = |name| self.rules.iter().filter(|verdict| verdict.verdict == name).count();
        ReviewCount {
            reported: true,
            passed: count(VerdictName::Pass),
            failed: count(VerdictName::Fail),
            not_applicable: count(VerdictName::NotApplicable),
        }
    }

    /// Says what is wrong with a report, to the agent that filed it.
    fn check(&self, rules: &[Rule]) -> Result<(), String> {
        let known: BTreeSet<usize> = rules.iter().map(|rule| rule.number).collect();
        let mut judged = BTreeSet::new();
        for verdict in &self.rules {
            let number = verdict.rule;
            if !known.contains(&number) {
                return Err(format!("rules: there is no rule {number}; the rules are numbered 1 to {}", rules.len()));
            }
            if !judged.insert(number) {
                return Err(format!("rules: rule {number} is judged twice"));
            }
            let says_why = verdict.note.as_ref().is_some_and(|note| !note.trim().is_empty());
            if verdict.verdict == VerdictName::Fail && !says_why {
                return Err(format!("rules: rule {number} failed; say why in its note"));
            }
            if verdict.places.len() > MAX_PLACES {
                return Err(format!("rules: rule {number} names more than {MAX_PLACES} places; name the first ones"));
            }
        }
        let missing: Vec<String> = known.difference(&judged).map(usize::to_string).collect();
        if !missing.is_empty() {
            return Err(format!("rules: judge every rule; missing: {}", missing.join(", ")));
        }
        if self.steps.len() > MAX_STEPS {
            return Err(format!("steps: at most {MAX_STEPS}"));
        }
        let texts = self
            .rules
            .iter()
            .flat_map(|verdict| verdict.note.iter().chain(verdict.places.iter().map(|place| &place.file)));
        let texts = texts.chain(self.steps.iter().flat_map(|step| step.note.iter().chain([&step.text])));
        if texts.chain(&self.summary).any(|text| text.chars().count() > MAX_NOTE_CHARS) {
            return Err(format!("a text has more than {MAX_NOTE_CHARS} characters; say it shorter"));
        }
        Ok(())
    }
}

/// Takes the reports of reviews.
pub struct ReviewDesk {
    pub store: Arc<dyn Store>,
    pub now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    pub reports: Reports,
}

/// Where it is said that a report was filed: a desk that has counted already counts again.
#[derive(Clone)]
pub struct Reports(broadcast::Sender<Filed>);

/// A report that was filed.
#[derive(Clone)]
pub(crate) struct Filed {
    pub(crate) board: BoardId,
    pub(crate) card: NodeId,
    pub(crate) session: SessionId,
}

impl Default for Reports {
    fn default() -> Self {
        Self(broadcast::channel(REPORT_QUEUE).0)
    }
}

impl Reports {
    pub(crate) fn listen(&self) -> broadcast::Receiver<Filed> {
        self.0.subscribe()
    }

    fn tell(&self, session: &Session) {
        let card = session.card.as_deref().and_then(|card| NodeId::parse(card).ok());
        if let Some((board, card)) = session.board.zip(card) {
            // Before the desks are open nobody listens; they look for reports when they open.
            drop(self.0.send(Filed { board, card, session: session.id }));
        }
    }
}

#[async_trait]
impl MoreTools for ReviewDesk {
    fn of(&self, session: &Session) -> Vec<ToolSpec> {
        if session.mode != "review" || session.card.is_none() {
            return Vec::new();
        }
        let description = "Files the result of this review: a verdict for every numbered rule, with file and line, and \
                           for each step of the approved plan whether it was done. Call it once you have looked at \
                           everything; calling it again replaces the report.";
        vec![ToolSpec {
            name: REPORT_REVIEW.to_owned(),
            description: description.to_owned(),
            input_schema: schemars::schema_for!(Report).to_value(),
            effect: ToolEffect::Reports,
        }]
    }

    async fn call(&self, session: &Session, name: &str, input: Value) -> ToolAnswer {
        match self.file(session, name, input).await {
            Ok(text) => ToolAnswer { text, is_error: false },
            Err(text) => ToolAnswer { text, is_error: true },
        }
    }
}

impl ReviewDesk {
    async fn file(&self, session: &Session, name: &str, input: Value) -> Result<String, String> {
        if name != REPORT_REVIEW {
            return Err(format!("there is no tool {name:?}"));
        }
        let opened = self.store.review(session.id).await.map_err(|error| error.to_string())?;
        let opened = opened.ok_or("this session is no review")?;
        let rules: Vec<Rule> = serde_json::from_str(&opened.rules).map_err(|error| error.to_string())?;
        let report: Report = serde_json::from_value(input).map_err(|error| format!("input: {error}"))?;
        report.check(&rules)?;
        let count = report.count();
        let text = serde_json::to_string(&report).map_err(|error| error.to_string())?;
        self.store.file_review(session.id, text, (self.now)()).await.map_err(|error| error.to_string())?;
        self.reports.tell(session);
        Ok(format!(
            "The report is filed: {} passed, {} failed, {} not applicable. End your turn now.",
            count.passed, count.failed, count.not_applicable
        ))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rules() -> Vec<Rule> {
        crate::rules::rules("- No panics.\n- Names are words.\n")
    }

    #[track_caller]
    fn check(report: Value, expected: Result<(), &str>) {
        let report: Report = serde_json::from_value(report).unwrap();
        assert_eq!(report.check(&rules()), expected.map_err(str::to_owned));
    }

    #[test]
    fn every_rule_is_judged_once() {
        let pass = |rule| json!({ "rule": rule, "verdict": "pass" });
        check(json!({ "rules": [pass(1), pass(2)] }), Ok(()));
        check(json!({ "rules": [pass(2)] }), Err("rules: judge every rule; missing: 1"));
        check(json!({ "rules": [pass(1), pass(1)] }), Err("rules: rule 1 is judged twice"));
        let unknown = "rules: there is no rule 3; the rules are numbered 1 to 2";
        check(json!({ "rules": [pass(1), pass(3)] }), Err(unknown));
    }

    #[test]
    fn a_failed_rule_says_why() {
        let fail = |note: Value| {
            json!({ "rules": [{ "rule": 1, "verdict": "fail", "note": note,
            "places": [{ "file": "src/a.rs", "line": 3 }] }, { "rule": 2, "verdict": "not_applicable" }] })
        };
        check(fail(json!("unwrap")), Ok(()));
        check(fail(json!(" ")), Err("rules: rule 1 failed; say why in its note"));
        check(fail(Value::Null), Err("rules: rule 1 failed; say why in its note"));
        check(fail(json!("x".repeat(4_001))), Err("a text has more than 4000 characters; say it shorter"));
    }

    #[test]
    fn verdicts_are_counted() {
        let report =
            json!({ "rules": [{ "rule": 1, "verdict": "fail", "note": "x" }, { "rule": 2, "verdict": "pass" }] });
        let report: Report = serde_json::from_value(report).unwrap();
        let expected = ReviewCount { reported: true, passed: 1, failed: 1, not_applicable: 0 };
        assert_eq!(report.count(), expected);
    }
}
