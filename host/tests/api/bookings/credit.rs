//! Credit limits of bookings on account, and deletion of customers with bookings.

use data::{
    db::Mode,
    ids::{BookingId, CustomerId},
};
use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{bulk, get, office, quote_booking, save, saved_id, scan};

const CUSTOMERS: &str = "/api/customer/customer";

async fn change(admin: &Client, customer: CustomerId, mut change: Value) -> Value {
    change["id"] = json!(customer);
    admin
        .post(
            &format!("{CUSTOMERS}/createorupdatecustomer"),
            json!({"customer": change}),
        )
        .await
        .result()
}

async fn credit(admin: &Client, customer: CustomerId) -> Value {
    admin
        .get(&format!("{CUSTOMERS}/getCustomerForEdit?id={customer}"))
        .await
        .result()["credit"]
        .clone()
}

async fn create_priced(admin: &Client, customer: CustomerId) -> (i64, f64) {
    let id = saved_id(
        &save(
            admin,
            &quote_booking(admin, customer, "own-fleet").await,
            &[],
        )
        .await,
    );
    let price = get(admin, id).await["pricingDetail"]["total"]["total"]
        .as_f64()
        .unwrap();
    assert!(price > 0.0);
    (id, price)
}

#[test]
fn what_is_booked_uses_the_limit_until_it_is_cancelled() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let (first, price) = create_priced(&admin, customer).await;
        let (second, _) = create_priced(&admin, customer).await;
        let limit = price * 1.5;
        change(&admin, customer, json!({"creditLimit": limit})).await;
        assert_eq!(
            credit(&admin, customer).await["used"],
            json!(0),
            "a draft owes nothing"
        );

        bulk(&admin, &[first], "Book").await;
        let now = credit(&admin, customer).await;
        assert_eq!(now["used"], json!(price), "{now}");
        assert!(
            (now["available"].as_f64().unwrap() - (limit - price)).abs() < 0.001,
            "{now}"
        );

        let refused = bulk(&admin, &[second], "Book").await["results"][0].clone();
        assert_eq!(refused["success"], false, "{refused}");
        let error = refused["errorInfo"]["message"]
            .as_str()
            .or(refused["message"].as_str())
            .unwrap_or_default();
        assert!(
            error.contains("credit limit") && error.contains("AUD"),
            "{refused}"
        );
        assert_eq!(get(&admin, second).await["bookingStatus"], "Quoted");

        change(&admin, customer, json!({"type": "Payg"})).await;
        let (third, _) = create_priced(&admin, customer).await;
        assert_eq!(
            bulk(&admin, &[third], "Book").await["results"][0]["success"],
            true
        );
        bulk(&admin, &[third], "Cancel").await;
        change(&admin, customer, json!({"type": "Account"})).await;

        bulk(&admin, &[first], "Cancel").await;
        assert_eq!(credit(&admin, customer).await["used"], json!(0));
        assert_eq!(
            bulk(&admin, &[second], "Book").await["results"][0]["success"],
            true
        );
    });
}

#[test]
fn a_held_quote_uses_no_credit_and_counts_in_no_margin() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let (first, price) = create_priced(&admin, customer).await;
        let (second, _) = create_priced(&admin, customer).await;
        bulk(&admin, &[first], "Hold").await;
        assert_eq!(get(&admin, first).await["bookingStatus"], "OnHold");
        assert_eq!(
            credit(&admin, customer).await["used"],
            json!(0),
            "no carrier was asked"
        );
        let today = chrono::Utc::now().date_naive();
        let days = format!(
            "fromDate={}&toDate={}",
            today - chrono::Days::new(1),
            today + chrono::Days::new(1)
        );
        for by in ["Customer", "Carrier", "Lane", "Month"] {
            let margins = admin
                .get(&format!("/api/booking/margin/getmargins?by={by}&{days}"))
                .await
                .result();
            assert_eq!(margins["total"]["bookings"], 0, "{by}: {margins}");
        }
        bulk(&admin, &[second], "Book").await;
        bulk(&admin, &[second], "Hold").await;
        assert_eq!(credit(&admin, customer).await["used"], json!(price));
        bulk(&admin, &[second], "Release").await;
        bulk(&admin, &[second], "Cancel").await;
        let delete = format!("{CUSTOMERS}/deleteCustomer?id={customer}");
        admin.delete(&delete).await.result();
    });
}

#[test]
fn a_booking_put_on_hold_while_it_is_invoiced_is_not_marked() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let (id, price) = create_priced(&admin, customer).await;
        bulk(&admin, &[id], "Book").await;
        // The run has listed it already.
        bulk(&admin, &[id], "Hold").await;
        let mut scope = kit.scope(Mode::Write);
        let listed = [(BookingId(id), price.to_string().parse().unwrap())];
        let marked = bookings::mark_invoiced(&mut scope, 1, &listed).await;
        assert!(marked.is_err(), "a hold is not billed");
    });
}

#[test]
fn two_at_once_do_not_pass_the_limit_together() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let mut ids = Vec::new();
        let mut price = 0.0;
        for _ in 0..4 {
            let (id, one) = create_priced(&admin, customer).await;
            (ids, price) = ([ids, vec![id]].concat(), one);
        }
        change(&admin, customer, json!({"creditLimit": price * 2.5})).await;
        let book =
            async |id: i64| bulk(&admin, &[id], "Book").await["results"][0]["success"] == true;
        let (one, two, three, four) =
            tokio::join!(book(ids[0]), book(ids[1]), book(ids[2]), book(ids[3]));
        assert_eq!(
            [one, two, three, four]
                .into_iter()
                .filter(|booked| *booked)
                .count(),
            2
        );
        let used = credit(&admin, customer).await["used"].as_f64().unwrap();
        assert!((used - price * 2.0).abs() < 0.001, "{used} of {price}");
    });
}

