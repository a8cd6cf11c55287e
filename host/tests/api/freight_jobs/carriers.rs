//! Jobs that carriers carry out.

use serde_json::{Value, json};
use stand_ins::{
    australia_post::{Endpoint, Fault},
    gate::Gate,
};
use testkit::{Client, Kit, given, on_both};

use super::{ALLOCATE, JOBS, add, confirm, receiver, reload, sender};

const BACK: &str = "/api/jobs/delivery-agent/un-allocate-jobs";

/// A parcel of a customer.
pub(super) async fn parcel(kit: &Kit, admin: &Client) -> Value {
    let customer = given::customer(kit, "Bluegum Wines").await;
    let cm = |value: i64| json!({"value": value, "unit": "cm"});
    let items = json!([{"packagetype": "Carton", "description": "Glasses", "quantity": 1,
        "length": cm(30), "width": cm(30), "height": cm(30),
        "weight": {"value": 5, "unit": "kg"}}]);
    let job = json!({"customerid": customer, "fromaddress": sender(), "toaddress": receiver(),
        "items": items});
    let job = add(admin, job).await;
    confirm(admin, &job).await
}

pub(super) async fn give(admin: &Client, account: i64, jobs: &[&Value]) -> Value {
    let ids: Vec<&Value> = jobs.iter().map(|job| &job["id"]).collect();
    let body = json!({"allocation": {"agentId": account, "jobIds": ids, "agentType": "Carrier"}});
    admin.post(ALLOCATE, body).await.result()
}

async fn bookings(admin: &Client) -> Value {
    let path = "/api/booking/booking/getbookings?sorting=id desc";
    admin.get(path).await.result()
}

#[test]
fn a_carrier_books_the_job_once_and_moves_it() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "EPARCEL").await;
        let job = parcel(&kit, &admin).await;
        let given = give(&admin, account, &[&job]).await;
        assert_eq!(given[0]["success"], true, "{given}");
        let allocated = reload(&admin, &job).await;
        assert_eq!(
            (&allocated["jobstatus"], &allocated["carrierid"]),
            (&json!("Allocated"), &json!(account))
        );
        assert!(
            allocated["pricingdetails"]["buy"]["total"]
                .as_f64()
                .unwrap()
                > 0.0
        );
        let booked = bookings(&admin).await;
        assert_eq!(booked["totalCount"], 1);
        let booking = &booked["items"][0];
        assert_eq!(booking["id"], allocated["carrierbookingid"]);
        assert_eq!(booking["consignmentId"], allocated["connoteno"]);
        // The customer pays for the job.
        assert_eq!(
            booking["pricingDetail"]["total"]["total"].as_f64(),
            Some(0.0)
        );

        let again = give(&admin, account, &[&job]).await;
        assert_eq!(again[0]["success"], false, "{again}");
        kit.drain_jobs().await;
        assert_eq!(bookings(&admin).await["totalCount"], 1);
        assert_eq!(admin.get(JOBS).await.result()["totalCount"], 1);

        let batch = json!({"bookings": [{"booking": {"id": booking["id"]}}],
            "operations": ["Manifest"]});
        let path = "/api/booking/booking/createorupdatebatchbooking";
        let manifested = admin.post(path, batch).await.result();
        assert_eq!(manifested["failBookings"], json!([]), "{manifested}");
        let path = "/api/booking/booking/addtrackingevent";
        for (status, expected) in [("PickedUp", "PickedUp"), ("Delivered", "Delivered")] {
            let scan = json!({"bookingId": booking["id"], "status": status, "description": "",
                "location": ""});
            admin.post(path, scan).await.result();
            kit.drain_jobs().await;
            assert_eq!(reload(&admin, &job).await["jobstatus"], expected);
        }
    });
}

#[test]
fn a_job_comes_back_with_its_consignment_cancelled() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "EPARCEL").await;
        let job = parcel(&kit, &admin).await;
        let given = give(&admin, account, &[&job]).await;
        assert_eq!(given[0]["success"], true, "{given}");
        let body = json!({"deallocation": {"jobids": [job["id"]], "reason": "Own truck is free"}});
        let back = admin.post(BACK, body).await.result();
        assert_eq!(back[0]["success"], true, "{back}");
        kit.drain_jobs().await;
        let free = reload(&admin, &job).await;
        assert_eq!(
            (
                &free["jobstatus"],
                &free["carrierid"],
                &free["carrierbookingid"]
            ),
            (&json!("Unallocated"), &Value::Null, &Value::Null)
        );
        assert_eq!(
            bookings(&admin).await["items"][0]["bookingStatus"],
            "Cancelled"
        );
        let given = give(&admin, account, &[&job]).await;
        assert_eq!(given[0]["success"], true, "{given}");
    });
}

