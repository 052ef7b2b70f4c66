//! A repository that is not trusted runs nothing. Each attack is first shown to work on the user's own git.

use std::fs;
use std::path::PathBuf;

use git::{GitError, OnConflict, Repo, Strategy, Trust};

use crate::stage::{Stage, branch, kept, write_program};

const HOOKS: &[&str] = &[
    "applypatch-msg",
    "commit-msg",
    "fsmonitor-watchman",
    "post-checkout",
    "post-commit",
    "post-index-change",
    "post-merge",
    "post-rewrite",
    "pre-auto-gc",
    "pre-commit",
    "pre-merge-commit",
    "pre-push",
    "pre-rebase",
    "prepare-commit-msg",
    "reference-transaction",
];

/// A repository with something to attack in every file, and a program that leaves a mark.
struct Attack {
    stage: Stage,
    mark: PathBuf,
    /// The program, as a setting names it.
    program: String,
}

impl Attack {
    async fn new() -> Self {
        let stage = Stage::new().await;
        stage.write(".gitattributes", "* filter=evil diff=evil merge=evil\n");
        stage.write("a.txt", "one\n");
        stage.commit("attributes").await;
        let (mark, program) = (stage.beside("mark"), stage.beside("evil"));
        write_program(&program, &format!("echo \"$0 $*\" >> '{}'; timeout 1 cat", mark.display()));
        let program = program.to_str().unwrap().to_owned();
        Self { stage, mark, program }
    }

    async fn set(&self, key: &str, value: &str) {
        self.stage.run(&["config", key, value]).await;
    }

    /// Changes a file, so that there is something to filter and to compare.
    fn change(&self) {
        self.stage.write("a.txt", "two\n");
        self.stage.write("b.txt", "three\n");
    }

    /// Shows that the user's own git falls for it.
    async fn works_on(&self, arguments: &[&str]) {
        self.stage.try_in(&self.stage.folder, arguments).await;
        assert!(self.mark.exists(), "git {arguments:?} does not fall for it");
        fs::remove_file(&self.mark).unwrap();
    }

    /// Does everything there is to do and checks that nothing was run, and that all of it worked.
    async fn fails(&self) {
        self.change();
        everything(&self.stage, Trust::Untrusted).await.unwrap();
        self.left_no_mark();
    }

    fn left_no_mark(&self) {
        assert!(!self.mark.exists(), "it ran: {}", fs::read_to_string(&self.mark).unwrap());
    }
}

/// Calls everything that runs git, in the main work tree and in a linked one.
async fn everything(stage: &Stage, trust: Trust) -> Result<(), GitError> {
    let repo = Repo::open(&stage.git, &stage.folder, trust).await?;
    let base = repo.head_commit().await?;
    repo.default_base().await?;
    repo.status().await?;
    repo.snapshot("x", &kept("x")).await?;
    let diff = repo.diff(&base).await?;
    for file in &diff.files {
        repo.file_diff(&diff.compared, &file.path, file.old_path.as_deref(), 3).await?;
    }
    repo.diff_size(&base).await?;
    let tree = repo.add_worktree(&stage.beside("tree"), &branch("card"), &base).await?.repo;
    fs::write(tree.top().join("a.txt"), "three\n").unwrap();
    tree.status().await?;
    tree.diff(&base).await?;
    tree.commit_all("x", None).await?;
    repo.log(&base, 5).await?;
    repo.branches(5).await?;
    tree.ahead_behind(&base).await?;
    // One where the branch is checked out, and one where it is not.
    stage
        .run(&[
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "core.fsmonitor=false",
            "update-ref",
            "refs/heads/other",
            "HEAD",
        ])
        .await;
    for into in ["other", "card"] {
        repo.merge(&branch(into), &branch("card"), Strategy::Merge, "x", None).await?;
        repo.merge(&branch("card"), &branch(into), Strategy::Rebase, "x", None).await?;
    }
    let other = repo.tip(&branch("other")).await?.unwrap();
    tree.update_from(&other, "x", None, OnConflict::Undo).await?;
    repo.remove_worktree(tree.top(), &kept("kept")).await?;
    repo.forget(&kept("x")).await
}

#[tokio::test]
async fn hooks() {
    let attack = Attack::new().await;
    for hook in HOOKS {
        let path = attack.stage.folder.join(".git/hooks").join(hook);
        write_program(&path, &format!("exec {} {hook}", attack.program));
    }
    attack.works_on(&["commit", "-q", "--allow-empty", "-m", "x"]).await;
    attack.fails().await;
}

