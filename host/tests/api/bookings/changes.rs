//! Tests of drafts, status and prices changed by staff.

use super::*;

#[test]
fn a_draft_is_changed_held_and_deleted() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let mut booking = quote_booking(&admin, customer, "own-fleet").await;
        let id = saved_id(&save(&admin, &booking, &[]).await);
        let first = get(&admin, id).await;
        assert_eq!(first["bookingStatus"], "Quoted");
        let total = first["pricingDetail"]["total"]["total"].as_f64().unwrap();
        assert!(total > 0.0);

        booking["id"] = json!(id);
        booking["rowVersion"] = first["rowVersion"].clone();
        booking["reference"] = json!("PO-2002");
        saved_id(&save(&admin, &booking, &[]).await);
        let second = get(&admin, id).await;
        assert_eq!(
            (
                &second["reference"],
                second["pricingDetail"]["total"]["total"].as_f64()
            ),
            (&json!("PO-2002"), Some(total))
        );
        let stale = save(&admin, &booking, &[]).await;
        assert!(
            stale["failBookings"][0]["errorInfo"]["message"]
                .as_str()
                .unwrap()
                .contains("Another user"),
            "{stale}"
        );

        booking["rowVersion"] = second["rowVersion"].clone();
        booking["items"][0]["quantity"] = json!(30);
        booking["quoteId"] = json!(null);
        saved_id(&save(&admin, &booking, &[]).await);
        let third = get(&admin, id).await;
        assert_eq!(third["bookingStatus"], "Draft");
        assert_eq!(third["carrier"], json!(null));
        assert_eq!(third["pricingDetail"]["total"]["total"], 0);

        assert_eq!(
            bulk(&admin, &[id], "Hold").await["results"][0]["success"],
            true
        );
        let refused = bulk(&admin, &[id], "Delete").await;
        assert_eq!(refused["results"][0]["success"], false);
        assert_eq!(
            get(&admin, id).await["allowedOperations"],
            json!(["Release", "Cancel"])
        );
        assert_eq!(
            bulk(&admin, &[id], "Release").await["results"][0]["success"],
            true
        );
        admin
            .delete(&format!("{BASE}/deleteBooking?id={id}"))
            .await
            .result();
        admin
            .get(&format!("{BASE}/getbookingforEdit?Id={id}"))
            .await
            .expect_error(404);
    });
}

#[test]
fn a_status_set_by_hand_and_prices_changed_by_hand() {
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
        let path = format!("{BASE}/updateBookingDetails");
        admin
            .put(
                &path,
                json!({"bookingId": id, "bookingStatus": "InTransit"}),
            )
            .await
            .expect_error(400);
        bulk(&admin, &[id], "Manifest").await;
        let line = get(&admin, id).await["pricingDetail"]["serviceDetails"][0].clone();
        let changes = json!({
            "bookingId": id, "bookingStatus": "InTransit", "pickupRequestId": "PU-7", "note": "Driver rang.",
            "pricingInfo": [{"serviceCode": line["serviceCode"], "taxExclusiveAmount": 100, "tax": 10}],
        });
        let changed = admin.put(&path, changes).await.result();
        assert_eq!(
            (&changed["bookingStatus"], &changed["pickupRequestId"]),
            (&json!("InTransit"), &json!("PU-7"))
        );
        let lines = changed["pricingDetail"]["serviceDetails"]
            .as_array()
            .unwrap();
        assert_eq!(
            (&lines[0]["amount"], &lines[0]["isUpdated"]),
            (&json!(110), &json!(true))
        );
        let sum: f64 = lines
            .iter()
            .map(|line| line["amount"].as_f64().unwrap())
            .sum();
        assert!((sum - changed["pricingDetail"]["total"]["total"].as_f64().unwrap()).abs() < 0.001);
        assert_eq!(changed["bookingNotes"][0]["comment"], "Driver rang.");
        let invalid =
            json!({"bookingId": id, "pricingInfo": [{"serviceCode": "NO-SUCH", "tax": 1}]});
        assert_eq!(
            admin.put(&path, invalid).await.invalid_members(),
            ["pricingInfo[0].serviceCode"]
        );
        let noted = json!({"bookingId": id, "bookingNote": {"comment": "Second note"}});
        let noted = admin
            .post(&format!("{BASE}/addnookingnote"), noted)
            .await
            .result();
        assert_eq!(noted["bookingNotes"].as_array().unwrap().len(), 2);
        let empty = json!({"bookingId": id, "bookingNote": {"comment": " "}});
        let members = admin
            .post(&format!("{BASE}/addnookingnote"), empty)
            .await
            .invalid_members();
        assert_eq!(members, ["bookingNote.comment"]);
    });
}

