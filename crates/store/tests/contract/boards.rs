use engine::Seq;
use store::{AppendError, Board, Store, StoredSnapshot};

use super::fixture::{
    Place, at, board, changes, check_exists, check_missing, new_board, project, user, whole_log, with_users,
};

async fn with_project(store: &dyn Store) -> anyhow::Result<()> {
    with_users(store, 1).await?;
    store.create_project(project(1), user(1).id, new_board(1, changes(1..=2)?)).await?;
    Ok(())
}

fn listed(n: u8, seq: Seq) -> Board {
    Board {
        id: board(n),
        project: project(1).id,
        kind: "kanban".to_owned(),
        title: format!("Board {n}"),
        seq,
        created_at: at(i64::from(n)),
    }
}

pub async fn a_board_comes_back_with_its_head(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_project(&*store).await?;
    store.create_board(project(1).id, new_board(3, Vec::new())).await?;
    store.create_board(project(1).id, new_board(2, changes(1..=300)?)).await?;
    store.append(board(2), changes(301..=301)?).await?;
    assert_eq!(store.boards(project(1).id).await?, [listed(1, 2), listed(2, 301), listed(3, 0)]);
    assert_eq!(store.board(board(2)).await?, Some(listed(2, 301)));
    assert_eq!(store.board(board(9)).await?, None);
    assert_eq!(store.boards(project(9).id).await?, []);
    assert_eq!(whole_log(&*store, board(2)).await?, changes(1..=301)?);
    Ok(())
}

pub async fn a_board_is_created_once(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_project(&*store).await?;
    check_exists(store.create_board(project(1).id, new_board(1, changes(1..=5)?)).await, "board");
    assert_eq!(store.boards(project(1).id).await?, [listed(1, 2)]);
    Ok(())
}

pub async fn a_board_needs_a_project(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    check_missing(store.create_board(project(9).id, new_board(1, changes(1..=1)?)).await, "project");
    assert_eq!(store.head(board(1)).await?, 0);
    Ok(())
}

pub async fn first_changes_must_start_a_log(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_project(&*store).await?;
    check_exists(store.create_board(project(1).id, new_board(2, changes(2..=3)?)).await, "change");
    store.append(board(3), changes(1..=1)?).await?;
    check_exists(store.create_board(project(1).id, new_board(3, Vec::new())).await, "change");
    assert_eq!(store.boards(project(1).id).await?, [listed(1, 2)]);
    Ok(())
}

pub async fn a_board_is_renamed(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_project(&*store).await?;
    store.rename_board(board(1), "Sprint 7").await?;
    check_missing(store.rename_board(board(9), "Sprint 7").await, "board");
    assert_eq!(store.board(board(1)).await?, Some(Board { title: "Sprint 7".to_owned(), ..listed(1, 2) }));
    Ok(())
}

pub async fn deleting_a_board_deletes_its_log_and_snapshots(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_project(&*store).await?;
    store.create_board(project(1).id, new_board(2, changes(1..=3)?)).await?;
    let bytes = b"document";
    let snapshot = StoredSnapshot { seq: 3, hash: *blake3::hash(bytes).as_bytes(), bytes: (*bytes).into() };
    store.save_snapshot(board(2), snapshot.clone()).await?;
    store.delete_board(board(2)).await?;
    check_missing(store.delete_board(board(2)).await, "board");
    check_missing(store.save_snapshot(board(2), snapshot).await, "change");
    assert_eq!(whole_log(&*store, board(2)).await?, []);
    assert_eq!(store.snapshot(board(2), Seq::MAX).await?, None);
    assert_eq!(store.boards(project(1).id).await?, [listed(1, 2)]);
    Ok(())
}

pub async fn a_deleted_board_takes_no_changes(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_project(&*store).await?;
    store.append(board(1), changes(3..=3)?).await?;
    store.delete_board(board(1)).await?;
    let late = store.append(board(1), changes(4..=4)?).await;
    assert!(matches!(late, Err(AppendError::Conflict)), "got {late:?}");
    assert_eq!(store.head(board(1)).await?, 0);
    Ok(())
}
