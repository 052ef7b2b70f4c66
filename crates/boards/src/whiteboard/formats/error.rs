//! Why a file could not be read.

use super::{Format, MAX_FILE_BYTES, MAX_OBJECTS};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    #[error("a file of this format can only be written: {}", .0.name())]
    WriteOnly(Format),
    #[error("the file has more than {MAX_FILE_BYTES} bytes")]
    TooLarge,
    #[error("the file has more than {MAX_OBJECTS} objects")]
    TooMany,
    #[error("{message}")]
    WrongFile { message: String },
    #[error("line {line}: {message}")]
    Line { line: usize, message: String },
}

impl FormatError {
    pub(super) fn wrong(message: impl Into<String>) -> Self {
        Self::WrongFile { message: message.into() }
    }

    pub(super) fn line(line: usize, message: impl Into<String>) -> Self {
        Self::Line { line, message: message.into() }
    }
}
