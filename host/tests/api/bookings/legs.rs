//! Bookings of several legs: who is whose leg, and what may not be.

use kernel::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{get, office, quoted, save, saved};

/// A draft, as a leg of another booking where one is named.
async fn draft(client: &Client, customer: CustomerId, parent: Value) -> Value {
    let mut booking = quoted(client, customer, "own-fleet").await;
    booking["quoteId"] = Value::Null;
    booking["resourceToken"] = Value::Null;
    booking["parentBookingId"] = parent;
    save(client, &booking, &[]).await
}

#[track_caller]
fn refused(answer: &Value) {
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
        let whole = saved(&draft(&admin, customer, Value::Null).await);
        assert_eq!(get(&admin, whole).await["isMultiLeg"], false);
        let one = saved(&draft(&admin, customer, json!(whole)).await);
        let two = saved(&draft(&admin, customer, json!(whole)).await);

        let above = get(&admin, whole).await;
        assert_eq!(
            (&above["isMultiLeg"], &above["childBookingIds"]),
            (&json!(true), &json!([one, two]))
        );
        let leg = get(&admin, one).await;
        assert_eq!(
            (&leg["parentBookingId"], &leg["siblingBookingIds"]),
            (&json!(whole), &json!([two]))
        );
        // A change that says nothing of it leaves it.
        saved(&save(&admin, &json!({"id": one, "reference": "PO-2"}), &[]).await);
        assert_eq!(get(&admin, one).await["parentBookingId"], json!(whole));

        // The last leg that is taken away leaves a plain booking.
        saved(&save(&admin, &json!({"id": one, "parentBookingId": null}), &[]).await);
        assert_eq!(get(&admin, whole).await["childBookingIds"], json!([two]));
        admin
            .delete(&format!("{}/deleteBooking?id={whole}", super::BASE))
            .await
            .refused(400);
        admin
            .delete(&format!("{}/deleteBooking?id={two}", super::BASE))
            .await
            .result();
        let plain = get(&admin, whole).await;
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
        let whole = saved(&draft(&admin, customer, Value::Null).await);
        let leg = saved(&draft(&admin, customer, json!(whole)).await);
        refused(&draft(&admin, customer, json!(999_999_999)).await);
        refused(&save(&admin, &json!({"id": whole, "parentBookingId": whole}), &[]).await);
        refused(&save(&admin, &json!({"id": whole, "parentBookingId": leg}), &[]).await);
        assert_eq!(get(&admin, whole).await["parentBookingId"], Value::Null);

        let other = given::customer(&kit, "Harbour Tools").await;
        let theirs = saved(&draft(&admin, other, Value::Null).await);
        refused(&draft(&admin, customer, json!(theirs)).await);
        // A customer's user learns nothing of other customers' bookings.
        let own = kit.customer_user(customer).await;
        refused(&draft(&own, customer, json!(theirs)).await);
        // Neither end of it goes to another customer alone.
        refused(&save(&admin, &json!({"id": leg, "customer": {"id": other}}), &[]).await);
        let moved = save(
            &admin,
            &json!({"id": whole, "customer": {"id": other}}),
            &[],
        )
        .await;
        let error = &moved["failBookings"][0]["errorInfo"]["validationErrors"][0];
        assert_eq!(
            error["members"],
            json!(["bookings[0].booking.customer.id"]),
            "{moved}"
        );
    });
}
