use store::{Device, RefreshOutcome, User};
use tokio::task::JoinSet;

use super::fixture::{Place, at, check_exists, check_missing, device, grant, secret, user, with_users};

pub async fn a_device_comes_back_as_created(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 2).await?;
    for (n, owner) in [(1, 1), (2, 1), (3, 2)] {
        store.create_device(device(n, owner), grant(n, at(1_000))).await?;
    }
    let store = place.reopen(store).await?;
    assert_eq!(store.device(device(1, 1).id).await?, Some(device(1, 1)));
    assert_eq!(store.device(device(9, 1).id).await?, None);
    assert_eq!(store.devices(user(1).id).await?, [device(2, 1), device(1, 1)]);
    assert_eq!(store.device_by_refresh(secret(3)).await?, Some(device(3, 2)));
    assert_eq!(store.device_by_refresh(secret(9)).await?, None);
    check_exists(store.create_device(device(1, 1), grant(9, at(1_000))).await, "device");
    check_exists(store.create_device(device(9, 1), grant(1, at(1_000))).await, "refresh token");
    assert_eq!(store.device(device(9, 1).id).await?, None);
    Ok(())
}

pub async fn a_device_needs_an_account(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    check_missing(store.create_device(device(1, 1), grant(1, at(1_000))).await, "account");
    assert_eq!(store.device(device(1, 1).id).await?, None);
    Ok(())
}

pub async fn refreshing_rotates_the_token(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    store.create_device(device(1, 1), grant(1, at(1_000))).await?;
    let seen = Device { seen_at: at(50), ..device(1, 1) };
    let rotated = store.rotate_refresh(secret(1), grant(2, at(2_000)), at(50)).await?;
    assert_eq!(rotated, RefreshOutcome::Rotated(seen.clone()));
    assert_eq!(store.device(seen.id).await?, Some(seen.clone()));
    assert_eq!(store.device_by_refresh(secret(1)).await?, None);
    assert_eq!(store.device_by_refresh(secret(2)).await?, Some(seen));
    Ok(())
}

pub async fn a_reused_token_revokes_the_device(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    store.create_device(device(1, 1), grant(1, at(1_000))).await?;
    store.create_device(device(2, 1), grant(9, at(1_000))).await?;
    store.rotate_refresh(secret(1), grant(2, at(2_000)), at(50)).await?;
    let reused = store.rotate_refresh(secret(1), grant(3, at(2_000)), at(60)).await?;
    assert_eq!(reused, RefreshOutcome::Reused(Device { seen_at: at(50), ..device(1, 1) }));
    assert_eq!(store.devices(user(1).id).await?, [device(2, 1)]);
    for n in 1..=3 {
        assert_eq!(store.device_by_refresh(secret(n)).await?, None);
        let outcome = store.rotate_refresh(secret(n), grant(4, at(2_000)), at(70)).await?;
        assert_eq!(outcome, RefreshOutcome::Unknown);
    }
    Ok(())
}

pub async fn an_expired_or_unknown_token_is_unknown(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    store.create_device(device(1, 1), grant(1, at(1_000))).await?;
    let unknown = store.rotate_refresh(secret(9), grant(2, at(2_000)), at(50)).await?;
    assert_eq!(unknown, RefreshOutcome::Unknown);
    let expired = store.rotate_refresh(secret(1), grant(2, at(2_000)), at(1_000)).await?;
    assert_eq!(expired, RefreshOutcome::Unknown);
    assert_eq!(store.device_by_refresh(secret(2)).await?, None);
    assert_eq!(store.device(device(1, 1).id).await?, Some(device(1, 1)));
    let in_time = store.rotate_refresh(secret(1), grant(2, at(2_000)), at(999)).await?;
    assert!(matches!(in_time, RefreshOutcome::Rotated(_)), "got {in_time:?}");
    Ok(())
}

pub async fn of_racing_refreshes_one_rotates(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    store.create_device(device(1, 1), grant(1, at(1_000))).await?;
    let mut tasks = JoinSet::new();
    for n in 10..16 {
        let store = store.clone();
        tasks.spawn(async move { store.rotate_refresh(secret(1), grant(n, at(2_000)), at(50)).await });
    }
    let outcomes: Vec<RefreshOutcome> = tasks.join_all().await.into_iter().collect::<Result<_, _>>()?;
    let count = |wanted: fn(&RefreshOutcome) -> bool| outcomes.iter().filter(|outcome| wanted(outcome)).count();
    assert_eq!(count(|outcome| matches!(outcome, RefreshOutcome::Rotated(_))), 1);
    assert_eq!(count(|outcome| matches!(outcome, RefreshOutcome::Reused(_))), 1);
    assert_eq!(count(|outcome| matches!(outcome, RefreshOutcome::Unknown)), 4);
    assert_eq!(store.devices(user(1).id).await?, []);
    Ok(())
}

pub async fn a_taken_refresh_token_changes_nothing(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    store.create_device(device(1, 1), grant(1, at(1_000))).await?;
    store.create_device(device(2, 1), grant(2, at(1_000))).await?;
    check_exists(store.rotate_refresh(secret(1), grant(2, at(2_000)), at(50)).await, "refresh token");
    assert_eq!(store.device_by_refresh(secret(1)).await?, Some(device(1, 1)));
    assert_eq!(store.device_by_refresh(secret(2)).await?, Some(device(2, 1)));
    Ok(())
}

pub async fn a_device_is_revoked_by_its_owner_only(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 2).await?;
    store.create_device(device(1, 1), grant(1, at(1_000))).await?;
    check_missing(store.revoke_device(user(2).id, device(1, 1).id).await, "device");
    assert_eq!(store.device_by_refresh(secret(1)).await?, Some(device(1, 1)));
    store.revoke_device(user(1).id, device(1, 1).id).await?;
    check_missing(store.revoke_device(user(1).id, device(1, 1).id).await, "device");
    assert_eq!(store.device_by_refresh(secret(1)).await?, None);
    Ok(())
}

pub async fn a_new_password_revokes_the_other_devices(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 2).await?;
    for (n, owner) in [(1, 1), (2, 1), (3, 1), (4, 2)] {
        store.create_device(device(n, owner), grant(n, at(1_000))).await?;
    }
    let revoked = store.set_password(user(1).id, "new hash", Some(device(2, 1).id)).await?;
    assert_eq!(revoked, [device(1, 1).id, device(3, 1).id]);
    assert_eq!(store.devices(user(1).id).await?, [device(2, 1)]);
    assert_eq!(store.devices(user(2).id).await?, [device(4, 2)]);
    assert_eq!(store.device_by_refresh(secret(1)).await?, None);
    let changed = User { password_hash: "new hash".to_owned(), ..user(1) };
    assert_eq!(store.user(user(1).id).await?, Some(changed));
    Ok(())
}

pub async fn a_new_password_can_revoke_every_device(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    store.create_device(device(1, 1), grant(1, at(1_000))).await?;
    assert_eq!(store.set_password(user(1).id, "new hash", None).await?, [device(1, 1).id]);
    assert_eq!(store.devices(user(1).id).await?, []);
    check_missing(store.set_password(user(9).id, "new hash", None).await, "account");
    Ok(())
}
