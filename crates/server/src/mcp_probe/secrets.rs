//! Keeps what was registered in confidence out of what a server says.

use super::Target;

const MASK: &str = "••••";
/// What is shorter is no secret, and masking it would only garble the text.
const MIN_CHARS: usize = 4;

/// Values of environment and headers, arguments, and what follows the path of an address.
pub struct Secrets(Vec<String>);

impl Secrets {
    pub fn of(target: &Target) -> Self {
        let values: Vec<&str> = match target {
            Target::Stdio { arguments, environment, .. } => {
                arguments.iter().chain(environment.values()).map(String::as_str).collect()
            }
            Target::Http { url, headers } => {
                let query = url.split_once(['?', '#']).map(|(_, query)| query);
                headers.values().map(String::as_str).chain(query).collect()
            }
        };
        // A part of a value may be told without the rest: `Bearer x`, `--token=x`, `key=x&user=y`.
        let parts = values.iter().flat_map(|value| value.split([' ', '=', '&', ':', ',', ';']));
        let mut secrets: Vec<String> = values.iter().copied().chain(parts).map(str::to_owned).collect();
        secrets.retain(|secret| secret.chars().count() >= MIN_CHARS);
        // The longest first, so that no rest of one is left.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        secrets.dedup();
        Self(secrets)
    }

    pub fn mask(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, secret| text.replace(secret.as_str(), MASK))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[track_caller]
    fn check(target: &Target, text: &str, expected: &str) {
        assert_eq!(Secrets::of(target).mask(text), expected);
    }

    #[test]
    fn values_and_their_parts_are_masked() {
        let headers = BTreeMap::from([("Authorization".to_owned(), "Bearer canary".to_owned())]);
        let http = Target::Http { url: "https://a.example/mcp?key=canary2&x=1".to_owned(), headers };
        check(&http, "no canary, no canary2 at a.example", "no ••••, no •••• at a.example");
        let environment = BTreeMap::from([("KEY".to_owned(), "canary".to_owned()), ("N".to_owned(), "1".to_owned())]);
        let arguments = vec!["--token=hush-hush".to_owned()];
        let stdio = Target::Stdio { command: "server".to_owned(), arguments, environment };
        check(&stdio, "server: hush-hush is not canary 1", "server: •••• is not •••• 1");
    }
}
