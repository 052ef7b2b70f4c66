//! The rules of `SPEC.md`, each held by a test whose name starts with the rule's.

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
