//! A project to try things with: a tiny real program, rules for it, and three tasks.

use std::fs;
use std::io;
use std::path::Path;

/// What the project and its folder are called; later ones get a number.
pub const NAME: &str = "Sample";
pub const FOLDER: &str = "tandem-sample";
/// The rules, in the folder.
pub const BEST_PRACTICES: &str = "best-practices.md";

const FILES: &[(&str, &str)] = &[
    ("README.md", include_str!("sample/README.md")),
    (BEST_PRACTICES, include_str!("sample/best-practices.md")),
    (".gitignore", include_str!("sample/gitignore")),
    ("src/words.py", include_str!("sample/words.py")),
];

/// A task on the board.
pub struct Task {
    pub title: &'static str,
    pub description: &'static str,
}

pub const TASKS: &[Task] = &[
    Task {
        title: "Count a word once, whatever its case",
        description: "`The` and `the` are two words for `src/words.py`, and so are `end` and `end.`. Count them as one: \
                      leave out the case, and punctuation at both ends of a word.",
    },
    Task {
        title: "Show the most frequent words first",
        description: "`src/words.py` prints words in the order of the alphabet. Print the most frequent first, words \
                      that are equally frequent in the order of the alphabet, and let `--top 10` leave out all but ten.",
    },
    Task {
        title: "Say in the README how to use it",
        description: "The README does not say how to start the program. Add a short example with what it prints, and \
                      run the example once to see that it is true.",
    },
];

/// Writes the files into a new folder.
pub fn write(folder: &Path) -> io::Result<()> {
    fs::create_dir(folder.join("src"))?;
    FILES.iter().try_for_each(|(path, text)| fs::write(folder.join(path), text))
}
