use engine::UserId;
use store::{Invite, InviteId, NewUser, PersonalToken, Store, StoreError, TokenId, User};
use tokio::task::JoinSet;

use super::fixture::{Place, at, bytes, check_exists, check_missing, secret, user, with_users};

fn invite(n: u8) -> Invite {
    Invite {
        id: InviteId::from_bytes(bytes(n)),
        created_by: user(1).id,
        created_at: at(i64::from(n)),
        expires_at: at(1_000),
    }
}

fn token(n: u8, owner: u8) -> PersonalToken {
    PersonalToken {
        id: TokenId::from_bytes(bytes(n)),
        user: user(owner).id,
        name: format!("Token {n}"),
        created_at: at(i64::from(n)),
        expires_at: n.is_multiple_of(2).then(|| at(500)),
    }
}

async fn ids(store: &dyn Store, after: Option<UserId>, limit: usize) -> Result<Vec<UserId>, StoreError> {
    Ok(store.users(after, limit).await?.into_iter().map(|user| user.id).collect())
}

pub async fn an_account_comes_back_as_created(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    store.create_user(NewUser::First(user(1))).await?;
    store.create_user(NewUser::Any(user(2))).await?;
    let store = place.reopen(store).await?;
    assert_eq!(store.user(user(1).id).await?, Some(user(1)));
    assert_eq!(store.user_by_email(&user(2).email).await?, Some(user(2)));
    assert_eq!(store.user(user(3).id).await?, None);
    assert_eq!(store.user_by_email("nobody@example.org").await?, None);
    Ok(())
}

pub async fn an_email_is_taken_once(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    let same_email = User { email: user(1).email, ..user(2) };
    check_exists(store.create_user(NewUser::Any(same_email)).await, "account");
    let same_id = User { id: user(1).id, ..user(2) };
    check_exists(store.create_user(NewUser::Any(same_id)).await, "account");
    assert_eq!(ids(&*store, None, 10).await?, [user(1).id]);
    Ok(())
}

pub async fn only_one_first_account_wins_the_race(place: Place) -> anyhow::Result<()> {
    const RACERS: u8 = 8;
    let store = place.open().await?;
    let mut tasks = JoinSet::new();
    for n in 1..=RACERS {
        let store = store.clone();
        tasks.spawn(async move { store.create_user(NewUser::First(user(n))).await });
    }
    let results = tasks.join_all().await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    for lost in results.into_iter().filter(Result::is_err) {
        check_exists(lost, "first account");
    }
    assert_eq!(ids(&*store, None, 10).await?.len(), 1);
    Ok(())
}

pub async fn the_first_account_must_be_the_first(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    check_exists(store.create_user(NewUser::First(user(2))).await, "first account");
    Ok(())
}

pub async fn an_invitation_works_once(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    store.create_invite(invite(1), secret(1)).await?;
    check_missing(store.create_user(NewUser::Invited(user(2), secret(9))).await, "invitation");
    store.create_user(NewUser::Invited(user(2), secret(1))).await?;
    check_missing(store.create_user(NewUser::Invited(user(3), secret(1))).await, "invitation");
    assert_eq!(store.invites().await?, []);
    check_missing(store.revoke_invite(invite(1).id).await, "invitation");
    assert_eq!(ids(&*store, None, 10).await?, [user(1).id, user(2).id]);
    Ok(())
}

pub async fn an_expired_invitation_does_not_work(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    store.create_invite(invite(1), secret(1)).await?;
    let late = User { created_at: invite(1).expires_at, ..user(2) };
    check_missing(store.create_user(NewUser::Invited(late, secret(1))).await, "invitation");
    let in_time = User { created_at: invite(1).expires_at.plus_millis(-1), ..user(2) };
    store.create_user(NewUser::Invited(in_time, secret(1))).await?;
    Ok(())
}

pub async fn a_taken_email_does_not_use_up_the_invitation(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    store.create_invite(invite(1), secret(1)).await?;
    let same_email = User { email: user(1).email, ..user(2) };
    check_exists(store.create_user(NewUser::Invited(same_email, secret(1))).await, "account");
    assert_eq!(store.invites().await?, [invite(1)]);
    Ok(())
}

pub async fn invitations_are_listed_and_revoked(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    for n in [2, 1, 3] {
        store.create_invite(invite(n), secret(n)).await?;
    }
    check_exists(store.create_invite(invite(1), secret(9)).await, "invitation");
    check_exists(store.create_invite(invite(9), secret(1)).await, "invitation");
    check_missing(store.create_invite(Invite { created_by: user(9).id, ..invite(9) }, secret(9)).await, "account");
    assert_eq!(store.invites().await?, [invite(3), invite(2), invite(1)]);
    store.revoke_invite(invite(2).id).await?;
    check_missing(store.revoke_invite(invite(2).id).await, "invitation");
    assert_eq!(store.invites().await?, [invite(3), invite(1)]);
    Ok(())
}

pub async fn users_are_listed_in_pages(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 5).await?;
    let id = |n: u8| user(n).id;
    assert_eq!(ids(&*store, None, 2).await?, [id(1), id(2)]);
    assert_eq!(ids(&*store, Some(id(2)), 2).await?, [id(3), id(4)]);
    assert_eq!(ids(&*store, Some(id(4)), 2).await?, [id(5)]);
    assert_eq!(ids(&*store, Some(id(5)), 2).await?, []);
    assert_eq!(ids(&*store, None, 0).await?, []);
    Ok(())
}

pub async fn an_account_is_renamed(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 2).await?;
    store.rename_user(user(1).id, "Ada").await?;
    check_missing(store.rename_user(user(9).id, "Ada").await, "account");
    assert_eq!(store.user(user(1).id).await?, Some(User { name: "Ada".to_owned(), ..user(1) }));
    assert_eq!(store.user(user(2).id).await?, Some(user(2)));
    Ok(())
}

pub async fn personal_tokens_are_found_listed_and_revoked(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 2).await?;
    for (n, owner) in [(1, 1), (2, 1), (3, 2)] {
        store.create_token(token(n, owner), secret(n)).await?;
    }
    check_exists(store.create_token(token(1, 2), secret(9)).await, "token");
    check_exists(store.create_token(token(9, 2), secret(1)).await, "token");
    check_missing(store.create_token(token(9, 9), secret(9)).await, "account");
    assert_eq!(store.token_by_hash(secret(2)).await?, Some(token(2, 1)));
    assert_eq!(store.token_by_hash(secret(9)).await?, None);
    assert_eq!(store.tokens(user(1).id).await?, [token(2, 1), token(1, 1)]);
    check_missing(store.revoke_token(user(2).id, token(1, 1).id).await, "token");
    store.revoke_token(user(1).id, token(1, 1).id).await?;
    check_missing(store.revoke_token(user(1).id, token(1, 1).id).await, "token");
    assert_eq!(store.tokens(user(1).id).await?, [token(2, 1)]);
    assert_eq!(store.token_by_hash(secret(1)).await?, None);
    Ok(())
}
