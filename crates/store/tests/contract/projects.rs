use engine::UserId;
use store::{Member, Project, ProjectPatch, Role, Store, StoredSnapshot};

use super::fixture::{
    Place, board, change_named, changes, check_exists, check_missing, new_board, project, user, whole_log, with_users,
};

/// Makes a project of user 1 whose board has two changes.
async fn with_project(store: &dyn Store, n: u8) -> anyhow::Result<()> {
    store.create_project(project(n), user(1).id, new_board(n, changes(1..=2)?)).await?;
    Ok(())
}

fn member(n: u8, role: Role) -> Member {
    Member { user: user(n).id, email: user(n).email, name: user(n).name, role }
}

pub async fn a_project_comes_back_with_its_owner_and_board(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 2).await?;
    with_project(&*store, 1).await?;
    let store = place.reopen(store).await?;
    assert_eq!(store.project(project(1).id).await?, Some(project(1)));
    assert_eq!(store.project(project(2).id).await?, None);
    assert_eq!(store.role(project(1).id, user(1).id).await?, Some(Role::Owner));
    assert_eq!(store.role(project(1).id, user(2).id).await?, None);
    assert_eq!(store.members(project(1).id).await?, [member(1, Role::Owner)]);
    assert_eq!(whole_log(&*store, board(1)).await?, changes(1..=2)?);
    store.append(board(1), changes(3..=3)?).await?;
    Ok(())
}

pub async fn a_project_is_created_whole_or_not_at_all(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    with_project(&*store, 1).await?;
    let again = store.create_project(project(1), user(1).id, new_board(1, Vec::new())).await;
    check_exists(again, "project");
    let of_nobody = store.create_project(project(2), user(9).id, new_board(2, Vec::new())).await;
    check_missing(of_nobody, "account");
    let taken_board = Project { kanban_board: board(1), ..project(2) };
    let on_taken_board = store.create_project(taken_board, user(1).id, new_board(1, Vec::new())).await;
    check_exists(on_taken_board, "board");
    let other_board = store.create_project(project(2), user(1).id, new_board(3, Vec::new())).await;
    check_missing(other_board, "board");
    let with_gap = store.create_project(project(2), user(1).id, new_board(2, changes(2..=2)?)).await;
    check_exists(with_gap, "change");
    let twice = vec![change_named(1, "same", "system")?, change_named(2, "same", "system")?];
    let with_same_ids = store.create_project(project(2), user(1).id, new_board(2, twice)).await;
    check_exists(with_same_ids, "change");
    assert_eq!(store.project(project(2).id).await?, None);
    assert_eq!(store.members(project(2).id).await?, []);
    assert_eq!(store.board(board(2)).await?, None);
    assert_eq!(store.head(board(2)).await?, 0);
    with_project(&*store, 2).await
}

pub async fn projects_are_listed_by_member_in_pages(place: Place) -> anyhow::Result<()> {
    async fn listed(store: &dyn Store, user: UserId, after: u8, limit: usize) -> anyhow::Result<Vec<(Project, Role)>> {
        let after = (after > 0).then(|| project(after).id);
        Ok(store.projects_of(user, after, limit).await?)
    }
    let store = place.open().await?;
    with_users(&*store, 2).await?;
    for n in [3, 1, 2] {
        with_project(&*store, n).await?;
    }
    store.set_member(project(2).id, user(2).id, Role::Viewer).await?;
    let own = |n: u8| (project(n), Role::Owner);
    assert_eq!(listed(&*store, user(1).id, 0, 2).await?, [own(1), own(2)]);
    assert_eq!(listed(&*store, user(1).id, 2, 2).await?, [own(3)]);
    assert_eq!(listed(&*store, user(1).id, 3, 2).await?, []);
    assert_eq!(listed(&*store, user(2).id, 0, 10).await?, [(project(2), Role::Viewer)]);
    assert_eq!(listed(&*store, user(9).id, 0, 10).await?, []);
    Ok(())
}

pub async fn a_project_is_changed(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    with_project(&*store, 1).await?;
    let all = ProjectPatch {
        name: Some("New name".to_owned()),
        folder_path: Some("/srv/new".to_owned()),
        best_practices_path: Some(Some("docs/practices.md".to_owned())),
        trusted: None,
        worktrees: Some(false),
    };
    let changed = Project {
        name: "New name".to_owned(),
        folder_path: "/srv/new".to_owned(),
        best_practices_path: Some("docs/practices.md".to_owned()),
        worktrees: false,
        ..project(1)
    };
    assert_eq!(store.update_project(project(1).id, all.clone()).await?, changed);
    assert_eq!(store.update_project(project(1).id, ProjectPatch::default()).await?, changed);
    assert_eq!(store.project(project(1).id).await?, Some(changed.clone()));
    let without = ProjectPatch { best_practices_path: Some(None), ..ProjectPatch::default() };
    let expected = Project { best_practices_path: None, ..changed };
    assert_eq!(store.update_project(project(1).id, without).await?, expected);
    assert_eq!(store.project(project(1).id).await?, Some(expected));
    check_missing(store.update_project(project(9).id, all).await, "project");
    Ok(())
}

