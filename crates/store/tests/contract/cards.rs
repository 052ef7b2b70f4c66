use engine::{BoardId, Seq};
use store::{CardRun, NewUser, Review, Role, Store};

use super::fixture::{
    Place, at, board, change, changes, check_missing, new_board, project, session, user, with_sessions,
};

fn run(board_number: u8, card: &str, changed: i64) -> CardRun {
    CardRun {
        board: board(board_number),
        card: card.to_owned(),
        project: project(1).id,
        active: false,
        attention: None,
        changed_at: at(changed),
        state: format!(r#"{{"card":"{card} ✏"}}"#),
    }
}

async fn unsettled(store: &dyn Store) -> anyhow::Result<Vec<BoardId>> {
    Ok(store.unsettled_boards(None, 10).await?)
}

pub async fn runs_come_back_as_saved(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 0).await?;
    let (a, b) = (run(1, "a", 1), CardRun { active: true, attention: Some("failure".to_owned()), ..run(1, "b", 2) });
    store.save_card_runs(board(1), vec![b.clone(), a.clone()], Some(7)).await?;
    let store = place.reopen(store).await?;
    assert_eq!(store.card_runs(board(1)).await?, [a.clone(), b]);
    let changed = CardRun { state: "{}".to_owned(), active: false, ..run(1, "b", 9) };
    store.save_card_runs(board(1), vec![changed.clone()], None).await?;
    assert_eq!(store.card_runs(board(1)).await?, [a, changed.clone()]);
    assert_eq!(store.card_run(board(1), "b").await?, Some(changed));
    assert_eq!(store.card_run(board(1), "c").await?, None);
    assert_eq!(store.handled(board(1)).await?, 7);
    Ok(())
}

pub async fn runs_need_their_board(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 0).await?;
    check_missing(store.save_card_runs(board(9), vec![run(9, "a", 1)], Some(1)).await, "board");
    assert_eq!((store.card_runs(board(9)).await?, store.handled(board(9)).await?), (Vec::new(), 0));
    store.save_card_runs(board(1), vec![run(1, "a", 1)], Some(1)).await?;
    store.delete_board(board(1)).await?;
    assert_eq!((store.card_runs(board(1)).await?, store.handled(board(1)).await?), (Vec::new(), 0));
    Ok(())
}

pub async fn boards_with_something_to_do_are_found(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 0).await?;
    for n in [2, 3] {
        store.create_board(project(1).id, new_board(n, changes(1..=2)?)).await?;
        store.save_card_runs(board(n), Vec::new(), Some(2 as Seq)).await?;
    }
    assert_eq!(unsettled(&*store).await?, []);
    store.append(board(3), vec![change(3)?]).await?;
    assert_eq!(unsettled(&*store).await?, [board(3)]);
    store.save_card_runs(board(2), vec![CardRun { active: true, ..run(2, "a", 1) }], None).await?;
    assert_eq!(unsettled(&*store).await?, [board(2), board(3)]);
    assert_eq!(store.unsettled_boards(Some(board(2)), 10).await?, [board(3)]);
    assert_eq!(store.unsettled_boards(None, 1).await?, [board(2)]);
    store.save_card_runs(board(2), vec![run(2, "a", 1)], None).await?;
    store.save_card_runs(board(3), Vec::new(), Some(3)).await?;
    assert_eq!(unsettled(&*store).await?, []);
    Ok(())
}

pub async fn cards_in_need_are_shown_to_those_who_may_edit(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 0).await?;
    for n in [2, 3] {
        store.create_user(NewUser::Any(user(n))).await?;
    }
    store.set_member(project(1).id, user(2).id, Role::Viewer).await?;
    let needy = |card: &str, changed| CardRun { attention: Some("review".to_owned()), ..run(1, card, changed) };
    store.save_card_runs(board(1), vec![needy("late", 9), needy("early", 1), run(1, "fine", 0)], None).await?;
    assert_eq!(store.cards_in_need(user(1).id, 10).await?, [needy("early", 1), needy("late", 9)]);
    assert_eq!(store.cards_in_need(user(1).id, 1).await?, [needy("early", 1)]);
    for other in [2, 3] {
        assert_eq!(store.cards_in_need(user(other).id, 10).await?, []);
    }
    Ok(())
}

pub async fn a_review_is_opened_and_filed(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_sessions(&*store, 1).await?;
    check_missing(store.open_review(session(9), "[]".to_owned()).await, "session");
    check_missing(store.file_review(session(1), "{}".to_owned(), at(1)).await, "review");
    store.open_review(session(1), r#"["No panics ✏"]"#.to_owned()).await?;
    let opened =
        Review { session: session(1), rules: r#"["No panics ✏"]"#.to_owned(), report: None, reported_at: None };
    assert_eq!(store.review(session(1)).await?, Some(opened.clone()));
    store.file_review(session(1), "{}".to_owned(), at(5)).await?;
    let store = place.reopen(store).await?;
    let filed = Review { report: Some("{}".to_owned()), reported_at: Some(at(5)), ..opened.clone() };
    assert_eq!(store.review(session(1)).await?, Some(filed));
    store.open_review(session(1), opened.rules.clone()).await?;
    assert_eq!(store.review(session(1)).await?, Some(opened));
    store.delete_project(project(1).id).await?;
    assert_eq!(store.review(session(1)).await?, None);
    Ok(())
}
