//! Writes the OpenAPI 3.1 document from the table of operations.

use std::collections::BTreeMap;

use http::{Method, StatusCode};
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use store::Role;

use crate::access::Access;
use crate::operation::{Operation, SchemaOf};
use crate::problem::{PROBLEM_JSON, ProblemResponse};

/// Returns the OpenAPI document of these operations.
pub fn document(operations: &[Operation]) -> Map<String, Value> {
    let mut schemas = Schemas::new();
    let problem = schemas.answered.subschema_for::<ProblemResponse>();
    let mut paths: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    for operation in operations {
        let described = schemas.describe(operation, &problem);
        paths.entry(full_path(operation)).or_default().insert(operation.method.as_str().to_lowercase(), described);
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tandem",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Live boards for people and coding agents.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas.into_definitions(),
            "securitySchemes": {
                "access_token": {
                    "type": "http",
                    "scheme": "bearer",
                    "bearerFormat": "JWT",
                    "description": "The access token of a device somebody logged in on.",
                },
                "personal_token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A personal token, for programs.",
                },
            },
        },
    });
    match document {
        Value::Object(document) => document,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}

/// Returns the path of an operation as the server routes it.
pub fn full_path(operation: &Operation) -> String {
    format!("/api{}", operation.path)
}

/// Returns every status of a problem this operation can answer.
pub fn problem_statuses(operation: &Operation) -> Vec<StatusCode> {
    let mut statuses =
        vec![StatusCode::MISDIRECTED_REQUEST, StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE];
    let foreign_origins_count = operation.method != Method::GET;
    let (may_be_unknown, may_be_forbidden, may_be_missing) = match operation.access {
        Access::Public => (false, false, false),
        Access::User => (true, false, false),
        Access::Login | Access::Admin => (true, true, false),
        Access::Project(role) | Access::Board(role) | Access::Session(role) => (true, role > Role::Viewer, true),
    };
    if may_be_unknown {
        statuses.push(StatusCode::UNAUTHORIZED);
    }
    if may_be_forbidden || foreign_origins_count {
        statuses.push(StatusCode::FORBIDDEN);
    }
    if may_be_missing || operation.shape.path.is_some() {
        statuses.extend([StatusCode::BAD_REQUEST, StatusCode::NOT_FOUND]);
    }
    if operation.shape.query.is_some() {
        statuses.push(StatusCode::BAD_REQUEST);
    }
    if operation.shape.body.is_some() {
        statuses.extend([
            StatusCode::BAD_REQUEST,
            StatusCode::REQUEST_TIMEOUT,
            StatusCode::PAYLOAD_TOO_LARGE,
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            StatusCode::UNPROCESSABLE_ENTITY,
        ]);
    }
    statuses.extend(&operation.problems);
    statuses.sort_by_key(StatusCode::as_u16);
    statuses.dedup();
    statuses
}

/// Types look different when they are taken and when they are answered: a default may be left out of a request only.
struct Schemas {
    taken: SchemaGenerator,
    answered: SchemaGenerator,
    /// For structs whose fields become parameters: nothing is left to refer to.
    spread: SchemaGenerator,
}

