//! Programs that do everything not to be ended, ended.

#[cfg(test)]
mod ending;
#[cfg(test)]
mod pipes;
#[cfg(test)]
mod support;
#[cfg(test)]
mod sweeping;
