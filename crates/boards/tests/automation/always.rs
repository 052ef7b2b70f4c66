//! What holds whatever happens, in whatever order.

use boards::kanban::automation::{CardState, Effect, End, Event, MAX_RESUMES, MAX_STEPS, Phase, Work, next};
use proptest::prelude::*;

use crate::words::{events, place_free, rules, state, states, trouble, until, working};

fn any_event() -> impl Strategy<Value = Event> {
    prop::sample::select(events())
}

fn any_state() -> impl Strategy<Value = CardState> {
    prop::sample::select(states())
}

fn moves(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Move { .. }))
}

proptest! {
    #[test]
    fn only_an_approval_a_good_end_or_a_person_moves_a_card(state in any_state(), event in any_event()) {
        let by_right = matches!(
            event,
            Event::Approved { .. } | Event::Ended(End::Completed { .. }) | Event::SentBack { .. }
        );
        let heading = state.heading.is_some();
        let (_, effects) = next(state, event);
        // What is on its way already arrives, goes on, or is asked for again.
        prop_assert!(!moves(&effects) || by_right || heading);
    }

    #[test]
    fn neither_an_error_nor_a_limit_finishes_anything(state in any_state()) {
        let was_finished = matches!(state.phase, Phase::Finished { .. });
        for end in [End::Failed(trouble()), End::Limit { until: until() }, End::Cut(trouble()), End::Interrupted] {
            let (after, effects) = next(state.clone(), Event::Ended(end));
            let finished = matches!(after.phase, Phase::Finished { .. });
            prop_assert!(was_finished || !finished);
            prop_assert!(!moves(&effects));
        }
    }

    #[test]
    fn work_begins_only_in_a_place_or_again_after_a_restart(state in any_state(), event in any_event()) {
        let (_, effects) = next(state, event.clone());
        let begins = effects.iter().any(|effect| matches!(effect, Effect::Begin { .. }));
        let may_begin = matches!(event, Event::PlaceFree { .. } | Event::Restarted);
        prop_assert!(!begins || may_begin);
    }

    #[test]
    fn an_agent_starts_nothing_by_moving_a_card(state in any_state(), column in 0..3_usize) {
        let column = crate::words::column(["planning", "coding", "review"][column]);
        let waited = matches!(state.phase, Phase::LinedUp { .. });
        let (after, effects) = next(state, Event::Carried { column });
        prop_assert!(effects.is_empty());
        let waits = matches!(after.phase, Phase::LinedUp { .. });
        prop_assert!(waited || !waits);
    }

    #[test]
    fn an_undo_starts_nothing_and_stops_what_is_at_work(state in any_state(), column in 0..3_usize) {
        let column = crate::words::column(["planning", "coding", "review"][column]);
        let was_busy = state.phase.is_busy();
        let (after, effects) = next(state, Event::TakenBack { column });
        prop_assert!(effects.iter().all(|effect| *effect == Effect::Interrupt), "{effects:?}");
        let (rested, effects) = next(after.clone(), Event::Ended(End::Interrupted));
        prop_assert_eq!((rested.phase, effects), (Phase::Resting, Vec::new()));
        prop_assert_eq!((after.phase.is_busy(), after.heading), (was_busy, None));
    }

    #[test]
    fn whatever_happened_a_card_that_is_stopped_comes_to_rest(happened in prop::collection::vec(any_event(), 0..30)) {
        let mut card = state("pending", Phase::Resting);
        for event in happened {
            card = next(card, event).0;
        }
        card = next(card, Event::Stop).0;
        card = next(card, Event::Ended(End::Interrupted)).0;
        prop_assert!(!card.phase.is_active(), "{card:?}");
    }

    #[test]
    fn a_state_comes_back_as_it_was_written(state in any_state()) {
        let text = serde_json::to_string(&state).unwrap();
        prop_assert_eq!(serde_json::from_str::<CardState>(&text).unwrap(), state);
    }
}

#[test]
fn work_that_is_cut_off_again_and_again_is_left_to_a_person() {
    let mut card = state("coding", working(Work::Code));
    for _ in 0..MAX_RESUMES {
        card = next(card, Event::Ended(End::Cut(trouble()))).0;
        card = next(card, place_free("coding")).0;
        card = next(card, Event::Started).0;
        assert_eq!(card.phase, working(Work::Code));
    }
    card = next(card, Event::Ended(End::Cut(trouble()))).0;
    assert!(matches!(card.phase, Phase::Failed { .. }));
    card = next(card, Event::Start { rules: rules("coding"), note: None }).0;
    assert_eq!(card.resumes, 0, "a person looked at it");
}

#[test]
fn columns_that_lead_in_a_circle_come_to_an_end() {
    let mut card = state("coding", working(Work::Code));
    let mut steps = 0;
    loop {
        let to = if steps % 2 == 0 { "review" } else { "coding" };
        let (after, effects) = next(card, Event::Ended(End::Completed { to: Some(crate::words::column(to)) }));
        if !moves(&effects) {
            card = after;
            break;
        }
        steps += 1;
        card = [crate::words::placed(to), place_free(to), Event::Started]
            .into_iter()
            .fold(after, |card, event| next(card, event).0);
    }
    assert_eq!(steps, MAX_STEPS);
    assert!(matches!(card.phase, Phase::Finished { .. }), "it rests, and can be dragged on");
    let (card, _) = next(card, Event::Start { rules: rules("coding"), note: None });
    assert_eq!(card.steps, 0, "a person had a hand in it");
}

#[test]
fn an_agent_that_moves_its_own_card_goes_no_further_by_itself() {
    let working = state("coding", working(Work::Code));
    let (carried, _) = next(working, Event::Carried { column: crate::words::column("leading") });
    let (ended, effects) = next(carried, Event::Ended(End::Completed { to: Some(crate::words::column("review")) }));
    assert_eq!((effects, ended.heading), (Vec::new(), None));
}
