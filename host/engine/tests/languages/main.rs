//! Tests of the sample carriers in other languages, in the real engine: same calls, same answers,
//! same errors.
//!
//! `cargo xtask test` builds them and sets `WAYBILL_TEST_LANGUAGES` to their folder. Without it (a
//! plain `cargo test`, `--quick`) each test reports that it was skipped.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "test helpers panic on failure"
)]

mod bookings;

use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use axum::{
    Json, Router, http::HeaderMap, http::StatusCode, response::IntoResponse, response::Response,
    routing::post,
};
use engine::{
    CallContext, Carrier, Engine, EngineConfig, FaultKind, NetworkPolicy, PluginFault, wit,
};
use serde_json::{Value, json};
use tokio::sync::OnceCell;
use waybill_plugin_testing::Rig;

const CARRIERS: [(&str, &str); 2] = [("carrier-js", "TSC"), ("carrier-py", "PYC")];
const KEY: &str = "courier-key-1";

/// A sample carrier with its test rig.
struct Sample {
    rig: Rig,
    carrier: Carrier,
    /// Prefix of its connotes.
    prefix: &'static str,
}

impl Sample {
    fn call(&self) -> CallContext {
        self.call_with(json!({}), KEY)
    }

    /// Creates a call with these additional settings.
    fn call_with(&self, more: Value, key: &str) -> CallContext {
        let mut settings = json!({ "currency": "AUD", "basePrice": "8.50", "pricePerKg": 1.2345, "gs1Prefix": "9312345" });
        settings
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        self.rig.call(settings, &[("apiKey", key)])
    }

    /// Requests prices of the carrier's own service for this postcode.
    async fn live(
        &self,
        url: &str,
        key: &str,
        postcode: &str,
    ) -> Result<Vec<wit::Rate>, PluginFault> {
        let mut request = consignment("LIVE");
        request.to.postcode = postcode.into();
        self.carrier
            .rates(self.call_with(json!({ "apiUrl": url }), key), request)
            .await
    }
}

/// Loads every built carrier; empty if none was built.
async fn samples() -> Vec<Sample> {
    static RIG: OnceCell<Option<Rig>> = OnceCell::const_new();
    let Some(rig) = RIG.get_or_init(load).await else {
        println!(
            "nothing is tried here: WAYBILL_TEST_LANGUAGES names no carriers; `cargo xtask test` builds them"
        );
        return Vec::new();
    };
    let sample = |(id, prefix): (&str, &'static str)| Sample {
        rig: rig.clone(),
        carrier: rig.carrier(id),
        prefix,
    };
    CARRIERS.map(sample).into()
}

async fn load() -> Option<Rig> {
    let folder = PathBuf::from(
        std::env::var_os("WAYBILL_TEST_LANGUAGES").filter(|folder| !folder.is_empty())?,
    );
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let config = EngineConfig {
        network: NetworkPolicy {
            trusted: Vec::new(),
            stand_ins: [("prices.courier.example".to_owned(), start_price_service())].into(),
        },
        workers: 2,
        max_instances: 16,
        ..EngineConfig::for_trials(scratch.join("languages"))
    };
    let engine = Engine::new(config).unwrap();
    let report = engine.load_folder(&folder).await;
    assert!(report.refused.is_empty(), "{:?}", report.refused);
    assert_eq!(report.loaded, CARRIERS.map(|(id, _)| id));
    Some(Rig {
        engine,
        host: Arc::default(),
    })
}

/// Starts the price service of the carriers. It runs on a separate thread, because the starting
/// test may end before the others.
fn start_price_service() -> String {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            tell.send(format!("http://{}", listener.local_addr().unwrap()))
                .unwrap();
            axum::serve(listener, Router::new().route("/v1/prices", post(prices)))
                .await
                .unwrap();
        });
    });
    told.recv().unwrap()
}

/// Selects an answer by postcode.
async fn prices(headers: HeaderMap, Json(asked): Json<Value>) -> Response {
    if headers
        .get("authorization")
        .is_none_or(|given| given != format!("Bearer {KEY}").as_str())
    {
        return (
            StatusCode::UNAUTHORIZED,
            Json(json!({ "message": "This key is not known." })),
        )
            .into_response();
    }
    match asked["to"]["postcode"].as_str().unwrap_or_default() {
        "0872" => {
            let said =
                json!({ "code": "NO-ROUTE", "message": "No road goes there: Zuñiga’s café." });
            (StatusCode::UNPROCESSABLE_ENTITY, Json(said)).into_response()
        }
        "0900" => (
            StatusCode::SERVICE_UNAVAILABLE,
            [("retry-after", "7")],
            "<html>later</html>",
        )
            .into_response(),
        "0901" => "<html>a page</html>".into_response(),
        "0902" => Json(
            json!({ "prices": [{ "id": "q", "service": "ROAD", "amount": "ten", "days": 1 }] }),
        )
        .into_response(),
        _ => {
            let weight = format!("{}.05", asked["kilograms"]);
            let price = |id, service, amount: &str, days| json!({ "id": id, "service": service, "amount": amount, "days": days });
            Json(json!({ "prices": [price("q-1", "EXPRESS", &weight, 1), price("q-2", "DRONE", "1", 0)] }))
                .into_response()
        }
    }
}

