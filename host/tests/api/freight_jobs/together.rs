//! Bookings and their jobs: holds, cancellations and labels.

use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

use super::{JOBS, PROCESS, allocate, driver, fleet::booked, process, reload, run, scans};

async fn start(kit: &Kit) -> (Client, Value, Value) {
    let admin = kit.user("Admin").await;
    given::own_fleet(kit, &admin, "METRO").await;
    let booking = booked(kit, &admin, "own-fleet").await;
    let job = admin.get(JOBS).await.result()["items"][0].clone();
    (admin, booking, job)
}

async fn status(admin: &Client, booking: &Value) -> String {
    let path = format!(
        "/api/booking/booking/getbookingforEdit?id={}",
        booking["id"]
    );
    let booking = admin.get(&path).await.result();
    booking["bookingStatus"].as_str().unwrap().to_owned()
}

#[test]
fn a_held_job_holds_its_booking() {
    on_both(|kit| async move {
        let (admin, booking, job) = start(&kit).await;
        let before = status(&admin, &booking).await;
        run(&admin, &job, &["Hold"]).await;
        assert_eq!(status(&admin, &booking).await, "OnHold");
        kit.drain_jobs().await;
        run(&admin, &job, &["Release"]).await;
        assert_eq!(status(&admin, &booking).await, before);
        kit.drain_jobs().await;
        assert_eq!(reload(&admin, &job).await["jobstatus"], "Unallocated");

        let ann = driver(&admin, "Ann Lee").await;
        allocate(&admin, ann, &[&job]).await;
        run(&admin, &job, &["PickUp"]).await;
        kit.drain_jobs().await;
        run(&admin, &job, &["Hold"]).await;
        kit.drain_jobs().await;
        assert_eq!(status(&admin, &booking).await, "OnHold");
        // Goods in transit are returned, not cancelled; the booking's cancellation is refused too.
        let cancel = json!({"id": booking["id"]});
        let path = "/api/booking/booking/cancelBooking";
        admin.post(path, cancel).await.expect_error(400);
        run(&admin, &job, &["Release"]).await;
        kit.drain_jobs().await;
        assert_eq!(status(&admin, &booking).await, "PickedUp");
    });
}

#[test]
fn a_cancelled_job_cancels_its_booking() {
    on_both(|kit| async move {
        let (admin, booking, job) = start(&kit).await;
        assert_eq!(run(&admin, &job, &["Cancel"]).await, "Cancelled");
        assert_eq!(status(&admin, &booking).await, "Cancelled");
        kit.drain_jobs().await;
        assert_eq!(reload(&admin, &job).await["jobstatus"], "Cancelled");
    });
}

#[test]
fn a_job_stays_if_its_booking_cannot_be_cancelled() {
    on_both(|kit| async move {
        let (admin, booking, job) = start(&kit).await;
        let scan = json!({"bookingId": booking["id"], "status": "Lost", "description": "",
            "location": ""});
        let path = "/api/booking/booking/addtrackingevent";
        admin.post(path, scan).await.result();
        kit.drain_jobs().await;
        let refused = process(&admin, "Cancel", &job).await;
        assert_eq!(refused["success"], false, "{refused}");
        assert!(
            refused["message"].as_str().unwrap().contains("Lost"),
            "{refused}"
        );
        assert_eq!(reload(&admin, &job).await["jobstatus"], "Unallocated");
        let body = json!({"operation": "Cancel", "ids": [job["id"]]});
        kit.another_tenant()
            .await
            .user("Admin")
            .await
            .post(PROCESS, body)
            .await
            .result();
        assert_eq!(reload(&admin, &job).await["jobstatus"], "Unallocated");
    });
}

#[test]
fn the_code_of_a_label_finds_its_article() {
    on_both(|kit| async move {
        let (admin, booking, job) = start(&kit).await;
        let batch = json!({"bookings": [{"booking": {"id": booking["id"]}}],
            "operations": ["PrintLabel"]});
        let path = "/api/booking/booking/createorupdatebatchbooking";
        let printed = admin.post(path, batch).await.result();
        assert_eq!(printed["failBookings"], json!([]), "{printed}");
        kit.drain_jobs().await;
        let labelled = reload(&admin, &job).await;
        let codes = labelled["items"][0]["labelcodes"].as_array().unwrap();
        assert_eq!(codes.len(), 3, "{labelled}");
        let code = codes[1].as_str().unwrap();
        assert_eq!(code.len(), 18);
        for scanned in [code.to_owned(), format!("(00){code}"), format!("00{code}")] {
            let scan = json!({"code": "Damaged", "articlenumber": scanned});
            let event = scans::scan(&admin, scan).await;
            assert_eq!(event["scanevent"]["articlenumber"], "J00001-002", "{event}");
            assert_eq!(event["scanevent"]["jobid"], job["id"]);
        }
    });
}
