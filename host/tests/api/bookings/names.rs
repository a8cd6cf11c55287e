//! Authors of operations and notes as customers see them, and the limit of notes.

use data::{
    db::{Mode, Val},
    ids::CustomerId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

use super::{BASE, bulk, get, office, quote_booking, save, saved_id};

async fn create_worked_booking(
    kit: &Kit,
    admin: &Client,
    own: &Client,
    customer: CustomerId,
) -> i64 {
    given::change_settings(kit, json!({"bookings": {"showStaffNames": false}})).await;
    let id = saved_id(
        &save(
            admin,
            &quote_booking(admin, customer, "own-fleet").await,
            &["Book"],
        )
        .await,
    );
    for (client, words) in [(admin, "Rang the driver."), (own, "Please be quick.")] {
        let note = json!({"bookingId": id, "bookingNote": {"comment": words}});
        client
            .post(&format!("{BASE}/addnookingnote"), note)
            .await
            .result();
    }
    bulk(admin, &[id], "Manifest").await;
    let status = json!({"bookingId": id, "bookingStatus": "PickedUp"});
    admin
        .put(&format!("{BASE}/updateBookingDetails"), status)
        .await
        .result();
    id
}

async fn read(client: &Client, id: i64) -> (Value, Value) {
    (
        get(client, id).await,
        client
            .get(&format!("{BASE}/getOperationLog?id={id}"))
            .await
            .result(),
    )
}

#[test]
fn internal_notes_are_for_staff_alone() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let customer_client = kit.customer_user(customer).await;
        let id = create_worked_booking(&kit, &admin, &customer_client, customer).await;
        let note = |is_internal: bool| {
            let note = json!({"comment": "Bad payer.", "isInternal": is_internal});
            json!({"bookingId": id, "bookingNote": note})
        };
        let path = format!("{BASE}/addnookingnote");
        let noted = admin.post(&path, note(true)).await.result();
        let is_internal = |notes: &Value| -> Vec<Value> {
            let notes = notes["bookingNotes"].as_array().unwrap();
            notes
                .iter()
                .map(|note| note["isInternal"].clone())
                .collect()
        };
        assert_eq!(
            is_internal(&noted),
            [false, false, true].map(Value::from),
            "{noted}"
        );
        assert_eq!(is_internal(&get(&admin, id).await), is_internal(&noted));

        let own = json!({"bookingId": id, "bookingNote": {"comment": "Mine."}});
        for answer in [
            get(&customer_client, id).await,
            customer_client.post(&path, own).await.result(),
            customer_client
                .get(&format!("{BASE}/getbookings?filter=id eq {id}"))
                .await
                .result(),
            read(&customer_client, id).await.1,
        ] {
            assert!(!answer.to_string().contains("Bad payer."), "{answer}");
        }
        assert_eq!(
            is_internal(&get(&customer_client, id).await),
            [false; 3].map(Value::from)
        );
        assert_eq!(
            customer_client
                .post(&path, note(true))
                .await
                .invalid_members(),
            ["bookingNote.isInternal"]
        );
    });
}

#[test]
fn customers_read_the_tenants_name_in_place_of_its_peoples() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let customer_client = kit.customer_user(customer).await;
        let id = create_worked_booking(&kit, &admin, &customer_client, customer).await;

        let (booking, log) = read(&customer_client, id).await;
        for told in [&booking, &log] {
            assert!(!told.to_string().contains("Admin Tester"), "{told}");
        }
        assert_eq!(booking["operationHistory"][0]["userName"], "Test Freight");
        assert_eq!(log["integrationLog"][0]["userName"], "Test Freight");
        assert_eq!(log["integrationLog"][0]["creatorUserId"], Value::Null);
        let notes = &booking["bookingNotes"];
        assert_eq!(
            (&notes[0]["userName"], &notes[1]["userName"]),
            (&json!("Test Freight"), &json!("Customer Tester"))
        );
        let note = json!({"bookingId": id, "bookingNote": {"comment": "Thanks."}});
        let noted = customer_client
            .post(&format!("{BASE}/addnookingnote"), note)
            .await
            .result();
        assert!(!noted.to_string().contains("Admin Tester"), "{noted}");

        let (booking, log) = read(&admin, id).await;
        assert_eq!(log["integrationLog"][0]["userName"], "Admin Tester");
        assert_eq!(booking["bookingNotes"][1]["userName"], "Customer Tester");
        given::change_settings(&kit, json!({"bookings": {"showStaffNames": true}})).await;
        assert_eq!(
            read(&customer_client, id).await.1["integrationLog"][0]["userName"],
            "Admin Tester"
        );
    });
}

#[test]
fn a_booking_has_so_many_notes_and_no_more() {
    on_both(|kit| async move {
        let (_, customer) = office(&kit).await;
        let customer_client = kit.customer_user(customer).await;
        let id = saved_id(
            &save(
                &customer_client,
                &quote_booking(&customer_client, customer, "own-fleet").await,
                &[],
            )
            .await,
        );
        let note = json!({"bookingId": id, "bookingNote": {"comment": "Please be quick."}});
        let add = async || {
            customer_client
                .post(&format!("{BASE}/addnookingnote"), note.clone())
                .await
        };
        add().await.result();
        let many = tsql!(
            "INSERT INTO booking_notes (tenant_id, row_version, booking_id, comment, user_name, creation_time)
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
             SELECT b.tenant_id, 1, b.id, 'One of many', 'Somebody', b.creation_time
             FROM bookings b, n WHERE b.tenant_id = $1 AND b.id = $2"
        );
        let mut scope = kit.scope(Mode::Write);
        scope.rows(many, vec![Val::I64(id)]).await.unwrap();
        scope.commit().await.unwrap();
        let refused = add().await.expect_error(400);
        assert_eq!(refused["message"], "A booking can have at most 500 notes.");
    });
}
