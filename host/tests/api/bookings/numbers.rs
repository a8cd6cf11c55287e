//! Connote, manifest and pickup numbers: set by staff and carriers, unique per carrier.

use serde_json::{Value, json};
use testkit::{ApiResponse, Client, given, on_both};

use super::{BASE, bulk, get, office, quote_booking, save, saved_id};

const NUMBERS: [&str; 3] = ["consignmentId", "manifestId", "pickupRequestId"];

async fn set(client: &Client, id: i64, member: &str, value: impl Into<Value>) -> ApiResponse {
    let mut change = json!({ "bookingId": id });
    change[member] = value.into();
    client
        .put(&format!("{BASE}/updateBookingDetails"), change)
        .await
}

async fn create_booking(admin: &Client, customer: data::ids::CustomerId) -> i64 {
    saved_id(
        &save(
            admin,
            &quote_booking(admin, customer, "own-fleet").await,
            &["Book"],
        )
        .await,
    )
}

#[test]
fn a_customers_user_sets_no_number_of_a_carrier() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let other = given::customer(&kit, "Harbour Tools").await;
        let (own, theirs) = (
            create_booking(&admin, customer).await,
            create_booking(&admin, other).await,
        );
        let stolen = get(&admin, theirs).await["consignmentId"].clone();
        let user = kit.customer_user(customer).await;
        for step in ["Booked", "Manifested"] {
            let before = get(&admin, own).await;
            assert_eq!(before["bookingStatus"], step);
            for member in NUMBERS {
                for value in [stolen.clone(), json!("MINE-1"), Value::Null] {
                    let is_same = before[member] == value;
                    let answer = set(&user, own, member, value).await;
                    if is_same {
                        answer.result();
                    } else {
                        assert_eq!(answer.invalid_members(), [member], "{step}");
                    }
                }
                set(&user, own, member, before[member].clone())
                    .await
                    .result();
                assert_eq!(
                    get(&admin, own).await[member],
                    before[member],
                    "{step} {member}"
                );
            }
            set(&user, own, "note", "Please hurry.").await.result();
            bulk(&admin, &[own], "Manifest").await;
        }
        let tracked = kit.guest();
        let path = format!(
            "{BASE}/getTrackingDetails?ConnoteNumber={}&PostCode=2150",
            stolen.as_str().unwrap()
        );
        assert_eq!(tracked.get(&path).await.result()["bookingId"], theirs);
    });
}

#[test]
fn a_number_is_one_per_carrier_also_after_the_manifest() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let other = given::customer(&kit, "Harbour Tools").await;
        let (first, second, third) = (
            create_booking(&admin, customer).await,
            create_booking(&admin, customer).await,
            create_booking(&admin, other).await,
        );
        set(&admin, first, "consignmentId", "HAND-1").await.result();
        for id in [second, third] {
            assert_eq!(
                set(&admin, id, "consignmentId", "HAND-1")
                    .await
                    .invalid_members(),
                ["consignmentId"]
            );
        }
        let (one, two) = tokio::join!(
            set(&admin, second, "consignmentId", "HAND-2"),
            set(&admin, third, "consignmentId", "HAND-2")
        );
        let statuses = [one.status.as_u16(), two.status.as_u16()];
        assert_eq!(
            statuses.iter().filter(|status| **status == 200).count(),
            1,
            "{statuses:?}"
        );
        assert!(statuses.contains(&400), "{statuses:?}");

        // An external pickup covers bookings of one customer only.
        set(&admin, first, "pickupRequestId", "PU-1").await.result();
        set(&admin, second, "pickupRequestId", "PU-1")
            .await
            .result();
        assert_eq!(
            set(&admin, third, "pickupRequestId", "PU-1")
                .await
                .invalid_members(),
            ["pickupRequestId"]
        );
        set(&admin, third, "manifestId", "M-1").await.result();
        assert_eq!(
            set(&admin, first, "manifestId", "M-1")
                .await
                .invalid_members(),
            ["manifestId"]
        );

        bulk(&admin, &[first], "Manifest").await;
        let manifested = get(&admin, first).await;
        let number = manifested["manifestId"].clone();
        assert_eq!(
            set(&admin, second, "manifestId", number)
                .await
                .invalid_members(),
            ["manifestId"],
            "ours"
        );
        for member in ["consignmentId", "manifestId"] {
            assert_eq!(
                set(&admin, first, member, Value::Null)
                    .await
                    .invalid_members(),
                [member]
            );
            let result = get(&admin, third).await[member].clone();
            assert_eq!(
                set(&admin, first, member, result).await.invalid_members(),
                [member]
            );
            assert_eq!(get(&admin, first).await[member], manifested[member]);
            set(&admin, first, member, "LATE-1").await.result();
            let back = set(&admin, first, member, manifested[member].clone())
                .await
                .result();
            assert_eq!(
                back[member], manifested[member],
                "its own number is free for it"
            );
        }
        set(&admin, first, "pickupRequestId", Value::Null)
            .await
            .result();
        bulk(&admin, &[first], "BookPickup").await;
        let picked = get(&admin, first).await["pickupRequestId"].clone();
        assert_ne!(picked, Value::Null);
        let emptied = set(&admin, first, "pickupRequestId", Value::Null).await;
        assert_eq!(emptied.invalid_members(), ["pickupRequestId"]);
        assert_eq!(
            set(&admin, third, "pickupRequestId", picked)
                .await
                .invalid_members(),
            ["pickupRequestId"]
        );
    });
}

#[test]
fn a_cancelled_booking_gives_its_connote_up() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let (first, second) = (
            create_booking(&admin, customer).await,
            create_booking(&admin, customer).await,
        );
        let connote = get(&admin, first).await["consignmentId"].clone();
        assert_eq!(
            set(&admin, second, "consignmentId", connote.clone())
                .await
                .invalid_members(),
            ["consignmentId"]
        );
        bulk(&admin, &[first], "Cancel").await;
        assert_eq!(
            set(&admin, second, "consignmentId", connote.clone())
                .await
                .result()["consignmentId"],
            connote
        );
        let mut booking = quote_booking(&admin, customer, "own-fleet").await;
        booking["quoteId"] = Value::Null;
        booking["resourceToken"] = Value::Null;
        let draft = saved_id(&save(&admin, &booking, &[]).await);
        assert_eq!(
            set(&admin, draft, "consignmentId", "HAND-9")
                .await
                .invalid_members(),
            ["consignmentId"]
        );
    });
}

#[test]
fn a_connote_that_the_carrier_issues_wins_over_one_set_by_hand() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let first = create_booking(&admin, customer).await;
        let connote = get(&admin, first).await["consignmentId"]
            .as_str()
            .unwrap()
            .to_owned();
        let digits = connote.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        let prefix = &connote[..connote.len() - digits.len()];
        let next = format!(
            "{prefix}{:0width$}",
            digits.parse::<u64>().unwrap() + 1,
            width = digits.len()
        );
        set(&admin, first, "consignmentId", next.as_str())
            .await
            .result();
        let second = create_booking(&admin, customer).await;
        assert_eq!(
            get(&admin, second).await["consignmentId"],
            next,
            "the carrier's answer is never lost"
        );
        let path = format!("{BASE}/getTrackingDetails?ConnoteNumber={next}&PostCode=2150");
        assert_eq!(kit.guest().get(&path).await.result()["bookingId"], second);
        set(&admin, first, "consignmentId", "HAND-3").await.result();
        assert_eq!(
            set(&admin, second, "consignmentId", "HAND-3")
                .await
                .invalid_members(),
            ["consignmentId"]
        );
    });
}
