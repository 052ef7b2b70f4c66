//! A client of the HTTP API.

use anyhow::{Context, Result, ensure};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};

use crate::PATIENCE;

/// Somebody who is logged in.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    address: String,
    pub token: String,
    pub refresh_token: String,
    pub user: Value,
}

/// An answer of the server.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub status: u16,
    /// Null when there is no body.
    pub body: Value,
}

pub const PASSWORD: &str = "correct horse battery";

impl Client {
    /// Makes the first account.
    pub async fn register(address: &str, setup: &str) -> Result<Self> {
        let body = json!({ "email": "ada@example.org", "password": PASSWORD, "name": "Ada", "setup": setup });
        Self::enter(address, "/auth/register", body).await
    }

    pub async fn login(address: &str, email: &str, password: &str) -> Result<Self> {
        Self::enter(address, "/auth/login", json!({ "email": email, "password": password })).await
    }

    /// Registers by any body.
    pub async fn register_with(address: &str, body: Value) -> Result<Self> {
        Self::enter(address, "/auth/register", body).await
    }

    /// Returns a client that shows no token.
    pub fn nobody(address: &str) -> Result<Self> {
        let http = reqwest::Client::builder().timeout(PATIENCE).build().context("making a client")?;
        let (token, refresh_token) = (String::new(), String::new());
        Ok(Self { http, address: address.to_owned(), token, refresh_token, user: Value::Null })
    }

    async fn enter(address: &str, path: &str, body: Value) -> Result<Self> {
        let nobody = Self::nobody(address)?;
        let answer = nobody.post(path, body).await?;
        ensure!(answer.status < 300, "{path} answered {answer:?}");
        let text = |name: &str| answer.body[name].as_str().map(str::to_owned).with_context(|| format!("no {name}"));
        let (token, refresh_token) = (text("access_token")?, text("refresh_token")?);
        Ok(Self { token, refresh_token, user: answer.body["user"].clone(), ..nobody })
    }

    /// Returns the same client for a server that has moved to another port.
    pub fn at(&self, address: &str) -> Self {
        Self { address: address.to_owned(), ..self.clone() }
    }

    /// Returns a client that shows another token, or none.
    pub fn with_token(&self, token: &str) -> Self {
        Self { token: token.to_owned(), ..self.clone() }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    pub async fn get(&self, path: &str) -> Result<Answer> {
        self.call(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Result<Answer> {
        self.call(Method::POST, path, Some(body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Result<Answer> {
        self.call(Method::PATCH, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Result<Answer> {
        self.call(Method::PUT, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Result<Answer> {
        self.call(Method::DELETE, path, None).await
    }

    pub async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Result<Answer> {
        let mut request = self.request(method, &format!("/api{path}"));
        if let Some(body) = &body {
            request = request.json(body);
        }
        let response = request.send().await.with_context(|| format!("calling {path}"))?;
        let status: StatusCode = response.status();
        let bytes = response.bytes().await.context("reading the answer")?;
        let body =
            if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).context("reading JSON")? };
        Ok(Answer { status: status.as_u16(), body })
    }

    /// Starts a request to a path of the server, `/api` and all.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("http://{}{path}", self.address));
        if self.token.is_empty() { request } else { request.bearer_auth(&self.token) }
    }

    /// Makes a project and returns its id and its board's.
    pub async fn project(&self, name: &str, folder: &str) -> Result<(String, String)> {
        let answer = self.post("/projects", json!({ "name": name, "folder_path": folder })).await?;
        ensure!(answer.status == 201, "making a project answered {answer:?}");
        let text = |field: &str| answer.body[field].as_str().map(str::to_owned).context("an id is missing");
        Ok((text("id")?, text("kanban_board_id")?))
    }

    /// Returns the ids of a board's columns, in order.
    pub async fn columns(&self, board: &str) -> Result<Vec<String>> {
        let answer = self.get(&format!("/boards/{board}")).await?;
        ensure!(answer.status == 200, "reading the board answered {answer:?}");
        let nodes = answer.body["nodes"].as_array().context("the board has no nodes")?;
        let columns = nodes.iter().filter(|node| node["kind"] == "column");
        Ok(columns.filter_map(|node| node["id"].as_str()).map(str::to_owned).collect())
    }

    /// Makes a card and returns its id.
    pub async fn card(&self, board: &str, title: &str) -> Result<String> {
        let answer = self.post(&format!("/boards/{board}/tools/create_card"), json!({ "title": title })).await?;
        ensure!(answer.status == 200, "making a card answered {answer:?}");
        answer.body["result"]["card"].as_str().map(str::to_owned).context("the card has no id")
    }
}
