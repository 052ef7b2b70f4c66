//! What every request must pass before it reaches a route: the right host, the right origin.

mod address;
mod host;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};

pub use self::address::{ClientAddress, Peer, Proxies};
pub use self::host::AllowedHosts;
use crate::app::App;
use crate::problem::Problem;

/// Refuses what a foreign page could send, and sets the headers that keep a browser from helping it.
pub async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let peer = Peer::of(&request);
    let client = app.proxies.client(peer.0, request.headers());
    request.extensions_mut().insert(client);
    let path = request.uri().path();
    let is_api = path.starts_with("/api/") || path == "/mcp";
    let mut response = match check(&app.hosts, &request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    harden(response.headers_mut(), is_api);
    response
}

fn check(hosts: &AllowedHosts, request: &Request) -> Result<(), Problem> {
    let host = host::of(request).filter(|host| hosts.allow(host)).ok_or_else(|| {
        let detail = "This server does not answer to this host name. Start it with --host NAME to allow it.";
        Problem::new(StatusCode::MISDIRECTED_REQUEST, "unknown_host", detail)
    })?;
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD) && !is_upgrade(request.headers());
    if !harmless && is_foreign(request.headers(), &host) {
        return Err(Problem::forbidden("foreign_origin", "Another site may not do this."));
    }
    Ok(())
}

/// A WebSocket is readable by the page that opened it, unlike the answer to a foreign GET.
fn is_upgrade(headers: &HeaderMap) -> bool {
    headers.contains_key(header::UPGRADE) || headers.contains_key(header::SEC_WEBSOCKET_KEY)
}

/// Tells whether a browser says that the request comes from a page of another site.
fn is_foreign(headers: &HeaderMap, host: &host::Host) -> bool {
    headers.get_all(header::ORIGIN).iter().any(|origin| {
        let authority = origin
            .to_str()
            .ok()
            .and_then(|origin| origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")));
        authority.and_then(host::Host::parse).as_ref() != Some(host)
    })
}

fn harden(headers: &mut HeaderMap, is_api: bool) {
    let mut default = |name, value| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    default(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    default(header::REFERRER_POLICY, "no-referrer");
    default(header::X_FRAME_OPTIONS, "DENY");
    default(header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
    if is_api {
        default(header::CACHE_CONTROL, "no-store");
    }
}
