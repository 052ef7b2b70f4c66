//! Plan mode: two questions, a plan made of the answers, and another one if it is turned down.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Value, json};

use super::{Approval, Scene, code};

const SIZE: &str = "How big should the first step be?";
const MENTION: &str = "What should the plan mention?";
const SMALL: &str = "Small";
const MEDIUM: &str = "Medium";
const LARGE: &str = "Large";

/// Plans that are made at most for one message.
const MAX_DRAFTS: usize = 10;

pub const BEFORE_QUESTIONS: &str = "I have two questions before I write the plan.";
pub const BEFORE_PLAN: &str = "Here is the plan. Nothing happens before you approve it.";
pub const TOO_OFTEN: &str = "That was the last plan the script has. I stop here and have changed nothing; write another \
                             message to begin again.";

pub fn questions() -> Value {
    let option = |label: &str, description: &str| json!({ "label": label, "description": description });
    json!([
        {
            "question": SIZE, "header": "Size", "multiSelect": false,
            "options": [
                option(SMALL, "One line in one file"),
                option(MEDIUM, "One line, and a note on how to check it"),
                option(LARGE, "One line, how to check it, and what comes later"),
            ],
        },
        {
            "question": MENTION, "header": "Mention", "multiSelect": true,
            "options": [
                option("Tests", "How it would be tested"),
                option("Documentation", "What would have to be written"),
                option("Risks", "What could go wrong"),
            ],
        },
    ])
}

pub fn intention(subject: &str) -> String {
    format!("You wrote “{subject}”. In plan mode I only look around, ask, and propose.")
}

pub fn declined(reason: &str) -> String {
    format!("You left the questions to me ({reason}), so I chose the smallest step. ")
}

pub fn rejected(feedback: &str) -> String {
    format!("You turned the plan down: “{feedback}”. I have added that to it. ")
}

pub fn approved(approval: Approval) -> String {
    match approval {
        Approval::AsProposed => "The plan is approved, so I go on with it.".to_owned(),
        Approval::Edited => "The plan is approved with your changes, so I go on with it. A script cannot read them, \
                             but a model would follow them."
            .to_owned(),
    }
}

pub fn unasked(draft: &Draft) -> String {
    format!("There is nobody I could ask, so here is what I would have proposed:\n\n{draft}")
}

/// A plan that can be revised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    subject: String,
    pub size: String,
    /// None if nothing was to be mentioned.
    pub mention: Option<String>,
    /// What would be done to which file.
    step: String,
    feedback: Vec<String>,
}

impl Draft {
    pub fn answered(scene: &Scene, answers: &BTreeMap<String, String>) -> Self {
        let answer = |question: &str| answers.get(question).filter(|text| !text.trim().is_empty()).cloned();
        Self {
            size: answer(SIZE).unwrap_or_else(|| SMALL.to_owned()),
            mention: answer(MENTION),
            ..Self::by_script(scene)
        }
    }

    pub fn by_script(scene: &Scene) -> Self {
        Self {
            subject: scene.subject(),
            size: SMALL.to_owned(),
            mention: None,
            step: code::intention(scene),
            feedback: Vec::new(),
        }
    }

    /// Returns the plan with the feedback worked in, unless there were too many before.
    pub fn revised(mut self, feedback: &str) -> Option<Self> {
        self.feedback.push(super::subject(feedback));
        (self.feedback.len() < MAX_DRAFTS).then_some(self)
    }
}

impl fmt::Display for Draft {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mention = self.mention.as_deref().unwrap_or("nothing else");
        writeln!(formatter, "# Plan: {}\n", self.subject)?;
        let promise = "The change to the file is real: it is made once you approve the plan.";
        writeln!(formatter, "A scripted rehearsal wrote this plan. {promise}\n")?;
        writeln!(formatter, "- Size of the first step: **{}**\n- To be mentioned: **{mention}**\n", self.size)?;
        writeln!(formatter, "## Steps\n\n1. {}\n2. Show the change.\n3. Say what was done.", self.step)?;
        if self.size == MEDIUM || self.size == LARGE {
            writeln!(formatter, "4. To check it: open the file and look for the new line.")?;
        }
        if self.size == LARGE {
            writeln!(formatter, "5. Later: take the line out, and give the work to an agent that can do it.")?;
        }
        for (word, text) in [
            ("Tests", "Look at the diff: it adds lines and takes none away."),
            ("Documentation", "The changed file is the documentation."),
            ("Risks", "The lines stay in the file until somebody takes them out."),
        ] {
            if mention.contains(word) {
                writeln!(formatter, "\n## {word}\n\n{text}")?;
            }
        }
        if !self.feedback.is_empty() {
            writeln!(formatter, "\n## Changed after what you said\n")?;
        }
        self.feedback.iter().try_for_each(|feedback| writeln!(formatter, "- {feedback}"))
    }
}
