//! How often somebody may ask: one allowance per address, account or user, in bounded memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::UserId;

use crate::clock::Clock;
use crate::config::RateLimit;
use crate::fields::Email;
use crate::limits::{self, MAX_RATE_KEYS, Quota};
use crate::problem::Problem;

/// All limits of the server.
pub struct Rates {
    mode: RateLimit,
    clock: Arc<dyn Clock>,
    anonymous: Limiter<AddressKey>,
    credentials: Limiter<AddressKey>,
    guesses: Limiter<String>,
    users: Limiter<UserId>,
}

impl Rates {
    pub fn new(mode: RateLimit, clock: Arc<dyn Clock>) -> Self {
        Self {
            mode,
            clock,
            anonymous: Limiter::new(limits::ANONYMOUS_PER_ADDRESS),
            credentials: Limiter::new(limits::CREDENTIALS_PER_ADDRESS),
            guesses: Limiter::new(limits::GUESSES_PER_ACCOUNT),
            users: Limiter::new(limits::CALLS_PER_USER),
        }
    }

    /// Counts a call without a valid token.
    pub fn anonymous(&self, address: IpAddr) -> Result<(), Problem> {
        self.take(&self.anonymous, AddressKey::of(address))
    }

    /// Counts a login, registration, refresh or logout.
    pub fn credentials(&self, address: IpAddr) -> Result<(), Problem> {
        self.take(&self.credentials, AddressKey::of(address))
    }

    /// Counts a password attempt; `right_guess` gives it back.
    pub fn guess(&self, account: &Email) -> Result<(), Problem> {
        self.take(&self.guesses, account.as_str().to_owned())
    }

    /// Gives back the attempt of somebody who knew the password.
    pub fn right_guess(&self, account: &Email) {
        self.guesses.give_back(&account.as_str().to_owned());
    }

    pub fn user(&self, user: UserId) -> Result<(), Problem> {
        self.take(&self.users, user)
    }

    fn take<K: Hash + Eq>(&self, limiter: &Limiter<K>, key: K) -> Result<(), Problem> {
        match self.mode {
            RateLimit::Off => Ok(()),
            RateLimit::On => limiter
                .take(key, self.clock.elapsed())
                .map_err(|wait| Problem::too_many_requests(wait.as_secs() + u64::from(wait.subsec_nanos() > 0))),
        }
    }
}

/// An IPv4 address, or the network of 2^64 addresses that one IPv6 customer has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct AddressKey(IpAddr);

impl AddressKey {
    fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(v4) => Self(v4.into()),
            IpAddr::V6(v6) => Self(std::net::Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64).into()),
        }
    }
}

/// The generic cell rate algorithm: per key one number, the moment at which its allowance is whole again.
///
/// Written here because counting failures only needs an attempt to be given back, which `governor` cannot do.
struct Limiter<K> {
    quota: Quota,
    whole_at: Mutex<HashMap<Option<K>, Duration>>,
}

impl<K: Hash + Eq> Limiter<K> {
    fn new(quota: Quota) -> Self {
        Self { quota, whole_at: Mutex::new(HashMap::new()) }
    }

    /// Takes one from the key's allowance, or says how long to wait for it.
    fn take(&self, key: K, now: Duration) -> Result<(), Duration> {
        let mut whole_at = self.whole_at.lock().unwrap_or_else(PoisonError::into_inner);
        let mut key = Some(key);
        if whole_at.len() >= MAX_RATE_KEYS && !whole_at.contains_key(&key) {
            whole_at.retain(|_, moment| *moment > now);
            if whole_at.len() >= MAX_RATE_KEYS {
                key = None;
            }
        }
        let moment = whole_at.entry(key).or_insert(now);
        let next = (*moment).max(now) + self.quota.one_per;
        let allowed = now + self.quota.one_per * self.quota.burst;
        if next > allowed {
            return Err(next.saturating_sub(allowed));
        }
        *moment = next;
        Ok(())
    }

    fn give_back(&self, key: &K)
    where
        K: Clone,
    {
        let mut whole_at = self.whole_at.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(moment) = whole_at.get_mut(&Some(key.clone())) {
            *moment = moment.saturating_sub(self.quota.one_per);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUOTA: Quota = Quota { burst: 3, one_per: Duration::from_secs(2) };

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn a_burst_then_one_at_a_time() {
        let limiter = Limiter::new(QUOTA);
        let start = seconds(100);
        assert_eq!([(); 4].map(|()| limiter.take("a", start)), [Ok(()), Ok(()), Ok(()), Err(seconds(2))]);
        assert_eq!(limiter.take("b", start), Ok(()), "another key has its own allowance");
        assert_eq!(limiter.take("a", start + seconds(1)), Err(seconds(1)));
        assert_eq!(limiter.take("a", start + seconds(2)), Ok(()));
        assert_eq!(limiter.take("a", start + seconds(2)), Err(seconds(2)));
        assert_eq!([(); 4].map(|()| limiter.take("a", seconds(900)).is_ok()), [true, true, true, false]);
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let limiter = Limiter::new(QUOTA);
        for _ in 0..50 {
            assert_eq!(limiter.take("a", seconds(1)), Ok(()));
            limiter.give_back(&"a");
        }
    }

    #[test]
    fn the_number_of_keys_is_bounded() {
        let limiter = Limiter::new(QUOTA);
        for n in 0..MAX_RATE_KEYS {
            assert_eq!(limiter.take(n, seconds(1)), Ok(()));
        }
        let late = [(); 4].map(|()| limiter.take(MAX_RATE_KEYS + 1, seconds(1)));
        assert_eq!(late, [Ok(()), Ok(()), Ok(()), Err(seconds(2))]);
        assert_eq!(limiter.take(MAX_RATE_KEYS + 2, seconds(1)), Err(seconds(2)), "the unknown share one allowance");
        assert_eq!(limiter.take(MAX_RATE_KEYS + 3, seconds(60)), Ok(()));
        assert!(limiter.whole_at.lock().unwrap().len() <= 2, "the rested are forgotten");
    }

    #[test]
    fn one_ipv6_network_is_one_address() {
        let key = |text: &str| AddressKey::of(text.parse().unwrap());
        assert_eq!(key("2001:db8:1:2::1"), key("2001:db8:1:2:ffff::9"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
        assert_eq!(key("::ffff:192.0.2.1"), key("192.0.2.1"));
    }
}
