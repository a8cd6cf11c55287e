//! Tests of repeated and changed guest bookings.

use super::*;

#[test]
fn two_calls_at_once_make_one_booking() {
    on_both(|kit| async move {
        let admin = open_to_guests(&kit, false).await;
        let guest = kit.guest();
        let booking = quote_booking(&guest).await;
        let (one, two, three) = tokio::join!(
            create(&guest, &booking),
            create(&guest, &booking),
            create(&guest, &booking)
        );
        assert_eq!(
            (id_of(&one), id_of(&two)),
            (id_of(&two), id_of(&three)),
            "{one} {two} {three}"
        );
        assert_eq!(
            admin.get(&format!("{BASE}/getbookings")).await.result()["totalCount"],
            1
        );
    });
}

#[test]
fn it_is_changed_by_who_holds_the_quotes_token_until_the_carrier_has_it() {
    on_both(|kit| async move {
        let admin = open_to_guests(&kit, false).await;
        let guest = kit.guest();
        let mut booking = quote_booking(&guest).await;
        let id = id_of(&create(&guest, &booking).await);
        let path = format!("{BASE}/creatorupdateguestbooking");
        booking["id"] = json!(id);
        booking["deliveryInstructions"] = json!("Leave at the gate");
        let changed = guest.post(&path, form(&booking)).await.result();
        assert_eq!(
            (id_of(&changed), &changed["isPaymentDue"]),
            (id, &json!(true))
        );
        assert_eq!(
            changed["booking"]["deliveryInstructions"],
            "Leave at the gate"
        );
        let create = format!("{BASE}/createGuestBooking");
        assert_eq!(
            guest.post(&create, form(&booking)).await.invalid_members(),
            ["booking.id"]
        );

        let mut stolen = booking.clone();
        stolen["resourceToken"] = json!("A".repeat(43));
        guest.post(&path, form(&stolen)).await.expect_error(404);
        kit.another_tenant()
            .await
            .guest()
            .post(&path, form(&booking))
            .await
            .expect_error(400);
        let mut heavier = booking.clone();
        heavier["items"][0]["quantity"] = json!(30);
        assert_eq!(
            guest.post(&path, form(&heavier)).await.invalid_members(),
            ["booking.quoteId"]
        );
        assert_eq!(
            get(&admin, id).await["bookingStatus"],
            "PendingPayment",
            "nothing of it was saved"
        );

        assert_eq!(
            bulk(&admin, &[id], "Book").await["results"][0]["success"],
            true
        );
        assert_eq!(
            guest.post(&path, form(&booking)).await.expect_error(400)["code"],
            4101
        );
    });
}
