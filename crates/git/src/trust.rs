//! What a repository may run.
//!
//! Git runs programs that a repository's settings name: hooks, filters, drivers, watchers, signers, helpers. Settings are
//! not cloned, but they come along in an archive or on a shared disk. In a repository that is not trusted each of them is
//! overridden by a setting of the command, which comes before all files. What is set is read before every call, because
//! it may change with what is checked out.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use crate::error::GitError;
use crate::limits::MAX_DISARMED;

/// Whether what a repository sets up may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Hooks and filters run as they do for the user.
    Trusted,
    /// Nothing runs that the repository names. Filters and drivers of the user's own settings do not run either: the
    /// repository chooses what they are fed.
    Untrusted,
}

/// Settings for every repository: nothing goes on in the background, and a folder that looks like a bare repository is
/// none.
const ALWAYS: &[(&str, &str)] = &[
    ("advice.addEmbeddedRepo", "false"),
    ("core.splitIndex", "false"),
    ("gc.auto", "0"),
    ("i18n.logOutputEncoding", "UTF-8"),
    ("maintenance.auto", "false"),
    ("safe.bareRepository", "explicit"),
    ("submodule.recurse", "false"),
];

const NO_HOOKS: (&str, &str) = ("core.hooksPath", "/dev/null");

/// Settings for a repository that is not trusted. `false` is a program that fails.
const DISARMED: &[(&str, &str)] = &[
    NO_HOOKS,
    ("commit.gpgSign", "false"),
    ("core.alternateRefsCommand", "false"),
    ("core.askPass", "false"),
    ("core.editor", "false"),
    ("core.fsmonitor", "false"),
    ("core.gitProxy", "false"),
    ("core.pager", "cat"),
    ("core.sshCommand", "false"),
    ("credential.helper", ""),
    ("diff.external", "false"),
    ("diff.ignoreSubmodules", "dirty"),
    ("gpg.program", "false"),
    ("gpg.ssh.defaultKeyCommand", "false"),
    ("log.showSignature", "false"),
    ("merge.default", "text"),
    ("merge.verifySignatures", "false"),
    ("protocol.allow", "never"),
    ("push.gpgSign", "false"),
    ("sequence.editor", "false"),
    ("tag.gpgSign", "false"),
];

/// Families of settings, such as `filter.<name>.clean`, and what a member of them is set to.
const FAMILIES: &[(&str, &str, &str)] = &[
    ("branch", "mergeoptions", ""),
    ("credential", "helper", ""),
    ("diff", "command", "false"),
    ("diff", "textconv", "false"),
    ("filter", "clean", ""),
    ("filter", "process", ""),
    ("filter", "required", "false"),
    ("filter", "smudge", ""),
    ("gpg", "program", "false"),
    ("hook", "command", "true"),
    ("hook", "enabled", "false"),
    // A failing driver is a conflict, and conflicts are shown to somebody.
    ("merge", "driver", "false"),
    ("protocol", "allow", "never"),
    ("remote", "receivepack", "false"),
    ("remote", "uploadpack", "false"),
    ("submodule", "ignore", "dirty"),
    ("submodule", "update", "none"),
    ("trailer", "cmd", "true"),
    ("trailer", "command", "true"),
];

/// Returns what every call gets, in a trusted repository too.
pub(crate) fn always() -> Vec<(OsString, OsString)> {
    ALWAYS.iter().map(owned).collect()
}

/// Returns what a call gets that must not run the hooks of a trusted repository.
pub(crate) fn no_hooks() -> (OsString, OsString) {
    owned(&NO_HOOKS)
}

/// Returns what disarms a repository with these settings: those of `git config --list --show-scope -z`.
pub(crate) fn disarm(listed: &[u8]) -> Result<Vec<(OsString, OsString)>, GitError> {
    let mut settings: Vec<(OsString, OsString)> = DISARMED.iter().map(owned).collect();
    for (scope, key) in keys(listed) {
        let is_include = key.starts_with(b"include.") || key.starts_with(b"includeif.");
        // Files it includes could change between our look and git's, and by the branch that is checked out.
        if is_include && matches!(scope, b"local" | b"worktree") {
            return Err(cannot_disarm(key));
        }
        if let Some(harmless) = harmless(key) {
            settings.push((OsStr::from_bytes(key).to_owned(), harmless.into()));
        }
        if settings.len() > MAX_DISARMED {
            return Err(cannot_disarm(key));
        }
    }
    Ok(settings)
}

fn harmless(key: &[u8]) -> Option<&'static str> {
    let first = key.iter().position(|byte| *byte == b'.')?;
    let last = key.iter().rposition(|byte| *byte == b'.')?;
    let (family, name) = (&key[..first], &key[last + 1..]);
    let member = |(of, named, _): &&(&str, &str, &str)| of.as_bytes() == family && named.as_bytes() == name;
    (first < last).then(|| FAMILIES.iter().find(member)).flatten().map(|(_, _, harmless)| *harmless)
}

/// Splits a list of `scope NUL key LF value NUL`; a key without a value has no line feed.
fn keys(listed: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut fields = listed.split(|byte| *byte == 0);
    std::iter::from_fn(move || {
        let (scope, setting) = (fields.next()?, fields.next()?);
        Some((scope, setting.split(|byte| *byte == b'\n').next().unwrap_or(setting)))
    })
}

fn cannot_disarm(key: &[u8]) -> GitError {
    GitError::CannotDisarm { key: String::from_utf8_lossy(key).into_owned() }
}

fn owned((key, value): &(&str, &str)) -> (OsString, OsString) {
    (key.into(), value.into())
}