#[test]
fn a_customer_goes_when_nothing_of_it_is_open_and_its_bookings_stay() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let address = json!({"customerId": customer, "address": {"name": "Dock", "suburb": "Richmond", "postCode": "3121"}});
        let addresses = "/api/customer/customerfrequentaddress";
        let dock = admin
            .post(
                &format!("{addresses}/createorupdatefrequentaddress"),
                address,
            )
            .await
            .result()["address"]
            .clone();
        let (id, _) = create_priced(&admin, customer).await;
        bulk(&admin, &[id], "Book").await;
        let delete = format!("{CUSTOMERS}/deleteCustomer?id={customer}");
        let refused = admin.delete(&delete).await.expect_error(400);
        assert_eq!(refused["code"], 2103, "{refused}");
        assert!(
            refused["message"].as_str().unwrap().contains("(1)"),
            "{refused}"
        );

        bulk(&admin, &[id], "Manifest").await;
        scan(&admin, id, "Delivered", None).await;
        admin.delete(&delete).await.result();
        kit.drain_jobs().await;

        let stored = get(&admin, id).await;
        assert_eq!(
            (&stored["bookingStatus"], &stored["customer"]["companyName"]),
            (&json!("Delivered"), &json!("Bluegum Wines"))
        );
        admin
            .get(&format!("{CUSTOMERS}/getCustomerForEdit?id={customer}"))
            .await
            .expect_error(404);
        admin.delete(&delete).await.expect_error(404);
        let listed = admin
            .get(&format!("{CUSTOMERS}/getCustomers?filter=id eq {customer}"))
            .await
            .result();
        assert_eq!(listed["totalCount"], 0);
        admin
            .get(&format!(
                "{addresses}/getfrequentaddressforedit?id={}",
                dock["id"]
            ))
            .await
            .expect_error(404);
        let results = admin.post("/api/search/?query=bluegum", json!({})).await;
        let results = String::from_utf8_lossy(&results.body).into_owned();
        assert!(
            results.contains("\"Booking\"") && !results.contains("\"Customer\""),
            "{results}"
        );
        // Its code stays taken, and no booking is possible.
        let code = stored["customer"]["code"].clone();
        let repeat = json!({"customer": {"companyName": "Another", "code": code}});
        admin
            .post(&format!("{CUSTOMERS}/createorupdatecustomer"), repeat)
            .await
            .expect_error(400);
        admin
            .post(
                "/api/booking/Quote/Quote",
                testkit::given::quote_request(customer),
            )
            .await
            .expect_error(404);
    });
}

async fn prepaid_balance(client: &Client, customer: CustomerId) -> f64 {
    let path = format!("/api/finance/customer/getprepaidbalance?customerId={customer}");
    client.get(&path).await.result()["balance"]
        .as_f64()
        .unwrap()
}

#[test]
fn who_pays_ahead_books_for_what_is_there() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        change(&admin, customer, json!({"type": "Prepaid"})).await;
        let (mut ids, mut price) = (Vec::new(), 0.0);
        for _ in 0..3 {
            let (id, one) = create_priced(&admin, customer).await;
            ids.push(id);
            price = one;
        }
        let refused = bulk(&admin, &[ids[0]], "Book").await["results"][0].clone();
        assert_eq!(refused["success"], false, "{refused}");
        assert!(refused.to_string().contains("missing"), "{refused}");

        let top_up = (price * 150.0).round() / 100.0;
        let body = json!({"customerId": customer, "paymentDate": "2026-03-01", "paidAmount": top_up,
            "paymentType": "Prepaid"});
        let created = admin
            .post("/api/finance/payment/createpayment", body)
            .await
            .result();
        assert!((prepaid_balance(&admin, customer).await - top_up).abs() < 0.001);
        let book =
            async |id: i64| bulk(&admin, &[id], "Book").await["results"][0]["success"] == true;
        let (one, two, three) = tokio::join!(book(ids[0]), book(ids[1]), book(ids[2]));
        let booked: Vec<i64> = ids
            .iter()
            .zip([one, two, three])
            .filter(|(_, is)| *is)
            .map(|(id, _)| *id)
            .collect();
        assert_eq!(booked.len(), 1, "it is there for one of them");
        assert!((prepaid_balance(&admin, customer).await - (top_up - price)).abs() < 0.001);

        // The part covering a booking can't be refunded.
        let body = json!({"paymentId": created["payment"]["id"], "amount": top_up});
        let refund = admin.post("/api/finance/payment/refundpayment", body).await;
        assert_eq!(refund.invalid_members(), ["amount"]);
        bulk(&admin, &booked, "Cancel").await;
        assert!(
            (prepaid_balance(&admin, customer).await - top_up).abs() < 0.001,
            "what is cancelled is given back"
        );
        let user = kit.customer_user(customer).await;
        let other = testkit::given::customer(&kit, "Wattle Works").await;
        let path = format!("/api/finance/customer/getprepaidbalance?customerId={other}");
        user.get(&path).await.expect_error(404);
    });
}
