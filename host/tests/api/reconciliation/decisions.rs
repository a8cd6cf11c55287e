//! Decisions on lines: approved, overridden, absorbed, recharged, rejected and held, also
//! concurrently.

use futures_util::future::join;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

use super::{
    BASE, FILE, HEAD, Office, assert_sums, create_booking, download, get_reconciliation, import,
    line, office,
};

async fn import_invoice(kit: &Kit, office: &Office) -> Value {
    for connote in ["ABC000123", "ABC000124"] {
        create_booking(kit, office, connote, None).await;
    }
    let table = format!(
        "{HEAD}ABC000123,,ROAD,,,,20.00,2.00,INV-1,\nABC000123,,FUEL,,,,2.00,0.20,INV-1,\n\
         ABC000124,,ROAD,,,,25.00,2.50,INV-1,\nABC000124,,FUEL,,,,2.00,0.20,INV-1,\n"
    );
    import(kit, &office.admin, table).await
}

async fn process(client: &Client, of: &Value, operation: &str, line: &Value, more: Value) -> Value {
    let mut body = json!({"id": of["id"], "operation": operation, "ids": [line["id"]]});
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    client
        .post(&format!("{BASE}/ProcessReconciliationBookings"), body)
        .await
        .result()
}

#[test]
fn lines_are_approved_once() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let all = import_invoice(&kit, &office).await;
        let matched = line(&all, "ABC000123");
        let body = json!({"id": all["id"], "approvedBookings": [{"id": matched["id"], "approvedServices": []}]});
        let path = format!("{BASE}/ApproveReconciliation");
        let first = office.admin.post(&path, body.clone()).await.result();
        assert_eq!(
            (&first["status"], &first["totals"]["approvedAmount"]),
            (&json!("PartiallyApproved"), &json!(22))
        );
        let before = get_reconciliation(&office.admin, &all["id"]).await;
        assert_sums(&before);
        office.admin.post(&path, body).await.result();
        assert_eq!(get_reconciliation(&office.admin, &all["id"]).await, before);
        let delete = format!("{BASE}/DeleteReconciliations?id={}", all["id"]);
        assert_eq!(
            office.admin.delete(&delete).await.expect_error(400)["code"],
            4404
        );
        let none = json!({"id": all["id"], "approvedBookings": []});
        assert_eq!(
            office.admin.post(&path, none).await.invalid_members(),
            ["approvedBookings"]
        );
    });
}

