//! A review as it is shown: each rule with its verdict.

use cards::{CardRecord, Place, Report, Rule, StepVerdict, VerdictName};
use engine::{SessionId, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;
use store::Review;

/// What a review found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Review")]
pub struct ReviewResponse {
    pub session_id: SessionId,
    /// Whether its agent filed a report.
    pub reported: bool,
    /// Whether work has gone on since, or was asked for: it is about an older state.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub outdated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    pub rules: Vec<RuleResponse>,
    /// The steps of the approved plan, as the reviewer judged them.
    pub steps: Vec<StepVerdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
}

/// A rule and what the review says about it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ReviewedRule")]
pub struct RuleResponse {
    pub number: usize,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub places: Vec<Place>,
}

impl ReviewResponse {
    pub fn new(review: &Review, record: &CardRecord) -> Self {
        let rules: Vec<Rule> = serde_json::from_str(&review.rules).unwrap_or_default();
        let report: Option<Report> = review.report.as_deref().and_then(|report| serde_json::from_str(report).ok());
        let rules = rules.into_iter().map(|rule| {
            let verdict = report.iter().flat_map(|report| &report.rules).find(|verdict| verdict.rule == rule.number);
            RuleResponse {
                number: rule.number,
                text: rule.text,
                verdict: verdict.map(|verdict| verdict.verdict),
                note: verdict.and_then(|verdict| verdict.note.clone()),
                places: verdict.map(|verdict| verdict.places.clone()).unwrap_or_default(),
            }
        });
        let rules = rules.collect();
        let (steps, summary) = report.map(|report| (report.steps, report.summary)).unwrap_or_default();
        Self {
            session_id: review.session,
            reported: review.report.is_some(),
            outdated: record.is_review_outdated(),
            at: review.reported_at,
            rules,
            steps,
            summary,
        }
    }
}
