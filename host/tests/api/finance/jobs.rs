//! Jobs on invoices: runs, prices of invoiced jobs, credit, and fees of their events.

use chrono::{Days, Utc};
use data::ids::{CustomerId, DriverId};
use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

use super::{cents, create_booking, create_invoiced_customer, invoice, process, run};

const JOB: &str = "/api/jobs/job/job";
const FEES: &str = "/api/finance/fee";

fn line(code: &str, amount: f64, is_taxed: bool) -> Value {
    json!({"servicecode": code, "amount": amount, "istaxapplicable": is_taxed,
        "isadditionalservice": code != "ROAD"})
}

/// Days around today in any time zone.
fn these_days() -> Value {
    let today = Utc::now().date_naive();
    let (first, last) = (today - Days::new(1), today + Days::new(1));
    json!({"fromDate": first, "toDate": last, "invoiceDate": today})
}

fn with(mut body: Value, more: Value) -> Value {
    let members = more.as_object().unwrap().clone();
    body.as_object_mut().unwrap().extend(members);
    body
}

pub async fn driver(admin: &Client, driver: Value) -> DriverId {
    let saved = admin
        .post("/api/drivers/driver/driver", json!({ "driver": driver }))
        .await
        .result();
    let id = saved["driver"]["id"].as_i64().unwrap();
    let path = format!("/api/drivers/driver/available-for-work?driverId={id}");
    admin.put(&path, json!({})).await.result();
    DriverId(id)
}

/// A confirmed job of a customer, without a price.
pub async fn add(admin: &Client, customer: CustomerId, more: Value) -> Value {
    let job = json!({"customerid": customer,
        "fromaddress": {"companyname": "Bluegum Wines", "addressline1": "41 Boundary Road",
            "postcode": "3026", "suburb": "Derrimut", "statecode": "VIC"},
        "toaddress": {"companyname": "Harbour Tools", "addressline1": "8 Macquarie Street",
            "postcode": "2150", "suburb": "Parramatta", "statecode": "NSW"},
        "items": [{"packagetype": "Pallet", "quantity": 2,
            "weight": {"value": 390, "unit": "kg"}}]});
    let job = admin
        .post(JOB, json!({"job": with(job, more)}))
        .await
        .result()["job"]
        .clone();
    let body = json!({"id": job["id"]});
    admin.post("/api/jobs/job/confirm", body).await.result();
    job
}

async fn set_price(admin: &Client, job: &Value, lines: Value) -> testkit::ApiResponse {
    let price = json!({"jobprice": {"jobid": job["id"], "sell": {"chargebreakdown": lines}}});
    admin.put("/api/jobs/job/job-price", price).await
}

pub async fn allocate(admin: &Client, driver: DriverId, job: &Value) {
    let body =
        json!({"allocation": {"agentId": driver, "jobIds": [job["id"]], "agentType": "Driver"}});
    let results = admin
        .post("/api/jobs/delivery-agent/allocate-job", body)
        .await
        .result();
    assert_eq!(results[0]["success"], true, "{results}");
}

pub async fn operate(admin: &Client, job: &Value, operations: &[&str]) {
    for operation in operations {
        let done = try_operate(admin, job, operation).await;
        assert_eq!(done["success"], true, "{operation}: {done}");
    }
}

async fn try_operate(admin: &Client, job: &Value, operation: &str) -> Value {
    let body = json!({"operation": operation, "ids": [job["id"]]});
    admin.post("/api/jobs/job/processjobs", body).await.result()[0].clone()
}

async fn reload(client: &Client, job: &Value) -> Value {
    client
        .get(&format!("{JOB}?jobId={}", job["id"]))
        .await
        .result()["job"]
        .clone()
}

/// A delivered job with freight of 100 and a toll of 9.95 without tax.
async fn delivered(kit: &Kit, admin: &Client, customer: CustomerId, driver: DriverId) -> Value {
    let job = add(admin, customer, json!({})).await;
    let lines = json!([line("ROAD", 100.0, true), line("TOLL", 9.95, false)]);
    set_price(admin, &job, lines).await.result();
    allocate(admin, driver, &job).await;
    operate(admin, &job, &["PickUp", "Deliver"]).await;
    kit.drain_jobs().await;
    job
}

async fn waiting(admin: &Client) -> i64 {
    let list = admin.get("/api/jobs/job/jobs-for-invoice").await.result();
    let path = "/api/finance/invoice/getuninvoicedcounts";
    let counts = admin.get(path).await.result();
    assert_eq!(counts["jobs"], list["totalCount"]);
    list["totalCount"].as_i64().unwrap()
}

