//! Booking lists: filters, counts, sums and visibility.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use carriage::money::Amount;
use data::{db::Mode, ids::CarrierAccountId};
use pricing::price::PriceLine;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

const BASE: &str = "/api/booking/booking";

async fn list(client: &Client, query: &str) -> Value {
    client
        .get(&format!("{BASE}/getbookings?{query}"))
        .await
        .result()
}

pub fn column(page: &Value, name: &str) -> Vec<Value> {
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|booking| booking[name].clone())
        .collect()
}

/// Inserts bookings of each status, an hour apart, oldest first.
pub async fn insert_bookings(
    kit: &Kit,
    company: &str,
    account: i64,
    statuses: &[bookings::Status],
) -> data::ids::CustomerId {
    let customer = given::customer(kit, company).await;
    let request = given::quote_request(customer);
    let (from, to) = given::addresses();
    let mut scope = kit.scope(Mode::Write);
    let now = scope.now();
    let cost = Amount::line(Decimal::from(50), Decimal::TEN, "AUD");
    for (at, status) in statuses.iter().enumerate() {
        let created = now - chrono::TimeDelta::hours((statuses.len() - at) as i64);
        let seed = bookings::SeedBooking {
            customer,
            account: CarrierAccountId(account),
            service_code: "STD".to_owned(),
            service_name: "Standard".to_owned(),
            from: serde_json::from_value(from.clone()).unwrap(),
            to: serde_json::from_value(to.clone()).unwrap(),
            items: serde_json::from_value(request["items"].clone()).unwrap(),
            lines: vec![PriceLine::at_cost("FRT", "Freight", false, cost)],
            status: *status,
            created,
            reference: Some(format!("{company} {at}")),
            connote: None,
            carrier_data: String::new(),
            manifest: None,
            transit_days: Some(2),
            scans: bookings::scans_to(*status, created, now, "Richmond", "Parramatta"),
            note: None,
            dangerous_good_un_code: None,
        };
        bookings::seed_booking(&mut scope, seed).await.unwrap();
    }
    scope.commit().await.unwrap();
    customer
}

#[test]
fn filters_sorting_counts_and_sums_agree() {
    use bookings::Status::{Booked, Cancelled, Delayed, Delivered, InTransit, Quoted};
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = insert_bookings(
            &kit,
            "Bluegum",
            account,
            &[
                Quoted, Booked, Booked, InTransit, Delayed, Delivered, Cancelled,
            ],
        )
        .await;

        let all = list(&admin, "sorting=creationTime desc&maxResultCount=3").await;
        assert_eq!(all["totalCount"], 7);
        assert_eq!(
            column(&all, "bookingStatus"),
            ["Cancelled", "Delivered", "Delayed"].map(Value::from)
        );
        let booked =
            list(&admin, "filter=bookingStatus in ('Booked','Quoted') and carrier eq 'own-fleet'&sorting=bookingDate")
                .await;
        assert_eq!(
            column(&booked, "bookingStatus"),
            ["Quoted", "Booked", "Booked"].map(Value::from)
        );
        let filter = format!(
            "filter=customer/id eq {customer} and contains(tolower(customer/companyName),'blue') and pricingDetail/total/total eq 55"
        );
        assert_eq!(list(&admin, &filter).await["totalCount"], 7);
        let results = list(&admin, "filter=reference eq 'Bluegum 3'").await;
        assert_eq!(results["items"][0]["bookingStatus"], "InTransit");
        assert_eq!(results["items"][0]["lastTrackingStatus"], "InTransit");
        let connote = results["items"][0]["consignmentId"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_eq!(
            list(&admin, &format!("filter=consignmentId eq '{connote}'")).await["totalCount"],
            1
        );
        assert_eq!(
            list(
                &admin,
                "filter=toAddress/suburb eq 'Parramatta' and toAddress/postCode eq '2150' and totalWeight/value gt 300"
            )
            .await["totalCount"],
            7
        );
        let invalid = admin
            .get(&format!("{BASE}/getbookings?filter=carrierCost gt 5"))
            .await;
        assert_eq!(
            invalid.invalid_members(),
            ["filter"],
            "costs cannot be found out by filtering"
        );

        let counts = admin
            .get(&format!("{BASE}/getbookingstatuscount"))
            .await
            .result();
        assert_eq!(
            counts,
            json!({"delivered": 1, "inTransit": 1, "processing": 3, "exception": 1, "statuses": [
                {"bookingStatus": "Quoted", "count": 1}, {"bookingStatus": "Booked", "count": 2},
                {"bookingStatus": "InTransit", "count": 1}, {"bookingStatus": "Delivered", "count": 1},
                {"bookingStatus": "Delayed", "count": 1}, {"bookingStatus": "Cancelled", "count": 1},
            ]})
        );
        let some = admin
            .get(&format!(
                "{BASE}/getbookingstatuscount?filter=bookingStatus eq 'Booked'"
            ))
            .await
            .result();
        assert_eq!(
            (&some["processing"], &some["delivered"]),
            (&json!(2), &json!(0))
        );
        let sums = admin
            .get(&format!(
                "{BASE}/getbookingssummary?filter=bookingStatus eq 'Booked'"
            ))
            .await
            .result();
        assert_eq!(
            sums,
            json!({"totalBookings": 2, "totalItems": 8, "totalWeight": {"value": 715, "unit": "kg"},
                   "totalCubic": {"value": 3.348, "unit": "m3"}, "totalFreightCost": 110, "totalInsuranceCost": 0})
        );
        let nothing = admin
            .get(&format!(
                "{BASE}/getbookingssummary?filter=bookingStatus eq 'Lost'"
            ))
            .await
            .result();
        assert_eq!(nothing["totalBookings"], 0);
    });
}

