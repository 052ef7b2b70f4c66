//! What goes wrong, and what a person is told.

use expect_test::expect;

use super::*;

/// Reads the end of a turn that failed, and compares what a person is told.
#[track_caller]
fn check_failure(before: &[&str], result: &str, expected: &Expect) {
    let mut reader = Reader::new(0.0);
    let lines = [&[INIT][..], before, &[result]].concat();
    let heard = lines.into_iter().flat_map(|line| reader.read(line)).collect::<Vec<_>>();
    let done = heard.into_iter().filter_map(|heard| match heard {
        Heard::Event(Event::TurnDone { outcome, .. }) => Some(outcome),
        _ => None,
    });
    let rendered = done.map(|outcome| match outcome {
        TurnOutcome::Failed(failure) => {
            let remedy = failure.remedy.as_deref().unwrap_or("(nothing to do)");
            let resets = failure.resets_at_ms.map(|at| format!(" [{at}]")).unwrap_or_default();
            format!("{:?}: {} {remedy}{resets}\n", failure.code, failure.message)
        }
        other => format!("{other:?}\n"),
    });
    expected.assert_eq(&rendered.collect::<String>());
}

fn synthetic(error: &str) -> String {
    format!(
        r#"{{"type":"assistant","message":{{"model":"<synthetic>","role":"assistant","content":[{{"type":"text","text":"the CLI's own words"}}]}},"error":"{error}","parent_tool_use_id":null}}"#
    )
}

fn result(status: &str, text: &str) -> String {
    format!(
        r#"{{"type":"result","subtype":"success","is_error":true,"api_error_status":{status},"terminal_reason":"api_error","result":"{text}"}}"#
    )
}

/// An error of the service: its kind as the CLI names it, its status, and the text of the result.
#[track_caller]
fn check_error(kind: &str, status: &str, text: &str, expected: &Expect) {
    check_failure(&[&synthetic(kind)], &result(status, text), expected);
}

