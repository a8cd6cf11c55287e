//! Emails with a booking's documents.

use serde_json::json;
use testkit::{given, on_both};

use super::{BASE, bulk, get, office, quote_booking, save, saved_id};

#[test]
fn documents_are_mailed_to_the_address_that_is_named_or_the_bookings_own() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let inbox = given::inbox(&kit).await;
        let path = format!("{BASE}/updateBookingDetails");
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        let mail = json!({"bookingId": id, "sendEmail": true, "note": "Mailed."});
        let refused = admin.put(&path, mail.clone()).await.expect_error(400);
        assert_eq!(refused["code"], 4120, "there is nothing to mail: {refused}");
        assert_eq!(
            get(&admin, id).await["bookingNotes"],
            json!([]),
            "and nothing else was done"
        );

        bulk(&admin, &[id], "PrintLabel").await;
        let invalid = json!({"bookingId": id, "sendEmail": true, "email": "nobody"});
        assert_eq!(admin.put(&path, invalid).await.invalid_members(), ["email"]);
        let other = json!({"bookingId": id, "sendEmail": true, "email": "lee@example.test"});
        for (body, address) in [(mail, "robin@example.test"), (other, "lee@example.test")] {
            admin.put(&path, body).await.result();
            kit.drain_jobs().await;
            let email = inbox.next_email_to(address).await;
            let connote = get(&admin, id).await["consignmentId"]
                .as_str()
                .unwrap()
                .to_owned();
            assert!(email.subject.contains(&connote), "{}", email.subject);
            assert!(
                email.raw.contains(&format!("label-{connote}.pdf")),
                "{}",
                email.raw
            );
        }
        kit.drain_jobs().await;
        let history = get(&admin, id).await["operationHistory"].clone();
        let sent: Vec<&str> = history
            .as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["operation"] == "EmailDocuments" && entry["status"] == "Success")
            .filter_map(|entry| entry["value"].as_str())
            .collect();
        assert_eq!(
            sent,
            ["robin@example.test", "lee@example.test"],
            "{history}"
        );
    });
}
