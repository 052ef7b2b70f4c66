//! Has cargo build the program again when the web UI was built again.

use std::io::Write;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    // Cargo takes a path that is not there for changed and would compile the program every time. Where the folder cannot
    // be made, nobody can build a UI into it either.
    std::fs::create_dir_all(&built).ok();
    writeln!(std::io::stdout(), "cargo:rerun-if-changed={}", built.display())
}
