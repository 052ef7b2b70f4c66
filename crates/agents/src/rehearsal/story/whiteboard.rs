//! Drawing at a whiteboard: what a message asks for by its words, with the subject that is named in it.

use serde_json::{Value, json};

use super::{Scene, counted};

/// What the script can do here, in a list.
pub const WORDS: &str = "- **swot**, **kanban**, **journey** or **flowchart**: draw one, about what you name after “of” or “for”\n\
                         - **notes**: draw a few in a frame\n\
                         - **arrange**: put what you have selected in order";
pub const NO_TOOL: &str = "I would draw now, but no tool for drawing was offered to me.";
pub const TOO_FEW: &str = "I would put things in order now, but I see fewer than two on the board. Select some and ask \
                           again.";

/// A whiteboard that the conversation is held at.
pub struct Whiteboard {
    /// What the host says is there.
    pub state: String,
    /// The tools that draw and that put in order, by their full names.
    pub draw_tool: Option<String>,
    pub arrange_tool: Option<String>,
}

/// Something to do on the board, and what is said of it before and afterwards.
pub struct Drawing {
    pub input: Value,
    pub before: String,
    pub after: String,
}

#[derive(Clone, Copy)]
enum Sketch {
    Swot,
    Kanban,
    Journey,
    Flowchart,
    Notes,
}

const SKETCHES: &[(Sketch, &[&str])] = &[
    (Sketch::Swot, &["swot"]),
    (Sketch::Kanban, &["kanban", "retro", "retrospective"]),
    (Sketch::Journey, &["journey", "stages"]),
    (Sketch::Flowchart, &["flowchart", "flow", "process", "diagram"]),
];
const ARRANGE: &[&str] = &["arrange", "rearrange", "group", "align", "tidy"];
const DRAW: &[&str] =
    &["draw", "sketch", "note", "notes", "sticky", "stickies", "ideas", "brainstorm", "card", "cards"];

/// Words after which a message names what it is about.
const BEFORE_SUBJECT: &[&str] = &["of", "for", "about"];
/// Characters of a subject that stand on the board.
const MAX_SUBJECT: usize = 40;
/// Objects that are put in order at once.
const MAX_ARRANGED: usize = 60;

/// What a message asks for at a whiteboard.
pub enum Wish {
    Draw(Drawing),
    /// Nothing if there is too little to be put in order.
    Arrange(Option<Drawing>),
}

/// Returns what a message asks for, if a word of it says so.
pub fn wish(scene: &Scene, board: &Whiteboard) -> Option<Wish> {
    let named = SKETCHES.iter().find(|(_, words)| scene.says_any(words)).map(|(sketch, _)| *sketch);
    if named.is_none() && scene.says_any(ARRANGE) {
        return Some(Wish::Arrange(arrangement(scene, board)));
    }
    let sketch = named.or_else(|| scene.says_any(DRAW).then_some(Sketch::Notes))?;
    Some(Wish::Draw(sketch.drawing(subject(&scene.text).as_deref())))
}

pub fn failed(reason: &str) -> String {
    format!("The board was left as it is: {reason}")
}

impl Sketch {
    fn drawing(self, subject: Option<&str>) -> Drawing {
        let of = subject.map(|subject| format!(" of {subject}")).unwrap_or_default();
        let it = subject.unwrap_or("it");
        let (kind, directive, operations) = match self {
            Self::Swot => ("SWOT", "swot-2x2", framed(&swot(it))),
            Self::Kanban => ("Kanban board", "columns", framed(&kanban(it))),
            Self::Journey => ("Journey", "journey-stages", framed(&journey(it))),
            Self::Flowchart => ("Flowchart", "flowchart-top-down", flowchart(it)),
            Self::Notes => ("Notes", "freeform", framed(&notes(it))),
        };
        let made = |op: &str| operations.iter().filter(|operation| operation["op"] == op).count();
        let parts =
            [("createFrame", "frame"), ("createNote", "note"), ("createShape", "shape"), ("createConnector", "arrow")];
        let parts: Vec<String> =
            parts.iter().filter(|(op, _)| made(op) > 0).map(|(op, noun)| counted(made(op), noun)).collect();
        Drawing {
            before: format!("I draw it: {kind}{of}. Whoever has the board open sees it come while I write."),
            after: format!(
                "Done: {kind}{of}, with {}. Its words are the script's, not a model's. You can take all of it back with \
                 undo.",
                parts.join(" and ")
            ),
            input: json!({
                "title": format!("{kind}{of} (rehearsal)"), "layoutDirective": directive, "operations": operations,
            }),
        }
    }
}

/// A frame's name, its colour, and the notes in it.
type Framed = (&'static str, &'static str, Vec<String>);

fn swot(it: &str) -> Vec<Framed> {
    vec![
        ("Strengths", "green", vec![format!("People who know {it} well"), "A good name so far".to_owned()]),
        ("Weaknesses", "red", vec!["Few hands for all the work".to_owned(), "Costs nobody has counted".to_owned()]),
        (
            "Opportunities",
            "blue",
            vec![format!("Many have not heard of {it}"), "A partner to share the work".to_owned()],
        ),
        ("Threats", "orange", vec!["Others do the same for less".to_owned(), "Habits change".to_owned()]),
    ]
}

