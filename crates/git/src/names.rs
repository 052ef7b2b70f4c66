//! Names that are safe to hand to git: they cannot be options, ranges or paths.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::limits::{MAX_NAME_BYTES, MAX_SLUG_BYTES};

/// Refs of ours that keep commits from being collected lie below this.
const KEPT: &str = "refs/tandem/";

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name:?} is no {what}")]
pub struct InvalidName {
    what: &'static str,
    name: String,
}

/// Makes a newtype of a checked string.
macro_rules! name {
    ($(#[$doc:meta])* $name:ident, $what:literal, $valid:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            pub fn parse(name: &str) -> Result<Self, InvalidName> {
                if $valid(name) { Ok(Self(name.to_owned())) } else { Err(invalid($what, name)) }
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidName;

            fn try_from(name: String) -> Result<Self, InvalidName> {
                Self::parse(&name)
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> Self {
                name.0
            }
        }
    };
}

name! {
    /// The name of a local branch, without `refs/heads/`.
    Branch, "name for a branch", is_branch
}
name! {
    /// The id of a commit, in full.
    Commit, "id of a commit", is_object_id
}
name! {
    /// The id of a tree, in full.
    Tree, "id of a tree", is_object_id
}
name! {
    /// A ref below `refs/tandem/`, which keeps a commit.
    KeptRef, "ref below refs/tandem/", |name: &str| name.strip_prefix(KEPT).is_some_and(is_branch)
}

impl Branch {
    /// Returns the whole ref, which no tag and no option can be taken for.
    pub fn full(&self) -> String {
        format!("refs/heads/{}", self.0)
    }
}

/// Returns the name of the branch for a piece of work: what can be told of its title, and the start of its id, which
/// keeps two of the same title apart. Whatever the title is, git takes the name.
pub fn branch_name(prefix: &str, title: &str, id: &str) -> Branch {
    let (prefix, slug, id) = (slug(prefix), slug(title), slug(id));
    let parts: Vec<&str> = [slug.as_str(), id.as_str()].into_iter().filter(|part| !part.is_empty()).collect();
    let name = if parts.is_empty() { "work".to_owned() } else { parts.join("-") };
    Branch(if prefix.is_empty() { name } else { format!("{prefix}/{name}") })
}

/// Keeps letters and digits of ASCII; everything else is a dash, never two in a row, at the start or at the end.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for character in text.chars() {
        match character {
            'a'..='z' | '0'..='9' => slug.push(character),
            'A'..='Z' => slug.push(character.to_ascii_lowercase()),
            _ if slug.is_empty() || slug.ends_with('-') => {}
            _ => slug.push('-'),
        }
        if slug.len() >= MAX_SLUG_BYTES {
            break;
        }
    }
    slug.trim_end_matches('-').to_owned()
}

fn is_object_id(name: &str) -> bool {
    matches!(name.len(), 40 | 64) && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_branch(name: &str) -> bool {
    !name.starts_with('-') && name != "HEAD" && is_ref_path(name)
}

/// The rules of `git check-ref-format`, and a bound.
fn is_ref_path(name: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && !part.starts_with('.') && part.strip_suffix(".lock").is_none();
    name.len() <= MAX_NAME_BYTES
        && name != "@"
        && !name.ends_with('.')
        && !name.contains("..")
        && !name.contains("@{")
        && !name.chars().any(|character| character.is_control() || " ~^:?*[\\".contains(character))
        && name.split('/').all(is_part)
}

fn invalid(what: &'static str, name: &str) -> InvalidName {
    InvalidName { what, name: name.chars().take(MAX_NAME_BYTES).collect() }
}
