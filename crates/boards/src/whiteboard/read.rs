//! Tools that read a whiteboard, each answer bounded, the rest of it on further pages.

use engine::{Document, NodeId, Props};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::outline::{box_line, connector_line, depth, insides};
use super::scene::{BoxKind, Scene};
use super::{CONNECTOR, Color, describe};
use crate::text::Text;
use crate::tool::{Context, Effect, Outcome, Tool, ToolError};

/// What one answer shows at most: about two thousand tokens.
const PAGE_BYTES: usize = 8_000;

pub struct OutlineBoard;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutlineInput {
    /// Only what lies in this frame.
    #[serde(default)]
    within: Option<String>,
    /// The `next` of the page before.
    #[serde(default)]
    cursor: Option<String>,
}

impl Tool for OutlineBoard {
    type Input = OutlineInput;
    const NAME: &'static str = "outlineBoard";
    const DESCRIPTION: &'static str = "Lists what is on a whiteboard, a line for each object with its id, what lies in a frame indented beneath it, connectors last. A large board comes in pages.";
    const EFFECT: Effect = Effect::Reads;

    fn run(document: &Document, input: OutlineInput, _: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let scene = Scene::of(document);
        let within = within(&scene, input.within.as_deref())?;
        let lines = lines(&scene, |place| within.is_none_or(|frame| scene.is_in(place, frame)), |_| within.is_none());
        page(&lines, input.cursor.as_deref())
    }
}

pub struct FindElements;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindInput {
    /// Words that the object's own words, name or label contain, in capitals or not.
    #[serde(default)]
    text: Option<Text<200>>,
    #[serde(default)]
    kind: Option<ElementKind>,
    #[serde(default)]
    color: Option<Color>,
    /// Only what lies in this frame.
    #[serde(default)]
    within: Option<String>,
    /// The `next` of the page before.
    #[serde(default)]
    cursor: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ElementKind {
    Frame,
    Note,
    Shape,
    Text,
    Connector,
}

impl Tool for FindElements {
    type Input = FindInput;
    const NAME: &'static str = "findElements";
    const DESCRIPTION: &'static str = "Finds objects on a whiteboard by their words, kind, colour or frame, and lists them with their ids. Many come in pages.";
    const EFFECT: Effect = Effect::Reads;

    fn run(document: &Document, input: FindInput, _: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let scene = Scene::of(document);
        let within = within(&scene, input.within.as_deref())?;
        let wanted = input.text.as_ref().map(|text| text.as_str().to_lowercase());
        let says = |words: &str| wanted.as_ref().is_none_or(|wanted| words.to_lowercase().contains(wanted));
        let of_color = |color: Option<Color>| input.color.is_none_or(|wanted| color == Some(wanted));
        let lines = lines(
            &scene,
            |place| {
                let boxed = &scene.boxes[place];
                input.kind.is_none_or(|kind| kind.name() == boxed.kind.name())
                    && says(boxed.text)
                    && of_color(boxed.color)
                    && within.is_none_or(|frame| place != frame && scene.is_in(place, frame))
            },
            |index| {
                let connector = &scene.connectors[index];
                input.kind.is_none_or(|kind| kind == ElementKind::Connector)
                    && says(connector.label.unwrap_or_default())
                    && of_color(connector.color)
                    && within.is_none()
            },
        );
        page(&lines, input.cursor.as_deref())
    }
}

pub struct ReadView;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewInput {}

impl Tool for ReadView {
    type Input = ViewInput;
    const NAME: &'static str = "readView";
    const DESCRIPTION: &'static str =
        "Says what the person you work for has selected on the whiteboard and what is in their view right now.";
    const EFFECT: Effect = Effect::Reads;

