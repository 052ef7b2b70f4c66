//! Accepts connections, within bounds.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt;

use crate::app::App;
use crate::limits::{HEAD_DEADLINE, MAX_CONNECTIONS, MAX_HEAD_BYTES};

/// How long to rest when the system has no file handle left for another connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// Serves connections until the app stops; then each finishes the request it is at.
pub async fn accept(app: Arc<App>, listener: TcpListener) {
    let router = app.router();
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let next = async || {
        // The semaphore is never closed, so there is always a place at last.
        let place = Arc::clone(&places).acquire_owned().await.ok()?;
        let (stream, peer) = accept_one(&listener).await;
        Some((place, stream, peer))
    };
    while let Some(Some((place, stream, peer))) = app.stopping.run_until_cancelled(next()).await {
        let connection = serve(Arc::clone(&app), router.clone(), stream, peer);
        app.tasks.spawn(async move {
            connection.await;
            drop(place);
        });
    }
}

async fn serve(app: Arc<App>, router: Router, stream: TcpStream, peer: SocketAddr) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "A connection keeps small packets back");
    }
    let service = router.map_request(move |request: http::Request<hyper::body::Incoming>| {
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_DEADLINE)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = if let Some(ended) = app.stopping.run_until_cancelled(connection.as_mut()).await {
        ended
    } else {
        connection.as_mut().graceful_shutdown();
        connection.await
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "A connection ended early");
    }
}

async fn accept_one(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "Cannot accept a connection now");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// The other end went away before it was accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
