//! Whatever a program does, nothing of it is left.

use agents::process::Line;

use crate::support::{SLEEPS, Script, within};

/// Starts a script that prints the ids of so many processes, ends it, and checks that none of them is left.
async fn check(name: &str, script: &str, processes: usize) {
    let mut run = Script::start(name, script);
    let processes = run.processes(processes).await;
    run.end(&processes).await;
}

#[tokio::test]
async fn one_that_waits() {
    check("waits", &format!("echo $$; exec {SLEEPS}"), 1).await;
}

#[tokio::test]
async fn one_that_ends_by_itself() {
    let mut run = Script::start("by-itself", "echo done");
    assert_eq!(run.text().await, "done");
    assert_eq!(run.line().await, None);
    within(run.process.exited()).await;
    run.end(&[]).await;
}

#[tokio::test]
async fn one_that_is_told_nothing_and_ends_with_its_input() {
    check("input", "echo $$; cat", 1).await;
}

#[tokio::test]
async fn one_that_ignores_being_asked() {
    check("ignores", &format!("trap '' TERM INT HUP; {SLEEPS} & echo $$; echo $!; wait; {SLEEPS}"), 2).await;
}

#[tokio::test]
async fn a_child_with_a_session_of_its_own() {
    check("session", &format!("setsid sh -c 'echo $$; exec {SLEEPS}' & wait"), 1).await;
}

#[tokio::test]
async fn a_daemon_whose_parents_are_gone() {
    let daemon =
        format!("setsid sh -c '(trap \"\" TERM; echo $$; exec {SLEEPS}) & sh -c \"echo \\$PPID\"; exec {SLEEPS}' &");
    check("daemon", &format!("({daemon}) ; {SLEEPS}"), 2).await;
}

#[tokio::test]
async fn children_that_stay_when_the_leader_goes() {
    let script = format!(
        "{SLEEPS} >/dev/null 2>&1 & echo $!; setsid sh -c 'echo $$; exec {SLEEPS}' 2>/dev/null & exec >&-; wait $!x"
    );
    let mut run = Script::start("leader-first", &script);
    let processes = run.processes(2).await;
    within(run.process.exited()).await;
    run.end(&processes).await;
}

#[tokio::test]
async fn children_that_hold_the_pipes_when_the_leader_goes() {
    let mut run = Script::start("pipes", &format!("{SLEEPS} & echo $!; echo last words >&2"));
    let processes = run.processes(1).await;
    within(run.process.exited()).await;
    assert_eq!(within(run.process.last_words()).await, "last words");
    run.end(&processes).await;
}

#[tokio::test]
async fn a_child_that_dropped_the_marker() {
    check("dropped", &format!("env -i setsid /bin/sh -c 'echo $$; {SLEEPS}' & wait"), 1).await;
}

#[tokio::test]
async fn a_child_that_dropped_the_marker_of_a_parent_that_ends_when_asked() {
    // The shell in between is in no group of ours, and all three end in some order while we look.
    let child = format!("env -i setsid /bin/sh -c \"echo \\$\\$; exec {SLEEPS}\"");
    check("dropped-asked", &format!("setsid sh -c '{child} & echo $$; wait' & wait"), 2).await;
}

#[tokio::test]
async fn a_child_that_dropped_the_marker_and_lost_its_parent_after_we_looked() {
    let script = format!("env -i setsid /bin/sh -c 'echo $$; exec {SLEEPS}' & read line; exit");
    let mut run = Script::start("lost", &script);
    let processes = run.processes(1).await;
    within(run.process.look()).await;
    run.process.write_line("go".to_owned()).unwrap();
    within(run.process.exited()).await;
    run.end(&processes).await;
}

#[tokio::test]
async fn a_storm_of_forks() {
    // Each starts the next and ends, so that whoever is seen is gone a moment later. Should it escape, it dies down.
    let hop = "sleep 0.02; [ $1 -gt 0 ] || echo died down; [ $1 -gt 0 ] && setsid sh -c \"$0\" \"$0\" $(($1 - 1)) &";
    let script =
        format!("for i in 1 2 3 4 5 6 7 8; do setsid sh -c '{hop}' '{hop}' 200 & done; echo started; {SLEEPS}");
    let mut run = Script::start("storm", &script);
    assert_eq!(run.text().await, "started");
    assert_eq!(run.end(&[]).await, []);
}

#[tokio::test]
async fn two_runs_do_not_touch_each_other() {
    let script = format!("setsid sh -c 'echo $$; exec {SLEEPS}' & wait");
    let (mut one, mut other) = (Script::start("one", &script), Script::start("one-more", &script));
    let (ones, others) = (one.processes(1).await, other.processes(1).await);
    one.end(&ones).await;
    assert!(others.iter().all(|id| crate::support::is_running(*id)), "the other run was ended too");
    other.process.write_line("still there".to_owned()).unwrap();
    other.end(&others).await;
}

#[tokio::test]
async fn one_that_closes_its_output_and_goes_on() {
    let mut run = Script::start("closed", &format!("echo $$; exec >&- 2>&-; exec {SLEEPS}"));
    let processes = run.processes(1).await;
    assert_eq!(run.line().await, None::<Line>);
    run.end(&processes).await;
}
