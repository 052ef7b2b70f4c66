//! The rules of `SPEC.md`, each held by a test whose name starts with the rule's.

#![expect(clippy::needless_raw_string_hashes, reason = "`UPDATE_EXPECT=1` writes them")]
#![expect(clippy::needless_pass_by_value, reason = "`check(script, expect![…])` reads better without an ampersand")]
#![expect(clippy::format_push_string, reason = "in a test a line of text need not be fast")]

#[cfg(test)]
mod support;

#[cfg(test)]
mod atomicity;
#[cfg(test)]
mod bad_input;
#[cfg(test)]
mod create;
#[cfg(test)]
mod delete;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod histories;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod moving;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod order;
#[cfg(test)]
mod rank;
#[cfg(test)]
mod redo;
#[cfg(test)]
mod references;
#[cfg(test)]
mod replay;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod snapshot;
#[cfg(test)]
mod text;
#[cfg(test)]
mod undo;
#[cfg(test)]
mod update;
