//! Fractional order keys, the same as in the browser.

use engine::OrderKey;
use proptest::prelude::*;
use serde::Deserialize;

use crate::support::tried;

#[derive(Deserialize)]
struct Vectors {
    between: Vec<Vector>,
    invalid: Vec<String>,
}

/// Two neighbours and the key `fractional-indexing` puts between them; none where it fails.
#[derive(Deserialize)]
struct Vector {
    low: Option<String>,
    high: Option<String>,
    key: Option<String>,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../golden/order_keys.json")).unwrap()
}

fn key(raw: &str) -> OrderKey {
    OrderKey::parse(raw).unwrap()
}

#[test]
fn or1_keys_are_those_of_fractional_indexing() {
    let vectors = vectors().between;
    assert!(vectors.len() >= 300);
    for Vector { low, high, key: expected } in vectors {
        let (low, high) = (low.as_deref().map(key), high.as_deref().map(key));
        let made = OrderKey::between(low.as_ref(), high.as_ref()).ok();
        assert_eq!(made.as_ref().map(OrderKey::as_str), expected.as_deref(), "between {low:?} and {high:?}");
    }
}

#[test]
fn or1_what_is_no_key_is_refused() {
    for raw in vectors().invalid {
        assert!(OrderKey::parse(&raw).is_err(), "{raw:?}");
        assert!(serde_json::from_value::<OrderKey>(raw.into()).is_err());
    }
    assert!(OrderKey::parse(&format!("a0{}", "V".repeat(510))).is_ok());
    assert!(OrderKey::parse(&format!("a0{}", "V".repeat(511))).is_err());
}

#[test]
fn or1_the_first_key_is_a0() {
    assert_eq!(OrderKey::first(), OrderKey::between(None, None).unwrap());
    assert_eq!(OrderKey::first().as_str(), "a0");
}

#[test]
fn or2_neighbours_the_wrong_way_round_have_nothing_between_them() {
    assert!(OrderKey::between(Some(&key("a1")), Some(&key("a0"))).is_err());
    assert!(OrderKey::between(Some(&key("a0")), Some(&key("a0"))).is_err());
}

#[test]
fn or2_the_smallest_integer_is_never_made() {
    let lowest = format!("A{}1", "0".repeat(25));
    assert!(OrderKey::between(None, Some(&key(&lowest))).is_err());
}

proptest! {
    #![proptest_config(tried(100))]

    #[test]
    fn or2_a_key_lies_strictly_between_its_neighbours(places in prop::collection::vec(any::<prop::sample::Index>(), 1..150)) {
        let mut keys: Vec<OrderKey> = Vec::new();
        for place in places {
            let at = place.index(keys.len() + 1);
            let (low, high) = (at.checked_sub(1).map(|low| keys[low].clone()), keys.get(at).cloned());
            let made = OrderKey::between(low.as_ref(), high.as_ref()).unwrap();
            prop_assert!(low.is_none_or(|low| low < made));
            prop_assert!(high.is_none_or(|high| made < high));
            prop_assert_eq!(&OrderKey::parse(made.as_str()).unwrap(), &made);
            keys.insert(at, made);
        }
    }

    #[test]
    fn or2_a_key_lies_between_any_two_valid_keys(a in "[a-c][0-9A-Za-z]{4}[0-9A-Za-z]{0,6}[1-9]", b in "[W-Za-c][0-9A-Za-z]{4}[0-9A-Za-z]{0,6}[1-9]") {
        let (a, b) = (key(&a), key(&b));
        prop_assume!(a != b);
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let made = OrderKey::between(Some(&low), Some(&high)).unwrap();
        prop_assert!(low < made && made < high, "{low} {made} {high}");
    }
}
