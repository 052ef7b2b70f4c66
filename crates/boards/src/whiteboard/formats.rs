//! The files a whiteboard can be written to and read from.
//!
//! Every reader fills a `Sheet` with what it finds under the file's own names; the sheet makes it a `Drawing` that fits
//! the bounds of a board, and that becomes ops. What a format has no word for is written under a name of our own where
//! the format allows that, and counts only while the rest of the file still says what we wrote.

mod drawing;
mod error;
mod excalidraw;
mod json_canvas;
mod mermaid;
mod native;
pub mod palette;
mod reading;
mod sheet;
mod svg;
mod tldraw;

use engine::Document;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use drawing::Drawing;
pub use error::FormatError;

use super::scene::Scene;

/// Boxes and arrows a file may hold.
pub const MAX_OBJECTS: usize = 5_000;
pub const MAX_FILE_BYTES: usize = 16 * 1024 * 1024;
/// Frames within each other; what lies deeper is read as lying beside.
const MAX_FRAMES_DEEP: usize = 32;

/// A kind of file. It is also known by what its program is called, or its files end with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    Svg,
    Json,
    #[serde(alias = "canvas")]
    JsonCanvas,
    Excalidraw,
    #[serde(alias = "tldraw")]
    Tldr,
    #[serde(alias = "mmd")]
    Mermaid,
}

impl Format {
    pub const ALL: [Self; 6] = [Self::Svg, Self::Json, Self::JsonCanvas, Self::Excalidraw, Self::Tldr, Self::Mermaid];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Json => "json",
            Self::JsonCanvas => "json-canvas",
            Self::Excalidraw => "excalidraw",
            Self::Tldr => "tldr",
            Self::Mermaid => "mermaid",
        }
    }

    /// Returns what the name of such a file ends with.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Json => "json",
            Self::JsonCanvas => "canvas",
            Self::Excalidraw => "excalidraw",
            Self::Tldr => "tldr",
            Self::Mermaid => "mmd",
        }
    }

    pub fn of_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension() == extension)
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Json | Self::JsonCanvas => "application/json",
            Self::Excalidraw => "application/vnd.excalidraw+json",
            Self::Tldr => "application/vnd.tldraw+json",
            Self::Mermaid => "text/vnd.mermaid; charset=utf-8",
        }
    }
}

/// Writes a board as a file.
pub fn export(document: &Document, format: Format) -> String {
    let scene = Scene::of(document);
    match format {
        Format::Svg => svg::write(&scene),
        Format::Json => native::write(document),
        Format::JsonCanvas => json_canvas::write(&scene),
        Format::Excalidraw => excalidraw::write(&scene),
        Format::Tldr => tldraw::write(&scene),
        Format::Mermaid => mermaid::write(&scene),
    }
}

/// Reads a file. What a board has no word for is left out, and the drawing's warnings say so.
pub fn import(content: &str, format: Format) -> Result<Drawing, FormatError> {
    if content.len() > MAX_FILE_BYTES {
        return Err(FormatError::TooLarge);
    }
    // Some programs begin a file with a mark that says nothing.
    let content = content.trim_start_matches('\u{feff}');
    match format {
        Format::Svg => Err(FormatError::WriteOnly(format)),
        Format::Json => native::read(content),
        Format::JsonCanvas => json_canvas::read(content),
        Format::Excalidraw => excalidraw::read(content),
        Format::Tldr => tldraw::read(content),
        Format::Mermaid => mermaid::read(content),
    }
}
