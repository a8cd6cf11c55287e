//! Customer accounts: self-service changes, and staff notes and terms.

use kernel::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

const BASE: &str = "/api/customer/customer";

async fn update(client: &Client, body: Value) -> testkit::ApiResponse {
    client
        .put(&format!("{BASE}/updateCustomerAccount"), body)
        .await
}

async fn stored(client: &Client, id: CustomerId) -> Value {
    client
        .get(&format!("{BASE}/getCustomerForEdit?id={id}"))
        .await
        .result()["customer"]
        .clone()
}

#[test]
fn a_customers_user_keeps_how_the_customer_is_reached() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let user = kit.customer_user(customer).await;
        let before = stored(&admin, customer).await;
        let account = json!({"contactName": " Robin Lee ", "email": "robin@bluegum.example", "openingTime": "08:30",
            "closingTime": "17:00", "openDaysOfWeek": ["Fri", "Mon"], "specialInstructions": "Dock 2",
            "address": {"addressLine1": "1 Swan St", "suburb": "Richmond", "postCode": "3121", "state": "VIC"}});
        let answer = update(&user, json!({"account": account})).await.result()["customer"].clone();
        let after = stored(&admin, customer).await;
        assert_eq!(answer["contactName"], "Robin Lee");
        assert_eq!(after["openDaysOfWeek"], json!(["Mon", "Fri"]));
        assert_eq!(
            (
                &after["address"]["countryCode"],
                &after["address"]["stateCode"]
            ),
            (&json!("AU"), &json!("VIC"))
        );
        for member in [
            "code",
            "type",
            "accountStatus",
            "isActive",
            "creditLimit",
            "companyName",
            "customerGuid",
        ] {
            assert_eq!(after[member], before[member], "{member}");
        }
        let sly = json!({"type": "Prepaid", "accountStatus": "Closed", "creditLimit": 1, "canSendDG": true, "mobile": "0400 000 000"});
        update(&user, json!({ "account": sly })).await.result();
        let third = stored(&admin, customer).await;
        assert_eq!(
            (&third["mobile"], &third["email"]),
            (&json!("0400 000 000"), &after["email"])
        );
        for member in ["type", "accountStatus", "creditLimit", "canSendDG"] {
            assert_eq!(third[member], before[member], "{member}");
        }
        let filter = format!("{BASE}/getCustomers?filter=contains(contactName,'Robin')");
        assert_eq!(admin.get(&filter).await.result()["totalCount"], 1);
        let version = third["rowVersion"].clone();
        update(
            &user,
            json!({"account": {"rowVersion": version, "contact": "03 9000 0000"}}),
        )
        .await
        .result();
        update(
            &admin,
            json!({"customerId": customer, "account": {"rowVersion": version, "contact": "x"}}),
        )
        .await
        .expect_error(409);
    });
}

#[test]
fn who_may_change_an_account_and_what_is_refused() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let other = given::customer(&kit, "Wattle Works").await;
        let user = kit.customer_user(customer).await;
        let contact = json!({"contact": "03 9000 0000"});
        update(&user, json!({"customerId": other, "account": contact}))
            .await
            .expect_error(404);
        update(
            &kit.user("Warehouse").await,
            json!({"customerId": customer, "account": contact}),
        )
        .await
        .expect_error(403);
        update(
            &kit.guest(),
            json!({"customerId": customer, "account": contact}),
        )
        .await
        .expect_error(401);
        let outsider = kit.another_tenant().await.user("Admin").await;
        update(
            &outsider,
            json!({"customerId": customer, "account": contact}),
        )
        .await
        .expect_error(404);
        assert_eq!(
            update(&admin, json!({ "account": contact }))
                .await
                .invalid_members(),
            ["customerId"]
        );
        update(
            &kit.user("Dispatcher").await,
            json!({"customerId": customer, "account": contact}),
        )
        .await
        .result();
        let invalid = json!({"account": {"email": "nobody", "contact": "x".repeat(33), "openingTime": "8.30",
            "openDaysOfWeek": ["Someday"], "address": {"suburb": "Richmond", "postCode": "31211"},
            "customerLogo": "x".repeat(129)}});
        let mut members = update(&user, invalid).await.invalid_members();
        members.sort_unstable();
        members.dedup();
        let expected = [
            "address.postCode",
            "contact",
            "customerLogo",
            "email",
            "openDaysOfWeek[0]",
            "openingTime",
        ];
        assert_eq!(members, expected.map(|name| format!("account.{name}")));
        assert_eq!(
            stored(&admin, customer).await["contact"],
            contact["contact"],
            "nothing else was stored"
        );
    });
}

