//! What becomes of which tool in which mode.

use async_trait::async_trait;
use expect_test::{Expect, expect};

use super::*;
use crate::toolbox::{REPORT_REVIEW, ToolAnswer, ToolSpec};

/// Tools of ours whose names say nothing of what they do.
struct Tools;

#[async_trait]
impl Toolbox for Tools {
    fn tools(&self) -> Vec<ToolSpec> {
        let tool = |(name, effect): (&str, ToolEffect)| ToolSpec {
            name: name.to_owned(),
            description: String::new(),
            input_schema: json!({ "type": "object" }),
            effect,
        };
        let all = [
            ("outlineBoard", ToolEffect::Reads),
            ("read_and_delete", ToolEffect::Changes),
            (REPORT_REVIEW, ToolEffect::Reports),
        ];
        all.map(tool).to_vec()
    }

    async fn call(&self, _: Option<&ToolId>, _: &str, _: Value) -> ToolAnswer {
        ToolAnswer { text: String::new(), is_error: false }
    }
}

fn tool(name: &str, input: Value, suggestions: Value) -> CanUseTool {
    CanUseTool {
        tool_name: name.to_owned(),
        input,
        tool_use_id: "toolu_1".to_owned(),
        decision_reason: Some("It needs approval".to_owned()),
        permission_suggestions: serde_json::from_value(suggestions).unwrap_or_default(),
        agent_id: None,
        mcp_server: None,
    }
}

fn verdict(mode: Mode, tool: &CanUseTool) -> &'static str {
    match decide(mode, &Tools, "r-1", tool, None) {
        Verdict::Ask(Event::Question { .. }) => "question",
        Verdict::Ask(Event::Plan { .. }) => "plan",
        Verdict::Ask(Event::Permission { .. }) => "ask",
        Verdict::Ask(other) => panic!("{other:?}"),
        Verdict::Deny { .. } => "deny",
        Verdict::Allow => "allow",
    }
}

