//! Where the service is, how to be let in, and how patient to be.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Url;
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};

use crate::failure::{Failure, FailureCode};

const BASE_URL: &str = "https://api.anthropic.com";
const MODEL: &str = "claude-sonnet-5-5";

/// Tells the time of day in milliseconds since 1970.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// What the agent is made with.
#[derive(Clone)]
pub struct MessagesApiConfig {
    pub base_url: String,
    pub key: Key,
    /// Used when nobody chooses one.
    pub model: String,
    /// Where conversations are kept.
    pub folder: PathBuf,
    pub retry: RetryPolicy,
    pub clock: Clock,
}

/// How often a request is sent again, and after how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    pub retries: u32,
    /// Doubles each time.
    pub first_wait: Duration,
    /// If the service asks for more than this, the turn fails instead.
    pub longest_wait: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self { retries: 8, first_wait: Duration::from_millis(500), longest_wait: Duration::from_mins(1) }
    }
}

impl RetryPolicy {
    /// Returns how long to wait before the given retry, which counts from one; none if there is no further one.
    pub fn wait(&self, retry: u32, asked: Option<Duration>) -> Option<Duration> {
        if retry > self.retries || asked.is_some_and(|asked| asked > self.longest_wait) {
            return None;
        }
        let doubled = self.first_wait.saturating_mul(2_u32.saturating_pow(retry.saturating_sub(1)));
        Some(asked.unwrap_or(doubled).min(self.longest_wait))
    }
}

/// What lets us in.
#[derive(Clone, Debug)]
pub enum Key {
    /// A key of the service's console.
    ApiKey(Secret),
    /// A token of whatever stands before the service.
    Bearer(Secret),
}

/// A text that is sent, and never shown.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Takes itself out of a text that somebody else wrote.
    pub fn strike(&self, text: &str) -> String {
        if self.0.is_empty() { text.to_owned() } else { text.replace(&self.0, "[key]") }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[key]")
    }
}

impl Key {
    pub fn secret(&self) -> &Secret {
        match self {
            Self::ApiKey(secret) | Self::Bearer(secret) => secret,
        }
    }

    /// Returns the header that carries it.
    pub(super) fn header(&self) -> Result<(HeaderName, HeaderValue), Failure> {
        let (name, variable, text) = match self {
            Self::ApiKey(Secret(key)) => (HeaderName::from_static("x-api-key"), "ANTHROPIC_API_KEY", key.clone()),
            Self::Bearer(Secret(token)) => (AUTHORIZATION, "ANTHROPIC_AUTH_TOKEN", format!("Bearer {token}")),
        };
        // The error would not name the key either, but nothing can be learned from it.
        let Ok(mut value) = HeaderValue::from_str(&text) else {
            let failure = Failure::new(FailureCode::NotLoggedIn, format!("{variable} is not a key"));
            return Err(failure.remedy(format!("Set {variable} to the key alone, without line breaks.")));
        };
        value.set_sensitive(true);
        Ok((name, value))
    }
}

impl MessagesApiConfig {
    /// Reads what the usual variables say.
    pub fn from_env(get: impl Fn(&str) -> Option<String>, folder: PathBuf, clock: Clock) -> Result<Self, Failure> {
        let get = |name: &str| get(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        let key = match (get("ANTHROPIC_API_KEY"), get("ANTHROPIC_AUTH_TOKEN")) {
            (Some(key), _) => Key::ApiKey(Secret::new(key)),
            (None, Some(token)) => Key::Bearer(Secret::new(token)),
            (None, None) => {
                let failure = Failure::new(FailureCode::NotLoggedIn, "There is no key for the model API");
                return Err(failure.remedy("Set ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN) and start Tandem again."));
            }
        };
        Ok(Self {
            base_url: get("ANTHROPIC_BASE_URL").unwrap_or_else(|| BASE_URL.to_owned()),
            key,
            model: get("ANTHROPIC_MODEL").unwrap_or_else(|| MODEL.to_owned()),
            folder,
            retry: RetryPolicy::default(),
            clock,
        })
    }

    /// Returns where messages are posted.
    pub(super) fn endpoint(&self) -> Result<Url, Failure> {
        let refuse = || {
            // The address is not repeated: somebody may have put a password into it.
            let failure = Failure::new(FailureCode::StartFailed, "The address of the model API cannot be used");
            failure.remedy("Set ANTHROPIC_BASE_URL to an http or https address without a name and password in it.")
        };
        let address = format!("{}/v1/messages", self.base_url.trim_end_matches('/'));
        let url = Url::parse(&address).map_err(|_| refuse())?;
        let bare = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        if matches!(url.scheme(), "http" | "https") && bare { Ok(url) } else { Err(refuse()) }
    }
}

impl fmt::Debug for MessagesApiConfig {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("MessagesApiConfig")
            .field("key", &self.key)
            .field("model", &self.model)
            .field("folder", &self.folder)
            .field("retry", &self.retry)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(variables: &[(&str, &str)]) -> Result<MessagesApiConfig, Failure> {
        let get = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        MessagesApiConfig::from_env(get, PathBuf::from("conversations"), Arc::new(|| 0))
    }

