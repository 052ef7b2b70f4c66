use std::fs;

use serde_json::{Value, json};

use crate::support::{Host, Theatre, blocks, said};

const RULES: &str = "Review the work that was done for this task.\n\nThese are the project's rules. Give a verdict for each:\n\n\
                     1. Names are whole words.\n2. Nothing is repeated.\n\nThen file it with `report_review`.";

/// Introduces a server that takes reports.
async fn connect(host: &mut Host) {
    host.ask(json!({ "subtype": "initialize", "sdkMcpServers": ["tandem"] })).await;
    let tools = json!({ "tools": [{ "name": "read_board" }, { "name": "report_review" }] });
    for (method, result) in [("initialize", json!({})), ("tools/list", tools)] {
        let asked = host.until(|line| line["request"]["message"]["method"] == method).await.pop().unwrap();
        answer(host, &asked, result).await;
    }
}

async fn answer(host: &mut Host, request: &Value, result: Value) {
    let id = &request["request"]["message"]["id"];
    host.answer(request, json!({ "mcp_response": { "jsonrpc": "2.0", "id": id, "result": result } })).await;
}

/// Has the folder reviewed by a new conversation, and returns the report.
async fn review(theatre: &Theatre) -> Value {
    let mut host = theatre.start(&["--allowedTools", "mcp__tandem__report_review"]);
    connect(&mut host).await;
    host.say(RULES).await;
    let call = host.until(|line| line["request"]["message"]["method"] == "tools/call").await.pop().unwrap();
    assert_eq!(call["request"]["server_name"], "tandem");
    let params = &call["request"]["message"]["params"];
    assert_eq!(params["name"], "report_review");
    answer(&mut host, &call, json!({ "content": [{ "type": "text", "text": "The report is filed." }] })).await;
    let rest = host.turn().await;
    assert!(said(&rest).contains("The report is filed."), "{}", said(&rest));
    params["arguments"].clone()
}

fn verdicts(report: &Value) -> Vec<&str> {
    report["rules"].as_array().unwrap().iter().map(|rule| rule["verdict"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_review_fails_a_rule_until_it_is_mended() {
    let theatre = Theatre::with(&[("README.md", "# Kites\n"), ("kite.py", "def fly():\n    return 1\n")]);
    theatre.start(&["--permission-mode", "acceptEdits"]).hear("Fly higher").await;
    let first = review(&theatre).await;
    assert_eq!(verdicts(&first), ["pass", "fail"]);
    let place = &first["rules"][1]["places"][0];
    let line = usize::try_from(place["line"].as_u64().unwrap()).unwrap();
    assert_eq!(theatre.text(place["file"].as_str().unwrap()).lines().nth(line - 1), Some("- Fly higher"));
    assert_eq!(verdicts(&review(&theatre).await), ["pass", "fail"], "nothing was mended");

    let told =
        format!("A review found rules. Mend these:\n\n- Rule 2: Nothing is repeated.\n  why\n  - README.md:{line}\n");
    let turn = theatre.start(&["--permission-mode", "acceptEdits"]).hear(&told).await;
    let tools: Vec<_> = blocks(&turn, "tool_use").iter().map(|block| block["name"].as_str().unwrap()).collect();
    assert_eq!(tools, ["Read", "Write"]);
    assert!(theatre.text("README.md").ends_with("- Fly higher\n- Mended: rule 2\n"));
    assert_eq!(verdicts(&review(&theatre).await), ["pass", "pass"]);
}

#[tokio::test]
async fn comments_are_answered_below_their_lines() {
    let theatre = Theatre::with(&[("README.md", "# Kites\n")]);
    let deep = theatre.project().join("a/b/c/d/e");
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join("kite.py"), "def fly():\n    return 1\n").unwrap();
    let told = "Comments on your changes:\n\na/b/c/d/e/kite.py:2\n>     return 1\nWhy 1?\n";
    theatre.start(&["--permission-mode", "acceptEdits"]).hear(told).await;
    assert_eq!(theatre.text("a/b/c/d/e/kite.py"), "def fly():\n    return 1\n    # Rehearsal: Why 1?\n");
    assert_eq!(theatre.text("README.md"), "# Kites\n");
}

#[tokio::test]
async fn what_is_said_of_a_file_outside_changes_nothing_there() {
    let theatre = Theatre::with(&[("README.md", "# Kites\n")]);
    let outside = theatre.project().join("../outside.py");
    fs::write(&outside, "kept\n").unwrap();
    let told = "Comments on your changes:\n\n../outside.py:1\nWhy?\n";
    theatre.start(&["--permission-mode", "acceptEdits"]).hear(told).await;
    assert_eq!(fs::read_to_string(outside).unwrap(), "kept\n");
}
