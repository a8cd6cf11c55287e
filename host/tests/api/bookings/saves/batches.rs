//! Tests of batches: repeats and errors per row.

use super::*;

#[test]
fn a_batch_sent_again_goes_on_with_its_drafts() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let new = quote_booking(&admin, customer, "own-fleet").await;
        // A host was killed between saving and booking.
        let id = saved_id(&save(&admin, &new, &[]).await);
        let colleague = kit.user("Admin").await;
        let theirs = save(&colleague, &new, &["Book"]).await;
        assert_eq!(
            theirs["failBookings"][0]["errorInfo"]["code"], 4104,
            "{theirs}"
        );
        let repeat = save(&admin, &new, &["Book"]).await;
        assert_eq!(saved_id(&repeat), id);
        assert_eq!(
            repeat["successBookings"][0]["booking"]["bookingStatus"],
            "Booked"
        );
        let late = save(&admin, &new, &["Book"]).await;
        assert_eq!(
            (saved_id(&late), &late["successBookings"]),
            (id, &repeat["successBookings"]),
            "{late}"
        );
        let all = admin
            .get(&format!("{BASE}/getbookings?MaxResultCount=10"))
            .await
            .result();
        assert_eq!(all["totalCount"], 1, "{all}");
    });
}

#[test]
fn each_booking_of_a_batch_is_refused_for_itself() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let new = quote_booking(&admin, customer, "own-fleet").await;
        let (one, two) = (saved_id(&save(&admin, &new, &[]).await), {
            let other = quote_booking(&admin, customer, "own-fleet").await;
            saved_id(&save(&admin, &other, &[]).await)
        });
        let before = get(&admin, one).await["rowVersion"].clone();
        saved_id(
            &save(
                &admin,
                &json!({"id": one, "rowVersion": before, "reference": "PO-2"}),
                &[],
            )
            .await,
        );
        let invalid = json!({"id": two, "reference": "x".repeat(65), "items": [], "customer": {"email": "nobody"},
            "isInsured": true, "insuranceType": "Gold", "pickupReadyTime": "2026-05-04T05:00:00Z",
            "businessClosingTime": "2026-05-04T04:00:00Z", "toAddress": {"postCode": "21"}});
        let body = json!({"operations": [], "bookings": [
            {"booking": {"id": one, "rowVersion": before, "reference": "PO-3"}},
            {"booking": invalid, "bookingNote": {"comment": "x".repeat(4001)}},
            {"booking": {"id": two, "rowVersion": 0, "reference": "PO-4"}},
            {"booking": {"id": 999_999_999, "reference": "PO-5"}},
            {"booking": {"reference": "PO-6"}},
        ]});
        let answer = admin
            .post(&format!("{BASE}/createorupdatebatchbooking"), body)
            .await
            .result();
        let told = |index: usize| {
            answer["failBookings"]
                .as_array()
                .unwrap()
                .iter()
                .find(|it| it["index"] == index)
        };
        assert!(
            told(0).unwrap()["errorInfo"]["message"]
                .as_str()
                .unwrap()
                .contains("Another user"),
            "{answer}"
        );
        let mut paths = members(&answer, 1);
        let mut expected: Vec<String> = [
            "toAddress.suburb",
            "toAddress.postCode",
            "items",
            "reference",
            "customer.email",
            "businessClosingTime",
            "insuredValue",
            "insuranceType",
        ]
        .map(|name| format!("bookings[1].booking.{name}"))
        .into();
        expected.push("bookings[1].bookingNote.comment".to_owned());
        paths.sort_unstable();
        expected.sort_unstable();
        assert_eq!(paths, expected);
        assert_eq!(
            answer["successBookings"][0]["index"], 2,
            "a version of 0 was not sent: {answer}"
        );
        assert!(
            told(3).unwrap()["errorInfo"]["message"]
                .as_str()
                .unwrap()
                .contains("not found"),
            "{answer}"
        );
        assert!(
            members(&answer, 4).contains(&"bookings[4].booking.customer.id".to_owned()),
            "{answer}"
        );
        let stored = (get(&admin, one).await, get(&admin, two).await);
        assert_eq!(
            (&stored.0["reference"], &stored.1["reference"]),
            (&json!("PO-2"), &json!("PO-4"))
        );
    });
}

#[test]
fn what_cannot_be_read_of_a_batch_refuses_its_own_booking() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let (one, two) = (
            quote_booking(&admin, customer, "own-fleet").await,
            quote_booking(&admin, customer, "own-fleet").await,
        );
        let with = |member: &str, value: Value| {
            let mut booking = one.clone();
            booking[member] = value;
            json!({"booking": booking})
        };
        let unit = json!([{"quantity": 1, "weight": {"value": 5, "unit": "stone"}}]);
        let body = json!({"operations": ["Book"], "bookings": [
            with("pickupReadyTime", json!("next Tuesday")),
            with("items", json!([{"quantity": "many"}])),
            with("items", json!("two cartons")),
            with("items", unit),
            {"booking": two},
            7,
            with("reference", json!({"text": "x".repeat(65)})),
        ]});
        let answer = admin
            .post(&format!("{BASE}/createorupdatebatchbooking"), body)
            .await
            .result();
        let created = answer["successBookings"].as_array().unwrap();
        assert_eq!(
            (created.len(), &created[0]["index"]),
            (1, &json!(4)),
            "{answer}"
        );
        assert_eq!(created[0]["booking"]["bookingStatus"], "Booked");
        for (index, member) in [
            (0, "booking.pickupReadyTime"),
            (1, "booking.items[0].quantity"),
            (2, "booking.items"),
            (3, "booking.items[0].weight.unit"),
            (6, "booking.reference"),
        ] {
            let actual = members(&answer, index);
            assert!(
                actual.contains(&format!("bookings[{index}].{member}")),
                "{index}: {actual:?}"
            );
        }
        assert_eq!(members(&answer, 5), ["bookings[5]"]);

        let id = saved_id(&save(&admin, &one, &[]).await);
        let body = json!({"operations": [], "bookings": [
            {"booking": {"id": id, "reference": "PO-7", "isInsured": "perhaps", "orderNumber": "x".repeat(65)}},
        ]});
        let answer = admin
            .post(&format!("{BASE}/createorupdatebatchbooking"), body)
            .await
            .result();
        let mut actual = members(&answer, 0);
        actual.sort_unstable();
        assert_eq!(
            actual,
            ["isInsured", "orderNumber"].map(|name| format!("bookings[0].booking.{name}"))
        );
        assert_eq!(get(&admin, id).await["reference"], "PO-1001");
    });
}
