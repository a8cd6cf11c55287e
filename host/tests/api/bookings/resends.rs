//! Batches with duplicate rows, and repeated batches.

use data::{
    db::{Col, Mode},
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, Kit, on_both};
use work::job::ScopeJobs;

use super::{BASE, get, office, quote_booking, save, saved_id};

async fn batch(client: &Client, bookings: &[Value], operations: &[&str]) -> Value {
    let entries: Vec<Value> = bookings
        .iter()
        .map(|booking| json!({ "booking": booking }))
        .collect();
    let body = json!({"bookings": entries, "operations": operations});
    client
        .post(&format!("{BASE}/createorupdatebatchbooking"), body)
        .await
        .result()
}

fn row_indexes(answer: &Value) -> (Vec<u64>, Vec<u64>) {
    let entry_for = |name: &str| {
        answer[name]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["index"].as_u64().unwrap())
            .collect()
    };
    (entry_for("successBookings"), entry_for("failBookings"))
}

async fn count(client: &Client) -> i64 {
    client.get(&format!("{BASE}/getbookings")).await.result()["totalCount"]
        .as_i64()
        .unwrap()
}

#[test]
fn two_rows_for_one_quote_are_answered_each() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let booking = quote_booking(&admin, customer, "own-fleet").await;
        let mut other = booking.clone();
        other["reference"] = json!("PO-OTHER");
        let third = quote_booking(&admin, customer, "own-fleet").await;
        let rows = [booking.clone(), booking.clone(), other, third];
        let answer = batch(&admin, &rows, &["Book"]).await;
        assert_eq!(row_indexes(&answer), (vec![0, 3], vec![1, 2]), "{answer}");
        let members = &answer["failBookings"][0]["errorInfo"]["validationErrors"][0]["members"];
        assert_eq!(members, &json!(["bookings[1].booking.quoteId"]), "{answer}");
        assert!(
            answer["failBookings"][1]["errorInfo"]
                .to_string()
                .contains("already booked"),
            "{answer}"
        );
        assert_eq!(count(&admin).await, 2);
        let first = get(&admin, saved_id(&answer)).await;
        assert_eq!(
            (&first["reference"], &first["bookingStatus"]),
            (&json!("PO-1001"), &json!("Booked"))
        );
    });
}

#[test]
fn two_rows_for_one_booking_are_answered_each_and_deleted_ones_too() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let mut booking = quote_booking(&admin, customer, "own-fleet").await;
        let id = saved_id(&save(&admin, &booking, &[]).await);
        booking["id"] = json!(id);
        let other = quote_booking(&admin, customer, "own-fleet").await;
        let answer = batch(
            &admin,
            &[booking.clone(), booking.clone(), other],
            &["Delete"],
        )
        .await;
        assert_eq!(row_indexes(&answer), (vec![0, 2], vec![1]), "{answer}");
        let deleted = &answer["successBookings"][0]["booking"];
        assert_eq!(
            (&deleted["id"], &deleted["bookingStatus"]),
            (&json!(id), &json!("Deleted")),
            "{answer}"
        );
        let members = &answer["failBookings"][0]["errorInfo"]["validationErrors"][0]["members"];
        assert_eq!(members, &json!(["bookings[1].booking.id"]), "{answer}");
        assert_eq!(count(&admin).await, 0);
    });
}

#[test]
fn another_consignment_takes_no_saved_quote() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let first = quote_booking(&admin, customer, "own-fleet").await;
        let id = saved_id(&save(&admin, &first, &[]).await);
        let mut second = first.clone();
        second["reference"] = json!("PO-2002");
        second["toAddress"]["contactName"] = json!("Somebody Else");
        let refused = save(&admin, &second, &["Book"]).await;
        assert!(
            refused["failBookings"][0]["errorInfo"]
                .to_string()
                .contains(&format!("#{id}")),
            "{refused}"
        );
        let stored = get(&admin, id).await;
        assert_eq!(
            (&stored["reference"], &stored["bookingStatus"]),
            (&json!("PO-1001"), &json!("Quoted"))
        );
        let repeat = save(&admin, &first, &["Book"]).await;
        assert_eq!((saved_id(&repeat), count(&admin).await), (id, 1));
    });
}

async fn statuses(admin: &Client, ids: &[i64]) -> Vec<String> {
    let mut statuses = Vec::new();
    for id in ids {
        statuses.push(
            get(admin, *id).await["bookingStatus"]
                .as_str()
                .unwrap()
                .to_owned(),
        );
    }
    statuses
}

async fn interrupt(kit: &Kit, id: i64) {
    let mut scope = kit.scope(Mode::Write);
    let past = scope.now() - chrono::TimeDelta::hours(1);
    let sql = tsql!(
        "UPDATE bookings SET intent = 'Book', intent_time = $2, intent_attempts = 1, row_version = row_version + 1
         WHERE tenant_id = $1 AND id = $3"
    );
    scope.rows(sql, vec![past.val(), id.val()]).await.unwrap();
    scope
        .enqueue(work::job::NewJob::new(
            "bookings.settle",
            json!({ "bookingId": id }),
        ))
        .await
        .unwrap();
    scope.commit().await.unwrap();
}

#[test]
fn a_batch_sent_again_is_finished() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let mut bookings = Vec::new();
        for number in 0..4 {
            let mut booking = quote_booking(&admin, customer, "own-fleet").await;
            booking["reference"] = json!(format!("PO-{number}"));
            bookings.push(booking);
        }
        let mut ids = Vec::new();
        for booking in &bookings[..2] {
            ids.push(saved_id(&save(&admin, booking, &["Book"]).await));
        }
        ids.push(saved_id(&save(&admin, &bookings[2], &[]).await));
        interrupt(&kit, ids[2]).await;
        let early = batch(&admin, &bookings, &["Book", "Manifest"]).await;
        assert_eq!(row_indexes(&early), (vec![0, 1, 3], vec![2]), "{early}");
        assert_eq!(
            early["failBookings"][0]["booking"]["id"],
            json!(ids[2]),
            "{early}"
        );
        kit.drain_jobs().await;
        let answer = batch(&admin, &bookings, &["Book", "Manifest"]).await;
        assert_eq!(
            row_indexes(&answer),
            (vec![0, 1, 2, 3], Vec::new()),
            "{answer}"
        );
        let actual: Vec<i64> = (0..3)
            .map(|at| {
                answer["successBookings"][at]["booking"]["id"]
                    .as_i64()
                    .unwrap()
            })
            .collect();
        assert_eq!((actual, count(&admin).await), (ids.clone(), 4));
        assert_eq!(statuses(&admin, &ids).await, ["Manifested"; 3]);
        for (booking, id) in bookings.iter_mut().zip(&ids) {
            (booking["id"], booking["rowVersion"]) = (json!(id), json!(1));
        }
        let repeat = batch(&admin, &bookings, &["Book", "Manifest", "PrintLabel"]).await;
        assert_eq!(
            row_indexes(&repeat),
            (vec![0, 1, 2, 3], Vec::new()),
            "{repeat}"
        );
        assert_eq!(repeat["label"].as_array().unwrap().len(), 1, "{repeat}");
        assert!(
            repeat["successBookings"][0]["booking"]["consignmentId"].is_string(),
            "{repeat}"
        );
    });
}

#[test]
fn a_bulk_call_still_refuses_what_is_done() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        let refused = super::bulk(&admin, &[id], "Book").await;
        assert_eq!(refused["results"][0]["success"], false, "{refused}");
    });
}
