//! Tests of the generated client's source text.

use serde_json::{Value, json};

use super::{files, names::Words};

fn document() -> Value {
    json!({
        "paths": {
            "/api/customer/costcenter/createorupdatecostcenter": {"post": {
                "tags": ["customers"],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/CostCenterRequest"}}}},
                "responses": {"200": {"content": {"application/json": {"schema": {"properties": {"result": {"$ref": "#/components/schemas/CostCenter"}}}}}}},
            }},
            "/api/customer/costcenter/importcenters": {"post": {
                "tags": ["customers"],
                "requestBody": {"content": {"multipart/form-data": {"schema": {"properties": {
                    "csvFile": {"type": "string", "contentMediaType": "application/octet-stream"},
                    "dryRun": {"type": "boolean"},
                }}}}},
                "responses": {"200": {"description": "Done."}},
            }},
            "/api/customer/costcenter/getcostcenters": {"get": {
                "tags": ["customers"],
                "parameters": [
                    {"name": "customerId", "required": true, "schema": {"$ref": "#/components/schemas/CustomerId"}},
                    {"name": "sorting", "required": false, "schema": {"type": ["string", "null"]}},
                ],
                "responses": {"200": {"description": "Not JSON."}},
            }},
        },
        "components": {"schemas": {
            "CustomerId": {"type": "integer", "x-id": "CustomerId"},
            "CostCenterRequest": {"type": "object", "properties": {"type": {"enum": ["Main", "20ft"]}, "limit": {"type": ["number", "null"]}}},
            "CostCenter": {"type": "object", "required": ["limit"], "properties": {
                "limit": {"type": ["number", "null"]}, "note": {"type": "string"},
            }},
            "CreateOrUpdate": {"type": "object"}, "GetCenters": {"type": "object"},
        }},
    })
}

#[test]
fn a_call_is_a_method_with_a_builder_and_a_struct() {
    let files = files(&document()).unwrap();
    let (path, text) = &files[0];
    assert_eq!(path, "host/testkit/src/api/customers.gen.rs");
    for line in [
        "pub fn create_or_update_cost_center(self, body: CostCenterRequest) -> Call<'a, CostCenter> {",
        "pub fn get_cost_centers(self, customer_id: impl IntoField<CustomerId>) -> Call<'a, ApiResponse, CustomersGetCostCenters> {",
        "type_: CostCenterRequestType = \"type\",",
        "N20ft = \"20ft\",",
        "limit: Option<Decimal> = member \"limit\",",
        "note: Option<String> = optional \"note\",",
        "sorting: String = \"sorting\",",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(files.len(), 3);
}

#[test]
fn a_part_with_a_file_is_the_file_whatever_its_name() {
    let files = files(&document()).unwrap();
    let (_, text) = &files[0];
    assert!(
        text.contains("(self, file: (&str, &[u8])) -> Call<"),
        "{text}"
    );
    assert!(text.contains("dry_run: bool = \"dryRun\","), "{text}");
    assert!(!text.contains("csvFile"), "{text}");
}

#[test]
fn a_path_is_cut_into_the_fewest_known_words() {
    let words = Words::new(&document());
    assert_eq!(words.method("getcostcenters"), "get_cost_centers");
    assert_eq!(words.method("getCostCenters"), "get_cost_centers");
    assert_eq!(words.method("cost-center"), "cost_center");
    assert_eq!(words.method("getzebras"), "getzebras");
}
