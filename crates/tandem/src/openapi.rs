//! `tandem openapi`.

use std::io::Write;

use anyhow::Context;
use server::{openapi, operations};

use crate::failure::Failure;

pub fn print() -> Result<(), Failure> {
    let document = openapi::document(&operations::all());
    let mut text = serde_json::to_vec_pretty(&document).context("writing the document")?;
    text.push(b'\n');
    std::io::stdout().write_all(&text).context("printing the document")?;
    Ok(())
}