#[test]
fn notes_about_a_customer_are_the_staffs_alone() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let path = format!("{BASE}/addCustomerNote");
        let body_for =
            |comment: &str| json!({"customerId": customer, "note": {"comment": comment}});
        admin.post(&path, body_for(" Pays late ")).await.result();
        let dispatcher = kit.user("Dispatcher").await;
        let notes = dispatcher
            .post(&path, body_for("Ring first"))
            .await
            .result()["notes"]
            .clone();
        let comments: Vec<&Value> = notes
            .as_array()
            .unwrap()
            .iter()
            .map(|note| &note["comment"])
            .collect();
        assert_eq!(comments, ["Ring first", "Pays late"]);
        assert_eq!(notes[0]["userName"], "Dispatcher Tester");
        assert!(
            notes[0]["creatorUserId"].is_i64() && notes[0]["creationTime"].is_string(),
            "{notes}"
        );
        let full = admin
            .get(&format!("{BASE}/getCustomerForEdit?id={customer}"))
            .await
            .result();
        assert_eq!(full["notes"], notes);
        let page = admin
            .get(&format!(
                "{BASE}/getCustomerNotes?customerId={customer}&maxResultCount=1"
            ))
            .await
            .result();
        assert_eq!(
            (&page["totalCount"], &page["items"][0]),
            (&json!(2), &notes[0])
        );
        for bad in ["  ".to_owned(), "x".repeat(4001)] {
            assert_eq!(
                admin.post(&path, body_for(&bad)).await.invalid_members(),
                ["note.comment"]
            );
        }
        let user = kit.customer_user(customer).await;
        user.post(&path, body_for("Mine")).await.expect_error(403);
        user.get(&format!("{BASE}/getCustomerNotes?customerId={customer}"))
            .await
            .expect_error(403);
        user.get(&format!("{BASE}/getCustomerForEdit?id={customer}"))
            .await
            .expect_error(403);
        let current = user
            .get(&format!("{BASE}/getCurrentCustomer"))
            .await
            .result();
        assert!(!current.to_string().contains("Pays late"), "{current}");
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .post(&path, body_for("Theirs"))
            .await
            .expect_error(404);
        outsider
            .get(&format!("{BASE}/getCustomerNotes?customerId={customer}"))
            .await
            .expect_error(404);
        admin
            .delete(&format!("{BASE}/deleteCustomer?id={customer}"))
            .await
            .result();
        admin
            .get(&format!("{BASE}/getCustomerNotes?customerId={customer}"))
            .await
            .expect_error(404);
    });
}

#[test]
fn staff_set_status_credit_and_terms_of_an_account() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let before = stored(&admin, customer).await;
        let terms = json!({"id": customer, "accountStatus": "OnHold", "creditLimit": 2500.5,
            "paymentTerms": "14 days", "invoicePeriod": "Week", "accountManager": "Sam Carter"});
        update(&admin, json!({ "customerAccount": terms }))
            .await
            .result();
        let after = stored(&admin, customer).await;
        for (member, value) in terms.as_object().unwrap() {
            assert_eq!(&after[member], value, "{member}");
        }
        assert_eq!(
            (&after["companyName"], &after["email"]),
            (&before["companyName"], &before["email"])
        );
        update(
            &admin,
            json!({"customerAccount": {"id": customer, "accountManager": null}}),
        )
        .await
        .result();
        let third = stored(&admin, customer).await;
        assert_eq!(
            (&third["accountManager"], &third["creditLimit"]),
            (&json!(null), &json!(2500.5))
        );

        let invalid = json!({"customerAccount": {"id": customer, "creditLimit": -1}});
        assert_eq!(
            update(&admin, invalid).await.invalid_members(),
            ["customerAccount.creditLimit"]
        );
        let other = json!({"customerId": customer, "customerAccount": {"id": customer.0 + 1}});
        assert_eq!(
            update(&admin, other).await.invalid_members(),
            ["customerAccount.id"]
        );
        assert_eq!(
            update(&admin, json!({"customerId": customer}))
                .await
                .invalid_members(),
            ["customerAccount"]
        );
        let stale = json!({"customerAccount": {"id": customer, "rowVersion": before["rowVersion"], "creditLimit": 1}});
        update(&admin, stale).await.expect_error(409);
        let user = kit.customer_user(customer).await;
        update(
            &user,
            json!({"customerAccount": {"id": customer, "creditLimit": 1_000_000}}),
        )
        .await
        .expect_error(403);
        let outsider = kit.another_tenant().await.user("Admin").await;
        update(&outsider, json!({ "customerAccount": terms }))
            .await
            .expect_error(404);
        assert_eq!(stored(&admin, customer).await["creditLimit"], 2500.5);

        let note = json!({"customerId": customer, "note": {"comment": "Pays on Fridays"}});
        admin
            .post(&format!("{BASE}/addCustomerNote"), note)
            .await
            .result();
        let edit = admin
            .get(&format!("{BASE}/getCustomerForEdit?id={customer}"))
            .await
            .result();
        assert_eq!(edit["customerNotes"][0]["comment"], "Pays on Fridays");
        assert_eq!(edit["customerNotes"], edit["notes"]);
    });
}
