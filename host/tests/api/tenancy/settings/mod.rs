//! Tenant settings: read, partially updated, validated and isolated.

mod emails;

use std::time::Duration;

use data::db::{Col, Mode, PlatformSql};
use serde_json::{Value, json};
use testkit::{Client, Inbox, given, on_both};
use work::mail::{Content, MailMessage, Person};

const GET: &str = "/api/core/tenantsettings/getallsettings";
const PUT: &str = "/api/core/tenantsettings/updateallsettings";
const CHANGES: &str = "/api/core/auditlog/getentitychanges";
const TEST: &str = "/api/core/tenantsettings/sendtestmail";
const PREVIEW: &str = "/api/core/tenantsettings/previewnumber";
const CONFIGURATION: &str = "/api/core/configuration/getconfiguration";
const CUSTOMER: &str = "/api/customer/customer/createorupdatecustomer";

/// `\0freight\0pa55-word` in base64, as in SMTP.
const LOGIN: &str = "AGZyZWlnaHQAcGE1NS13b3Jk";

fn server(inbox: &Inbox) -> Value {
    json!({
        "useHostDefault": false, "smtpHost": "127.0.0.1", "smtpPort": inbox.port(), "smtpSecurity": "None",
        "defaultFromAddress": "freight@example.test", "defaultFromDisplayName": "Freight desk",
    })
}

#[test]
fn a_new_tenant_has_defaults_and_changes_parts_of_them() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let all = admin.get(GET).await.result();
        assert_eq!(all["general"]["timezone"], "Australia/Sydney");
        assert_eq!(all["userManagement"]["sessionIdleMinutes"], 43_200);
        assert_eq!(
            all["security"]["userLockOut"]["maxFailedAccessAttemptsBeforeLockout"],
            5
        );
        assert_eq!(
            (
                &all["customer"]["format"],
                &all["eCommerce"]["rateCallbackDelay"]
            ),
            (&json!("00000"), &json!(3000))
        );
        assert_eq!(
            (&all["openId"], &all["rowVersion"], &all["tax"]["gst"]),
            (&json!([]), &json!(0), &json!(10))
        );

        let change = json!({
            "GENERAL": {"TimeZone": "Australia/Perth"},
            "currency": {"factors": [{"factor": 0.65432109, "currency": "USD"}, {"factor": "97.5", "currency": "JPY"}]},
            "insurance": {"premium": {"multiplier": 0.0125}},
            "security": {"userLockOut": {"defaultAccountLockoutSeconds": 60}},
            "ldap": null,
        });
        let after = admin.put(PUT, change).await.result();
        assert_eq!(after["general"]["timezone"], "Australia/Perth");
        assert_eq!(after["currency"]["baseCurrency"], "AUD");
        assert_eq!(
            after["currency"]["factors"][0]["factor"].to_string(),
            "0.65432109"
        );
        assert_eq!(
            after["currency"]["factors"][1]["factor"].to_string(),
            "97.5"
        );
        let premium = json!({"minimum": 0, "multiplier": 0.0125, "excess": 0, "maximumValue": null,
            "excludedClasses": [], "taxPercent": null});
        assert_eq!(after["insurance"]["premium"], premium);
        assert_eq!(after["security"]["userLockOut"]["isEnabled"], true);
        assert_eq!(
            after["security"]["userLockOut"]["defaultAccountLockoutSeconds"],
            60
        );
        assert_eq!(after["rowVersion"], 1);
        assert_eq!(admin.get(GET).await.result(), after);
        let changes = format!(
            "{CHANGES}?entityType=TenantSettings&entityId={}",
            kit.tenant
        );
        let record = admin.get(&changes).await.result()["items"][0]["changes"].clone();
        let zone = json!({"propertyName": "general.timezone",
            "originalValue": "Australia/Sydney", "newValue": "Australia/Perth"});
        assert!(record.as_array().unwrap().contains(&zone), "{record}");
        assert_eq!(record.as_array().unwrap().len(), 4, "{record}");
        let back = admin
            .put(
                PUT,
                json!({"security": {"userLockOut": null}, "rowVersion": 1}),
            )
            .await
            .result();
        assert_eq!(
            back["security"]["userLockOut"]["defaultAccountLockoutSeconds"],
            300
        );
        admin
            .put(PUT, json!({"tax": {"gst": 15}, "rowVersion": 1}))
            .await
            .expect_error(409);
    });
}

