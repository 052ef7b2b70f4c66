//! A server in this process, and people who use it.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use engine::{Timestamp, UserId};
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use server::auth::{Passwords, SigningKey, sign_in};
use server::fields::{Name, Password};
use server::{
    Accounts, AgentChoice, AgentConfig, App, AppParts, Clock, Config, FixedClock, LocalServers, RateLimit,
    Registration, Ui, ids, standard_agents,
};
use store::{Accounts as _, MemoryStore, NewUser, User, UserRole};
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

pub const HOST: &str = "127.0.0.1:7420";
pub const PASSWORD: &str = "correct horse battery";
pub const KEY: &[u8] = b"a key of the tests that no real server has";

pub struct TestApp {
    pub app: Arc<App>,
    pub store: Arc<MemoryStore>,
    pub clock: Arc<FixedClock>,
    pub router: Router,
    /// The secret of the setup link.
    pub setup: Option<String>,
    /// The root of all project folders.
    pub root: tempfile::TempDir,
}

/// Somebody who is logged in.
pub struct Person {
    pub id: UserId,
    pub email: String,
    pub access: String,
    pub refresh: String,
}

impl TestApp {
    /// A server without an account, open to everybody.
    pub fn new() -> Self {
        Self::with(|_| {})
    }

    pub fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::build(change, |parts| parts.accounts = Accounts::None)
    }

    /// A server that has accounts already.
    pub fn set_up() -> Self {
        Self::build(|_| {}, |_| {})
    }

    /// A server with these files as its web UI.
    pub fn with_ui(ui: Ui) -> Self {
        Self::build(|_| {}, |parts| parts.ui = ui)
    }

    /// A server that has accounts already, with something changed about what it decides and what it is made of.
    pub fn build(change: impl FnOnce(&mut Config), exchange: impl FnOnce(&mut AppParts)) -> Self {
        let root = tempfile::tempdir().unwrap();
        let mut config = Config {
            listen: HOST.parse().unwrap(),
            data: root.path().join("unused"),
            projects_roots: vec![root.path().to_owned()],
            registration: Registration::Open,
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            rate_limit: RateLimit::On,
            local_mcp: LocalServers::Refused,
            // Nobody is home: a session that starts fails, which is all that is needed to ask who may start one.
            agents: AgentConfig {
                choice: AgentChoice::Claude,
                max_running: 1,
                claude: root.path().join("no claude here"),
                own_program: root.path().join("no tandem here"),
                environment: Vec::new(),
            },
        };
        change(&mut config);
        let store = Arc::new(MemoryStore::new());
        let clock = Arc::new(FixedClock::at(Timestamp::from_millis(1_800_000_000_000)));
        let key = SigningKey::from_bytes(KEY);
        let address = config.listen;
        let session_tasks = TaskTracker::new();
        let mut parts = AppParts {
            git: None,
            agents: standard_agents(&config, &config.data, &session_tasks),
            session_tasks,
            config,
            address,
            store: store.clone(),
            clock: clock.clone(),
            key,
            accounts: Accounts::Some,
            ui: Ui::none(),
        };
        exchange(&mut parts);
        let (app, setup) = App::new(parts);
        let router = app.router();
        Self { app, store, clock, router, setup: setup.map(server::auth::Secret::into_text), root }
    }

    pub fn call(&self, method: Method, path: &str) -> TestCall<'_> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, HOST)
            .extension(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 50_000))))
            .body(Body::empty())
            .unwrap();
        TestCall { app: self, request }
    }

    pub fn get(&self, path: &str) -> TestCall<'_> {
        self.call(Method::GET, path)
    }

    #[expect(clippy::needless_pass_by_value, reason = "a `json!` at the call site reads better without a reference")]
    pub fn post(&self, path: &str, body: Value) -> TestCall<'_> {
        self.call(Method::POST, path).json(&body)
    }

    #[expect(clippy::needless_pass_by_value, reason = "a `json!` at the call site reads better without a reference")]
    pub fn patch(&self, path: &str, body: Value) -> TestCall<'_> {
        self.call(Method::PATCH, path).json(&body)
    }

    #[expect(clippy::needless_pass_by_value, reason = "a `json!` at the call site reads better without a reference")]
    pub fn put(&self, path: &str, body: Value) -> TestCall<'_> {
        self.call(Method::PUT, path).json(&body)
    }

    pub fn delete(&self, path: &str) -> TestCall<'_> {
        self.call(Method::DELETE, path)
    }

    /// Makes the first account through the setup link.
    pub async fn register_first(&self) -> Person {
        let body = json!({ "email": "ann@example.org", "password": PASSWORD, "setup": self.setup });
        Person::from(self.post("/api/auth/register", body).send().await.expect(201))
    }

    pub async fn login(&self, email: &str, password: &str) -> Answer {
        self.post("/api/auth/login", json!({ "email": email, "password": password })).send().await
    }

    /// Makes an account and a device straight in the store.
    pub async fn member(&self, name: &str) -> Person {
        self.person(name, UserRole::Member).await
    }

    pub async fn admin(&self, name: &str) -> Person {
        self.person(name, UserRole::Admin).await
    }

    async fn person(&self, name: &str, role: UserRole) -> Person {
        let now = self.clock.now();
        let user = User {
            id: UserId::from_uuid(ids::mint(now)),
            email: format!("{name}@example.org"),
            name: name.to_owned(),
            role,
            password_hash: password_hash().await,
            created_at: now,
        };
        self.store.create_user(NewUser::Any(user.clone())).await.unwrap();
        let (id, email) = (user.id, user.email.clone());
        let signed_in = sign_in(&self.app, user, Name::parse("test").unwrap()).await.unwrap();
        Person { id, email, access: signed_in.access_token, refresh: signed_in.refresh_token.into_text() }
    }

    /// Makes a folder inside the root and returns its path.
    pub fn folder(&self, name: &str) -> String {
        let path = self.root.path().join(name);
        std::fs::create_dir_all(&path).unwrap();
        path.canonicalize().unwrap().to_str().unwrap().to_owned()
    }

    /// Makes a project and returns it as the server described it.
    pub async fn project(&self, owner: &Person, name: &str) -> Value {
        let body = json!({ "name": name, "folder_path": self.folder(name) });
        self.post("/api/projects", body).by(owner).send().await.expect(201)
    }

    pub async fn join(&self, project: &Value, owner: &Person, member: &Person, role: &str) {
        let path = format!("/api/projects/{}/members", text(project, "id"));
        self.post(&path, json!({ "email": member.email, "role": role })).by(owner).send().await.expect(201);
    }

    pub async fn personal_token(&self, person: &Person) -> Value {
        self.post("/api/me/tokens", json!({ "name": "script" })).by(person).send().await.expect(201)
    }
}

