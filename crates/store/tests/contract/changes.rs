use engine::{ChangeId, Seq};
use store::AppendError;
use tokio::task::JoinSet;

use super::fixture::{Place, board, change, change_named, changes, whole_log};

#[track_caller]
fn check_conflict(result: &Result<(), AppendError>) {
    assert!(matches!(result, Err(AppendError::Conflict)), "expected a conflict, got {result:?}");
}

pub async fn an_empty_log_has_no_head(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    assert_eq!(store.head(board(1)).await?, 0);
    assert_eq!(whole_log(&*store, board(1)).await?, []);
    Ok(())
}

pub async fn changes_come_back_as_written(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=3)?).await?;
    store.append(board(1), changes(4..=4)?).await?;
    assert_eq!(whole_log(&*store, board(1)).await?, changes(1..=4)?);
    assert_eq!(store.head(board(1)).await?, 4);
    assert_eq!(whole_log(&*store, board(2)).await?, []);
    Ok(())
}

pub async fn changes_come_back_after_reopening(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=600)?).await?;
    let store = place.reopen(store).await?;
    assert_eq!(whole_log(&*store, board(1)).await?, changes(1..=600)?);
    store.append(board(1), changes(601..=601)?).await?;
    assert_eq!(store.head(board(1)).await?, 601);
    Ok(())
}

pub async fn changes_are_read_in_pages(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=10)?).await?;
    assert_eq!(store.changes(board(1), 0, 4).await?, changes(1..=4)?);
    assert_eq!(store.changes(board(1), 4, 4).await?, changes(5..=8)?);
    assert_eq!(store.changes(board(1), 8, 4).await?, changes(9..=10)?);
    assert_eq!(store.changes(board(1), 3, 0).await?, []);
    assert_eq!(store.changes(board(1), 10, 4).await?, []);
    assert_eq!(store.changes(board(1), Seq::MAX, 4).await?, []);
    Ok(())
}

pub async fn appending_nothing_is_nothing(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), Vec::new()).await?;
    assert_eq!(store.head(board(1)).await?, 0);
    Ok(())
}

pub async fn a_taken_seq_conflicts(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=3)?).await?;
    check_conflict(&store.append(board(1), vec![change_named(3, "other", "system")?]).await);
    check_conflict(&store.append(board(1), vec![change_named(1, "other", "system")?]).await);
    check_conflict(&store.append(board(1), vec![change_named(0, "other", "system")?]).await);
    assert_eq!(whole_log(&*store, board(1)).await?, changes(1..=3)?);
    Ok(())
}

pub async fn a_gap_conflicts(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    check_conflict(&store.append(board(1), changes(2..=2)?).await);
    store.append(board(1), changes(1..=3)?).await?;
    check_conflict(&store.append(board(1), changes(5..=5)?).await);
    let store = place.reopen(store).await?;
    check_conflict(&store.append(board(1), changes(5..=5)?).await);
    assert_eq!(whole_log(&*store, board(1)).await?, changes(1..=3)?);
    Ok(())
}

pub async fn a_hole_inside_an_append_conflicts(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    check_conflict(&store.append(board(1), vec![change(1)?, change(3)?]).await);
    check_conflict(&store.append(board(1), vec![change(1)?, change_named(1, "other", "system")?]).await);
    assert_eq!(store.head(board(1)).await?, 0);
    Ok(())
}

pub async fn a_seq_beyond_all_numbers_conflicts(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    check_conflict(&store.append(board(1), changes(Seq::MAX..=Seq::MAX)?).await);
    assert_eq!(store.head(board(1)).await?, 0);
    Ok(())
}

pub async fn a_resent_id_conflicts(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=3)?).await?;
    check_conflict(&store.append(board(1), vec![change_named(4, "change-2", "system")?]).await);
    store.append(board(1), changes(4..=4)?).await?;
    assert_eq!(whole_log(&*store, board(1)).await?, changes(1..=4)?);
    Ok(())
}

