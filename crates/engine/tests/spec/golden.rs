//! Records of every released format: what they hold must open in every later version, and mean the same.

use engine::{Author, Change, Document, Op};
use expect_test::expect;

use crate::support::world::{assert_same, assert_sound};
use crate::support::{render_keys, schema};

const CHANGES: &str = include_str!("../golden/change_v1.json");
const SNAPSHOT: &str = include_str!("../golden/snapshot_v1.json");

/// The records of the golden log, one a line.
fn lines() -> impl Iterator<Item = &'static str> {
    CHANGES.lines().filter(|line| line.starts_with('{')).map(|line| line.trim_end_matches(','))
}

fn replayed() -> Document {
    let mut document = Document::new(schema());
    for line in lines() {
        document.apply(&serde_json::from_str(line).unwrap()).unwrap();
    }
    document
}

fn restored() -> Document {
    let bytes = SNAPSHOT.trim_end().as_bytes();
    Document::restore(schema(), bytes, *blake3::hash(bytes).as_bytes()).unwrap()
}

#[test]
fn lg11_a_record_of_version_1_is_written_as_it_was_read() {
    for line in lines() {
        let change: Change = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&change).unwrap(), line);
    }
    let changes: Vec<Change> = serde_json::from_str(CHANGES).unwrap();
    assert_eq!(changes.len(), lines().count());
}

#[test]
fn lg11_the_golden_log_holds_one_of_everything() {
    let changes: Vec<Change> = serde_json::from_str(CHANGES).unwrap();
    let ops = || changes.iter().flat_map(|change| &change.ops);
    assert!(ops().any(|op| matches!(op, Op::Create { .. })));
    assert!(ops().any(|op| matches!(op, Op::Update { .. })));
    assert!(ops().any(|op| matches!(op, Op::Move { .. })));
    assert!(ops().any(|op| matches!(op, Op::Delete { .. })));
    assert!(changes.iter().any(|change| matches!(change.author, Author::User { .. })));
    assert!(changes.iter().any(|change| matches!(change.author, Author::Agent { .. })));
    assert!(changes.iter().any(|change| matches!(change.author, Author::System)));
    assert!(changes.iter().any(|change| change.label.is_some()));
    assert_eq!(changes.iter().filter(|change| change.reverts.is_some()).count(), 2);
}

#[test]
fn lg11_a_log_of_version_1_replays_to_the_same_tree() {
    expect![[r#"
        bag @Zz any={"deep":[1,2.5,true,null,{"x":""}]} big=18446744073709551615 float=1e+300 least=-9223372036854775808
        todo/ @a0 name="To do"
        done/ @a1
          other @a0 list=[] note="Γειά, 世界" title=2
    "#]]
    .assert_eq(&render_keys(&replayed()));
    assert_sound(&replayed());
}

#[test]
fn sn8_a_snapshot_of_version_1_is_written_as_it_was_read() {
    let written = restored().snapshot().unwrap();
    assert_eq!(String::from_utf8(written.bytes).unwrap(), SNAPSHOT.trim_end());
    assert_same(&restored(), &replayed());
}

#[test]
fn lg11_what_a_newer_version_adds_to_a_record_is_passed_over() {
    let line = lines().next().unwrap().replacen("{\"v\":1,", "{\"v\":1,\"mood\":\"good\",", 1);
    assert_eq!(serde_json::from_str::<Change>(&line).unwrap().seq, 1);
}
