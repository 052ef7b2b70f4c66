//! Sessions of agents through the public doors: the real program, the real Claude Code, and a model that says what each
//! test has written down.

#[cfg(test)]
mod asking;
#[cfg(test)]
mod card_branches;
#[cfg(test)]
mod card_drags;
#[cfg(test)]
mod card_ends;
#[cfg(test)]
mod card_life;
#[cfg(test)]
mod card_limits;
#[cfg(test)]
mod card_merges;
#[cfg(test)]
mod card_restarts;
#[cfg(test)]
mod card_reviews;
#[cfg(test)]
mod card_rights;
#[cfg(test)]
mod cards;
#[cfg(test)]
mod connecting;
#[cfg(test)]
mod crashing;
#[cfg(test)]
mod failing;
#[cfg(test)]
mod forking;
#[cfg(test)]
mod ghosts;
#[cfg(test)]
mod importing;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod many;
#[cfg(test)]
mod permitting;
#[cfg(test)]
mod planning;
#[cfg(test)]
mod queueing;
#[cfg(test)]
mod rehearsing;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod stage;
#[cfg(test)]
mod steering;
#[cfg(test)]
mod storm;
#[cfg(test)]
mod strangers;
#[cfg(test)]
mod talk;
#[cfg(test)]
mod talking;
#[cfg(test)]
mod tools;
#[cfg(test)]
mod trust;