#[test]
fn errors_of_the_service() {
    check_error(
        "server_error",
        "500",
        "API Error: 500 Internal",
        &expect![[r"
        Overloaded: The model service failed. It said: API Error: 500 Internal Wait a little, then continue.
    "]],
    );
    check_error(
        "rate_limit",
        "429",
        "API Error: 429 Slow down",
        &expect![[r"
        Overloaded: The model service is asked too often. It said: API Error: 429 Slow down Wait a little, then continue.
    "]],
    );
    check_error(
        "overloaded",
        "529",
        "API Error: 529 Overloaded",
        &expect![[r"
        Overloaded: The model service is overloaded. It said: API Error: 529 Overloaded Wait a little, then continue.
    "]],
    );
    check_error(
        "authentication_failed",
        "401",
        "Invalid key",
        &expect![[r"
        Unauthorized: The model service refuses the key. It said: Invalid key Run claude in a terminal on the server and log in, or set ANTHROPIC_API_KEY for the server.
    "]],
    );
    check_error(
        "billing_error",
        "400",
        "Credit balance is too low",
        &expect![[r"
        Refused: The model service refuses because of billing. It said: Credit balance is too low Check the account's plan and credits.
    "]],
    );
    check_error(
        "invalid_request",
        "400",
        "API Error: 400 odd request",
        &expect![[r"
        Refused: The model service refused the request. It said: API Error: 400 odd request (nothing to do)
    "]],
    );
    check_error(
        "unknown",
        "403",
        "API Error: 403 Forbidden",
        &expect![[r"
        Refused: The model service refused the request. It said: API Error: 403 Forbidden (nothing to do)
    "]],
    );
    check_error(
        "model_not_found",
        "404",
        "There is an issue with the model",
        &expect![[r"
        ModelMissing: The model is not known to the service. It said: There is an issue with the model Choose another model.
    "]],
    );
    check_error(
        "unknown",
        "null",
        "API Error: Unable to connect (ECONNREFUSED)",
        &expect![[r"
        Network: The model service cannot be reached. It said: API Error: Unable to connect (ECONNREFUSED) Check the server's network, then continue.
    "]],
    );
    check_error(
        "unknown",
        "null",
        "Something new",
        &expect![[r"
        Unknown: Claude Code reported an error. It said: Something new Continue to try again.
    "]],
    );
    check_error(
        "odd",
        r#"{"odd":1}"#,
        "Something odd",
        &expect![[r"
        Unknown: Claude Code reported an error. It said: Something odd Continue to try again.
    "]],
    );
}

#[test]
fn not_logged_in() {
    check_error(
        "authentication_failed",
        "null",
        "Not logged in · Please run /login",
        &expect![[r"
        NotLoggedIn: Claude Code is not logged in. Run claude in a terminal on the server and log in, or set ANTHROPIC_API_KEY for the server.
    "]],
    );
}

#[test]
fn the_usage_limit_says_when_it_resets() {
    let limit = |status: &str| {
        format!(
            r#"{{"type":"rate_limit_event","rate_limit_info":{{"status":"{status}","resetsAt":1700000000,"rateLimitType":"five_hour"}}}}"#
        )
    };
    let (rejected, allowed) = (limit("rejected"), limit("allowed"));
    let (kind, error) = (synthetic("rate_limit"), result("429", "You've hit your limit"));
    check_failure(
        &[&rejected, &kind],
        &error,
        &expect![[r"
        UsageLimit: The usage limit of the account is reached. Continue when it resets. [1700000000000]
    "]],
    );
    check_failure(
        &[&rejected, &kind],
        &result("429", "API Error: 429"),
        &expect![[r"
        UsageLimit: The usage limit of the account is reached. Continue when it resets. [1700000000000]
    "]],
    );
    check_failure(
        &[&kind],
        &error,
        &expect![[r"
        UsageLimit: The usage limit of the account is reached. Continue when it resets.
    "]],
    );
    check_failure(
        &[&rejected, &allowed, &kind],
        &result("429", "API Error: 429"),
        &expect![[r"
        Overloaded: The model service is asked too often. It said: API Error: 429 Wait a little, then continue.
    "]],
    );
    // What was refused before has nothing to do with a server that fails.
    check_failure(
        &[&rejected],
        &result("400", "API Error: 400"),
        &expect![[r"
        Refused: The model service refused the request. It said: API Error: 400 (nothing to do)
    "]],
    );
    check_failure(
        &[&rejected],
        RESULT,
        &expect![[r"
        Completed
    "]],
    );
}

#[test]
fn a_limit_of_requests_is_no_usage_limit() {
    check_error(
        "rate_limit",
        "429",
        "API Error: 429 rate limit reached for requests",
        &expect![[r"
            Overloaded: The model service is asked too often. It said: API Error: 429 rate limit reached for requests Wait a little, then continue.
        "]],
    );
}

#[test]
fn the_conversation_is_too_long() {
    let too_long = r#"{"type":"result","subtype":"success","is_error":true,"api_error_status":400,"terminal_reason":"prompt_too_long","result":"Prompt is too long"}"#;
    check_failure(
        &[],
        too_long,
        &expect![[r"
        ContextFull: The conversation no longer fits into the model's context. Send /compact, or start a new session.
    "]],
    );
    check_error(
        "invalid_request",
        "400",
        "Prompt is too long",
        &expect![[r"
        ContextFull: The conversation no longer fits into the model's context. Send /compact, or start a new session.
    "]],
    );
}

#[test]
fn the_model_declines() {
    let refused = r#"{"type":"result","subtype":"success","is_error":true,"stop_reason":"refusal","result":"x"}"#;
    let note = r#"{"type":"system","subtype":"model_refusal_no_fallback"}"#;
    check_failure(
        &[note],
        refused,
        &expect![[r"
        Declined: The model declined to answer. Say it differently, or start a new session.
    "]],
    );
}

#[test]
fn bounds_of_the_cli() {
    let result =
        |subtype: &str| format!(r#"{{"type":"result","subtype":"{subtype}","is_error":false,"errors":["Reached"]}}"#);
    check_failure(
        &[],
        &result("error_max_turns"),
        &expect![[r"
        Budget: The agent took as many steps as it may at once. Continue to let it go on.
    "]],
    );
    check_failure(
        &[],
        &result("error_max_budget_usd"),
        &expect![[r"
        Budget: The budget of this session is used up. Start a new session, or fork this one.
    "]],
    );
    check_failure(
        &[],
        &result("error_during_execution"),
        &expect![[r"
        Unknown: Claude Code reported an error. It said: Reached Continue to try again.
    "]],
    );
}

#[test]
fn an_error_of_an_earlier_turn_does_not_colour_the_next() {
    let failed = result("500", "API Error: 500");
    check_failure(
        &[&synthetic("billing_error"), &failed, INIT],
        &result("null", "Something new"),
        &expect![[r"
        Refused: The model service refuses because of billing. It said: API Error: 500 Check the account's plan and credits.
        Unknown: Claude Code reported an error. It said: Something new Continue to try again.
    "]],
    );
}

#[test]
fn a_long_error_is_short() {
    let long = result("500", &"long ".repeat(1_000));
    let text = render(&mut Reader::new(0.0), &[INIT, &long]);
    assert!(text.len() < 1_000, "{}", text.len());
}

const RETRY: &str = r#"{"type":"system","subtype":"api_retry","attempt":1,"max_retries":10,"retry_delay_ms":571.5,"error_status":529,"error":"overloaded"}"#;

#[test]
fn it_is_asked_again() {
    let unreachable = r#"{"type":"system","subtype":"api_retry","attempt":2,"max_retries":10,"retry_delay_ms":-1,"error_status":null,"error":null}"#;
    check_in_turn(
        &[RETRY, unreachable],
        &expect![[r#"
        Retrying { attempt: 1, attempts: 10, wait: 571.5ms, failure: Failure { code: Overloaded, message: "The model service is overloaded.", remedy: Some("Wait a little, then continue."), resets_at_ms: None } }
        Retrying { attempt: 2, attempts: 10, wait: 0ns, failure: Failure { code: Network, message: "The model service cannot be reached.", remedy: Some("Check the server's network, then continue."), resets_at_ms: None } }
    "#]],
    );
}

#[test]
fn a_wrong_key_is_given_up_the_second_time() {
    let refused = |attempt: u32| {
        RETRY
            .replace("529", "401")
            .replace("overloaded", "authentication_failed")
            .replace(r#""attempt":1"#, &format!(r#""attempt":{attempt}"#))
    };
    let aborted = r#"{"type":"result","subtype":"error_during_execution","is_error":true,"terminal_reason":"aborted_streaming","errors":["x"]}"#;
    check_in_turn(
        &[&refused(1), &refused(2), &refused(3), aborted, INIT, &refused(2)],
        &expect![[r#"
            Retrying { attempt: 1, attempts: 10, wait: 571.5ms, failure: Failure { code: Unauthorized, message: "The model service refuses the key.", remedy: Some("Run claude in a terminal on the server and log in, or set ANTHROPIC_API_KEY for the server."), resets_at_ms: None } }
            <Hopeless>
            TurnDone { outcome: Failed(Failure { code: Unauthorized, message: "The model service refuses the key.", remedy: Some("Run claude in a terminal on the server and log in, or set ANTHROPIC_API_KEY for the server."), resets_at_ms: None }), tokens: Tokens { input: 0, output: 0, cache_read: 0, cache_write: 0 }, run_cost_usd: 0.0, took: 0ns, origin: Person, messages: [], point: None }
            <Renamed(00000000-0000-4000-8000-000000000001)>
            TurnStarted { model: Some("claude-opus-5-5") }
            <Hopeless>
        "#]],
    );
    // It may have worked after all.
    check_failure(
        &[&refused(1), &refused(2)],
        RESULT,
        &expect![[r"
        Completed
    "]],
    );
}

#[test]
fn a_run_that_could_not_begin() {
    let result = r#"{"type":"result","subtype":"error_during_execution","is_error":true,"num_turns":0,"errors":["No conversation found with session ID: x"]}"#;
    check(
        &[result],
        &expect![[r#"
            <Stillborn { errors: ["No conversation found with session ID: x"] }>
            TurnDone { outcome: Failed(Failure { code: Unknown, message: "Claude Code reported an error. It said: No conversation found with session ID: x", remedy: Some("Continue to try again."), resets_at_ms: None }), tokens: Tokens { input: 0, output: 0, cache_read: 0, cache_write: 0 }, run_cost_usd: 0.0, took: 0ns, origin: Person, messages: [], point: None }
        "#]],
    );
}
