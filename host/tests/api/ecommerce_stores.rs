//! Customers' online stores: saved by GET with a body or PUT, with write-only keys.

use axum::http::Method;
use kernel::{
    db::{Mode, Val},
    secrets::Secrets,
    tsql,
};
use serde_json::{Value, json};
use testkit::{ApiResponse, Client, given, on_both};

const BASE: &str = "/api/customer/customersettings";

async fn put(client: &Client, customer: impl serde::Serialize, store: Value) -> ApiResponse {
    let body = json!({"customerId": customer, "ecommerceSettings": store});
    client
        .put(&format!("{BASE}/updateECommerceStoreSettings"), body)
        .await
}

async fn get_with(client: &Client, body: &Value) -> ApiResponse {
    let body = ("application/json", body.to_string().into_bytes());
    client
        .send(
            Method::GET,
            &format!("{BASE}/updateECommerceStoreSettings"),
            Some(body),
        )
        .await
}

#[test]
fn stores_are_kept_by_either_method() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let store = json!({"storeType": "BigCommerce", "cartName": "Cellar door", "storeKey": "bluegum-1",
            "storeParams": {"accessToken": "tok-123", "apiKey": "key-456"}});
        let body = json!({"customerId": customer, "ecommerceSettings": store});
        let created = get_with(&admin, &body).await.result()["ecommerceSettings"].clone();
        assert_eq!(
            created,
            json!({"id": created["id"], "rowVersion": 1, "customerId": customer, "storeType": "BigCommerce",
                "cartName": "Cellar door", "storeKey": "bluegum-1", "isActive": true,
                "storeParams": {"hasApiKey": true, "hasApiSecret": false, "hasAccessToken": true}})
        );
        let one =
            format!("{BASE}/getecommercestoresettings?customerId={customer}&storeKey=bluegum-1");
        assert_eq!(admin.get(&one).await.result()["ecommerceSettings"], created);
        let change = json!({"id": created["id"], "isActive": false, "storeParams": {"apiKey": "", "apiSecret": "sec-789"}});
        let changed = put(&admin, customer, change).await.result()["ecommerceSettings"].clone();
        assert_eq!(
            (&changed["storeType"], &changed["isActive"]),
            (&json!("BigCommerce"), &json!(false))
        );
        let params = json!({"hasApiKey": false, "hasApiSecret": true, "hasAccessToken": true});
        assert_eq!(changed["storeParams"], params);
        let page = admin
            .get(&format!("{BASE}/getecommercestores?customerId={customer}"))
            .await
            .result();
        assert_eq!(
            (&page["totalCount"], &page["items"][0]),
            (&json!(1), &changed)
        );
        admin
            .delete(&format!(
                "{BASE}/deleteECommerceStoreSettings?id={}",
                created["id"]
            ))
            .await
            .result();
        admin.get(&one).await.expect_error(404);
    });
}

#[test]
fn keys_and_tokens_are_sealed_and_told_nowhere() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let store = json!({"storeType": "Shop", "storeKey": "s-1", "storeParams": {"accessToken": "tok-SECRET-123"}});
        let answer = put(&admin, customer, store).await;
        assert!(!answer.json().to_string().contains("SECRET"));
        let id = answer.result()["ecommerceSettings"]["id"].clone();
        let mut scope = kit.scope(Mode::Read);
        let query = tsql!(
            "SELECT CAST(secrets AS TEXT) FROM ecommerce_stores WHERE tenant_id = $1 AND id = $2"
        );
        let rows = scope
            .rows(query, vec![Val::I64(id.as_i64().unwrap())])
            .await
            .unwrap();
        let stored: Value = serde_json::from_str(&rows[0].get::<String>(0).unwrap()).unwrap();
        let sealed = stored["accessToken"].as_str().unwrap();
        assert!(!sealed.contains("SECRET"), "{sealed}");
        let secrets: &Secrets = kit.app.host().secrets();
        let opened = secrets
            .open_sealed(kit.tenant, "ecommerce-store:accessToken", sealed)
            .unwrap();
        assert_eq!(opened.expose(), "tok-SECRET-123");
        let changes = format!(
            "/api/core/auditlog/getentitychanges?filter=entityType eq 'ECommerceStore' and entityId eq {id}"
        );
        let response = admin.get(&changes).await;
        assert_eq!(
            response.status,
            200,
            "{}",
            String::from_utf8_lossy(&response.body)
        );
        let actual = response.json().to_string();
        assert!(
            actual.contains("storeParams.accessToken")
                && !actual.contains("SECRET")
                && !actual.contains(sealed),
            "{actual}"
        );
    });
}

#[test]
fn a_link_that_is_followed_changes_nothing() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let path = format!("{BASE}/updateECommerceStoreSettings");
        let query = format!(
            "{path}?customerId={customer}&ecommerceSettings=%7B%22storeKey%22%3A%22s-1%22%7D"
        );
        assert_eq!(admin.get(&query).await.invalid_members(), ["body"]);
        for body in [&b"{}"[..], b"null", b"  "] {
            let answer = admin
                .send(
                    Method::GET,
                    &query,
                    Some(("application/json", body.to_vec())),
                )
                .await;
            assert_eq!(answer.invalid_members(), ["body"]);
        }
        // A GET that writes needs header token, permission and tenant, like any write.
        let body = json!({"customerId": customer, "ecommerceSettings": {"storeType": "Shop", "storeKey": "s-1"}});
        get_with(&kit.guest(), &body).await.expect_error(401);
        let token = admin.token.clone().unwrap();
        let with_cookie = kit.guest().with_header(
            "cookie",
            &format!("session={token}; authjs.session-token={token}"),
        );
        get_with(&with_cookie, &body).await.expect_error(401);
        get_with(&kit.user("Warehouse").await, &body)
            .await
            .expect_error(403);
        get_with(&kit.customer_user(customer).await, &body)
            .await
            .expect_error(403);
        get_with(&kit.another_tenant().await.user("Admin").await, &body)
            .await
            .expect_error(404);
        let page = admin
            .get(&format!("{BASE}/getecommercestores?customerId={customer}"))
            .await
            .result();
        assert_eq!(page["totalCount"], 0);
        let answer = get_with(&admin, &body).await;
        assert_eq!(answer.headers["cache-control"], "no-store");
        answer.result();
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let other = given::customer(&kit, "Wattle Works").await;
        let long =
            json!({"storeKey": "x".repeat(65), "storeParams": {"apiSecret": "x".repeat(2049)}});
        let mut members = put(&admin, customer, long).await.invalid_members();
        members.sort_unstable();
        let expected = ["storeKey", "storeParams.apiSecret", "storeType"];
        assert_eq!(
            members,
            expected.map(|name| format!("ecommerceSettings.{name}"))
        );
        let store = json!({"storeType": "Shop", "storeKey": "s-1"});
        let created =
            put(&admin, customer, store.clone()).await.result()["ecommerceSettings"].clone();
        assert_eq!(
            put(&admin, customer, store.clone()).await.invalid_members(),
            ["ecommerceSettings.storeKey"]
        );
        put(&admin, other, store).await.result();
        put(
            &admin,
            other,
            json!({"id": created["id"], "cartName": "Moved"}),
        )
        .await
        .expect_error(404);
        let late = json!({"id": created["id"], "rowVersion": 7, "cartName": "Late"});
        put(&admin, customer, late).await.expect_error(409);
        let duplicate = json!({"storeType": "Shop", "storeKey": "s-2"});
        let (one, two) = tokio::join!(
            put(&admin, customer, duplicate.clone()),
            put(&admin, customer, duplicate)
        );
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 400]);
    });
}
