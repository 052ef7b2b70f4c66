use std::path::Path;

use store::{ChangeLog, EventLog, Existing, RestoreError, SqliteStore, Upkeep, backup, restore};

use super::open::{Folder, tamper};
use crate::contract::fixture::{board, changes, events, session, whole_log, with_sessions};

/// A migration that only a later program knows.
pub const NEWER: &str = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
     VALUES (999999, 'later', TRUE, x'00', 0)";

/// Makes a backup with something in every log.
async fn backed_up(folder: &Folder) -> anyhow::Result<()> {
    let store = folder.store().await?;
    with_sessions(&store, 1).await?;
    store.append(board(1), changes(1..=200)?).await?;
    store.append_events(session(1), events(1..=20)).await?;
    backup(&folder.path("test.db"), &folder.path("copy.db")).await?;
    store.close().await;
    Ok(())
}

/// Restores `copy.db` after `spoil` and returns why it was refused; nothing may be left of the attempt.
async fn refusal(spoil: impl AsyncFnOnce(&Path) -> anyhow::Result<()>) -> anyhow::Result<RestoreError> {
    let folder = Folder::new()?;
    backed_up(&folder).await?;
    spoil(&folder.path("copy.db")).await?;
    let target = Folder::new()?;
    let Err(error) = restore(&folder.path("copy.db"), &target.path("new.db"), Existing::Refuse).await else {
        anyhow::bail!("it was restored");
    };
    assert_eq!(target.names()?, Vec::<String>::new());
    Ok(error)
}

async fn refusal_of_sql(statements: &'static str) -> anyhow::Result<RestoreError> {
    refusal(async |path| tamper(path, statements).await).await
}

#[tokio::test]
async fn garbage_is_refused() -> anyhow::Result<()> {
    let garbage = refusal(async |path| Ok(std::fs::write(path, "This is not a database. ".repeat(500))?)).await?;
    assert!(matches!(garbage, RestoreError::NotDatabase), "got {garbage:?}");
    let empty = refusal(async |path| Ok(std::fs::write(path, "")?)).await?;
    assert!(matches!(empty, RestoreError::NotDatabase), "got {empty:?}");
    let header_only = refusal(async |path| Ok(std::fs::write(path, b"SQLite format 3\0")?)).await?;
    assert!(matches!(header_only, RestoreError::NotDatabase | RestoreError::Foreign), "got {header_only:?}");
    Ok(())
}

#[tokio::test]
async fn a_truncated_file_is_refused() -> anyhow::Result<()> {
    let truncated = refusal(async |path| {
        let bytes = std::fs::read(path)?;
        Ok(std::fs::write(path, &bytes[..bytes.len() / 4096 / 2 * 4096])?)
    });
    let truncated = truncated.await?;
    assert!(matches!(truncated, RestoreError::Damaged { .. }), "got {truncated:?}");
    let odd = refusal(async |path| {
        let bytes = std::fs::read(path)?;
        Ok(std::fs::write(path, &bytes[..bytes.len() - 100])?)
    });
    let odd = odd.await?;
    assert!(matches!(odd, RestoreError::Damaged { .. }), "got {odd:?}");
    Ok(())
}

#[tokio::test]
async fn a_foreign_database_is_refused() -> anyhow::Result<()> {
    let other_id = refusal_of_sql("PRAGMA application_id = 1").await?;
    assert!(matches!(other_id, RestoreError::Foreign), "got {other_id:?}");
    let no_migrations = refusal_of_sql("DROP TABLE _sqlx_migrations").await?;
    assert!(matches!(no_migrations, RestoreError::Foreign), "got {no_migrations:?}");
    let view =
        refusal_of_sql("ALTER TABLE _sqlx_migrations RENAME TO m; CREATE VIEW _sqlx_migrations AS SELECT * FROM m");
    let view = view.await?;
    assert!(matches!(view, RestoreError::Foreign), "got {view:?}");
    Ok(())
}

#[tokio::test]
async fn other_migrations_are_refused() -> anyhow::Result<()> {
    let newer = refusal_of_sql(NEWER).await?;
    assert!(matches!(newer, RestoreError::Newer { found: 999_999, known: 4 }), "got {newer:?}");
    let other = refusal_of_sql("UPDATE _sqlx_migrations SET checksum = x'00'").await?;
    assert!(matches!(other, RestoreError::Migration { version: 1 }), "got {other:?}");
    let none = refusal_of_sql("DELETE FROM _sqlx_migrations").await?;
    assert!(matches!(none, RestoreError::Foreign), "got {none:?}");
    Ok(())
}

