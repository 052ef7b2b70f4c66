//! The real git, in folders of its own, with settings of its own.

#[cfg(test)]
mod bounds;
#[cfg(test)]
mod committing;
#[cfg(test)]
mod diffing;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod listing;
#[cfg(test)]
mod merging;
#[cfg(test)]
mod naming;
#[cfg(test)]
mod opening;
#[cfg(test)]
mod removing;
#[cfg(test)]
mod requesting;
#[cfg(test)]
mod snapshots;
#[cfg(test)]
mod stage;
#[cfg(test)]
mod starting;
#[cfg(test)]
mod worktrees;