#[tokio::test]
async fn hooks_in_the_work_tree() {
    let attack = Attack::new().await;
    for hook in HOOKS {
        write_program(&attack.stage.folder.join("hooks").join(hook), &format!("exec {} {hook}", attack.program));
    }
    attack.set("core.hooksPath", "hooks").await;
    attack.works_on(&["commit", "-q", "--allow-empty", "-m", "x"]).await;
    attack.fails().await;
}

#[tokio::test]
async fn a_watcher() {
    let attack = Attack::new().await;
    attack.set("core.fsmonitor", &attack.program).await;
    attack.works_on(&["status"]).await;
    attack.fails().await;
}

#[tokio::test]
async fn filters() {
    for (key, shown) in
        [("clean", &["add", "-A"][..]), ("process", &["add", "-A"]), ("smudge", &["worktree", "add", "-q", "../shown"])]
    {
        let attack = Attack::new().await;
        attack.set(&format!("filter.evil.{key}"), &attack.program).await;
        attack.set("filter.evil.required", "true").await;
        attack.change();
        attack.works_on(shown).await;
        attack.fails().await;
    }
}

#[tokio::test]
async fn filters_with_odd_names() {
    for name in ["a=b", "a.b", "a\\b", "A.clean", "ä", "$(id)"] {
        let attack = Attack::new().await;
        attack.set(&format!("filter.{name}.clean"), &attack.program).await;
        attack.stage.write("sub/.gitattributes", format!("* filter={name}\n"));
        attack.stage.write("sub/x", "x");
        attack.works_on(&["add", "-A"]).await;
        attack.stage.write("sub/x", "y");
        attack.fails().await;
    }
}

#[tokio::test]
async fn filters_of_the_users_own() {
    let attack = Attack::new().await;
    attack.stage.run(&["config", "--global", "filter.evil.clean", &attack.program]).await;
    attack.change();
    attack.works_on(&["add", "-A"]).await;
    attack.fails().await;
}

#[tokio::test]
async fn diff_programs() {
    for key in ["diff.evil.textconv", "diff.evil.command", "diff.external"] {
        let attack = Attack::new().await;
        attack.set(key, &attack.program).await;
        attack.change();
        attack.works_on(&["diff"]).await;
        attack.fails().await;
    }
}

#[tokio::test]
async fn signers() {
    for (key, format) in [("gpg.program", "openpgp"), ("gpg.ssh.program", "ssh"), ("gpg.x509.program", "x509")] {
        let attack = Attack::new().await;
        attack.set(key, &attack.program).await;
        for (key, value) in [("gpg.format", format), ("user.signingKey", "/dev/null"), ("commit.gpgSign", "true")] {
            attack.set(key, value).await;
        }
        attack.set("log.showSignature", "true").await;
        attack.works_on(&["commit", "-q", "--allow-empty", "-m", "x"]).await;
        attack.fails().await;
    }
}

#[tokio::test]
async fn other_commands() {
    let attack = Attack::new().await;
    let shell = format!("!{}", attack.program);
    for builtin in ["status", "add", "diff-tree", "worktree", "rev-parse", "config", "write-tree", "commit-tree"] {
        attack.set(&format!("alias.{builtin}"), &shell).await;
    }
    for key in ["core.editor", "core.pager", "sequence.editor", "core.askPass", "core.sshCommand", "credential.helper"]
    {
        attack.set(key, &attack.program).await;
    }
    attack.set("pager.status", &attack.program).await;
    attack.fails().await;
}

#[tokio::test]
async fn settings_of_one_worktree() {
    let attack = Attack::new().await;
    attack.set("extensions.worktreeConfig", "true").await;
    attack.stage.run(&["config", "--worktree", "filter.evil.clean", &attack.program]).await;
    attack.stage.run(&["config", "--worktree", "filter.evil.smudge", &attack.program]).await;
    attack.stage.run(&["config", "--worktree", "core.fsmonitor", &attack.program]).await;
    attack.works_on(&["status"]).await;
    attack.fails().await;
}

#[tokio::test]
async fn settings_from_another_file_are_refused() {
    for key in ["include.path", "includeIf.onbranch:card.path", "includeIf.gitdir:/**.path"] {
        let attack = Attack::new().await;
        attack.stage.write("settings", format!("[core]\nfsmonitor = {}\n", attack.program));
        attack.set(key, "../settings").await;
        let error = everything(&attack.stage, Trust::Untrusted).await.unwrap_err();
        assert!(matches!(error, GitError::CannotDisarm { .. }), "{error}");
        attack.left_no_mark();
    }
}