#[test]
fn another_amount_is_approved_with_a_note_and_disputed() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let all = import_invoice(&kit, &office).await;
        let over = line(&all, "ABC000124");
        assert_eq!(
            (&over["status"], &over["differenceAmount"]),
            (&json!("Held"), &json!(5))
        );
        let road = &over["bookingReconciliationServices"][0];
        let path = format!("{BASE}/ApproveReconciliation");
        let approve = |service: Value| {
            let bookings = json!([{"id": over["id"], "approvedServices": [service]}]);
            office.admin.post(
                &path,
                json!({"id": all["id"], "approvedBookings": bookings}),
            )
        };
        let member = "approvedBookings[0].approvedServices[0]";
        let bare = approve(json!({"id": road["id"], "approvedAmount": 20})).await;
        assert_eq!(bare.invalid_members(), [format!("{member}.approvedAmount")]);
        let silent =
            approve(json!({"id": road["id"], "approvedAmount": 20, "override": true})).await;
        assert_eq!(silent.invalid_members(), [format!("{member}.note")]);
        let message =
            json!({"id": road["id"], "approvedAmount": 20, "override": true, "note": "As quoted"});
        approve(message.clone()).await.result();
        approve(message).await.result();
        let other =
            json!({"id": road["id"], "approvedAmount": 21, "override": true, "note": "Half of it"});
        assert_eq!(
            approve(other).await.invalid_members(),
            ["approvedBookings[0].id"]
        );
        let after = get_reconciliation(&office.admin, &all["id"]).await;
        assert_sums(&after);
        let decided = line(&after, "ABC000124");
        assert_eq!(
            (&decided["status"], &decided["approvedAmount"]),
            (&json!("Approved"), &json!(22))
        );
        assert_eq!(
            decided["bookingReconciliationServices"][0]["override"],
            true
        );

        let email = office
            .admin
            .post(
                &format!("{BASE}/exportDisputeCsv"),
                json!({"id": all["id"]}),
            )
            .await
            .result();
        let email = download(&office.admin, &email["fileToken"]).await;
        assert_eq!(email.lines().count(), 2, "{email}");
        assert!(
            email.contains("ABC000124") && email.contains("As quoted"),
            "{email}"
        );
        let pdf = office
            .admin
            .post(
                &format!("{BASE}/exportDisputePdf"),
                json!({"id": all["id"]}),
            )
            .await
            .result();
        assert_eq!(pdf["fileType"], "application/pdf");
        let path = format!(
            "{FILE}/DownloadReconciliationCSV?assetId={}",
            pdf["fileToken"].as_str().unwrap()
        );
        let answer = office.admin.get(&path).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.headers["content-type"], "application/pdf");
        assert!(answer.body.starts_with(b"%PDF"));
        let repeat = office
            .admin
            .post(
                &format!("{BASE}/exportDisputePdf"),
                json!({"id": all["id"]}),
            )
            .await
            .result();
        assert_eq!(repeat["fileToken"], pdf["fileToken"]);
        kit.another_tenant()
            .await
            .user("Admin")
            .await
            .get(&path)
            .await
            .expect_error(404);
    });
}

#[test]
fn there_is_no_letter_when_nothing_is_disputed() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let all = import_invoice(&kit, &office).await;
        let path = format!("{BASE}/exportDisputePdf");
        assert_eq!(
            office
                .admin
                .post(&path, json!({"id": all["id"]}))
                .await
                .expect_error(400)["code"],
            4405
        );
        kit.user("Dispatcher")
            .await
            .post(&path, json!({"id": all["id"]}))
            .await
            .expect_error(403);
    });
}

#[test]
fn closed_lines_and_those_of_a_third_party_are_not_disputed() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let all = import_invoice(&kit, &office).await;
        for (operation, connote) in [("Close", "ABC000124"), ("ExternallyInvoiced", "ABC000123")] {
            let of = line(&all, connote);
            let done = process(&office.admin, &all, operation, of, json!({})).await;
            assert_eq!(done["items"][0]["success"], true, "{done}");
        }
        let export = async |call: &str| {
            let path = format!("{BASE}/{call}");
            office.admin.post(&path, json!({"id": all["id"]})).await
        };
        let file = export("exportDisputeCsv").await.result();
        let table = download(&office.admin, &file["fileToken"]).await;
        assert_eq!(table.lines().count(), 1, "{table}");
        let refused = export("exportDisputePdf").await.expect_error(400);
        assert_eq!(refused["code"], 4405);
    });
}

#[test]
fn differences_are_absorbed_recharged_or_refused() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let all = import_invoice(&kit, &office).await;
        let (exact, over) = (line(&all, "ABC000123"), line(&all, "ABC000124"));
        // Held: the customer does not pay more than before.
        let silent = process(&office.admin, &all, "Recharge", over, json!({})).await;
        assert_eq!(
            (
                &silent["items"][0]["success"],
                &silent["items"][0]["status"]
            ),
            (&json!(false), &json!("Held"))
        );
        let done = process(
            &office.admin,
            &all,
            "Recharge",
            over,
            json!({"note": "Re-weighed"}),
        )
        .await;
        assert_eq!(
            (
                &done["items"][0]["success"],
                &done["reconciliation"]["status"]
            ),
            (&json!(true), &json!("PartiallyApproved"))
        );
        let done = process(&office.admin, &all, "Absorb", exact, json!({})).await;
        assert_eq!(done["reconciliation"]["status"], "Recharged");
        let after = get_reconciliation(&office.admin, &all["id"]).await;
        assert_sums(&after);
        assert_eq!(line(&after, "ABC000124")["rechargeAmount"], 5);
        let list = office
            .admin
            .get("/api/booking/booking/getbookingsforrecharge")
            .await
            .result();
        let recharge = &list["items"][0]["rechargeDetail"]["total"];
        assert_eq!(
            (&list["totalCount"], &recharge["taxExclusiveAmount"]),
            (&json!(1), &json!(5))
        );
        assert_eq!(list["items"][0]["id"], over["bookingId"]);
        let late = process(&office.admin, &all, "Reject", exact, json!({"note": "No"})).await;
        assert_eq!(late["items"][0]["success"], false);
    });
}

