//! Card authorisations: each pays for one price, and none is left unused.

use data::{
    db::{Col, Mode},
    ids::CustomerId,
    tsql,
};
use serde_json::{Value, json};
use stand_ins::{
    australia_post::{Endpoint, Fault as CarrierFault},
    cards::Fault,
    gate::Gate,
};
use std::time::Duration;
use testkit::{Client, Kit, given, on_both};
use work::event::ScopeEvents;

use super::{
    BASE, bulk,
    cards::{nonce, status, transactions},
    get, quote_booking, save, saved_id,
};

const CHARGE: &str = "POST /v1/payment_intents";

struct Office {
    admin: Client,
    user: Client,
    customer: CustomerId,
    /// The tenant's Stripe key.
    key: String,
}

async fn office(kit: &Kit) -> Office {
    let admin = kit.user("Admin").await;
    given::australia_post(kit, &admin, "AP").await;
    let key = given::stripe(&admin).await;
    let customer = given::customer(kit, "Bluegum Wines").await;
    let user = kit.customer_user(customer).await;
    Office {
        admin,
        user,
        customer,
        key,
    }
}

impl Office {
    /// Creates a booking authorised but not yet sent to the carrier: the provider was late.
    async fn authorise_booking(&self, kit: &Kit) -> (i64, Value) {
        let mut booking = quote_booking(&self.user, self.customer, "australia-post").await;
        booking["paymentNonce"] = json!(nonce("card"));
        kit.stripe().fail(&self.key, CHARGE, Fault::LoseResponse);
        let answer = save(&self.user, &booking, &["Book"]).await;
        let id = answer["failBookings"][0]["booking"]["id"]
            .as_i64()
            .unwrap_or_else(|| panic!("{answer}"));
        tokio::time::sleep(Duration::from_millis(2300)).await;
        kit.drain_jobs().await;
        assert_eq!(self.states(kit), ["requires_capture"]);
        assert_eq!(get(&self.admin, id).await["bookingStatus"], "Quoted");
        booking["id"] = json!(id);
        booking.as_object_mut().unwrap().remove("paymentNonce");
        (id, booking)
    }

    async fn enlarge(&self, booking: &Value) -> Value {
        let mut request = given::quote_request(self.customer);
        request["items"] = json!([request["items"][0]]);
        request["items"][0]["quantity"] = json!(20);
        request["filter"] = json!({"carrierCode": ["australia-post"]});
        let answer = given::quotes(&self.user, request.clone()).await;
        let mut large = booking.clone();
        large["items"] = request["items"].clone();
        large["quoteId"] = answer["quotes"][0]["id"].clone();
        large["resourceToken"] = answer["resourceToken"].clone();
        large
    }

    async fn limit_credit(&self, limit: f64) {
        let change = json!({"customer": {"id": self.customer, "creditLimit": limit}});
        self.admin
            .post("/api/customer/customer/createorupdatecustomer", change)
            .await
            .result();
    }

    fn states(&self, kit: &Kit) -> Vec<String> {
        let intents = kit.stripe().intents(&self.key);
        intents
            .iter()
            .map(|intent| intent["status"].as_str().unwrap().to_owned())
            .collect()
    }
}

async fn begin_day(kit: &Kit) {
    let mut scope = kit.scope(Mode::Write);
    scope
        .publish(&tenancy::DAY_BEGAN, &Default::default())
        .await
        .unwrap();
    scope.commit().await.unwrap();
    kit.drain_jobs().await;
}

#[test]
fn a_reservation_pays_for_no_other_quote() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let (id, booking) = office.authorise_booking(&kit).await;
        let small = get(&office.admin, id).await["pricingDetail"]["total"]["total"]
            .as_f64()
            .unwrap();
        office.limit_credit(small).await;
        let large = office.enlarge(&booking).await;
        assert_eq!(saved_id(&save(&office.user, &large, &[]).await), id);
        let before = kit.australia_post.shipment_count();
        let refused = bulk(&office.user, &[id], "Book").await;
        assert_eq!(refused["results"][0]["success"], false, "{refused}");
        assert!(refused.to_string().contains("credit limit"), "{refused}");
        assert_eq!(kit.australia_post.shipment_count(), before);
        kit.drain_jobs().await;
        assert_eq!(office.states(&kit), ["canceled"]);
        assert_eq!(status(&transactions(&office.admin).await[0]), "Voided");
    });
}

