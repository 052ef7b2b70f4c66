//! Measures `tandem draw` from its start to its exit, for a flowchart of fifty operations.

use std::io::{Write as _, stdout};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tokio::process::Command;

const OPERATIONS: usize = 50;
const RUNS: usize = 21;
/// What anybody who draws from a script should not have to wait longer for.
const MOST: Duration = Duration::from_millis(50);

#[tokio::main]
async fn main() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let batch = folder.path().join("batch.json");
    tokio::fs::write(&batch, flowchart().to_string()).await?;
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let mut drawing = Command::new(env!("CARGO_BIN_EXE_tandem"));
        drawing.arg("draw").arg(&batch).stdout(Stdio::null());
        let start = Instant::now();
        ensure!(drawing.status().await?.success(), "the flowchart is not drawn");
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let (median, worst) = (times[RUNS / 2], times[RUNS - 1]);
    writeln!(stdout(), "{OPERATIONS} operations, {RUNS} runs: median {median:.1?}, worst {worst:.1?}")?;
    ensure!(median < MOST, "that is more than {MOST:?}");
    Ok(())
}

/// Returns half as many boxes as there are operations, and as many connectors between them.
fn flowchart() -> Value {
    let boxes = OPERATIONS / 2;
    let shape = |at: usize| json!({ "op": "createShape", "ref": format!("s{at}"), "text": format!("Step {at}") });
    let connector = |at: usize| {
        let (from, to) = (format!("s{}", at / 2), format!("s{}", (at + 1) % boxes));
        json!({ "op": "createConnector", "ref": format!("c{at}"), "fromRef": from, "toRef": to })
    };
    let operations: Vec<Value> = (0..boxes).map(shape).chain((0..boxes).map(connector)).collect();
    json!({ "layoutDirective": "flowchart-top-down", "operations": operations })
}
