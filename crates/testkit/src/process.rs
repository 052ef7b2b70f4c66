//! Processes as the kernel sees them: what they have used, who they are, whether they are still there.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};

/// Processor time and memory of a process.
#[derive(Debug, Clone, Copy)]
pub struct Usage {
    pub cpu: Duration,
    pub resident_bytes: u64,
}

/// Reads what a process has used so far.
pub fn usage(pid: u32) -> Result<Usage> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).context("reading the process's times")?;
    // The name in brackets may hold spaces; what follows it does not.
    let fields: Vec<&str> =
        stat.rsplit_once(')').context("reading the process's times")?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|text| text.parse::<u64>().ok()).context("reading a time");
    let cpu_ticks = ticks(11)? + ticks(12)?;
    let per_second = rustix::param::clock_ticks_per_second();
    let status = fs::read_to_string(format!("/proc/{pid}/status")).context("reading the process's memory")?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("finding the memory")?;
    let kilobytes: u64 = resident.trim().trim_end_matches("kB").trim().parse().context("reading the memory")?;
    Ok(Usage { cpu: Duration::from_millis(cpu_ticks * 1000 / per_second), resident_bytes: kilobytes * 1024 })
}

/// Returns the running processes that have a variable in their environment whose value fits, the oldest first.
pub fn processes_with(variable: &str, fits: impl Fn(&str) -> bool) -> Vec<u32> {
    let is_meant = |id: &u32| {
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        let mut set = environment.split(|byte| *byte == 0).map(String::from_utf8_lossy);
        set.any(|set| set.split_once('=').is_some_and(|(name, value)| name == variable && fits(value)))
    };
    let listed = fs::read_dir("/proc").into_iter().flatten().flatten();
    let all = listed.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let mut found: Vec<u32> = all.filter(|id| is_running(*id)).filter(is_meant).collect();
    found.sort_by_key(|id| (started(*id), *id));
    found
}

/// Returns whether there is such a process that does more than wait to be forgotten.
pub fn is_running(id: u32) -> bool {
    fields(id).first().is_some_and(|state| !matches!(state.as_str(), "Z" | "X"))
}

/// Ends a process as the kernel would that is out of memory.
pub fn kill(id: u32) -> Result<()> {
    let id = i32::try_from(id).ok().and_then(Pid::from_raw).context("this is the id of no process")?;
    kill_process(id, Signal::KILL).context("killing a process")
}

fn started(id: u32) -> Option<u64> {
    fields(id).get(19)?.parse().ok()
}

/// Returns what the kernel says of a process after its name, which may hold anything.
fn fields(id: u32) -> Vec<String> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let after_name = stat.rsplit_once(") ").map(|(_, fields)| fields).unwrap_or_default();
    after_name.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_process_is_found_by_its_environment_until_it_is_killed() {
        let value = format!("{}-x", std::process::id());
        let mut command = tokio::process::Command::new("sleep");
        let mut child = command.arg("600").env("TESTKIT_MARK", &value).kill_on_drop(true).spawn().unwrap();
        let id = child.id().unwrap();
        assert_eq!(processes_with("TESTKIT_MARK", |set| set == value), [id]);
        assert_eq!(processes_with("TESTKIT_MARK", |set| set == "another"), [0; 0]);
        assert!(is_running(id));
        kill(id).unwrap();
        child.wait().await.unwrap();
        assert!(!is_running(id));
    }
}
