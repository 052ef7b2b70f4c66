//! How much a browser loads before the first screen, and for each part that it loads later.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

/// Where vite writes which file needs which.
pub const MANIFEST: &str = "assets/manifest.json";

/// Bytes of everything that comes before the first screen.
const FIRST_LOAD: u64 = 120_000;
/// Bytes of what comes when somebody goes to a part of the UI for the first time. The largest is the canvas: half of it is
/// xyflow, and nothing lies on a whiteboard without it.
const LATER: u64 = 90_000;

/// Subsets of a font that a browser loads only when a page has such letters.
const OTHER_SCRIPTS: &[&str] = &["cyrillic", "greek", "latin-ext", "vietnamese", "math", "symbols"];

/// Files that are loaded together.
#[derive(Debug, PartialEq)]
pub struct Load {
    name: String,
    limit: u64,
    /// Names and bytes, the largest first.
    files: Vec<(String, u64)>,
}

impl Load {
    fn bytes(&self) -> u64 {
        self.files.iter().map(|(_, bytes)| bytes).sum()
    }
}

/// Works out from vite's manifest and the page it wrote what is loaded when; the first load comes first.
pub fn loads(manifest: &str, page: &str, sizes: &BTreeMap<String, u64>) -> Result<Vec<Load>> {
    let manifest: Value = serde_json::from_str(manifest).context("reading the build manifest")?;
    let chunks = manifest.as_object().context("the build manifest is no object")?;
    let mut first: BTreeSet<String> = BTreeSet::from(["index.html".to_owned()]);
    for file in files_of_page(page) {
        let key = chunks.iter().find(|(_, chunk)| chunk["file"] == file.as_str()).map(|(key, _)| key);
        match key {
            Some(key) => first.extend(files_of_chunk(chunks, key)),
            None => first.extend([file]),
        }
    }
    // The entry's fonts are named by its chunk, whatever the page says.
    first.extend(entries(chunks, "isEntry").flat_map(|key| files_of_chunk(chunks, key)));
    let mut loads = vec![load("first load", FIRST_LOAD, &first, sizes)?];
    for key in entries(chunks, "isDynamicEntry") {
        let more = files_of_chunk(chunks, key).difference(&first).cloned().collect();
        loads.push(load(key, LATER, &more, sizes)?);
    }
    Ok(loads)
}

/// Writes every load with its size and its largest files.
pub fn report(loads: &[Load]) -> String {
    const SHOWN: usize = 4;
    let mut text = String::new();
    for load in loads {
        let largest = load.files.iter().take(SHOWN).map(|(name, bytes)| {
            let name = name.rsplit('/').next().unwrap_or(name);
            format!("{name} {}", kilobytes(*bytes))
        });
        let largest = largest.collect::<Vec<_>>().join(", ");
        // Writing into a string cannot fail.
        let (of, limit) = (kilobytes(load.bytes()), load.limit / 1000);
        writeln!(text, "{of:>5} of {limit:>3} KB  {}: {largest}", load.name).ok();
    }
    text.trim_end().to_owned()
}

pub fn check(loads: &[Load]) -> Result<()> {
    let over = loads.iter().filter(|load| load.bytes() > load.limit);
    let over: Vec<&str> = over.map(|load| load.name.as_str()).collect();
    if !over.is_empty() {
        bail!("too much is loaded at once: {}", over.join(", "));
    }
    Ok(())
}

fn load(name: &str, limit: u64, names: &BTreeSet<String>, sizes: &BTreeMap<String, u64>) -> Result<Load> {
    let mut files = Vec::new();
    for name in names {
        let bytes = sizes.get(name).with_context(|| format!("{name} is needed but was not built"))?;
        files.push((name.clone(), *bytes));
    }
    files.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(Load { name: name.to_owned(), limit, files })
}

fn entries<'a>(chunks: &'a Map<String, Value>, kind: &'a str) -> impl Iterator<Item = &'a String> {
    chunks.iter().filter(move |(_, chunk)| chunk[kind] == true).map(|(key, _)| key)
}

/// Returns a chunk's file with everything that must be there before it runs or looks right.
fn files_of_chunk(chunks: &Map<String, Value>, key: &str) -> BTreeSet<String> {
    let (mut files, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![key.to_owned()]);
    while let Some(key) = open.pop() {
        let Some(chunk) = chunks.get(&key).filter(|_| seen.insert(key.clone())) else { continue };
        files.extend(chunk["file"].as_str().map(str::to_owned));
        files.extend(texts(&chunk["css"]));
        files.extend(texts(&chunk["assets"]).filter(|file| is_needed_font(file)));
        open.extend(texts(&chunk["imports"]));
    }
    files
}

fn texts(list: &Value) -> impl Iterator<Item = String> {
    list.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned))
}