pub async fn the_same_id_twice_in_one_append_conflicts(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    let twice = vec![change_named(1, "same", "system")?, change_named(2, "same", "system")?];
    check_conflict(&store.append(board(1), twice).await);
    assert_eq!(whole_log(&*store, board(1)).await?, []);
    Ok(())
}

pub async fn the_same_id_on_two_boards_is_fine(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=2)?).await?;
    store.append(board(2), changes(1..=2)?).await?;
    assert_eq!(whole_log(&*store, board(1)).await?, whole_log(&*store, board(2)).await?);
    Ok(())
}

pub async fn a_conflict_writes_nothing(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=1)?).await?;
    let batch = vec![change(2)?, change(3)?, change_named(4, "change-1", "system")?];
    check_conflict(&store.append(board(1), batch).await);
    assert_eq!(whole_log(&*store, board(1)).await?, changes(1..=1)?);
    assert_eq!(store.find_change(board(1), &ChangeId::parse("change-2")?).await?, None);
    store.append(board(1), changes(2..=3)?).await?;
    assert_eq!(whole_log(&*store, board(1)).await?, changes(1..=3)?);
    Ok(())
}

pub async fn a_change_is_found_by_its_id(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=5)?).await?;
    assert_eq!(store.find_change(board(1), &ChangeId::parse("change-3")?).await?, Some(change(3)?));
    assert_eq!(store.find_change(board(1), &ChangeId::parse("change-6")?).await?, None);
    assert_eq!(store.find_change(board(2), &ChangeId::parse("change-3")?).await?, None);
    Ok(())
}

pub async fn an_authors_changes_come_newest_first(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    let by = |seq: Seq| change_named(seq, &format!("c{seq}"), if seq.is_multiple_of(2) { "even" } else { "odd" });
    store.append(board(1), (1..=9).map(by).collect::<Result<_, _>>()?).await?;
    assert_eq!(store.changes_by(board(1), "even", 3).await?, [by(8)?, by(6)?, by(4)?]);
    assert_eq!(store.changes_by(board(1), "odd", 100).await?, [by(9)?, by(7)?, by(5)?, by(3)?, by(1)?]);
    assert_eq!(store.changes_by(board(1), "odd", 0).await?, []);
    assert_eq!(store.changes_by(board(1), "nobody", 10).await?, []);
    assert_eq!(store.changes_by(board(2), "odd", 10).await?, []);
    Ok(())
}

pub async fn concurrent_appends_to_many_boards_are_each_dense(place: Place) -> anyhow::Result<()> {
    const BOARDS: u8 = 24;
    const CHANGES: Seq = 20;
    let store = place.open().await?;
    let mut tasks = JoinSet::new();
    for n in 0..BOARDS {
        let store = store.clone();
        tasks.spawn(async move {
            for seq in 1..=CHANGES {
                store.append(board(n), changes(seq..=seq)?).await?;
            }
            anyhow::Ok(())
        });
    }
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    for n in 0..BOARDS {
        assert_eq!(whole_log(&*store, board(n)).await?, changes(1..=CHANGES)?);
    }
    Ok(())
}

pub async fn of_racing_appends_to_one_seq_one_wins(place: Place) -> anyhow::Result<()> {
    const RACERS: usize = 16;
    let store = place.open().await?;
    for seq in 1..=10 {
        let mut tasks = JoinSet::new();
        for racer in 0..RACERS {
            let store = store.clone();
            let change = change_named(seq, &format!("c{seq}-{racer}"), "system")?;
            tasks.spawn(async move { store.append(board(1), vec![change]).await });
        }
        let results = tasks.join_all().await;
        let won = results.iter().filter(|result| result.is_ok()).count();
        let lost = results.iter().filter(|result| matches!(result, Err(AppendError::Conflict))).count();
        assert_eq!((won, lost), (1, RACERS - 1));
    }
    assert_eq!(whole_log(&*store, board(1)).await?.len(), 10);
    Ok(())
}
