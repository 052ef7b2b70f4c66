//! The web UI: which file a path means, in which form it is sent, and what the browser is told about it.

use std::borrow::Cow;
use std::io::Write;

use http::Method;
use server::Ui;

use crate::support::{Answer, HOST, TestApp};

const PAGE: &str = "<!doctype html><title>Tandem</title><script type=\"module\" src=\"/assets/main-Ab12.js\"></script>";
const SCRIPT: &str = "export const greeting = 'hello, hello, hello, hello, hello, hello';";
const FONT: &[u8] = b"wOF2\0\xff\xfe";
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

fn compressed(text: &str) -> Cow<'static, [u8]> {
    let mut bytes = Vec::new();
    brotli::CompressorWriter::new(&mut bytes, 4096, 11, 22).write_all(text.as_bytes()).unwrap();
    Cow::Owned(bytes)
}

fn plain(text: &'static str) -> Cow<'static, [u8]> {
    Cow::Borrowed(text.as_bytes())
}

fn app() -> TestApp {
    let files = [
        ("index.html.br", compressed(PAGE)),
        ("assets/main-Ab12.js.br", compressed(SCRIPT)),
        ("assets/main-Cd34.css", plain("body{}")),
        ("assets/geist-Ef56.woff2", Cow::Borrowed(FONT)),
        ("assets/manifest.json", plain("{}")),
        ("icon.svg", plain("<svg/>")),
        ("manifest.webmanifest", plain("{}")),
        ("sw.js.br", compressed(SCRIPT)),
        ("sw.js", plain("an older copy")),
        ("theme.js", plain("1")),
        (".stamp", plain("1")),
        (".vite/manifest.json", plain("{}")),
    ];
    TestApp::with_ui(Ui::new(files.map(|(path, bytes)| (path.to_owned(), bytes))))
}

async fn get(app: &TestApp, path: &str) -> Answer {
    let answer = app.get(path).header("accept-encoding", "gzip, deflate, br, zstd").send().await;
    assert_eq!(answer.status, 200, "{path}");
    answer
}

/// The page as a client sees it that takes brotli.
fn page() -> Vec<u8> {
    compressed(PAGE).into_owned()
}

#[tokio::test]
async fn every_path_that_the_browser_routes_is_the_page() {
    let app = app();
    for path in ["/", "/index.html", "/setup", "/login?next=%2Fp", "/p/01/boards/02", "/p/v1.2/boards", "/p/"] {
        let answer = get(&app, path).await;
        assert_eq!(answer.bytes, page(), "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "no-cache");
        assert_eq!(answer.header("content-security-policy"), POLICY);
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_eq!(answer.header("x-frame-options"), "DENY");
        assert!(answer.header("permissions-policy").contains("camera=()"));
    }
}

#[tokio::test]
async fn a_missing_file_and_a_missing_operation_are_problems_and_not_the_page() {
    let app = app();
    for path in [
        "/api/nothing",
        "/mcp/x",
        "/readyz/x",
        "/metrics/x",
        "/healthz/",
        "/assets/gone-0000.js",
        "/assets/main-Ab12.js.br",
        "/index.html.br",
        "/favicon.ico",
        "/.stamp",
        "/.vite/manifest.json",
        "/p/.env",
    ] {
        app.get(path).send().await.refused(404, "no_route");
    }
}

#[tokio::test]
async fn no_path_leads_out_of_the_files() {
    let app = app();
    for path in [
        "/../Cargo.toml",
        "/assets/../index.html",
        "/assets/%2e%2e/index.html",
        "/assets/..%2findex.html",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%5c..%5cetc%5cpasswd",
        "//etc/passwd",
        "/etc//passwd",
        "/etc/passwd%00",
        "/%ff",
        "/%61pi/me",
        "/index%2ehtml",
    ] {
        app.get(path).send().await.refused(404, "no_route");
    }
}

#[tokio::test]
async fn hashed_files_are_kept_for_ever_and_the_others_are_asked_about() {
    let app = app();
    for (path, content_type) in [
        ("/assets/main-Ab12.js", "text/javascript; charset=utf-8"),
        ("/assets/main-Cd34.css", "text/css; charset=utf-8"),
        ("/assets/geist-Ef56.woff2", "font/woff2"),
    ] {
        let answer = get(&app, path).await;
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable", "{path}");
        assert_eq!(answer.header("content-type"), content_type);
        assert_eq!(answer.header("etag"), "");
        // A worker is bound by the policy that comes with its script.
        assert_eq!(answer.header("content-security-policy"), POLICY);
    }
    for (path, content_type) in [
        ("/assets/manifest.json", "application/json"),
        ("/icon.svg", "image/svg+xml"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/theme.js", "text/javascript; charset=utf-8"),
    ] {
        let answer = get(&app, path).await;
        assert_eq!(answer.header("cache-control"), "no-cache", "{path}");
        assert_eq!(answer.header("content-type"), content_type);
        assert!(answer.header("etag").starts_with('"'), "{path}");
    }
}

#[tokio::test]
async fn who_takes_brotli_gets_it_and_everybody_else_the_file_itself() {
    let app = app();
    let answer = get(&app, "/assets/main-Ab12.js").await;
    assert_eq!(answer.header("content-encoding"), "br");
    assert_eq!(answer.header("vary"), "accept-encoding");
    assert_eq!(answer.bytes, *compressed(SCRIPT));
    for accepted in ["", "gzip, deflate", "br;q=0, gzip", "identity"] {
        let answer = app.get("/assets/main-Ab12.js").header("accept-encoding", accepted).send().await;
        assert_eq!(answer.header("content-encoding"), "", "{accepted}");
        assert_eq!(answer.header("vary"), "accept-encoding");
        assert_eq!(answer.bytes, SCRIPT.as_bytes());
    }
    // Of two copies the compressed one counts, and what was not compressed goes out as it is.
    assert_eq!(app.get("/sw.js").send().await.bytes, SCRIPT.as_bytes());
    let font = get(&app, "/assets/geist-Ef56.woff2").await;
    assert_eq!((font.bytes.as_slice(), font.header("content-encoding"), font.header("vary")), (FONT, "", ""));
}

#[tokio::test]
async fn an_unchanged_file_is_not_sent_again() {
    let app = app();
    let brotli = || app.get("/p/01").header("accept-encoding", "br");
    let first = brotli().send().await;
    let tag = first.header("etag").to_owned();
    for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
        let answer = brotli().header("if-none-match", &known).send().await;
        assert_eq!(answer.status, 304, "{known}");
        assert_eq!(answer.bytes, b"");
        assert_eq!(answer.header("etag"), tag);
        // A browser takes these over into the copy that it has.
        assert_eq!(answer.header("content-security-policy"), POLICY);
        assert_eq!(answer.header("cache-control"), "no-cache");
        assert_eq!(answer.header("vary"), "accept-encoding");
    }
    assert_eq!(brotli().header("if-none-match", "\"other\"").send().await.status, 200);
    // The same file in another encoding is other bytes, so the tag differs.
    let identity = app.get("/p/01").header("if-none-match", &tag).send().await;
    assert_eq!((identity.status.as_u16(), identity.bytes.as_slice()), (200, PAGE.as_bytes()));
    assert_ne!(identity.header("etag"), tag);
}

#[tokio::test]
async fn only_the_head_is_answered_to_head_and_nothing_else_is_a_method_here() {
    let app = app();
    for path in ["/", "/assets/main-Ab12.js", "/icon.svg"] {
        let (full, head) = (app.get(path).send().await, app.call(Method::HEAD, path).send().await);
        assert_eq!((head.status.as_u16(), head.bytes.len()), (200, 0), "{path}");
        assert_eq!(head.header("content-length"), full.bytes.len().to_string());
        for name in ["etag", "content-type", "cache-control", "content-security-policy"] {
            assert_eq!(head.header(name), full.header(name), "{name} of {path}");
        }
        for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS, Method::TRACE] {
            let answer = app.call(method, path).send().await;
            answer.refused(405, "no_method");
            assert_eq!(answer.header("allow"), "GET,HEAD");
        }
    }
    app.call(Method::POST, "/gone.js").send().await.refused(404, "no_route");
}

#[tokio::test]
async fn a_name_that_was_made_to_point_here_sees_no_page() {
    let app = app();
    for path in ["/", "/assets/main-Ab12.js", "/icon.svg"] {
        app.get(path).header("host", "evil.example").send().await.refused(421, "unknown_host");
        assert_eq!(app.get(path).header("host", HOST).send().await.status, 200);
    }
}

#[tokio::test]
async fn a_build_without_a_ui_says_so() {
    let app = TestApp::set_up();
    for path in ["/", "/setup", "/index.html", "/p/01"] {
        let answer = get(&app, path).await;
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{path}");
        assert_eq!(answer.header("cache-control"), "no-cache");
        let text = String::from_utf8(answer.bytes).unwrap();
        assert!(text.contains("no web UI") && text.contains("cargo xtask run"), "{text}");
    }
    app.get("/icon.svg").send().await.refused(404, "no_route");
}
