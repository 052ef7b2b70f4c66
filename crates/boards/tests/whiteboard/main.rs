//! Whiteboards, through their tools.

#![expect(clippy::float_cmp, reason = "places are whole pixels here, the same each time")]

#[cfg(test)]
mod always;
#[cfg(test)]
mod arranging;
#[cfg(test)]
mod batch;
#[cfg(test)]
mod board;
#[cfg(test)]
mod drafts;
#[cfg(test)]
mod flowcharts;
#[cfg(test)]
mod gallery;
#[cfg(test)]
mod linting;
#[cfg(test)]
mod placing;
#[cfg(test)]
mod reading;
#[cfg(test)]
mod refs;
#[cfg(test)]
mod results;
#[cfg(test)]
mod shape;
#[cfg(test)]
mod templates;
#[cfg(test)]
mod updating;
