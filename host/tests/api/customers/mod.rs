//! Customers: created, found, changed, rejected.

mod validation;

use serde_json::{Value, json};
use testkit::{given, on_both};

const BASE: &str = "/api/customer/customer";

#[test]
fn what_follows_a_customers_end_is_done() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Short Lived").await;
        let user = kit.customer_user(customer).await;
        admin
            .delete(&format!("{BASE}/deleteCustomer?id={customer}"))
            .await
            .result();
        // The event's payload is the bare id.
        kit.drain_jobs().await;
        user.get("/api/core/tenant/getsidebarlinks")
            .await
            .expect_error(401);
    });
}

#[test]
fn a_customer_outlives_its_organisation_unit() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let units = "/api/core/organizationunit";
        let north = json!({"displayName": "North", "parentId": null});
        let north = admin
            .post(&format!("{units}/createorganizationunit"), north)
            .await
            .result();
        let depot = json!({"displayName": "Depot", "parentId": north["id"]});
        let depot = admin
            .post(&format!("{units}/createorganizationunit"), depot)
            .await
            .result();
        let body =
            json!({"customer": {"companyName": "Wattle Works", "organizationUnitId": depot["id"]}});
        let created = admin
            .post(&format!("{BASE}/createorupdatecustomer"), body)
            .await
            .result()["customer"]
            .clone();
        assert_eq!(created["organizationUnitId"], depot["id"]);
        admin
            .delete(&format!(
                "{units}/deleteorganizationunit?id={}",
                north["id"]
            ))
            .await
            .result();
        kit.drain_jobs().await;
        let remaining = admin
            .get(&format!("{BASE}/getCustomerForEdit?id={}", created["id"]))
            .await
            .result();
        assert_eq!(remaining["customer"]["organizationUnitId"], json!(null));
    });
}

#[test]
fn what_a_change_leaves_out_stays() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let save = async |customer: Value| {
            let body = json!({ "customer": customer });
            admin
                .post(&format!("{BASE}/createorupdatecustomer"), body)
                .await
                .result()["customer"]
                .clone()
        };
        let stopped = json!({"companyName": "Slow Payers", "mobile": "0400 000 000", "accountStatus": "CreditStop"});
        let created = save(stopped).await;
        assert_eq!(
            (&created["accountStatus"], &created["isActive"]),
            (&json!("CreditStop"), &json!(false))
        );
        let renamed = save(json!({"id": created["id"], "companyName": "Slow Payers Pty"})).await;
        assert_eq!(renamed["companyName"], "Slow Payers Pty");
        let stored = [
            "accountStatus",
            "isActive",
            "mobile",
            "code",
            "type",
            "dateOfRegistration",
            "customerGuid",
        ];
        for member in stored {
            assert_eq!(renamed[member], created[member], "{member}");
        }
        let emptied =
            save(json!({"id": created["id"], "mobile": null, "customerGuid": "00000000-0000-0000-0000-000000000001"}))
                .await;
        assert_eq!(
            (&emptied["mobile"], &emptied["companyName"]),
            (&Value::Null, &json!("Slow Payers Pty"))
        );
    });
}

#[test]
fn a_customer_is_made_found_and_changed() {
    on_both(|kit| async move {
        let dispatcher = kit.user("Admin").await;
        let body = json!({"customer": {"companyName": "O'Neil & Sons", "email": "kim@oneil.example", "creditLimit": 12500.55}});
        let created = dispatcher
            .post(&format!("{BASE}/createorupdatecustomer"), body)
            .await
            .result()["customer"]
            .clone();
        assert_eq!(created["code"], "C00001");
        assert_eq!(created["accountStatus"], "Active");
        assert_eq!(created["creditLimit"], 12500.55);
        assert_eq!(created["rowVersion"], 1);

        let filter = "contains(tolower(companyName),'o''neil') or id eq 999999";
        let results = dispatcher
            .get(&format!(
                "{BASE}/getCustomers?filter={filter}&maxResultCount=1"
            ))
            .await
            .result();
        assert_eq!(results["totalCount"], 1);
        assert_eq!(results["items"][0]["id"], created["id"]);
        let by_guid = format!(
            "{BASE}/getcustomers?Filter=customerGuid eq guid'{}'",
            created["customerGuid"].as_str().unwrap()
        );
        assert_eq!(dispatcher.get(&by_guid).await.result()["totalCount"], 1);

        let mut change = created.clone();
        change["companyName"] = json!("O'Neil Group");
        change["customerGuid"] = json!("00000000-0000-0000-0000-000000000001");
        let changed = dispatcher
            .post(
                &format!("{BASE}/createorupdatecustomer"),
                json!({"customer": change}),
            )
            .await
            .result();
        assert_eq!(changed["customer"]["companyName"], "O'Neil Group");
        assert_eq!(
            changed["customer"]["customerGuid"], created["customerGuid"],
            "the identity cannot be changed"
        );
        dispatcher
            .post(
                &format!("{BASE}/createorupdatecustomer"),
                json!({"customer": change}),
            )
            .await
            .expect_error(409);
    });
}

