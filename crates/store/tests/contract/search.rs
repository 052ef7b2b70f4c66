use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::json;
use store::{FoundSession, Session, SessionEvent, SessionStep, Store};

use super::fixture::{Place, at, board, new_board, new_session, project, session, user, with_sessions};

fn event(n: u64, kind: &str, data: &serde_json::Value) -> SessionEvent {
    SessionEvent { n, kind: kind.to_owned(), at: at(i64::try_from(n).unwrap_or(0)), data: data.to_string().into() }
}

fn message(n: u64, text: &str) -> SessionEvent {
    event(n, "user_message", &json!({ "id": "m", "content": text }))
}

fn answer(n: u64, text: &str) -> SessionEvent {
    event(n, "assistant_message", &json!({ "kind": "text", "text": text, "drops": 0 }))
}

async fn write(store: &dyn Store, id: u8, events: Vec<SessionEvent>) -> anyhow::Result<()> {
    Ok(store.append_events(session(id), events).await?)
}

async fn find(store: &dyn Store, words: &str) -> anyhow::Result<Vec<FoundSession>> {
    Ok(store.search_sessions(project(1).id, words, None, 100).await?)
}

/// Returns the places: of which session, which number.
async fn places(store: &dyn Store, words: &str) -> anyhow::Result<Vec<(u8, Vec<u64>)>> {
    let found = find(store, words).await?;
    let numbers = |found: &FoundSession| found.hits.iter().map(|hit| hit.n).collect();
    Ok(found.iter().map(|found| (found.session.id.as_bytes()[0], numbers(found))).collect())
}

pub async fn what_was_said_is_found(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 2).await?;
    let step = SessionStep { events: vec![message(1, "Fix the parser"), answer(2, "Done.")], ..SessionStep::default() };
    store.record(session(1), step).await?;
    let tool = event(3, "tool_start", &json!({ "id": "t", "name": "Edit", "input": { "path": "src/parser.rs" } }));
    write(&*store, 1, vec![tool]).await?;
    write(&*store, 2, vec![event(1, "plan", &json!({ "plan": "1. Write a parser" })), answer(2, "No more")]).await?;
    assert_eq!(places(&*store, "parser").await?, [(2, vec![1]), (1, vec![3, 1])]);
    assert_eq!(places(&*store, "the parser").await?, [(1, vec![1])]);
    assert_eq!(places(&*store, "parser lexer").await?, []);
    let found = find(&*store, "fix").await?.remove(0);
    let hit = &found.hits[0];
    assert_eq!(found.session, store.session(session(1)).await?.unwrap_or_else(|| new_session(0)));
    assert_eq!((hit.kind.as_str(), hit.at, hit.excerpt.as_str()), ("user_message", at(1), "Fix the parser"));
    assert_eq!(hit.ranges, [(0, 3)]);
    for n in 3..=8 {
        write(&*store, 2, vec![answer(n, "parser again")]).await?;
    }
    assert_eq!(places(&*store, "parser").await?[0], (2, vec![8, 7, 6]), "the newest three");
    Ok(())
}

pub async fn what_was_not_said_whole_is_not_found(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    let drop = event(1, "text_delta", &json!({ "text": "zebra" }));
    let thought = event(2, "assistant_message", &json!({ "kind": "thinking", "text": "zebra" }));
    let result = event(3, "tool_result", &json!({ "id": "t", "content": "zebra" }));
    write(&*store, 1, vec![drop, thought, result]).await?;
    assert_eq!(places(&*store, "zebra").await?, []);
    assert_eq!(places(&*store, "  ").await?, []);
    Ok(())
}

pub async fn case_accents_and_signs_do_not_matter(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    write(&*store, 1, vec![message(1, "A CAFÉ in Zürich: «src/main.rs» 東京都")]).await?;
    for words in ["cafe", "zurich", "ZÜRICH", "src/main.rs", "main.rs src", "\"café\"", "(cafe)", "京都", "in:*"] {
        assert_eq!(places(&*store, words).await?, [(1, vec![1])], "{words}");
    }
    for words in ["rs/main", "caf zurich", "NOT", "cafe OR nothing", "project", "words"] {
        assert_eq!(places(&*store, words).await?, [], "{words}");
    }
    Ok(())
}

pub async fn the_last_word_may_be_unfinished(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    write(&*store, 1, vec![message(1, "Rename everything")]).await?;
    for (words, expected) in [("rename every", 1), ("ren", 1), ("ren everything", 0), ("everythings", 0)] {
        assert_eq!(places(&*store, words).await?.len(), expected, "{words}");
    }
    Ok(())
}

pub async fn pages_bring_every_session_once(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 5).await?;
    for n in 1..=2 {
        for id in [3, 1, 5, 2, 4] {
            write(&*store, id, vec![message(n, "needle")]).await?;
        }
    }
    let mut before = None;
    let mut seen = Vec::new();
    loop {
        let page = store.search_sessions(project(1).id, "needle", before, 2).await?;
        let Some(last) = page.last() else { break };
        before = Some(last.place);
        assert!(page.len() <= 2 && page.iter().all(|found| found.hits.len() == 2));
        seen.extend(page.iter().map(|found| found.session.id.as_bytes()[0]));
    }
    assert_eq!(seen, [4, 2, 5, 1, 3], "by the newest place");
    Ok(())
}