#[test]
fn settings_and_configuration_are_one_truth() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let change = json!({
            "general": {"timezone": "Pacific/Auckland", "countryCode": "NZ"},
            "billing": {"legalName": "Test Freight Ltd", "address": "1 Quay Street", "taxVatNo": "12-345"},
            "currency": {"baseCurrency": "NZD"},
            "userManagement": {"allowSelfRegistration": true},
            "bookings": {"holidays": ["2026-12-25"]},
            "ui": {"primaryColor": "#1d4ed8"},
        });
        admin.put(PUT, change).await.result();
        assert_eq!(
            kit.guest().get(CONFIGURATION).await.result(),
            json!({
                "tenantName": "Test Freight",
                "tenantBillingAddress": {
                    "address": "1 Quay Street", "legalName": "Test Freight Ltd", "taxVatNo": "12-345",
                },
                "allowSelfRegistration": true, "baseCurrency": "NZD", "timezone": "Pacific/Auckland", "countryCode": "NZ",
                "guests": {"canBook": false, "onAccount": false}, "hasMailServer": false, "holidays": ["2026-12-25"],
                "ui": {"logoId": null, "customCssId": null, "primaryColor": "#1d4ed8"},
            })
        );
        let other = kit.another_tenant().await;
        let theirs = other.guest().get(CONFIGURATION).await.result();
        assert_eq!(
            (&theirs["baseCurrency"], &theirs["countryCode"]),
            (&json!("AUD"), &json!("AU"))
        );
    });
}

#[test]
fn wrong_members_are_named_as_sent_and_nothing_is_written() {
    on_both(|kit| async move {
        let (admin, dispatcher) = (kit.user("Admin").await, kit.user("Dispatcher").await);
        let invalid = json!({
            "general": {"timezone": "Mars/Olympus", "countryCode": "ZZ"}, "ui": {"primaryColor": "#ffff00"},
            "email": {"useHostDefault": false, "smtpHost": "http://mail"},
            "currency": {"factors": [{"factor": 1, "currency": "ABC"}, {"factor": -1, "currency": "EUR"}]},
            "openId": [{"id": "Has Blanks", "displayName": "X", "issuer": "ftp://x", "clientId": "c"}],
            "security": {"passwordComplexity": {"requiredLength": 2}, "useDefaultPasswordComplexity": false},
            "eCommerce": {"rateCallbackDelay": 3001}, "customer": {"format": "A"}, "tax": {"gst": 101},
        });
        assert_eq!(
            admin.put(PUT, invalid).await.invalid_members(),
            [
                "general.timezone",
                "general.countryCode",
                "ui.primaryColor",
                "email.smtpHost",
                "email.defaultFromAddress",
                "openId[0].id",
                "openId[0].issuer",
                "security.passwordComplexity.requiredLength",
                "customer.format",
                "tax.gst",
                "currency.factors[0].currency",
                "currency.factors[1].factor",
                "eCommerce.rateCallbackDelay",
            ]
        );
        let typed = admin.put(PUT, json!({"email": {"smtpPort": "many"}})).await;
        assert_eq!(typed.invalid_members(), ["email.smtpPort"]);
        let typed = admin.put(PUT, json!({"openId": {"id": "x"}})).await;
        assert_eq!(typed.invalid_members(), ["openId"]);
        assert_eq!(admin.get(GET).await.result()["rowVersion"], 0);
        dispatcher.get(GET).await.expect_error(403);
        dispatcher
            .put(PUT, json!({"tax": {"gst": 5}}))
            .await
            .expect_error(403);
        kit.guest().get(GET).await.expect_error(401);
    });
}

