//! Line hauls that carriers run: booked, followed and cancelled through their plugins.

use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

use super::{
    LINE_HAUL, PROCESS, add, articles, assert_done, load, log, message, process, reload, run, zone,
};

const QUOTES: &str = "/api/jobs/linehaul/carrier-quotes";

/// Head ports with the street addresses that a booking needs.
async fn network(admin: &Client) {
    for (code, post_code, suburb) in [("MEL", "3121", "Richmond"), ("SYD", "2150", "Parramatta")] {
        let port = json!({"headport": {"code": code, "name": format!("Depot {code}"),
            "addressline1": "1 Dock Road", "postcode": post_code, "suburb": suburb}});
        let saved = admin.post("/api/jobs/head-port/head-port", port).await;
        let port = saved.result()["headport"].clone();
        zone(admin, &port, &[post_code]).await;
    }
}

/// A closed line haul with two equal cartons, run by this account.
async fn closed(kit: &Kit, admin: &Client, account: i64) -> Value {
    network(admin).await;
    let customer = given::customer(kit, "Own Consignments").await;
    let address = |post_code: &str, suburb: &str| {
        json!({"companyname": format!("{suburb} Tools"), "addressline1": "8 Long Street",
            "postcode": post_code, "suburb": suburb})
    };
    let cm = |value: i64| json!({"value": value, "unit": "cm"});
    let items = json!([{"packagetype": "Carton", "quantity": 2, "length": cm(30),
        "width": cm(30), "height": cm(30), "weight": {"value": 5, "unit": "kg"}}]);
    let body = json!({"job": {"fromaddress": address("3121", "Richmond"),
        "toaddress": address("2150", "Parramatta"), "items": items}});
    let job = admin.post("/api/jobs/job/job", body).await.result()["job"].clone();
    let body = json!({"id": job["id"]});
    let job = admin.post("/api/jobs/job/confirm", body).await.result()["job"].clone();
    let haul = json!({"startheadport": {"code": "MEL"}, "destinationheadport": {"code": "SYD"},
        "carrierid": account, "customerid": customer});
    let haul = add(admin, haul).await;
    assert_done(&load(admin, &haul, &articles(&job)).await);
    run(admin, &haul, &["Close"]).await;
    reload(admin, &haul).await
}

async fn bookings(admin: &Client) -> Value {
    let path = "/api/booking/booking/getbookings?sorting=id desc";
    admin.get(path).await.result()
}

#[test]
fn a_carrier_books_the_line_haul_once_and_moves_it() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "EPARCEL").await;
        let haul = closed(&kit, &admin, account).await;
        assert_eq!(haul["customername"], "Own Consignments");
        let allowed = haul["allowedOperations"].as_array().unwrap();
        assert!(allowed.contains(&json!("Book")), "{allowed:?}");
        run(&admin, &haul, &["Book"]).await;
        let booked = reload(&admin, &haul).await;
        assert_eq!(booked["iscarrierbooked"], true);
        let all = bookings(&admin).await;
        assert_eq!(all["totalCount"], 1);
        let booking = &all["items"][0];
        assert_eq!(booking["id"], booked["carrierbookingid"]);
        assert_eq!(booking["consignmentId"], booked["connoteno"]);
        assert_eq!(booking["reference"], haul["linehaulcode"]);
        assert_eq!(booking["items"][0]["quantity"], 2);
        assert_eq!(
            booking["pricingDetail"]["total"]["total"].as_f64(),
            Some(0.0)
        );
        let path = format!("/api/jobs/job/job?jobId={}", haul["id"]);
        let cost = admin.get(&path).await.result()["job"]["pricingdetails"]["buy"].clone();
        assert!(cost["total"].as_f64().unwrap() > 0.0, "{cost}");

        let again = process(&admin, "Book", &haul).await;
        assert_eq!(
            message(&again),
            "LH00001 is booked with the carrier already."
        );
        let body = json!({"linehaul": {"id": haul["id"], "carrierid": null}});
        let refused = admin.put(LINE_HAUL, body).await;
        let members = refused.invalid_members();
        assert!(
            members.contains(&"linehaul.carrierid".to_owned()),
            "{members:?}"
        );
        kit.drain_jobs().await;
        assert_eq!(bookings(&admin).await["totalCount"], 1);

        let batch = json!({"bookings": [{"booking": {"id": booking["id"]}}],
            "operations": ["Manifest"]});
        let path = "/api/booking/booking/createorupdatebatchbooking";
        let manifested = admin.post(path, batch).await.result();
        assert_eq!(manifested["failBookings"], json!([]), "{manifested}");
        let path = "/api/booking/booking/addtrackingevent";
        for (status, expected) in [
            ("PickedUp", "Departed"),
            ("InTransit", "InTransit"),
            ("Delivered", "Arrived"),
        ] {
            let scan = json!({"bookingId": booking["id"], "status": status, "description": "",
                "location": ""});
            admin.post(path, scan).await.result();
            kit.drain_jobs().await;
            assert_eq!(reload(&admin, &haul).await["status"], expected);
        }
    });
}

async fn quotes(admin: &Client, haul: &Value, more: Value) -> testkit::ApiResponse {
    let mut quote = json!({"linehaulid": haul["id"]});
    let members = quote.as_object_mut().unwrap();
    members.extend(more.as_object().unwrap().clone());
    admin.post(QUOTES, json!({ "quote": quote })).await
}

