//! The OpenAPI snapshot is current; `cargo xtask gen` updates it.

#[test]
fn the_written_document_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/openapi.json");
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == waybill::openapi::text().unwrap(),
        "tests/openapi.json is stale: run `cargo xtask gen`"
    );
}

#[test]
fn every_route_is_described_once() {
    let document: serde_json::Value =
        serde_json::from_str(&waybill::openapi::text().unwrap()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let described: usize = paths
        .values()
        .map(|methods| methods.as_object().unwrap().len())
        .sum();
    assert_eq!(
        described,
        web::serve::route_list(&waybill::boot::areas_with_openapi()).len()
    );
    let mut ids = std::collections::HashSet::new();
    for methods in paths.values() {
        for operation in methods.as_object().unwrap().values() {
            assert!(
                ids.insert(operation["operationId"].as_str().unwrap().to_owned()),
                "{operation}"
            );
        }
    }
}

#[test]
fn downloads_name_their_query() {
    let document: serde_json::Value =
        serde_json::from_str(&waybill::openapi::text().unwrap()).unwrap();
    for (path, expected) in [
        ("/api/booking/File/DownloadDocument", vec!["token"]),
        ("/api/booking/File/DownloadGuestDocument", vec!["token"]),
        (
            "/api/customer/customerproduct/getproductscsv",
            vec!["customerId", "format"],
        ),
        (
            "/api/customer/customerfrequentaddress/getfrequentaddressescsv",
            vec!["customerId", "format"],
        ),
        (
            "/api/core/user/GetUsersForExcel",
            vec!["customerId", "filter", "sorting"],
        ),
        ("/api/rates/rate/export-rate", vec!["rateCardId", "format"]),
        ("/api/rates/zone/export-zone", vec!["rateCardId", "format"]),
    ] {
        let parameters = document["paths"][path]["get"]["parameters"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        for name in expected {
            assert!(
                parameters.iter().any(|one| one["name"] == name),
                "{path} has no {name}"
            );
        }
    }
}

#[test]
fn money_is_described_as_a_number() {
    let document: serde_json::Value =
        serde_json::from_str(&waybill::openapi::text().unwrap()).unwrap();
    let amount = &document["components"]["schemas"]["Amount"]["properties"]["total"];
    assert_eq!(amount["type"], "number", "{amount}");
    let limit = &document["components"]["schemas"]["Customer"]["properties"]["creditLimit"];
    assert_eq!(
        limit["type"],
        serde_json::json!(["number", "null"]),
        "{limit}"
    );
}

#[test]
fn every_schema_has_a_name_of_its_own() {
    let document: serde_json::Value =
        serde_json::from_str(&waybill::openapi::text().unwrap()).unwrap();
    // The schema library numbers colliding names in order of discovery.
    let names = document["components"]["schemas"]
        .as_object()
        .unwrap()
        .keys();
    let numbered: Vec<_> = names
        .filter(|name| name.ends_with(|last: char| last.is_ascii_digit()))
        .collect();
    assert!(
        numbered.is_empty(),
        "{numbered:?}: name them by their area with #[schemars(rename = \"…\")]"
    );
}

#[test]
fn every_permission_and_feature_of_a_route_is_one_of_the_document() {
    let document: serde_json::Value =
        serde_json::from_str(&waybill::openapi::text().unwrap()).unwrap();
    let known = |name: &str| {
        document["components"]["schemas"][name]["enum"]
            .as_array()
            .unwrap()
            .clone()
    };
    let (permissions, features) = (known("PermissionName"), known("FeatureName"));
    for (method, path, needs) in web::serve::route_list(&waybill::boot::areas_with_openapi()) {
        let operation =
            &document["paths"][web::openapi::template(&path)][method.as_str().to_ascii_lowercase()];
        let (permission, to_create) = match needs {
            data::Needs::Permission(permission) | data::Needs::DriverOr(permission) => {
                (Some(permission), None)
            }
            data::Needs::Save(save) => (Some(save.change), Some(save.create)),
            _ => (None, None),
        };
        for (key, wanted) in [
            ("x-permission", permission),
            ("x-permission-to-create", to_create),
        ] {
            let wanted = serde_json::json!(wanted.map(|permission| permission.name));
            assert_eq!(operation[key], wanted, "{path}");
            assert!(
                wanted.is_null() || permissions.contains(&wanted),
                "{wanted} of {path}"
            );
        }
        let feature = &operation["x-feature"];
        assert!(
            feature.is_null() || features.contains(feature),
            "{feature} of {path}"
        );
    }
    let customers = &document["paths"]["/api/customer/customer/getCustomers"]["get"];
    assert_eq!(customers["x-feature"], "Customer.Enabled");
}

#[test]
fn every_parameter_of_a_path_is_defined() {
    let document: serde_json::Value =
        serde_json::from_str(&waybill::openapi::text().unwrap()).unwrap();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let mut written: Vec<&str> = path
            .split('/')
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
            .collect();
        written.sort_unstable();
        for (method, operation) in methods.as_object().unwrap() {
            let parameters = operation["parameters"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            let of_path = parameters
                .iter()
                .filter(|parameter| parameter["in"] == "path");
            let mut defined: Vec<&str> = of_path
                .map(|parameter| parameter["name"].as_str().unwrap())
                .collect();
            defined.sort_unstable();
            assert_eq!(defined, written, "{method} {path}");
        }
    }
}

#[test]
fn every_call_that_guests_may_make_says_how_often() {
    let document: serde_json::Value =
        serde_json::from_str(&waybill::openapi::text().unwrap()).unwrap();
    // Plugins declare rate limits in their manifests.
    let by_themselves = [
        "/api/plugins/{id}/{path}",
        "/api/booking/Quote/{storeId}/{segment}",
    ];
    let mut counted = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if operation["security"] != serde_json::json!([])
                || by_themselves.contains(&path.as_str())
            {
                continue;
            }
            counted += 1;
            let limit = &operation["x-limit"];
            assert!(
                limit["perAddress"].as_u64().is_some_and(|most| most > 0),
                "{method} {path}: {limit}"
            );
            assert!(operation["responses"]["429"].is_object(), "{method} {path}");
        }
    }
    assert!(counted > 20, "only {counted} calls are open to guests");
}

