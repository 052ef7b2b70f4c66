//! What only the SQLite store promises: durability, damage that is noticed, recovery, backups.

mod backup;
mod damage;
mod failure;
mod file;
mod open;
mod restore;
