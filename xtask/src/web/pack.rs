//! Compresses what vite built, once and well, for the program to hold.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

use super::budget::MANIFEST;
use super::files;

/// Files that get smaller. Fonts and pictures are compressed already.
const COMPRESSIBLE: &[&str] = &["css", "html", "js", "json", "mjs", "svg", "txt", "wasm", "webmanifest"];
const QUALITY: u32 = 11;
/// Two to the power of this is how far back the compressor looks: further than any file here is long.
const WINDOW_BITS: u32 = 22;
const BUFFER_BYTES: usize = 64 * 1024;

/// Makes `packed` hold the files of `built`, each once: as `NAME.br` where that is smaller. What is the same already is
/// not touched, so that cargo builds the program again only when there is something new in it.
pub fn pack(built: &Path, packed: &Path) -> Result<()> {
    let mut wanted: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for path in files::list(built, &[])? {
        let bytes = std::fs::read(built.join(&path)).with_context(|| format!("reading {path}"))?;
        let (path, bytes) = smallest(path, bytes)?;
        wanted.insert(path, bytes);
    }
    std::fs::create_dir_all(packed).with_context(|| format!("creating {}", packed.display()))?;
    for path in files::list(packed, &[])? {
        if !wanted.contains_key(&path) {
            std::fs::remove_file(packed.join(&path)).with_context(|| format!("removing {path}"))?;
        }
    }
    for (path, bytes) in wanted {
        let target = packed.join(&path);
        if std::fs::read(&target).is_ok_and(|present| present == bytes) {
            continue;
        }
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
        }
        std::fs::write(&target, bytes).with_context(|| format!("writing {path}"))?;
    }
    Ok(())
}

/// Returns how many bytes a browser loads for each file, by its name without `.br`.
pub fn sizes(packed: &Path) -> Result<BTreeMap<String, u64>> {
    let mut sizes = BTreeMap::new();
    for path in files::list(packed, &[])? {
        let bytes = std::fs::metadata(packed.join(&path)).with_context(|| format!("reading {path}"))?.len();
        sizes.insert(path.strip_suffix(".br").unwrap_or(&path).to_owned(), bytes);
    }
    Ok(sizes)
}

fn smallest(path: String, bytes: Vec<u8>) -> Result<(String, Vec<u8>)> {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    // The build manifest is read by tools, from the folder.
    if !COMPRESSIBLE.contains(&extension) || path == MANIFEST {
        return Ok((path, bytes));
    }
    let compressed = compress(&bytes).with_context(|| format!("compressing {path}"))?;
    Ok(if compressed.len() < bytes.len() { (format!("{path}.br"), compressed) } else { (path, bytes) })
}

fn compress(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut compressed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut compressed, BUFFER_BYTES, QUALITY, WINDOW_BITS);
    writer.write_all(bytes)?;
    // Dropping it writes the end.
    drop(writer);
    Ok(compressed)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn write(folder: &Path, path: &str, text: &str) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    #[test]
    fn each_file_is_there_once_and_small() {
        let (built, packed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let long = "body { color: red }\n".repeat(50);
        write(built.path(), "index.html", &long);
        write(built.path(), "assets/a.css", &long);
        write(built.path(), "assets/tiny.js", "1");
        write(built.path(), "assets/f.woff2", &long);
        write(built.path(), MANIFEST, &long);
        write(packed.path(), "index.html", "of an older build");
        write(packed.path(), "assets/gone.js.br", "of an older build");
        pack(built.path(), packed.path()).unwrap();
        let names = ["assets/a.css.br", "assets/f.woff2", MANIFEST, "assets/tiny.js", "index.html.br"];
        assert_eq!(files::list(packed.path(), &[]).unwrap(), names);
        let mut text = String::new();
        let compressed = std::fs::read(packed.path().join("index.html.br")).unwrap();
        std::io::Read::read_to_string(&mut brotli::Decompressor::new(&compressed[..], 4096), &mut text).unwrap();
        assert_eq!(text, long);
        let sizes = sizes(packed.path()).unwrap();
        assert_eq!(sizes["index.html"], compressed.len() as u64);
        assert_eq!(sizes["assets/f.woff2"], long.len() as u64);
    }

    #[test]
    fn what_is_the_same_is_not_written_again() {
        let (built, packed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        write(built.path(), "a.js", &"let a = 1;\n".repeat(50));
        pack(built.path(), packed.path()).unwrap();
        let file = std::fs::File::options().write(true).open(packed.path().join("a.js.br")).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        pack(built.path(), packed.path()).unwrap();
        assert_eq!(file.metadata().unwrap().modified().unwrap(), SystemTime::UNIX_EPOCH);
    }
}