pub async fn a_title_is_found_and_can_change(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    let titled = |title: &str| Session { title: title.to_owned(), ..new_session(2) };
    store.create_session(titled("Grüne Bühne"), SessionStep::default()).await?;
    assert_eq!(places(&*store, "buhne").await?, [(2, vec![0])]);
    assert_eq!(find(&*store, "buhne").await?[0].hits[0].kind, "title");
    let step = SessionStep { session: Some(titled("Rote Bühne")), ..SessionStep::default() };
    store.record(session(2), step).await?;
    assert_eq!((places(&*store, "grune").await?, places(&*store, "rote").await?), (vec![], vec![(2, vec![0])]));
    Ok(())
}

pub async fn another_projects_sessions_are_not_found(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    store.create_project(project(2), user(1).id, new_board(2, Vec::new())).await?;
    let other = Session { project: project(2).id, ..new_session(2) };
    store.create_session(other, SessionStep { events: vec![message(1, "needle")], ..SessionStep::default() }).await?;
    write(&*store, 1, vec![message(1, "needle")]).await?;
    assert_eq!(places(&*store, "needle").await?, [(1, vec![1])]);
    store.delete_project(project(1).id).await?;
    assert_eq!(places(&*store, "needle").await?, []);
    let found = store.search_sessions(project(2).id, "needle", None, 10).await?;
    assert_eq!(found.len(), 1);
    // What comes after it is found where it is, not where the deleted was.
    write(&*store, 2, vec![message(2, "needle too")]).await?;
    let found = store.search_sessions(project(2).id, "needle", None, 10).await?;
    assert_eq!(found[0].hits.iter().map(|hit| hit.n).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(store.verify().await?, Vec::<String>::new());
    Ok(())
}

pub async fn a_refused_step_cannot_be_found(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    write(&*store, 1, vec![message(1, "first")]).await?;
    let taken = store.append_events(session(1), vec![message(1, "zebra")]).await;
    assert!(taken.is_err(), "the number is taken");
    let settles = SessionStep {
        events: vec![message(2, "zebra")],
        settled: vec!["nothing".to_owned()],
        ..SessionStep::default()
    };
    assert!(store.record(session(1), settles).await.is_err(), "nothing is asked");
    let lost = Session { board: Some(board(99)), title: "Zebra".to_owned(), ..new_session(2) };
    assert!(store.create_session(lost, SessionStep::default()).await.is_err(), "there is no such board");
    assert_eq!(places(&*store, "zebra").await?, []);
    Ok(())
}

pub async fn what_was_found_is_found_after_reopening_and_folding(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    let drop = event(1, "text_delta", &json!({ "text": "needle" }));
    let done = event(3, "done", &json!({ "turn": 1, "outcome": "completed", "deltas": 1 }));
    write(&*store, 1, vec![drop, answer(2, "needle"), done]).await?;
    let before = find(&*store, "needle").await?;
    store.fold_events(session(1), 1, 3, &["text_delta"]).await?;
    assert_eq!(find(&*store, "needle").await?, before);
    let store = place.reopen(store).await?;
    assert_eq!(find(&*store, "needle").await?, before);
    assert_eq!(store.verify().await?, Vec::<String>::new());
    Ok(())
}

/// Whatever a person types is no error, and both stores find the same.
pub fn check_any_words() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (memory, sqlite) = (Place::memory(), Place::sqlite()?);
    let texts =
        ["Fix the parser", "Ärger mit dem CAFÉ", "src/main.rs a_b", "東京都", "a b a-b", "AND OR NOT NEAR", "0x1F ½"];
    let stores: Vec<Arc<dyn Store>> = runtime.block_on(async {
        let mut stores = Vec::new();
        for place in [&memory, &sqlite] {
            let store = place.open().await?;
            with_sessions(&*store, 3).await?;
            for (n, text) in (1..).zip(texts) {
                let id = u8::try_from(n % 3 + 1).unwrap_or(1);
                let last = store.last_event(session(id)).await?;
                write(&*store, id, vec![message(last + 1, text)]).await?;
            }
            stores.push(store);
        }
        anyhow::Ok(stores)
    })?;
    let near = proptest::sample::select(vec![
        "fix", "par", "ärg", "a", "b", "_", "/", "\"", "*", "(", "AND", "NOT", "京", " ", "ma", "rs", "½", "-", ":",
        "^", "+", "{", "\0",
    ]);
    let words = prop_oneof![any::<String>(), proptest::collection::vec(near, 0..8).prop_map(|parts| parts.concat())];
    let mut runner = TestRunner::new(ProptestConfig::with_cases(256));
    let outcome = runner.run(&words, |words| {
        let found: Vec<Vec<FoundSession>> = stores
            .iter()
            .map(|store| {
                runtime.block_on(find(&**store, &words)).map_err(|error| TestCaseError::fail(error.to_string()))
            })
            .collect::<Result<_, _>>()?;
        prop_assert_eq!(&found[0], &found[1]);
        Ok(())
    });
    Ok(outcome?)
}
