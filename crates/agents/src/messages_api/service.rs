//! The service at the other end.

use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url};

use super::config::{Clock, MessagesApiConfig, RetryPolicy, Secret};
use super::errors::{Hints, ServiceError, Trouble};
use super::limits::{CONNECT_DEADLINE, IDLE_DEADLINE, MAX_ERROR_BYTES};
use super::reply::{Fault, Reply};
use super::sse::{Parser, TooLong};
use crate::event::Event;
use crate::failure::{Failure, FailureCode};

const VERSION: (&str, &str) = ("anthropic-version", "2023-06-01");
const USAGE_RESET: &str = "anthropic-ratelimit-unified-reset";

/// Where requests go.
#[derive(Clone)]
pub struct Service {
    http: Client,
    endpoint: Url,
    secret: Secret,
    clock: Clock,
    pub retry: RetryPolicy,
}

/// An answer that is coming in.
pub struct Exchange {
    response: Response,
    parser: Parser,
    secret: Secret,
}

impl Service {
    pub fn new(config: &MessagesApiConfig) -> Result<Self, Failure> {
        let endpoint = config.endpoint()?;
        let (name, value) = config.key.header()?;
        let mut headers = HeaderMap::from_iter([(name, value)]);
        headers.insert(HeaderName::from_static(VERSION.0), HeaderValue::from_static(VERSION.1));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let mut builder = Client::builder()
            .default_headers(headers)
            .user_agent(concat!("tandem/", env!("CARGO_PKG_VERSION")))
            // A redirect would carry the key to wherever it points.
            .redirect(Policy::none())
            .connect_timeout(CONNECT_DEADLINE)
            .read_timeout(IDLE_DEADLINE);
        if endpoint.scheme() == "http" {
            // Without encryption no certificates are needed; a machine may have none.
            builder = builder.tls_certs_only([]);
        }
        let http = builder.build().map_err(|error| {
            let failure = Failure::new(FailureCode::StartFailed, format!("Encryption cannot be set up: {error}"));
            failure.remedy("Install the certificates of the system (usually the package ca-certificates).")
        })?;
        let (clock, retry) = (config.clock.clone(), config.retry);
        Ok(Self { http, endpoint, secret: config.key.secret().clone(), clock, retry })
    }

    /// Sends a request and returns the answer once it begins.
    pub async fn open(&self, body: Vec<u8>) -> Result<Exchange, Trouble> {
        let response = self.http.post(self.endpoint.clone()).body(body).send().await;
        let mut response = response.map_err(|error| Trouble::unreachable(error, &self.secret))?;
        let status = response.status();
        if status.is_success() {
            return Ok(Exchange { response, parser: Parser::default(), secret: self.secret.clone() });
        }
        let hints = hints(response.headers(), (self.clock)());
        let error = ServiceError::parse(&error_body(&mut response).await);
        Err(error.with_status(status.as_u16(), hints, &self.secret, self.retry.longest_wait))
    }

    /// Returns a text of the service without the key in it.
    pub fn strike(&self, text: &str) -> String {
        self.secret.strike(text)
    }
}

impl Exchange {
    /// Reads a little more into `reply` and adds what it lets us say to `events`, also when it fails in the middle.
    /// Nothing is lost when this is dropped.
    pub async fn read(&mut self, reply: &mut Reply, events: &mut Vec<Event>) -> Result<(), Trouble> {
        let chunk = self.response.chunk().await.map_err(|error| Trouble::unreachable(error, &self.secret))?;
        let Some(chunk) = chunk else { return Err(Trouble::broken("the answer ended too early")) };
        let frames = self.parser.push(&chunk).map_err(|TooLong| Trouble::too_large())?;
        for frame in frames {
            events.extend(reply.take(&frame.data).map_err(|fault| self.trouble(fault))?);
        }
        Ok(())
    }

    fn trouble(&self, fault: Fault) -> Trouble {
        match fault {
            Fault::TooLarge => Trouble::too_large(),
            Fault::Garbled => Trouble::broken("the answer cannot be understood"),
            Fault::Service(error) => error.in_stream(&self.secret),
        }
    }
}

async fn error_body(response: &mut Response) -> Vec<u8> {
    let mut body = Vec::new();
    // An error whose words do not arrive is still that error.
    while let Ok(Some(chunk)) = response.chunk().await {
        body.extend_from_slice(&chunk);
        if body.len() > MAX_ERROR_BYTES {
            body.truncate(MAX_ERROR_BYTES);
            break;
        }
    }
    body
}

fn hints(headers: &HeaderMap, now_ms: i64) -> Hints {
    let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<u64>().ok();
    let millis = |seconds: u64| i64::try_from(seconds.saturating_mul(1000)).unwrap_or(i64::MAX);
    let waited = number(RETRY_AFTER.as_str());
    let reset = number(USAGE_RESET).map(millis);
    let until_reset = reset.map(|reset| u64::try_from(reset.saturating_sub(now_ms)).unwrap_or(0).div_ceil(1000));
    Hints {
        retry_after: waited.or(until_reset).map(Duration::from_secs),
        resets_at_ms: reset.or_else(|| waited.map(|waited| now_ms.saturating_add(millis(waited)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: i64 = 1_800_000_000_000;

    #[track_caller]
    fn check(headers: &[(&'static str, &'static str)], retry_after: Option<u64>, resets_at_ms: Option<i64>) {
        let pair = |&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value));
        let hints = hints(&headers.iter().map(pair).collect(), NOW_MS);
        assert_eq!((hints.retry_after.map(|wait| wait.as_secs()), hints.resets_at_ms), (retry_after, resets_at_ms));
    }

    #[test]
    fn the_headers_say_when_to_come_back() {
        check(&[], None, None);
        check(&[("retry-after", "7")], Some(7), Some(NOW_MS + 7000));
        check(&[(USAGE_RESET, "1800003600")], Some(3600), Some(NOW_MS + 3_600_000));
        check(&[("retry-after", "30"), (USAGE_RESET, "1800003600")], Some(30), Some(NOW_MS + 3_600_000));
        check(&[(USAGE_RESET, "1700000000")], Some(0), Some(1_700_000_000_000));
        check(&[("retry-after", "soon")], None, None);
    }
}
