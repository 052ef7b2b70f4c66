//! A tool of our own by which the model asks the person.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::limits::{MAX_OPTIONS, MAX_QUESTIONS};
use crate::agent::QuestionDecision;
use crate::event::{Question, QuestionOption};
use crate::toolbox::{ToolAnswer, ToolEffect, ToolSpec};

pub const NAME: &str = "ask_user";

/// Returns the tool as the model is told of it.
pub fn spec() -> ToolSpec {
    let option = json!({
        "type": "object",
        "properties": {
            "label": { "type": "string", "description": "What is chosen, in a few words." },
            "description": { "type": "string", "description": "What choosing it means." },
            "preview": { "type": "string", "description": "Markdown shown beside it, if seeing it helps." },
        },
        "required": ["label", "description"],
    });
    let question = json!({
        "type": "object",
        "properties": {
            "question": { "type": "string", "description": "One whole question." },
            "header": { "type": "string", "description": "Its subject in one or two words." },
            "multi_select": { "type": "boolean", "description": "Whether several options may be chosen." },
            "options": { "type": "array", "maxItems": MAX_OPTIONS, "items": option },
        },
        "required": ["question", "header", "multi_select", "options"],
    });
    ToolSpec {
        name: NAME.to_owned(),
        description: "Asks the person you work with and waits for the answer. They choose among the options you offer \
            or answer in their own words. Use it when the decision is theirs; do not use it to ask whether to go on."
            .to_owned(),
        input_schema: json!({
            "type": "object",
            "properties": {
                "questions": { "type": "array", "minItems": 1, "maxItems": MAX_QUESTIONS, "items": question },
            },
            "required": ["questions"],
        }),
        effect: ToolEffect::Reads,
    }
}

/// Reads what the model asks, or says to it what is wrong.
pub fn parse(input: &Map<String, Value>) -> Result<Vec<Question>, String> {
    let Input { questions } = Input::deserialize(Value::Object(input.clone()))
        .map_err(|error| format!("The questions are not understood: {error}"))?;
    if questions.is_empty() || questions.len() > MAX_QUESTIONS {
        return Err(format!("Ask between one and {MAX_QUESTIONS} questions at once."));
    }
    if questions.iter().any(|question| question.question.trim().is_empty()) {
        return Err("A question must have a text.".to_owned());
    }
    if questions.iter().any(|question| question.options.len() > MAX_OPTIONS) {
        return Err(format!("Offer at most {MAX_OPTIONS} options for a question."));
    }
    // Answers come back by the text of their question.
    let is_repeated = |(place, one): (usize, &Asked)| questions[..place].iter().any(|two| two.question == one.question);
    if questions.iter().enumerate().any(is_repeated) {
        return Err("Ask each question once.".to_owned());
    }
    Ok(questions.into_iter().map(Question::from).collect())
}

/// Tells the model what the person decided.
pub fn answer(questions: &[Question], decision: &QuestionDecision) -> ToolAnswer {
    let text = match decision {
        QuestionDecision::Answered(answers) => {
            let line = |question: &Question| {
                let chosen = answers.get(&question.question).filter(|chosen| !chosen.is_empty());
                let chosen = chosen.map_or_else(|| "(no answer)".to_owned(), |chosen| chosen.join("; "));
                format!("{}\n→ {chosen}", question.question)
            };
            questions.iter().map(line).collect::<Vec<_>>().join("\n\n")
        }
        QuestionDecision::Declined { message } => {
            let said = message.as_deref().map(str::trim).filter(|message| !message.is_empty());
            let said = said.map_or_else(String::new, |message| format!(" They said: {message}"));
            format!("The person did not want to answer. Decide yourself, or go on without it.{said}")
        }
    };
    ToolAnswer { text, is_error: false }
}

#[derive(Deserialize)]
struct Input {
    questions: Vec<Asked>,
}

/// A question as a model writes it: what is missing is guessed rather than refused.
#[derive(Deserialize)]
struct Asked {
    question: String,
    #[serde(default)]
    header: String,
    #[serde(default)]
    multi_select: bool,
    #[serde(default)]
    options: Vec<Offered>,
}

#[derive(Deserialize)]
struct Offered {
    label: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    preview: Option<String>,
}

impl From<Asked> for Question {
    fn from(Asked { question, header, multi_select, options }: Asked) -> Self {
        let options = options
            .into_iter()
            .map(|Offered { label, description, preview }| QuestionOption { label, description, preview })
            .collect();
        Self { question, header, multi_select, options }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Answers;

    fn parsed(input: &Value) -> Result<Vec<Question>, String> {
        parse(input.as_object().unwrap())
    }

    fn two_questions() -> Vec<Question> {
        let input = json!({ "questions": [
            { "question": "Which lane?", "header": "Lane", "multi_select": false,
              "options": [{ "label": "Doing", "description": "Now" }, { "label": "Later" }] },
            { "question": "Why?" },
        ] });
        parsed(&input).unwrap()
    }

    #[test]
    fn what_is_missing_is_guessed() {
        let option = |label: &str, description: &str| QuestionOption {
            label: label.to_owned(),
            description: description.to_owned(),
            preview: None,
        };
        let lane = Question {
            question: "Which lane?".to_owned(),
            header: "Lane".to_owned(),
            multi_select: false,
            options: vec![option("Doing", "Now"), option("Later", "")],
        };
        let why = Question { question: "Why?".to_owned(), header: String::new(), multi_select: false, options: vec![] };
        assert_eq!(two_questions(), [lane, why]);
    }

    #[test]
    fn what_cannot_be_asked_is_told_to_the_model() {
        let question = json!({ "question": "Why?" });
        let options: Vec<Value> = (0..=MAX_OPTIONS).map(|n| json!({ "label": n.to_string() })).collect();
        for input in [
            json!({}),
            json!({ "questions": [] }),
            json!({ "questions": [{ "question": " " }] }),
            json!({ "questions": [{ "question": "Why?", "options": options }] }),
            json!({ "questions": [question, question] }),
            json!({ "questions": (0..=MAX_QUESTIONS).map(|n| json!({ "question": n.to_string() })).collect::<Vec<_>>() }),
        ] {
            assert!(parsed(&input).is_err(), "{input}");
        }
    }

    #[test]
    fn answers_are_told_by_question() {
        let chosen = |labels: &[&str]| labels.iter().map(|&label| label.to_owned()).collect();
        let answers = Answers::from([("Which lane?".to_owned(), chosen(&["Doing", "Later"]))]);
        let told = answer(&two_questions(), &QuestionDecision::Answered(answers));
        assert_eq!(told.text, "Which lane?\n→ Doing; Later\n\nWhy?\n→ (no answer)");
        assert!(!told.is_error);
    }

    #[test]
    fn declining_is_told_with_its_reason() {
        let told = |message: Option<&str>| {
            answer(&[], &QuestionDecision::Declined { message: message.map(str::to_owned) }).text
        };
        assert!(told(Some("Not now")).ends_with("They said: Not now"));
        assert!(told(None).ends_with("go on without it."));
    }
}