#[test]
fn receivers_streets_post_codes_and_states_are_found() {
    use bookings::Status::{Booked, Delivered};
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        insert_bookings(&kit, "Bluegum", account, &[Booked, Delivered]).await;
        let (from, to) = given::addresses();
        for (side, address) in [("fromAddress", from), ("toAddress", to)] {
            for member in [
                "companyName",
                "contactName",
                "addressLine1",
                "postCode",
                "suburb",
                "state",
            ] {
                let text = address[member]
                    .as_str()
                    .unwrap_or_else(|| panic!("{side}/{member}"));
                let filter = |text: &str| {
                    let text = text.to_uppercase();
                    format!("filter=contains({side}/{member},'{text}') or id eq 0")
                };
                let found = list(&admin, &filter(text)).await;
                assert_eq!(found["totalCount"], 2, "{side}/{member} {text}");
                let none = list(&admin, &filter(&format!("{text}x"))).await;
                assert_eq!(none["totalCount"], 0, "{side}/{member}");
            }
        }
    });
}

#[test]
fn each_row_says_what_can_be_done_with_it() {
    use bookings::Status::{Booked, Delivered, InTransit, OnHold, Quoted};
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = insert_bookings(
            &kit,
            "Bluegum",
            account,
            &[Quoted, Booked, InTransit, OnHold, Delivered],
        )
        .await;
        let rows = list(&admin, "sorting=id").await;
        assert_eq!(
            column(&rows, "allowedOperations"),
            [
                json!([
                    "Book",
                    "Requote",
                    "Hold",
                    "Cancel",
                    "Delete",
                    "Edit",
                    "EditAddresses"
                ]),
                json!([
                    "Manifest",
                    "PrintLabel",
                    "EmailDocuments",
                    "RefreshTracking",
                    "Invoice",
                    "Hold",
                    "Cancel",
                    "Edit",
                    "EditAddresses"
                ]),
                json!([
                    "PrintLabel",
                    "EmailDocuments",
                    "RefreshTracking",
                    "Invoice",
                    "AddTrackingEvent"
                ]),
                json!(["Release", "Cancel"]),
                json!([
                    "PrintLabel",
                    "EmailDocuments",
                    "RefreshTracking",
                    "Invoice",
                    "AddTrackingEvent"
                ]),
            ]
        );
        for row in rows["items"].as_array().unwrap() {
            let path = format!("{BASE}/getbookingforEdit?Id={}", row["id"]);
            assert_eq!(
                admin.get(&path).await.result()["allowedOperations"],
                row["allowedOperations"]
            );
        }
        let user = kit.customer_user(customer).await;
        for row in list(&user, "").await["items"].as_array().unwrap() {
            let actual = row["allowedOperations"].as_array().unwrap();
            assert!(
                !actual
                    .iter()
                    .any(|it| ["Hold", "Release", "AddTrackingEvent"]
                        .contains(&it.as_str().unwrap()))
            );
        }
    });
}

#[test]
fn a_customers_user_sees_that_customer_and_no_costs() {
    use bookings::Status::{Booked, Manifested, Quoted};
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let own = insert_bookings(&kit, "Bluegum", account, &[Booked, Manifested]).await;
        let foreign = insert_bookings(&kit, "Harbour", account, &[Quoted, Booked]).await;
        let user = kit.customer_user(own).await;
        let own_rows = list(&user, "sorting=id").await;
        assert_eq!(own_rows["totalCount"], 2);
        assert!(
            column(&own_rows, "customer")
                .iter()
                .all(|customer| customer["id"] == json!(own))
        );
        assert_eq!(
            own_rows["items"][0]["pricingDetail"]["carrierTotal"],
            json!(null)
        );
        assert_eq!(
            own_rows["items"][0]["pricingDetail"]["serviceDetails"][0]["carrierAmount"],
            json!(null)
        );
        assert_eq!(
            list(&user, &format!("customerId={foreign}")).await["totalCount"],
            0
        );
        let counts = user
            .get(&format!("{BASE}/getbookingstatuscount"))
            .await
            .result();
        assert_eq!(counts["processing"], 2);

        let theirs = list(
            &admin,
            &format!("filter=customer/id eq {foreign}&sorting=id"),
        )
        .await;
        assert_eq!(
            theirs["items"][0]["pricingDetail"]["carrierTotal"]["total"],
            55
        );
        let id = theirs["items"][1]["id"].as_i64().unwrap();
        user.get(&format!("{BASE}/getbookingforEdit?Id={id}"))
            .await
            .expect_error(404);
        user.get(&format!("{BASE}/getOperationLog?id={id}"))
            .await
            .expect_error(404);
        user.get(&format!(
            "{BASE}/getDocuments?DocumentType=1&BookingId={id}"
        ))
        .await
        .expect_error(404);
        user.post(&format!("{BASE}/cancelBooking"), json!({"id": id}))
            .await
            .expect_error(404);
        user.post(
            &format!("{BASE}/addnookingnote"),
            json!({"bookingId": id, "bookingNote": {"comment": "x"}}),
        )
        .await
        .expect_error(404);
        let answer = user
            .post(
                &format!("{BASE}/runbulkoperation"),
                json!({"bookingIds": [id], "operations": ["PrintLabel"]}),
            )
            .await;
        assert_eq!(
            answer.result()["results"][0]["message"],
            "The booking was not found."
        );
        user.get(&format!("{BASE}/getOperationLogs"))
            .await
            .expect_error(403);

        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .get(&format!("{BASE}/getbookingforEdit?Id={id}"))
            .await
            .expect_error(404);
        assert_eq!(list(&outsider, "").await["totalCount"], 0);
    });
}
