//! How long one small change takes, and whether the size of the document matters.
//!
//! Plain timing in place of a framework: what is asked is one ratio, and a table says it best.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Instant;

use engine::{
    Author, Bases, Change, ChangeId, ChangeRequest, Document, KindSchema, NodeId, OpRequest, OrderKey, Props, Schema,
    Timestamp, UserId,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Cards per lane, so that lists are long and there are many of them.
const LANE: usize = 500;
/// Records that are replayed.
const RECORDS: u32 = 20_000;
const ROUNDS: usize = 15;
const OPS_PER_ROUND: u32 = 2_000;

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "the types are the schema; nobody reads the fields")]
struct Lane {
    title: String,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "the types are the schema; nobody reads the fields")]
struct Card {
    title: String,
    #[schemars(extend("x-text" = true))]
    text: Option<String>,
    done: Option<bool>,
    #[schemars(extend("x-ref" = "clear"))]
    blocks: Option<NodeId>,
}

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let mut report = String::new();
    let sizes = [1_000, 10_000, 100_000];
    writeln!(
        report,
        "{:<34}{:>12}{:>12}{:>12}{:>16}",
        "one change of", "1,000", "10,000", "100,000", "100,000 : 1,000"
    )?;
    let works: [(&str, Work); 6] = [
        ("update", update),
        ("move within a list", move_within),
        ("move to another list", move_across),
        ("create and delete", create_delete),
        ("update, resolved and serialised", update_to_json),
        ("update of any card (cold cache)", update_any),
    ];
    let mut benches = sizes.iter().map(|size| Bench::new(*size)).collect::<Result<Vec<_>, _>>()?;
    for (name, work) in works {
        let times = benches.iter_mut().map(|bench| bench.time(work)).collect::<Result<Vec<_>, _>>()?;
        writeln!(
            report,
            "{name:<34}{:>9.0} ns{:>9.0} ns{:>9.0} ns{:>16.2}",
            times[0],
            times[1],
            times[2],
            times[2] / times[0]
        )?;
    }
    replay(&mut report, &mut benches[1])?;
    reading(&mut report, &benches[1])?;
    std::io::stdout().write_all(report.as_bytes())?;
    Ok(())
}

type Work = fn(&mut Bench, usize) -> Outcome;

struct Bench {
    document: Document,
    schema: Arc<Schema>,
    author: Author,
    bases: Bases,
    size: usize,
}

impl Bench {
    fn new(size: usize) -> Result<Self, Box<dyn std::error::Error>> {
        let schema = Arc::new(Schema::new([
            ("lane", KindSchema::of::<Lane>().under(&["root"])),
            ("card", KindSchema::of::<Card>().under(&["lane"])),
        ]));
        let author = Author::User { id: UserId::from_bytes([7; 16]) };
        let document = Document::new(Arc::clone(&schema));
        let mut bench = Self { document, schema, author, bases: Bases::default(), size };
        let lanes = size / LANE;
        for lane in 0..lanes {
            let mut ops = vec![create(&lane_id(lane)?, "lane", NodeId::root(), "A lane")];
            for card in 0..LANE - 1 {
                ops.push(create(&card_id(lane * LANE + card)?, "card", lane_id(lane)?, "A card of the usual length"));
            }
            bench.ask(ops)?;
        }
        Ok(bench)
    }

    fn ask(&mut self, ops: Vec<OpRequest>) -> Result<Change, Box<dyn std::error::Error>> {
        let request = ChangeRequest { id: ChangeId::parse("0198c0de00007000")?, label: None, ops };
        let at = Timestamp::from_millis(1_769_851_800_000);
        let (change, journal) = self.document.resolve(request, self.author.clone(), at, &self.bases)?;
        black_box(journal);
        Ok(change)
    }

    /// Returns the nanoseconds of one piece of work in the least disturbed of several rounds.
    fn time(&mut self, work: Work) -> Result<f64, Box<dyn std::error::Error>> {
        let mut rounds = Vec::new();
        let mut number = 1;
        for round in 0..=ROUNDS {
            let start = Instant::now();
            for _ in 0..OPS_PER_ROUND {
                number = (number * 1_103_515_245 + 12_345) % (1 << 31);
                work(self, number)?;
            }
            let nanos = start.elapsed().as_secs_f64() * 1e9;
            // The first round warms up.
            if round > 0 {
                rounds.push(nanos / f64::from(OPS_PER_ROUND));
            }
        }
        Ok(rounds.into_iter().fold(f64::INFINITY, f64::min))
    }

    /// Returns a card of the first lane or of the last one: as many in a small document as in a large one, so that what
    /// is compared is the work and not how much of the document the processor's cache holds.
    fn card(&self, number: usize) -> Result<NodeId, engine::InvalidId> {
        let (number, last_lane) = (number / 7, self.size - LANE);
        card_at(number / 2 % LANE + if number.is_multiple_of(2) { 0 } else { last_lane })
    }

