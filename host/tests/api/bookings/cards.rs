//! Bookings paid by card: authorised before booking, then captured or voided.

use data::{db::Mode, tsql};
use serde_json::{Value, json};
use stand_ins::{
    australia_post::{Endpoint, Fault as CarrierFault},
    cards::Fault,
};
use testkit::{Client, Kit, given, on_both};
use work::job::{NewJob, ScopeJobs};

use super::{BASE, bulk, get, guests, quote_booking, save, saved_id};

pub(super) fn nonce(kind: &str) -> String {
    format!("pm_{kind}_{}", uuid::Uuid::now_v7().simple())
}

pub(super) async fn transactions(client: &Client) -> Vec<Value> {
    let answer = client
        .get("/api/finance/payment/gettransactioninfo?sorting=id")
        .await
        .result();
    answer["items"].as_array().unwrap().clone()
}

pub(super) fn status(transaction: &Value) -> &str {
    transaction["transaction"]["status"].as_str().unwrap()
}

async fn office(kit: &Kit) -> (Client, String, Value) {
    let admin = kit.user("Admin").await;
    given::australia_post(kit, &admin, "AP").await;
    let key = given::stripe(&admin).await;
    let customer = given::customer(kit, "Bluegum Wines").await;
    let mut booking = quote_booking(&admin, customer, "australia-post").await;
    booking["paymentNonce"] = json!(nonce("card"));
    (admin, key, booking)
}

#[test]
fn what_is_reserved_is_taken_once_the_carrier_has_the_goods() {
    on_both(|kit| async move {
        let (admin, key, booking) = office(&kit).await;
        let answer = save(&admin, &booking, &["Book"]).await;
        let id = saved_id(&answer);
        assert_eq!(
            answer["successBookings"][0]["booking"]["bookingStatus"], "Booked",
            "{answer}"
        );
        let price = get(&admin, id).await["pricingDetail"]["total"]["total"]
            .as_f64()
            .unwrap();
        assert_eq!(
            kit.stripe().intents(&key)[0]["amount"],
            json!((price * 100.0).round() as i64)
        );
        kit.drain_jobs().await;
        let card_payments = transactions(&admin).await;
        assert_eq!(
            (
                card_payments.len(),
                status(&card_payments[0]),
                &card_payments[0]["bookingId"]
            ),
            (1, "SubmittedForSettlement", &json!(id))
        );
        let payments = admin.get("/api/finance/payment/getpayments").await.result();
        let payment = &payments["items"][0];
        assert_eq!(
            (
                &payment["paymentType"],
                payment["unallocatedAmount"].as_f64()
            ),
            (&json!("CreditCard"), Some(price))
        );
        // A repeated event captures nothing.
        kit.drain_jobs().await;
        let captures = kit
            .stripe()
            .calls(&key)
            .iter()
            .filter(|call| call.ends_with("/capture"))
            .count();
        assert_eq!(captures, 1);
    });
}

#[test]
fn what_the_carrier_refuses_is_let_go_of() {
    on_both(|kit| async move {
        let (admin, key, booking) = office(&kit).await;
        kit.australia_post
            .fail(Endpoint::CreateShipments, CarrierFault::Status(401));
        kit.australia_post
            .fail(Endpoint::FindShipments, CarrierFault::Status(401));
        let answer = save(&admin, &booking, &["Book"]).await;
        kit.drain_jobs().await;
        let card_payments = transactions(&admin).await;
        assert_eq!(
            (card_payments.len(), status(&card_payments[0])),
            (1, "Voided"),
            "{answer}"
        );
        assert_eq!(kit.stripe().intents(&key)[0]["status"], "canceled");
        assert_eq!(
            admin.get("/api/finance/payment/getpayments").await.result()["totalCount"],
            0
        );
    });
}

#[test]
fn without_the_money_no_carrier_is_asked() {
    on_both(|kit| async move {
        let (admin, key, mut booking) = office(&kit).await;
        booking["paymentNonce"] = json!(nonce("Declined"));
        let before = kit.australia_post.shipment_count();
        save(&admin, &booking, &["Book"]).await;
        let card_payments = transactions(&admin).await;
        assert_eq!(
            (card_payments.len(), status(&card_payments[0])),
            (1, "ProcessorDeclined")
        );
        assert_eq!(kit.australia_post.shipment_count(), before);

        let customer = given::customer(&kit, "Wattle Works").await;
        let mut next = quote_booking(&admin, customer, "australia-post").await;
        next["paymentNonce"] = json!(nonce("card"));
        kit.stripe()
            .fail(&key, "POST /v1/payment_intents", Fault::LoseResponse);
        save(&admin, &next, &["Book"]).await;
        assert_eq!(kit.australia_post.shipment_count(), before);
        tokio::time::sleep(std::time::Duration::from_millis(2300)).await;
        kit.drain_jobs().await;
        let id = admin
            .get(&format!("{BASE}/getbookings?sorting=id desc"))
            .await
            .result()["items"][0]["id"]
            .as_i64()
            .unwrap();
        let booked = bulk(&admin, &[id], "Book").await;
        assert_eq!(booked["results"][0]["success"], true, "{booked}");
        kit.drain_jobs().await;
        assert_eq!(
            status(&transactions(&admin).await[1]),
            "SubmittedForSettlement"
        );
        assert_eq!(kit.stripe().intents(&key).len(), 2);
    });
}

