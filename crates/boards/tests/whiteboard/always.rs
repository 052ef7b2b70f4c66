//! What holds for every batch and every update, whatever a model comes up with.

use std::fmt::Write as _;

use boards::View;
use boards::whiteboard::scene::Scene;
use layout::Rect;
use layout::text::fits;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

use crate::board::Board;

const DIRECTIVES: [&str; 8] =
    ["swot-2x2", "columns", "journey-stages", "grid", "rows", "flowchart-top-down", "flowchart-left-right", "freeform"];
const GEOS: [&str; 7] = ["rectangle", "ellipse", "diamond", "triangle", "star", "cloud", "no such geo"];
const TOOLS: [&str; 3] = ["batchOperations", "updateElements", "layoutElements"];

/// Each case lays out a board, which takes its time without optimisation.
const CASES: u32 = 48;

/// Few refs, so that some are taken twice and some are nobody's.
fn reference() -> impl Strategy<Value = String> {
    (0..30_u32).prop_map(|number| format!("ref_{number}"))
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z]{1,9}( [a-z]{1,9}){0,5}",
        1 => Just(String::new()),
        1 => "[ \n\t]{0,5}",
        1 => "[a-zA-Z,. ]{100,400}",
        1 => "[W]{30,200}",
        1 => "[\u{4e00}-\u{4fff}]{1,80}",
        1 => "[\u{1f600}-\u{1f64f} ]{1,40}",
        1 => "([a-z]{0,6}\n){1,30}",
        1 => "[\\PC]{0,60}",
    ]
}

fn operation() -> impl Strategy<Value = Value> {
    let color = proptest::option::of(select(vec!["blue", "Purple", "gray"]));
    let boxed = (
        select(vec!["createFrame", "createNote", "createShape", "createText"]),
        words(),
        proptest::option::of(reference()),
        select(GEOS.to_vec()),
    );
    let connector = (reference(), reference(), proptest::option::of("[a-z ]{0,40}"));
    (reference(), color, any::<bool>(), boxed, connector).prop_map(|(reference, color, is_box, (op, text, parent, geo), (from, to, label))| {
        if !is_box {
            return json!({ "op": "createConnector", "ref": reference, "fromRef": from, "toRef": to, "label": label, "color": color });
        }
        let line: String = text.chars().filter(|character| !character.is_control()).take(100).collect();
        let name = if line.trim().is_empty() { "Frame" } else { &line };
        json!({ "op": op, "ref": reference, "name": name, "text": text, "geo": geo, "parentRef": parent, "color": color })
    })
}

fn batch() -> impl Strategy<Value = Value> {
    let operations = proptest::collection::vec(operation(), 1..=50);
    (operations, proptest::option::of(select(DIRECTIVES.to_vec())), proptest::option::of(words())).prop_map(
        |(operations, directive, title)| {
            let title = title.map(|title| title.chars().take(150).collect::<String>());
            json!({ "operations": operations, "layoutDirective": directive, "title": title })
        },
    )
}

fn view() -> impl Strategy<Value = Option<Rect>> {
    proptest::option::of((-3_000..3_000_i32, -3_000..3_000_i32, 1..4_000_i32, 1..3_000_i32))
        .prop_map(|view| view.map(|(x, y, w, h)| Rect::new(x.into(), y.into(), w.into(), h.into())))
}

/// Boxes that people have strewn about, some in frames, some in each other's way.
fn strewn() -> impl Strategy<Value = String> {
    let kind = select(vec!["frame", "note", "shape", "text"]);
    let boxed =
        (kind, -2_000..2_000_i32, -2_000..2_000_i32, 1..700_u32, 1..700_u32, proptest::option::of(any::<Index>()));
    proptest::collection::vec(boxed, 0..25).prop_map(|boxes| {
        let (mut lines, mut frames) = (String::new(), Vec::new());
        for (number, (kind, x, y, w, h, parent)) in boxes.into_iter().enumerate() {
            let frame = parent.filter(|_| !frames.is_empty()).map(|parent| *parent.get(&frames));
            let parent = frame.map(|frame: usize| format!("in old{frame} ")).unwrap_or_default();
            writeln!(lines, "{kind} {parent}old{number} {x},{y} {w}x{h}").unwrap();
            if kind == "frame" {
                frames.push(number);
            }
        }
        for (number, pair) in frames.windows(2).enumerate() {
            writeln!(lines, "connector way{number} old{} old{}", pair[0], pair[1]).unwrap();
        }
        lines
    })
}

