//! A program that speaks like the CLI and says what a message tells it to.

use std::io::{self, BufRead, BufWriter, Write};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::{Value, json};

/// Answers messages like `tools 1000` (as many calls and results), `text 100000` (as many characters, at once) and
/// `talk 20000 450` (as many characters, so many a second, a few at a time).
pub fn play() -> Result<()> {
    let mut out = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        match (message["type"].as_str(), message["request"]["subtype"].as_str()) {
            (Some("control_request"), subtype) => {
                let id = &message["request_id"];
                let answer = json!({ "subtype": "success", "request_id": id, "response": {} });
                say(&mut out, &json!({ "type": "control_response", "response": answer }))?;
                out.flush()?;
                if subtype == Some("end_session") {
                    return Ok(());
                }
            }
            (Some("user"), _) => turn(&mut out, &message)?,
            _ => {}
        }
    }
    Ok(())
}

fn turn(out: &mut impl Write, message: &Value) -> Result<()> {
    let text = message["message"]["content"].as_str().unwrap_or_default();
    let words: Vec<&str> = text.split(' ').collect();
    let number = |index: usize| words.get(index).and_then(|word| word.parse().ok()).unwrap_or(0);
    say(out, &json!({ "type": "command_lifecycle", "command_uuid": message["uuid"], "state": "started" }))?;
    say(out, &json!({ "type": "system", "subtype": "init", "model": "fake" }))?;
    match words[0] {
        "tools" => tools(out, number(1))?,
        "text" => talk(out, number(1), None)?,
        "talk" => talk(out, number(1), Some(number(2)))?,
        _ => {}
    }
    let usage = json!({ "input_tokens": 10, "output_tokens": 10 });
    say(out, &json!({ "type": "result", "subtype": "success", "is_error": false, "usage": usage, "duration_ms": 1 }))?;
    Ok(out.flush()?)
}

fn tools(out: &mut impl Write, count: usize) -> Result<()> {
    for number in 0..count {
        let id = format!("toolu_{number}");
        let call = json!({ "type": "tool_use", "id": id, "name": "Read", "input": { "file_path": "src/main.rs" } });
        say(out, &json!({ "type": "assistant", "message": { "model": "fake", "content": [call] } }))?;
        let result = json!({ "type": "tool_result", "tool_use_id": id, "content": "fn main() {}" });
        say(out, &json!({ "type": "user", "message": { "role": "user", "content": [result] } }))?;
    }
    Ok(())
}

/// Characters of one delta: about a token.
const DELTA: usize = 5;

fn talk(out: &mut impl Write, count: usize, per_second: Option<usize>) -> Result<()> {
    let all: String = "The quick brown fox jumps over the lazy dog. ".chars().cycle().take(count).collect();
    let started = Instant::now();
    for (index, piece) in all.as_bytes().chunks(DELTA).enumerate() {
        if let Some(per_second) = per_second {
            let due = Duration::from_secs_f64((index * DELTA) as f64 / per_second as f64);
            out.flush()?;
            std::thread::sleep(due.saturating_sub(started.elapsed()));
        }
        let delta = json!({ "type": "text_delta", "text": String::from_utf8_lossy(piece) });
        let event = json!({ "type": "content_block_delta", "index": 0, "delta": delta });
        say(out, &json!({ "type": "stream_event", "event": event, "parent_tool_use_id": null }))?;
    }
    let block = json!({ "type": "text", "text": all });
    say(out, &json!({ "type": "assistant", "message": { "model": "fake", "content": [block] } }))
}

fn say(out: &mut impl Write, message: &Value) -> Result<()> {
    serde_json::to_writer(&mut *out, message)?;
    Ok(out.write_all(b"\n")?)
}
