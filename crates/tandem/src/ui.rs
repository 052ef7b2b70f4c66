//! The web UI inside the program.

use rust_embed::RustEmbed;
use server::Ui;

/// What `cargo xtask web` leaves in `web/dist`; nothing where it has not run. Debug builds hold it too, so that what is
/// tested is what is shipped.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

pub fn embedded() -> Ui {
    Ui::new(Built::iter().filter_map(|path| Built::get(&path).map(|file| (path.into_owned(), file.data))))
}
