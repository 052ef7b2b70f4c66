//! What an agent inherits of the server's environment: a list of names, not everything.

use std::ffi::{OsStr, OsString};

/// Names that are passed on as they are.
const NAMES: &[&str] = &[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "TERM",
    "SSH_AUTH_SOCK",
    "IS_SANDBOX",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "DISABLE_TELEMETRY",
    "DISABLE_ERROR_REPORTING",
    "TANDEM_REHEARSAL_DIR",
    "TANDEM_REHEARSAL_PACE",
];
/// Beginnings of names that are passed on: what configures the CLI, the language, and the tools developers use.
const PREFIXES: &[&str] =
    &["ANTHROPIC_", "CLAUDE_", "LC_", "XDG_", "GIT_AUTHOR_", "GIT_COMMITTER_", "CARGO_", "RUSTUP_", "NVM_", "PYENV_"];
/// Passed on only where the CLI uses that provider.
const PROVIDERS: &[(&str, &[&str])] =
    &[("CLAUDE_CODE_USE_BEDROCK", &["AWS_"]), ("CLAUDE_CODE_USE_VERTEX", &["GOOGLE_", "VERTEX_", "CLOUD_ML_REGION"])];

/// Returns what of `all` an agent gets.
pub fn allowed(all: impl IntoIterator<Item = (OsString, OsString)>) -> Vec<(OsString, OsString)> {
    let all: Vec<(OsString, OsString)> = all.into_iter().collect();
    let is_set = |name: &str| all.iter().any(|(set, _)| set == name);
    let provided: Vec<&str> =
        PROVIDERS.iter().filter(|(switch, _)| is_set(switch)).flat_map(|(_, prefixes)| *prefixes).copied().collect();
    let is_allowed = |name: &OsStr| {
        let Some(name) = name.to_str() else { return false };
        NAMES.contains(&name) || PREFIXES.iter().chain(&provided).any(|prefix| name.starts_with(prefix))
    };
    let mut passed: Vec<(OsString, OsString)> = all.iter().filter(|(name, _)| is_allowed(name)).cloned().collect();
    passed.push(("DISABLE_AUTOUPDATER".into(), "1".into()));
    passed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(set: &[&str], expected: &[&str]) {
        let passed = allowed(set.iter().map(|name| (OsString::from(name), OsString::from("x"))));
        let names: Vec<&str> = passed.iter().filter_map(|(name, _)| name.to_str()).collect();
        let expected: Vec<&str> = expected.iter().copied().chain(["DISABLE_AUTOUPDATER"]).collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn only_what_is_listed_is_passed_on() {
        check(
            &[
                "PATH",
                "TANDEM_DATABASE_URL",
                "TANDEM_CANARY",
                "ANTHROPIC_API_KEY",
                "DATABASE_URL",
                "LC_ALL",
                "GITHUB_TOKEN",
            ],
            &["PATH", "ANTHROPIC_API_KEY", "LC_ALL"],
        );
    }

    #[test]
    fn a_providers_secrets_are_passed_on_where_it_is_used() {
        check(&["AWS_SECRET_ACCESS_KEY"], &[]);
        check(&["CLAUDE_CODE_USE_BEDROCK", "AWS_REGION"], &["CLAUDE_CODE_USE_BEDROCK", "AWS_REGION"]);
    }
}
