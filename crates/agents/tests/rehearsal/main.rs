//! The scripted agent, driven over its two pipes like the real one.

#[cfg(test)]
mod cards;
#[cfg(test)]
mod conversations;
#[cfg(test)]
mod drawing;
#[cfg(test)]
mod editing;
#[cfg(test)]
mod handshake;
#[cfg(test)]
mod interrupting;
#[cfg(test)]
mod planning;
#[cfg(test)]
mod reviewing;
#[cfg(test)]
mod support;
#[cfg(test)]
mod talking;
