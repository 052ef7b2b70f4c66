//! The host names this server answers to, so that a name that was made to point here (DNS rebinding) is refused.

use std::net::{IpAddr, SocketAddr};

use axum::extract::Request;
use http::header;

/// A host as written in a header, lower-cased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    name: String,
    port: Option<u16>,
}

impl Host {
    pub fn parse(raw: &str) -> Option<Self> {
        let (name, port) = match raw.rsplit_once(':') {
            // The colons of an IPv6 address without a port are inside brackets.
            Some((name, port)) if !port.ends_with(']') => (name, Some(port.parse().ok()?)),
            Some(_) | None => (raw, None),
        };
        let bracketed = name.starts_with('[') && name.ends_with(']');
        let plain =
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_'));
        (bracketed || plain).then(|| Self { name: name.to_ascii_lowercase(), port })
    }

    fn ip(&self) -> Option<IpAddr> {
        self.name.trim_start_matches('[').trim_end_matches(']').parse().ok()
    }
}

/// Returns the host a request asks for, if it asks for exactly one.
pub fn of(request: &Request) -> Option<Host> {
    let mut named = request.headers().get_all(header::HOST).iter();
    match (named.next(), named.next()) {
        (Some(host), None) => Host::parse(host.to_str().ok()?),
        (None, _) => Host::parse(request.uri().authority()?.as_str()),
        (Some(_), Some(_)) => None,
    }
}

#[derive(Debug)]
pub struct AllowedHosts {
    address: SocketAddr,
    configured: Vec<Host>,
}

impl AllowedHosts {
    /// `names` that cannot be host names allow nothing.
    pub fn new(address: SocketAddr, names: &[String]) -> Self {
        Self { address, configured: names.iter().filter_map(|name| Host::parse(name)).collect() }
    }

    /// Loopback names need our port; a configured name may be reached through any, as it may belong to a proxy. An IP
    /// address cannot be rebound, so any is right where the server listens for others at all.
    pub fn allow(&self, host: &Host) -> bool {
        let our_port = host.port.unwrap_or(80) == self.address.port();
        let loopback = host.name == "localhost" || host.ip().is_some_and(|ip| ip.is_loopback());
        let configured = self
            .configured
            .iter()
            .any(|allowed| allowed.name == host.name && (allowed.port.is_none() || allowed.port == host.port));
        let by_address = !self.address.ip().is_loopback() && host.ip().is_some();
        (loopback && our_port) || configured || by_address
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(listen: &str, names: &[&str], host: &str, expected: bool) {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let hosts = AllowedHosts::new(listen.parse().unwrap(), &names);
        assert_eq!(Host::parse(host).is_some_and(|host| hosts.allow(&host)), expected, "{host}");
    }

    #[test]
    fn loopback_names_need_our_port() {
        for host in ["localhost:7420", "LOCALHOST:7420", "127.0.0.1:7420", "[::1]:7420", "127.9.9.9:7420"] {
            check("127.0.0.1:7420", &[], host, true);
        }
        for host in ["localhost", "localhost:80", "127.0.0.1", "[::1]:1", "::1"] {
            check("127.0.0.1:7420", &[], host, false);
        }
        check("127.0.0.1:80", &[], "localhost", true);
    }

    #[test]
    fn foreign_names_are_refused() {
        for host in
            ["evil.example:7420", "localhost.evil.example:7420", "", "a b", "localhost:7420@evil", "192.0.2.7:7420"]
        {
            check("127.0.0.1:7420", &[], host, false);
        }
    }

    #[test]
    fn configured_names_and_outside_addresses() {
        check("127.0.0.1:7420", &["Boards.example"], "boards.example", true);
        check("127.0.0.1:7420", &["boards.example"], "boards.example:443", true);
        check("127.0.0.1:7420", &["boards.example:8443"], "boards.example", false);
        check("127.0.0.1:7420", &["boards.example"], "xboards.example", false);
        check("0.0.0.0:7420", &[], "192.0.2.7:7420", true);
        check("0.0.0.0:7420", &[], "[2001:db8::1]:9", true);
        check("0.0.0.0:7420", &[], "evil.example:7420", false);
    }
}
