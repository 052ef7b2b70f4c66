//! New ids and secrets. Nothing else in the server draws random numbers.

use engine::Timestamp;
use uuid::{Builder, Uuid};

/// Mints a version 7 UUID: ids made later sort later.
pub fn mint(now: Timestamp) -> Uuid {
    let millis = u64::try_from(now.as_millis()).unwrap_or(0);
    Builder::from_unix_timestamp_millis(millis, &random()).into_uuid()
}

/// Returns bytes nobody can guess.
#[expect(clippy::expect_used, reason = "without the system's randomness no answer would be safe to give")]
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_ids_sort_later() {
        let early = mint(Timestamp::from_millis(1_700_000_000_000));
        let late = mint(Timestamp::from_millis(1_700_000_000_001));
        assert!(early < late);
        assert_eq!(early.get_version_num(), 7);
    }
}