#[tokio::test]
async fn more_settings_than_can_be_switched_off_are_refused() {
    let attack = Attack::new().await;
    let settings = (0..1_000).fold(String::new(), |settings, number| {
        format!("{settings}[filter \"f{number}\"]\nclean = {}\n", attack.program)
    });
    let path = attack.stage.folder.join(".git/config");
    fs::write(&path, format!("{}{settings}", fs::read_to_string(&path).unwrap())).unwrap();
    let error = everything(&attack.stage, Trust::Untrusted).await.unwrap_err();
    assert!(matches!(error, GitError::CannotDisarm { .. }), "{error}");
    attack.left_no_mark();
}

/// A submodule has settings of its own, which git reads when it looks into it.
#[tokio::test]
async fn a_submodule() {
    for (key, ignore) in [("core.fsmonitor", "dirty"), ("filter.inside.clean", "all"), ("filter.inside.clean", "none")]
    {
        let attack = Attack::new().await;
        let other = Stage::new().await;
        let from = other.folder.to_str().unwrap();
        attack.stage.run(&["-c", "protocol.file.allow=always", "submodule", "add", "-q", from, "other"]).await;
        attack.stage.run(&["config", "-f", ".gitmodules", "submodule.other.ignore", ignore]).await;
        attack.stage.commit("a submodule").await;
        let inside = attack.stage.folder.join("other");
        attack.stage.run_in(&inside, &["config", key, &attack.program]).await;
        attack.stage.write("other/.gitattributes", "* filter=inside\n");
        // As long as it was, so that git must read it to know.
        attack.stage.write("other/readme.md", "ONE\ntwo\nthree\n");
        attack.works_on(&["status", "--ignore-submodules=none"]).await;
        attack.fails().await;
    }
}

#[tokio::test]
async fn a_repository_inside() {
    let attack = Attack::new().await;
    let inner = attack.stage.folder.join("inner");
    fs::create_dir(&inner).unwrap();
    attack.stage.run_in(&inner, &["init", "-q"]).await;
    attack.stage.run_in(&inner, &["commit", "-q", "--allow-empty", "-m", "x"]).await;
    attack.stage.run_in(&inner, &["config", "core.fsmonitor", &attack.program]).await;
    attack.fails().await;
}

/// Objects that are missing are fetched from a remote that the repository names.
#[tokio::test]
async fn a_remote_that_is_a_program() {
    for (key, value) in [
        ("remote.origin.url", format!("ext::{} %S", "PROGRAM")),
        ("remote.origin.uploadpack", "PROGRAM".to_owned()),
        ("core.sshCommand", "PROGRAM".to_owned()),
    ] {
        let attack = Attack::new().await;
        let url = if key == "core.sshCommand" { "ssh://localhost/x" } else { attack.stage.folder.to_str().unwrap() };
        for (key, value) in [
            ("core.repositoryformatversion", "1"),
            ("extensions.partialClone", "origin"),
            ("remote.origin.promisor", "true"),
            ("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"),
            ("remote.origin.url", url),
            ("protocol.ext.allow", "always"),
            ("protocol.allow", "always"),
        ] {
            attack.set(key, value).await;
        }
        attack.set(key, &value.replace("PROGRAM", &attack.program)).await;
        let blob = attack.stage.run(&["rev-parse", "HEAD:a.txt"]).await;
        fs::remove_file(attack.stage.folder.join(".git/objects").join(&blob[..2]).join(&blob[2..])).unwrap();
        attack.change();
        attack.works_on(&["diff"]).await;
        let error = everything(&attack.stage, Trust::Untrusted).await.unwrap_err();
        attack.left_no_mark();
        assert!(matches!(error, GitError::Failed { .. }), "{error}");
    }
}

#[tokio::test]
async fn a_trusted_repository_runs_its_own() {
    let attack = Attack::new().await;
    write_program(&attack.stage.folder.join(".git/hooks/post-checkout"), &format!("exec {}", attack.program));
    everything(&attack.stage, Trust::Trusted).await.unwrap();
    assert!(attack.mark.exists());
    fs::remove_file(&attack.mark).unwrap();
    fs::remove_file(attack.stage.folder.join(".git/hooks/post-checkout")).unwrap();
    attack.set("filter.evil.clean", &attack.program).await;
    attack.change();
    everything(&attack.stage, Trust::Trusted).await.unwrap();
    assert!(attack.mark.exists());
}