#[test]
fn a_line_is_held_and_released() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let all = import_invoice(&kit, &office).await;
        let exact = line(&all, "ABC000123");
        let held = process(&office.admin, &all, "Hold", exact, json!({})).await;
        assert_eq!(held["items"][0]["status"], "Held");
        let released = process(&office.admin, &all, "Release", exact, json!({})).await;
        assert_eq!(released["items"][0]["status"], "Matched");
        let invalid =
            json!({"id": all["id"], "operation": "Absorb", "ids": [exact["id"]], "amount": 3});
        let invalid = office
            .admin
            .post(&format!("{BASE}/ProcessReconciliationBookings"), invalid)
            .await;
        assert_eq!(invalid.invalid_members(), ["amount"]);
    });
}

#[test]
fn two_people_at_one_line_decide_it_once() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let other = kit.user("Admin").await;
        let all = import_invoice(&kit, &office).await;
        let over = line(&all, "ABC000124");
        let path = format!("{BASE}/ApproveReconciliation");
        let body = |amount: i64| {
            let service = json!({"id": over["bookingReconciliationServices"][0]["id"], "approvedAmount": amount,
                "override": true, "note": "Agreed"});
            json!({"id": all["id"], "approvedBookings": [{"id": over["id"], "approvedServices": [service]}]})
        };
        let (one, two) = join(
            office.admin.post(&path, body(21)),
            other.post(&path, body(22)),
        )
        .await;
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 400]);
        let approved = get_reconciliation(&office.admin, &all["id"]).await;
        assert_sums(&approved);
        // A line changed since it was read is not approved.
        let exact = line(&all, "ABC000123");
        process(&office.admin, &all, "PreAuthorise", exact, json!({})).await;
        let stale = json!({"id": all["id"], "approvedBookings": [{"id": exact["id"], "rowVersion": exact["rowVersion"]}]});
        other.post(&path, stale).await.expect_error(409);
    });
}

#[test]
fn a_booking_is_chosen_for_a_line() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let booking = create_booking(&kit, &office, "ABC000123", None).await;
        let table = format!(
            "{HEAD}NOBODYS-1,,ROAD,,,,20.00,2.00,INV-1,\nNOBODYS-1,,FUEL,,,,2.00,0.20,INV-1,\n"
        );
        let all = import(&kit, &office.admin, table).await;
        let unmatched = line(&all, "NOBODYS-1");
        let path = format!("{BASE}/MatchReconciliationBooking");
        let body = json!({"id": unmatched["id"], "bookingId": booking});
        let selected = office.admin.post(&path, body.clone()).await.result();
        assert_eq!(
            (&selected["status"], &selected["matchedBy"]),
            (&json!("Matched"), &json!("Hand"))
        );
        assert_eq!(
            office.admin.post(&path, body).await.result()["id"],
            unmatched["id"]
        );
        let after = get_reconciliation(&office.admin, &all["id"]).await;
        assert_eq!(after["invalidBookingFileGuid"], json!(null));
        assert_sums(&after);
        let unknown = json!({"id": unmatched["id"], "bookingId": 987_654_321});
        office.admin.post(&path, unknown).await.expect_error(404);
    });
}