#[test]
fn secrets_are_kept_and_never_come_back() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let inbox = Inbox::with_login(LOGIN).await;
        let mut email = server(&inbox);
        email["smtpUserName"] = json!("freight");
        email["smtpPassword"] = json!("pa55-word");
        let change = json!({
            "email": email,
            "ldap": {"bindPassword": "bind-s3cret"},
            "openId": [{"id": "works", "displayName": "Works", "issuer": "https://login.example.test",
                "clientId": "c", "clientSecret": "client-s3cret"}],
            "cardPayment": {"provider": "braintree", "privateKey": "private-s3cret", "tokenizationKey": "public_1"},
        });
        let answers = [admin.put(PUT, change).await.body, admin.get(GET).await.body];
        for answer in answers {
            let text = String::from_utf8(answer).unwrap();
            for secret in [
                "pa55-word",
                "bind-s3cret",
                "client-s3cret",
                "private-s3cret",
            ] {
                assert!(!text.contains(secret), "{text}");
            }
            let all: Value = serde_json::from_str(&text).unwrap();
            let all = &all["result"];
            assert_eq!(
                (&all["email"]["hasPassword"], &all["ldap"]["hasPassword"]),
                (&json!(true), &json!(true))
            );
            assert_eq!(all["openId"][0]["hasClientSecret"], true);
            assert_eq!(all["cardPayment"]["hasPrivateKey"], true);
        }
        let record = String::from_utf8(admin.get(CHANGES).await.body).unwrap();
        assert!(
            record.contains("email.smtpPassword") && !record.contains("pa55-word"),
            "{record}"
        );
        assert!(
            record.contains("openId.works.clientSecret") && !record.contains("s3cret"),
            "{record}"
        );
        admin
            .put(PUT, json!({"email": {"defaultFromDisplayName": "Desk"}}))
            .await
            .result();
        let sent = admin
            .post(TEST, json!({"emailAddress": "mia@example.test"}))
            .await
            .result();
        assert_eq!(sent["isSent"], true, "{sent}");
        admin
            .put(PUT, json!({"email": {"smtpPassword": "wr0ng-word"}}))
            .await
            .result();
        let refused = admin
            .post(TEST, json!({"emailAddress": "mia@example.test"}))
            .await
            .result();
        assert_eq!(refused["isSent"], false);
        let words = refused["message"].as_str().unwrap();
        assert!(
            words.contains("535") && !words.contains("wr0ng-word") && !words.contains("d3Iwbmct"),
            "{words}"
        );
        // The password is not sent to a changed server.
        let moved = admin
            .put(PUT, json!({"email": {"smtpHost": "localhost"}}))
            .await;
        assert_eq!(moved.invalid_members(), ["email.smtpPassword"]);
        let moved = admin.put(
            PUT,
            json!({"openId": [{"id": "works", "displayName": "Works",
            "issuer": "https://other.example.test", "clientId": "c"}]}),
        );
        assert_eq!(moved.await.invalid_members(), ["openId[0].clientSecret"]);
        let deleted = admin
            .put(PUT, json!({"email": {"smtpPassword": ""}, "openId": []}))
            .await
            .result();
        assert_eq!(deleted["email"]["hasPassword"], false);
        let back = admin.put(
            PUT,
            json!({"openId": [{"id": "works", "displayName": "Works",
            "issuer": "https://login.example.test", "clientId": "c"}]}),
        );
        assert_eq!(back.await.result()["openId"][0]["hasClientSecret"], false);
        let settings = tenancy::settings_of(kit.app.host(), kit.tenant)
            .await
            .unwrap();
        assert!(
            !format!("{settings:?}").contains("s3cret"),
            "a log of the settings would show a secret"
        );
        assert_eq!(
            settings
                .ldap
                .bind_password
                .as_ref()
                .map(|secret| secret.expose()),
            Some("bind-s3cret")
        );
    });
}

async fn create_customer(admin: &Client, name: &str, code: &str) -> Value {
    admin
        .post(
            CUSTOMER,
            json!({"customer": {"companyName": name, "code": code}}),
        )
        .await
        .json()
}

