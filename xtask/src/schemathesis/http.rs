//! A client for two kinds of request to a server on this machine.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

const DEADLINE: Duration = Duration::from_secs(10);

pub struct Client {
    address: String,
    pub token: Option<String>,
}

impl Client {
    pub fn new(address: String) -> Self {
        Self { address, token: None }
    }

    /// Posts JSON and returns the JSON of a successful answer; any other answer is an error.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let body = body.to_string();
        let authorization =
            self.token.as_ref().map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{authorization}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let answer = self.exchange(&request).with_context(|| format!("POST {path}"))?;
        parse(&answer).with_context(|| format!("POST {path}"))
    }

    fn exchange(&self, request: &str) -> Result<String> {
        let mut stream =
            TcpStream::connect(&self.address).with_context(|| format!("connecting to {}", self.address))?;
        stream.set_read_timeout(Some(DEADLINE))?;
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).context("reading the answer")?;
        Ok(answer)
    }
}

fn parse(answer: &str) -> Result<Value> {
    let (head, body) = answer.split_once("\r\n\r\n").context("the answer has no end of its headers")?;
    let status = head.split(' ').nth(1).context("the answer has no status")?;
    if !status.starts_with('2') {
        bail!("answered {status}: {body}");
    }
    if head.to_ascii_lowercase().contains("\r\ntransfer-encoding:") {
        bail!("the answer is in chunks, which this client does not read");
    }
    serde_json::from_str(body).with_context(|| format!("answered {status} with something else than JSON"))
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use serde_json::json;

    use super::*;

    #[test]
    fn answers_are_told_apart() {
        let ok = parse("HTTP/1.1 201 Created\r\nContent-Length: 9\r\n\r\n{\"id\":\"x\"}").unwrap();
        assert_eq!(ok, json!({"id": "x"}));
        for (answer, expected) in [
            ("HTTP/1.1 422 No\r\n\r\n{\"title\":\"no folder\"}", "answered 422: {\"title\":\"no folder\"}"),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                "the answer is in chunks, which this client does not read",
            ),
            ("HTTP/1.1 200 OK\r\n\r\n<html>", "answered 200 with something else than JSON"),
            ("nonsense", "the answer has no end of its headers"),
        ] {
            assert_eq!(parse(answer).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn a_request_carries_token_and_body() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut client = Client::new(listener.local_addr().unwrap().to_string());
        client.token = Some("t0".to_owned());
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            let mut byte = [0];
            while !request.ends_with(b"{\"a\":1}") {
                stream.read_exact(&mut byte).unwrap();
                request.push(byte[0]);
            }
            stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n{\"seq\":1}").unwrap();
            String::from_utf8(request).unwrap()
        });
        assert_eq!(client.post("/api/x", &json!({"a": 1})).unwrap(), json!({"seq": 1}));
        let request = server.join().unwrap();
        assert!(request.starts_with("POST /api/x HTTP/1.1\r\nHost: 127.0.0.1:"), "{request}");
        assert!(request.contains("\r\nAuthorization: Bearer t0\r\n"), "{request}");
        assert!(request.contains("\r\nContent-Length: 7\r\n"), "{request}");
    }
}
