//! Many concurrent callers: no deadlock over database connections.

use std::collections::BTreeSet;

use serde_json::json;
use testkit::{given, on_both};

#[test]
fn a_crowd_asks_for_quotes_and_all_are_answered() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Crowded House Movers").await;
        let callers: Vec<_> = (0..48)
            .map(|_| {
                let (admin, request) = (admin.clone(), given::quote_request(customer));
                tokio::spawn(async move {
                    let answer = given::quotes(&admin, request).await;
                    let services = admin
                        .get("/api/carrier/carrierservices/getcarrierservices")
                        .await;
                    (
                        answer["quotes"].as_array().map_or(0, Vec::len),
                        services.status.as_u16(),
                    )
                })
            })
            .collect();
        for caller in callers {
            let (quotes, services) = caller.await.unwrap();
            assert!(quotes > 0);
            assert_eq!(services, 200);
        }
    });
}

#[test]
fn two_people_book_one_quote_at_once_and_one_of_them_does() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Twice Booked").await;
        let request = given::quote_request(customer);
        let answer = given::quotes(&admin, request.clone()).await;
        let (from, to) = given::addresses();
        let body = json!({
            "bookings": [{"booking": {
                "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
                "resourceToken": answer["resourceToken"], "quoteId": answer["quotes"][0]["id"],
            }}],
            "operations": ["Book"],
        });
        let path = "/api/booking/booking/createorupdatebatchbooking";
        let both: Vec<_> = (0..2)
            .map(|_| {
                let (admin, body) = (admin.clone(), body.clone());
                tokio::spawn(async move { admin.post(path, body).await.result() })
            })
            .collect();
        // The later call is rejected, or gets the booking of the earlier one as a repeat.
        let mut booked = BTreeSet::new();
        for answer in both {
            let done = answer.await.unwrap()["successBookings"].clone();
            let ids = done.as_array().into_iter().flatten();
            booked.extend(ids.map(|booking| booking["booking"]["id"].as_i64().unwrap()));
        }
        assert_eq!(booked.len(), 1);
        let list = admin
            .get("/api/booking/booking/getbookings?filter=bookingStatus eq 'Booked'")
            .await
            .result();
        assert_eq!(list["totalCount"], 1);
    });
}
