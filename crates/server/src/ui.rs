//! The browser half: files that were built beforehand, and one page for every path that the browser itself routes.

mod asset;
mod negotiate;
mod path;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use http::header::{self, HeaderName};
use http::{HeaderMap, HeaderValue, Method, StatusCode};

use self::asset::Asset;
use crate::app::App;
use crate::operation::Answered;
use crate::problem::Problem;
use crate::router::{no_method, no_route};

/// What a page of ours may load and do: its own files, its own server, nothing inline and nothing from elsewhere.
/// It goes with every file, because a worker is bound by the policy of its script and not by that of its page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// What no page of ours asks a browser for.
const UNUSED_POWERS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
    magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()";

const PAGE: &str = "index.html";

/// Answers for `index.html` where the program was built without one.
const NO_PAGE: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Tandem</title>\n\
    <h1>This build of Tandem has no web UI</h1>\n\
    <p>The API works and is described at <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p>\n\
    <p>To build the UI into the program, run <code>cargo xtask run</code> in its repository; that needs Node 20.</p>\n";

/// The files of the browser half.
#[derive(Debug)]
pub struct Ui {
    assets: BTreeMap<String, Asset>,
    page: Asset,
}

impl Ui {
    /// Takes files by their paths below `/`. `NAME.br` is the file `NAME`, compressed with brotli. What begins with a dot
    /// is not served.
    pub fn new(files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>) -> Self {
        let visible = files.into_iter().filter(|(path, _)| !path.split('/').any(|part| part.starts_with('.')));
        let mut assets: BTreeMap<String, Asset> = BTreeMap::new();
        for (path, bytes) in visible {
            match path.strip_suffix(".br") {
                Some(name) => assets.insert(name.to_owned(), Asset::compressed(name, bytes)),
                // Of a file that is there twice, the compressed one counts.
                None if assets.contains_key(&path) => None,
                None => assets.insert(path.clone(), Asset::plain(&path, bytes)),
            };
        }
        let page = assets.remove(PAGE).unwrap_or_else(|| Asset::plain(PAGE, Cow::Borrowed(NO_PAGE.as_bytes())));
        Self { assets, page }
    }

    /// For a program that was built without a browser half: every page says so.
    pub fn none() -> Self {
        Self::new([])
    }

    fn find(&self, path: &str) -> Option<&Asset> {
        let name = path.strip_prefix('/')?;
        if name == PAGE || path::is_page(path) { Some(&self.page) } else { self.assets.get(name) }
    }
}

/// Answers whatever is no operation: a file, the page, or a problem.
pub async fn answer(State(app): State<Arc<App>>, request: Request) -> Response {
    let Some(asset) = app.ui.find(request.uri().path()) else { return no_route().await.into_response() };
    match *request.method() {
        Method::GET | Method::HEAD => show(asset, request.method(), request.headers()),
        _ => refuse_method(no_method().await),
    }
}

fn show(asset: &Asset, method: &Method, headers: &HeaderMap) -> Response {
    let version = asset.version(negotiate::takes_brotli(headers));
    let mut response = Response::default();
    let known = version.tag.as_ref().is_some_and(|tag| negotiate::knows(headers, tag));
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else if method == Method::GET {
        *response.body_mut() = version.body.clone().into();
    }
    describe(response.headers_mut(), asset);
    let headers = response.headers_mut();
    if let Some(tag) = &version.tag {
        headers.insert(header::ETAG, tag.clone());
    }
    if !known {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.content_type));
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(version.body.len()));
        if let Some(encoding) = version.encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
    }
    response.extensions_mut().insert(Answered("ui"));
    response
}

/// Sets the headers that also an unchanged file has: a browser takes them over into its copy.
fn describe(headers: &mut HeaderMap, asset: &Asset) {
    const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
    const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CACHE_CONTROL, asset.cache_control);
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(CROSS_ORIGIN_OPENER_POLICY, "same-origin");
    set(PERMISSIONS_POLICY, UNUSED_POWERS);
    if asset.has_versions() {
        set(header::VARY, "accept-encoding");
    }
}

fn refuse_method(problem: Problem) -> Response {
    let mut response = problem.into_response();
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
    response
}
