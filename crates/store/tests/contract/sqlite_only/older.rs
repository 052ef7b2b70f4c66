//! Files that an older program made.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Connection, SqlStr};
use store::{EventLog, Existing, Projects, SessionStep, Sessions, Upkeep, backup, restore};

use super::open::{Folder, connect};
use crate::contract::fixture::{events, new_session, project, session, user};

/// What a program that knew only the first migration would leave: user 1 and project 1.
async fn with_first_version(folder: &Folder) -> anyhow::Result<()> {
    let path = folder.path("test.db");
    std::fs::write(&path, "")?;
    let mut connection = connect(&path).await?;
    sqlx::query("PRAGMA application_id = 0x544E444D").execute(&mut connection).await?;
    let text = SqlStr::from_static(include_str!("../../../migrations/sqlite/0001_start.sql"));
    let first = Migration::new(1, "start".into(), MigrationType::Simple, text, false);
    Migrator::with_migrations(vec![first]).run_direct(None, &mut connection, false).await?;
    let (user, project) = (user(1), project(1));
    sqlx::query("INSERT INTO users VALUES ($1, 'a@example.org', 'A', 'admin', '', 0)")
        .bind(&user.id.as_bytes()[..])
        .execute(&mut connection)
        .await?;
    sqlx::query("INSERT INTO projects VALUES ($1, $2, $3, NULL, $4, $5)")
        .bind(&project.id.as_bytes()[..])
        .bind(project.name)
        .bind(project.folder_path)
        .bind(&project.kanban_board.as_bytes()[..])
        .bind(project.created_at.as_millis())
        .execute(&mut connection)
        .await?;
    connection.close().await?;
    Ok(())
}

/// Nobody has trusted its projects, and they can have sessions.
async fn check_brought_up_to_date(folder: &Folder) -> anyhow::Result<()> {
    let store = folder.store().await?;
    assert_eq!(store.project(project(1).id).await?, Some(project(1)));
    store.create_session(new_session(1), SessionStep { events: events(1..=1), ..SessionStep::default() }).await?;
    assert_eq!(store.events(session(1), 0, 10).await?, events(1..=1));
    assert_eq!(store.verify().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn an_older_file_is_brought_up_to_date() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    with_first_version(&folder).await?;
    check_brought_up_to_date(&folder).await
}

#[tokio::test]
async fn an_older_file_can_be_backed_up_and_restored() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    with_first_version(&folder).await?;
    let report = backup(&folder.path("test.db"), &folder.path("copy.db")).await?;
    assert_eq!(report.findings, Vec::<String>::new());
    let target = Folder::new()?;
    restore(&folder.path("copy.db"), &target.path("test.db"), Existing::Refuse).await?;
    check_brought_up_to_date(&target).await
}