    #[test]
    fn without_a_key_the_remedy_names_the_variable() {
        let failure = from(&[("ANTHROPIC_API_KEY", "  ")]).unwrap_err();
        assert_eq!(failure.code, FailureCode::NotLoggedIn);
        assert!(failure.remedy.unwrap().contains("ANTHROPIC_API_KEY"));
    }

    #[test]
    fn a_key_goes_before_a_token() {
        let header = |variables: &[(&str, &str)]| from(variables).unwrap().key.header().unwrap();
        let (name, value) = header(&[("ANTHROPIC_API_KEY", "k\n"), ("ANTHROPIC_AUTH_TOKEN", "t")]);
        assert_eq!((name.as_str(), value.as_bytes()), ("x-api-key", &b"k"[..]));
        let (name, value) = header(&[("ANTHROPIC_AUTH_TOKEN", "t")]);
        assert_eq!((name.as_str(), value.as_bytes()), ("authorization", &b"Bearer t"[..]));
    }

    #[test]
    fn the_address_may_end_in_a_slash_or_a_path() {
        let endpoint = |base: &str| {
            let config = from(&[("ANTHROPIC_API_KEY", "k"), ("ANTHROPIC_BASE_URL", base)]).unwrap();
            config.endpoint().map(String::from).map_err(|failure| failure.code)
        };
        assert_eq!(endpoint(""), Ok("https://api.anthropic.com/v1/messages".to_owned()));
        assert_eq!(endpoint("http://gateway/anthropic/"), Ok("http://gateway/anthropic/v1/messages".to_owned()));
        for bad in ["file:///etc", "gateway", "https://name:password@gateway", "https://gateway?a=b"] {
            assert_eq!(endpoint(bad), Err(FailureCode::StartFailed), "{bad}");
        }
    }

    #[test]
    fn a_key_is_not_shown() {
        let config = from(&[("ANTHROPIC_API_KEY", "canary\nbird")]).unwrap();
        let failure = config.key.header().unwrap_err();
        assert!(!format!("{config:?} {config:#?} {failure:?}").contains("canary"));
        assert_eq!(Secret::new("canary").strike("no canary here"), "no [key] here");
    }

    #[test]
    fn waits_double_up_to_a_limit() {
        let policy =
            RetryPolicy { retries: 4, first_wait: Duration::from_secs(10), longest_wait: Duration::from_secs(30) };
        let waits: Vec<_> = (1..=5).map(|retry| policy.wait(retry, None).map(|wait| wait.as_secs())).collect();
        assert_eq!(waits, [Some(10), Some(20), Some(30), Some(30), None]);
    }

    #[test]
    fn the_service_says_how_long_to_wait() {
        let policy = RetryPolicy::default();
        let wait = |seconds| policy.wait(1, Some(Duration::from_secs(seconds)));
        assert_eq!(wait(7), Some(Duration::from_secs(7)));
        assert_eq!(wait(61), None);
        assert_eq!(RetryPolicy { retries: u32::MAX, ..policy }.wait(1000, None), Some(policy.longest_wait));
    }
}
