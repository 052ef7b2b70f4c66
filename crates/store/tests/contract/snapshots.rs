use engine::Seq;
use store::StoredSnapshot;

use super::fixture::{Place, board, changes, check_missing};

fn snapshot(seq: Seq, text: &str) -> StoredSnapshot {
    StoredSnapshot { seq, hash: *blake3::hash(text.as_bytes()).as_bytes(), bytes: text.as_bytes().into() }
}

pub async fn without_a_snapshot_there_is_none(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=1)?).await?;
    assert_eq!(store.snapshot(board(1), Seq::MAX).await?, None);
    Ok(())
}

pub async fn the_newest_snapshot_at_or_before_is_returned(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=30)?).await?;
    for seq in [20, 10] {
        store.save_snapshot(board(1), snapshot(seq, &format!("at {seq}"))).await?;
    }
    let store = place.reopen(store).await?;
    assert_eq!(store.snapshot(board(1), 9).await?, None);
    assert_eq!(store.snapshot(board(1), 10).await?, Some(snapshot(10, "at 10")));
    assert_eq!(store.snapshot(board(1), 19).await?, Some(snapshot(10, "at 10")));
    assert_eq!(store.snapshot(board(1), Seq::MAX).await?, Some(snapshot(20, "at 20")));
    assert_eq!(store.snapshot(board(2), Seq::MAX).await?, None);
    Ok(())
}

pub async fn a_snapshot_can_be_replaced(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=5)?).await?;
    store.save_snapshot(board(1), snapshot(5, "old")).await?;
    store.save_snapshot(board(1), snapshot(5, "new")).await?;
    assert_eq!(store.snapshot(board(1), 5).await?, Some(snapshot(5, "new")));
    Ok(())
}

pub async fn a_snapshot_with_a_wrong_hash_is_passed_over(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=5)?).await?;
    store.save_snapshot(board(1), snapshot(3, "sound")).await?;
    store.save_snapshot(board(1), StoredSnapshot { hash: [0; 32], ..snapshot(5, "unsound") }).await?;
    assert_eq!(store.snapshot(board(1), 5).await?, Some(snapshot(3, "sound")));
    Ok(())
}

pub async fn a_snapshot_of_a_change_that_is_not_there_is_refused(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    check_missing(store.save_snapshot(board(1), snapshot(1, "of nothing")).await, "change");
    store.append(board(1), changes(1..=5)?).await?;
    check_missing(store.save_snapshot(board(1), snapshot(6, "of the future")).await, "change");
    assert_eq!(store.snapshot(board(1), Seq::MAX).await?, None);
    Ok(())
}

pub async fn old_snapshots_are_thinned_out(place: Place) -> anyhow::Result<()> {
    const CHANGES: Seq = 100;
    let store = place.open().await?;
    store.append(board(1), changes(1..=CHANGES)?).await?;
    for seq in 1..=CHANGES {
        store.save_snapshot(board(1), snapshot(seq, &format!("at {seq}"))).await?;
    }
    let mut kept = Vec::new();
    let mut at_most = Seq::MAX;
    while let Some(found) = store.snapshot(board(1), at_most).await? {
        assert_eq!(found, snapshot(found.seq, &format!("at {}", found.seq)));
        at_most = found.seq - 1;
        kept.push(found.seq);
    }
    assert_eq!(kept.len(), 32);
    assert_eq!(kept.first(), Some(&CHANGES));
    assert!(kept.windows(2).all(|pair| pair[0] - pair[1] <= CHANGES / 16), "unevenly spread: {kept:?}");
    Ok(())
}