fn address(suburb: &str, state: &str, postcode: &str) -> wit::Address {
    wit::Address {
        contact_name: Some("Mara Quinn".into()),
        company_name: None,
        email: None,
        telephone: None,
        lines: vec!["12 Wharf Road".into()],
        suburb: suburb.into(),
        state: Some(state.into()),
        postcode: postcode.into(),
        country_code: "AU".into(),
        residential: true,
    }
}

fn item(quantity: u32, weight_g: u64) -> wit::Item {
    wit::Item {
        reference: String::new(),
        package_type: "Carton".into(),
        description: "Lamps".into(),
        quantity,
        length_mm: 300,
        width_mm: 200,
        height_mm: 150,
        weight_g,
        dangerous_goods: false,
    }
}

/// Three pieces of 9.4 kg in total; their cubic weight is only 6.75 kg.
fn consignment(reference: &str) -> wit::Consignment {
    wit::Consignment {
        reference: reference.into(),
        from: address("Łódź Hill", "VIC", "3350"),
        to: address("Hobart", "TAS", "7000"),
        items: vec![item(2, 4_250), item(1, 900)],
        dangerous_goods: None,
        currency: "AUD".into(),
        dispatch_date: "2026-03-02".into(),
        customer_reference: "PO 7781".into(),
        pickup_instructions: String::new(),
        delivery_instructions: "Ring the bell".into(),
        options: Vec::new(),
        ext: Vec::new(),
    }
}

fn book_request(reference: &str, service: &str) -> wit::BookRequest {
    wit::BookRequest {
        consignment: consignment(reference),
        service_code: service.into(),
        carrier_quote: None,
    }
}

/// Lists service, price and tax of each rate.
fn prices_of(rates: &[wit::Rate]) -> Vec<(&str, i64, i64)> {
    let price = |rate: &wit::Rate| (rate.charges[0].amount.minor, rate.charges[0].tax.minor);
    rates
        .iter()
        .map(|rate| (rate.service_code.as_str(), price(rate).0, price(rate).1))
        .collect()
}

/// Lists the invalid members.
fn members(fault: &PluginFault) -> Vec<&str> {
    match &fault.kind {
        FaultKind::InvalidInput(fields) => {
            fields.iter().map(|field| field.member.as_str()).collect()
        }
        _ => panic!("{fault:?}"),
    }
}

#[tokio::test]
async fn they_say_what_they_are() {
    for sample in samples().await {
        let description = sample.carrier.describe(sample.call()).await.unwrap();
        assert_eq!(description.id, sample.carrier.plugin().id());
        assert_eq!(description.abilities, ["tracking"]);
        let key = description
            .attributes
            .iter()
            .find(|attribute| attribute.key == "apiKey")
            .unwrap();
        assert_eq!(key.data_type, "secret");
        let services = sample.carrier.list_services(sample.call()).await.unwrap();
        assert_eq!(
            services
                .iter()
                .map(|service| service.code.as_str())
                .collect::<Vec<_>>(),
            ["ROAD", "EXPRESS"]
        );
    }
}

#[tokio::test]
async fn prices_go_by_weight_and_are_exact() {
    for sample in samples().await {
        let rates = sample
            .carrier
            .rates(sample.call(), consignment("R-1"))
            .await
            .unwrap();
        // 8.50 and ten started kilograms at 1.2345 are 20.845; half as much again is 31.2675.
        // Halves round up.
        assert_eq!(
            prices_of(&rates),
            [("ROAD", 2_085, 209), ("EXPRESS", 3_127, 313)]
        );
        assert_eq!(
            (rates[0].transit_days, rates[0].cut_off.as_deref()),
            (Some(3), Some("16:00"))
        );

        let mut light = consignment("R-2");
        light.items = vec![wit::Item {
            length_mm: 1_000,
            width_mm: 1_000,
            height_mm: 1_000,
            ..item(1, 1)
        }];
        let rates = sample.carrier.rates(sample.call(), light).await.unwrap();
        assert_eq!(
            prices_of(&rates)[0],
            ("ROAD", 31_713, 3_171),
            "a cubic metre counts as 250 kg"
        );

        let mut abroad = consignment("R-3");
        abroad.to.country_code = "NZ".into();
        assert!(
            sample
                .carrier
                .rates(sample.call(), abroad)
                .await
                .unwrap()
                .is_empty()
        );
    }
}

