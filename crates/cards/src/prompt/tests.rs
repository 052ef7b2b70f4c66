#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are rewritten by a tool that writes them so")]

use expect_test::{Expect, expect};

use super::*;

fn plain(work: Work) -> Task<'static> {
    Task {
        work,
        brief: Brief::Fresh,
        title: "Greet by name",
        description: Some("Say hello to whoever logs in."),
        column: "Coding",
        prompt: None,
        note: None,
        plan: None,
        known: false,
        rules: &[],
        base: None,
    }
}

#[track_caller]
fn check(given: &Task<'_>, expected: &Expect) {
    expected.assert_eq(&task(given));
}

#[test]
fn a_card_is_planned() {
    check(
        &Task { prompt: Some("Keep it short."), ..plain(Work::Plan) },
        &expect![[r#"
        # Greet by name

        Say hello to whoever logs in.

        Plan this task. Ask what you need to know before you plan, then submit a plan for approval. Change nothing yet.

        Keep it short."#]],
    );
}

#[test]
fn an_unknown_card_is_coded_with_its_plan_or_without() {
    check(
        &Task { plan: Some("1. Greet"), ..plain(Work::Code) },
        &expect![[r#"
        # Greet by name

        Say hello to whoever logs in.

        Carry out this plan, which was approved:

        1. Greet"#]],
    );
    check(
        &plain(Work::Code),
        &expect![[r#"
        # Greet by name

        Say hello to whoever logs in.

        Do this task."#]],
    );
}

#[test]
fn a_known_card_is_not_told_again() {
    check(
        &Task { known: true, ..plain(Work::Code) },
        &expect![[r#"The card is in the column "Coding" now: carry out what was agreed, as far as it is not done."#]],
    );
    check(&Task { known: true, note: Some("Rule 2 failed."), ..plain(Work::Code) }, &expect!["Rule 2 failed."]);
    check(
        &Task { brief: Brief::GoOn, known: true, ..plain(Work::Code) },
        &expect!["Go on where you were interrupted."],
    );
    // Stopped before it had its task.
    let whole = task(&plain(Work::Code));
    assert_eq!(task(&Task { brief: Brief::GoOn, ..plain(Work::Code) }), whole);
}

#[test]
fn a_review_has_rules_a_plan_and_a_base() {
    let rules = crate::rules::rules("- No panics.\n- Names are words.");
    let review =
        Task { rules: &rules, plan: Some("1. Greet"), base: Some(("abc123", "tandem/greet-1")), ..plain(Work::Review) };
    check(
        &review,
        &expect![[r#"
        # Greet by name

        Say hello to whoever logs in.

        Review the work that was done for this task. Look at the changes yourself; change nothing.

        The work is on the branch tandem/greet-1; compare it, with what is not committed, with abc123 (git diff abc123).

        This plan was approved. Say for each of its steps whether it was done:

        1. Greet

        These are the project's rules. Give a verdict for each by its number, with file and line:

        1. No panics.
        2. Names are words.

        When you have looked at everything, file your findings with the tool `report_review`."#]],
    );
    check(
        &plain(Work::Review),
        &expect![[r#"
        # Greet by name

        Say hello to whoever logs in.

        Review the work that was done for this task. Look at the changes yourself; change nothing.

        The project has no rules written down: judge by common sense, and report an empty list of rules.
        When you have looked at everything, file your findings with the tool `report_review`."#]],
    );
}

#[test]
fn a_column_can_say_the_whole_task() {
    check(
        &Task { prompt: Some("Write the manual page."), ..plain(Work::Custom) },
        &expect![[r#"
        # Greet by name

        Say hello to whoever logs in.


        Write the manual page."#]],
    );
    let known = Task { known: true, column: "Docs", prompt: Some("Write the manual page."), ..plain(Work::Custom) };
    check(
        &known,
        &expect![[r#"
        The card is in the column "Docs" now.

        Write the manual page."#]],
    );
}

#[test]
fn failing_rules_and_comments_are_said() {
    let rule = Rule { number: 2, text: "Names are words.".to_owned() };
    let failing = [(rule, "`nm` is none".to_owned(), vec!["src/a.rs:3".to_owned()])];
    expect![[r#"
        A review found rules that the work does not keep. Mend these:

        - Rule 2: Names are words.
          `nm` is none
          - src/a.rs:3

        Please.
    "#]]
    .assert_eq(&failing_rules(&failing, Some("Please.")));
    let comment = LineComment {
        path: "src/a.rs".to_owned(),
        line: 3,
        side: Side::New,
        quote: Some("let nm = 1;".to_owned()),
        text: "A whole word, please.".to_owned(),
    };
    let old = LineComment { side: Side::Old, quote: None, ..comment.clone() };
    expect![[r#"
        Comments on your changes:

        src/a.rs:3
        > let nm = 1;
        A whole word, please.

        src/a.rs:3 (before your change)
        A whole word, please.
    "#]]
    .assert_eq(&comments(&[comment, old]));
}