#[test]
fn a_guest_pays_by_card_and_is_booked_at_once() {
    on_both(|kit| async move {
        let admin = guests::open_to_guests(&kit, false).await;
        given::stripe(&admin).await;
        let guest = kit.guest();
        let mut booking = guests::quote_booking(&guest).await;
        booking["paymentNonce"] = json!(nonce("InsufficientFunds"));
        let declined = guests::create(&guest, &booking).await;
        assert_eq!(
            declined["booking"]["bookingStatus"], "PendingPayment",
            "{declined}"
        );
        assert!(
            declined["errorInfo"].to_string().contains("declined"),
            "{declined}"
        );
        booking["id"] = declined["booking"]["id"].clone();
        booking["paymentNonce"] = json!(nonce("card"));
        let repeat = json!({"booking": booking, "operations": ["Book"]});
        let answer = guest
            .post(&format!("{BASE}/creatorupdateguestbooking"), repeat)
            .await
            .result();
        assert_eq!(answer["booking"]["bookingStatus"], "Booked", "{answer}");
        kit.drain_jobs().await;
        let card_payments = transactions(&admin).await;
        assert_eq!(
            (status(&card_payments[0]), status(&card_payments[1])),
            ("ProcessorDeclined", "SubmittedForSettlement")
        );
    });
}

#[test]
fn who_pays_as_they_go_books_by_card() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::australia_post(&kit, &admin, "AP").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let change = json!({"customer": {"id": customer, "type": "Payg"}});
        admin
            .post("/api/customer/customer/createorupdatecustomer", change)
            .await
            .result();
        let user = kit.customer_user(customer).await;
        let booking = quote_booking(&user, customer, "australia-post").await;
        let answer = save(&user, &booking, &["Book"]).await;
        assert_eq!(
            answer["successBookings"][0]["booking"]["bookingStatus"], "Booked",
            "{answer}"
        );

        let key = given::stripe(&admin).await;
        let mut booking = quote_booking(&user, customer, "australia-post").await;
        let before = kit.australia_post.shipment_count();
        let answer = save(&user, &booking, &["Book"]).await;
        let refused = &answer["failBookings"][0];
        assert_eq!(
            refused["errorInfo"]["validationErrors"][0]["members"],
            json!(["bookings[0].booking.paymentNonce"]),
            "{answer}"
        );
        assert_eq!(kit.australia_post.shipment_count(), before);
        booking["id"] = refused["booking"]["id"].clone();
        booking["paymentNonce"] = json!(nonce("card"));
        let answer = save(&user, &booking, &["Book"]).await;
        assert_eq!(
            answer["successBookings"][0]["booking"]["bookingStatus"], "Booked",
            "{answer}"
        );
        kit.drain_jobs().await;
        assert_eq!(
            status(&transactions(&admin).await[0]),
            "SubmittedForSettlement"
        );
        assert_eq!(kit.stripe().intents(&key).len(), 1);
        let booking = quote_booking(&admin, customer, "australia-post").await;
        saved_id(&save(&admin, &booking, &["Book"]).await);
    });
}

#[test]
fn what_a_guest_has_paid_goes_on_when_the_answer_comes_late() {
    on_both(|kit| async move {
        let admin = guests::open_to_guests(&kit, false).await;
        let key = given::stripe(&admin).await;
        let guest = kit.guest();
        let mut booking = guests::quote_booking(&guest).await;
        booking["paymentNonce"] = json!(nonce("card"));
        kit.stripe()
            .fail(&key, "POST /v1/payment_intents", Fault::LoseResponse);
        let open = guests::create(&guest, &booking).await;
        assert_eq!(open["booking"]["bookingStatus"], "PendingPayment", "{open}");
        tokio::time::sleep(std::time::Duration::from_millis(2300)).await;
        kit.drain_jobs().await;
        let id = open["booking"]["id"].as_i64().unwrap();
        assert_eq!(get(&admin, id).await["bookingStatus"], "Booked");
        kit.drain_jobs().await;
        let card_payments = transactions(&admin).await;
        assert_eq!(
            (card_payments.len(), status(&card_payments[0])),
            (1, "SubmittedForSettlement")
        );
        assert_eq!(kit.stripe().intents(&key).len(), 1);
    });
}

/// The host stopped during the reservation, and the provider reported it before finance asked.
#[test]
fn what_a_guest_has_paid_goes_on_after_a_crash() {
    on_both(|kit| async move {
        let admin = guests::open_to_guests(&kit, false).await;
        let key = given::stripe(&admin).await;
        let guest = kit.guest();
        let mut booking = guests::quote_booking(&guest).await;
        booking["paymentNonce"] = json!(nonce("card"));
        kit.stripe()
            .fail(&key, "POST /v1/payment_intents", Fault::LoseResponse);
        let open = guests::create(&guest, &booking).await;
        let id = open["booking"]["id"].as_i64().unwrap();
        let mut scope = kit.scope(Mode::Write);
        for sql in [
            tsql!(
                "UPDATE card_transactions SET status = 'Authorized', intent = NULL
                 WHERE tenant_id = $1"
            ),
            tsql!(
                "UPDATE bookings SET intent = 'Pay', intent_time = creation_time
                 WHERE tenant_id = $1"
            ),
        ] {
            scope.rows(sql, Vec::new()).await.unwrap();
        }
        let settle = NewJob::new("bookings.settle", json!({ "bookingId": id }));
        scope.enqueue(settle).await.unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        assert_eq!(get(&admin, id).await["bookingStatus"], "Booked");
    });
}
