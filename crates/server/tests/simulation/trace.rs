//! What happened in a run, in order. Two runs of one plan have the same trace.

use std::fmt::Write as _;

use tokio::time::Instant;

pub struct Trace {
    started: Instant,
    text: String,
}

impl Trace {
    pub fn new() -> Self {
        Self { started: Instant::now(), text: String::new() }
    }

    pub fn note(&mut self, line: std::fmt::Arguments<'_>) {
        let at = self.started.elapsed().as_millis();
        writeln!(self.text, "{at:>8} {line}").unwrap();
    }

    pub fn into_text(self) -> String {
        self.text
    }
}
