//! Which part of the web UI may import which. `app` puts everything together; features do not know each other; `live` is
//! the client of the live protocol and works without a page.

use super::Finding;
use super::files::Files;
use super::{links, web};

const SOURCE: &str = "web/src/";

/// A part of the source, by its folder.
#[derive(Debug, PartialEq, Clone, Copy)]
enum Part<'a> {
    App,
    Feature(&'a str),
    Live,
    /// `ui` and `lib`.
    Shared,
    /// What lies beside those folders.
    Root,
}

pub fn are_kept(files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in web::scripts(files) {
        let Some(part) = part_of(&file.path) else { continue };
        for (number, line) in file.lines() {
            for specifier in specifiers(line) {
                if let Some(why) = objection(part, &file.path, specifier) {
                    findings.push(Finding::new(&file.path, number, format!("`{specifier}` is imported, but {why}")));
                }
            }
        }
    }
    findings
}

fn objection(part: Part<'_>, path: &str, specifier: &str) -> Option<&'static str> {
    let Some(target) = resolve(path, specifier) else {
        let is_react = specifier == "react" || specifier.starts_with("react-") || specifier.starts_with("react/");
        return (part == Part::Live && is_react).then_some("`live` works without React");
    };
    match (part, part_of(&target)?) {
        (Part::Feature(own), Part::Feature(other)) if own != other => {
            Some("a feature does not know another; `app` does")
        }
        (Part::Feature(_) | Part::Live | Part::Shared, Part::App) => Some("only `app` puts things together"),
        (Part::Live | Part::Shared, Part::Feature(_)) => Some("what features share does not know them"),
        (Part::Live, Part::Shared) => Some("`live` stands alone"),
        (Part::App | Part::Root, _)
        | (Part::Feature(_), Part::Feature(_) | Part::Live | Part::Shared | Part::Root)
        | (Part::Live, Part::Live | Part::Root)
        | (Part::Shared, Part::Live | Part::Shared | Part::Root) => None,
    }
}

fn part_of(path: &str) -> Option<Part<'_>> {
    let mut folders = path.strip_prefix(SOURCE)?.split('/');
    Some(match folders.next()? {
        "app" => Part::App,
        "features" => Part::Feature(folders.next()?),
        "live" => Part::Live,
        "lib" | "ui" => Part::Shared,
        _ => Part::Root,
    })
}

/// Returns the path in the repository that an import names; packages have none.
fn resolve(path: &str, specifier: &str) -> Option<String> {
    if let Some(rest) = specifier.strip_prefix("@/") {
        return Some(format!("{SOURCE}{rest}"));
    }
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    specifier.starts_with('.').then(|| links::join(folder, specifier))?
}

/// Returns what a line imports: the strings after `from`, `import` and `import(`.
fn specifiers(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for quote in ['\'', '"'] {
        let parts: Vec<&str> = line.split(quote).collect();
        for pair in parts.chunks_exact(2) {
            let before = pair[0].trim_end();
            if before.ends_with("from") || before.ends_with("import") || before.ends_with("import(") {
                found.push(pair[1]);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::assert_findings;
    use super::*;

    #[track_caller]
    fn check(path: &str, specifier: &str, expected: Option<&str>) {
        let text = format!("import {{ x }} from '{specifier}';\n");
        let expected = expected.map(|why| format!("{path}:1: `{specifier}` is imported, but {why}"));
        assert_findings(are_kept, &[(path, &text)], &expected.iter().map(String::as_str).collect::<Vec<_>>());
    }

    #[test]
    fn features_know_what_they_share_and_not_each_other() {
        let path = "web/src/features/kanban/Board.tsx";
        for fine in
            ["./card", "../kanban/card", "@/features/kanban/card", "@/ui/Button", "@/live/board", "@/api.gen", "react"]
        {
            check(path, fine, None);
        }
        for other in ["@/features/history/Panel", "../history/Panel", "../history"] {
            check(path, other, Some("a feature does not know another; `app` does"));
        }
        check(path, "@/app/App", Some("only `app` puts things together"));
        check("web/src/app/App.tsx", "@/features/kanban/Board", None);
    }

    #[test]
    fn shared_parts_know_no_feature() {
        check("web/src/ui/Button.tsx", "@/features/kanban/Board", Some("what features share does not know them"));
        check("web/src/lib/session.ts", "../app/App", Some("only `app` puts things together"));
        check("web/src/lib/hooks.ts", "@/live/board", None);
    }

    #[test]
    fn live_stands_alone() {
        let path = "web/src/live/board.ts";
        for fine in ["./socket", "@/live/socket", "@/api.gen", "idb", "../../tests/live/fake-clock", "reactive"] {
            check(path, fine, None);
        }
        for react in ["react", "react-dom/client", "react/jsx-runtime"] {
            check(path, react, Some("`live` works without React"));
        }
        check(path, "@/lib/time", Some("`live` stands alone"));
        check(path, "../ui/toast", Some("`live` stands alone"));
    }

    #[test]
    fn every_form_of_import_counts() {
        for line in [
            "import type { A } from \"@/app/a\";",
            "export { a } from '@/app/a';",
            "import '@/app/a';",
            "const page = lazy(() => import('@/app/a'));",
            "} from '@/app/a';",
        ] {
            assert_eq!(specifiers(line), ["@/app/a"], "{line}");
        }
        assert_eq!(specifiers("const text = 'from here';"), Vec::<&str>::new());
    }
}
