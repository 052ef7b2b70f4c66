//! The real Claude Code, driven against a scripted model: everything an agent can be told and can say.

#[cfg(test)]
mod asking;
#[cfg(test)]
mod coming_back;
#[cfg(test)]
mod ending;
#[cfg(test)]
mod failing;
#[cfg(test)]
mod impostors;
#[cfg(test)]
mod planning;
#[cfg(test)]
mod stage;
#[cfg(test)]
mod talking;
#[cfg(test)]
mod tools;
#[cfg(test)]
mod trust;
