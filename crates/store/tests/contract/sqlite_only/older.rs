//! Files that an older program made.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Connection, SqlStr};
use store::{
    EventLog, Existing, Projects, SessionEvent, SessionSearch, SessionStep, Sessions, SqliteStore, Upkeep, backup,
    restore,
};

use super::open::{Folder, connect};
use crate::contract::fixture::{event, events, new_session, project, session, user, with_sessions};

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

/// Forgets the index, as if all had been written before there was one.
async fn forget_index(folder: &Folder) -> anyhow::Result<()> {
    let mut connection = connect(&folder.path("test.db")).await?;
    for text in [
        "INSERT INTO session_words (session_words) VALUES ('delete-all')",
        "DELETE FROM session_texts",
        "INSERT INTO unindexed_sessions (session, indexed_to) SELECT id, 0 FROM sessions",
    ] {
        sqlx::query(text).execute(&mut connection).await?;
    }
    connection.close().await?;
    Ok(())
}

#[tokio::test]
async fn what_was_said_before_there_was_an_index_is_found() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    with_sessions(&store, 3).await?;
    let said = |n: u64| SessionEvent {
        kind: "user_message".to_owned(),
        data: format!(r#"{{"content":"needle {n}"}}"#).into(),
        ..event(n, "")
    };
    // More than are indexed at once.
    store.append_events(session(2), (1..=1_201).map(said).collect()).await?;
    store.append_events(session(3), vec![said(1)]).await?;
    let found = async |store: &SqliteStore| {
        let mut all = Vec::new();
        for words in ["needle", "needle 777", "session"] {
            for found in store.search_sessions(project(1).id, words, None, 10).await? {
                all.push((found.session.id, found.hits));
            }
        }
        anyhow::Ok(all)
    };
    let before = found(&store).await?;
    assert_eq!(before.len(), 6);
    store.close().await;
    forget_index(&folder).await?;
    let store = folder.store().await?;
    assert_eq!(found(&store).await?, before);
    assert_eq!(store.verify().await?, Vec::<String>::new());
    // It is done once.
    store.close().await;
    let store = folder.store().await?;
    assert_eq!(found(&store).await?, before);
    Ok(())
}