#[test]
fn the_price_that_was_chosen_is_booked() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "EPARCEL").await;
        let haul = closed(&kit, &admin, account).await;
        let offered = quotes(&admin, &haul, json!({})).await.result();
        assert_eq!(offered["carrierid"], account);
        let offers = offered["quotes"].as_array().unwrap();
        assert!(offers.len() > 1, "{offers:?}");
        // Nothing is booked by a look at the prices.
        assert_eq!(bookings(&admin).await["totalCount"], 0);
        assert_eq!(reload(&admin, &haul).await["carrierbookingid"], Value::Null);
        let dearest = offers
            .iter()
            .max_by(|one, other| {
                one["cost"]
                    .as_f64()
                    .unwrap()
                    .total_cmp(&other["cost"].as_f64().unwrap())
            })
            .unwrap();
        let book = |quote: &Value| {
            json!({"operation": "Book", "ids": [haul["id"]], "quote": {
                "quoteid": quote["quoteid"], "resourcetoken": offered["resourcetoken"]}})
        };
        let done = admin.post(PROCESS, book(dearest)).await.result();
        assert_eq!(done[0]["success"], true, "{done}");
        let all = bookings(&admin).await;
        assert_eq!(all["totalCount"], 1);
        assert_eq!(
            all["items"][0]["carrierServiceCode"],
            dearest["servicecode"]
        );
        let path = format!("/api/jobs/job/job?jobId={}", haul["id"]);
        let cost = admin.get(&path).await.result()["job"]["pricingdetails"]["buy"].clone();
        assert_eq!(cost["total"].as_f64(), dearest["cost"].as_f64());
        let late = quotes(&admin, &haul, json!({})).await;
        assert_eq!(
            late.expect_error_code(6160),
            "LH00001 is booked with the carrier already."
        );
    });
}

#[test]
fn only_a_valid_quote_is_booked() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "EPARCEL").await;
        let own = given::own_fleet(&kit, &admin, "METRO").await;
        let haul = closed(&kit, &admin, account).await;
        let wrong = json!({"quoteid": 999_999, "resourcetoken": "unknown"});
        let body = json!({"operation": "Book", "ids": [haul["id"]], "quote": wrong});
        let refused = admin.post(PROCESS, body).await.result();
        assert_eq!(refused[0]["success"], false, "{refused}");
        assert_eq!(bookings(&admin).await["totalCount"], 0);
        let body = json!({"operation": "Depart", "ids": [haul["id"]], "quote": wrong});
        let refused = admin.post(PROCESS, body).await;
        assert_eq!(refused.invalid_members(), ["quote"]);
        let refused = quotes(&admin, &haul, json!({"carrierid": own})).await;
        assert_eq!(refused.invalid_members(), ["quote.carrierid"]);
        quotes(&admin, &haul, json!({"carrierid": 999_999}))
            .await
            .expect_error(404);
        // A line haul that is still loaded has no price.
        let open = json!({"startheadport": {"code": "MEL"}, "destinationheadport": {"code": "SYD"},
            "carrierid": account});
        let open = add(&admin, open).await;
        quotes(&admin, &open, json!({}))
            .await
            .expect_error_code(6160);
    });
}

#[test]
fn a_cancelled_line_haul_cancels_its_consignment() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "EPARCEL").await;
        let haul = closed(&kit, &admin, account).await;
        run(&admin, &haul, &["Book", "Cancel"]).await;
        kit.drain_jobs().await;
        let cancelled = reload(&admin, &haul).await;
        assert_eq!(cancelled["status"], "Cancelled");
        assert_eq!(
            bookings(&admin).await["items"][0]["bookingStatus"],
            "Cancelled"
        );
        assert_eq!(
            (
                &cancelled["carrierbookingid"],
                &cancelled["iscarrierbooked"]
            ),
            (&Value::Null, &json!(false))
        );
        // The next line haul of the account is filed under the same customer.
        let next = json!({"startheadport": {"code": "MEL"}, "destinationheadport": {"code": "SYD"},
            "carrierid": account});
        assert_eq!(add(&admin, next).await["customername"], "Own Consignments");
    });
}

#[test]
fn what_cannot_be_booked_stays_and_the_reason_is_shown() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "EPARCEL").await;
        let own = given::own_fleet(&kit, &admin, "METRO").await;
        let haul = closed(&kit, &admin, account).await;
        let body = json!({"linehaul": {"id": haul["id"], "servicecode": "NO-SUCH-SERVICE"}});
        admin.put(LINE_HAUL, body).await.result();
        let refused = process(&admin, "Book", &haul).await;
        assert_eq!(refused["success"], false, "{refused}");
        assert!(!message(&refused).is_empty());
        let open = reload(&admin, &haul).await;
        assert_eq!(
            (&open["status"], &open["carrierbookingid"]),
            (&json!("Closed"), &Value::Null)
        );
        let body = json!({"linehaul": {"id": haul["id"], "carrierid": own}});
        admin.put(LINE_HAUL, body).await.result();
        let refused = process(&admin, "Book", &haul).await;
        assert!(message(&refused).contains("own vehicles"), "{refused}");
        let body = json!({"linehaul": {"id": haul["id"], "carrierid": null}});
        let bare = admin.put(LINE_HAUL, body).await.result()["linehaul"].clone();
        assert_eq!(bare["customerid"], Value::Null);
        let refused = process(&admin, "Book", &haul).await;
        assert_eq!(message(&refused), "LH00001 has no carrier account.");
        let ids: Vec<i64> = (1..=21).collect();
        let body = json!({"operation": "Book", "ids": ids});
        let refused = admin.post(PROCESS, body).await;
        assert_eq!(refused.invalid_members(), ["ids"]);
        assert!(log(&admin, &haul).await.contains(&"Close".to_owned()));
    });
}
