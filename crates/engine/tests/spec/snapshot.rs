//! A document written down and read again.

use engine::{Document, SnapshotError};
use expect_test::expect;
use serde_json::{Value, json};

use crate::support::world::{assert_same, assert_sound, snapshot};
use crate::support::{World, schema};

fn restore(json: &Value) -> Result<Document, SnapshotError> {
    let bytes = serde_json::to_vec(json).unwrap();
    Document::restore(schema(), &bytes, *blake3::hash(&bytes).as_bytes())
}

fn written(script: &str) -> Value {
    serde_json::from_slice(&snapshot(&World::play(script).document).bytes).unwrap()
}

#[test]
fn sn1_a_document_is_restored_as_it_was() {
    let world = World::play(
        "folder f; B: item a in f note=x & set a note=null; c: mv a in root; -: set a count=0.1; item b friend=a list=[\"a\"]",
    );
    let written = snapshot(&world.document);
    assert_eq!(written.seq, 5);
    let restored = Document::restore(schema(), &written.bytes, written.hash).unwrap();
    assert_same(&restored, &world.document);
    assert_sound(&restored);
}

#[test]
fn sn2_equal_documents_give_equal_bytes() {
    let one = World::play("item a note=x; set a count=1 title=t");
    let other = World::play("item a note=x; set a title=t count=1; item b; undo 3");
    let mut reverted = other.document.clone();
    reverted.revert(other.journal(4).1);
    reverted.revert(other.journal(3).1);
    assert_same(&reverted, &one.document);
    assert_ne!(snapshot(&one.document).hash, snapshot(&other.document).hash);
}

#[test]
fn sn4_a_changed_byte_is_noticed() {
    let written = snapshot(&World::play("item a").document);
    for index in 0..written.bytes.len() {
        let mut bytes = written.bytes.clone();
        bytes[index] ^= 1;
        let error = Document::restore(schema(), &bytes, written.hash).unwrap_err();
        assert!(matches!(error, SnapshotError::Hash));
    }
}

#[test]
fn sn5_a_newer_format_is_refused() {
    let mut json = written("item a");
    json["v"] = json!(2);
    assert_eq!(restore(&json).unwrap_err().to_string(), "the snapshot has format 2, newer than this program knows");
}

#[test]
fn sn6_a_node_without_a_place_is_refused() {
    let faults: [fn(&mut Value); 6] = [
        |json| json["nodes"][1]["parent"] = json!("x"),
        |json| json["nodes"][1]["id"] = json!("f"),
        |json| json["nodes"][2]["order"] = json!("a0"),
        |json| json["nodes"][1]["id"] = json!("root"),
        |json| json["nodes"][1]["created"] = json!([1, 9]),
        |json| json["nodes"].as_array_mut().unwrap().reverse(),
    ];
    let mut messages = String::new();
    for fault in faults {
        let mut json = written("folder f; item a in f; item b in f");
        fault(&mut json);
        messages.push_str(&format!("{}\n", restore(&json).unwrap_err()));
    }
    expect![[r#"
        the snapshot's node a has no place in the tree
        the snapshot's node f has no place in the tree
        the snapshot's node b has no place in the tree
        the snapshot's node root has no place in the tree
        the snapshot's node a has no place in the tree
        the snapshot's node b has no place in the tree
    "#]]
    .assert_eq(&messages);
    assert!(matches!(restore(&json!({})).unwrap_err(), SnapshotError::Json(_)));
}
