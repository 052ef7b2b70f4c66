//! Which addresses may be called.

use std::net::{IpAddr, SocketAddr};

use reqwest::Url;
use tokio::net::lookup_host;

use super::Trouble;

/// Whether tool servers on this machine and its local link may be called, by us and by agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalServers {
    Allowed,
    Refused,
}

/// Returns the addresses a URL leads to. They are the ones to connect to: a name may lead elsewhere a moment later.
pub async fn addresses(url: &Url, local: LocalServers) -> Result<Vec<SocketAddr>, Trouble> {
    let host = url.host_str().ok_or(Trouble::NoAddress)?;
    let port = url.port_or_known_default().ok_or(Trouble::NoAddress)?;
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let found: Vec<SocketAddr> = lookup_host((bare, port)).await.map_err(|_| Trouble::Unresolved)?.collect();
    if found.is_empty() {
        return Err(Trouble::Unresolved);
    }
    let refused = local == LocalServers::Refused && found.iter().any(|address| is_local(address.ip()));
    if refused { Err(Trouble::Local) } else { Ok(found) }
}

fn is_local(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let is_this_network = address.octets()[0] == 0;
            address.is_loopback() || address.is_link_local() || is_this_network || address.is_broadcast()
        }
        IpAddr::V6(address) => address.is_loopback() || address.is_unicast_link_local() || address.is_unspecified(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_and_its_link_are_local() {
        for address in
            ["127.0.0.1", "127.9.9.9", "169.254.169.254", "0.0.0.0", "::1", "::", "fe80::1", "::ffff:127.0.0.1"]
        {
            assert!(is_local(address.parse().unwrap()), "{address}");
        }
        for address in ["192.0.2.1", "10.0.0.1", "2001:db8::1", "::ffff:192.0.2.1"] {
            assert!(!is_local(address.parse().unwrap()), "{address}");
        }
    }

    #[tokio::test]
    async fn however_it_is_written_a_local_address_is_refused() {
        for url in [
            "http://127.0.0.1:1/",
            "http://localhost/",
            "http://[::1]:9/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://[::ffff:127.0.0.1]/",
            "http://127.1/",
        ] {
            let url: Url = url.parse().unwrap();
            let found = addresses(&url, LocalServers::Refused).await;
            assert!(matches!(found, Err(Trouble::Local)), "{url}: {found:?}");
            assert!(addresses(&url, LocalServers::Allowed).await.is_ok(), "{url}");
        }
    }
}