fn kanban(it: &str) -> Vec<Framed> {
    vec![
        (
            "To do",
            "yellow",
            vec![format!("Say what {it} is for"), "Find out who decides".to_owned(), "Ask for dates".to_owned()],
        ),
        ("In progress", "blue", vec!["Try it with three people".to_owned()]),
        ("Done", "green", vec![format!("Agree to begin with {it}")]),
    ]
}

fn journey(it: &str) -> Vec<Framed> {
    vec![
        ("Hear of it", "yellow", vec![format!("A friend tells of {it}"), "Looks for it that evening".to_owned()]),
        ("Try it", "blue", vec!["First steps without help".to_owned(), "One thing is hard to find".to_owned()]),
        ("Use it", "green", vec!["It becomes a habit".to_owned()]),
        ("Tell others", "violet", vec!["Shows it to a colleague".to_owned(), "Writes a few kind words".to_owned()]),
    ]
}

fn notes(it: &str) -> Vec<Framed> {
    let notes = [format!("What {it} is for"), "Who it is for".to_owned(), "What could go wrong".to_owned()];
    vec![("First thoughts", "yellow", notes.into())]
}

/// Writes frames first, then what lies in them.
fn framed(frames: &[Framed]) -> Vec<Value> {
    let frame = |(index, (name, ..)): (usize, &Framed)| json!({ "op": "createFrame", "ref": format!("frame_{index}"), "name": name });
    let inside = |(index, (_, color, notes)): (usize, &Framed)| {
        let (parent, color) = (format!("frame_{index}"), *color);
        let note = |(number, text): (usize, &String)| {
            json!({
                "op": "createNote", "ref": format!("note_{index}_{number}"), "text": text, "color": color,
                "parentRef": parent,
            })
        };
        notes.iter().enumerate().map(note).collect::<Vec<_>>()
    };
    frames.iter().enumerate().map(frame).chain(frames.iter().enumerate().flat_map(inside)).collect()
}

fn flowchart(it: &str) -> Vec<Value> {
    let shape = |reference: &str, geo: &str, text: &str| json!({ "op": "createShape", "ref": reference, "geo": geo, "text": text });
    let arrow = |reference: &str, from: &str, to: &str| json!({ "op": "createConnector", "ref": reference, "fromRef": from, "toRef": to });
    let labelled = |mut arrow: Value, label: &str| {
        arrow["label"] = json!(label);
        arrow
    };
    vec![
        shape("start", "oval", "Begin"),
        shape("look", "rectangle", &format!("Look at {it}")),
        shape("ready", "diamond", "Is all there?"),
        shape("ask", "rectangle", "Ask for what is missing"),
        shape("do_it", "rectangle", "Do it"),
        shape("end", "oval", "End"),
        arrow("to_look", "start", "look"),
        arrow("to_ready", "look", "ready"),
        labelled(arrow("to_ask", "ready", "ask"), "no"),
        labelled(arrow("to_do", "ready", "do_it"), "yes"),
        arrow("again", "ask", "do_it"),
        arrow("to_end", "do_it", "end"),
    ]
}

/// Puts in order what is selected, or else what lies on the board itself.
fn arrangement(scene: &Scene, board: &Whiteboard) -> Option<Drawing> {
    let chosen = [ids(&board.state, "Selected by the person:"), ids(&board.state, "On the board:")];
    let ids = chosen.into_iter().find(|ids| ids.len() > 1)?;
    let (layout, shown) = if scene.says_any(&["row", "line"]) {
        ("horizontal-row", "a row")
    } else if scene.says_any(&["column", "list"]) {
        ("vertical-column", "a column")
    } else {
        ("grid", "a grid")
    };
    let count = counted(ids.len(), "object");
    Some(Drawing {
        input: json!({ "shapeIds": ids, "layoutType": layout }),
        before: format!("I put {count} into {shown}."),
        after: format!("Done: {count} in {shown}. You can take it back with undo."),
    })
}

/// Returns the ids of the objects in a part of what is said of the board; those in frames and connectors go with them.
fn ids<'a>(state: &'a str, heading: &str) -> Vec<&'a str> {
    let lines = state.lines().skip_while(|line| *line != heading).skip(1).take_while(|line| !line.ends_with(':'));
    let boxes = lines.filter(|line| !line.starts_with(' ') && !line.starts_with("connector"));
    boxes.filter_map(|line| line.rsplit_once("\" [")?.1.split_once(']')).map(|(id, _)| id).take(MAX_ARRANGED).collect()
}

/// Returns what a message says that it is about.
fn subject(text: &str) -> Option<String> {
    let words: Vec<&str> = text.lines().find(|line| !line.trim().is_empty())?.split_whitespace().collect();
    let begin = words.iter().position(|word| BEFORE_SUBJECT.contains(&word.to_lowercase().as_str()))? + 1;
    let rest = words[begin..].join(" ");
    let sentence = rest.split(['.', '?', '!', ',', ';', ':']).next().unwrap_or_default();
    let named = sentence.trim().trim_end_matches("please").trim_end();
    let short: String = named.chars().take(MAX_SUBJECT).collect();
    let cut = if short.len() < named.len() { "…" } else { "" };
    (!short.is_empty()).then(|| format!("{}{cut}", short.trim_end()))
}
