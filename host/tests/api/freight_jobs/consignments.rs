//! Jobs of carriers that are cancelled: their consignments are too, or the job keeps its carrier.

use chrono::{Days, Utc};
use serde_json::{Value, json};
use stand_ins::australia_post::{Endpoint, Fault};
use testkit::{Client, Kit, given, on_both};

use super::{
    JOBS, add,
    carriers::{give, parcel},
    fleet, process, reload,
};

const INVOICES: &str = "/api/finance/invoice";
const CANCEL: &str = "/api/booking/booking/createorupdatebatchbooking";

/// A booking on own vehicles, and its job, which a carrier has.
async fn carried(kit: &Kit, admin: &Client) -> (Value, Value) {
    given::own_fleet(kit, admin, "METRO").await;
    let account = given::australia_post(kit, admin, "EPARCEL").await;
    let booking = fleet::booked(kit, admin, "own-fleet").await;
    let job = admin.get(JOBS).await.result()["items"][0].clone();
    let given = give(admin, account, &[&job]).await;
    assert_eq!(given[0]["success"], true, "{given}");
    (booking, reload(admin, &job).await)
}

async fn booking_status(admin: &Client, id: &Value) -> Value {
    let path = format!("/api/booking/booking/getbookingforEdit?id={id}");
    admin.get(&path).await.result()["bookingStatus"].clone()
}

async fn cancel_booking(admin: &Client, booking: &Value) {
    let batch = json!({"bookings": [{"booking": {"id": booking["id"]}}],
        "operations": ["Cancel"]});
    let saved = admin.post(CANCEL, batch).await.result();
    assert_eq!(saved["failBookings"], json!([]), "{saved}");
}

#[test]
fn a_job_whose_booking_is_invoiced_keeps_its_carrier() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (booking, job) = carried(&kit, &admin).await;
        let change = json!({"customer": {"id": booking["customer"]["id"], "isInvoicable": true,
            "paymentTerms": "14 days", "invoicePeriod": "Month"}});
        let path = "/api/customer/customer/createorupdatecustomer";
        admin.post(path, change).await.result();
        let today = Utc::now().date_naive();
        let days = json!({"fromDate": today - Days::new(1), "toDate": today + Days::new(1),
            "invoiceDate": today});
        let run = admin
            .post(&format!("{INVOICES}/runinvoices"), days)
            .await
            .result();
        kit.drain_jobs().await;
        let path = format!("{INVOICES}/getinvoicerun?runId={}", run["runId"]);
        let run = admin.get(&path).await.result();
        assert_eq!(run["totalInvoices"], 1, "{run}");

        let refused = process(&admin, "Cancel", &job).await;
        assert_eq!(refused["success"], false, "{refused}");
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains("invoice"), "{refused}");
        kit.drain_jobs().await;
        let kept = reload(&admin, &job).await;
        assert_eq!(kept["jobstatus"], "Allocated", "{kept}");
        assert_eq!(kept["carrierbookingid"], job["carrierbookingid"]);
        let status = booking_status(&admin, &job["carrierbookingid"]).await;
        assert_eq!(status, "Booked");
    });
}

#[test]
fn a_cancelled_booking_cancels_the_consignment_of_its_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (booking, job) = carried(&kit, &admin).await;
        cancel_booking(&admin, &booking).await;
        kit.drain_jobs().await;
        assert_eq!(reload(&admin, &job).await["jobstatus"], "Cancelled");
        let status = booking_status(&admin, &job["carrierbookingid"]).await;
        assert_eq!(status, "Cancelled");
    });
}

#[test]
fn a_carrier_that_refuses_keeps_the_job_and_the_log_says_why() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (booking, job) = carried(&kit, &admin).await;
        kit.australia_post
            .fail(Endpoint::DeleteShipments, Fault::Status(400));
        cancel_booking(&admin, &booking).await;
        kit.drain_jobs().await;
        assert_eq!(reload(&admin, &job).await["jobstatus"], "Allocated");
        let path = format!(
            "/api/jobs/job/operation-logs?jobId={}&filter=operation eq 'Cancel'",
            job["id"]
        );
        let log = admin.get(&path).await.result();
        assert_eq!(log["items"][0]["status"], "Failed", "{log}");
        assert!(
            log.to_string().contains("The booking was cancelled"),
            "{log}"
        );
    });
}

#[test]
fn a_job_is_cancelled_with_the_consignments_of_its_legs() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "EPARCEL").await;
        let job = parcel(&kit, &admin).await;
        let leg = add(
            &admin,
            json!({"parentid": job["id"], "jobtype": "Delivery"}),
        )
        .await;
        let given = give(&admin, account, &[&leg]).await;
        assert_eq!(given[0]["success"], true, "{given}");
        let leg = reload(&admin, &leg).await;
        let cancelled = process(&admin, "Cancel", &job).await;
        assert_eq!(cancelled["success"], true, "{cancelled}");
        kit.drain_jobs().await;
        for one in [&job, &leg] {
            assert_eq!(reload(&admin, one).await["jobstatus"], "Cancelled");
        }
        let status = booking_status(&admin, &leg["carrierbookingid"]).await;
        assert_eq!(status, "Cancelled");
    });
}
