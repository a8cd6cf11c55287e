//! The OpenAPI document is the one that is written down; `cargo xtask gen` writes it anew.

#[test]
fn the_written_document_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/openapi.json");
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == waybill::openapi::text(), "tests/openapi.json is stale: run `cargo xtask gen`");
}

#[test]
fn every_route_is_described_once() {
    let document: serde_json::Value = serde_json::from_str(&waybill::openapi::text()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let described: usize = paths.values().map(|methods| methods.as_object().unwrap().len()).sum();
    assert_eq!(described, kernel::serve::doors(&waybill::boot::areas_with_openapi()).len());
    let mut ids = std::collections::HashSet::new();
    for methods in paths.values() {
        for operation in methods.as_object().unwrap().values() {
            assert!(ids.insert(operation["operationId"].as_str().unwrap().to_owned()), "{operation}");
        }
    }
}

#[test]
fn money_is_described_as_a_number() {
    let document: serde_json::Value = serde_json::from_str(&waybill::openapi::text()).unwrap();
    let amount = &document["components"]["schemas"]["Amount"]["properties"]["total"];
    assert_eq!(amount["type"], "number", "{amount}");
    let limit = &document["components"]["schemas"]["Customer"]["properties"]["creditLimit"];
    assert_eq!(limit["type"], serde_json::json!(["number", "null"]), "{limit}");
}
