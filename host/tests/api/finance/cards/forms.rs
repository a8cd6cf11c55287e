//! Tests of card forms, idempotency keys and currencies.

use super::*;

#[test]
fn the_forms_key_is_the_plugins_where_the_tenant_set_none() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::stripe(&admin).await;
        let path = "/api/core/tenantsettings/getstripetokenizationkey";
        assert_eq!(
            kit.guest().get(path).await.result(),
            json!({"tokenizationKey": "pk_test_bluegum"})
        );
        let other = json!({"cardPayment": {"tokenizationKey": "", "provider": "no-such-provider", "privateKey": "x"}});
        admin
            .put("/api/core/tenantsettings/updateallsettings", other)
            .await
            .result();
        kit.guest()
            .get("/api/core/tenantsettings/getno-such-providertokenizationkey")
            .await
            .expect_error(404);
    });
}

#[test]
fn the_page_is_told_how_cards_are_taken() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let bluegum = given::customer(&kit, "Bluegum Wines").await;
        let user = kit.customer_user(bluegum).await;
        let options = async |query: &str| {
            user.get(&format!("{BASE}/getcardoptions{query}"))
                .await
                .result()
        };
        let none = json!({"provider": null, "tokenizationKey": null, "currency": "AUD", "surcharges": [],
            "bookingPayment": "Account", "payTo": null});
        assert_eq!(options("?withKey=true").await, none);
        given::stripe(&admin).await;
        let surcharges =
            json!({"cardPayment": {"surcharges": [{"cardType": "visa", "percent": 1.5}]}});
        admin
            .put("/api/core/tenantsettings/updateallsettings", surcharges)
            .await
            .result();
        let mut full = json!({"provider": "stripe", "tokenizationKey": "pk_test_bluegum", "currency": "AUD",
            "surcharges": [{"cardType": "visa", "percent": 1.5}], "bookingPayment": "Account",
            "payTo": null});
        assert_eq!(options("?withKey=true").await, full);
        full["tokenizationKey"] = Value::Null;
        assert_eq!(options("").await, full);
        let change = json!({"customer": {"id": bluegum, "type": "Payg"}});
        admin
            .post("/api/customer/customer/createorupdatecustomer", change)
            .await
            .result();
        full["bookingPayment"] = json!("Card");
        assert_eq!(options("").await, full);
        let guest = async || {
            kit.guest()
                .get(&format!("{BASE}/getcardoptions"))
                .await
                .result()
        };
        let outsider = guest().await;
        assert_eq!(
            (&outsider["provider"], &outsider["bookingPayment"]),
            (&Value::Null, &json!("Account"))
        );
        given::change_settings(
            &kit,
            json!({"guests": {"canBook": true, "onAccount": false}}),
        )
        .await;
        assert_eq!(guest().await, full);
        admin
            .post("/api/plugins/disableplugin", json!({"id": "stripe"}))
            .await
            .result();
        let off = options("").await;
        assert_eq!(
            (&off["provider"], &off["bookingPayment"]),
            (&Value::Null, &json!("Card"))
        );
    });
}

#[test]
fn guests_are_told_where_to_pay_without_cards() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let pay_to = async |client: &Client| {
            client.get(&format!("{BASE}/getcardoptions")).await.result()["payTo"].clone()
        };
        let account = json!({"payment": {"accountName": "Bluegum Freight", "bankCode": "083-004",
            "accountNumber": "12 345 678"}});
        admin
            .put("/api/finance/settings/updatesettings", account)
            .await
            .result();
        assert_eq!(pay_to(&kit.guest()).await, Value::Null);
        let guests = json!({"guests": {"canBook": true, "onAccount": false}});
        given::change_settings(&kit, guests).await;
        let told = pay_to(&kit.guest()).await;
        assert_eq!(told["accountName"], "Bluegum Freight");
        assert_eq!(told["accountNumber"], "12 345 678");
        assert_eq!(pay_to(&admin).await, Value::Null);
        given::stripe(&admin).await;
        assert_eq!(pay_to(&kit.guest()).await, Value::Null);
    });
}

#[test]
fn a_payment_that_is_sent_again_by_its_name_tells_of_the_first() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let key = given::stripe(&admin).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let user = kit.customer_user(customer).await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let named = |amount: f64, kind: &str| {
            json!({"amount": amount, "paymentNonce": nonce(kind), "reference": uuid::Uuid::now_v7(),
            "allocatedInvoicePayments": share(&id, amount)})
        };
        let send = async |client: &Client, body: &Value| {
            client
                .post(&format!("{BASE}/createCreditCardPayment"), body.clone())
                .await
        };

        let body = named(10.0, "card");
        let first = send(&user, &body).await.result();
        assert_eq!(
            send(&user, &body).await.result()["payment"]["id"],
            first["payment"]["id"]
        );
        let mut other = body.clone();
        other["amount"] = json!(11);
        assert_eq!(send(&user, &other).await.invalid_members(), ["reference"]);
        (other["amount"], other["allocatedInvoicePayments"]) = (json!(10.0), json!([]));
        assert_eq!(send(&user, &other).await.invalid_members(), ["reference"]);
        let outsider = kit
            .customer_user(given::customer(&kit, "Wattle Works").await)
            .await;
        let mut theirs = body.clone();
        theirs["allocatedInvoicePayments"] = json!([]);
        theirs["paymentNonce"] = json!(nonce("card"));
        send(&outsider, &theirs).await.expect_error_code(5144);

        let declined = named(10.0, "Declined");
        send(&user, &declined).await.expect_error_code(5141);
        send(&user, &declined).await.expect_error_code(5141);

        // The response is lost: unknown at first, then paid.
        let lost = named(20.0, "card");
        kit.stripe().fail(&key, CHARGE, Fault::LoseResponse);
        send(&user, &lost).await.expect_error_code(5143);
        send(&user, &lost).await.expect_error_code(5143);
        settle(&kit).await;
        assert_eq!(
            cents(&send(&user, &lost).await.result()["payment"]["paidAmount"]),
            2_000
        );
        assert_eq!(kit.stripe().intents(&key).len(), 3, "one for each name");
        assert!(is_proven(&admin).await);
    });
}

#[test]
fn currencies_are_charged_in_the_providers_own_units() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let key = given::stripe(&admin).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let base = async |currency: &str| {
            let settings = json!({"currency": {"baseCurrency": currency}});
            admin
                .put("/api/core/tenantsettings/updateallsettings", settings)
                .await
                .result();
        };
        for (currency, amount, sent) in [
            ("ISK", 5_000.0, 500_000),
            ("KWD", 5.12, 5_120),
            ("JPY", 700.0, 700),
        ] {
            base(currency).await;
            let paid = pay(&admin, customer, amount, &nonce("card"), json!([]))
                .await
                .result();
            assert_eq!(
                paid["payment"]["paidAmount"].as_f64(),
                Some(amount),
                "{currency}: {paid}"
            );
            assert_eq!(
                paid["transactionInfo"]["transaction"]["amount"].as_f64(),
                Some(amount),
                "{currency}: {paid}"
            );
            let intents = kit.stripe().intents(&key);
            assert_eq!(intents.last().unwrap()["amount"], json!(sent), "{currency}");
        }
        base("KWD").await;
        let refused = pay(&admin, customer, 5.124, &nonce("card"), json!([]))
            .await
            .expect_error_code(5142);
        assert!(refused.to_string().contains("0.01 KWD"), "{refused}");
        assert_eq!(kit.stripe().intents(&key).len(), 3);
    });
}
