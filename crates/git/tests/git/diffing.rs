//! What has changed since the work left its base.

use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use git::limits::{MAX_FILES, MAX_PATCH_BYTES, MAX_PATCH_LINES};
use git::{Change, ChangedFile, Content, Diff, DiffSize, FileDiff, FileState, LineKind, Repo, Trust};

use crate::stage::{Stage, branch};

fn render(files: &[ChangedFile]) -> Vec<String> {
    let one = |file: &ChangedFile| {
        let change = match file.change {
            Change::Added => "A",
            Change::Modified => "M",
            Change::Deleted => "D",
            Change::Renamed => "R",
        };
        let content = match file.content {
            Content::Text { additions, deletions } => format!("+{additions} -{deletions}"),
            Content::Binary => "binary".to_owned(),
            Content::Submodule => "submodule".to_owned(),
        };
        let old = file.old_path.as_ref().map_or(String::new(), |old| format!(" from {}", old.display()));
        format!("{change} {:?}{old} {content}", file.path)
    };
    files.iter().map(one).collect()
}

fn render_hunks(diff: &FileDiff) -> String {
    let mut text = String::new();
    for hunk in &diff.hunks {
        writeln!(text, "@{} @{} {}", hunk.old_start, hunk.new_start, hunk.section).unwrap();
        for line in &hunk.lines {
            let mark = match line.kind {
                LineKind::Context => ' ',
                LineKind::Addition => '+',
                LineKind::Deletion => '-',
            };
            writeln!(text, "{mark}{}{}", line.text, if line.is_unended { "|" } else { "" }).unwrap();
        }
    }
    text
}

async fn file_diff(repo: &Repo, diff: &Diff, path: impl AsRef<Path>) -> FileDiff {
    repo.file_diff(&diff.compared, path.as_ref(), None, 1).await.unwrap()
}

#[tokio::test]
async fn committed_changed_and_untracked_alike() {
    let stage = Stage::new().await;
    stage.write("deleted.txt", "gone\nsoon\n");
    stage.write("old name.txt", "a\nb\nc\nd\ne\nf\ng\nh\n");
    stage.write("picture", b"\0\x01\x02");
    let base = stage.commit("base").await;
    let repo = stage.open(Trust::Untrusted).await;
    let tree = repo.add_worktree(&stage.beside("tree"), &branch("x"), &base).await.unwrap().repo;
    // What the base does afterwards is no part of it.
    stage.write("later.txt", "1\n");
    let moved_on = stage.commit("later").await;

    let folder = tree.top().to_owned();
    fs::write(folder.join("committed.txt"), "1\n").unwrap();
    stage.run_in(&folder, &["add", "-A"]).await;
    stage.run_in(&folder, &["commit", "-q", "-m", "work"]).await;
    fs::write(folder.join("readme.md"), "one\n2\nthree\n").unwrap();
    fs::write(folder.join("untracked.txt"), "1\n2\n3\n").unwrap();
    fs::write(folder.join("picture"), b"\0\x03").unwrap();
    fs::remove_file(folder.join("deleted.txt")).unwrap();
    fs::rename(folder.join("old name.txt"), folder.join("new name.txt")).unwrap();

    let diff = tree.diff(&moved_on).await.unwrap();
    assert_eq!(diff.compared.from, base);
    assert_eq!(
        render(&diff.files),
        [
            r#"A "committed.txt" +1 -0"#,
            r#"D "deleted.txt" +0 -2"#,
            r#"R "new name.txt" from old name.txt +0 -0"#,
            r#"M "picture" binary"#,
            r#"M "readme.md" +1 -1"#,
            r#"A "untracked.txt" +3 -0"#,
        ]
    );
    assert_eq!(diff.size, DiffSize { files: 6, additions: 5, deletions: 3 });
    assert_eq!(tree.diff_size(&moved_on).await.unwrap(), diff.size);
    assert!(!diff.truncated);
    assert_eq!(render_hunks(&file_diff(&tree, &diff, "readme.md").await), "@1 @1 \n one\n-two\n+2\n three\n");
    assert_eq!(render_hunks(&file_diff(&tree, &diff, "untracked.txt").await), "@0 @1 \n+1\n+2\n+3\n");
    let picture = file_diff(&tree, &diff, "picture").await;
    assert!(picture.is_binary && picture.hunks.is_empty());
    // What is compared stays, whatever is written meanwhile.
    fs::write(folder.join("readme.md"), "something else\n").unwrap();
    assert_eq!(render_hunks(&file_diff(&tree, &diff, "readme.md").await), "@1 @1 \n one\n-two\n+2\n three\n");
}

