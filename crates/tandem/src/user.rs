//! `tandem user`: accounts, also while the server runs.

use std::fs::DirBuilder;
use std::io::{BufRead, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use anyhow::{Context, anyhow};
use server::accounts::{self, AccountError};
use server::fields::Password;
use server::{SystemClock, database};
use store::{Accounts, SqliteStore, Upkeep, User, UserRole};

use crate::arguments::{AddUserArguments, DataArguments, ResetPasswordArguments};
use crate::failure::Failure;

/// Bytes of a password's line; more cannot be a password.
const MAX_LINE_BYTES: u64 = 4_096;
/// Accounts read at a time.
const PAGE: usize = 500;

pub async fn add(arguments: AddUserArguments) -> Result<(), Failure> {
    let password = read_password()?;
    let role = if arguments.admin { UserRole::Admin } else { UserRole::Member };
    let store = open(&arguments.data.data).await?;
    let clock = SystemClock::new();
    let added = accounts::add_user(&store, &clock, &arguments.email, arguments.name.as_ref(), role, password).await;
    store.close().await;
    let id = added.map_err(failed)?;
    print(&format!("{id}\n"))
}

pub async fn list(arguments: DataArguments) -> Result<(), Failure> {
    let store = open_existing(&arguments.data).await?;
    let listed = list_all(&store).await;
    store.close().await;
    print(&listed?)
}

pub async fn reset_password(arguments: ResetPasswordArguments) -> Result<(), Failure> {
    let password = read_password()?;
    let store = open_existing(&arguments.data.data).await?;
    let reset = accounts::reset_password(&store, &arguments.email, password).await;
    store.close().await;
    let revoked = reset.map_err(failed)?;
    print(&format!("logged out {revoked} devices\n"))
}

async fn list_all(store: &SqliteStore) -> anyhow::Result<String> {
    let mut lines = Vec::new();
    let mut after = None;
    loop {
        let users = store.users(after, PAGE).await.context("reading the accounts")?;
        let Some(last) = users.last() else { return Ok(lines.concat()) };
        after = Some(last.id);
        lines.extend(users.iter().map(line));
    }
}

fn line(user: &User) -> String {
    let role = match user.role {
        UserRole::Admin => "admin",
        UserRole::Member => "member",
    };
    format!("{}\t{role}\t{}\n", user.email, user.name)
}

async fn open(data: &Path) -> Result<SqliteStore, Failure> {
    DirBuilder::new().recursive(true).mode(0o700).create(data).context("making the data folder")?;
    Ok(SqliteStore::open(&database(data)).await.context("opening the store")?)
}

/// Opens what is there: there are no accounts to read or to change where there is no data.
async fn open_existing(data: &Path) -> Result<SqliteStore, Failure> {
    let database = database(data);
    if !database.exists() {
        return Err(Failure::Work(anyhow!("there is no data in {}; give --data", data.display())));
    }
    Ok(SqliteStore::open(&database).await.context("opening the store")?)
}

fn read_password() -> Result<Password, Failure> {
    let mut line = String::new();
    let stdin = std::io::stdin().lock();
    stdin.take(MAX_LINE_BYTES).read_line(&mut line).context("reading the password").map_err(Failure::Call)?;
    Password::parse(line.trim_end_matches(['\n', '\r'])).map_err(Failure::call)
}

fn failed(error: AccountError) -> Failure {
    Failure::Work(error.into())
}

fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout();
    Ok(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).context("printing the result")?)
}
