//! Names that git takes, whatever people write.

use git::limits::MAX_NAME_BYTES;
use git::{Branch, Commit, KeptRef, branch_name};
use proptest::prelude::*;

use crate::stage::Stage;

#[track_caller]
fn check(title: &str, expected: &str) {
    assert_eq!(branch_name("tandem", title, "0192f3a4").as_str(), expected);
}

#[test]
fn a_branch_is_named_after_its_title() {
    check("Fix the login page", "tandem/fix-the-login-page-0192f3a4");
    check("  --upload-pack=x  ", "tandem/upload-pack-x-0192f3a4");
    check("$(touch /tmp/x); `id`", "tandem/touch-tmp-x-id-0192f3a4");
    check("a..b.lock @{-1}", "tandem/a-b-lock-1-0192f3a4");
    check("Übergröße 🦀", "tandem/bergr-e-0192f3a4");
    check("日本語", "tandem/0192f3a4");
    check("", "tandem/0192f3a4");
    check(&"long ".repeat(50), "tandem/long-long-long-long-long-long-long-long-0192f3a4");
    assert_eq!(branch_name("", "", "").as_str(), "work");
    assert_eq!(branch_name("../x", "y", "z").as_str(), "x/y-z");
}

#[test]
fn what_could_be_something_else_is_no_name() {
    for name in [
        "",
        "-x",
        "--upload-pack=x",
        "a b",
        "a..b",
        "a.lock",
        "a.lock/b",
        "a/.b",
        "/a",
        "a/",
        "a//b",
        "a.",
        "@",
        "HEAD",
        "a@{1}",
        "a~1",
        "a^",
        "a:b",
        "a?",
        "a*",
        "a[",
        "a\\b",
        "a\nb",
        "a\0b",
        "a\u{7f}",
    ] {
        assert!(Branch::parse(name).is_err(), "{name:?}");
    }
    assert!(Branch::parse(&"x".repeat(MAX_NAME_BYTES + 1)).is_err());
    assert!(Branch::parse(&"x".repeat(MAX_NAME_BYTES)).is_ok());
    for name in ["refs/heads/main", "refs/tandem/", "refs/tandem/../heads/main", "refs/tandem/a b", "tandem/x"] {
        assert!(KeptRef::parse(name).is_err(), "{name:?}");
    }
    assert!(KeptRef::parse("refs/tandem/kept/card-1").is_ok());
    for name in
        ["HEAD", "0123456789012345678901234567890123456789 ", "0123456789ABCDEF0123456789ABCDEF01234567", "0123"]
    {
        assert!(Commit::parse(name).is_err(), "{name:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn git_takes_every_name_that_is_made_or_parsed(
        titles in prop::collection::vec("(\\PC|[-./@{}~^:?*\\[\\\\ ]|\\.lock|[\\x00-\\x20]){0,30}", 8),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let stage = Stage::empty().await;
            for title in &titles {
                let made = branch_name("tandem", title, "0192f3a4");
                assert_eq!(Branch::parse(made.as_str()).as_ref(), Ok(&made));
                let names = [Some(made.as_str()), Branch::parse(title).ok().map(|_| title.as_str())];
                for name in names.into_iter().flatten() {
                    stage.run(&["check-ref-format", "--branch", name]).await;
                }
            }
        });
    }
}