#[tokio::test]
async fn a_renamed_file_is_compared_with_what_it_was() {
    let stage = Stage::new().await;
    stage.write("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n");
    let base = stage.commit("base").await;
    fs::remove_file(stage.folder.join("a.txt")).unwrap();
    stage.write("b.txt", "1\n2\n3\n4\n5\n6\n7\neight");
    let repo = stage.trusted().await;
    let diff = repo.diff(&base).await.unwrap();
    assert_eq!(render(&diff.files), [r#"R "b.txt" from a.txt +1 -1"#]);
    let hunks = repo.file_diff(&diff.compared, Path::new("b.txt"), Some(Path::new("a.txt")), 1).await.unwrap();
    assert_eq!(render_hunks(&hunks), "@7 @7 \n 7\n-8\n+eight|\n");
}

#[tokio::test]
async fn names_are_names_and_never_patterns_or_options() {
    let stage = Stage::new().await;
    let base = stage.commit("base").await;
    let odd: Vec<PathBuf> = [
        &b"--output=evil"[..],
        b":(top)x",
        b"a\tb",
        b"a\nb",
        b"glob*",
        b"not utf8 \xff\xfe",
        b"quote\"d",
        b"with space",
        "\u{1f980}".as_bytes(),
    ]
    .into_iter()
    .map(|name| PathBuf::from(OsStr::from_bytes(name)))
    .collect();
    for path in &odd {
        fs::write(stage.folder.join(path), "odd\n").unwrap();
    }
    stage.write("globe", "not odd\n");
    let repo = stage.open(Trust::Untrusted).await;
    let mut listed: Vec<PathBuf> = repo.diff(&base).await.unwrap().files.into_iter().map(|file| file.path).collect();
    let untracked: Vec<PathBuf> = repo.status().await.unwrap().files.into_iter().map(|file| file.path).collect();
    listed.retain(|path| path != Path::new("globe"));
    assert_eq!(listed, odd);
    assert_eq!(untracked.len(), odd.len() + 1);
    let diff = repo.diff(&base).await.unwrap();
    for path in &odd {
        assert_eq!(render_hunks(&file_diff(&repo, &diff, path).await), "@0 @1 \n+odd\n", "{path:?}");
    }
    assert!(!stage.folder.join("evil").exists());
}

#[tokio::test]
async fn a_line_that_looks_like_a_header_is_a_line() {
    let stage = Stage::new().await;
    stage.write("a.sql", "-- one\n-- two\nselect 1\n");
    let base = stage.commit("base").await;
    stage.write("a.sql", "++ one\n@@ -1 +1 @@\nselect 1\n");
    let repo = stage.trusted().await;
    let diff = repo.diff(&base).await.unwrap();
    let hunks = render_hunks(&file_diff(&repo, &diff, "a.sql").await);
    assert_eq!(hunks, "@1 @1 \n--- one\n--- two\n+++ one\n+@@ -1 +1 @@\n select 1\n");
}

#[tokio::test]
async fn the_users_taste_does_not_change_what_is_read() {
    let stage = Stage::new().await;
    let base = stage.commit("base").await;
    for (key, value) in [
        ("color.ui", "always"),
        ("diff.noprefix", "true"),
        ("diff.mnemonicPrefix", "true"),
        ("diff.renames", "false"),
        ("status.showUntrackedFiles", "no"),
        ("core.quotePath", "true"),
        ("diff.wordRegex", "."),
        ("core.pager", "false"),
    ] {
        stage.run(&["config", key, value]).await;
    }
    stage.write("ä.txt", "one\n");
    let repo = stage.trusted().await;
    let diff = repo.diff(&base).await.unwrap();
    assert_eq!(render(&diff.files), [r#"A "ä.txt" +1 -0"#]);
    assert_eq!(render_hunks(&file_diff(&repo, &diff, "ä.txt").await), "@0 @1 \n+one\n");
    let status = repo.status().await.unwrap();
    assert_eq!((status.files.len(), status.files[0].state), (1, FileState::Untracked));
}

#[tokio::test]
async fn a_branch_without_a_common_past_is_compared_with_the_base_itself() {
    let stage = Stage::new().await;
    let base = stage.commit("base").await;
    stage.run(&["checkout", "-q", "--orphan", "other"]).await;
    stage.write("readme.md", "one\ntwo\nthree\nfour\n");
    let repo = stage.trusted().await;
    assert_eq!(render(&repo.diff(&base).await.unwrap().files), [r#"M "readme.md" +1 -0"#], "nothing committed");
    stage.commit("unrelated").await;
    assert_eq!(render(&repo.diff(&base).await.unwrap().files), [r#"M "readme.md" +1 -0"#]);
}

#[tokio::test]
async fn a_submodule_is_one() {
    let stage = Stage::new().await;
    let base = stage.commit("base").await;
    fs::create_dir(stage.folder.join("inner")).unwrap();
    stage.run_in(&stage.folder.join("inner"), &["init", "-q"]).await;
    stage.run_in(&stage.folder.join("inner"), &["commit", "-q", "--allow-empty", "-m", "x"]).await;
    let repo = stage.trusted().await;
    let diff = repo.diff(&base).await.unwrap();
    assert_eq!(render(&diff.files), [r#"A "inner" submodule"#]);
    assert_eq!(diff.size, repo.diff_size(&base).await.unwrap());
}

#[tokio::test]
async fn a_huge_file_is_cut() {
    let stage = Stage::new().await;
    let base = stage.commit("base").await;
    stage.write("lines.txt", "x\n".repeat(MAX_PATCH_LINES + 1));
    stage.write("exact.txt", "x\n".repeat(MAX_PATCH_LINES));
    stage.write("wide.txt", format!("{}\nlast\n", "x".repeat(MAX_PATCH_BYTES)));
    let repo = stage.trusted().await;
    let diff = repo.diff(&base).await.unwrap();
    let lines = file_diff(&repo, &diff, "lines.txt").await;
    assert_eq!((lines.truncated, lines.hunks[0].lines.len()), (true, MAX_PATCH_LINES));
    let exact = file_diff(&repo, &diff, "exact.txt").await;
    assert_eq!((exact.truncated, exact.hunks[0].lines.len()), (false, MAX_PATCH_LINES));
    let wide = file_diff(&repo, &diff, "wide.txt").await;
    assert!(wide.truncated && wide.hunks[0].lines.is_empty());
}

/// Makes so many files in one commit, without writing any of them out.
async fn many_files(stage: &Stage, count: usize) {
    let mut stream = String::from("blob\nmark :1\ndata 2\nx\n\ncommit refs/heads/main\n");
    stream.push_str("committer Ada <ada@example.org> 0 +0000\ndata 4\nmany\nfrom refs/heads/main^0\n");
    for number in 0..count {
        writeln!(stream, "M 100644 :1 tree/{}/{number}.txt", number % 100).unwrap();
    }
    let path = stage.beside("stream");
    fs::write(&path, stream).unwrap();
    let mut command = tokio::process::Command::new("git");
    command.args(["fast-import", "--quiet"]).current_dir(&stage.folder).stdin(fs::File::open(&path).unwrap());
    assert!(command.status().await.unwrap().success());
}

#[tokio::test]
async fn a_huge_repository_has_bounded_answers() {
    const COUNT: usize = 20_000;
    let stage = Stage::new().await;
    let base = stage.commit("base").await;
    many_files(&stage, COUNT).await;
    let repo = stage.open(Trust::Untrusted).await;
    // Nothing is checked out, so every file is deleted; and there is one new one.
    stage.write("new.txt", "1\n");
    let status = repo.status().await.unwrap();
    assert_eq!((status.files.len(), status.truncated), (MAX_FILES, true));

    let tip = repo.head_commit().await.unwrap();
    let added = repo.add_worktree(&stage.beside("tree"), &branch("x"), &tip).await.unwrap();
    assert!(added.dirty.truncated);
    fs::write(added.repo.top().join("new.txt"), "1\n").unwrap();
    let small = added.repo.diff(&tip).await.unwrap();
    assert_eq!(render(&small.files), [r#"A "new.txt" +1 -0"#]);
    let diff = added.repo.diff(&base).await.unwrap();
    assert_eq!((diff.files.len(), diff.truncated), (MAX_FILES, true));
    let all = u64::try_from(COUNT).unwrap() + 1;
    assert_eq!(diff.size, DiffSize { files: all, additions: all, deletions: 0 });
}
