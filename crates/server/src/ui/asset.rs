//! One file, in the one form in which the program holds it, and the forms in which it can be sent.

use std::borrow::Cow;
use std::fmt::Write;
use std::io::Read;
use std::sync::OnceLock;

use brotli_decompressor::Decompressor;
use bytes::Bytes;
use http::HeaderValue;
use sha2::{Digest, Sha256};

/// Bytes read at a time when a file is decompressed.
const BUFFER_BYTES: usize = 16 * 1024;
/// Bytes of the hash that a tag shows: enough to tell two builds apart.
const TAG_BYTES: usize = 12;

/// Names under `assets/` carry a hash of the content, so what they name never changes.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Everything else may be kept, and is asked about each time.
const ASK_AGAIN: &str = "no-cache";
/// What the build writes beside the hashed files, under a name that stays.
const BUILD_MANIFEST: &str = "assets/manifest.json";

#[derive(Debug)]
pub struct Asset {
    pub content_type: &'static str,
    pub cache_control: &'static str,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Plain(Version),
    Compressed { brotli: Version, plain: OnceLock<Version> },
}

/// A file as it is sent to one client.
#[derive(Debug)]
pub struct Version {
    pub body: Bytes,
    pub encoding: Option<&'static str>,
    pub tag: Option<HeaderValue>,
}

/// Whether a client takes brotli.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brotli {
    Taken,
    NotTaken,
}

impl Asset {
    pub fn plain(name: &str, bytes: Cow<'static, [u8]>) -> Self {
        let cache_control = cache_control(name);
        let form = Form::Plain(Version::new(to_bytes(bytes), None, cache_control));
        Self { content_type: content_type(name), cache_control, form }
    }

    pub fn compressed(name: &str, bytes: Cow<'static, [u8]>) -> Self {
        let cache_control = cache_control(name);
        let brotli = Version::new(to_bytes(bytes), Some("br"), cache_control);
        let form = Form::Compressed { brotli, plain: OnceLock::new() };
        Self { content_type: content_type(name), cache_control, form }
    }

    /// Tells whether different clients are sent different bytes.
    pub fn has_versions(&self) -> bool {
        matches!(self.form, Form::Compressed { .. })
    }

    /// Returns what this client is sent. A file is decompressed for the first who needs that, and kept so: browsers ask
    /// for brotli only where the connection is safe, and on a local network it often is not.
    pub fn version(&self, brotli_is: Brotli) -> &Version {
        match (&self.form, brotli_is) {
            (Form::Plain(version), _) | (Form::Compressed { brotli: version, .. }, Brotli::Taken) => version,
            (Form::Compressed { brotli, plain }, Brotli::NotTaken) => {
                plain.get_or_init(|| Version::new(decompress(&brotli.body), None, self.cache_control))
            }
        }
    }
}

impl Version {
    fn new(body: Bytes, encoding: Option<&'static str>, cache_control: &str) -> Self {
        // What is kept for ever is never asked about again.
        let tag = if cache_control == FOR_EVER { None } else { tag(&body) };
        Self { body, encoding, tag }
    }
}

fn to_bytes(bytes: Cow<'static, [u8]>) -> Bytes {
    match bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

fn decompress(bytes: &[u8]) -> Bytes {
    let mut plain = Vec::new();
    if let Err(error) = Decompressor::new(bytes, BUFFER_BYTES).read_to_end(&mut plain) {
        tracing::error!(%error, "A file of the web UI is damaged inside the program");
    }
    plain.into()
}

fn cache_control(name: &str) -> &'static str {
    if name.starts_with("assets/") && name != BUILD_MANIFEST { FOR_EVER } else { ASK_AGAIN }
}

/// Returns a strong tag: other bytes, also the same file in another encoding, have another.
fn tag(bytes: &[u8]) -> Option<HeaderValue> {
    let hash = Sha256::digest(bytes);
    let mut tag = String::from("\"");
    for byte in &hash[..TAG_BYTES] {
        write!(tag, "{byte:02x}").ok()?;
    }
    tag.push('"');
    HeaderValue::from_str(&tag).ok()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
