//! Lines of the CLI in, events out. The lines have the shape of real ones and say nothing that is not needed.

mod asking;
mod drafts;
mod failing;
mod hostile;
mod tasks;
mod tools;
mod turns;

use expect_test::Expect;

use super::*;

/// Reads lines, one after the other, and compares all they come to.
#[track_caller]
fn check(lines: &[&str], expected: &Expect) {
    expected.assert_eq(&render(&mut Reader::new(0.0), lines));
}

/// Like [`check`], within a turn that has begun.
#[track_caller]
fn check_in_turn(lines: &[&str], expected: &Expect) {
    let mut reader = Reader::new(0.0);
    reader.read(INIT);
    expected.assert_eq(&render(&mut reader, lines));
}

fn render(reader: &mut Reader, lines: &[&str]) -> String {
    let heard = lines.iter().flat_map(|line| reader.read(line));
    let rendered = heard.map(|heard| match heard {
        Heard::Event(event) => format!("{event:?}\n"),
        other => format!("<{other:?}>\n"),
    });
    rendered.collect()
}

const INIT: &str = r#"{"type":"system","subtype":"init","cwd":"/srv/app","session_id":"00000000-0000-4000-8000-000000000001","tools":["Task","Bash"],"mcp_servers":[],"model":"claude-opus-5-5","permissionMode":"default","uuid":"x"}"#;
const RESULT: &str = r#"{"duration_api_ms":212,"stop_reason":"end_turn","session_id":"00000000-0000-4000-8000-000000000001","total_cost_usd":0.5,"usage":{"input_tokens":10,"cache_creation_input_tokens":3,"cache_read_input_tokens":4,"output_tokens":22,"service_tier":"standard"},"modelUsage":{"claude-opus-5-5":{"inputTokens":10,"costUSD":0.5,"contextWindow":1000000}},"terminal_reason":"completed","is_error":false,"num_turns":1,"subtype":"success","api_error_status":null,"result":"Hello.","type":"result","duration_ms":1500,"user_message_uuids":["00000000-0000-4000-8000-0000000000aa"]}"#;