#[test]
fn every_tool_in_every_mode() {
    let question = json!({ "questions": [{ "question": "Which?", "options": [] }] });
    let tools = [
        "AskUserQuestion",
        "ExitPlanMode",
        "EnterPlanMode",
        "Read",
        "Glob",
        "Grep",
        "ToolSearch",
        "TaskCreate",
        "Agent",
        "WebFetch",
        "WebSearch",
        "Bash",
        "Write",
        "Edit",
        "NotebookEdit",
        "Skill",
        "Workflow",
        "EnterWorktree",
        "CronCreate",
        "SendMessage",
        "Monitor",
        "mcp__wiki__edit",
        "SomethingNew",
        "",
    ];
    let row = |name: &str| {
        let tool = tool(name, question.clone(), json!([]));
        let [plan, code, review, chat] =
            [Mode::Plan, Mode::Code, Mode::Review, Mode::Chat].map(|mode| verdict(mode, &tool));
        format!("{name:<16} {plan:<9} {code:<9} {review:<9} {chat}\n")
    };
    let table: String = tools.into_iter().map(row).collect();
    expect![[r"
        tool             plan      code      review    chat
        AskUserQuestion  question  question  question  question
        ExitPlanMode     plan      plan      plan      plan
        EnterPlanMode    allow     allow     allow     allow
        Read             allow     ask       ask       ask
        Glob             allow     ask       ask       ask
        Grep             allow     ask       ask       ask
        ToolSearch       allow     ask       ask       ask
        TaskCreate       allow     ask       ask       ask
        Agent            allow     ask       ask       ask
        WebFetch         ask       ask       ask       ask
        WebSearch        ask       ask       ask       ask
        Bash             deny      ask       ask       ask
        Write            deny      ask       ask       ask
        Edit             deny      ask       ask       ask
        NotebookEdit     deny      ask       ask       ask
        Skill            deny      ask       ask       ask
        Workflow         deny      ask       ask       ask
        EnterWorktree    deny      ask       ask       ask
        CronCreate       deny      ask       ask       ask
        SendMessage      deny      ask       ask       ask
        Monitor          deny      ask       ask       ask
        mcp__wiki__edit  deny      ask       ask       ask
        SomethingNew     deny      ask       ask       ask
                         deny      ask       ask       ask
    "]]
    .assert_eq(&format!("{:<16} plan      code      review    chat\n{table}", "tool"));
}

#[test]
fn our_own_tools_run_as_the_mode_allows() {
    let of_server = |server: &str, name: &str| {
        let asked = json!({ "tool_name": name, "mcp_server": { "name": server, "source": "sdk" } });
        serde_json::from_value::<CanUseTool>(asked).unwrap()
    };
    let (reads, writes) = ("mcp__tandem__outlineBoard", "mcp__tandem__read_and_delete");
    let unknown = "mcp__tandem__list_nothing";
    let report = "mcp__tandem__report_review";
    for (mode, writing, reporting) in [
        (Mode::Plan, "deny", "deny"),
        (Mode::Code, "allow", "allow"),
        (Mode::Review, "ask", "allow"),
        (Mode::Chat, "allow", "allow"),
    ] {
        assert_eq!(verdict(mode, &of_server("tandem", reads)), "allow");
        assert_eq!(verdict(mode, &of_server("tandem", writes)), writing);
        assert_eq!(verdict(mode, &of_server("tandem", unknown)), writing);
        assert_eq!(verdict(mode, &of_server("tandem", report)), reporting);
        assert_ne!(verdict(mode, &of_server("wiki", report)), "allow");
        assert_ne!(verdict(mode, &of_server("tandem__note", reads)), "allow");
        assert_ne!(verdict(mode, &tool(reads, json!({}), json!([]))), "allow");
    }
}

#[test]
fn planning_says_why_it_refuses() {
    let Verdict::Deny { message, notice } =
        decide(Mode::Plan, &Tools, "r-1", &tool("Bash", json!({}), json!([])), None)
    else {
        panic!("it is not refused")
    };
    assert!(message.contains("plan"), "{message}");
    assert_eq!(notice.as_deref(), Some("Bash was refused: the agent is planning."));
}

/// Compares what a person reads about "always", and what it tells the CLI.
#[track_caller]
fn check_always(name: &str, suggestions: Value, expected: &Expect) {
    let tool = tool(name, json!({}), suggestions);
    let Verdict::Ask(Event::Permission { always: described, .. }) = decide(Mode::Chat, &Tools, "r-1", &tool, None)
    else {
        panic!("nobody is asked")
    };
    let rules = always(&tool).map_or_else(|| "nothing".to_owned(), |rules| json!(rules).to_string());
    expected.assert_eq(&format!("{described:?}\n{rules}"));
    let rules = always(&tool).unwrap_or_default();
    assert!(rules.iter().all(|rule| rule["destination"] == "session"), "{rules:?}");
}

#[test]
fn always_lasts_as_long_as_the_session_and_is_written_nowhere() {
    let rule = |destination: &str| {
        json!([{ "type": "addRules", "rules": [{ "toolName": "Bash", "ruleContent": "npm run *" }],
            "behavior": "allow", "destination": destination }])
    };
    for destination in ["localSettings", "projectSettings", "userSettings", "session"] {
        check_always(
            "Bash",
            rule(destination),
            &expect![[r#"
                Some("Bash(npm run *)")
                [{"behavior":"allow","destination":"session","rules":[{"ruleContent":"npm run *","toolName":"Bash"}],"type":"addRules"}]"#]],
        );
    }
}

#[test]
fn always_for_edits_and_for_folders() {
    check_always(
        "Write",
        json!([{ "type": "setMode", "mode": "acceptEdits", "destination": "session" }]),
        &expect![[r#"
            Some("edits in the project's folder")
            [{"destination":"session","mode":"acceptEdits","type":"setMode"}]"#]],
    );
    check_always(
        "Write",
        json!([{ "type": "addDirectories", "directories": ["/srv/other"], "destination": "localSettings" }]),
        &expect![[r#"
            Some("/srv/other")
            [{"destination":"session","directories":["/srv/other"],"type":"addDirectories"}]"#]],
    );
}

#[test]
fn always_never_takes_away_all_questions() {
    check_always(
        "Write",
        json!([{ "type": "setMode", "mode": "bypassPermissions", "destination": "session" }]),
        &expect![[r#"
            Some("Write")
            [{"behavior":"allow","destination":"session","rules":[{"toolName":"Write"}],"type":"addRules"}]"#]],
    );
    check_always(
        "Bash",
        json!([{ "type": "setMode", "mode": "dontAsk", "destination": "session" }]),
        &expect![[r"
        None
        nothing"]],
    );
    check_always(
        "Bash",
        json!([{ "type": "replaceRules", "rules": [], "behavior": "allow", "destination": "userSettings" }, 7]),
        &expect![[r"
            None
            nothing"]],
    );
}

#[test]
fn always_without_a_suggestion() {
    check_always(
        "WebFetch",
        json!([]),
        &expect![[r#"
        Some("WebFetch")
        [{"behavior":"allow","destination":"session","rules":[{"toolName":"WebFetch"}],"type":"addRules"}]"#]],
    );
    check_always(
        "mcp__wiki__edit",
        json!(null),
        &expect![[r#"
        Some("mcp__wiki__edit")
        [{"behavior":"allow","destination":"session","rules":[{"toolName":"mcp__wiki__edit"}],"type":"addRules"}]"#]],
    );
    check_always(
        "Bash",
        json!([]),
        &expect![[r"
        None
        nothing"]],
    );
}

#[test]
fn questions() {
    let input = json!({ "questions": [
            { "question": "Which?", "header": "Database", "multiSelect": true, "options": [
                { "label": "SQLite", "description": "One file", "preview": "a.db" },
                { "label": "Other" },
            ] },
            { "question": "Why?" },
        ] });
    let Verdict::Ask(event) = decide(Mode::Plan, &Tools, "r-1", &tool("AskUserQuestion", input, json!([])), None)
    else {
        panic!("nobody is asked")
    };
    expect![[r#"Question { request: RequestId("r-1"), tool: ToolId("toolu_1"), questions: [Question { question: "Which?", header: "Database", multi_select: true, options: [QuestionOption { label: "SQLite", description: "One file", preview: Some("a.db") }, QuestionOption { label: "Other", description: "", preview: None }] }, Question { question: "Why?", header: "", multi_select: false, options: [] }], parent: None }"#]].assert_eq(&format!("{event:?}"));
}

#[test]
fn questions_that_cannot_be_read_are_refused() {
    for input in [
        json!(null),
        json!("Which?"),
        json!([]),
        json!({}),
        json!({ "questions": [] }),
        json!({ "questions": "Which?" }),
        json!({ "questions": [{ "header": "no question" }] }),
        json!({ "questions": [{ "question": "Which?", "options": ["SQLite"] }] }),
        json!({ "questions": [{ "question": "Which?", "multiSelect": "no" }] }),
    ] {
        let verdict = decide(Mode::Chat, &Tools, "r-1", &tool("AskUserQuestion", input, json!([])), None);
        assert!(matches!(verdict, Verdict::Deny { message: UNREADABLE, notice: None }), "{verdict:?}");
    }
}

#[test]
fn questions_without_measure_are_cut() {
    let options = vec![json!({ "label": "x".repeat(10_000) }); 1_000];
    let input = json!({ "questions": [{ "question": "Which?", "options": options }] });
    if let Verdict::Ask(event) = decide(Mode::Chat, &Tools, "r-1", &tool("AskUserQuestion", input, json!([])), None) {
        let bytes = format!("{event:?}").len();
        assert!(bytes < 2 * crate::limits::MAX_TEXT_BYTES, "{bytes}");
    }
}

#[test]
fn a_plan() {
    let check = |input: Value, expected: &Expect| {
        let Verdict::Ask(event) = decide(Mode::Plan, &Tools, "r-1", &tool("ExitPlanMode", input, json!([])), None)
        else {
            panic!("nobody is asked")
        };
        expected.assert_eq(&format!("{event:?}"));
    };
    check(
        json!({ "plan": "# Plan", "planFilePath": "/home/ada/plans/a.md" }),
        &expect![[
            r##"Plan { request: RequestId("r-1"), tool: ToolId("toolu_1"), plan: "# Plan", path: Some("/home/ada/plans/a.md") }"##
        ]],
    );
    check(
        json!({}),
        &expect![[r#"Plan { request: RequestId("r-1"), tool: ToolId("toolu_1"), plan: "", path: None }"#]],
    );
    check(
        json!([1]),
        &expect![[r#"Plan { request: RequestId("r-1"), tool: ToolId("toolu_1"), plan: "", path: None }"#]],
    );
}

#[test]
fn a_permission_shows_exactly_what_would_run() {
    let tool = tool("Bash", json!({ "command": "rm -rf x" }), json!([]));
    let Verdict::Ask(event) = decide(Mode::Code, &Tools, "r-1", &tool, Some(ToolId("toolu_9".to_owned()))) else {
        panic!("nobody is asked")
    };
    expect![[r#"Permission { request: RequestId("r-1"), tool: ToolId("toolu_1"), name: "Bash", input: Object {"command": String("rm -rf x")}, reason: Some("It needs approval"), always: None, parent: Some(ToolId("toolu_9")) }"#]].assert_eq(&format!("{event:?}"));
}

#[test]
fn nobody_is_asked_about_what_cannot_be_shown_whole() {
    let fits = |length: usize| "x".repeat(length);
    for (length, expected) in [(MAX_TEXT_BYTES, "ask"), (MAX_TEXT_BYTES + 1, "deny")] {
        let plan = tool("ExitPlanMode", json!({ "plan": fits(length) }), json!([]));
        assert_eq!(verdict(Mode::Plan, &plan), if expected == "ask" { "plan" } else { expected }, "{length}");
    }
    for (length, expected) in [(MAX_TEXT_BYTES / 2, "ask"), (MAX_TEXT_BYTES + 1, "deny")] {
        let command = tool("Bash", json!({ "command": fits(length) }), json!([]));
        assert_eq!(verdict(Mode::Chat, &command), expected, "{length}");
    }
}
