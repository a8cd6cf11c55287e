//! Guest bookings: from guest quotes, prepaid or on account, and found again.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod changes;

use axum::http::StatusCode;
use data::{
    db::{Mode, Val},
    ids::{BookingId, CustomerId},
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

use super::{BASE, bulk, get, office, quote_booking as quoted_for, save, saved_id};

const EMAIL: &str = "kim@example.test";

async fn create_guest_fleet(kit: &Kit, admin: &Client) {
    let id = given::own_fleet(kit, admin, "GUESTS").await;
    let path = format!("/api/carrier/carrieraccount/getcarrieraccountforedit?id={id}");
    let mut account = admin.get(&path).await.result()["carrierAccount"].clone();
    account["availableForGuest"] = json!(true);
    let body = json!({"carrierAccount": account});
    admin
        .post(
            "/api/carrier/carrieraccount/createorupdatecarrieraccount",
            body,
        )
        .await
        .result();
}

pub async fn open_to_guests(kit: &Kit, on_account: bool) -> Client {
    let admin = kit.user("Admin").await;
    create_guest_fleet(kit, &admin).await;
    given::change_settings(
        kit,
        json!({"guests": {"canBook": true, "onAccount": on_account}}),
    )
    .await;
    admin
}

pub async fn quote_booking(guest: &Client) -> Value {
    let mut request = given::quote_request(CustomerId(0));
    request["items"] = json!([request["items"][0]]);
    let answer = given::quotes(guest, request.clone()).await;
    assert!(
        !answer["quotes"].as_array().unwrap().is_empty(),
        "no price: {answer}"
    );
    let (from, to) = given::addresses();
    json!({
        "customer": {"email": EMAIL, "caller": "Kim Park"}, "fromAddress": from, "toAddress": to,
        "items": request["items"], "resourceToken": answer["resourceToken"], "quoteId": answer["quotes"][0]["id"],
    })
}

fn form(booking: &Value) -> Value {
    json!({"booking": booking, "operations": ["Book"]})
}

pub async fn create(guest: &Client, booking: &Value) -> Value {
    guest
        .post(&format!("{BASE}/createGuestBooking"), form(booking))
        .await
        .result()
}

#[track_caller]
fn id_of(answer: &Value) -> i64 {
    answer["booking"]["id"]
        .as_i64()
        .unwrap_or_else(|| panic!("not saved: {answer}"))
}

fn find_path(id: i64, email: &str) -> String {
    format!("{BASE}/getGuestBooking?BookingId={id}&Email={email}")
}

async fn tokens(guest: &Client, id: i64, document_type: i64) -> Vec<Value> {
    let path = format!(
        "{BASE}/getGuestDocuments?BookingId={id}&Email={EMAIL}&DocumentType={document_type}"
    );
    guest.get(&path).await.result()["tokens"]
        .as_array()
        .unwrap()
        .clone()
}

#[test]
fn it_waits_for_its_payment() {
    on_both(|kit| async move {
        let admin = open_to_guests(&kit, false).await;
        let card =
            json!({"cardPayment": {"provider": "counter", "tokenizationKey": "sandbox_abc"}});
        given::change_settings(&kit, card).await;
        let guest = kit.guest();
        let mut booking = quote_booking(&guest).await;
        let path = format!("{BASE}/createGuestBooking");
        let unpaid = guest.post(&path, form(&booking)).await.invalid_members();
        assert_eq!(unpaid, ["booking.paymentNonce"]);

        booking["paymentNonce"] = json!("tokencc_once");
        let answer = create(&guest, &booking).await;
        assert_eq!(
            (&answer["isPaymentDue"], &answer["errorInfo"]),
            (&json!(true), &json!(null)),
            "{answer}"
        );
        assert_eq!(answer["booking"]["bookingStatus"], "PendingPayment");
        assert!(
            answer["booking"]["pricingDetail"]["total"]["total"]
                .as_f64()
                .unwrap()
                > 0.0
        );
        assert_eq!(
            answer["booking"]["pricingDetail"]["carrierTotal"],
            json!(null),
            "costs are not a guest's to see"
        );
        assert!(!answer.to_string().contains("tokencc_once"));
        let id = id_of(&answer);
        assert_eq!(id_of(&create(&guest, &booking).await), id);
        let all = admin.get(&format!("{BASE}/getbookings")).await.result();
        assert_eq!(all["totalCount"], 1);

        // The nonce is sealed until the charge.
        let mut scope = kit.scope(Mode::Read);
        let sql =
            tsql!("SELECT nonce FROM booking_payments WHERE tenant_id = $1 AND booking_id = $2");
        let sealed: String = scope.rows(sql, vec![Val::I64(id)]).await.unwrap()[0]
            .get(0)
            .unwrap();
        assert!(!sealed.contains("tokencc_once"));
        let nonce = bookings::payment_nonce(&mut scope, BookingId(id))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(nonce.expose(), "tokencc_once");
        drop(scope);

        let detail = get(&admin, id).await;
        assert_eq!(detail["customer"]["type"], "Guest");
        assert_eq!(detail["customer"]["email"], EMAIL);
        assert!(!detail.to_string().contains("tokencc_once"));
        assert_eq!(
            bulk(&admin, &[id], "Book").await["results"][0]["success"],
            true
        );
        let results = guest.get(&find_path(id, EMAIL)).await.result();
        assert_eq!(results["booking"]["bookingStatus"], "Booked");
        let mut second = quote_booking(&guest).await;
        second["paymentNonce"] = json!("tokencc_twice");
        second["customer"]["email"] = json!("KIM@example.test");
        let second = id_of(&create(&guest, &second).await);
        assert_eq!(
            get(&admin, second).await["customer"]["id"],
            detail["customer"]["id"]
        );
        bulk(&admin, &[second], "Cancel").await;
        let mut scope = kit.scope(Mode::Read);
        assert!(
            bookings::payment_nonce(&mut scope, BookingId(second))
                .await
                .unwrap()
                .is_none()
        );
    });
}

#[test]
fn on_account_it_is_booked_at_once_and_its_label_is_fetched() {
    on_both(|kit| async move {
        open_to_guests(&kit, true).await;
        let inbox = given::inbox(&kit).await;
        let guest = kit.guest();
        let answer = create(&guest, &quote_booking(&guest).await).await;
        assert_eq!(answer["booking"]["bookingStatus"], "Booked", "{answer}");
        let id = id_of(&answer);
        kit.drain_jobs().await;
        let email = inbox.next_email_to(EMAIL).await;
        assert!(email.subject.contains(&id.to_string()), "{}", email.subject);
        assert!(
            email
                .text
                .contains(&format!("/guest/booking#bookingId={id}")),
            "{}",
            email.text
        );
        assert!(
            !email.text.contains("Bluegum"),
            "nothing that was typed is in the mail"
        );

        let tokens_once = tokens(&guest, id, 1).await;
        assert_eq!(tokens_once.len(), 1);
        let token = tokens_once[0].as_str().unwrap();
        let file = guest
            .get(&format!(
                "/api/booking/File/DownloadGuestDocument?token={token}"
            ))
            .await;
        assert_eq!(file.status, 200);
        assert!(file.body.starts_with(b"%PDF-"));
        assert!(
            tokens(&guest, id, 2).await.is_empty(),
            "manifests may hold what others send"
        );
        let note = tokens(&guest, id, 3).await[0].as_str().unwrap().to_owned();
        let note = guest
            .get(&format!(
                "/api/booking/File/DownloadGuestDocument?token={note}"
            ))
            .await;
        assert!(note.status == 200 && note.body.starts_with(b"%PDF-"));
        let (head, signature) = token.rsplit_once('.').unwrap();
        let ended = format!("{}.1.{signature}", head.split('.').next().unwrap());
        for wrong in ["1.2.3", head, &format!("{token}00"), &ended] {
            guest
                .get(&format!(
                    "/api/booking/File/DownloadGuestDocument?token={wrong}"
                ))
                .await
                .expect_error(404);
        }
        // The token is bound to a tenant and a purpose.
        let path = format!("/api/booking/File/DownloadGuestDocument?token={token}");
        kit.another_tenant()
            .await
            .guest()
            .get(&path)
            .await
            .expect_error(404);
        kit.user("Admin")
            .await
            .get(&format!("/api/booking/File/DownloadDocument?token={token}"))
            .await
            .expect_error(404);
        let unknown =
            format!("{BASE}/getGuestDocuments?BookingId={id}&Email={EMAIL}&DocumentType=50");
        assert_eq!(
            guest.get(&unknown).await.invalid_members(),
            ["DocumentType"]
        );
    });
}

#[test]
fn it_is_found_by_both_number_and_address_alone() {
    on_both(|kit| async move {
        let admin = open_to_guests(&kit, true).await;
        let guest = kit.guest();
        let id = id_of(&create(&guest, &quote_booking(&guest).await).await);
        assert_eq!(
            guest
                .get(&find_path(id, " KIM@Example.test "))
                .await
                .result()["booking"]["id"],
            id
        );
        let wrong_address = guest
            .get(&find_path(id, "lee@example.test"))
            .await
            .expect_error(404);
        let wrong_number = guest
            .get(&find_path(id + 1000, EMAIL))
            .await
            .expect_error(404);
        assert_eq!(
            wrong_address, wrong_number,
            "neither is told from the other"
        );
        assert_eq!(
            guest.get(&find_path(id, "")).await.invalid_members(),
            ["email"]
        );
        kit.another_tenant()
            .await
            .guest()
            .get(&find_path(id, EMAIL))
            .await
            .expect_error(404);
        // A customer's booking is never a guest's.
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let theirs = saved_id(
            &save(
                &admin,
                &quoted_for(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        assert_eq!(
            get(&admin, theirs).await["customer"]["email"],
            "robin@example.test"
        );
        guest
            .get(&find_path(theirs, "robin@example.test"))
            .await
            .expect_error(404);
        let path = format!(
            "{BASE}/getGuestDocuments?BookingId={theirs}&Email=robin@example.test&DocumentType=1"
        );
        guest.get(&path).await.expect_error(404);
    });
}

#[test]
fn who_tries_out_numbers_is_stopped() {
    on_both(|kit| async move {
        open_to_guests(&kit, true).await;
        let guest = kit.guest();
        let mut statuses = Vec::new();
        for at in 0..40 {
            statuses.push(guest.get(&find_path(1_000_000 + at, EMAIL)).await.status);
        }
        assert_eq!(
            statuses
                .iter()
                .filter(|status| **status == StatusCode::NOT_FOUND)
                .count(),
            30,
            "{statuses:?}"
        );
        assert!(
            statuses[30..]
                .iter()
                .all(|status| *status == StatusCode::TOO_MANY_REQUESTS)
        );
        // The limit by email address applies to all client addresses.
        let mut passed_count = 30;
        for at in 0..40 {
            let other = guest.from_address(&format!("198.51.100.{at}"));
            passed_count += usize::from(
                other.get(&find_path(2_000_000 + at, EMAIL)).await.status == StatusCode::NOT_FOUND,
            );
        }
        assert!((50..=60).contains(&passed_count), "{passed_count}");
    });
}

#[test]
fn bookings_of_one_address_are_counted() {
    on_both(|kit| async move {
        open_to_guests(&kit, true).await;
        let guest = kit.guest();
        let path = format!("{BASE}/createGuestBooking");
        let mut refused = 0;
        for _ in 0..35 {
            let answer = guest
                .post(&path, json!({"booking": {}, "operations": ["Book"]}))
                .await;
            refused += usize::from(answer.status == StatusCode::TOO_MANY_REQUESTS);
        }
        assert_eq!(refused, 5);
    });
}

#[test]
fn what_a_guest_may_not_is_refused_by_name() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        create_guest_fleet(&kit, &admin).await;
        let guest = kit.guest();
        let mut booking = quote_booking(&guest).await;
        let path = format!("{BASE}/createGuestBooking");
        let off = guest.post(&path, form(&booking)).await.expect_error(400);
        assert_eq!(off["code"], 4107, "a tenant switches it on: {off}");
        given::change_settings(
            &kit,
            json!({"guests": {"canBook": true, "onAccount": true}}),
        )
        .await;
        admin.post(&path, form(&booking)).await.expect_error(403);

        let operations = json!({"booking": booking, "operations": ["Book", "Cancel"]});
        assert_eq!(
            guest.post(&path, operations).await.invalid_members(),
            ["operations[1]"]
        );
        let members =
            async |booking: &Value| guest.post(&path, form(booking)).await.invalid_members();
        let empty = members(&json!({})).await;
        for member in [
            "customer.email",
            "quoteId",
            "resourceToken",
            "fromAddress.suburb",
            "items",
        ] {
            assert!(
                empty.contains(&format!("booking.{member}")),
                "{member} of {empty:?}"
            );
        }
        let others = quoted_for(&admin, customer, "own-fleet").await;
        let (token, quote) = (booking["resourceToken"].clone(), booking["quoteId"].clone());
        (booking["resourceToken"], booking["quoteId"]) =
            (others["resourceToken"].clone(), others["quoteId"].clone());
        assert_eq!(members(&booking).await, ["booking.resourceToken"]);
        (booking["resourceToken"], booking["quoteId"]) = (token, quote);
        booking["customer"]["id"] = json!(customer);
        booking["customer"]["email"] = json!("nobody");
        booking["isDangerousGood"] = json!(true);
        booking["dangerousGoodUNCode"] = json!("UN1263");
        (
            booking["isInsured"],
            booking["insuredValue"],
            booking["insuranceType"],
        ) = (json!(true), json!(500), json!("Standard"));
        let invalid = members(&booking).await;
        let expected = [
            "customer.id",
            "customer.email",
            "isDangerousGood",
            "isInsured",
        ];
        assert_eq!(invalid, expected.map(|member| format!("booking.{member}")));
        assert_eq!(
            admin.get(&format!("{BASE}/getbookings")).await.result()["totalCount"],
            0
        );
        let customers = admin
            .get("/api/customer/customer/getCustomers")
            .await
            .result();
        assert_eq!(
            customers["totalCount"], 1,
            "a refused booking leaves no customer behind"
        );
    });
}
