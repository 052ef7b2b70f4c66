//! A server process that never outlives its owner.

use std::fs::File;
use std::io::{BufRead, BufReader, PipeReader, Write};
use std::path::Path;
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::command::{command, without_settings};

/// A debug build opens a new database in well under a second; this is for a busy machine.
const START_DEADLINE: Duration = Duration::from_secs(30);

pub struct Server {
    process: Child,
    /// The host and port it listens on.
    pub address: String,
    /// What the first account must present.
    pub setup_token: String,
}

impl Server {
    /// Starts `binary serve` on a free port with everything it writes in `folder`, and waits until it is ready.
    pub fn start(binary: &Path, folder: &Path) -> Result<Self> {
        let (reader, writer) = std::io::pipe().context("making a pipe")?;
        let log = File::create(folder.join("server.log")).context("creating server.log")?;
        let mut serve = command(binary);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--rate-limit", "off"]);
        serve.arg("--data").arg(folder.join("data")).arg("--projects-root").arg(folder.join("projects"));
        without_settings(&mut serve);
        serve.env("NO_COLOR", "1").stdout(writer.try_clone().context("sharing the pipe")?).stderr(writer);
        let process = serve.spawn().with_context(|| format!("starting {}", binary.display()))?;
        drop(serve);
        let mut server = Self { process, address: String::new(), setup_token: String::new() };

        let (sender, lines) = channel();
        std::thread::spawn(move || copy_lines(reader, log, &sender));
        (server.address, server.setup_token) =
            wait_until_ready(&lines, START_DEADLINE).with_context(|| format!("see {}/server.log", folder.display()))?;
        Ok(server)
    }

    /// Fails when the process has ended by itself.
    pub fn still_runs(&mut self) -> Result<()> {
        match self.process.try_wait().context("asking for the server's status")? {
            None => Ok(()),
            Some(status) => bail!("it ended with {status}"),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Both fail only when it has ended already, which is what is wanted.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// Keeps the pipe empty until the server ends, so that it never waits for a reader.
fn copy_lines(reader: PipeReader, mut log: File, lines: &Sender<String>) {
    for line in BufReader::new(reader).split(b'\n') {
        let Ok(line) = line else { return };
        let line = String::from_utf8_lossy(&line).into_owned();
        // A full disk must not stop the server; the log is a help, not a result.
        writeln!(log, "{line}").ok();
        lines.send(line).ok();
    }
}

/// Reads the address and the setup token, which come in any order.
fn wait_until_ready(lines: &Receiver<String>, deadline: Duration) -> Result<(String, String)> {
    let start = Instant::now();
    let (mut address, mut token) = (None, None);
    loop {
        if let (Some(address), Some(token)) = (&address, &token) {
            return Ok((String::clone(address), String::clone(token)));
        }
        match lines.recv_timeout(deadline.saturating_sub(start.elapsed())) {
            Ok(line) => {
                address = address.or_else(|| address_in(&line));
                token = token.or_else(|| setup_token_in(&line));
            }
            Err(RecvTimeoutError::Disconnected) => bail!("the server ended before it was ready"),
            Err(RecvTimeoutError::Timeout) if address.is_none() => bail!("the server did not print where it listens"),
            Err(RecvTimeoutError::Timeout) => bail!("the server did not print its setup link"),
        }
    }
}

fn address_in(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("listening on http://")?;
    let address = rest.split(|end: char| end.is_whitespace() || end == '/' || end == '"').next()?;
    (!address.is_empty()).then(|| address.to_owned())
}

/// Returns the last part of the setup link, after `#`, `=` or `/`.
fn setup_token_in(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("http")?;
    let address = rest.split(|end: char| end.is_whitespace() || end == '"').next()?;
    let (_, after_setup) = address.split_once("setup")?;
    let token = after_setup.rsplit(['#', '=', '/']).next()?;
    (!token.is_empty()).then(|| token.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_found() {
        for (line, expected) in [
            ("listening on http://127.0.0.1:7420", Some("127.0.0.1:7420")),
            ("INFO listening on http://[::1]:80/ now", Some("[::1]:80")),
            ("listening on nothing", None),
        ] {
            assert_eq!(address_in(line).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn the_setup_token_is_found_in_any_form_of_link() {
        for (line, expected) in [
            ("Open http://127.0.0.1:7420/setup#aB-_9 to begin", Some("aB-_9")),
            ("http://127.0.0.1:7420/#setup=aB-_9", Some("aB-_9")),
            ("http://127.0.0.1:7420/setup#token=aB-_9", Some("aB-_9")),
            ("http://127.0.0.1:7420/setup/aB-_9", Some("aB-_9")),
            ("no setup is needed", None),
            ("http://127.0.0.1:7420/setup", None),
        ] {
            assert_eq!(setup_token_in(line).as_deref(), expected, "{line}");
        }
    }

    #[track_caller]
    fn check_ready(printed: &[&str], expected: Result<(&str, &str), &str>) {
        let (sender, lines) = channel();
        for line in printed {
            sender.send((*line).to_owned()).unwrap();
        }
        // The sender stays, as with a server that goes on running.
        let ready = wait_until_ready(&lines, Duration::from_millis(1)).map_err(|error| error.to_string());
        let expected = expected.map(|(address, token)| (address.to_owned(), token.to_owned()));
        assert_eq!(ready, expected.map_err(str::to_owned));
        drop(sender);
    }

    #[test]
    fn readiness_needs_both_lines_in_any_order() {
        let (address, link) = ("listening on http://127.0.0.1:1", "http://127.0.0.1:1/setup#t");
        check_ready(&[address, "noise", link], Ok(("127.0.0.1:1", "t")));
        check_ready(&[link, address], Ok(("127.0.0.1:1", "t")));
        check_ready(&[address], Err("the server did not print its setup link"));
        check_ready(&[link], Err("the server did not print where it listens"));
    }

    #[test]
    fn a_server_that_ends_is_noticed_at_once() {
        let (sender, lines) = channel::<String>();
        drop(sender);
        let error = wait_until_ready(&lines, START_DEADLINE).unwrap_err();
        assert_eq!(error.to_string(), "the server ended before it was ready");
    }
}
