//! Customers' online stores: saved by GET with a body or PUT, with write-only keys.

use axum::http::Method;
use data::{
    db::{Mode, Val},
    ids::CustomerId,
    secrets::Secrets,
    tsql,
};
use serde_json::Value;
use testkit::{
    Client,
    api::{
        Call, ECommerceStore, OneECommerceStore, SaveECommerceStore, SentStoreParams, StoreParams,
        StoreView,
    },
    given, on_both,
};

const PATH: &str = "/api/customer/customersettings/updateECommerceStoreSettings";

fn shop(key: &str) -> ECommerceStore {
    ECommerceStore::new().store_type("Shop").store_key(key)
}

fn saved(customer: CustomerId, store: ECommerceStore) -> SaveECommerceStore {
    SaveECommerceStore::new()
        .customer_id(customer)
        .ecommerce_settings(store)
}

fn put(
    client: &Client,
    customer: CustomerId,
    store: ECommerceStore,
) -> Call<'_, OneECommerceStore> {
    client
        .customers()
        .put_update_e_commerce_store_settings(saved(customer, store))
}

fn get_with<'a>(client: &'a Client, body: &SaveECommerceStore) -> Call<'a, OneECommerceStore> {
    client
        .customers()
        .get_update_e_commerce_store_settings(body.clone())
}

#[test]
fn stores_are_kept_by_either_method() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let calls = admin.customers();
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let params = SentStoreParams::new()
            .access_token("tok-123")
            .api_key("key-456");
        let store = ECommerceStore::new()
            .store_type("BigCommerce")
            .cart_name("Cellar door")
            .store_key("bluegum-1")
            .store_params(params);
        let created = get_with(&admin, &saved(customer, store))
            .await
            .ecommerce_settings;
        let expected = StoreView {
            id: created.id,
            row_version: 1,
            customer_id: customer,
            store_type: "BigCommerce".to_owned(),
            cart_name: Some("Cellar door".to_owned()),
            store_key: "bluegum-1".to_owned(),
            is_active: true,
            store_params: StoreParams {
                has_api_key: true,
                has_api_secret: false,
                has_access_token: true,
            },
        };
        assert_eq!(created, expected);
        let one = || calls.get_ecommerce_store_settings(customer, "bluegum-1");
        assert_eq!(one().await.ecommerce_settings, created);
        let params = SentStoreParams::new().api_key("").api_secret("sec-789");
        let change = ECommerceStore::new()
            .id(created.id)
            .is_active(false)
            .store_params(params);
        let changed = put(&admin, customer, change).await.ecommerce_settings;
        assert_eq!(
            (changed.store_type.as_str(), changed.is_active),
            ("BigCommerce", false)
        );
        let params = StoreParams {
            has_api_key: false,
            has_api_secret: true,
            has_access_token: true,
        };
        assert_eq!(changed.store_params, params);
        let page = calls.get_ecommerce_stores(customer).await;
        assert_eq!((page.total_count, &page.items[0]), (1, &changed));
        calls.delete_e_commerce_store_settings(created.id).await;
        one().refused(404).await;
    });
}

#[test]
fn keys_and_tokens_are_sealed_and_told_nowhere() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let params = SentStoreParams::new().access_token("tok-SECRET-123");
        let answer = put(&admin, customer, shop("s-1").store_params(params))
            .response()
            .await;
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
        let query = format!(
            "{PATH}?customerId={customer}&ecommerceSettings=%7B%22storeKey%22%3A%22s-1%22%7D"
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
        let body = saved(customer, shop("s-1"));
        get_with(&kit.guest(), &body).refused(401).await;
        let token = admin.token.clone().unwrap();
        let with_cookie = kit.guest().with_header(
            "cookie",
            &format!("session={token}; authjs.session-token={token}"),
        );
        get_with(&with_cookie, &body).refused(401).await;
        get_with(&kit.user("Warehouse").await, &body)
            .refused(403)
            .await;
        get_with(&kit.customer_user(customer).await, &body)
            .refused(403)
            .await;
        get_with(&kit.another_tenant().await.user("Admin").await, &body)
            .refused(404)
            .await;
        let page = admin.customers().get_ecommerce_stores(customer).await;
        assert_eq!(page.total_count, 0);
        let answer = get_with(&admin, &body).response().await;
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
        let long = ECommerceStore::new()
            .store_key("x".repeat(65))
            .store_params(SentStoreParams::new().api_secret("x".repeat(2049)));
        let mut members = put(&admin, customer, long).invalid_members().await;
        members.sort_unstable();
        let expected = ["storeKey", "storeParams.apiSecret", "storeType"];
        assert_eq!(
            members,
            expected.map(|name| format!("ecommerceSettings.{name}"))
        );
        let created = put(&admin, customer, shop("s-1")).await.ecommerce_settings;
        assert_eq!(
            put(&admin, customer, shop("s-1")).invalid_members().await,
            ["ecommerceSettings.storeKey"]
        );
        put(&admin, other, shop("s-1")).await;
        let change = ECommerceStore::new().id(created.id);
        put(&admin, other, change.clone().cart_name("Moved"))
            .refused(404)
            .await;
        put(&admin, customer, change.row_version(7).cart_name("Late"))
            .refused(409)
            .await;
        let (one, two) = tokio::join!(
            put(&admin, customer, shop("s-2")).response(),
            put(&admin, customer, shop("s-2")).response()
        );
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 400]);
    });
}
