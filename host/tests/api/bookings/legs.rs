//! Multi-leg bookings: parents, legs and their limits.

use data::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{get, office, quote_booking, save, saved_id};

async fn draft(client: &Client, customer: CustomerId, parent: Value) -> Value {
    let mut booking = quote_booking(client, customer, "own-fleet").await;
    booking["quoteId"] = Value::Null;
    booking["resourceToken"] = Value::Null;
    booking["parentBookingId"] = parent;
    save(client, &booking, &[]).await
}

#[track_caller]
fn assert_rejected(answer: &Value) {
    let error = &answer["failBookings"][0]["errorInfo"]["validationErrors"][0];
    assert_eq!(
        error["members"],
        json!(["bookings[0].booking.parentBookingId"]),
        "{answer}"
    );
}

#[test]
fn legs_know_their_whole_and_one_another() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let full = saved_id(&draft(&admin, customer, Value::Null).await);
        assert_eq!(get(&admin, full).await["isMultiLeg"], false);
        let one = saved_id(&draft(&admin, customer, json!(full)).await);
        let two = saved_id(&draft(&admin, customer, json!(full)).await);

        let above = get(&admin, full).await;
        assert_eq!(
            (&above["isMultiLeg"], &above["childBookingIds"]),
            (&json!(true), &json!([one, two]))
        );
        let leg = get(&admin, one).await;
        assert_eq!(
            (&leg["parentBookingId"], &leg["siblingBookingIds"]),
            (&json!(full), &json!([two]))
        );
        saved_id(&save(&admin, &json!({"id": one, "reference": "PO-2"}), &[]).await);
        assert_eq!(get(&admin, one).await["parentBookingId"], json!(full));

        saved_id(&save(&admin, &json!({"id": one, "parentBookingId": null}), &[]).await);
        assert_eq!(get(&admin, full).await["childBookingIds"], json!([two]));
        admin
            .delete(&format!("{}/deleteBooking?id={full}", super::BASE))
            .await
            .expect_error(400);
        admin
            .delete(&format!("{}/deleteBooking?id={two}", super::BASE))
            .await
            .result();
        let plain = get(&admin, full).await;
        assert_eq!(
            (&plain["isMultiLeg"], &plain["childBookingIds"]),
            (&json!(false), &json!([]))
        );
    });
}

#[test]
fn a_leg_is_of_the_same_customer_and_never_of_itself() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let full = saved_id(&draft(&admin, customer, Value::Null).await);
        let leg = saved_id(&draft(&admin, customer, json!(full)).await);
        assert_rejected(&draft(&admin, customer, json!(999_999_999)).await);
        assert_rejected(&save(&admin, &json!({"id": full, "parentBookingId": full}), &[]).await);
        assert_rejected(&save(&admin, &json!({"id": full, "parentBookingId": leg}), &[]).await);
        assert_eq!(get(&admin, full).await["parentBookingId"], Value::Null);

        let other = given::customer(&kit, "Harbour Tools").await;
        let theirs = saved_id(&draft(&admin, other, Value::Null).await);
        assert_rejected(&draft(&admin, customer, json!(theirs)).await);
        let customer_client = kit.customer_user(customer).await;
        assert_rejected(&draft(&customer_client, customer, json!(theirs)).await);
        assert_rejected(&save(&admin, &json!({"id": leg, "customer": {"id": other}}), &[]).await);
        let moved = save(&admin, &json!({"id": full, "customer": {"id": other}}), &[]).await;
        let error = &moved["failBookings"][0]["errorInfo"]["validationErrors"][0];
        assert_eq!(
            error["members"],
            json!(["bookings[0].booking.customer.id"]),
            "{moved}"
        );
    });
}