#[test]
fn a_customers_user_sees_that_customer_alone() {
    on_both(|kit| async move {
        let own = given::customer(&kit, "Own Company").await;
        let user = kit.customer_user(own).await;
        let current = user
            .get(&format!("{BASE}/getCurrentCustomer"))
            .await
            .result();
        assert_eq!(current["customer"]["id"], own.0);
        user.get(&format!("{BASE}/getCustomers"))
            .await
            .expect_error(403);
        kit.user("Admin")
            .await
            .get(&format!("{BASE}/getCurrentCustomer"))
            .await
            .expect_error(404);
    });
}

#[test]
fn a_customer_can_want_a_reference_on_every_booking() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (one, two) = (
            given::customer(&kit, "One").await,
            given::customer(&kit, "Two").await,
        );
        let (of_one, of_two) = (kit.customer_user(one).await, kit.customer_user(two).await);
        let (get, put) = (
            "/api/customer/customersettings/getallsettings",
            "/api/customer/customersettings/updateallsettings",
        );
        let off = json!({"isEnable": false, "isRequired": false});
        assert_eq!(
            admin.get(&format!("{get}?customerId={one}")).await.result(),
            json!({"customerId": one, "rowVersion": 0, "costCenterSettings": off, "referenceSettings": off,
                "bookingSettings": {"atl": false, "notification": false}})
        );
        let on = json!({"isEnable": true, "isRequired": true});
        let change = json!({"customerId": one, "costCenterSettings": on, "referenceSettings": on,
            "bookingSettings": {"atl": true}});
        of_one.put(put, change.clone()).await.expect_error(403);
        let saved = admin.put(put, change).await.result();
        assert_eq!(
            (&saved["bookingSettings"]["atl"], &saved["rowVersion"]),
            (&json!(true), &json!(1))
        );
        assert_eq!(of_one.get(get).await.result(), saved);
        of_two
            .get(&format!("{get}?customerId={one}"))
            .await
            .expect_error(404);
        admin.get(get).await.expect_error(400);
        admin
            .put(put, json!({"customerId": one, "rowVersion": 0}))
            .await
            .expect_error(409);
        let stored = admin
            .put(
                put,
                json!({"customerId": one, "rowVersion": 1, "bookingSettings": {}}),
            )
            .await
            .result();
        assert_eq!(
            (
                &stored["referenceSettings"],
                &stored["bookingSettings"]["atl"]
            ),
            (&on, &json!(false))
        );
        // Null resets a group; missing ones stay; without a version the last write wins.
        let back = admin
            .put(put, json!({"customerId": one, "costCenterSettings": null}))
            .await
            .result();
        assert_eq!(
            (&back["costCenterSettings"], &back["referenceSettings"]),
            (&off, &on)
        );
        let invalid =
            json!({"referenceSettings": {"isEnable": "perhaps"}, "bookingSettings": {"atl": 7}});
        let unread = [
            "referenceSettings.isEnable",
            "bookingSettings.atl",
            "customerId",
        ];
        assert_eq!(admin.put(put, invalid).await.invalid_members(), unread);
        admin
            .put(
                put,
                json!({"customerId": one, "rowVersion": stored["rowVersion"]}),
            )
            .await
            .expect_error(409);
        admin
            .put(put, json!({"customerId": one, "costCenterSettings": on}))
            .await
            .result();
        let other = kit.another_tenant().await.user("Admin").await;
        other
            .get(&format!("{get}?customerId={one}"))
            .await
            .expect_error(404);

        let (from, to) = given::addresses();
        let mut booking = json!({"customer": {"id": one}, "fromAddress": from, "toAddress": to,
            "items": given::quote_request(one)["items"]});
        let save = async |booking: &Value| {
            let body = json!({"bookings": [{"booking": booking}], "operations": []});
            admin
                .post("/api/booking/booking/createorupdatebatchbooking", body)
                .await
        };
        let missing =
            ["reference", "costCenter"].map(|name| format!("bookings[0].booking.customer.{name}"));
        let failed =
            save(&booking).await.result()["failBookings"][0]["errorInfo"]["validationErrors"]
                .take();
        let members: Vec<&Value> = failed
            .as_array()
            .into_iter()
            .flatten()
            .map(|field| &field["members"][0])
            .collect();
        assert_eq!(members, missing.each_ref());
        booking["customer"]["reference"] = json!("PO-7");
        booking["customer"]["costCenter"] = json!("Sales");
        assert_eq!(save(&booking).await.result()["failBookings"], json!([]));
        booking["customer"] = json!({"id": two});
        assert_eq!(save(&booking).await.result()["failBookings"], json!([]));
    });
}
