//! What only the SQLite store promises: durability, damage that is noticed, recovery, backups, older files.

mod backup;
mod damage;
mod failure;
mod file;
mod older;
mod open;
mod restore;
