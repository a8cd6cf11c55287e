//! Self-registration of guests: only if enabled, atomic, without privileges.

use super::*;

pub fn registration(email: &str) -> Value {
    json!({"registerSchema": {
        "email": email, "password": NEW, "isBusiness": true, "companyName": "Bluegum Wines",
        "contactName": "Vera Lynn Blue", "customerSource": "A friend", "contact": "+61 3 9000 0000",
        "address": {"addressLine1": "12 Church Street", "suburb": "Richmond", "postCode": "3121", "state": "VIC", "countryCode": "AU"},
    }})
}

#[test]
fn guests_register_only_where_the_tenant_allows_it() {
    on_both(|kit| async move {
        kit.guest()
            .post(REGISTER, registration("vera@bluegum.example"))
            .await
            .expect_error(403);
        given::change_settings(
            &kit,
            json!({"userManagement": {"allowSelfRegistration": true}}),
        )
        .await;
        let inbox = given::inbox(&kit).await;
        let done = kit
            .guest()
            .post(REGISTER, registration("vera@bluegum.example"))
            .await
            .result();
        assert_eq!(done, json!({"canLogin": true}));
        kit.drain_jobs().await;
        inbox.next_email_to("vera@bluegum.example").await;

        let mut browser = Browser::new(kit.guest());
        assert_eq!(
            browser
                .sign_in_with("credentials", "Vera@Bluegum.example", NEW)
                .await
                .status,
            200
        );
        let session = browser.session().await;
        assert_eq!(session["user"]["name"], "Vera Lynn Blue");
        let permissions = session["permissions"].as_array().unwrap();
        assert!(
            permissions.contains(&json!("Pages.Booking.Create"))
                && !permissions.contains(&json!("Pages.Customer"))
        );
        let caller = kit
            .guest()
            .with_token(session["accessToken"].as_str().unwrap());
        let customer = caller
            .get("/api/customer/customer/getCurrentCustomer")
            .await
            .result()["customer"]
            .clone();
        assert_eq!(customer["id"], session["customer"]["id"]);
        for (member, wanted) in [
            ("companyName", json!("Bluegum Wines")),
            ("contactName", json!("Vera Lynn Blue")),
            ("email", json!("vera@bluegum.example")),
            ("isBusiness", json!(true)),
            ("type", json!("Payg")),
            ("accountStatus", json!("Active")),
        ] {
            assert_eq!(customer[member], wanted, "{member}");
        }
        assert_eq!(customer["address"]["suburb"], "Richmond");
    });
}

#[test]
fn a_registration_is_whole_or_not_at_all() {
    on_both(|kit| async move {
        given::change_settings(
            &kit,
            json!({"userManagement": {"allowSelfRegistration": true}}),
        )
        .await;
        given::create_user(&kit, "mia", "Dispatcher").await;
        let admin = kit.user("Admin").await;
        let customers = async || {
            admin
                .get("/api/customer/customer/getCustomers")
                .await
                .result()["totalCount"]
                .clone()
        };
        let inbox = given::inbox(&kit).await;
        let existing = kit
            .guest()
            .post(REGISTER, registration("Mia@Freight.example"))
            .await;
        assert_eq!(customers().await, 0, "no customer without its user");
        // Only the mailbox reveals a known address.
        let unknown = kit
            .guest()
            .post(REGISTER, registration("vera@bluegum.example"))
            .await;
        assert_eq!(
            (existing.status, existing.json()),
            (unknown.status, unknown.json())
        );
        assert_eq!(customers().await, 1);
        kit.drain_jobs().await;
        let email = inbox.next_email_to("mia@freight.example").await;
        assert_eq!(
            email.subject,
            "You already have an account for Test Freight"
        );
        let mut guessed = Browser::new(kit.guest());
        assert_eq!(
            guessed
                .sign_in_with("credentials", "mia@freight.example", NEW)
                .await
                .status,
            401
        );
        let invalid = json!({"registerSchema": {
            "email": "nobody", "password": "short", "isBusiness": true, "contactName": "",
            "address": {"suburb": "Richmond", "postCode": "31", "countryCode": "AU"},
        }});
        let mut members = kit.guest().post(REGISTER, invalid).await.invalid_members();
        members.sort();
        assert_eq!(
            members,
            [
                "registerSchema.address.postCode",
                "registerSchema.companyName",
                "registerSchema.contactName",
                "registerSchema.email",
                "registerSchema.password",
            ]
        );
        assert_eq!(
            kit.guest()
                .post(REGISTER, json!({}))
                .await
                .invalid_members(),
            ["registerSchema"]
        );
    });
}

