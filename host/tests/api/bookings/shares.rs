//! Bookings shared by email: only the link's holder sees the consignment.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use chrono::TimeDelta;
use data::{
    db::{Col, Mode},
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, Inbox, Kit, given, on_both};
use work::event::ScopeEvents;

use super::{BASE, office, quote_booking, save, saved_id};

const EMAIL: &str = "lee@example.test";

async fn share(client: &Client, id: i64, emails: &[&str]) -> Value {
    client
        .post(
            &format!("{BASE}/shareBooking"),
            json!({"bookingId": id, "emails": emails}),
        )
        .await
        .result()
}

async fn token(kit: &Kit, inbox: &Inbox, email: &str) -> String {
    kit.drain_jobs().await;
    let mail = inbox.next_email_to(email).await;
    let link = mail
        .text
        .lines()
        .find(|line| line.contains("/shared/booking#bookingId="))
        .unwrap()
        .trim()
        .to_owned();
    link.rsplit_once("&token=")
        .unwrap()
        .1
        .replace("%2D", "-")
        .replace("%5F", "_")
}

fn shared_path(id: i64, email: &str, token: &str) -> String {
    format!("{BASE}/getSharedBooking?BookingId={id}&Email={email}&token={token}")
}

#[test]
fn who_holds_the_link_sees_the_consignment_and_no_price() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let inbox = given::inbox(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        let answer = share(&admin, id, &[EMAIL, "Kim@Example.test"]).await;
        assert!(
            answer["expiresAt"].is_string() && answer.get("token").is_none(),
            "{answer}"
        );
        let (lees, kims) = (
            token(&kit, &inbox, EMAIL).await,
            token(&kit, &inbox, "kim@example.test").await,
        );
        assert_ne!(lees, kims);
        let guest = kit.guest();
        let shared = guest.get(&shared_path(id, EMAIL, &lees)).await.result()["booking"].clone();
        assert_eq!(
            (&shared["id"], &shared["bookingStatus"]),
            (&json!(id), &json!("Booked"))
        );
        assert_eq!(shared["toAddress"]["suburb"], "Parramatta");
        assert_eq!(shared["pricingDetail"], json!(null));
        let text = shared.to_string();
        for kept_back in [
            "carrierTotal",
            "customer",
            "@example.test",
            "0290002222",
            "bookingNotes",
        ] {
            assert!(!text.contains(kept_back), "{kept_back} in {text}");
        }
        guest
            .get(&shared_path(id, "KIM@example.test", &kims))
            .await
            .result();

        let invalid = [
            shared_path(id, "kim@example.test", &lees),
            shared_path(id + 1000, EMAIL, &lees),
            shared_path(id, EMAIL, &"A".repeat(43)),
            shared_path(id, "nobody@example.test", ""),
        ];
        for path in &invalid {
            guest.get(path).await.expect_error(404);
        }
        kit.another_tenant()
            .await
            .guest()
            .get(&shared_path(id, EMAIL, &lees))
            .await
            .expect_error(404);
    });
}

#[test]
fn a_link_ends_when_it_is_sent_anew_and_after_a_month() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let inbox = given::inbox(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &[],
            )
            .await,
        );
        share(&admin, id, &[EMAIL]).await;
        let first = token(&kit, &inbox, EMAIL).await;
        share(&admin, id, &[EMAIL]).await;
        let second = token(&kit, &inbox, EMAIL).await;
        let guest = kit.guest();
        guest
            .get(&shared_path(id, EMAIL, &first))
            .await
            .expect_error(404);
        guest.get(&shared_path(id, EMAIL, &second)).await.result();

        let mut scope = kit.scope(Mode::Write);
        let before = scope.now() - TimeDelta::seconds(1);
        let sql = tsql!("UPDATE booking_shares SET expires_at = $2 WHERE tenant_id = $1");
        scope.rows(sql, vec![before.val()]).await.unwrap();
        scope
            .publish(&tenancy::DAY_BEGAN, &Default::default())
            .await
            .unwrap();
        scope.commit().await.unwrap();
        guest
            .get(&shared_path(id, EMAIL, &second))
            .await
            .expect_error(404);
        kit.drain_jobs().await;
        let mut scope = kit.scope(Mode::Read);
        let count = tsql!("SELECT COUNT(*) FROM booking_shares WHERE tenant_id = $1");
        let remaining: i64 = scope.rows(count, Vec::new()).await.unwrap()[0]
            .get(0)
            .unwrap();
        assert_eq!(remaining, 0);
    });
}

