//! The one place where xtask writes to the terminal.

use std::fmt::Arguments;

/// Prints one message for the person at the terminal.
#[expect(clippy::print_stderr, reason = "xtask talks to a person; everything it says goes through here")]
pub fn say(message: Arguments<'_>) {
    eprintln!("{message}");
}
