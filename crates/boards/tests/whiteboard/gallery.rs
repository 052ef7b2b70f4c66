//! Batches as models write them, each drawn on an empty board: nothing in it is for a person to put right.

use std::collections::BTreeMap;
use std::path::Path;

use boards::whiteboard::lint::{Rule, lint};
use boards::whiteboard::ways::ways;
use serde_json::Value;

use crate::board::Board;

/// Shows the boxes and how the connectors run.
fn shown(board: &Board) -> String {
    let scene = board.scene();
    let ways = ways(&scene);
    let corners: usize = ways.iter().map(|way| way.len() - 2).sum();
    let crossings = layout::crossings(&ways);
    format!("{}{} connectors with {corners} corners and {crossings} crossings\n", board.show(), ways.len())
}

#[test]
fn what_models_ask_for_is_drawn_as_a_person_would_have_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/whiteboard/gallery");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 30);
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let input: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let mut board = Board::empty();
        let result = board.run("batchOperations", &input);
        assert_eq!(result["warnings"], Value::Array(Vec::new()), "{name}");
        let mut found: BTreeMap<Rule, usize> = BTreeMap::new();
        for finding in lint(&board.document) {
            *found.entry(finding.rule).or_default() += 1;
        }
        // Some graphs cannot be drawn without; how often is for the snapshot to keep.
        found.remove(&Rule::Crossing);
        assert_eq!(found, BTreeMap::new(), "{name}: {:#?}", lint(&board.document));
        insta::assert_snapshot!(name, shown(&board));
    }
}
