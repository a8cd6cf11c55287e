//! Saving bookings: partial updates, stale versions, and all errors per row.

mod batches;

use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{BASE, bulk, get, office, quote_booking, save, saved_id};

fn members(answer: &Value, index: usize) -> Vec<String> {
    let failed = answer["failBookings"].as_array().unwrap();
    let failed = failed
        .iter()
        .find(|failed| failed["index"] == index)
        .unwrap_or_else(|| panic!("saved: {answer}"));
    let errors = failed["errorInfo"]["validationErrors"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    errors
        .iter()
        .map(|error| error["members"][0].as_str().unwrap().to_owned())
        .collect()
}

async fn details(client: &Client, change: Value) -> testkit::ApiResponse {
    client
        .put(&format!("{BASE}/updateBookingDetails"), change)
        .await
}

#[test]
fn what_a_change_of_a_booking_leaves_out_stays() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let mut booking = quote_booking(&admin, customer, "own-fleet").await;
        booking["customer"] = json!({"id": customer, "caller": "Robin", "costCenter": "Sales", "email": "r@example.test"});
        booking["orderNumber"] = json!(" SO-7 ");
        booking["deliveryInstructions"] = json!("Ring twice");
        booking["pickupReadyTime"] = json!("2026-05-04T05:00:00Z");
        booking["isInsured"] = json!(true);
        booking["insuredValue"] = json!(1200.5);
        booking["insuranceType"] = json!("premium");
        let id = saved_id(&save(&admin, &booking, &[]).await);
        let first = get(&admin, id).await;
        assert_eq!(
            (&first["orderNumber"], &first["insuranceType"]),
            (&json!("SO-7"), &json!("Premium"))
        );
        assert_eq!(
            (&first["isReadyToPickup"], &first["isDangerousGood"]),
            (&json!(false), &json!(false))
        );

        let change = json!({"id": id, "reference": "PO-9", "customer": {"caller": "Sam"}});
        saved_id(&save(&admin, &change, &[]).await);
        let second = get(&admin, id).await;
        assert_eq!(
            (&second["reference"], &second["customer"]["caller"]),
            (&json!("PO-9"), &json!("Sam"))
        );
        let changed = ["rowVersion", "reference", "customer", "operationHistory"];
        for (member, before) in first
            .as_object()
            .unwrap()
            .iter()
            .filter(|it| !changed.contains(&it.0.as_str()))
        {
            assert_eq!(&second[member], before, "{member}");
        }
        for member in ["id", "costCenter", "email", "companyName", "type"] {
            assert_eq!(
                second["customer"][member], first["customer"][member],
                "{member}"
            );
        }

        let emptied = json!({"id": id, "orderNumber": null, "deliveryInstructions": null, "pickupReadyTime": null,
            "isInsured": false, "customer": {"email": null, "costCenter": null}});
        saved_id(&save(&admin, &emptied, &[]).await);
        let third = get(&admin, id).await;
        for member in [
            "orderNumber",
            "deliveryInstructions",
            "pickupReadyTime",
            "insuredValue",
            "insuranceType",
        ] {
            assert_eq!(third[member], Value::Null, "{member}");
        }
        assert_eq!(
            (
                &third["customer"]["costCenter"],
                &third["customer"]["caller"]
            ),
            (&Value::Null, &json!("Sam"))
        );
        assert_eq!(third["customer"]["email"], "robin@example.test");
        assert_eq!(
            (&third["bookingStatus"], &third["quoteId"]),
            (&json!("Quoted"), &booking["quoteId"])
        );

        let smuggled = json!({"id": id, "bookingStatus": "Delivered", "consignmentId": "MINE", "invoiceId": 7,
            "guid": "00000000-0000-0000-0000-000000000001", "totalWeight": 5, "pricingDetail": {"total": {"total": 0}},
            "customer": {"type": "Guest", "code": "X"}});
        saved_id(&save(&admin, &smuggled, &[]).await);
        let fourth = get(&admin, id).await;
        for member in [
            "bookingStatus",
            "consignmentId",
            "invoiceId",
            "guid",
            "totalWeight",
            "pricingDetail",
            "customer",
        ] {
            assert_eq!(fourth[member], third[member], "{member}");
        }
        saved_id(&save(&admin, &json!({"id": id, "quoteId": null}), &[]).await);
        let fifth = get(&admin, id).await;
        assert_eq!(
            (&fifth["bookingStatus"], &fifth["carrier"]),
            (&json!("Draft"), &Value::Null)
        );
        let repeat = json!({"id": id, "quoteId": booking["quoteId"], "resourceToken": booking["resourceToken"]});
        saved_id(&save(&admin, &repeat, &[]).await);
        assert_eq!(
            get(&admin, id).await["pricingDetail"]["total"],
            first["pricingDetail"]["total"]
        );
    });
}