fn board(strewn: &str) -> Board {
    let mut board = Board::empty();
    if !strewn.is_empty() {
        board.put(strewn);
    }
    board
}

/// Checks what every batch promises of the boxes it made.
fn check_made(scene: &Scene<'_>, is_new: impl Fn(usize) -> bool) -> Result<(), TestCaseError> {
    for (place, boxed) in scene.boxes.iter().enumerate().filter(|(place, _)| is_new(*place)) {
        let words = (boxed.text, boxed.rect);
        let is_frame = boxed.kind.name() == "frame";
        prop_assert!(is_frame || fits(boxed.kind.holder(), boxed.text, boxed.rect), "{words:?} overflows");
        if let Some(parent) = boxed.parent {
            prop_assert!(scene.boxes[parent].rect.grown(0.1).contains(boxed.rect), "{words:?} sticks out");
        }
        for (other, beside) in scene.boxes.iter().enumerate() {
            let related = scene.is_in(place, other) || scene.is_in(other, place);
            let clear = !boxed.rect.grown(-0.1).overlaps(beside.rect);
            prop_assert!(related || clear, "{words:?} lies on {:?}", (beside.text, beside.rect));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn a_batch_is_clear_of_everything_and_holds_its_words(input in batch(), old in strewn(), view in view()) {
        let mut board = board(&old);
        board.view = View { viewport: view, selection: Vec::new() };
        let before = board.scene().boxes.len();
        let result = board.run("batchOperations", &input);
        let scene = board.scene();
        let old = |place: usize| scene.boxes[place].id.as_str().starts_with("old");
        prop_assert!(scene.boxes.len() - before >= usize::from(!result["created"].as_object().unwrap().is_empty()));
        check_made(&scene, |place| !old(place))?;
        let rules: Vec<&str> = result["lint"].as_array().unwrap().iter().map(|finding| finding["rule"].as_str().unwrap()).collect();
        prop_assert!(!rules.iter().any(|rule| ["overlap", "outside-frame", "text-overflow", "unbound-connector"].contains(rule)), "{}", result["lint"]);
        let accounted = result["operations"].as_array().unwrap().len();
        prop_assert_eq!(accounted, input["operations"].as_array().unwrap().len());
    }

    #[test]
    fn the_same_batch_gives_the_same_board(input in batch(), old in strewn(), view in view()) {
        let run = || {
            let mut board = board(&old);
            board.view = View { viewport: view, selection: Vec::new() };
            (board.run("batchOperations", &input), board.show())
        };
        prop_assert_eq!(run(), run());
    }

    #[test]
    fn changes_keep_to_the_board_and_cover_nothing_new(old in strewn(), steps in proptest::collection::vec(step(), 1..8)) {
        let mut board = board(&old);
        for (tool, input) in steps {
            let held = words_held(&board.scene());
            board.run(tool, &input);
            for id in held {
                let scene = board.scene();
                let boxed = &scene.boxes[scene.place(&id).unwrap()];
                prop_assert!(fits(boxed.kind.holder(), boxed.text, boxed.rect), "{:?} after {}", boxed, input);
            }
        }
    }

    #[test]
    fn what_grows_covers_nothing_that_was_clear(old in strewn(), grown in any::<Index>(), text in words()) {
        let mut board = board(&old);
        let count = board.scene().boxes.len();
        prop_assume!(count > 0);
        let clear = clear_pairs(&board.scene());
        let id = board.scene().boxes[grown.index(count)].id.clone();
        let updates = json!([{ "shapeId": id, "newText": text, "resizeInstruction": "double" }]);
        board.run("updateElements", &json!({ "updates": updates }));
        let after = clear_pairs(&board.scene());
        for pair in clear {
            prop_assert!(after.contains(&pair), "{pair:?} lie on each other now");
        }
    }

    #[test]
    fn any_json_is_answered(tool in select(TOOLS.to_vec()), input in json_like(), old in strewn()) {
        let mut board = board(&old);
        match board.plan(tool, &input) {
            Ok(outcome) => prop_assert!(outcome.ops.is_empty() || board.apply(outcome.ops).is_ok()),
            Err(error) => {
                let said = error.to_string();
                prop_assert!(said.starts_with('/') || said.starts_with(": "), "{said} names a field");
                prop_assert!(said.len() < 2_000, "{} bytes", said.len());
            }
        }
    }

    #[test]
    fn a_batch_with_one_thing_wrong_names_it(input in batch(), at in any::<Index>(), field in select(vec!["op", "ref", "color", "text", "parentRef"]), odd in odd()) {
        let mut input = input;
        let operations = input["operations"].as_array_mut().unwrap();
        let index = at.index(operations.len());
        operations[index][field] = odd.clone();
        if let Err(error) = Board::empty().plan("batchOperations", &input) {
            let said = error.to_string();
            prop_assert!(said.starts_with(&format!("/operations/{index}/{field}")), "{said}");
        } else {
            prop_assert!(odd.is_null(), "{field} may not be {odd}");
        }
    }
}

/// What no field of an operation may be.
fn odd() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(7)),
        Just(json!({})),
        Just(json!(["x"])),
        Just(json!(false)),
        Just(Value::Null),
        Just(json!("\u{0}"))
    ]
}

