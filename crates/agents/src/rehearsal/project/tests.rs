use std::os::unix::fs::symlink;

use super::*;

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn listed(survey: &Survey) -> Vec<&str> {
    survey.files.iter().map(|file| file.path.as_str()).collect()
}

#[test]
fn a_survey_lists_files_and_reads_texts() {
    let folder = folder_with(&[("b.txt", "b"), ("src/a.rs", "a"), (".git/config", "x"), ("target/o", "x")]);
    symlink("/etc/hostname", folder.path().join("link")).unwrap();
    fs::write(folder.path().join("picture"), [0, 159, 146]).unwrap();
    let survey = Survey::take(folder.path(), &[]);
    assert_eq!(listed(&survey), ["b.txt", "picture", "src/a.rs"]);
    assert_eq!((survey.text("src/a.rs"), survey.text("picture"), survey.cut), (Some("a"), None, false));
}

#[test]
fn a_survey_of_a_large_folder_ends() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..MAX_FILES + 5 {
        fs::write(folder.path().join(format!("file-{number:03}")), "text").unwrap();
    }
    let survey = Survey::take(folder.path(), &[]);
    assert_eq!((survey.files.len(), survey.cut), (MAX_FILES, true));
    assert_eq!(survey.read_files().count(), MAX_TEXTS);
}

#[test]
fn the_most_telling_files_are_read_first() {
    let folder = folder_with(&[("LICENSE", "x"), ("README.md", "x"), ("a.lock", "x"), ("z/main.rs", "x")]);
    let survey = Survey::take(folder.path(), &[]);
    let read: Vec<&str> = survey.read_files().map(|(path, _)| path).collect();
    assert_eq!(read, ["README.md", "z/main.rs", "LICENSE", "a.lock"]);
}

#[test]
fn a_survey_of_nothing_is_empty() {
    assert!(Survey::take(Path::new("/nowhere/at/all"), &[]).files.is_empty());
}

#[track_caller]
fn check_refused(folder: &Path, input: &Value, reason: &str) {
    let refused = change(folder, input).unwrap_err();
    assert!(refused.contains(reason), "{refused}");
}

#[test]
fn nothing_outside_the_folder_is_changed() {
    let folder = folder_with(&[("project/README.md", "# Here\n"), ("secret", "kept")]);
    let project = folder.path().join("project");
    symlink(folder.path().join("secret"), project.join("link.md")).unwrap();
    symlink(folder.path(), project.join("up")).unwrap();
    let absolute = folder.path().join("secret");
    for path in ["../secret", "up/../../secret", absolute.to_str().unwrap(), "", "."] {
        check_refused(&project, &json!({ "file_path": path, "content": "x" }), "is ");
    }
    check_refused(&project, &json!({ "file_path": "link.md", "content": "x" }), "is a link");
    check_refused(&project, &json!({ "file_path": "up/secret", "content": "x" }), "is a link");
    assert_eq!(fs::read_to_string(absolute).unwrap(), "kept");
}

#[test]
fn an_edit_needs_a_text_that_is_there_once() {
    let folder = folder_with(&[("a.md", "one\ntwo\ntwo\n")]);
    let edit = |old: &str| json!({ "file_path": "a.md", "old_string": old, "new_string": "three" });
    check_refused(folder.path(), &edit("two"), "2 times");
    check_refused(folder.path(), &edit("four"), "0 times");
    check_refused(folder.path(), &edit(""), "not once");
    check_refused(folder.path(), &json!({ "file_path": "b.md", "old_string": "a", "new_string": "b" }), "not exist");
    let change = change(folder.path(), &edit("one")).unwrap();
    assert_eq!(change.updated, "three\ntwo\ntwo\n");
    assert_eq!(fs::read_to_string(folder.path().join("a.md")).unwrap(), change.updated);
}

#[test]
fn a_folder_or_a_picture_is_not_written_over() {
    let folder = folder_with(&[("src/a.rs", "a")]);
    fs::write(folder.path().join("picture"), [0, 159, 146]).unwrap();
    for path in ["src", "picture"] {
        check_refused(folder.path(), &json!({ "file_path": path, "content": "x" }), "is not a text");
    }
}