#[test]
fn times_without_an_offset_are_the_tenants() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        given::change_settings(&kit, json!({"general": {"timezone": "Australia/Sydney"}})).await;
        let mut booking = quote_booking(&admin, customer, "own-fleet").await;
        booking["pickupReadyTime"] = json!("2026-01-31T09:30");
        // Twice on the day clocks go back: the earlier one.
        booking["businessClosingTime"] = json!("2026-04-05T02:30:00");
        let read = get(&admin, saved_id(&save(&admin, &booking, &[]).await)).await;
        assert_eq!(read["pickupReadyTime"], "2026-01-30T22:30:00Z");
        assert_eq!(read["businessClosingTime"], "2026-04-04T15:30:00Z");
        let offset = json!({"id": read["id"], "pickupReadyTime": "2026-01-31T09:30:00+08:00"});
        saved_id(&save(&admin, &offset, &[]).await);
        assert_eq!(
            get(&admin, read["id"].as_i64().unwrap()).await["pickupReadyTime"],
            "2026-01-31T01:30:00Z"
        );
    });
}

#[test]
fn a_batch_takes_a_thousand_bookings() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let mut booking = quote_booking(&admin, customer, "own-fleet").await;
        booking["quoteId"] = Value::Null;
        booking["resourceToken"] = Value::Null;
        booking["specialInstructions"] = json!("x".repeat(500));
        booking["deliveryInstructions"] = json!("y".repeat(500));
        booking["items"] = json!(vec![booking["items"][0].clone(); 5]);
        let batch = |many: usize| json!({"operations": [], "bookings": vec![json!({ "booking": booking }); many]});
        let full = batch(1000);
        assert!(
            full.to_string().len() > 2 << 20,
            "it is more than other calls may send"
        );
        let path = format!("{BASE}/createorupdatebatchbooking");
        let answer = admin.post(&path, full).await.result();
        assert_eq!(answer["failBookings"], json!([]));
        assert_eq!(answer["successBookings"].as_array().unwrap().len(), 1000);
        assert_eq!(
            admin.post(&path, batch(1001)).await.invalid_members(),
            ["bookings"]
        );
        let all = admin
            .get(&format!("{BASE}/getbookings?MaxResultCount=1"))
            .await
            .result();
        assert_eq!(all["totalCount"], 1000);
    });
}

#[test]
fn saving_bookings_needs_the_create_or_edit_permission() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &[],
            )
            .await,
        );
        let driver = kit.user("Driver").await;
        let body =
            json!({"bookings": [{"booking": {"id": id, "reference": "Mine"}}], "operations": []});
        driver
            .post(&format!("{BASE}/createorupdatebatchbooking"), body)
            .await
            .expect_error(403);
        details(&driver, json!({"bookingId": id, "pickupRequestId": "PU-1"}))
            .await
            .expect_error(403);
        assert_eq!(get(&admin, id).await["reference"], "PO-1001");
    });
}

