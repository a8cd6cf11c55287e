//! Callback URLs: store keys select the plugin; checkouts are priced for the store's customer.

use data::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Kit, given, on_host};

use super::{ENDPOINTS, SHOP, body_text, post, save_store, signed};

#[test]
fn a_stores_key_leads_to_its_own_tenant_only() {
    on_host("plugin endpoints", |kit| async move {
        ENDPOINTS.install(&kit).await;
        let key = save_store(&kit.user("Admin").await, ENDPOINTS.id, None).await;
        let settings = kit
            .user("Admin")
            .await
            .get("/api/plugins/getsettings?id=endpoint-guest")
            .await
            .result();
        let urls = settings["callbackUrls"].as_array().unwrap();
        let address = format!("/api/booking/Quote/{key}/guestevents");
        assert!(
            urls.iter()
                .any(|url| url.as_str().unwrap().ends_with(&address)),
            "{urls:?}"
        );
        let other = kit.another_tenant().await;
        ENDPOINTS.install(&other).await;
        let call = |kit: &Kit, key: &str, segment: &str| {
            let client = kit.guest().with_header("x-sum", &signed("ping"));
            let path = format!("/api/booking/Quote/{key}/{segment}");
            async move { post(&client, &path, "ping").await }
        };
        let answer = call(&kit, &key, "guestevents").await;
        assert_eq!(answer.status, 200, "{}", body_text(&answer));
        assert!(
            body_text(&answer).starts_with("POST /signed?"),
            "{}",
            body_text(&answer)
        );
        assert!(
            body_text(&answer).contains(&format!("store {key}")),
            "{}",
            body_text(&answer)
        );
        assert_eq!(call(&kit, &key, "GuestEvents").await.status, 200);
        assert_eq!(call(&kit, &key, "other").await.status, 404);
        assert_eq!(
            call(&kit, "0123456789abcdef0123456789abcdef", "guestevents")
                .await
                .status,
            404
        );
        assert_eq!(
            call(&other, &key, "guestevents").await.status,
            404,
            "another tenant's key"
        );
    });
}

#[test]
fn a_checkout_is_answered_with_the_customers_prices() {
    on_host("plugin endpoints", |kit| async move {
        SHOP.install(&kit).await;
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        admin
            .post(
                "/api/plugins/enableforcustomer",
                json!({"id": SHOP.id, "customerId": customer}),
            )
            .await
            .result();
        let key = save_store(&admin, SHOP.id, Some(customer)).await;
        let path = format!("/api/booking/Quote/{key}/guestrates");
        let answer = post(
            &kit.guest(),
            &path,
            "AUD Richmond VIC 3121 Parramatta NSW 2150 12500",
        )
        .await;
        assert_eq!(answer.status, 200, "{}", body_text(&answer));
        let quoted = given::quotes(&admin, one_carton(customer)).await;
        let quotes = quoted["quotes"].as_array().unwrap();
        assert!(!quotes.is_empty(), "{quoted}");
        let wanted: Vec<String> = quotes.iter().map(option).collect();
        assert_eq!(body_text(&answer).lines().collect::<Vec<_>>(), wanted);

        for (body, why) in [
            (
                "EUR Richmond VIC 3121 Parramatta NSW 2150 12500",
                "another currency",
            ),
            (
                "AUD Nowhere VIC 9999 Parramatta NSW 2150 12500",
                "no such place",
            ),
            ("AUD Richmond VIC 3121 Parramatta NSW 2150 0", "no weight"),
        ] {
            let none = post(&kit.guest(), &path, body).await;
            assert_eq!(
                (none.status.as_u16(), body_text(&none).as_str()),
                (200, ""),
                "{why}"
            );
        }
        assert_eq!(post(&kit.guest(), &path, "too few words").await.status, 400);
        admin
            .post(
                "/api/plugins/disableforcustomer",
                json!({"id": SHOP.id, "customerId": customer}),
            )
            .await
            .result();
        assert_eq!(
            post(&kit.guest(), &path, "AUD").await.status,
            404,
            "switched off for the customer"
        );
    });
}

fn one_carton(customer: CustomerId) -> Value {
    let mut request = given::quote_request(customer);
    let first = &request["items"][0];
    request["items"] = json!([{
        "packageType": "Carton", "quantity": 1, "description": "Goods", "length": first["length"],
        "width": first["width"], "height": first["height"], "weight": first["weight"],
    }]);
    request
}

fn option(quote: &Value) -> String {
    let total = quote["customerCost"]["totalIncludingGst"].to_string();
    let (whole, part) = total.split_once('.').unwrap_or((&total, ""));
    let cents: i64 = format!("{whole}{part:0<2}").parse().unwrap();
    let (carrier, service) = (&quote["carrier"], &quote["service"]);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    format!(
        "{}:{}|{}|{cents} AUD",
        text(&carrier["code"]),
        text(&service["code"]),
        text(&service["description"])
    )
}