/// Hashed once: hashing is slow on purpose.
async fn password_hash() -> String {
    static HASH: OnceLock<String> = OnceLock::new();
    if let Some(hash) = HASH.get() {
        return hash.clone();
    }
    let hash = Passwords::new().hash(Password::parse(PASSWORD).unwrap()).await.unwrap();
    HASH.get_or_init(|| hash).clone()
}

impl From<Value> for Person {
    fn from(body: Value) -> Self {
        Self {
            id: text(&body["user"], "id").parse().unwrap(),
            email: text(&body["user"], "email"),
            access: text(&body, "access_token"),
            refresh: text(&body, "refresh_token"),
        }
    }
}

pub struct TestCall<'a> {
    app: &'a TestApp,
    request: Request<Body>,
}

impl TestCall<'_> {
    pub fn by(self, person: &Person) -> Self {
        self.token(&person.access)
    }

    pub fn token(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        self.request.headers_mut().insert(name, value.parse().unwrap());
        self
    }

    /// Adds a header beside those of the same name.
    pub fn also_header(mut self, name: &'static str, value: &str) -> Self {
        self.request.headers_mut().append(name, value.parse().unwrap());
        self
    }

    pub fn peer(mut self, address: &str) -> Self {
        let peer: std::net::IpAddr = address.parse().unwrap();
        self.request.extensions_mut().insert(ConnectInfo(SocketAddr::from((peer, 50_000))));
        self
    }

    pub fn json(self, body: &Value) -> Self {
        self.raw("application/json", body.to_string())
    }

    pub fn raw(mut self, content_type: &str, body: impl Into<Body>) -> Self {
        *self.request.body_mut() = body.into();
        self.header("content-type", content_type)
    }

    /// Sends it, for a refusal that the protocol spoken wants in its own form.
    pub async fn unchecked(self) -> Answer {
        let (parts, body) = self.app.router.clone().oneshot(self.request).await.unwrap().into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer { status: parts.status, headers: parts.headers, bytes: bytes.to_vec() }
    }

    /// Sends it; whatever the server refuses, it must refuse with problem details.
    #[track_caller]
    pub fn send(self) -> impl Future<Output = Answer> {
        let caller = std::panic::Location::caller();
        let is_head = self.request.method() == Method::HEAD;
        let answering = self.app.router.clone().oneshot(self.request);
        async move {
            let (parts, body) = answering.await.unwrap().into_parts();
            let bytes = body.collect().await.unwrap().to_bytes();
            let answer = Answer { status: parts.status, headers: parts.headers, bytes: bytes.to_vec() };
            if answer.status.is_client_error() || answer.status.is_server_error() {
                assert_eq!(answer.header("content-type"), "application/problem+json", "called at {caller}");
                if !is_head {
                    let problem = answer.json();
                    assert_eq!(problem["status"], answer.status.as_u16(), "called at {caller}");
                    for field in ["type", "title", "detail", "code"] {
                        assert!(problem[field].is_string(), "{field} of {problem}, called at {caller}");
                    }
                }
            }
            answer
        }
    }
}

#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Answer {
    /// Checks the status and returns the body.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", String::from_utf8_lossy(&self.bytes));
        self.json()
    }

    /// Checks the status and the problem's code, and returns the body.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        let body = self.expect(status);
        assert_eq!(body["code"], code, "{body}");
        body
    }

    pub fn json(&self) -> Value {
        if self.bytes.is_empty() { Value::Null } else { serde_json::from_slice(&self.bytes).unwrap() }
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

#[track_caller]
pub fn text(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_else(|| panic!("{field} of {value}")).to_owned()
}
