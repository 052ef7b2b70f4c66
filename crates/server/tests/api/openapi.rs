//! The description of the API: reviewed as a file, and true.

use serde_json::Value;
use server::operation::Operation;
use server::{openapi, operations};

use crate::support::TestApp;

fn document() -> Value {
    Value::Object(openapi::document(&operations::all()))
}

#[test]
fn the_document_is_the_reviewed_one() {
    insta::assert_json_snapshot!("openapi", document());
}

#[tokio::test]
async fn the_document_is_served() {
    let answer = TestApp::set_up().get("/api/openapi.json").send().await;
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!(answer.expect(200), document());
}

#[test]
fn every_reference_leads_somewhere() {
    let document = document();
    let mut references = Vec::new();
    collect(&document, "$ref", &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.as_str().unwrap().strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
    }
}

#[test]
fn request_bodies_say_that_they_take_nothing_else() {
    let document = document();
    // What a tool takes is said by its own schema, which `list_tools` answers.
    let checked = |operation: &&Operation| operation.shape.body.is_some() && operation.name != "run_tool";
    for operation in operations::all().iter().filter(checked) {
        let path = openapi::full_path(operation).replace('~', "~0").replace('/', "~1");
        let method = operation.method.as_str().to_lowercase();
        let schema = document.pointer(&format!("/paths/{path}/{method}/requestBody/content/application~1json/schema"));
        let schema = schema.unwrap();
        let definition = schema["$ref"].as_str().map_or(schema, |reference| document.pointer(&reference[1..]).unwrap());
        assert_eq!(definition["additionalProperties"], false, "{}", operation.name);
    }
}

fn collect<'a>(value: &'a Value, key: &str, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(object) => {
            found.extend(object.get(key));
            object.values().for_each(|inner| collect(inner, key, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| collect(inner, key, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
