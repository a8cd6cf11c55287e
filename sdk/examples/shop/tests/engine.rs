//! The component in the real engine, against a shop of the test's own: what goes well, and what
//! goes wrong.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use engine::{CallContext, Commerce, FaultKind, wit};
use serde_json::{Value, json};
use waybill_plugin::encoding::to_base64;
use waybill_plugin_testing::{Rig, request};

const TOKEN: &str = "tok-5f0c";
const SECRET: &str = "whsec-77";

#[derive(Default)]
struct Store {
    shipments: Mutex<BTreeMap<String, Vec<Value>>>,
    provider: Mutex<Option<Value>>,
    mood: Mutex<&'static str>,
}

fn order(id: u32) -> Value {
    json!({
        "id": id.to_string(), "number": format!("#{id}"), "placedAt": "2026-03-02T09:00:00+11:00", "currency": "AUD",
        "total": "49.90", "destination": { "name": "Kim Doe", "lines": ["1 High Street"], "city": "Kew", "region": "VIC",
        "postcode": "3101", "country": "AU" }, "lines": [{ "sku": "LAMP", "title": "Lamp", "quantity": 2, "grams": 900, "price": "24.95" }],
    })
}

async fn moody(store: &Store, headers: &HeaderMap) -> Option<Response> {
    let mood = *store.mood.lock().expect("a mood");
    if headers
        .get("x-access-token")
        .is_none_or(|token| token != TOKEN)
    {
        return Some(
            (
                StatusCode::UNAUTHORIZED,
                Json(json!({ "message": "The token is not known." })),
            )
                .into_response(),
        );
    }
    match mood {
        "down" => {
            Some((StatusCode::SERVICE_UNAVAILABLE, [("retry-after", "7")], "").into_response())
        }
        "garbage" => Some("<html>".into_response()),
        "slow" => {
            tokio::time::sleep(Duration::from_secs(120)).await;
            None
        }
        "refusing" => {
            let refusal = json!({ "code": "frozen", "message": "The store is frozen." });
            Some((StatusCode::UNPROCESSABLE_ENTITY, Json(refusal)).into_response())
        }
        _ => None,
    }
}

async fn orders(
    State(store): State<Arc<Store>>,
    headers: HeaderMap,
    uri: axum::http::Uri,
) -> Response {
    if let Some(answer) = moody(&store, &headers).await {
        return answer;
    }
    let first = !uri.query().unwrap_or_default().contains("after=");
    let page = match first {
        true => json!({ "orders": [order(1), order(2)], "next": "2" }),
        false => json!({ "orders": [order(3)], "next": null }),
    };
    Json(page).into_response()
}

async fn shipments(
    State(store): State<Arc<Store>>,
    headers: HeaderMap,
    Path((_, id)): Path<(String, String)>,
) -> Response {
    if let Some(answer) = moody(&store, &headers).await {
        return answer;
    }
    let known = store
        .shipments
        .lock()
        .expect("shipments")
        .get(&id)
        .cloned()
        .unwrap_or_default();
    Json(json!({ "shipments": known })).into_response()
}

async fn ship(
    State(store): State<Arc<Store>>,
    Path((_, id)): Path<(String, String)>,
    Json(mut told): Json<Value>,
) -> Json<Value> {
    let mut shipments = store.shipments.lock().expect("shipments");
    let of_order = shipments.entry(id.clone()).or_default();
    told["id"] = json!(format!("S{id}-{}", of_order.len() + 1));
    of_order.push(told.clone());
    Json(told)
}