#[tokio::test]
async fn what_they_cannot_price_is_named() {
    for sample in samples().await {
        let rates = async |asked| {
            sample
                .carrier
                .rates(sample.call(), asked)
                .await
                .unwrap_err()
        };
        let mut request = consignment("E-1");
        request.items.clear();
        assert_eq!(members(&rates(request).await), ["items"]);

        let mut request = consignment("E-2");
        request.items = vec![item(1, 500), item(0, 0)];
        assert_eq!(
            members(&rates(request).await),
            ["items[1].quantity", "items[1].weight"]
        );

        let mut request = consignment("E-3");
        request.items = vec![item(u32::MAX, u64::MAX)];
        assert!(
            matches!(rates(request).await.kind, FaultKind::Rejected { code, .. } if code == "TOO-HEAVY")
        );

        let mut request = consignment("E-4");
        request.items[1].dangerous_goods = true;
        assert!(
            matches!(rates(request).await.kind, FaultKind::Rejected { code, .. } if code == "DANGEROUS-GOODS")
        );

        let mut request = consignment("E-5");
        request.currency = "JPY".into();
        assert_eq!(rates(request).await.kind, FaultKind::Unsupported);
    }
}

#[tokio::test]
async fn every_wrong_setting_is_named_at_once() {
    for sample in samples().await {
        assert_eq!(sample.carrier.check_account(sample.call()).await, Ok(()));
        let wrong = json!({ "currency": "XXX", "basePrice": "1e3", "pricePerKg": "", "gs1Prefix": "12", "apiUrl": "http://x" });
        let fault = sample
            .carrier
            .check_account(sample.call_with(wrong, KEY))
            .await
            .unwrap_err();
        assert_eq!(
            members(&fault),
            ["basePrice", "pricePerKg", "currency", "gs1Prefix", "apiUrl"]
        );
    }
}

#[tokio::test]
async fn live_prices_are_asked_for_with_a_key_they_never_see() {
    const URL: &str = "https://prices.courier.example/v1/";
    for sample in samples().await {
        let rates = sample.live(URL, KEY, "7000").await.unwrap();
        assert_eq!(
            prices_of(&rates),
            [("EXPRESS", 1_005, 101)],
            "a service they do not know is left out"
        );
        assert_eq!(rates[0].carrier_quote.as_deref(), Some("q-1"));

        let fault = sample.live(URL, "another", "7000").await.unwrap_err();
        assert_eq!(
            (fault.kind.clone(), fault.to_string().as_str()),
            (FaultKind::Unauthorised, "This key is not known.")
        );
        let fault = sample.live(URL, KEY, "0872").await.unwrap_err();
        let refused = FaultKind::Rejected {
            code: "NO-ROUTE".into(),
            http_status: Some(422),
        };
        assert_eq!(
            (fault.kind.clone(), fault.to_string().as_str()),
            (refused, "No road goes there: Zuñiga’s café.")
        );
        let fault = sample.live(URL, KEY, "0900").await.unwrap_err();
        assert_eq!(
            fault.kind,
            FaultKind::Unavailable {
                retry_after: Some(Duration::from_secs(7))
            }
        );
        for garbage in ["0901", "0902"] {
            assert_eq!(
                sample.live(URL, KEY, garbage).await.unwrap_err().kind,
                FaultKind::Internal
            );
        }
    }
}

#[tokio::test]
async fn a_host_that_was_not_granted_is_not_called() {
    for sample in samples().await {
        let fault = sample
            .live("https://elsewhere.example", KEY, "7000")
            .await
            .unwrap_err();
        assert!(
            matches!(&fault.kind, FaultKind::RefusedHost(host) if host.contains("elsewhere.example")),
            "{fault:?}"
        );
    }
}

/// `(00)` and eighteen digits, the last of which is the check digit.
fn is_sscc(gs1: &str) -> bool {
    let Some(digits) = gs1.strip_prefix("(00)").filter(|digits| digits.len() == 18) else {
        return false;
    };
    let weights = [3, 1].into_iter().cycle();
    digits
        .bytes()
        .zip(weights)
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum::<u32>()
        % 10
        == 0
}
