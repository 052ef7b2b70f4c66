//! Batches in order: templates, grids, rows, flowcharts.

#![expect(clippy::needless_raw_string_hashes, reason = "`UPDATE_EXPECT=1` writes them")]
#![expect(clippy::float_cmp, reason = "the numbers that are compared are sums of whole ones")]

mod examples;
mod properties;
mod sketch;
