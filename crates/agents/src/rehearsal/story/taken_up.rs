//! Going on with what was under way when the process went.

use std::collections::BTreeMap;

use crate::taken_up::{ANSWERED, APPROVED, DECLINED, GO_ON, INSTEAD, REJECTED};

/// Tells whether a message only takes up what was said before it.
pub fn is_taken_up(message: &str) -> bool {
    [ANSWERED, APPROVED, DECLINED, GO_ON, INSTEAD, REJECTED].iter().any(|words| message.starts_with(words))
}

/// Reads why the questions are left to the agent.
pub fn declined(message: &str) -> Option<&str> {
    message.strip_prefix(INSTEAD).map(str::trim).or_else(|| (message == DECLINED).then_some(DECLINED))
}

/// Reads what is to be changed in a plan.
pub fn feedback(message: &str) -> Option<&str> {
    message.strip_prefix(REJECTED).map(str::trim)
}

/// Reads the answers, by question, out of the message that brings them.
pub fn answers(message: &str) -> Option<BTreeMap<String, String>> {
    let given = message.strip_prefix(ANSWERED)?;
    let mut answers: BTreeMap<String, String> = BTreeMap::new();
    let mut question = None;
    for line in given.lines() {
        if let Some(asked) = line.strip_prefix("- ") {
            question = Some(asked.to_owned());
        } else if let Some(question) = &question {
            let answer = answers.entry(question.clone()).or_default();
            if !answer.is_empty() {
                answer.push('\n');
            }
            answer.push_str(line.trim_start());
        }
    }
    Some(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_by_question() {
        let told = format!("{ANSWERED}\n\n- How big?\n  Small\n- What else?\n  Tests, Risks\n  and more");
        let expected = [("How big?", "Small"), ("What else?", "Tests, Risks\nand more")];
        let expected = expected.map(|(question, answer)| (question.to_owned(), answer.to_owned())).into();
        assert_eq!(answers(&told), Some(expected));
        assert_eq!(answers(ANSWERED), Some(BTreeMap::new()));
        assert_eq!(answers("How big?"), None);
    }
}