    fn run(document: &Document, _: ViewInput, context: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let described = describe::describe(document, context.view());
        let mut facts = Props::new();
        facts.insert("view".to_owned(), json!(described));
        Ok(Outcome { facts, observation: "This is the board as the person sees it.".to_owned(), ..Outcome::default() })
    }
}

impl ElementKind {
    fn name(self) -> &'static str {
        match self {
            Self::Frame => BoxKind::Frame.name(),
            Self::Note => BoxKind::Note.name(),
            Self::Shape => super::SHAPE,
            Self::Text => super::TEXT,
            Self::Connector => CONNECTOR,
        }
    }
}

fn within(scene: &Scene<'_>, frame: Option<&str>) -> Result<Option<usize>, ToolError> {
    let Some(named) = frame else { return Ok(None) };
    let place = NodeId::parse(named).ok().and_then(|id| scene.place(&id));
    let place = place.filter(|place| scene.boxes[*place].kind == BoxKind::Frame);
    place.map(Some).ok_or_else(|| ToolError::missing("within", format!("no frame has the id '{named}'")))
}

/// An object that is listed, by its place among those of its kind.
#[derive(Clone, Copy)]
enum Listed {
    Box(usize),
    Connector(usize),
}

/// Those that are wanted. Their lines are written when they are shown: most never are.
struct Lines<'a, 'd> {
    scene: &'a Scene<'d>,
    listed: Vec<Listed>,
}

fn lines<'a, 'd>(
    scene: &'a Scene<'d>,
    is_box_wanted: impl Fn(usize) -> bool,
    is_connector_wanted: impl Fn(usize) -> bool,
) -> Lines<'a, 'd> {
    let boxes = (0..scene.boxes.len()).filter(|place| is_box_wanted(*place)).map(Listed::Box);
    let connectors = (0..scene.connectors.len()).filter(|index| is_connector_wanted(*index)).map(Listed::Connector);
    Lines { scene, listed: boxes.chain(connectors).collect() }
}

impl<'d> Lines<'_, 'd> {
    fn id(&self, listed: Listed) -> &'d NodeId {
        match listed {
            Listed::Box(place) => self.scene.boxes[place].id,
            Listed::Connector(index) => self.scene.connectors[index].id,
        }
    }

    fn line(&self, listed: Listed, insides: &[usize]) -> String {
        match listed {
            Listed::Box(place) => {
                let indent = "  ".repeat(depth(self.scene, place));
                format!("{indent}{}", box_line(&self.scene.boxes[place], insides[place]))
            }
            Listed::Connector(index) => connector_line(self.scene, &self.scene.connectors[index]),
        }
    }
}

/// Shows as many lines as fit one answer, from where the page before ended.
fn page(lines: &Lines<'_, '_>, cursor: Option<&str>) -> Result<Outcome, ToolError> {
    let (listed, insides) = (&lines.listed, insides(lines.scene));
    let begin = match cursor {
        None => 0,
        Some(cursor) => {
            let last = listed.iter().position(|listed| lines.id(*listed).as_str() == cursor);
            last.map(|last| last + 1).ok_or_else(|| {
                ToolError::missing("cursor", "what the last page ended with is gone; begin again without a cursor")
            })?
        }
    };
    let mut bytes = 0;
    let fit = listed[begin..].iter().map(|listed| lines.line(*listed, &insides)).take_while(|line| {
        bytes += line.len() + 1;
        bytes <= PAGE_BYTES
    });
    // A line is far shorter than a page, so that there is always a way on.
    let shown: Vec<String> = fit.collect();
    let end = begin + shown.len();
    let mut facts = Props::new();
    facts.insert("outline".to_owned(), Value::String(shown.join("\n")));
    let mut observation = format!("Objects {} to {end} of {}.", (begin + 1).min(end), listed.len());
    if let Some(last) = listed[..end].last().filter(|_| end < listed.len()) {
        facts.insert("next".to_owned(), json!(lines.id(*last)));
        observation.push_str(" Give `next` as `cursor` for those after them.");
    }
    Ok(Outcome { facts, observation, ..Outcome::default() })
}
