//! Every state with every event.

use std::fmt::Write;

use boards::kanban::automation::next;

use crate::words::{events, show, show_effect, show_event, states};

/// Writes what changes or is to be done; what is not in the list changes nothing.
fn table() -> String {
    let mut text = String::new();
    for state in states() {
        writeln!(text, "{}", show(&state)).unwrap();
        for event in events() {
            let (after, effects) = next(state.clone(), event.clone());
            if after == state && effects.is_empty() {
                continue;
            }
            let effects: Vec<String> = effects.iter().map(show_effect).collect();
            let effects = if effects.is_empty() { String::new() } else { format!("  ! {}", effects.join(", ")) };
            let after = if after == state { "the same".to_owned() } else { show(&after) };
            writeln!(text, "  {:<34} {after}{effects}", show_event(&event)).unwrap();
        }
        text.push('\n');
    }
    text
}

#[test]
fn every_state_with_every_event() {
    insta::assert_snapshot!(table());
}