#[test]
fn a_delivered_job_is_invoiced_once_by_lines() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let ann = driver(&admin, json!({"name": "Ann Lee"})).await;
        let job = delivered(&kit, &admin, customer, ann).await;
        // In transit, and therefore not yet invoiced.
        let open = add(&admin, customer, json!({})).await;
        set_price(&admin, &open, json!([line("ROAD", 50.0, true)]))
            .await
            .result();
        // Delivered without a price.
        let free = add(&admin, customer, json!({})).await;
        allocate(&admin, ann, &free).await;
        operate(&admin, &free, &["PickUp", "Deliver"]).await;
        assert_eq!(waiting(&admin).await, 1);

        let preview = run(&kit, &admin, with(these_days(), json!({"preview": true}))).await;
        assert_eq!(
            (
                &preview["totalInvoices"],
                &preview["totalJobs"],
                cents(&preview["totalAmount"])
            ),
            (&json!(1), &json!(1), 11_995),
            "{preview}"
        );
        let result = run(&kit, &admin, these_days()).await;
        assert_eq!(result["invoices"][0]["jobs"], 1, "{result}");
        assert_eq!(cents(&result["totalAmount"]), 11_995);
        let made = invoice(&admin, &result["invoices"][0]["id"]).await;
        assert_eq!(made["invoiceType"], "Freight");
        let lines = made["invoiceDetails"].as_array().unwrap();
        let kinds: Vec<(&Value, i64, &Value)> = lines
            .iter()
            .map(|line| {
                (
                    &line["invoiceDetailType"],
                    cents(&line["tax"]),
                    &line["jobId"],
                )
            })
            .collect();
        let id = &job["id"];
        assert_eq!(
            kinds,
            [(&json!("Freight"), 1_000, id), (&json!("Surcharge"), 0, id)]
        );
        assert_eq!(reload(&admin, &job).await["invoiceid"], made["id"]);
        assert_eq!(waiting(&admin).await, 0);
        assert_eq!(
            run(&kit, &admin, these_days()).await["totalInvoices"],
            0,
            "once"
        );

        let closed = process(&admin, "Close", &made["id"]).await;
        let number = closed["invoiceNumber"].as_str().unwrap();
        assert_eq!(reload(&admin, &job).await["invoiceno"], number);
        let refused = set_price(&admin, &job, json!([line("ROAD", 1.0, true)])).await;
        assert!(refused.expect_error_code(6101).contains(number));
        let charge = json!({"customercharge": {"jobid": job["id"],
            "charges": {"hours": 1, "chargerate": 10}}});
        let refused = admin.put("/api/jobs/job/customer-charge", charge).await;
        assert!(refused.expect_error_code(6101).contains(number));
        let costs = json!({"jobprice": {"jobid": job["id"],
            "buy": {"chargebreakdown": [line("ROAD", 60.0, true)]}}});
        admin.put("/api/jobs/job/job-price", costs).await.result();

        assert_eq!(process(&admin, "Void", &made["id"]).await["status"], "Void");
        let freed = reload(&admin, &job).await;
        assert_eq!(
            (&freed["invoiceid"], &freed["invoiceno"]),
            (&json!(null), &json!(null))
        );
        assert_eq!(run(&kit, &admin, these_days()).await["totalJobs"], 1);
    });
}

#[test]
fn a_job_is_invoiced_with_the_tax_of_its_price() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let ann = driver(&admin, json!({"name": "Ann Lee"})).await;
        let set_rate = async |percent: i64| {
            given::change_settings(&kit, json!({"tax": {"gst": percent}})).await
        };
        for (priced, billed, total, tax) in [
            (10, 0, 11_995, 1_000),
            (10, 15, 11_995, 1_000),
            (0, 10, 10_995, 0),
        ] {
            set_rate(priced).await;
            delivered(&kit, &admin, customer, ann).await;
            set_rate(billed).await;
            let result = run(&kit, &admin, these_days()).await;
            assert_eq!(cents(&result["totalAmount"]), total, "{billed}: {result}");
            let made = invoice(&admin, &result["invoices"][0]["id"]).await;
            let road = &made["invoiceDetails"][0];
            assert_eq!(
                (cents(&road["tax"]), &road["taxPercent"]),
                (tax, &json!(priced)),
                "{billed}: {made}"
            );
        }
    });
}