    /// Returns any card.
    fn any_card(&self, number: usize) -> Result<NodeId, engine::InvalidId> {
        card_at(number / 7 % self.size)
    }
}

fn update(bench: &mut Bench, number: usize) -> Outcome {
    black_box(bench.ask(vec![patch(bench.card(number)?, number)])?);
    Ok(())
}

fn update_any(bench: &mut Bench, number: usize) -> Outcome {
    black_box(bench.ask(vec![patch(bench.any_card(number)?, number)])?);
    Ok(())
}

fn update_to_json(bench: &mut Bench, number: usize) -> Outcome {
    let change = bench.ask(vec![patch(bench.card(number)?, number)])?;
    black_box(serde_json::to_vec(&change)?);
    Ok(())
}

fn move_within(bench: &mut Bench, number: usize) -> Outcome {
    let id = bench.card(number)?;
    let order = Some(OrderKey::parse(&format!("a{}{}V", number % 9, number / 9 % 10))?);
    black_box(bench.ask(vec![OpRequest::Move { id, parent: None, order, before: None, after: None }])?);
    Ok(())
}

fn move_across(bench: &mut Bench, number: usize) -> Outcome {
    let (id, lane) = (bench.card(number)?, number % 2);
    let parent = Some(lane_id(lane)?);
    black_box(bench.ask(vec![OpRequest::Move { id, parent, order: None, before: None, after: None }])?);
    Ok(())
}

fn create_delete(bench: &mut Bench, number: usize) -> Outcome {
    let (id, lane) = (NodeId::parse("one-more")?, number % 2);
    bench.ask(vec![create(&id, "card", lane_id(lane)?, "One more")])?;
    black_box(bench.ask(vec![OpRequest::Delete { id }])?);
    Ok(())
}

/// Times the log's way: records as text, parsed and applied.
fn replay(report: &mut String, bench: &mut Bench) -> Outcome {
    let start = bench.document.snapshot()?;
    let mut records = Vec::new();
    for number in 0..RECORDS as usize {
        records.push(serde_json::to_vec(&bench.ask(vec![patch(bench.card(number * 7_919)?, number)])?)?);
    }
    let mut document = Document::restore(Arc::clone(&bench.schema), &start.bytes, start.hash)?;
    let clock = Instant::now();
    for record in &records {
        black_box(document.apply(&serde_json::from_slice(record)?)?);
    }
    let each = clock.elapsed().as_secs_f64() * 1e9 / f64::from(RECORDS);
    writeln!(report, "\nreplaying one record from its JSON, 10,000 nodes: {each:.0} ns")?;
    assert!(document == bench.document, "the replay is the document");
    Ok(())
}

fn reading(report: &mut String, bench: &Bench) -> Outcome {
    let lane = lane_id(3)?;
    let (count, micros) = timed(|| Ok(bench.document.children(&lane).filter(|node| !node.props.is_empty()).count()))?;
    writeln!(report, "children of one parent in order: {count} in {micros:.1} µs")?;
    let (snapshot, micros) = timed(|| Ok(bench.document.snapshot()?))?;
    writeln!(report, "snapshot of 10,000 nodes: {} KB in {:.1} ms", snapshot.bytes.len() / 1024, micros / 1e3)?;
    let restore = || Ok(Document::restore(Arc::clone(&bench.schema), &snapshot.bytes, snapshot.hash)?);
    let (restored, micros) = timed(restore)?;
    writeln!(report, "restore of {} nodes: {:.1} ms", restored.len(), micros / 1e3)?;
    Ok(())
}

/// Returns a result and the microseconds it took in the least disturbed of several rounds.
fn timed<T>(work: impl Fn() -> Result<T, Box<dyn std::error::Error>>) -> Result<(T, f64), Box<dyn std::error::Error>> {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        black_box(work()?);
        best = best.min(start.elapsed().as_secs_f64() * 1e6);
    }
    Ok((work()?, best))
}

fn patch(id: NodeId, number: usize) -> OpRequest {
    let props = Props::from_iter([("title".to_owned(), json!(format!("Title number {number}")))]);
    OpRequest::Update { id, props, from_seq: None }
}

fn create(id: &NodeId, kind: &str, parent: NodeId, title: &str) -> OpRequest {
    let props = Props::from_iter([("title".to_owned(), json!(title))]);
    OpRequest::Create { id: id.clone(), kind: kind.to_owned(), parent, order: None, before: None, after: None, props }
}

fn lane_id(number: usize) -> Result<NodeId, engine::InvalidId> {
    NodeId::parse(&format!("lane-{number}"))
}

/// Returns the card at a place; the last place of each lane is the lane itself.
fn card_at(place: usize) -> Result<NodeId, engine::InvalidId> {
    card_id(if place % LANE == LANE - 1 { place - 1 } else { place })
}

fn card_id(number: usize) -> Result<NodeId, engine::InvalidId> {
    NodeId::parse(&format!("card-{number:08}-0000-7000"))
}