#[test]
fn who_has_confirmed_the_address_is_welcomed_once() {
    on_both(|kit| async move {
        let rules = json!({"userManagement": {"allowSelfRegistration": true, "isEmailConfirmationRequiredForLogin": true}});
        given::change_settings(&kit, rules).await;
        let inbox = given::inbox(&kit).await;
        let registered = kit
            .guest()
            .post(REGISTER, registration("vera@bluegum.example"))
            .await
            .result();
        assert_eq!(
            registered["canLogin"], false,
            "the address is not confirmed yet"
        );
        assert_ne!(sign_in(&kit, "vera@bluegum.example", NEW).await, 200);
        kit.drain_jobs().await;
        let email = inbox.next_email_to("vera@bluegum.example").await;
        let (user, code) = parse_link(&email, &format!("http://{}/auth/activate", kit.host_name));
        let body = json!({"userId": user, "confirmationCode": code});
        let activated = kit.guest().post(ACTIVATE, body.clone()).await.result();
        assert_eq!(activated["canLogin"], true, "{activated}");
        kit.drain_jobs().await;
        let email = inbox.next_email_to("vera@bluegum.example").await;
        assert_eq!(email.subject, "Welcome to Test Freight");
        assert!(
            email
                .text
                .contains(&format!("http://{}/auth/login", kit.host_name)),
            "{}",
            email.text
        );
        kit.guest().post(ACTIVATE, body).await.expect_error(400);
        assert_eq!(sign_in(&kit, "vera@bluegum.example", NEW).await, 200);
    });
}

#[test]
fn who_registers_decides_nothing_that_is_the_tenants() {
    on_both(|kit| async move {
        given::change_settings(
            &kit,
            json!({"userManagement": {"allowSelfRegistration": true}}),
        )
        .await;
        let mut greedy = registration("vera@bluegum.example");
        for (member, value) in [
            ("creditLimit", json!(1_000_000)),
            ("type", json!("Account")),
            ("accountStatus", json!("Active")),
            ("roles", json!(["Admin"])),
            ("assignedRoleNames", json!(["Admin"])),
            ("customerId", json!(1)),
            ("isActive", json!(true)),
            ("id", json!(1)),
        ] {
            greedy["registerSchema"][member] = value.clone();
            greedy[member] = value;
        }
        kit.guest().post(REGISTER, greedy).await.result();
        let admin = kit.user("Admin").await;
        let customer = admin
            .get("/api/customer/customer/getCustomers")
            .await
            .result()["items"][0]
            .clone();
        assert_eq!(
            (&customer["creditLimit"], &customer["type"]),
            (&Value::Null, &json!("Payg"))
        );
        let mut browser = Browser::new(kit.guest());
        browser
            .sign_in_with("credentials", "vera@bluegum.example", NEW)
            .await;
        let session = browser.session().await;
        assert_eq!(session["customer"]["id"], customer["id"]);
        assert!(
            !session["permissions"]
                .as_array()
                .unwrap()
                .contains(&json!("Pages.Administration"))
        );
    });
}

#[test]
fn a_registered_name_can_not_become_a_header() {
    on_both(|kit| async move {
        given::change_settings(
            &kit,
            json!({"userManagement": {"allowSelfRegistration": true}}),
        )
        .await;
        let mut evil = registration("vera@bluegum.example");
        evil["registerSchema"]["contactName"] = json!("Vera\r\nBcc: thief@evil.example");
        assert_eq!(
            kit.guest().post(REGISTER, evil).await.invalid_members(),
            ["registerSchema.contactName"]
        );
        let mut evil = registration("vera@bluegum.example\r\nBcc: thief@evil.example");
        evil["registerSchema"]["companyName"] = json!("Blue");
        assert_eq!(
            kit.guest().post(REGISTER, evil).await.invalid_members(),
            ["registerSchema.email"]
        );
        // An address can't be smuggled in as a name.
        let inbox = given::inbox(&kit).await;
        let mut evil = registration("vera@bluegum.example");
        evil["registerSchema"]["contactName"] = json!("http://evil.example/win now");
        kit.guest().post(REGISTER, evil).await.result();
        kit.drain_jobs().await;
        let email = inbox.next_email_to("vera@bluegum.example").await;
        assert!(
            !email.raw.contains("evil.example") && email.text.starts_with("Hello,"),
            "{}",
            email.raw
        );
        let unknown = UserId(987_654_321);
        assert_eq!(
            kit.guest()
                .post(
                    ACTIVATE,
                    json!({"userId": unknown, "confirmationCode": "x"})
                )
                .await
                .expect_error(400)["code"],
            3112
        );
    });
}