pub async fn trust_ends_when_the_folder_is_another(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    with_project(&*store, 1).await?;
    let trust = || ProjectPatch { trusted: Some(true), ..ProjectPatch::default() };
    let trusted = Project { trusted: true, ..project(1) };
    assert_eq!(store.update_project(project(1).id, trust()).await?, trusted);
    let store = place.reopen(store).await?;
    assert_eq!(store.project(project(1).id).await?, Some(trusted.clone()));
    let stay = ProjectPatch { folder_path: Some(project(1).folder_path), ..ProjectPatch::default() };
    assert_eq!(store.update_project(project(1).id, stay).await?, trusted);
    let elsewhere = |path: &str| ProjectPatch { folder_path: Some(path.to_owned()), ..ProjectPatch::default() };
    let moved = Project { folder_path: "/srv/new".to_owned(), ..project(1) };
    assert_eq!(store.update_project(project(1).id, elsewhere("/srv/new")).await?, moved);
    assert_eq!(store.project(project(1).id).await?, Some(moved));
    let both = ProjectPatch { trusted: Some(true), ..elsewhere("/srv/newer") };
    let expected = Project { folder_path: "/srv/newer".to_owned(), trusted: true, ..project(1) };
    assert_eq!(store.update_project(project(1).id, both).await?, expected);
    assert_eq!(store.projects_of(user(1).id, None, 10).await?, [(expected, Role::Owner)]);
    Ok(())
}

pub async fn deleting_a_project_deletes_all_of_it(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 2).await?;
    with_project(&*store, 1).await?;
    with_project(&*store, 2).await?;
    store.set_member(project(1).id, user(2).id, Role::Editor).await?;
    store.create_board(project(1).id, new_board(7, changes(1..=3)?)).await?;
    let bytes = b"document";
    let snapshot = StoredSnapshot { seq: 3, hash: *blake3::hash(bytes).as_bytes(), bytes: (*bytes).into() };
    store.save_snapshot(board(7), snapshot).await?;
    store.delete_project(project(1).id).await?;
    check_missing(store.delete_project(project(1).id).await, "project");
    assert_eq!(store.project(project(1).id).await?, None);
    assert_eq!(store.members(project(1).id).await?, []);
    assert_eq!(store.boards(project(1).id).await?, []);
    for n in [1, 7] {
        assert_eq!(store.board(board(n)).await?, None);
        assert_eq!(whole_log(&*store, board(n)).await?, []);
        assert_eq!(store.snapshot(board(n), 100).await?, None);
    }
    assert_eq!(store.projects_of(user(1).id, None, 10).await?, [(project(2), Role::Owner)]);
    assert_eq!(whole_log(&*store, board(2)).await?, changes(1..=2)?);
    Ok(())
}

pub async fn members_come_and_go(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 3).await?;
    with_project(&*store, 1).await?;
    store.set_member(project(1).id, user(3).id, Role::Viewer).await?;
    store.set_member(project(1).id, user(2).id, Role::Editor).await?;
    store.set_member(project(1).id, user(3).id, Role::Editor).await?;
    let expected = [member(1, Role::Owner), member(2, Role::Editor), member(3, Role::Editor)];
    assert_eq!(store.members(project(1).id).await?, expected);
    store.remove_member(project(1).id, user(2).id).await?;
    check_missing(store.remove_member(project(1).id, user(2).id).await, "member");
    check_missing(store.remove_member(project(9).id, user(1).id).await, "member");
    assert_eq!(store.role(project(1).id, user(2).id).await?, None);
    assert_eq!(store.members(project(1).id).await?, [member(1, Role::Owner), member(3, Role::Editor)]);
    Ok(())
}

pub async fn the_last_owner_stays(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 2).await?;
    with_project(&*store, 1).await?;
    with_project(&*store, 2).await?;
    store.set_member(project(1).id, user(2).id, Role::Editor).await?;
    store.set_member(project(2).id, user(2).id, Role::Owner).await?;
    check_exists(store.set_member(project(1).id, user(1).id, Role::Editor).await, "last owner");
    check_exists(store.remove_member(project(1).id, user(1).id).await, "last owner");
    store.set_member(project(1).id, user(1).id, Role::Owner).await?;
    assert_eq!(store.role(project(1).id, user(1).id).await?, Some(Role::Owner));
    store.set_member(project(1).id, user(2).id, Role::Owner).await?;
    store.remove_member(project(1).id, user(1).id).await?;
    assert_eq!(store.members(project(1).id).await?, [member(2, Role::Owner)]);
    Ok(())
}

pub async fn a_member_needs_a_project_and_an_account(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    with_users(&*store, 1).await?;
    with_project(&*store, 1).await?;
    check_missing(store.set_member(project(9).id, user(1).id, Role::Viewer).await, "project");
    check_missing(store.set_member(project(1).id, user(9).id, Role::Viewer).await, "account");
    assert_eq!(store.members(project(1).id).await?, [member(1, Role::Owner)]);
    Ok(())
}
