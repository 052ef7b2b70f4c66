//! Tools, what they did, and to which files.

use expect_test::expect;

use super::*;

/// Reads what a tool did to a file.
#[track_caller]
fn check_result(content: &str, result: &str, expected: &Expect) {
    let line = format!(
        r#"{{"type":"user","message":{{"role":"user","content":[{{"tool_use_id":"toolu_1","type":"tool_result","content":{content}}}]}},"parent_tool_use_id":null,"tool_use_result":{result}}}"#
    );
    check_in_turn(&[&line], expected);
}

#[test]
fn a_command_and_its_output() {
    let started = r#"{"type":"assistant","message":{"id":"msg_1","model":"m","content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls","description":"list"}}]},"parent_tool_use_id":null}"#;
    let ended = r#"{"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_1","type":"tool_result","content":"a\nb","is_error":false}]},"parent_tool_use_id":null,"tool_use_result":{"stdout":"a\nb","stderr":"","interrupted":false}}"#;
    check_in_turn(
        &[started, ended],
        &expect![[r#"
        ToolStarted { id: ToolId("toolu_1"), name: "Bash", input: Object {"command": String("ls"), "description": String("list")}, parent: None }
        ToolEnded { id: ToolId("toolu_1"), content: "a\nb", is_error: false, diff: None, parent: None }
    "#]],
    );
}

#[test]
fn a_tool_that_failed() {
    let ended = r#"{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"Exit code 1","is_error":true,"tool_use_id":"toolu_1"}]},"parent_tool_use_id":null,"tool_use_result":"Error: Exit code 1"}"#;
    check_in_turn(
        &[ended],
        &expect![[r#"
        ToolEnded { id: ToolId("toolu_1"), content: "Exit code 1", is_error: true, diff: None, parent: None }
    "#]],
    );
}

#[test]
fn results_that_are_no_plain_text() {
    check_result(
        r#"[{"type":"text","text":"one"},{"type":"image","source":{}},{"type":"text","text":"two"},3]"#,
        "{}",
        &expect![[r#"
            ToolEnded { id: ToolId("toolu_1"), content: "one\n[image]\ntwo\n[something]", is_error: false, diff: None, parent: None }
        "#]],
    );
    check_result(
        "null",
        "null",
        &expect![[r#"
        ToolEnded { id: ToolId("toolu_1"), content: "", is_error: false, diff: None, parent: None }
    "#]],
    );
    check_result(
        r#"{"odd":true}"#,
        "[]",
        &expect![[r#"
        ToolEnded { id: ToolId("toolu_1"), content: "{\"odd\":true}", is_error: false, diff: None, parent: None }
    "#]],
    );
    check_result(
        "[]",
        "7",
        &expect![[r#"
        ToolEnded { id: ToolId("toolu_1"), content: "", is_error: false, diff: None, parent: None }
    "#]],
    );
}

#[test]
fn an_edit() {
    let result = r#"{"filePath":"/srv/app/a.txt","oldString":"b","newString":"B","originalFile":"a\nb\n","structuredPatch":[{"oldStart":1,"oldLines":2,"newStart":1,"newLines":2,"lines":[" a","-b","+B"]}],"userModified":false}"#;
    check_result(
        r#""Updated.""#,
        result,
        &expect![[r#"
        ToolEnded { id: ToolId("toolu_1"), content: "Updated.", is_error: false, diff: Some(FileDiff { path: "/srv/app/a.txt", hunks: [Hunk { old_start: 1, new_start: 1, lines: [" a", "-b", "+B"] }], created: false }), parent: None }
    "#]],
    );
}

#[test]
fn a_file_that_is_created() {
    let result = r#"{"type":"create","filePath":"/srv/app/new.txt","content":"one\ntwo\n","structuredPatch":[],"originalFile":null}"#;
    check_result(
        r#""Created.""#,
        result,
        &expect![[r#"
        ToolEnded { id: ToolId("toolu_1"), content: "Created.", is_error: false, diff: Some(FileDiff { path: "/srv/app/new.txt", hunks: [Hunk { old_start: 0, new_start: 1, lines: ["+one", "+two"] }], created: true }), parent: None }
    "#]],
    );
}

#[test]
fn a_file_that_is_written_anew() {
    let result = r#"{"type":"update","filePath":"/srv/app/a.txt","content":"two\n","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-one","+two"]}]}"#;
    check_result(
        r#""Updated.""#,
        result,
        &expect![[r#"
        ToolEnded { id: ToolId("toolu_1"), content: "Updated.", is_error: false, diff: Some(FileDiff { path: "/srv/app/a.txt", hunks: [Hunk { old_start: 1, new_start: 1, lines: ["-one", "+two"] }], created: false }), parent: None }
    "#]],
    );
}

#[test]
fn a_file_that_is_only_read_has_no_diff() {
    check_result(
        r#""1\tone""#,
        r#"{"type":"text","file":{"filePath":"/srv/app/a.txt","content":"one"}}"#,
        &expect![[r#"
            ToolEnded { id: ToolId("toolu_1"), content: "1\tone", is_error: false, diff: None, parent: None }
        "#]],
    );
}

#[test]
fn a_diff_that_cannot_be_read_is_none() {
    check_result(
        r#""Updated.""#,
        r#"{"filePath":"/a","structuredPatch":[{"oldStart":-1,"newStart":1,"lines":[]}]}"#,
        &expect![[r#"
            ToolEnded { id: ToolId("toolu_1"), content: "Updated.", is_error: false, diff: None, parent: None }
        "#]],
    );
}

#[test]
fn several_results_in_one_line() {
    let ended = r#"{"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_1","type":"tool_result","content":"one"},{"type":"text","text":"x"},{"type":"tool_result","content":"no id"},{"tool_use_id":"toolu_2","type":"tool_result","content":"two"}]},"parent_tool_use_id":null}"#;
    check_in_turn(
        &[ended],
        &expect![[r#"
        ToolEnded { id: ToolId("toolu_1"), content: "one", is_error: false, diff: None, parent: None }
        ToolEnded { id: ToolId("toolu_2"), content: "two", is_error: false, diff: None, parent: None }
    "#]],
    );
}

#[test]
fn what_a_person_said_is_not_told_again() {
    let replay =
        r#"{"type":"user","message":{"role":"user","content":"hello"},"isReplay":true,"parent_tool_use_id":null}"#;
    check_in_turn(&[replay], &expect![""]);
}

#[test]
fn a_tool_the_cli_refused() {
    let denied =
        r#"{"type":"system","subtype":"permission_denied","tool_name":"Bash","tool_use_id":"toolu_1","message":"no"}"#;
    check_in_turn(
        &[denied],
        &expect![[r#"
        Notice { text: "Bash was refused by Claude Code." }
    "#]],
    );
}
