//! What a person answers, checked against what was asked.

use std::collections::BTreeMap;

use agents::Question;
use agents::taken_up::ANSWERED;
use serde::Deserialize;
use store::OpenRequest;

use crate::error::SessionError;
use crate::limits::MAX_MESSAGE_BYTES;

/// By question text: the labels chosen, or one text of the person's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuestionReply {
    Answers(BTreeMap<String, Vec<String>>),
    Decline { message: Option<String> },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanReply {
    /// `edited` is the whole plan if the person changed it.
    Approve {
        edited: Option<String>,
    },
    Reject {
        feedback: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PermissionReply {
    Once,
    Always,
    Deny { message: Option<String> },
}

/// Checks a text of a person.
pub(crate) fn text(path: &str, text: &str) -> Result<(), SessionError> {
    if text.trim().is_empty() {
        return Err(SessionError::invalid(path, "this is empty"));
    }
    within(path, text)
}

pub(crate) fn within(path: &str, text: &str) -> Result<(), SessionError> {
    if text.len() > MAX_MESSAGE_BYTES {
        return Err(SessionError::invalid(path, format!("this has at most {MAX_MESSAGE_BYTES} bytes")));
    }
    Ok(())
}

/// Checks answers against the questions they answer.
pub(crate) fn check(request: &OpenRequest, answers: &BTreeMap<String, Vec<String>>) -> Result<(), SessionError> {
    #[derive(Deserialize)]
    struct Asked {
        questions: Vec<Question>,
    }
    let asked: Asked = serde_json::from_str(&request.data).map_err(|_| SessionError::Settled)?;
    if answers.is_empty() {
        return Err(SessionError::invalid("/answers", "answer at least one question, or decline"));
    }
    for (text, chosen) in answers {
        let path = format!("/answers/{text}");
        let question = asked.questions.iter().find(|question| question.question == *text);
        let question = question.ok_or_else(|| SessionError::invalid(&path, "this was not asked"))?;
        if chosen.is_empty() || chosen.iter().any(|label| label.trim().is_empty()) {
            return Err(SessionError::invalid(path, "this is empty"));
        }
        if chosen.len() > 1 && !question.multi_select {
            return Err(SessionError::invalid(path, "this question takes one answer"));
        }
        within(&path, &chosen.join(", "))?;
    }
    Ok(())
}

/// Says an answer in words, for an agent that no longer waits for it: its process is gone.
pub(crate) fn in_words(answers: &BTreeMap<String, Vec<String>>) -> String {
    let lines = answers.iter().map(|(question, chosen)| format!("- {question}\n  {}", chosen.join(", ")));
    format!("{ANSWERED}\n\n{}", lines.collect::<Vec<_>>().join("\n"))
}