#[test]
fn details_set_by_hand_stay_until_somebody_says_otherwise() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        bulk(&admin, &[id], "Manifest").await;
        let before = get(&admin, id).await;
        let set = details(
            &admin,
            json!({"bookingId": id, "pickupRequestId": " PU-7 ", "rowVersion": before["rowVersion"]}),
        );
        let set = set.await.result();
        assert_eq!(set["pickupRequestId"], "PU-7");
        assert_eq!(
            (&set["consignmentId"], &set["manifestId"]),
            (&before["consignmentId"], &before["manifestId"])
        );
        let stale =
            json!({"bookingId": id, "rowVersion": before["rowVersion"], "pickupRequestId": "PU-8"});
        details(&admin, stale).await.expect_error(409);
        let noted = details(&admin, json!({"bookingId": id, "note": "Driver rang."}))
            .await
            .result();
        assert_eq!(noted["pickupRequestId"], "PU-7", "what is left out stays");
        let emptied = details(&admin, json!({"bookingId": id, "pickupRequestId": null}))
            .await
            .result();
        assert_eq!(emptied["pickupRequestId"], Value::Null);

        let invalid = json!({"bookingId": id, "consignmentId": null, "manifestId": "", "pickupRequestId": "x".repeat(65),
            "note": "x".repeat(4001), "bookingStatus": "Somewhere",
            "pricingInfo": [{"serviceCode": "NO-SUCH", "tax": 1}, {"serviceCode": before["pricingDetail"]["serviceDetails"][0]["serviceCode"], "tax": -1}]});
        let mut members = details(&admin, invalid).await.invalid_members();
        let mut expected = vec![
            "consignmentId",
            "manifestId",
            "pickupRequestId",
            "note",
            "bookingStatus",
            "pricingInfo[0].serviceCode",
            "pricingInfo[1].tax",
        ];
        members.sort_unstable();
        expected.sort_unstable();
        assert_eq!(members, expected);
        let unread = json!({"bookingId": id, "note": 7, "pricingInfo": [{"serviceCode": "NO-SUCH", "tax": "much"}]});
        let members = details(&admin, unread).await.invalid_members();
        assert_eq!(
            members,
            ["note", "pricingInfo[0].tax", "pricingInfo[0].serviceCode"]
        );
        assert_eq!(
            details(&admin, json!({"note": "Whose?"}))
                .await
                .invalid_members(),
            ["bookingId"]
        );
        assert_eq!(
            get(&admin, id).await["bookingNotes"]
                .as_array()
                .unwrap()
                .len(),
            1,
            "nothing else was stored"
        );
    });
}

#[test]
fn a_new_booking_begins_with_the_default_cost_center_and_takes_no_other_customers() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let path = "/api/customer/customercostcenter/createorupdatecostcenter";
        let center = async |customer, code: &str, is_default: bool| {
            let center =
                json!({"code": code, "name": format!("{code} works"), "isDefault": is_default});
            let body = json!({"customerId": customer, "costCenter": center});
            admin.post(path, body).await.result()["costCenter"].clone()
        };
        let theirs = center(given::customer(&kit, "Wattle Works").await, "W1", true).await;
        let sales = center(customer, "S1", true).await;
        let cellar = center(customer, "C1", false).await;
        let on = json!({"customerId": customer, "costCenterSettings": {"isEnable": true, "isRequired": true}});
        admin
            .put("/api/customer/customersettings/updateallsettings", on)
            .await
            .result();
        let plain = quote_booking(&admin, customer, "own-fleet").await;
        let with = |said: Value| {
            let mut booking = plain.clone();
            booking["quoteId"] = Value::Null;
            booking["resourceToken"] = Value::Null;
            booking["customer"] = json!({"id": customer});
            booking["customer"]
                .as_object_mut()
                .unwrap()
                .extend(said.as_object().unwrap().clone());
            booking
        };
        for (said, wanted) in [
            (json!({}), &sales),
            (json!({"costCenterId": cellar["id"]}), &cellar),
        ] {
            let id = saved_id(&save(&admin, &with(said), &[]).await);
            let response = get(&admin, id).await["customer"].clone();
            assert_eq!(
                (&response["costCenterId"], &response["costCenter"]),
                (&wanted["id"], &wanted["name"])
            );
        }
        let refused = save(&admin, &with(json!({"costCenterId": theirs["id"]})), &[]).await;
        assert!(
            refused
                .to_string()
                .contains("is not a cost centre of this customer"),
            "{refused}"
        );
        let refused = save(
            &admin,
            &with(json!({"costCenterId": null, "costCenter": null})),
            &[],
        )
        .await;
        assert!(
            refused
                .to_string()
                .contains("is required on this customer's bookings"),
            "{refused}"
        );
    });
}