async fn provider(State(store): State<Arc<Store>>) -> Response {
    match store.provider.lock().expect("a provider").clone() {
        Some(provider) => Json(provider).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn provide(State(store): State<Arc<Store>>, Json(mut wanted): Json<Value>) -> Json<Value> {
    wanted["id"] = json!("P1");
    *store.provider.lock().expect("a provider") = Some(wanted.clone());
    Json(wanted)
}

async fn withdraw(State(store): State<Arc<Store>>) -> StatusCode {
    match store.provider.lock().expect("a provider").take() {
        Some(_) => StatusCode::NO_CONTENT,
        None => StatusCode::NOT_FOUND,
    }
}

struct World {
    rig: Rig,
    store: Arc<Store>,
}

impl World {
    async fn start() -> Self {
        let store: Arc<Store> = Arc::default();
        let one = async |State(store): State<Arc<Store>>, headers: HeaderMap| match moody(
            &store, &headers,
        )
        .await
        {
            Some(answer) => answer,
            None => Json(json!({ "name": "Lamps", "currency": "AUD" })).into_response(),
        };
        let routes = Router::new()
            .route("/stores/{store}", get(one))
            .route("/stores/{store}/orders", get(orders))
            .route(
                "/stores/{store}/orders/{id}/shipments",
                get(shipments).post(ship),
            )
            .route(
                "/stores/{store}/rate-provider",
                get(provider).put(provide).delete(withdraw),
            )
            .with_state(store.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let stand_ins = [("api.plainshop.example", origin.as_str())];
        let rig = Rig::start(env!("CARGO_TARGET_TMPDIR"), &["shop"], &stand_ins)
            .await
            .expect("a rig");
        Self { rig, store }
    }

    fn shop(&self) -> Commerce {
        self.rig.commerce("shop")
    }

    fn call(&self) -> CallContext {
        self.call_with(TOKEN)
    }

    fn call_with(&self, token: &str) -> CallContext {
        self.rig.plugin_call(
            json!({ "store": "lamps" }),
            &[("accessToken", token), ("webhookSecret", SECRET)],
        )
    }

    fn mood(&self, mood: &'static str) {
        *self.store.mood.lock().expect("a mood") = mood;
    }
}

fn fulfilled() -> wit::Fulfilled {
    wit::Fulfilled {
        order_id: "1".into(),
        reference: "WB-1".into(),
        carrier_name: "Post".into(),
        connote: "C1".into(),
        tracking_url: Some("https://track.example/C1".into()),
        lines: vec![(0, 1)],
        notify_buyer: true,
    }
}

#[tokio::test]
async fn orders_come_page_by_page() {
    let world = World::start().await;
    let first = world
        .shop()
        .list_orders(world.call(), None)
        .await
        .expect("orders");
    assert_eq!(
        first
            .orders
            .iter()
            .map(|order| order.id.as_str())
            .collect::<Vec<_>>(),
        ["1", "2"]
    );
    assert_eq!(first.orders[0].lines[0].price.minor, 2_495);
    let last = world
        .shop()
        .list_orders(world.call(), first.next)
        .await
        .expect("orders");
    assert_eq!((last.orders.len(), last.next), (1, None));
}

#[tokio::test]
async fn the_shop_is_told_once_of_a_shipment() {
    let world = World::start().await;
    let first = world
        .shop()
        .write_tracking(world.call(), fulfilled())
        .await
        .expect("told");
    let again = world
        .shop()
        .write_tracking(world.call(), fulfilled())
        .await
        .expect("told");
    assert_eq!((first.as_str(), again.as_str()), ("S1-1", "S1-1"));
    let shipments = world.store.shipments.lock().expect("shipments");
    assert_eq!(shipments["1"].len(), 1);
    assert_eq!(shipments["1"][0]["number"], "C1");
    assert_eq!(
        shipments["1"][0]["lines"],
        json!([{ "line": 0, "quantity": 1 }])
    );
}

#[tokio::test]
async fn what_goes_wrong_at_the_shop_is_told_in_its_words() {
    let world = World::start().await;
    assert!(world.shop().check_account(world.call()).await.is_ok());
    let refused = world
        .shop()
        .check_account(world.call_with("wrong"))
        .await
        .expect_err("refused");
    assert_eq!(
        (refused.kind, refused.message.to_string().as_str()),
        (FaultKind::Unauthorised, "The token is not known.")
    );
    world.mood("down");
    let down = world
        .shop()
        .list_orders(world.call(), None)
        .await
        .expect_err("down");
    assert_eq!(
        down.kind,
        FaultKind::Unavailable {
            retry_after: Some(Duration::from_secs(7))
        }
    );
    world.mood("refusing");
    let frozen = world
        .shop()
        .write_tracking(world.call(), fulfilled())
        .await
        .expect_err("frozen");
    assert_eq!(
        frozen.kind,
        FaultKind::Rejected {
            code: "frozen".into(),
            http_status: Some(422)
        }
    );
    world.mood("garbage");
    let garbage = world
        .shop()
        .list_orders(world.call(), None)
        .await
        .expect_err("garbage");
    assert_eq!(garbage.kind, FaultKind::Internal, "{garbage}");
    assert!(!garbage.message.to_string().contains(TOKEN));
    world.mood("slow");
    let deadline = Some(std::time::Instant::now() + Duration::from_secs(2));
    let slow = world
        .shop()
        .list_orders(
            CallContext {
                deadline,
                ..world.call()
            },
            None,
        )
        .await
        .expect_err("slow");
    assert!(
        matches!(
            slow.kind,
            FaultKind::WallTime | FaultKind::Unavailable { .. }
        ),
        "{slow:?}"
    );
}

#[tokio::test]
async fn the_checkout_is_read_and_answered() {
    let world = World::start().await;
    let body = json!({
        "currency": "AUD", "destination": { "lines": ["1 High Street"], "city": "Kew", "postcode": "3101", "country": "AU" },
        "items": [{ "sku": "LAMP", "title": "Lamp", "quantity": 2, "grams": 900 }],
    });
    let asked = request("POST", "/rates", &[], body.to_string());
    let checkout = world
        .shop()
        .read_checkout(world.call(), asked)
        .await
        .expect("a checkout")
        .expect("the ability");
    assert_eq!(
        (checkout.items[0].quantity, checkout.items[0].length_mm),
        (2, 300)
    );
    let option = wit::ShippingOption {
        code: "EXP".into(),
        name: "Express".into(),
        description: "By road".into(),
        total: wit::Money {
            minor: 1_250,
            currency: "AUD".into(),
        },
        earliest: None,
        latest: Some("2026-03-05".into()),
    };
    let answer = world
        .shop()
        .write_options(world.call(), checkout, vec![option])
        .await
        .expect("an answer");
    let answer = answer.expect("the ability");
    let rates: Value = serde_json::from_slice(&answer.body).expect("JSON");
    assert_eq!(
        (answer.status, &rates["rates"][0]["price"]),
        (200, &json!("12.5"))
    );
    let bad = world
        .shop()
        .read_checkout(world.call(), request("POST", "/rates", &[], "nonsense"))
        .await;
    assert!(matches!(
        bad.expect_err("refused").kind,
        FaultKind::InvalidInput(_)
    ));
}

#[tokio::test]
async fn the_shops_list_of_who_prices_is_kept() {
    let world = World::start().await;
    let shop = world.shop();
    assert_eq!(shop.read_configuration(world.call()).await, Ok(Some(None)));
    let made = shop
        .configure(world.call(), "https://t.example/rates".into(), true)
        .await
        .expect("made");
    assert_eq!(made.expect("the ability").id, "P1");
    let read = shop
        .read_configuration(world.call())
        .await
        .expect("read")
        .expect("the ability")
        .expect("an entry");
    assert!(read.active && read.callback_url == "https://t.example/rates");
    assert_eq!(shop.unconfigure(world.call()).await, Ok(Some(())));
    assert_eq!(shop.unconfigure(world.call()).await, Ok(Some(())));
    assert_eq!(shop.read_configuration(world.call()).await, Ok(Some(None)));
}

#[tokio::test]
async fn an_event_needs_the_shops_signature_and_counts_once() {
    let world = World::start().await;
    let body = order(7).to_string();
    // The host computes the same with the secret.
    let endpoint = world.rig.endpoint("shop");
    let send = |signature: String| {
        let headers = [
            ("x-plainshop-event", "order.created"),
            ("x-plainshop-delivery", "D1"),
            ("x-plainshop-signature", signature.as_str()),
        ];
        endpoint.handle(
            world.call(),
            request("POST", "/events", &headers, body.clone()),
        )
    };
    let signature = to_base64(&hmac(SECRET, body.as_bytes()));
    let first = send(signature.clone()).await.expect("taken");
    assert_eq!(first.body, br#"{"taken":1,"repeated":false}"#);
    let again = send(signature).await.expect("taken");
    assert_eq!(again.body, br#"{"taken":0,"repeated":true}"#);
    let forged = send(to_base64(b"forged")).await.expect_err("refused");
    assert_eq!(forged.kind, FaultKind::Unauthorised);
    let nowhere = endpoint
        .handle(world.call(), request("GET", "/else", &[], ""))
        .await
        .expect_err("nothing there");
    assert_eq!(nowhere.kind, FaultKind::NotFound);
    let pushed = request(
        "POST",
        "/events",
        &[("x-plainshop-event", "order.created")],
        body.clone(),
    );
    let notices = world
        .shop()
        .read_push(world.call(), pushed)
        .await
        .expect("read")
        .expect("the ability");
    assert!(matches!(&notices[..], [wit::Notice::Order(order)] if order.id == "7"));
}

fn hmac(secret: &str, data: &[u8]) -> Vec<u8> {
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret.as_bytes());
    ring::hmac::sign(&key, data).as_ref().to_vec()
}
