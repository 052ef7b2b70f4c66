//! Logs go to standard error.

use anyhow::Context;
use tracing_subscriber::EnvFilter;

use crate::arguments::LogFormat;
use crate::failure::Failure;

/// It writes whole messages, and so whatever people keep on their boards.
const SILENT: &str = "rmcp=off";

pub fn start(format: LogFormat, filter: &str) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(filter).context("--log is not valid").map_err(Failure::Call)?;
    let filter = filter.add_directive(SILENT.parse().context("silencing what logs bodies")?);
    // A line that cannot be written is lost. Complaining about it on standard error, where it could not be written
    // either, would panic in the middle of a request.
    let logs =
        tracing_subscriber::fmt().with_env_filter(filter).log_internal_errors(false).with_writer(std::io::stderr);
    let started = match format {
        LogFormat::Text => logs.with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr())).try_init(),
        LogFormat::Json => logs.json().flatten_event(true).try_init(),
    };
    started.map_err(|error| Failure::Work(anyhow::anyhow!("starting the log: {error}")))
}