#[test]
fn a_reservation_pays_for_its_own_price() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let (id, mut booking) = office.authorise_booking(&kit).await;
        booking["reference"] = json!("PO-7788");
        saved_id(&save(&office.user, &booking, &[]).await);
        begin_day(&kit).await;
        assert_eq!(office.states(&kit), ["requires_capture"]);
        office.limit_credit(1.0).await;
        let booked = bulk(&office.user, &[id], "Book").await;
        assert_eq!(booked["results"][0]["success"], true, "{booked}");
        kit.drain_jobs().await;
        assert_eq!(office.states(&kit), ["succeeded"]);
    });
}

#[test]
fn a_booking_cannot_change_while_its_card_is_asked() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let mut booking = quote_booking(&office.user, office.customer, "australia-post").await;
        let id = saved_id(&save(&office.user, &booking, &[]).await);
        booking["id"] = json!(id);
        let large = office.enlarge(&booking).await;
        booking["paymentNonce"] = json!(nonce("card"));
        let gate = Gate::leak();
        kit.stripe().fail(&office.key, CHARGE, Fault::Hold(gate));
        let other = async {
            gate.reached().await;
            let other = save(&office.user, &large, &["Book"]).await;
            gate.open();
            other
        };
        let (first, second) = tokio::join!(save(&office.user, &booking, &["Book"]), other);
        assert_eq!(
            first["successBookings"][0]["booking"]["bookingStatus"], "Booked",
            "{first}"
        );
        assert!(
            second["failBookings"][0]["errorInfo"]
                .to_string()
                .contains("payment provider"),
            "{second}"
        );
        kit.drain_jobs().await;
        let price = get(&office.admin, id).await["pricingDetail"]["total"]["total"]
            .as_f64()
            .unwrap();
        let intents = kit.stripe().intents(&office.key);
        assert_eq!(
            (intents.len(), &intents[0]["amount_received"]),
            (1, &json!((price * 100.0).round() as i64))
        );
    });
}

#[test]
fn a_booking_that_is_refused_asks_no_card() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let accounts = office
            .admin
            .get("/api/carrier/carrieraccount/getcarrieraccounts")
            .await
            .result();
        let promo = json!({"promoCode": {"code": "ONCE", "startDate": "2026-01-01", "maxUses": 1,
            "rate": {"calcMethod": "Percentage", "value": 10}, "carrierAccountIds": [accounts["items"][0]["id"]]}});
        office
            .admin
            .post("/api/booking/promocode/createorupdatepromocode", promo)
            .await
            .result();
        let mut bookings = Vec::new();
        for _ in 0..2 {
            let mut request = given::quote_request(office.customer);
            request["items"] = json!([request["items"][0]]);
            request["filter"] = json!({"carrierCode": ["australia-post"]});
            request["promoCode"] = json!("ONCE");
            let answer = given::quotes(&office.user, request.clone()).await;
            let (from, to) = given::addresses();
            bookings.push(json!({
                "customer": {"id": office.customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
                "resourceToken": answer["resourceToken"], "quoteId": answer["quotes"][0]["id"],
                "promoCode": "ONCE", "paymentNonce": nonce("card"),
            }));
        }
        saved_id(&save(&office.user, &bookings[0], &["Book"]).await);
        let refused = save(&office.user, &bookings[1], &["Book"]).await;
        assert!(
            refused["failBookings"][0]["errorInfo"]
                .to_string()
                .contains("promo code"),
            "{refused}"
        );
        assert_eq!(kit.stripe().intents(&office.key).len(), 1);
    });
}

#[test]
fn a_refusal_after_the_reservation_releases_it() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let mut booking = quote_booking(&office.user, office.customer, "australia-post").await;
        booking["paymentNonce"] = json!(nonce("card"));
        let gate = Gate::leak();
        kit.stripe().fail(&office.key, CHARGE, Fault::Hold(gate));
        let stop = async {
            gate.reached().await;
            let change =
                json!({"customer": {"id": office.customer, "accountStatus": "CreditStop"}});
            office
                .admin
                .post("/api/customer/customer/createorupdatecustomer", change)
                .await
                .result();
            gate.open();
        };
        let before = kit.australia_post.shipment_count();
        let (refused, ()) = tokio::join!(save(&office.user, &booking, &["Book"]), stop);
        assert!(
            refused["failBookings"][0]["errorInfo"]
                .to_string()
                .contains("credit stop"),
            "{refused}"
        );
        assert_eq!(kit.australia_post.shipment_count(), before);
        kit.drain_jobs().await;
        assert_eq!(office.states(&kit), ["canceled"]);
        let id = refused["failBookings"][0]["booking"]["id"]
            .as_i64()
            .unwrap();
        let remaining = get(&office.admin, id).await;
        assert_eq!(
            (&remaining["bookingStatus"], &remaining["pendingOperation"]),
            (&json!("Quoted"), &Value::Null)
        );
    });
}