#[tokio::test]
async fn other_tables_are_refused() -> anyhow::Result<()> {
    async fn check(statements: &'static str, expected: &str) -> anyhow::Result<()> {
        match refusal_of_sql(statements).await? {
            RestoreError::Schema { what } => assert_eq!(what, expected),
            other => panic!("{statements}: {other:?}"),
        }
        Ok(())
    }
    let trigger = "CREATE TRIGGER t AFTER INSERT ON changes BEGIN DELETE FROM users; END";
    check(trigger, "the trigger \"t\" is not ours").await?;
    check("CREATE VIEW v AS SELECT * FROM users", "the view \"v\" is not ours").await?;
    check("CREATE TABLE extra (id INTEGER)", "the table \"extra\" is not ours").await?;
    check("ALTER TABLE users ADD COLUMN extra TEXT", "the table \"users\" is not ours").await?;
    check("DROP INDEX changes_by_author", "the index \"changes_by_author\" is missing").await
}

#[tokio::test]
async fn damaged_records_are_refused() -> anyhow::Result<()> {
    async fn check(statements: &'static str, expected: &str) -> anyhow::Result<()> {
        match refusal_of_sql(statements).await? {
            RestoreError::Damaged { findings } => {
                assert!(findings.iter().any(|finding| finding.contains(expected)), "{statements}: {findings:?}");
            }
            other => panic!("{statements}: {other:?}"),
        }
        Ok(())
    }
    check("UPDATE changes SET body = '{}' WHERE seq = 7", "change 7 is damaged").await?;
    check("DELETE FROM changes WHERE seq = 7", "change 7 is missing").await?;
    check("UPDATE session_events SET data = '[]' WHERE n = 7", "event 7 is damaged").await?;
    check("DELETE FROM session_events WHERE n = 1", "event 1 is missing").await?;
    check("UPDATE changes SET board = x'00' WHERE seq = 200", "its id is not 16 bytes long").await?;
    let orphan = "INSERT INTO devices VALUES (zeroblob(16), zeroblob(16), 'd', 0, 0)";
    check(orphan, "a row of devices points to a row of users").await
}

#[tokio::test]
async fn a_flipped_byte_is_refused_wherever_it_is() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    backed_up(&folder).await?;
    let sound = std::fs::read(folder.path("copy.db"))?;
    let text: &[u8] = br#"{"seq":77,"#;
    let place = sound.windows(text.len()).position(|window| window == text);
    let place = place.ok_or_else(|| anyhow::anyhow!("change 77 is not in the file"))?;
    let mut flipped = sound.clone();
    flipped[place + 3] ^= 1;
    std::fs::write(folder.path("flipped.db"), flipped)?;
    let refused = restore(&folder.path("flipped.db"), &folder.path("new.db"), Existing::Refuse).await;
    let Err(RestoreError::Damaged { findings }) = refused else { anyhow::bail!("got {refused:?}") };
    assert_eq!(findings, [format!("board {}: change 77 is damaged: its checksum does not match", board(1))]);
    Ok(())
}

#[tokio::test]
async fn what_is_in_place_is_replaced_only_when_asked_to() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    backed_up(&folder).await?;
    let target = Folder::new()?;
    let old = target.store().await?;
    old.append(board(5), changes(1..=5)?).await?;
    // As after a crash: the old log is still there, and must not be replayed into the new file.
    let crashed = Folder::new()?;
    for name in ["test.db", "test.db-wal"] {
        std::fs::copy(target.path(name), crashed.path(name))?;
    }
    let (from, to) = (folder.path("copy.db"), crashed.path("test.db"));
    let refused = restore(&from, &to, Existing::Refuse).await;
    assert!(matches!(refused, Err(RestoreError::Exists { .. })), "got {refused:?}");
    assert_eq!(crashed.names()?, ["test.db", "test.db-wal"]);
    restore(&from, &to, Existing::Replace).await?;
    assert_eq!(crashed.names()?, ["test.db"]);
    let restored = SqliteStore::open(&to).await?;
    assert_eq!(whole_log(&restored, board(1)).await?, changes(1..=200)?);
    assert_eq!(restored.head(board(5)).await?, 0);
    assert_eq!(restored.verify().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_file_with_an_unfinished_log_is_refused() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let store = folder.store().await?;
    store.append(board(1), changes(1..=5)?).await?;
    let refused = restore(&folder.path("test.db"), &folder.path("new.db"), Existing::Refuse).await;
    assert!(matches!(refused, Err(RestoreError::UnfinishedLog { .. })), "got {refused:?}");
    Ok(())
}
