//! What a server that was killed has left is found by its marker.

use agents::process::{Marked, sweep};

use crate::support::{SLEEPS, Script, is_running, marked, marker, within};

fn daemon() -> String {
    format!("setsid sh -c 'echo $$; exec {SLEEPS}' & wait")
}

#[tokio::test]
async fn one_run_is_swept() {
    let mut run = Script::start("sweep-one", &daemon());
    let processes = run.processes(1).await;
    assert_eq!(within(sweep(Marked::Run(marker("sweep-one")))).await, 0);
    run.end(&processes).await;
}

#[tokio::test]
async fn all_runs_with_a_prefix_are_swept_and_no_other() {
    let mut runs = [Script::start("prefix/a", &daemon()), Script::start("prefix/b", &daemon())];
    let mut other = Script::start("prefi", &daemon());
    let mut swept = Vec::new();
    for run in &mut runs {
        swept.extend(run.processes(1).await);
    }
    let kept = other.processes(1).await;

    assert_eq!(within(sweep(Marked::Prefix(marker("prefix/")))).await, 0);
    assert!(!swept.iter().any(|id| is_running(*id)), "{swept:?}");
    assert!(marked(&marker("prefix/a")).is_empty() && marked(&marker("prefix/b")).is_empty());
    assert!(is_running(kept[0]));

    for run in runs {
        run.end(&swept).await;
    }
    other.end(&kept).await;
}

#[tokio::test]
async fn a_run_is_not_swept_by_the_beginning_of_its_marker() {
    let mut run = Script::start("whole", &daemon());
    let processes = run.processes(1).await;
    assert_eq!(within(sweep(Marked::Run(marker("who")))).await, 0);
    assert!(is_running(processes[0]));
    run.end(&processes).await;
}

#[tokio::test]
async fn sweeping_finds_who_dropped_the_marker_through_its_parent() {
    let script = format!("env -i setsid /bin/sh -c 'echo $$; exec {SLEEPS}' & wait");
    let mut run = Script::start("sweep-dropped", &script);
    let processes = run.processes(1).await;
    assert_eq!(within(sweep(Marked::Run(marker("sweep-dropped")))).await, 0);
    assert!(!is_running(processes[0]));
    run.end(&processes).await;
}

#[tokio::test]
async fn sweeping_nobody_is_nothing() {
    assert_eq!(within(sweep(Marked::Run(marker("nobody")))).await, 0);
}
