use super::*;

const MINUTE: Duration = Duration::from_mins(1);

fn answered(status: u16, body: &str, hints: Hints) -> Trouble {
    ServiceError::parse(body.as_bytes()).with_status(status, hints, &Secret::new("canary"), MINUTE)
}

#[track_caller]
fn check(status: u16, message: &str, code: FailureCode, again: Again) {
    let body = format!(r#"{{"type":"error","error":{{"type":"whatever","message":"{message}"}}}}"#);
    let trouble = answered(status, &body, Hints::default());
    assert_eq!((trouble.failure.code, trouble.again), (code, again), "{status} {message}");
}

#[test]
fn each_status_has_its_code() {
    use FailureCode::*;
    let soon = Again::After(None);
    check(400, "messages.1: bad", Refused, Again::Never);
    check(400, "prompt is too long: 210000 tokens > 200000 maximum", ContextFull, Again::Never);
    check(400, "input length and `max_tokens` exceed context limit: 1 + 2 > 2", ContextFull, Again::Never);
    check(400, "Your credit balance is too low to access the API", Refused, Again::Never);
    check(401, "invalid x-api-key", Unauthorized, Again::Never);
    check(402, "pay", Refused, Again::Never);
    check(403, "forbidden", Refused, Again::Never);
    check(404, "model: no-such-model", ModelMissing, Again::Never);
    check(404, "nothing here", Refused, Again::Never);
    check(413, "too large", ContextFull, Again::Never);
    check(418, "teapot", Unknown, Again::Never);
    check(429, "slow down", UsageLimit, soon);
    for status in [500, 502, 503, 504, 529] {
        check(status, "later", Overloaded, soon);
    }
}

#[test]
fn only_what_the_conversation_caused_poisons_it() {
    let poisoned = |status, body| answered(status, body, Hints::default()).poisoned;
    assert!(poisoned(400, r#"{"error":{"message":"bad block"}}"#));
    assert!(poisoned(413, ""));
    assert!(!poisoned(400, r#"{"error":{"message":"credit balance"}}"#));
    assert!(!poisoned(401, ""));
    assert!(!poisoned(529, ""));
    assert!(Trouble::declined(None).poisoned);
}

#[test]
fn a_short_wait_is_waited_and_a_long_one_is_told() {
    let hints = |seconds| Hints { retry_after: Some(Duration::from_secs(seconds)), resets_at_ms: Some(99_000) };
    assert_eq!(answered(429, "", hints(5)).again, Again::After(Some(Duration::from_secs(5))));
    assert_eq!(answered(529, "", hints(5)).again, Again::After(Some(Duration::from_secs(5))));
    let long = answered(429, "", hints(3600));
    assert_eq!(long.again, Again::Never);
    assert_eq!((long.failure.code, long.failure.resets_at_ms), (FailureCode::UsageLimit, Some(99_000)));
}

#[test]
fn an_error_inside_the_answer_goes_by_its_type() {
    let code = |kind: &str| {
        let error = ServiceError { kind: kind.to_owned(), message: "words".to_owned() };
        let trouble = error.in_stream(&Secret::new("canary"));
        (trouble.failure.code, trouble.again)
    };
    assert_eq!(code("overloaded_error"), (FailureCode::Overloaded, Again::After(None)));
    assert_eq!(code("invalid_request_error"), (FailureCode::Refused, Again::Never));
    assert_eq!(code("something_new"), (FailureCode::Unknown, Again::Never));
}

#[test]
fn what_the_service_says_is_shortened_and_never_holds_the_key() {
    let trouble = answered(401, &format!("bad key canary {}", "x".repeat(2000)), Hints::default());
    assert!(trouble.failure.message.contains("bad key [key] xxx"), "{}", trouble.failure.message);
    assert!(trouble.failure.message.chars().count() < MAX_ERROR_CHARS + 100);
}
