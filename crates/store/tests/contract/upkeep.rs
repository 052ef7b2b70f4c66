use super::fixture::{Place, board, changes};

pub async fn a_sound_store_probes_and_verifies(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=600)?).await?;
    store.append(board(2), changes(1..=3)?).await?;
    store.probe().await?;
    assert_eq!(store.verify().await?, Vec::<String>::new());
    Ok(())
}

pub async fn closing_twice_is_fine(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.append(board(1), changes(1..=1)?).await?;
    store.close().await;
    store.close().await;
    let store = place.open().await?;
    assert_eq!(store.head(board(1)).await?, 1);
    Ok(())
}