#[test]
fn only_who_may_change_a_booking_shares_it() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &[],
            )
            .await,
        );
        let path = format!("{BASE}/shareBooking");
        let form = json!({"bookingId": id, "emails": [EMAIL]});
        let other = given::customer(&kit, "Harbour Tools").await;
        kit.customer_user(other)
            .await
            .post(&path, form.clone())
            .await
            .expect_error(404);
        kit.another_tenant()
            .await
            .user("Admin")
            .await
            .post(&path, form.clone())
            .await
            .expect_error(404);
        kit.guest().post(&path, form).await.expect_error(401);
        let invalid = json!({"bookingId": id, "emails": [EMAIL, "nobody"]});
        assert_eq!(
            admin.post(&path, invalid).await.invalid_members(),
            ["emails[1]"]
        );
        let unknown = json!({"bookingId": id, "emails": []});
        assert_eq!(
            admin.post(&path, unknown).await.invalid_members(),
            ["emails"]
        );
        kit.customer_user(customer)
            .await
            .post(&path, json!({"bookingId": id, "emails": [EMAIL]}))
            .await
            .result();
    });
}

#[test]
fn an_address_alone_shows_an_outline_and_a_strangers_address_nothing() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        given::inbox(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        let full = admin
            .get(&format!("{BASE}/getbookingforEdit?Id={id}"))
            .await
            .result();
        super::bulk(&admin, &[id], "Manifest").await;
        let scan = json!({"bookingId": id, "status": "PickedUp", "description": "Left with Jo", "location": "Dock 9"});
        admin
            .post(&format!("{BASE}/addtrackingevent"), scan)
            .await
            .result();
        share(&admin, id, &[EMAIL]).await;

        let guest = kit.guest();
        let alone =
            |id: i64, email: &str| format!("{BASE}/getSharedBooking?BookingId={id}&Email={email}");
        for path in [
            alone(id, EMAIL),
            alone(id, "LEE@example.test"),
            shared_path(id, EMAIL, ""),
        ] {
            let current = guest.get(&path).await.result()["booking"].clone();
            assert_eq!(
                (&current["bookingStatus"], &current["isOutline"]),
                (&json!("PickedUp"), &json!(true)),
                "{current}"
            );
            assert_eq!(current["toAddress"]["suburb"], "Parramatta");
            assert_eq!(current["trackingDetails"][0]["status"], "PickedUp");
            let text = current.to_string();
            let connote = full["consignmentId"].as_str().unwrap();
            for hidden in [
                connote,
                "PO-1001",
                "2150",
                "Harbour Tools",
                "Left with Jo",
                "Dock 9",
                "Carton",
            ] {
                assert!(!text.contains(hidden), "{hidden} in {text}");
            }
            for empty in [
                "items",
                "pickupReadyTime",
                "deliveryInstructions",
                "pricingDetail",
            ] {
                assert!(
                    current[empty] == Value::Null || current[empty] == json!([]),
                    "{empty}: {current}"
                );
            }
        }
        // The same error for a foreign and a missing booking.
        let missing = guest
            .get(&alone(id + 100_000, EMAIL))
            .await
            .expect_error(404);
        let others = guest
            .get(&alone(id, "kim@example.test"))
            .await
            .expect_error(404);
        assert_eq!(missing, others);
    });
}

#[test]
fn an_address_is_tried_in_vain_only_so_often() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        given::inbox(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &[],
            )
            .await,
        );
        share(&admin, id, &[EMAIL]).await;
        let path = |id: i64| format!("{BASE}/getSharedBooking?BookingId={id}&Email={EMAIL}");
        // From many addresses, so the limit by client does not apply.
        let mut refused = 0;
        for at in 0..62_i64 {
            let guest = kit.guest().from_address(&format!("203.0.113.{}", at + 1));
            refused += i32::from(guest.get(&path(id + 100_000 + at)).await.status == 429);
        }
        assert_eq!(refused, 2);
    });
}
