//! Where a request comes from. Proxies are believed only when the operator named them.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request};
use http::HeaderMap;
use http::request::Parts;

use crate::config::Network;

/// The other end of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

impl Peer {
    pub fn of(request: &Request) -> Self {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        // Nobody's address: it is neither loopback nor a trusted proxy.
        Self(peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip().to_canonical()))
    }
}

/// Who is counted for what they ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(IpAddr);

impl ClientAddress {
    pub fn of(parts: &Parts) -> IpAddr {
        parts.extensions.get::<Self>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |address| address.0)
    }
}

#[derive(Debug)]
pub struct Proxies {
    trusted: Vec<Network>,
}

impl Proxies {
    pub fn new(trusted: Vec<Network>) -> Self {
        Self { trusted }
    }

    /// Returns the rightmost address of `X-Forwarded-For` that is not a trusted proxy's, if a trusted proxy sent it.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let mut client = peer;
        let lines: Vec<&str> =
            headers.get_all("x-forwarded-for").iter().map(|value| value.to_str().unwrap_or_default()).collect();
        let hops = lines.iter().flat_map(|line| line.split(',')).collect::<Vec<_>>();
        for hop in hops.into_iter().rev() {
            if !self.trusts(client) {
                break;
            }
            match hop.trim().parse::<IpAddr>() {
                Ok(hop) => client = hop.to_canonical(),
                Err(_) => break,
            }
        }
        ClientAddress(client)
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(trusted: &[&str], peer: &str, forwarded: &[&str], expected: &str) {
        let proxies = Proxies::new(trusted.iter().map(|network| network.parse().unwrap()).collect());
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        assert_eq!(proxies.client(peer.parse().unwrap(), &headers).0, expected.parse::<IpAddr>().unwrap());
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        check(&[], "192.0.2.1", &["198.51.100.7"], "192.0.2.1");
        check(&["10.0.0.0/8"], "192.0.2.1", &["198.51.100.7"], "192.0.2.1");
        check(&["10.0.0.0/8"], "10.0.0.1", &["198.51.100.7"], "198.51.100.7");
        check(&["10.0.0.0/8"], "10.0.0.1", &[], "10.0.0.1");
    }

    #[test]
    fn what_the_client_wrote_itself_is_not_believed() {
        check(&["10.0.0.0/8"], "10.0.0.1", &["127.0.0.1, 198.51.100.7"], "198.51.100.7");
        check(&["10.0.0.0/8"], "10.0.0.1", &["127.0.0.1", "198.51.100.7, 10.0.0.2"], "198.51.100.7");
        check(&["10.0.0.0/8"], "10.0.0.1", &["127.0.0.1, nonsense"], "10.0.0.1");
    }
}