fn is_needed_font(file: &str) -> bool {
    file.rsplit('.').next() == Some("woff2") && !OTHER_SCRIPTS.iter().any(|script| file.contains(script))
}

/// Returns what the page itself names: scripts, preloads and stylesheets.
fn files_of_page(page: &str) -> Vec<String> {
    let mut files = Vec::new();
    for tag in page.split('<').filter_map(|rest| rest.split('>').next()) {
        let needed = match attribute(tag, "rel") {
            _ if tag.starts_with("script") => attribute(tag, "src"),
            Some("modulepreload" | "preload" | "stylesheet") => attribute(tag, "href"),
            Some(_) | None => None,
        };
        files.extend(needed.map(|path| path.trim_start_matches('/').to_owned()));
    }
    files
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

fn kilobytes(bytes: u64) -> String {
    let tenths = bytes.div_ceil(100);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<!doctype html><link rel="icon" href="/icon.svg" /><script src="/theme.js"></script>
        <script type="module" crossorigin src="/assets/main.js"></script>
        <link rel="modulepreload" crossorigin href="/assets/react.js">
        <link rel="stylesheet" crossorigin href="/assets/main.css">"#;
    const CHUNKS: &str = r#"{
        "index.html": { "file": "assets/main.js", "isEntry": true, "imports": ["_react.js"],
            "dynamicImports": ["src/board.tsx", "src/help.tsx"], "css": ["assets/main.css"],
            "assets": ["assets/geist-latin-wght.woff2", "assets/geist-cyrillic-wght.woff2",
                       "assets/geist-latin-ext-wght.woff2", "assets/picture.png"] },
        "_react.js": { "file": "assets/react.js", "imports": ["_shared.js"] },
        "_shared.js": { "file": "assets/shared.js", "imports": ["_react.js"] },
        "_drag.js": { "file": "assets/drag.js", "imports": ["_shared.js"], "css": ["assets/drag.css"] },
        "src/board.tsx": { "file": "assets/board.js", "isDynamicEntry": true, "imports": ["_drag.js", "index.html"] },
        "src/help.tsx": { "file": "assets/help.js", "isDynamicEntry": true, "imports": ["_react.js"] }
    }"#;

    fn sizes() -> BTreeMap<String, u64> {
        let sizes = [
            ("index.html", 300),
            ("theme.js", 200),
            ("assets/main.js", 30_000),
            ("assets/main.css", 6_000),
            ("assets/react.js", 55_000),
            ("assets/shared.js", 1_000),
            ("assets/geist-latin-wght.woff2", 28_000),
            ("assets/board.js", 80_000),
            ("assets/drag.js", 10_001),
            ("assets/drag.css", 0),
            ("assets/help.js", 90_000),
        ];
        sizes.map(|(name, bytes)| (name.to_owned(), bytes)).into()
    }

    #[test]
    fn the_first_load_is_all_that_the_page_needs() {
        let loads = loads(CHUNKS, PAGE, &sizes()).unwrap();
        let names: Vec<&str> = loads[0].files.iter().map(|(name, _)| name.as_str()).collect();
        let expected = [
            "assets/react.js",
            "assets/main.js",
            "assets/geist-latin-wght.woff2",
            "assets/main.css",
            "assets/shared.js",
            "index.html",
            "theme.js",
        ];
        assert_eq!(names, expected);
        assert_eq!(loads[0].bytes(), 120_500);
    }

    #[test]
    fn a_later_load_is_what_the_first_lacks() {
        let loads = loads(CHUNKS, PAGE, &sizes()).unwrap();
        let board = &loads[1];
        assert_eq!((board.name.as_str(), board.bytes()), ("src/board.tsx", 90_001));
        let names: Vec<&str> = board.files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["assets/board.js", "assets/drag.js", "assets/drag.css"]);
        assert_eq!((loads[2].name.as_str(), loads[2].bytes()), ("src/help.tsx", 90_000));
    }

    #[test]
    fn what_is_too_much_is_named() {
        let loads = loads(CHUNKS, PAGE, &sizes()).unwrap();
        let error = check(&loads).unwrap_err();
        assert_eq!(error.to_string(), "too much is loaded at once: first load, src/board.tsx");
        let expected = "\
120.5 of 120 KB  first load: react.js 55.0, main.js 30.0, geist-latin-wght.woff2 28.0, main.css 6.0
 90.1 of  90 KB  src/board.tsx: board.js 80.0, drag.js 10.1, drag.css 0.0
 90.0 of  90 KB  src/help.tsx: help.js 90.0";
        assert_eq!(report(&loads), expected);
    }

    #[test]
    fn a_file_that_was_not_built_is_named() {
        let mut sizes = sizes();
        sizes.remove("theme.js");
        let error = loads(CHUNKS, PAGE, &sizes).unwrap_err();
        assert_eq!(error.to_string(), "theme.js is needed but was not built");
    }
}
