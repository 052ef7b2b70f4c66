//! What a model costs and how much it can hold.
//!
//! From the price list of the service (<https://platform.claude.com/docs/en/about-claude/pricing>), in US dollars per
//! million tokens. It is an estimate: the invoice counts. A model that is not listed costs nothing here.

use crate::event::Tokens;

/// The first row whose name begins the model's holds.
#[rustfmt::skip]
const FAMILIES: &[Family] = &[
    //          name                input output cache_read window
    Family::new("claude-fable-5-2",   8.0, 40.0, 0.80, Some(1_000_000)),
    Family::new("claude-fable-5-1",  10.0, 50.0, 0.25, Some(1_000_000)),
    Family::new("claude-fable-5",    10.0, 50.0, 1.00, Some(1_000_000)),
    Family::new("claude-opus-5-5",    4.0, 20.0, 0.20, Some(1_000_000)),
    Family::new("claude-opus-5",      5.0, 25.0, 0.50, Some(1_000_000)),
    Family::new("claude-opus-4-8",    5.0, 25.0, 0.50, None),
    Family::new("claude-opus-4-7",    5.0, 25.0, 0.50, None),
    Family::new("claude-opus-4-6",    5.0, 25.0, 0.50, None),
    Family::new("claude-opus-4-5",    5.0, 25.0, 0.50, Some(200_000)),
    Family::new("claude-opus-4",     15.0, 75.0, 1.50, Some(200_000)),
    Family::new("claude-sonnet-5-5",  2.0, 10.0, 0.10, Some(1_000_000)),
    Family::new("claude-sonnet-5",    2.0, 10.0, 0.20, Some(1_000_000)),
    Family::new("claude-sonnet-4-6",  3.0, 15.0, 0.30, None),
    Family::new("claude-sonnet-4",    3.0, 15.0, 0.30, Some(200_000)),
    // Short prompts; those above 100,000 tokens cost more.
    Family::new("claude-haiku-5-5",   0.1,  0.5, 0.01, Some(1_000_000)),
    Family::new("claude-haiku-4-5",   1.0,  5.0, 0.10, Some(200_000)),
];

/// Keeping a prefix for five minutes costs this much more than reading it.
const CACHE_WRITE: f64 = 1.25;

struct Family {
    name: &'static str,
    input: f64,
    output: f64,
    cache_read: f64,
    window: Option<u64>,
}

impl Family {
    const fn new(name: &'static str, input: f64, output: f64, cache_read: f64, window: Option<u64>) -> Self {
        Self { name, input, output, cache_read, window }
    }
}

/// Returns what `tokens` cost in US dollars.
pub fn cost_usd(model: &str, tokens: Tokens) -> f64 {
    let Some(family) = family(model) else { return 0.0 };
    let millions = |count: u64| f64::from(u32::try_from(count).unwrap_or(u32::MAX)) / 1_000_000.0;
    millions(tokens.input) * family.input
        + millions(tokens.output) * family.output
        + millions(tokens.cache_read) * family.cache_read
        + millions(tokens.cache_write) * family.input * CACHE_WRITE
}

/// Returns how many tokens the model can hold, if that is known.
pub fn context_window(model: &str) -> Option<u64> {
    family(model)?.window
}

/// Returns whether the model decides itself how much to think, and can say what it thought.
pub fn thinks(model: &str) -> bool {
    ["claude-fable-5", "claude-opus-5", "claude-sonnet-5", "claude-haiku-5"].iter().any(|name| model.starts_with(name))
}

fn family(model: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| model.starts_with(family.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(model: &str, tokens: Tokens, expected: f64) {
        let cost = cost_usd(model, tokens);
        assert!((cost - expected).abs() < 1e-9, "{cost} is not {expected}");
    }

    const MILLION: u64 = 1_000_000;

    #[test]
    fn each_kind_of_token_has_its_price() {
        let none = Tokens::default();
        check("claude-sonnet-4-5-20250929", Tokens { input: MILLION, ..none }, 3.0);
        check("claude-sonnet-4-5-20250929", Tokens { output: MILLION, ..none }, 15.0);
        check("claude-sonnet-4-5-20250929", Tokens { cache_read: MILLION, ..none }, 0.3);
        check("claude-sonnet-4-5-20250929", Tokens { cache_write: MILLION, ..none }, 3.75);
    }

    #[test]
    fn the_longer_name_holds() {
        let tokens = Tokens { input: MILLION, ..Tokens::default() };
        check("claude-opus-5-5", tokens, 4.0);
        check("claude-opus-5", tokens, 5.0);
        check("claude-opus-4-1", tokens, 15.0);
    }

    #[test]
    fn an_unknown_model_costs_nothing() {
        check("somebody-elses-model", Tokens { input: MILLION, ..Tokens::default() }, 0.0);
        assert_eq!(context_window("somebody-elses-model"), None);
    }

    #[test]
    fn no_row_hides_a_later_one() {
        for (place, family) in FAMILIES.iter().enumerate() {
            let hidden = FAMILIES[..place].iter().find(|earlier| family.name.starts_with(earlier.name));
            assert!(hidden.is_none(), "{} is never reached", family.name);
        }
    }
}