#[test]
fn jobs_share_invoices_with_bookings_and_are_chosen_by_id() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let ann = driver(&admin, json!({"name": "Ann Lee"})).await;
        let (one, other) = (
            delivered(&kit, &admin, customer, ann).await,
            delivered(&kit, &admin, customer, ann).await,
        );
        let now = Utc::now().to_rfc3339();
        create_booking(&kit, account, customer, 100, &now).await;
        let chosen = with(these_days(), json!({"jobIds": [one["id"]]}));
        let result = run(&kit, &admin, chosen).await;
        assert_eq!(
            (&result["totalJobs"], &result["totalBookings"]),
            (&json!(1), &json!(0)),
            "{result}"
        );
        let rest = run(&kit, &admin, these_days()).await;
        let found = &rest["invoices"][0];
        assert_eq!(
            (&rest["totalInvoices"], &found["jobs"], &found["bookings"]),
            (&json!(1), &json!(1), &json!(1)),
            "{rest}"
        );
        assert_eq!(reload(&admin, &other).await["invoiceid"], found["id"]);

        let outside = kit.another_tenant().await;
        let foreign = outside.user("Admin").await;
        let theirs = create_invoiced_customer(&outside, &foreign, "Far Away", "Month").await;
        let foreign_job = add(&foreign, theirs, json!({})).await;
        let chosen = with(these_days(), json!({"jobIds": [foreign_job["id"]]}));
        admin
            .post("/api/finance/invoice/runinvoices", chosen)
            .await
            .expect_error(404);
    });
}

#[test]
fn two_runs_at_once_invoice_every_job_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, json!({"name": "Ann Lee"})).await;
        for name in ["A", "B"] {
            let customer = create_invoiced_customer(&kit, &admin, name, "Week").await;
            for _ in 0..3 {
                delivered(&kit, &admin, customer, ann).await;
            }
        }
        let begin = || admin.post("/api/finance/invoice/runinvoices", these_days());
        let runs = join_all([begin(), begin()]).await;
        kit.drain_jobs().await;
        let (mut jobs, mut amount) = (0, 0);
        for begun in runs {
            let path = format!(
                "/api/finance/invoice/getinvoicerun?runId={}",
                begun.result()["runId"]
            );
            let run = admin.get(&path).await.result();
            jobs += run["totalJobs"].as_i64().unwrap();
            amount += cents(&run["totalAmount"]);
        }
        assert_eq!((jobs, amount), (6, 6 * 11_995));
    });
}

#[test]
fn what_changes_between_preview_and_run_is_invoiced_as_it_is() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let other = create_invoiced_customer(&kit, &admin, "Harbour Tools", "Month").await;
        let ann = driver(&admin, json!({"name": "Ann Lee"})).await;
        // Partly delivered: it can still be edited, retried and cancelled.
        let mut partial = Vec::new();
        for _ in 0..2 {
            let job = add(&admin, customer, json!({})).await;
            set_price(&admin, &job, json!([line("ROAD", 100.0, true)]))
                .await
                .result();
            allocate(&admin, ann, &job).await;
            operate(&admin, &job, &["PickUp"]).await;
            let articles = reload(&admin, &job).await["items"][0]["articlenumbers"].clone();
            let body = json!({"operation": "Deliver", "ids": [job["id"]],
                "articlenumbers": [articles[0]]});
            admin.post("/api/jobs/job/processjobs", body).await.result();
            partial.push(job);
        }
        let preview = run(&kit, &admin, with(these_days(), json!({"preview": true}))).await;
        assert_eq!(preview["totalJobs"], 2, "{preview}");
        operate(&admin, &partial[0], &["Retry", "Cancel"]).await;
        let moved = json!({"job": {"id": partial[1]["id"], "customerid": other}});
        admin.put(JOB, moved).await.result();
        let result = run(&kit, &admin, these_days()).await;
        assert_eq!(result["totalJobs"], 1, "{result}");
        assert_eq!(result["invoices"][0]["customerId"], json!(other));

        let back = json!({"job": {"id": partial[1]["id"], "customerid": customer}});
        admin.put(JOB, back).await.expect_error_code(6101);
        operate(&admin, &partial[1], &["Retry"]).await;
        let cancelled = try_operate(&admin, &partial[1], "Cancel").await;
        assert_eq!(cancelled["success"], false, "{cancelled}");
    });
}

#[test]
fn prices_count_towards_the_credit_limit_and_are_bounded() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let used = async || {
            let path = format!("/api/customer/customer/getCustomerForEdit?id={customer}");
            cents(&admin.get(&path).await.result()["credit"]["used"])
        };
        assert_eq!(used().await, 0);
        let job = add(&admin, customer, json!({})).await;
        set_price(&admin, &job, json!([line("ROAD", 100.0, true)]))
            .await
            .result();
        assert_eq!(used().await, 11_000, "from the confirmation on");
        let large = json!([
            line("ROAD", 9_999_999_999.0, true),
            line("TOLL", 9.0e9, true)
        ]);
        let refused = set_price(&admin, &job, large).await;
        assert_eq!(refused.invalid_members(), ["sell.total"]);
        let leg = json!({"parentid": job["id"]});
        let leg = admin.post(JOB, json!({ "job": leg })).await.result()["job"].clone();
        let refused = set_price(&admin, &leg, json!([line("ROAD", 1.0, true)])).await;
        assert_eq!(refused.invalid_members(), ["jobprice.jobid"]);
        assert_eq!(used().await, 11_000, "a leg is billed with its job");
        operate(&admin, &job, &["Cancel"]).await;
        assert_eq!(used().await, 0);
    });
}