#[test]
fn a_deleted_booking_releases_its_reservation() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let (id, _) = office.authorise_booking(&kit).await;
        let deleted = bulk(&office.admin, &[id], "Delete").await;
        assert_eq!(deleted["results"][0]["success"], true, "{deleted}");
        kit.drain_jobs().await;
        assert_eq!(office.states(&kit), ["canceled"]);
    });
}

#[test]
fn a_price_set_by_hand_releases_the_reservation() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let (id, _) = office.authorise_booking(&kit).await;
        let line =
            get(&office.admin, id).await["pricingDetail"]["serviceDetails"][0]["serviceCode"]
                .clone();
        let change = json!({"bookingId": id, "pricingInfo": [{"serviceCode": line, "taxExclusiveAmount": 900, "tax": 90}]});
        office
            .admin
            .put(&format!("{BASE}/updateBookingDetails"), change)
            .await
            .result();
        kit.drain_jobs().await;
        assert_eq!(office.states(&kit), ["canceled"]);
    });
}

#[test]
fn another_amount_than_asked_for_pays_nothing_and_is_released() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let mut booking = quote_booking(&office.user, office.customer, "australia-post").await;
        booking["paymentNonce"] = json!(nonce("Short"));
        let before = kit.australia_post.shipment_count();
        let open = save(&office.user, &booking, &["Book"]).await;
        assert_eq!(open["failBookings"].as_array().unwrap().len(), 1, "{open}");
        tokio::time::sleep(Duration::from_millis(2300)).await;
        kit.drain_jobs().await;
        kit.drain_jobs().await;
        assert_eq!(office.states(&kit), ["canceled"]);
        assert_eq!(kit.australia_post.shipment_count(), before);
    });
}

#[test]
fn a_label_that_comes_after_the_cancellation_is_not_kept() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let id = saved_id(
            &save(
                &office.admin,
                &quote_booking(&office.admin, office.customer, "australia-post").await,
                &["Book"],
            )
            .await,
        );
        let gate = Gate::leak();
        kit.australia_post
            .fail(Endpoint::CreateLabels, CarrierFault::Hold(gate));
        let cancel = async {
            gate.reached().await;
            let cancelled = bulk(&office.admin, &[id], "Cancel").await;
            gate.open();
            cancelled
        };
        let print = async { bulk(&office.admin, &[id], "PrintLabel").await };
        let (printed, cancelled) = tokio::join!(print, cancel);
        assert_eq!(cancelled["results"][0]["success"], true, "{cancelled}");
        assert_eq!(printed["results"][0]["success"], false, "{printed}");
        assert_eq!(get(&office.admin, id).await["bookingStatus"], "Cancelled");
        let mut scope = kit.scope(Mode::Read);
        let labels = tsql!("SELECT id FROM booking_documents WHERE tenant_id = $1");
        assert!(scope.rows(labels, Vec::new()).await.unwrap().is_empty());
    });
}

#[test]
fn a_new_day_releases_what_was_reserved_for_nothing() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        office.authorise_booking(&kit).await;
        begin_day(&kit).await;
        assert_eq!(
            office.states(&kit),
            ["requires_capture"],
            "it may still be booked"
        );
        let mut scope = kit.scope(Mode::Write);
        let long_ago = scope.now() - chrono::TimeDelta::days(2);
        let older = tsql!("UPDATE card_transactions SET creation_time = $2 WHERE tenant_id = $1");
        scope.rows(older, vec![long_ago.val()]).await.unwrap();
        scope.commit().await.unwrap();
        begin_day(&kit).await;
        assert_eq!(office.states(&kit), ["canceled"]);
        assert_eq!(status(&transactions(&office.admin).await[0]), "Voided");
    });
}

#[test]
fn a_new_day_finds_a_reservation_that_was_given_up() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        office.authorise_booking(&kit).await;
        let mut scope = kit.scope(Mode::Write);
        let lost = tsql!(
            "UPDATE card_transactions SET status = 'Failed', attempts = 12, transaction_id = NULL WHERE tenant_id = $1"
        );
        scope.rows(lost, Vec::new()).await.unwrap();
        let cancel_sql =
            tsql!("UPDATE bookings SET booking_status = 'Cancelled' WHERE tenant_id = $1");
        scope.rows(cancel_sql, Vec::new()).await.unwrap();
        scope.commit().await.unwrap();
        begin_day(&kit).await;
        assert_eq!(office.states(&kit), ["canceled"]);
    });
}
