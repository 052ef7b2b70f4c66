//! Resolving conflicts: a script cannot put two changes together, so it keeps both.

use serde_json::json;

use super::{Beat, Scene, read};

/// Files of one message that are resolved.
const MAX_FILES: usize = 20;

/// Returns the files in which a message says that a merge left conflicts.
pub fn files(message: &str) -> Vec<String> {
    let mut lines = message.lines();
    if !lines.next().is_some_and(|line| line.contains(" left conflicts in ")) {
        return Vec::new();
    }
    lines.filter_map(|line| line.strip_prefix("- ")).take(MAX_FILES).map(str::to_owned).collect()
}

/// Returns a change for each file with conflicts, the first one last.
pub fn changes(scene: &Scene) -> Vec<Vec<Beat>> {
    let files = files(&scene.text);
    let changes = files.iter().rev().filter_map(|path| {
        let text = scene.survey.text(path)?;
        let content = both_sides(text);
        let input = json!({ "file_path": scene.survey.folder.join(path), "content": content });
        (content != text).then(|| {
            vec![
                Beat::Say(format!("I keep both sides of each conflict in `{path}`. First I read it.")),
                read(&scene.survey, path, text),
                Beat::Change { tool: "Write", input },
            ]
        })
    });
    changes.collect()
}

/// Where a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Outside,
    Side,
    /// What both sides came from, which some settings show between them.
    Origin,
}

/// Returns the text with both sides of each conflict, one below the other, and without marks.
fn both_sides(text: &str) -> String {
    let mut part = Part::Outside;
    let mut kept = String::new();
    for line in text.split_inclusive('\n') {
        let mark = |mark: &str| line.starts_with(mark);
        part = match part {
            Part::Outside if mark("<<<<<<<") => Part::Side,
            Part::Side if mark("|||||||") => Part::Origin,
            Part::Side | Part::Origin if line.trim_end() == "=======" => Part::Side,
            Part::Side if mark(">>>>>>>") => Part::Outside,
            Part::Outside | Part::Side => {
                kept.push_str(line);
                continue;
            }
            Part::Origin => continue,
        };
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_are_kept_and_no_mark() {
        let torn = "# A\n<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> main\nHead\n=======\n<<<<<<< HEAD\n||||||| base\nold\n=======\n\
                    three\n>>>>>>> main\n";
        assert_eq!(both_sides(torn), "# A\none\ntwo\nHead\n=======\nthree\n");
        assert_eq!(both_sides("as it is"), "as it is");
    }

    #[test]
    fn the_files_are_those_of_the_list() {
        let told =
            "Bringing main into this branch left conflicts in 2 files:\n\n- README.md\n- src/a b.py\n\nResolve them.";
        assert_eq!(files(told), ["README.md", "src/a b.py"]);
        assert_eq!(files("Do this:\n\n- README.md"), [""; 0]);
    }
}