async fn fee(admin: &Client, kind: &str, on: &str, customer: CustomerId, rates: Value) {
    let fee = json!({"name": kind, "feeType": kind, "applyOn": on, "calcMethod": "Fixed"});
    let path = format!("{FEES}/createorupdatefee");
    let fee = admin.post(&path, json!({ "fee": fee })).await.result()["fee"].clone();
    let own = json!({"feeId": fee["id"], "customerId": customer, "isAccumulated": true,
        "feeRates": rates});
    let path = format!("{FEES}/assigncustomerfee");
    admin
        .post(&path, json!({ "customerFee": own }))
        .await
        .result();
}

#[test]
fn failures_and_new_attempts_are_charged_and_shown_with_the_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let each = |rate: i64| json!([{"order": 1, "basic": 0, "break": null, "rate": rate}]);
        fee(&admin, "Futile", "ScanEvent", customer, each(25)).await;
        fee(&admin, "Redelivery", "Job", customer, each(15)).await;
        fee(&admin, "Residential", "Job", customer, each(4)).await;
        fee(&admin, "Admin", "Job", customer, each(3)).await;
        let ann = driver(&admin, json!({"name": "Ann Lee"})).await;
        let job = add(&admin, customer, json!({})).await;
        set_price(&admin, &job, json!([line("ROAD", 100.0, true)]))
            .await
            .result();
        allocate(&admin, ann, &job).await;
        operate(&admin, &job, &["PickUp", "Fail", "Retry"]).await;
        allocate(&admin, ann, &job).await;
        operate(&admin, &job, &["PickUp", "Deliver"]).await;
        kit.drain_jobs().await;

        let shown = reload(&admin, &job).await;
        let mut fees: Vec<(&str, i64)> = shown["fees"]
            .as_array()
            .unwrap()
            .iter()
            .map(|fee| (fee["servicecode"].as_str().unwrap(), cents(&fee["amount"])))
            .collect();
        fees.sort_unstable();
        assert_eq!(
            fees,
            [("Admin", 600), ("Futile", 2_500), ("Redelivery", 1_500)],
            "{shown}"
        );
        let seen = reload(&kit.driver_user(ann).await, &job).await;
        assert_eq!(seen["fees"], json!([]));
        let path = format!("{FEES}/getfeeentries?jobId={}", job["id"]);
        assert_eq!(admin.get(&path).await.result()["totalCount"], 3);

        let until = with(these_days(), json!({"jobIds": [job["id"]]}));
        let result = run(&kit, &admin, until.clone()).await;
        // 100.00 of freight, and 46.00 of fees on their own invoice.
        assert_eq!(
            (&result["totalInvoices"], cents(&result["totalAmount"])),
            (&json!(2), 16_060),
            "{result}"
        );
        assert_eq!(run(&kit, &admin, until).await["totalInvoices"], 0, "once");
    });
}

#[test]
fn a_driver_who_waits_longer_than_is_free_costs_the_customer() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let rates = json!([{"order": 1, "basic": 0, "break": 15, "rate": 0},
            {"order": 2, "basic": 0, "break": null, "rate": 2}]);
        fee(&admin, "WaitTime", "ScanEvent", customer, rates).await;
        let ann = driver(&admin, json!({"name": "Ann Lee"})).await;
        let job = add(&admin, customer, json!({})).await;
        allocate(&admin, ann, &job).await;
        let arrived = Utc::now() - chrono::TimeDelta::minutes(50);
        let at = |minutes: i64| (arrived + chrono::TimeDelta::minutes(minutes)).to_rfc3339();
        let scan = async |code: &str, minutes: i64, device: &str| {
            let event = json!({"code": code, "jobid": job["id"], "deviceeventid": device,
                "scannedeventdatetime": at(minutes)});
            admin
                .post(
                    "/api/jobs/scan-events/scan-event",
                    json!({ "scanevent": event }),
                )
                .await
                .result();
        };
        scan("AtLocation", 0, "d-1").await;
        scan("PickedUp", 35, "d-2").await;
        // Sent again by the device.
        scan("PickedUp", 35, "d-2").await;
        scan("OnBoard", 36, "d-3").await;
        scan("AtLocation", 37, "d-4").await;
        scan("Delivered", 45, "d-5").await;
        kit.drain_jobs().await;
        let shown = reload(&admin, &job).await;
        let fees = shown["fees"].as_array().unwrap();
        assert_eq!(fees.len(), 1, "the second wait is free: {shown}");
        assert_eq!(cents(&fees[0]["amount"]), 4_000, "20 minutes beyond 15");
    });
}