#[test]
fn lines_are_quoted_anew_by_what_was_charged() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let mut request = given::quote_request(office.customer);
        request["items"] = json!([request["items"][0]]);
        let answer = given::quotes(&office.admin, request.clone()).await;
        let (from, to) = given::addresses();
        let booking = json!({
            "customer": {"id": office.customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
            "resourceToken": answer["resourceToken"], "quoteId": answer["quotes"][0]["id"],
        });
        let body = json!({"bookings": [{"booking": booking}], "operations": ["Book"]});
        let saved = office
            .admin
            .post("/api/booking/booking/createorupdatebatchbooking", body)
            .await
            .result();
        let booking = &saved["successBookings"][0]["booking"];
        let (id, connote) = (&booking["id"], booking["consignmentId"].as_str().unwrap());
        let cost = |value: &Value| {
            value
                .to_string()
                .parse::<Decimal>()
                .unwrap_or_else(|_| panic!("no amount: {value}"))
        };
        let table = format!(
            "{HEAD}{connote},,ROAD,,150,,99.00,9.90,INV-9,\nNOBODY1,,ROAD,,5,,20.00,2.00,INV-9,\n"
        );
        let all = import(&kit, &office.admin, table).await;
        let (known, unknown) = (line(&all, connote), line(&all, "NOBODY1"));
        assert_eq!(&known["bookingId"], id);
        let path = format!("{BASE}/RequoteReconciliationBookings");
        let body = json!({"id": all["id"], "ids": [known["id"], unknown["id"]]});
        let response = office.admin.post(&path, body).await.result();
        let entry_for = |line: &Value| {
            let item = response["items"]
                .as_array()
                .unwrap()
                .iter()
                .find(|item| item["id"] == line["id"]);
            item.cloned()
                .unwrap_or_else(|| panic!("not answered: {response}"))
        };
        let (first, second) = (entry_for(known), entry_for(unknown));
        assert_eq!(
            (&first["success"], &second["success"]),
            (&json!(true), &json!(false)),
            "{response}"
        );
        assert_eq!(
            second["error"]["message"],
            "has no booking that can be priced again"
        );
        let after = get_reconciliation(&office.admin, &all["id"]).await;
        let services = line(&after, connote)["bookingReconciliationServices"]
            .as_array()
            .unwrap()
            .clone();
        let sum = |member: &str| {
            services
                .iter()
                .map(|service| cost(&service[member]))
                .sum::<Decimal>()
        };
        assert_eq!(
            sum("carrierRequotedAmount"),
            cost(&first["carrierRequotedAmount"])
        );
        assert_eq!(
            sum("customerRequotedAmount"),
            cost(&first["customerRequotedAmount"])
        );
        assert!(
            sum("carrierRequotedAmount") > sum("carrierQuotedAmount"),
            "four times the weight costs more: {after}"
        );
        assert_sums(&after);
        let repeat = json!({"id": all["id"], "ids": [known["id"]]});
        let repeat = office.admin.post(&path, repeat).await.result();
        assert_eq!(
            repeat["items"][0]["carrierRequotedAmount"],
            first["carrierRequotedAmount"]
        );
        assert_eq!(line(&after, connote)["status"], known["status"]);
        process(
            &office.admin,
            &all,
            "Reject",
            line(&after, connote),
            json!({"note": "Weighed wrongly"}),
        )
        .await;
        let decided = office
            .admin
            .post(&path, json!({"id": all["id"], "ids": [known["id"]]}))
            .await
            .result();
        assert_eq!(decided["items"][0]["success"], json!(false));
        let none = json!({"id": all["id"], "ids": []});
        assert_eq!(
            office.admin.post(&path, none).await.invalid_members(),
            ["ids"]
        );
        office
            .admin
            .post(
                &path,
                json!({"id": all["id"], "ids": [known["id"], 999_999_999]}),
            )
            .await
            .expect_error(404);
    });
}