/// Listeners process each cancelled consignment during the call.
#[test]
fn jobs_come_back_from_a_carrier_together_with_the_reason() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "EPARCEL").await;
        let mut jobs = Vec::new();
        for _ in 0..5 {
            jobs.push(parcel(&kit, &admin).await);
        }
        let allocated = give(&admin, account, &jobs.iter().collect::<Vec<_>>()).await;
        let success = |outcomes: &Value| {
            let outcomes = outcomes.as_array().unwrap();
            outcomes.iter().map(|one| one["success"] == true).collect()
        };
        let each: Vec<bool> = success(&allocated);
        assert_eq!(each, [true; 5], "{allocated}");
        let ids: Vec<&Value> = jobs.iter().map(|job| &job["id"]).collect();
        let body = json!({"deallocation": {"jobids": ids, "reason": "Own truck is free"}});
        let back = super::while_listening(&kit, admin.post(BACK, body))
            .await
            .result();
        let each: Vec<bool> = success(&back);
        assert_eq!(each, [true; 5], "{back}");
        kit.drain_jobs().await;
        for job in &jobs {
            assert_eq!(reload(&admin, job).await["jobstatus"], "Unallocated");
            let path = format!(
                "/api/jobs/job/operation-logs?jobId={}&filter=operation eq 'Unallocate'",
                job["id"]
            );
            let log = admin.get(&path).await.result().to_string();
            assert!(log.contains("Own truck is free"), "{log}");
        }
    });
}

/// While the carrier cancels one consignment, another dispatcher gives it the other job.
#[test]
fn a_consignment_booked_during_the_call_keeps_its_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "EPARCEL").await;
        let (first, second) = (parcel(&kit, &admin).await, parcel(&kit, &admin).await);
        give(&admin, account, &[&first]).await;
        let gate = Gate::leak();
        kit.australia_post
            .fail(Endpoint::DeleteShipments, Fault::Hold(gate));
        let ids = [&first["id"], &second["id"]];
        let body = json!({"deallocation": {"jobids": ids, "reason": "Own truck is free"}});
        let book = async {
            gate.reached().await;
            let given = give(&admin, account, &[&second]).await;
            gate.open();
            given
        };
        let (back, given) = tokio::join!(admin.post(BACK, body), book);
        assert_eq!(given[0]["success"], true, "{given}");
        back.result();
        kit.drain_jobs().await;
        let second = reload(&admin, &second).await;
        assert_eq!(second["jobstatus"], "Allocated", "{second}");
        assert!(second["carrierbookingid"].is_i64(), "{second}");
        assert_eq!(reload(&admin, &first).await["jobstatus"], "Unallocated");
    });
}

#[test]
fn a_rejection_leaves_the_job_unallocated_and_says_why() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "EPARCEL").await;
        let own = given::own_fleet(&kit, &admin, "METRO").await;
        // Jobs without a customer are nobody's consignment.
        let nobodys = super::confirmed(&admin).await;
        let given = give(&admin, account, &[&nobodys]).await;
        assert_eq!(given[0]["success"], false, "{given}");
        assert!(
            given[0]["message"].as_str().unwrap().contains("customer"),
            "{given}"
        );
        // Two tonnes are no parcel.
        let customer = given::customer(&kit, "Harbour Tools").await;
        let heavy = json!({"customerid": customer, "fromaddress": sender(),
            "toaddress": receiver(), "items": super::items()});
        let heavy = add(&admin, heavy).await;
        let heavy = confirm(&admin, &heavy).await;
        let given = give(&admin, account, &[&heavy]).await;
        assert_eq!(given[0]["success"], false, "{given}");
        assert!(
            given[0]["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{given}"
        );
        let free = reload(&admin, &heavy).await;
        assert_eq!(
            (&free["jobstatus"], &free["carrierbookingid"]),
            (&json!("Unallocated"), &Value::Null)
        );
        let body = json!({"allocation": {"agentId": own, "jobIds": [heavy["id"]],
            "agentType": "Carrier"}});
        admin.post(ALLOCATE, body).await.expect_error(400);
        let body = json!({"allocation": {"agentId": account, "jobIds": [heavy["id"]],
            "agentType": "Carrier"}});
        let other = kit.another_tenant().await.user("Admin").await;
        other.post(ALLOCATE, body).await.expect_error(404);
    });
}
