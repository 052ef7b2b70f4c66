//! From the table of operations to routes.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodFilter, MethodRouter, get, on, post};
use http::StatusCode;

use crate::app::App;
use crate::guard::guard;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::request_log::log;
use crate::{health, live, mcp, openapi, operations, ui};

impl App {
    /// Returns everything this server answers. Each request is logged, then guarded, then routed.
    pub fn router(self: &Arc<Self>) -> Router {
        let mut by_path: BTreeMap<String, MethodRouter<Arc<Self>>> = BTreeMap::new();
        for operation in operations::all() {
            let path = openapi::full_path(&operation);
            let methods = by_path.remove(&path).unwrap_or_default();
            by_path.insert(path, methods.merge(route(operation)));
        }
        let mut router = Router::new()
            .route("/healthz", get(health::healthz))
            .route("/readyz", get(health::readyz))
            .route("/metrics", get(health::metrics))
            .route("/api/ws", get(live::upgrade))
            .route("/mcp", post(mcp::answer));
        for (path, methods) in by_path {
            router = router.route(&path, methods);
        }
        router
            .fallback(ui::answer)
            .method_not_allowed_fallback(no_method)
            .layer(from_fn_with_state(Arc::clone(self), guard))
            .layer(from_fn_with_state(Arc::clone(self), log))
            .with_state(Arc::clone(self))
    }
}

fn route(operation: Operation) -> MethodRouter<Arc<App>> {
    // Every method of the table has a filter; a new one without would answer 405 in the tests that walk the table.
    let Ok(filter) = MethodFilter::try_from(operation.method.clone()) else { return MethodRouter::new() };
    let operation = Arc::new(operation);
    on(filter, move |axum::extract::State(app): axum::extract::State<Arc<App>>, request: Request| async move {
        operation.answer(app, request).await
    })
}

pub async fn no_route() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "no_route", "There is nothing at this path.")
}

pub async fn no_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "no_method", "This path has other methods; see the Allow header.")
}
