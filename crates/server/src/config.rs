//! What the operator decided.

use std::ffi::OsString;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

pub use crate::mcp_probe::LocalServers;

/// What the operator decided.
#[derive(Debug, Clone)]
pub struct Config {
    pub listen: SocketAddr,
    /// Where everything that lasts is kept.
    pub data: PathBuf,
    /// Project folders must lie inside one of these.
    pub projects_roots: Vec<PathBuf>,
    pub registration: Registration,
    /// Names under which this server is reached besides the loopback ones.
    pub hosts: Vec<String>,
    /// Proxies whose `X-Forwarded-For` counts.
    pub trusted_proxies: Vec<Network>,
    pub rate_limit: RateLimit,
    pub local_mcp: LocalServers,
    pub agents: AgentConfig,
}

/// What agents there are, and how much they may do at once.
#[derive(Debug, Clone)]
pub struct AgentConfig {
    /// The agent of a session that names none.
    pub choice: AgentChoice,
    /// How many sessions may work at the same time.
    pub max_running: usize,
    /// Claude Code: a path, or a name to look for in `PATH`.
    pub claude: PathBuf,
    /// This program, which can play the scripted agent.
    pub own_program: PathBuf,
    /// The server's environment; agents get a part of it.
    pub environment: Vec<(OsString, OsString)>,
}

/// The agent of a session that names none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgentChoice {
    /// Claude Code if it is installed, else the model API if there is a key, else the scripted one.
    Auto,
    Claude,
    Api,
    Rehearsal,
}

impl FromStr for AgentChoice {
    type Err = InvalidConfig;

    fn from_str(raw: &str) -> Result<Self, InvalidConfig> {
        match raw {
            "auto" => Ok(Self::Auto),
            "claude" => Ok(Self::Claude),
            "api" => Ok(Self::Api),
            "rehearsal" => Ok(Self::Rehearsal),
            _ => Err(InvalidConfig::Choice("auto, claude, api, rehearsal")),
        }
    }
}

/// Who may make an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registration {
    /// Only the first one, with the setup link.
    First,
    /// Then whoever has an invitation.
    Invite,
    /// Then anyone.
    Open,
}

/// Whether callers are limited; off is for load tests only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateLimit {
    On,
    Off,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidConfig {
    #[error("this is one of: {0}")]
    Choice(&'static str),
    #[error("this is an IP address or a network like 10.0.0.0/8")]
    Network,
}

impl FromStr for Registration {
    type Err = InvalidConfig;

    fn from_str(raw: &str) -> Result<Self, InvalidConfig> {
        match raw {
            "first" => Ok(Self::First),
            "invite" => Ok(Self::Invite),
            "open" => Ok(Self::Open),
            _ => Err(InvalidConfig::Choice("first, invite, open")),
        }
    }
}

impl FromStr for RateLimit {
    type Err = InvalidConfig;

    fn from_str(raw: &str) -> Result<Self, InvalidConfig> {
        match raw {
            "on" => Ok(Self::On),
            "off" => Ok(Self::Off),
            _ => Err(InvalidConfig::Choice("on, off")),
        }
    }
}

/// A range of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    prefix: u32,
}

impl Network {
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(network), IpAddr::V4(address)) => {
                (network.to_bits() ^ address.to_bits()).leading_zeros() >= self.prefix
            }
            (IpAddr::V6(network), IpAddr::V6(address)) => {
                (network.to_bits() ^ address.to_bits()).leading_zeros() >= self.prefix
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

impl FromStr for Network {
    type Err = InvalidConfig;

    fn from_str(raw: &str) -> Result<Self, InvalidConfig> {
        let (address, prefix) = raw.split_once('/').map_or((raw, None), |(address, prefix)| (address, Some(prefix)));
        let address: IpAddr = address.parse().map_err(|_| InvalidConfig::Network)?;
        let widest = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(widest), str::parse).map_err(|_| InvalidConfig::Network)?;
        if prefix <= widest { Ok(Self { address, prefix }) } else { Err(InvalidConfig::Network) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(network: &str, address: &str, expected: bool) {
        let network: Network = network.parse().unwrap();
        assert_eq!(network.contains(address.parse().unwrap()), expected);
    }

    #[test]
    fn networks_contain_their_addresses() {
        check("10.0.0.0/8", "10.255.1.2", true);
        check("10.0.0.0/8", "11.0.0.1", false);
        check("10.0.0.0/8", "::ffff:10.1.1.1", true);
        check("0.0.0.0/0", "203.0.113.9", true);
        check("192.0.2.1", "192.0.2.1", true);
        check("192.0.2.1", "192.0.2.2", false);
        check("fd00::/8", "fd12::1", true);
        check("fd00::/8", "10.0.0.1", false);
    }

    #[test]
    fn what_is_no_network_is_refused() {
        for bad in ["", "10.0.0.0/33", "host", "::1/129", "10.0.0.0/x"] {
            assert_eq!(bad.parse::<Network>(), Err(InvalidConfig::Network), "{bad}");
        }
    }
}
