//! Which numbers may be missing in the log of a session.

use engine::SessionId;

/// How many gaps of one turn are named.
const MAX_GAPS: usize = 100;

/// Goes through one log in order and says what is missing that was not folded away.
///
/// The deltas of a turn are folded all at once, and the `done` that ends the turn says how many there were: between one
/// `done` and the next either nothing is missing or exactly as many.
pub(crate) struct Gaps {
    session: SessionId,
    last: i64,
    /// How many numbers are missing since the last `done`, and where.
    missing: u64,
    open: Vec<String>,
}

#[derive(serde::Deserialize)]
struct Done {
    deltas: u64,
}

impl Gaps {
    pub(crate) fn new(session: SessionId) -> Self {
        Self { session, last: 0, missing: 0, open: Vec::new() }
    }

    /// Goes on to the next event there is, with its data if it is a `done`; returns a sentence for each gap.
    pub(crate) fn next(&mut self, n: i64, done: Option<&str>) -> Vec<String> {
        let expected = self.last.saturating_add(1);
        if n != expected {
            let skipped = u64::try_from(n.saturating_sub(expected)).unwrap_or(u64::MAX);
            self.missing = self.missing.saturating_add(skipped);
            if self.open.len() < MAX_GAPS {
                self.open.push(format!("session {}: event {expected} is missing (the next is {n})", self.session));
            }
        }
        self.last = n;
        let Some(data) = done else { return Vec::new() };
        let (missing, open) = (std::mem::take(&mut self.missing), std::mem::take(&mut self.open));
        let folded = serde_json::from_str(data).is_ok_and(|Done { deltas }| deltas == missing);
        if folded { Vec::new() } else { open }
    }

    /// Ends the log; after the last `done` nothing may be missing.
    pub(crate) fn finish(self) -> Vec<String> {
        self.open
    }
}

/// Says that a log ends at `last` although numbers up to `numbered_to` were taken.
pub(crate) fn lost_end(session: SessionId, last: i64, numbered_to: i64) -> String {
    format!("session {session}: event {} is missing (the log went up to {numbered_to})", last.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a log such as `1 2 5:2`, where `5:2` is a `done` that says two deltas; returns the numbers that are missed.
    #[track_caller]
    fn check(log: &str, expected: &[&str]) {
        let session = SessionId::from_bytes([7; 16]);
        let mut gaps = Gaps::new(session);
        let mut found = Vec::new();
        for event in log.split_whitespace() {
            let (n, deltas) = event.split_once(':').map_or((event, None), |(n, deltas)| (n, Some(deltas)));
            let data = deltas.map(|deltas| format!(r#"{{"turn":1,"deltas":{deltas}}}"#));
            found.extend(gaps.next(n.parse().unwrap(), data.as_deref()));
        }
        found.extend(gaps.finish());
        let expected: Vec<String> = expected.iter().map(|gap| format!("session {session}: event {gap}")).collect();
        assert_eq!(found, expected, "in {log}");
    }

    #[test]
    fn a_dense_log_misses_nothing() {
        check("", &[]);
        check("1 2 3", &[]);
        check("1 2 3:2 4 5:0", &[]);
    }

    #[test]
    fn folded_deltas_are_not_missed() {
        check("1 4:2", &[]);
        check("1 4 7:4 8 11:2 12", &[]);
        check("4:3", &[]);
    }

    #[test]
    fn anything_else_is_missed() {
        check("2 3:0", &["1 is missing (the next is 2)"]);
        check("1 4:1", &["2 is missing (the next is 4)"]);
        check("1 4:3", &["2 is missing (the next is 4)"]);
        check(
            "1 3 6:2 8:0",
            &["2 is missing (the next is 3)", "4 is missing (the next is 6)", "7 is missing (the next is 8)"],
        );
        check("1 2:1 4:0", &["3 is missing (the next is 4)"]);
        check("1 4:\"two\"", &["2 is missing (the next is 4)"]);
    }

    #[test]
    fn after_the_last_done_nothing_may_be_missing() {
        check("1 2:0 5", &["3 is missing (the next is 5)"]);
    }

    #[test]
    fn numbers_that_are_none_are_missed() {
        check("0 1:0", &["1 is missing (the next is 0)"]);
        check(
            "-9223372036854775808 9223372036854775807",
            &[
                "1 is missing (the next is -9223372036854775808)",
                "-9223372036854775807 is missing (the next is 9223372036854775807)",
            ],
        );
    }
}
