use super::*;
use crate::rehearsal::project::{Listed, Place};
use crate::taken_up::{ANSWERED, APPROVED, DECLINED, INSTEAD, REJECTED};

fn scene(mode: PermissionMode, text: &str) -> Scene {
    let file = |path: &str, text: &str| Listed { path: path.to_owned(), text: Some(text.to_owned()) };
    let files = vec![file("README.md", "# Kites\n\nFly them.\n"), file("src/kite.rs", "fn fly() { }  \n// short\n")];
    Scene {
        text: text.to_owned(),
        mode,
        asking: Asking::Host,
        instructions: String::new(),
        past: Past::Known,
        remembered: 0,
        last_message: None,
        task: text.to_owned(),
        survey: Survey { folder: "/kites".into(), place: Place::Project, files, cut: false },
        card_tool: Some("mcp__board__create_card".to_owned()),
        report_tool: None,
        whiteboard: None,
    }
}

/// Writes beats as one word each, with what tells them apart.
fn render(beats: &[Beat]) -> String {
    let words = beats.iter().map(|beat| match beat {
        Beat::Think(_) => "think".to_owned(),
        Beat::Say(_) => "say".to_owned(),
        Beat::SaySlowly(_) => "say-slowly".to_owned(),
        Beat::Look { tool, .. } | Beat::Change { tool, .. } => (*tool).to_owned(),
        Beat::Ask { .. } => "ask".to_owned(),
        Beat::Propose { .. } => "propose".to_owned(),
        Beat::Run { .. } => "run".to_owned(),
        Beat::Call { tool, .. } if tool.ends_with("create_card") => "card".to_owned(),
        Beat::Call { .. } => "report".to_owned(),
        Beat::BreakDown => "break-down".to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(mode: PermissionMode, text: &str, acts: &[(News, &str)]) {
    let mut story = Story::new(scene(mode, text));
    for (news, expected) in acts {
        assert_eq!(render(&story.next(news.clone())), *expected, "after {news:?}");
    }
}

fn no() -> News {
    News::Refused("no".to_owned())
}

fn done() -> News {
    News::Worked("Done.".to_owned())
}

fn answered() -> News {
    News::Answered(BTreeMap::new())
}

#[test]
fn a_plan_is_revised_until_it_is_approved_and_then_done() {
    let approved = News::Approved(Approval::AsProposed);
    check(
        PermissionMode::Plan,
        "Fly higher",
        &[
            (News::Played, "say Glob Read Read say ask"),
            (answered(), "say propose"),
            (no(), "say propose"),
            (no(), "say propose"),
            (approved, "say say Read Edit"),
            (done(), "say"),
            (News::Played, ""),
        ],
    );
}

#[test]
fn a_plan_nobody_can_approve_ends_the_turn() {
    let gone = || News::Unanswered("gone".to_owned());
    let begin = (News::Played, "say Glob Read Read say ask");
    check(PermissionMode::Plan, "x", &[begin.clone(), (gone(), "say"), (News::Played, "")]);
    check(PermissionMode::Plan, "x", &[begin, (no(), "say propose"), (gone(), "say"), (News::Played, "")]);
}

#[test]
fn a_plan_is_not_revised_for_ever() {
    let mut story = Story::new(scene(PermissionMode::Plan, "x"));
    story.next(News::Played);
    story.next(no());
    let drafts = std::iter::repeat_with(|| story.next(no())).take_while(|beats| !beats.is_empty());
    assert!(drafts.take(100).count() < 20);
}

#[test]
fn a_plan_names_the_answers_the_file_and_the_feedback() {
    let answers = [("How big should the first step be?", "Large"), ("What should the plan mention?", "Tests, Risks")];
    let answers = answers.map(|(question, answer)| (question.to_owned(), answer.to_owned())).into();
    let scene = scene(PermissionMode::Plan, "Fly higher\nmuch higher");
    let plan = Draft::answered(&scene, &answers).revised("Mind the trees").unwrap().to_string();
    for part in ["# Plan: Fly higher\n", "**Large**", "**Tests, Risks**", "## Risks", "`README.md`", "- Mind the trees"]
    {
        assert!(plan.contains(part), "{part} is not in\n{plan}");
    }
    assert!(!plan.contains("## Documentation"));
}

#[test]
fn code_mode_changes_a_file_at_once() {
    check(PermissionMode::AcceptEdits, "x", &[(News::Played, "say Read Edit"), (done(), "say"), (News::Played, "")]);
    check(PermissionMode::AcceptEdits, "x", &[(News::Played, "say Read Edit"), (no(), "say")]);
    let run = [(News::Played, "say Read Edit"), (done(), "say run"), (no(), "say"), (News::Played, "")];
    check(PermissionMode::AcceptEdits, "run it", &run);
}

#[test]
fn words_choose_what_is_played_in_a_talk() {
    let cases = [
        ("Hello", "say"),
        ("Please review this", "Glob Read Read say"),
        ("What is longer?", "say"),
        ("Say something LONG.", "say-slowly"),
        ("Wait!", "say-slowly"),
        ("Show an error", "break-down"),
        ("Are you thinking?", "think say"),
        ("Write it down", "say Read Edit"),
        ("Draw me a board", "say card"),
    ];
    for (text, expected) in cases {
        check(PermissionMode::Default, text, &[(News::Played, expected)]);
    }
}

#[test]
fn three_cards_are_made_unless_one_fails() {
    let begin = (News::Played, "say card");
    let all = [begin.clone(), (done(), "card"), (done(), "card"), (done(), "say"), (News::Played, "")];
    check(PermissionMode::Default, "make cards", &all);
    check(PermissionMode::Default, "make cards", &[begin, (done(), "card"), (no(), "say"), (News::Played, "")]);
}

#[test]
fn a_review_names_real_lines() {
    let report = review::report(&scene(PermissionMode::Default, "Review:\n- Kites are safe"));
    assert!(
        report.contains("ends in a space: **broken** on 1 line, first at `src/kite.rs:1`: `fn fly() { }`"),
        "{report}"
    );
    assert!(report.contains("unfinished: **holds**"), "{report}");
    assert!(report.contains("the longest is `src/kite.rs:1` with 14"), "{report}");
    assert!(report.contains("- Kites are safe: **not judged**"), "{report}");
}

#[test]
fn a_review_with_a_tool_files_a_verdict_for_every_rule() {
    let told = "# Kites\n\nReview the work.\n\nThis plan was approved. Say for each:\n\n# Plan\n\n1. Fold.\n2. Fly.\n\n\
                These are the project's rules. Give a verdict:\n\n1. Be safe.\n   1. very\n2. Be brief.\n3. Be kind.\n\n\
                File it with the tool `report_review`.\n\n4. Not a rule.\n";
    let mut scene = scene(PermissionMode::Default, told);
    scene.report_tool = Some("mcp__tandem__report_review".to_owned());
    let first = verdicts::report(&scene);
    let verdict = |report: &Value, rule: usize| report["rules"][rule - 1]["verdict"].as_str().unwrap().to_owned();
    assert_eq!([1, 2, 3].map(|rule| verdict(&first, rule)), ["pass", "fail", "pass"]);
    assert_eq!(first["rules"].as_array().unwrap().len(), 3);
    assert_eq!(first["rules"][1]["places"], json!([{ "file": "README.md", "line": 1 }]));
    assert_eq!(first["steps"], json!([{ "text": "Fold.", "done": true }, { "text": "Fly.", "done": true }]));
    scene.survey.files[1].text = Some("// Mended: rule 2\n".to_owned());
    assert_eq!([1, 2, 3].map(|rule| verdict(&verdicts::report(&scene), rule)), ["pass"; 3]);
    let mut story = Story::new(scene);
    assert_eq!(render(&story.next(News::Played)), "Glob Read Read report");
    assert_eq!(render(&story.next(no())), "say");
}

#[test]
fn remarks_are_answered_in_the_files_they_are_about() {
    let told = "Comments on your changes:\n\nsrc/kite.rs:1\nWhy?\n\nREADME.md:3\nMore.\n\ngone.rs:1\nx\n";
    let acts = [(News::Played, "say Read Write"), (done(), "say Read Write"), (done(), "say"), (News::Played, "")];
    check(PermissionMode::AcceptEdits, told, &acts);
    check(PermissionMode::AcceptEdits, told, &[(News::Played, "say Read Write"), (no(), "say"), (News::Played, "")]);
    check(PermissionMode::AcceptEdits, "Comments:\n\ngone.rs:1\nx\n", &[(News::Played, "say Read Edit")]);
}

#[test]
fn answers_that_come_after_the_process_has_gone_lead_to_the_plan() {
    let told = format!("{ANSWERED}\n\n- How big should the first step be?\n  Large");
    let scene = Scene { last_message: Some("# Fly higher".to_owned()), ..scene(PermissionMode::Plan, &told) };
    let mut story = Story::new(scene);
    let beats = story.next(News::Played);
    assert_eq!(render(&beats), "say Glob Read Read say propose");
    let Some(Beat::Propose { plan }) = beats.last() else { panic!("{beats:?}") };
    assert!(plan.starts_with("# Plan: Fly higher\n") && plan.contains("**Large**"), "{plan}");
}

/// Returns the plan that a message leads to after the process has gone, and what is said right before it.
fn planned_again(told: &str) -> (String, String) {
    let scene = Scene { last_message: Some("# Fly higher".to_owned()), ..scene(PermissionMode::Plan, told) };
    let mut beats = Story::new(scene).next(News::Played);
    assert_eq!(render(&beats), "say Glob Read Read say propose", "{told}");
    let (Some(Beat::Propose { plan }), Some(Beat::Say(before))) = (beats.pop(), beats.pop()) else {
        panic!("{told}");
    };
    (plan, before)
}

#[test]
fn a_plan_keeps_its_title_whatever_is_said_after_the_process_has_gone() {
    let (plan, before) = planned_again(&format!("{REJECTED}\n\nMind the trees"));
    assert!(plan.starts_with("# Plan: Fly higher\n") && plan.contains("- Mind the trees"), "{plan}");
    assert!(before.starts_with("You turned the plan down: “Mind the trees”."), "{before}");
    let (plan, before) = planned_again(&format!("{INSTEAD}\n\nYou choose"));
    assert!(plan.starts_with("# Plan: Fly higher\n"), "{plan}");
    assert!(before.starts_with("You left the questions to me (You choose)"), "{before}");
    assert!(planned_again(DECLINED).0.starts_with("# Plan: Fly higher\n"));
}

#[test]
fn a_plan_that_is_approved_after_the_process_has_gone_is_done() {
    let told = format!("{APPROVED}\n\n# Plan: Fly higher\n");
    let scene = Scene { last_message: Some("# Fly higher".to_owned()), ..scene(PermissionMode::AcceptEdits, &told) };
    let mut story = Story::new(scene);
    let beats = story.next(News::Played);
    let Some(Beat::Change { input, .. }) = beats.last() else { panic!("{beats:?}") };
    assert!(input["new_string"].as_str().unwrap().ends_with("\n- Fly higher\n"), "{input}");
}

#[test]
fn on_a_branch_a_task_changes_a_file_of_its_own() {
    let mut scene = scene(PermissionMode::AcceptEdits, "More of it");
    scene.task = "# Fly higher".to_owned();
    scene.survey.place = Place::Branch;
    assert!(code::intention(&scene).contains("`rehearsal-fly-higher.md`"));
    let mut story = Story::new(scene);
    let beats = story.next(News::Played);
    assert_eq!(render(&beats), "say Write");
    let Some(Beat::Change { input, .. }) = beats.last() else { panic!("{beats:?}") };
    assert_eq!(input["file_path"], "/kites/rehearsal-fly-higher.md");
}

#[test]
fn conflicts_are_resolved_in_the_files_that_have_some() {
    let told =
        "Bringing main into this branch left conflicts in 2 files:\n\n- README.md\n- src/kite.rs\n\nResolve them.";
    let mut scene = scene(PermissionMode::AcceptEdits, told);
    scene.survey.files[0].text = Some("<<<<<<< HEAD\nup\n=======\ndown\n>>>>>>> main\n".to_owned());
    let mut story = Story::new(scene);
    let beats = story.next(News::Played);
    assert_eq!(render(&beats), "say Read Write");
    let Some(Beat::Change { input, .. }) = beats.last() else { panic!("{beats:?}") };
    assert_eq!(input["content"], "up\ndown\n");
    assert_eq!(render(&story.next(done())), "say");
}

#[test]
fn what_is_said_meanwhile_is_mentioned_at_the_end() {
    let mut story = Story::new(scene(PermissionMode::AcceptEdits, "x"));
    story.next(News::Played);
    story.overhear("and the tail");
    let beats = story.next(done());
    assert_eq!(render(&beats), "say say");
    assert!(matches!(&beats[1], Beat::Say(text) if text.contains("“and the tail”")));
}

#[test]
fn a_subject_is_one_short_line() {
    assert_eq!(subject("\n  Fly \t higher \nnow"), "Fly higher");
    assert_eq!(subject(" \n"), "an empty message");
    assert_eq!(subject(&"ä".repeat(200)), format!("{}…", "ä".repeat(MAX_SUBJECT)));
}

#[test]
fn first_words_say_what_it_is() {
    for past in [Past::None, Past::Copied, Past::Resumed] {
        let scene = Scene { past, ..scene(PermissionMode::Default, "Hello") };
        let said = chat::opening(&scene).unwrap();
        assert!(said.contains("scripted rehearsal, not a model"), "{said}");
    }
}
