//! Talking: first words, answers, cards, and texts for trying things out.

use serde_json::{Value, json};

use super::{Scene, counted, whiteboard};
use crate::rehearsal::conversation::Past;

const FIRST_WORDS: &str = "This is a scripted rehearsal, not a model: every text is written beforehand, no service is \
                           asked and it costs nothing. It plays a short story with what you write, so that you can see \
                           how Tandem works.";
pub const NO_CARDS: &str = "I would make three cards now, but no tool for making cards was offered to me. Start the \
                            session from a board and ask again.";
pub const BEFORE_CARDS: &str = "I put three cards on the board. Whoever has it open sees them appear.";

/// Lines of the text that is long on purpose.
const LONG_LINES: usize = 60;

/// Returns the first words of a conversation, or of one that is taken up again.
pub fn opening(scene: &Scene) -> Option<String> {
    let last = scene.last_message.as_deref().map_or_else(String::new, |text| {
        let text = super::subject(text);
        format!(" The last thing you wrote in it was “{text}”.")
    });
    let count = counted(scene.remembered, "message");
    match scene.past {
        Past::None => Some(FIRST_WORDS.to_owned()),
        Past::Copied => Some(format!("{FIRST_WORDS}\n\nThis is a copy of a conversation of {count}.{last}")),
        Past::Resumed => {
            Some(format!("Still the scripted rehearsal, not a model. I take up our conversation of {count}.{last}"))
        }
        Past::Known => None,
    }
}

pub fn thoughts(subject: &str) -> String {
    format!(
        "The message is “{subject}”. A model would think here; a script has nothing to think about. These lines only show \
         how thinking looks while it goes on and once it is over."
    )
}

pub fn answer(scene: &Scene) -> String {
    let subject = scene.subject();
    let files = counted(scene.survey.files.len(), "file");
    let board = match scene.whiteboard {
        Some(_) => whiteboard::WORDS,
        None => "- **cards**: put three cards on the board",
    };
    format!(
        "You wrote “{subject}”. I see {files} in this project, and I cannot understand a question. What the script \
         can do here:\n\n\
         - **edit** or **write**: change one file of the project, after asking you\n\
         - **run**: ask for leave to run a command, and then not run it\n\
         - **review**: go through a few files and report\n\
         {board}\n\
         - **wait**: say something long, so that you can stop it\n\
         - **thinking**: show thoughts\n\
         - **error**: fail like a service that is overloaded\n\n\
         Write a message with one of these words, or switch to plan mode or code mode."
    )
}

pub fn long_text() -> String {
    let mut text =
        "This answer is long on purpose. Stop it whenever you like; the conversation goes on afterwards.\n\n"
            .to_owned();
    for line in 1..=LONG_LINES {
        let next = format!("{line}. Line {line} of {LONG_LINES}, said slowly so that there is time to stop it.\n");
        text.push_str(&next);
    }
    text
}

/// Returns the cards to make, the first one last.
pub fn cards(subject: &str) -> Vec<Value> {
    let card = |title: String, description: &str| json!({ "title": title, "description": description });
    vec![
        card(
            "Tell the others".to_owned(),
            "A scripted rehearsal made this card. Say what was done and where to see it.",
        ),
        card("Try it out".to_owned(), "A scripted rehearsal made this card. Check that it does what was asked for."),
        card(subject.to_owned(), "A scripted rehearsal made this card. Its title is what you wrote."),
    ]
}

pub fn cards_made(count: usize) -> String {
    format!("Done: {count} cards are on the board. You can take them back with undo.")
}

pub fn cards_failed(made: usize, reason: &str) -> String {
    format!("I stop here with {made} of 3 cards made: {reason}")
}