#[test]
fn customers_codes_follow_the_numbering() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let preview = admin
            .post(PREVIEW, json!({"series": "customer"}))
            .await
            .result();
        assert_eq!(preview, json!({"numbers": ["C00001", "C00002", "C00003"]}));
        given::customer(&kit, "First").await;
        let form = json!({"prefix": "X-", "postfix": "/A", "format": "000", "start": 40, "end": 42, "defaultType": "Payg"});
        let preview = admin
            .post(PREVIEW, json!({"series": "Customer", "numbering": form}))
            .await
            .result();
        assert_eq!(
            preview,
            json!({"numbers": ["X-040/A", "X-041/A", "X-042/A"]})
        );
        admin.put(PUT, json!({"customer": form})).await.result();
        create_customer(&admin, "By hand", "X-041/A").await;
        let first = create_customer(&admin, "Second", "").await["result"]["customer"].clone();
        assert_eq!(
            (first["code"].clone(), first["type"].clone()),
            (json!("X-040/A"), json!("Payg"))
        );
        assert_eq!(
            create_customer(&admin, "Third", "").await["result"]["customer"]["code"],
            "X-042/A"
        );
        let ended = admin
            .post(CUSTOMER, json!({"customer": {"companyName": "Fourth"}}))
            .await
            .expect_error(400);
        assert_eq!(ended["code"], 1001);
        assert!(ended["message"].as_str().unwrap().contains("42"), "{ended}");

        admin
            .put(
                PUT,
                json!({"customer": {"isManual": true, "end": null, "maxLength": 10}}),
            )
            .await
            .result();
        let without = admin
            .post(CUSTOMER, json!({"customer": {"companyName": "Fifth"}}))
            .await;
        assert_eq!(without.invalid_members(), ["customer.code"]);
        let long = admin
            .post(
                CUSTOMER,
                json!({"customer": {"companyName": "Fifth", "code": "ABCDEFGHIJK"}}),
            )
            .await;
        assert_eq!(long.invalid_members(), ["customer.code"]);
        assert_eq!(
            create_customer(&admin, "Fifth", "ABC").await["result"]["customer"]["code"],
            "ABC"
        );
        assert_eq!(
            admin
                .post(PREVIEW, json!({"series": "customer"}))
                .await
                .result(),
            json!({"numbers": []})
        );
        assert_eq!(
            admin
                .post(PREVIEW, json!({"series": "boats"}))
                .await
                .invalid_members(),
            ["series"]
        );
        let invoices = admin
            .post(
                PREVIEW,
                json!({"series": "invoice", "numbering": {"prefix": "{yyyy}-"}}),
            )
            .await;
        let numbers = invoices.result()["numbers"].clone();
        assert!(
            numbers[0].as_str().unwrap().starts_with("20")
                && numbers[0].as_str().unwrap().ends_with("-000001")
        );
        let other = kit.another_tenant().await.user("Admin").await;
        assert_eq!(
            create_customer(&other, "First", "").await["result"]["customer"]["code"],
            "C00001"
        );
    });
}

#[test]
fn the_tokenization_key_is_that_of_the_named_provider() {
    on_both(|kit| async move {
        let (admin, guest) = (kit.user("Admin").await, kit.guest());
        let path = |name: &str| format!("/api/core/tenantsettings/{name}");
        guest
            .get(&path("getbraintreetokenizationkey"))
            .await
            .expect_error(404);
        let set =
            json!({"cardPayment": {"provider": "braintree", "tokenizationKey": "sandbox_abc"}});
        admin.put(PUT, set).await.result();
        let results = guest
            .get(&path("GetBraintreeTokenizationKey"))
            .await
            .result();
        assert_eq!(results, json!({"tokenizationKey": "sandbox_abc"}));
        for other in [
            "getstripetokenizationkey",
            "gettokenizationkey",
            "braintree",
            "anything",
        ] {
            guest.get(&path(other)).await.expect_error(404);
        }
        kit.another_tenant()
            .await
            .guest()
            .get(&path("getbraintreetokenizationkey"))
            .await
            .expect_error(404);
        let lost = admin
            .put(PUT, json!({"cardPayment": {"provider": ""}}))
            .await;
        assert_eq!(lost.invalid_members(), ["cardPayment.provider"]);
    });
}
