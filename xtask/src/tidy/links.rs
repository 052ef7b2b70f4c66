//! Relative links between the documents lead somewhere.

use super::Finding;
use super::files::{File, Files};

pub fn resolve(files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.all().iter().filter(|file| file.extension() == "md") {
        for (number, target) in relative_links(file) {
            let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            if !join(folder, &target).is_some_and(|path| files.has_path(&path)) {
                findings.push(Finding::new(&file.path, number, format!("the link `{target}` leads nowhere")));
            }
        }
    }
    findings
}

/// Returns the targets of `[text](target)` outside code, without their `#fragment`.
fn relative_links(file: &File) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    let mut in_code = false;
    for (number, line) in file.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            let text = without_code_spans(line);
            links.extend(text.split("](").skip(1).filter_map(target).map(|target| (number, target)));
        }
    }
    links
}

/// Returns the relative path at the start of `rest`, which follows `](`.
fn target(rest: &str) -> Option<String> {
    let target = rest.split([')', ' ']).next()?;
    let path = target.split('#').next()?;
    let is_elsewhere = path.contains("://") || path.starts_with("mailto:");
    (!path.is_empty() && !is_elsewhere).then(|| path.to_owned())
}

fn without_code_spans(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// Resolves `.` and `..`; `None` is outside the repository.
pub fn join(folder: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::super::assert_findings;
    use super::*;

    #[test]
    fn links_to_files_folders_and_elsewhere_are_good() {
        let text = "[a](architecture.md#map) [b](../README.md) [c](decisions/) [d](https://example.org/x)\n\
                    [e](#here) [f](mailto:a@example.org) [g](../LICENSE \"title\")\n";
        let files = [
            ("docs/architecture.md", text),
            ("docs/decisions/0001-a.md", ""),
            ("README.md", "[map](docs/architecture.md)"),
            ("LICENSE", ""),
        ];
        assert_findings(resolve, &files, &[]);
    }

    #[test]
    fn links_to_nothing_are_found() {
        let text = "fine\n[a](b.md) and [c](../../up.md)\n";
        let expected =
            ["docs/a.md:2: the link `b.md` leads nowhere", "docs/a.md:2: the link `../../up.md` leads nowhere"];
        assert_findings(resolve, &[("docs/a.md", text)], &expected);
    }

    #[test]
    fn code_has_no_links() {
        assert_findings(resolve, &[("a.md", "```\n[a](b.md)\n```\nuse `[a](b.md)` so\n")], &[]);
    }
}
