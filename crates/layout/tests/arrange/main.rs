//! Batches in order: templates, grids, rows, flowcharts.

#![expect(clippy::needless_raw_string_hashes, reason = "`UPDATE_EXPECT=1` writes them")]

mod examples;
mod properties;
mod sketch;
