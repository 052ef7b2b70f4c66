//! Lock files name packages and checksums, never the host a package happened to be downloaded from.

use super::Finding;
use super::files::Files;

/// How cargo writes crates.io into a lock file, whatever mirror it downloads from.
const CRATES_IO: &str = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
const LOCK_FILES: &[&str] = &["Cargo.lock", "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock"];

pub fn name_no_host(files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.all().iter().filter(|file| LOCK_FILES.contains(&file.name())) {
        for (number, line) in file.lines() {
            let npm_source = line.trim_start().starts_with("\"resolved\":") || line.contains("tarball:");
            let other_source = line.starts_with("source = ") && line != CRATES_IO;
            if other_source || (npm_source && line.contains("://")) {
                findings.push(Finding::new(&file.path, number, "a lock file names a download address"));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::assert_findings;
    use super::*;

    #[test]
    fn cargo_packages_come_from_crates_io() {
        let text =
            format!("{CRATES_IO}\nsource = \"registry+https://mirror.example/index\"\nsource = \"git+https://x\"\n");
        let expected = [
            "Cargo.lock:2: a lock file names a download address",
            "Cargo.lock:3: a lock file names a download address",
        ];
        assert_findings(name_no_host, &[("Cargo.lock", &text)], &expected);
    }

    #[test]
    fn npm_packages_are_not_resolved() {
        let text = "{\n  \"resolved\": \"https://mirror.example/a.tgz\",\n  \"funding\": \"https://example.org\"\n}";
        let expected = ["web/package-lock.json:2: a lock file names a download address"];
        assert_findings(name_no_host, &[("web/package-lock.json", text)], &expected);
    }
}
