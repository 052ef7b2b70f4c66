//! Whether the server lives, whether it can work, and how it does.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use axum::extract::{ConnectInfo, Request, State};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, header};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use store::UserRole;

use crate::app::App;
use crate::auth::authenticate;
use crate::limits::{METRICS_UPKEEP, PROBE_DEADLINE};
use crate::problem::Problem;

const SECONDS: &[f64] = &[0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
const NO_METRICS: &str = "# no metrics are recorded in this process\n";

/// The process is up.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// The store takes writes.
pub async fn readyz(State(app): State<Arc<App>>) -> Result<&'static str, Problem> {
    match tokio::time::timeout(PROBE_DEADLINE, app.store.probe()).await {
        Ok(probed) => probed.map(|()| "ok\n").map_err(Problem::from),
        Err(_) => Err(Problem::unavailable("store_slow", "The store does not answer in time.", 1)),
    }
}

/// Prometheus metrics, for this machine and for administrators.
pub async fn metrics(State(app): State<Arc<App>>, request: Request) -> Result<Response, Problem> {
    if !is_local(&request) {
        let headers: HeaderMap = request.headers().clone();
        let actor = authenticate(&app, &headers).await?;
        if actor.user.role != UserRole::Admin {
            return Err(Problem::forbidden("admin_needed", "Only an administrator may do this."));
        }
    }
    let mut response = recorder().map_or_else(|| NO_METRICS.to_owned(), PrometheusHandle::render).into_response();
    let text = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, text);
    Ok(response)
}

/// Tells whether a program on this machine asks, and not a proxy on somebody else's behalf.
fn is_local(request: &Request) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let loopback = peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback());
    let passed_on = request.headers().keys().any(|name| {
        let name = name.as_str();
        name == "forwarded" || name == "via" || name == "x-real-ip" || name.starts_with("x-forwarded")
    });
    loopback && !passed_on
}

/// Starts recording, once per process, and keeps what is recorded small.
pub fn record(app: &Arc<App>) {
    let Some(handle) = recorder() else { return };
    let stopping = app.stopping.clone();
    app.tasks.spawn(async move {
        while stopping.run_until_cancelled(tokio::time::sleep(METRICS_UPKEEP)).await.is_some() {
            handle.run_upkeep();
        }
    });
}

fn recorder() -> Option<&'static PrometheusHandle> {
    static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let install = || {
        let buckets = PrometheusBuilder::new().set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), SECONDS);
        buckets.and_then(PrometheusBuilder::install_recorder).inspect_err(log_refusal).ok()
    };
    RECORDER.get_or_init(install).as_ref()
}

fn log_refusal(error: &metrics_exporter_prometheus::BuildError) {
    tracing::error!(%error, "Metrics cannot be recorded");
}