impl Schemas {
    fn new() -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
            })
        };
        Self {
            taken: settings().for_deserialize().into_generator(),
            answered: settings().for_serialize().into_generator(),
            spread: settings().for_deserialize().with(|settings| settings.inline_subschemas = true).into_generator(),
        }
    }

    fn describe(&mut self, operation: &Operation, problem: &Schema) -> Value {
        let mut described = json!({
            "operationId": operation.name,
            "summary": operation.summary,
            "tags": [operation.tag],
            "security": security(operation.access),
            "responses": self.responses(operation, problem),
        });
        let parameters = self.parameters(operation);
        if !parameters.is_empty() {
            described["parameters"] = parameters.into();
        }
        if let Some(body) = operation.shape.body {
            let required = self.needs_something(body);
            let content = json!({ "application/json": { "schema": body(&mut self.taken) } });
            described["requestBody"] = json!({ "required": required, "content": content });
        }
        described
    }

    /// Tells whether a body must be sent: none counts as an empty object.
    fn needs_something(&mut self, body: SchemaOf) -> bool {
        let schema = body(&mut self.spread);
        let is_object = schema.get("type").is_some_and(|kind| kind == "object");
        let all_optional = schema.get("required").and_then(Value::as_array).is_none_or(Vec::is_empty);
        !(is_object && all_optional)
    }

    fn responses(&mut self, operation: &Operation, problem: &Schema) -> Map<String, Value> {
        let answer = operation.shape.answer;
        let mut responses = Map::new();
        let mut success = json!({ "description": reason(answer.status) });
        if let Some(schema) = answer.schema {
            success["content"] = json!({ answer.media_type: { "schema": schema(&mut self.answered) } });
        }
        responses.insert(answer.status.as_str().to_owned(), success);
        for status in problem_statuses(operation) {
            let mut refusal = json!({
                "description": reason(status),
                "content": { PROBLEM_JSON: { "schema": problem } },
            });
            if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
                refusal["headers"] = json!({
                    "Retry-After": { "description": "Seconds to wait.", "schema": { "type": "integer", "minimum": 0 } },
                });
            }
            responses.insert(status.as_str().to_owned(), refusal);
        }
        responses
    }

    fn parameters(&mut self, operation: &Operation) -> Vec<Value> {
        let typed = self.properties(operation.shape.path);
        let in_path =
            operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).map(|name| {
                // The `{id}` of a project or board is resolved before the function that does the work sees it.
                let id = || json!({ "type": "string", "format": "uuid" });
                let schema =
                    typed.iter().find(|property| property.name == name).map_or_else(id, |found| found.schema.clone());
                json!({ "name": name, "in": "path", "required": true, "schema": schema })
            });
        let mut parameters: Vec<Value> = in_path.collect();
        for property in self.properties(operation.shape.query) {
            let Property { name, mut schema, required } = property;
            let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
            let mut parameter = json!({ "name": name, "in": "query", "required": required, "schema": schema });
            if let Some(description) = description {
                parameter["description"] = description;
            }
            parameters.push(parameter);
        }
        parameters
    }

    /// Returns the properties of a struct that is spread over parameters.
    fn properties(&mut self, of: Option<SchemaOf>) -> Vec<Property> {
        let Some(Value::Object(definition)) = of.map(|schema| schema(&mut self.spread).to_value()) else {
            return Vec::new();
        };
        let required = definition.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        let properties = definition.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        let describe = |(name, schema): (String, Value)| Property {
            required: required.iter().any(|needed| *needed == name),
            schema: not_null(schema),
            name,
        };
        properties.into_iter().map(describe).collect()
    }

    fn into_definitions(mut self) -> Map<String, Value> {
        let mut definitions = self.answered.take_definitions(true);
        // A type that is both has one name; as it is taken it may leave out more, which is true of its answers too.
        definitions.extend(self.taken.take_definitions(true));
        definitions
    }
}

struct Property {
    name: String,
    schema: Value,
    required: bool,
}

/// A parameter that may be left out cannot be `null`.
fn not_null(mut schema: Value) -> Value {
    if let Some(Value::Array(kinds)) = schema.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            schema["type"] = only.clone();
        }
    }
    if let Some(kinds) = schema.get("anyOf").and_then(Value::as_array)
        && let [inner, Value::Object(null)] = kinds.as_slice()
        && null.get("type").is_some_and(|kind| kind == "null")
    {
        return inner.clone();
    }
    schema
}

fn security(access: Access) -> Value {
    match access {
        Access::Public => json!([]),
        Access::Login | Access::Admin => json!([{ "access_token": [] }]),
        Access::User | Access::Project(_) | Access::Board(_) | Access::Session(_) => {
            json!([{ "access_token": [] }, { "personal_token": [] }])
        }
    }
}

fn reason(status: StatusCode) -> &'static str {
    status.canonical_reason().unwrap_or("Error")
}
