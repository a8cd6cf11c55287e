//! Mailing a booking's documents with its details.

use serde_json::json;
use testkit::{given, on_both};

use super::{BASE, bulk, get, office, quoted, save, saved};

#[test]
fn documents_are_mailed_to_the_address_that_is_named_or_the_bookings_own() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let inbox = given::inbox(&kit).await;
        let path = format!("{BASE}/updateBookingDetails");
        let id = saved(
            &save(
                &admin,
                &quoted(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        let mail = json!({"bookingId": id, "sendEmail": true, "note": "Mailed."});
        let refused = admin.put(&path, mail.clone()).await.refused(400);
        assert_eq!(refused["code"], 4120, "there is nothing to mail: {refused}");
        assert_eq!(
            get(&admin, id).await["bookingNotes"],
            json!([]),
            "and nothing else was done"
        );

        bulk(&admin, &[id], "PrintLabel").await;
        let wrong = json!({"bookingId": id, "sendEmail": true, "email": "nobody"});
        assert_eq!(admin.put(&path, wrong).await.invalid_members(), ["email"]);
        let other = json!({"bookingId": id, "sendEmail": true, "email": "lee@example.test"});
        for (body, address) in [(mail, "robin@example.test"), (other, "lee@example.test")] {
            admin.put(&path, body).await.result();
            kit.drain_jobs().await;
            let letter = inbox.next_to(address).await;
            let connote = get(&admin, id).await["consignmentId"]
                .as_str()
                .unwrap()
                .to_owned();
            assert!(letter.subject.contains(&connote), "{}", letter.subject);
            assert!(
                letter.raw.contains(&format!("label-{connote}.pdf")),
                "{}",
                letter.raw
            );
        }
        let history = get(&admin, id).await["operationHistory"].to_string();
        assert!(
            history.contains("documents mailed to lee@example.test"),
            "{history}"
        );
    });
}
