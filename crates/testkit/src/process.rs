//! What a process has used, as the kernel counts it.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

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
