//! What went wrong, as the CLI says it, in words a person can act on.

use super::wire::{RateLimitInfo, ResultLine, Retry};
use crate::failure::{Failure, FailureCode};

/// How a turn ended.
pub(super) enum Ending {
    Completed,
    Interrupted,
    Failed(Failure),
}

/// How to install the CLI.
pub const INSTALL: &str = "npm install -g @anthropic-ai/claude-code";
const LOG_IN: &str = "Run claude in a terminal on the server and log in, or set ANTHROPIC_API_KEY for the server.";

pub(super) fn missing(program: &str) -> Failure {
    Failure::new(FailureCode::AgentMissing, format!("Claude Code is not installed: {program} was not found."))
        .remedy(format!("Install it on the server: {INSTALL}"))
}

pub(super) fn folder_gone(folder: &std::path::Path) -> Failure {
    Failure::new(FailureCode::FolderGone, format!("The folder {} is not there.", folder.display()))
        .remedy("Put it back, or choose another folder in the project's settings.")
}

/// Says why a run that began well is over.
pub(super) fn crashed(diagnostics: &str) -> Failure {
    Failure::new(FailureCode::Crashed, with_detail("Claude Code ended unexpectedly", diagnostics))
        .remedy("Continue to take the conversation up where it was.")
}

/// Says why a run that does not take what it is told is over.
pub(super) fn stuck() -> Failure {
    Failure::new(FailureCode::Crashed, "Claude Code no longer reads what it is told.")
        .remedy("Continue to take the conversation up where it was.")
}

/// Says why a run did not begin.
pub(super) fn not_started(diagnostics: &str) -> Failure {
    Failure::new(FailureCode::StartFailed, with_detail("Claude Code did not start", diagnostics))
}

fn with_detail(what: &str, diagnostics: &str) -> String {
    match diagnostics.lines().rev().find(|line| !line.trim().is_empty()) {
        Some(last) => format!("{what}: {}", last.chars().take(400).collect::<String>()),
        None => format!("{what}."),
    }
}

pub(super) fn of_retry(retry: &Retry) -> Failure {
    of_status(retry.error_status, retry.error.as_deref(), None)
}

pub(super) fn of_result(
    line: &ResultLine,
    error: Option<&str>,
    limit: Option<&RateLimitInfo>,
    hopeless: bool,
) -> Ending {
    if hopeless && line.is_error {
        return Ending::Failed(of_status(Some(401), error, None));
    }
    if matches!(line.terminal_reason.as_deref(), Some("aborted_streaming" | "aborted_tools")) {
        return Ending::Interrupted;
    }
    let subtype = line.subtype.as_deref().unwrap_or_default();
    if !line.is_error && !subtype.starts_with("error") {
        return Ending::Completed;
    }
    let text = line.result.as_deref().or(line.errors.first().map(String::as_str)).unwrap_or_default();
    Ending::Failed(match (subtype, line.terminal_reason.as_deref(), line.stop_reason.as_deref()) {
        ("error_max_budget_usd", ..) => Failure::new(FailureCode::Budget, "The budget of this session is used up.")
            .remedy("Start a new session, or fork this one."),
        ("error_max_turns", ..) => Failure::new(FailureCode::Budget, "The agent took as many steps as it may at once.")
            .remedy("Continue to let it go on."),
        (_, Some("prompt_too_long"), _) => context_full(),
        (.., Some("refusal")) => Failure::new(FailureCode::Declined, "The model declined to answer.")
            .remedy("Say it differently, or start a new session."),
        _ => {
            let rejected = limit.filter(|limit| limit.status.as_deref() == Some("rejected"));
            let mut failure = of_status(line.api_error_status, error, Some(text));
            if let (FailureCode::Overloaded | FailureCode::UsageLimit, Some(limit)) = (failure.code, rejected) {
                failure = usage_limit(limit.resets_at.map(|seconds| seconds.saturating_mul(1_000)));
            }
            failure
        }
    })
}

fn of_status(status: Option<u16>, kind: Option<&str>, text: Option<&str>) -> Failure {
    let said = text.unwrap_or_default();
    let lower = said.to_lowercase();
    if lower.contains("not logged in") || lower.contains("please run /login") {
        return Failure::new(FailureCode::NotLoggedIn, "Claude Code is not logged in.").remedy(LOG_IN);
    }
    let limits = ["usage limit", "limit reached", "hit your"];
    if limits.iter().any(|limit| lower.contains(limit)) && !lower.contains("rate limit") {
        return usage_limit(None);
    }
    if lower.contains("prompt is too long") {
        return context_full();
    }
    let detail = if said.is_empty() { String::new() } else { format!(" It said: {}", short(said)) };
    if status.is_none() && is_unreachable(kind, &lower) {
        return Failure::new(FailureCode::Network, format!("The model service cannot be reached.{detail}"))
            .remedy("Check the server's network, then continue.");
    }
    match (status, kind) {
        (Some(401), _) | (_, Some("authentication_failed")) => {
            Failure::new(FailureCode::Unauthorized, format!("The model service refuses the key.{detail}"))
                .remedy(LOG_IN)
        }
        (_, Some("billing_error")) => {
            Failure::new(FailureCode::Refused, format!("The model service refuses because of billing.{detail}"))
                .remedy("Check the account's plan and credits.")
        }
        (_, Some("model_not_found")) | (Some(404), _) => {
            Failure::new(FailureCode::ModelMissing, format!("The model is not known to the service.{detail}"))
                .remedy("Choose another model.")
        }
        (Some(429), _) | (_, Some("rate_limit")) => {
            Failure::new(FailureCode::Overloaded, format!("The model service is asked too often.{detail}"))
                .remedy("Wait a little, then continue.")
        }
        (Some(529 | 503), _) | (_, Some("overloaded")) => {
            Failure::new(FailureCode::Overloaded, format!("The model service is overloaded.{detail}"))
                .remedy("Wait a little, then continue.")
        }
        (Some(400..=499), _) | (_, Some("invalid_request")) => {
            Failure::new(FailureCode::Refused, format!("The model service refused the request.{detail}"))
        }
        (Some(500..=599), _) | (_, Some("server_error")) => {
            Failure::new(FailureCode::Overloaded, format!("The model service failed.{detail}"))
                .remedy("Wait a little, then continue.")
        }
        _ => Failure::new(FailureCode::Unknown, format!("Claude Code reported an error.{detail}"))
            .remedy("Continue to try again."),
    }
}

/// Returns whether an error without a status says that nobody answered; the CLI calls that a failure of the service.
fn is_unreachable(kind: Option<&str>, said: &str) -> bool {
    let words = ["connect", "network", "fetch failed", "timed out", "enotfound", "eai_again", "socket"];
    let says_nothing = said.is_empty() && matches!(kind, None | Some("unknown" | "server_error"));
    says_nothing || words.iter().any(|word| said.contains(word))
}

fn context_full() -> Failure {
    Failure::new(FailureCode::ContextFull, "The conversation no longer fits into the model's context.")
        .remedy("Send /compact, or start a new session.")
}

fn usage_limit(resets_at_ms: Option<i64>) -> Failure {
    let failure = Failure::new(FailureCode::UsageLimit, "The usage limit of the account is reached.")
        .remedy("Continue when it resets.");
    Failure { resets_at_ms, ..failure }
}

fn short(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(300).collect()
}