fn step() -> impl Strategy<Value = (&'static str, Value)> {
    let id = (0..30_u32).prop_map(|number| format!("old{number}"));
    let update = (
        id.clone(),
        proptest::option::of(words()),
        proptest::option::of(select(vec!["double", "half", "fit-to-content"])),
        proptest::option::of(select(vec!["left", "right", "up", "down", "closer-together"])),
    )
        .prop_map(|(id, text, resize, to)| json!({ "shapeId": id, "newText": text, "resizeInstruction": resize, "moveInstruction": to }));
    let updates =
        proptest::collection::vec(update, 1..10).prop_map(|updates| ("updateElements", json!({ "updates": updates })));
    let types = select(vec!["grid", "horizontal-row", "vertical-column", "even-spacing"]);
    let layouts = (proptest::collection::vec(id, 2..20), types)
        .prop_map(|(ids, layout)| ("layoutElements", json!({ "shapeIds": ids, "layoutType": layout })));
    prop_oneof![updates, layouts]
}

/// JSON that looks like a call in places.
fn json_like() -> impl Strategy<Value = Value> {
    let names = select(vec![
        "operations",
        "updates",
        "shapeIds",
        "layoutType",
        "op",
        "ref",
        "text",
        "color",
        "shapeId",
        "moveInstruction",
        "viewport",
        "x",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        select(vec!["createNote", "grid", "old1", "ref_1", "left", "double", "blue", ""]).prop_map(Value::from),
        "\\PC{0,200}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 10, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..10).prop_map(Value::from),
            proptest::collection::vec((names.clone(), inner), 0..6).prop_map(|fields| Value::Object(
                fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
            )),
        ]
    })
}

/// Returns the boxes that show all their words.
fn words_held(scene: &Scene<'_>) -> Vec<engine::NodeId> {
    let held = scene
        .boxes
        .iter()
        .filter(|boxed| boxed.kind.name() != "frame" && fits(boxed.kind.holder(), boxed.text, boxed.rect));
    held.map(|boxed| boxed.id.clone()).collect()
}

/// Returns the pairs of boxes of one frame that do not lie on each other.
fn clear_pairs(scene: &Scene<'_>) -> std::collections::BTreeSet<(String, String)> {
    let boxes = scene.boxes.iter().enumerate();
    let pairs = boxes.flat_map(|(place, a)| scene.boxes[place + 1..].iter().map(move |b| (a, b)));
    let clear = pairs.filter(|(a, b)| a.parent == b.parent && !a.rect.grown(-1.0).overlaps(b.rect));
    clear.map(|(a, b)| (a.id.to_string(), b.id.to_string())).collect()
}