#[test]
fn uploads_name_their_parts() {
    let document: serde_json::Value =
        serde_json::from_str(&waybill::openapi::text().unwrap()).unwrap();
    for (path, file, texts, required) in [
        (
            "/api/rates/rate/import-rate",
            "csvFile",
            vec!["dryRun", "rateCardId"],
            vec!["csvFile", "rateCardId"],
        ),
        (
            "/api/rates/zone/import-zone",
            "csvFile",
            vec!["dryRun", "rateCardId"],
            vec!["csvFile", "rateCardId"],
        ),
        (
            "/api/jobs/zone/import-zone",
            "csvFile",
            vec!["dryRun", "headPortId"],
            vec!["csvFile", "headPortId"],
        ),
        (
            "/api/jobs/head-port/upload-zone-locations",
            "csvFile",
            vec!["dryRun"],
            vec!["csvFile"],
        ),
        (
            "/api/jobs/job/import-jobs",
            "csvFile",
            vec!["dryRun"],
            vec!["csvFile"],
        ),
        (
            "/api/core/language/importLanguageTexts",
            "file",
            vec!["languageName"],
            vec!["file"],
        ),
        ("/api/core/file/uploadasset", "file", vec![], vec!["file"]),
    ] {
        let body = &document["paths"][path]["post"]["requestBody"];
        let form = &body["content"]["multipart/form-data"]["schema"];
        let parts = form["properties"].as_object().unwrap();
        assert!(parts[file]["contentMediaType"].is_string(), "{path}");
        let mut beside: Vec<&str> = parts
            .keys()
            .map(String::as_str)
            .filter(|name| *name != file)
            .collect();
        beside.sort_unstable();
        assert_eq!(beside, texts, "{path}");
        assert_eq!(form["required"], serde_json::json!(required), "{path}");
    }
    for path in [
        "/api/rates/rate/import-rate",
        "/api/rates/zone/import-zone",
        "/api/jobs/job/import-jobs",
    ] {
        let result = &document["paths"][path]["post"]["responses"]["200"]["content"];
        let result = &result["application/json"]["schema"]["properties"]["result"];
        assert_eq!(
            result["$ref"], "#/components/schemas/StartedImport",
            "{path}"
        );
    }
}

#[test]
fn raw_calls_name_their_input() {
    let document: serde_json::Value =
        serde_json::from_str(&waybill::openapi::text().unwrap()).unwrap();
    let body = |path: &str, method: &str, media_type: &str| {
        let body = &document["paths"][path][method]["requestBody"];
        (
            body["content"][media_type]["schema"].clone(),
            body["required"].clone(),
        )
    };
    let (form, _) = body("/token", "post", "application/x-www-form-urlencoded");
    for name in ["grant_type", "client_id", "client_secret", "scope"] {
        assert!(form["properties"][name].is_object(), "{name}: {form}");
    }
    assert_eq!(form["required"], serde_json::json!(["grant_type"]));
    let (raw, _) = body("/api/route/vroom", "post", "application/json");
    let (wrapped, _) = body("/api/route/routing", "post", "application/json");
    assert!(raw["$ref"].is_string() && raw == wrapped, "{raw} {wrapped}");
    let (note, required) = body(
        "/api/finance/payment/deleteremittanceadvice",
        "delete",
        "application/json",
    );
    assert!(
        note["$ref"].is_string() && required == false,
        "{note} {required}"
    );
    let run = &document["paths"]["/api/reports/run"]["post"];
    assert_eq!(run["parameters"][0]["name"], "id");
    let (parameters, _) = body("/api/reports/run", "post", "application/json");
    assert_eq!(parameters["type"], "object", "{parameters}");
}

#[test]
fn the_session_cookie_is_named_where_it_serves() {
    let document: serde_json::Value =
        serde_json::from_str(&waybill::openapi::text().unwrap()).unwrap();
    let either = serde_json::json!([{"bearer": []}, {"cookie": []}]);
    let by_cookie = [
        ("get", "/api/carrier/carrieraccount/getcarrieraccounts"),
        (
            "post",
            "/api/carrier/carrieraccount/createorupdatecarrieraccount",
        ),
        ("get", "/api/jobs/head-port/head-ports"),
        ("get", "/api/jobs/zone/zones"),
        ("get", "/api/rates/zone/zones"),
        ("get", "/api/rates/rate-card/rate-cards"),
        ("get", "/api/geocode/v2/search"),
        ("post", "/api/route/routing"),
    ];
    for (method, path) in by_cookie {
        assert_eq!(
            document["paths"][path][method]["security"], either,
            "{path}"
        );
    }
    for (method, path) in [
        ("put", "/api/jobs/head-port/head-port"),
        ("post", "/api/rates/rate-card/rate-card"),
        ("get", "/api/drivers/vehicle/vehicles"),
    ] {
        assert_ne!(
            document["paths"][path][method]["security"], either,
            "{path}"
        );
    }
}