#[test]
fn addresses_of_a_booked_consignment_change_only_on_ones_own_vehicles() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        given::australia_post(&kit, &admin, "POST").await;
        for (carrier, is_own) in [("own-fleet", true), ("australia-post", false)] {
            let mut booking = quote_booking(&admin, customer, carrier).await;
            let id = saved_id(&save(&admin, &booking, &["Book"]).await);
            let stored = get(&admin, id).await;
            let is_offered = |booking: &Value| {
                let allowed = booking["allowedOperations"].as_array().unwrap();
                allowed.contains(&json!("EditAddresses"))
            };
            assert_eq!(is_offered(&stored), is_own, "{carrier}");
            let label = async || {
                let printed = bulk(&admin, &[id], "PrintLabel").await;
                printed["label"][0].clone()
            };
            let before = if is_own { label().await } else { json!(null) };
            booking = json!({
                "id": id, "rowVersion": stored["rowVersion"],
                "toAddress": stored["toAddress"].clone(),
            });
            booking["toAddress"]["contactName"] = json!("Ida Reyes");
            booking["toAddress"]["addressLine1"] = json!("2 Other Street");
            let saved = save(&admin, &booking, &[]).await;
            if !is_own {
                let message = saved["failBookings"][0]["errorInfo"]["message"].as_str();
                assert!(message.unwrap().contains("already has"), "{saved}");
                continue;
            }
            saved_id(&saved);
            let changed = get(&admin, id).await;
            assert_eq!(changed["toAddress"]["contactName"], "Ida Reyes");
            for (name, value) in [
                ("consignmentId", &stored["consignmentId"]),
                ("bookingStatus", &json!("Booked")),
                ("pricingDetail", &stored["pricingDetail"]),
            ] {
                assert_eq!(&changed[name], value, "{name}");
            }
            // The label has the new address.
            assert_ne!(label().await, before);
            // From the manifest on, the driver has it.
            bulk(&admin, &[id], "Manifest").await;
            let manifested = get(&admin, id).await;
            assert!(!is_offered(&manifested), "{manifested}");
        }
    });
}

#[test]
fn suburbs_and_items_on_own_vehicles_change_at_their_new_price() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let booking = quote_booking(&admin, customer, "own-fleet").await;
        let id = saved_id(&save(&admin, &booking, &["Book"]).await);
        let stored = get(&admin, id).await;
        let label = async || bulk(&admin, &[id], "PrintLabel").await["label"][0].clone();
        let first_label = label().await;
        let mut change = json!({
            "id": id, "rowVersion": stored["rowVersion"],
            "toAddress": stored["toAddress"].clone(), "items": stored["items"].clone(),
        });
        change["toAddress"]["suburb"] = json!("Richmond");
        change["toAddress"]["postCode"] = json!("3121");
        change["items"][0]["quantity"] = json!(7);

        // The price is offered first, and nothing is saved without it.
        let refused = save(&admin, &change, &[]).await;
        let info = &refused["failBookings"][0]["errorInfo"];
        assert_eq!(
            info["validationErrors"][0]["members"],
            json!(["bookings[0].booking.toAddress"]),
            "{refused}"
        );
        let offered = info["newQuote"].clone();
        assert_ne!(
            offered["total"], stored["pricingDetail"]["total"]["total"],
            "{refused}"
        );
        assert_eq!(get(&admin, id).await["rowVersion"], stored["rowVersion"]);
        let accepted = with_offered_price(&change, &offered);
        let mut other = accepted.clone();
        other["items"][0]["quantity"] = json!(8);
        let refused = save(&admin, &other, &[]).await;
        assert_eq!(
            refused["failBookings"][0]["errorInfo"]["validationErrors"][0]["members"],
            json!(["bookings[0].booking.items"]),
            "{refused}"
        );
        saved_id(&save(&admin, &accepted, &[]).await);

        let changed = get(&admin, id).await;
        for name in ["consignmentId", "bookingStatus", "carrier"] {
            assert_eq!(changed[name], stored[name], "{name}");
        }
        assert_eq!(changed["pricingDetail"]["total"]["total"], offered["total"]);
        assert_eq!(changed["toAddress"]["suburb"], "Richmond");
        assert_eq!(changed["items"][0]["quantity"], 7);
        let log = changed["operationHistory"].as_array().unwrap().clone();
        assert!(
            log.iter().any(|entry| entry["operation"] == "Requote"),
            "{log:?}"
        );
        // The label has the new suburb and a code for each piece.
        assert_ne!(label().await, first_label);

        let mut options = json!({"id": id, "rowVersion": changed["rowVersion"]});
        options["deliveryOptions"] = json!({"tail-lift": "true"});
        let refused = save(&admin, &options, &[]).await;
        let message = refused["failBookings"][0]["errorInfo"]["message"].as_str();
        assert!(message.unwrap().contains("options"), "{refused}");

        bulk(&admin, &[id], "Manifest").await;
        let manifested = get(&admin, id).await;
        let late = json!({
            "id": id, "rowVersion": manifested["rowVersion"], "items": stored["items"].clone(),
        });
        let refused = save(&admin, &late, &[]).await;
        assert_eq!(
            refused["failBookings"].as_array().unwrap().len(),
            1,
            "{refused}"
        );
    });
}

#[test]
fn a_net_price_set_by_hand_is_taxed_at_the_rate_of_its_line() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let booking = quote_booking(&admin, customer, "own-fleet").await;
        let id = saved_id(&save(&admin, &booking, &["Book"]).await);
        let code =
            get(&admin, id).await["pricingDetail"]["serviceDetails"][0]["serviceCode"].clone();
        let change = async |mut line: Value| {
            line["serviceCode"] = code.clone();
            let body = json!({"bookingId": id, "pricingInfo": [line]});
            let path = format!("{BASE}/updateBookingDetails");
            admin.put(&path, body).await
        };
        let amounts = async |line: Value| {
            let changed = change(line).await.result();
            let line = changed["pricingDetail"]["serviceDetails"][0].clone();
            (line["tax"].clone(), line["amount"].clone())
        };
        amounts(json!({"taxExclusiveAmount": 100, "tax": 10})).await;
        let taxed = amounts(json!({"taxExclusiveAmount": 200})).await;
        assert_eq!(taxed, (json!(20), json!(220)));
        amounts(json!({"tax": 0})).await;
        let untaxed = amounts(json!({"taxExclusiveAmount": 50})).await;
        assert_eq!(untaxed, (json!(0), json!(50)));
        let refused = change(json!({"tax": 50.01})).await;
        assert_eq!(refused.invalid_members(), ["pricingInfo[0].tax"]);
    });
}
