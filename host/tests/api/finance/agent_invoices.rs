//! Invoices that the tenant writes for owner drivers and contractors.

use chrono::{Days, Utc};
use data::ids::{CustomerId, DriverId};
use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{
    cents,
    jobs::{add, allocate, driver, operate},
    ledger::balance,
};

const BASE: &str = "/api/finance/agentinvoice";
const ABN: &str = "51 824 753 556";

async fn supplier(admin: &Client, name: &str, more: Value) -> DriverId {
    let mut new = json!({"name": name, "type": "OwnerDriver"});
    let members = more.as_object().unwrap().clone();
    new.as_object_mut().unwrap().extend(members);
    driver(admin, new).await
}

/// A delivered job for which the driver earns 80 and a toll of 9.95 without tax.
async fn earned(admin: &Client, customer: CustomerId, driver: DriverId) -> Value {
    let lines = json!([
        {"servicecode": "RUN", "amount": 80, "istaxapplicable": true},
        {"servicecode": "TOLL", "amount": 9.95, "istaxapplicable": false},
    ]);
    delivered(admin, customer, driver, lines).await
}

/// A delivered job with the driver's charges.
async fn delivered(admin: &Client, customer: CustomerId, driver: DriverId, lines: Value) -> Value {
    let job = add(admin, customer, json!({})).await;
    allocate(admin, driver, &job).await;
    operate(admin, &job, &["PickUp", "Deliver"]).await;
    let charge = json!({"drivercharge": {"jobid": job["id"], "driverid": driver,
        "charges": {"chargebreakdown": lines}}});
    let path = "/api/jobs/job/driver-charge-add";
    admin.put(path, charge).await.result()["job"].clone()
}

fn request(is_preview: bool) -> Value {
    let today = Utc::now().date_naive();
    let (first, last) = (today - Days::new(1), today + Days::new(1));
    json!({"fromDate": first, "toDate": last, "invoiceDate": today, "preview": is_preview})
}

async fn run(admin: &Client, is_preview: bool) -> Value {
    let path = format!("{BASE}/runagentinvoices");
    admin.post(&path, request(is_preview)).await.result()
}

async fn process(admin: &Client, operation: &str, id: &Value) -> Value {
    let body = json!({"operation": operation, "ids": [id]});
    let path = format!("{BASE}/processagentinvoices");
    admin.post(&path, body).await.result()[0].clone()
}

async fn load(admin: &Client, id: &Value) -> Value {
    let path = format!("{BASE}/getagentinvoiceforedit?id={id}");
    admin.get(&path).await.result()["agentInvoice"].clone()
}

#[test]
fn drivers_with_a_business_are_invoiced_once_and_employees_never() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let registered = json!({"abn": ABN, "isgstregistered": true, "companyname": "Lee Haulage"});
        let ann = supplier(&admin, "Ann Lee", registered).await;
        let small = supplier(&admin, "Bo Chen", json!({"abn": ABN})).await;
        let nameless = supplier(&admin, "Cy Park", json!({})).await;
        let employee = driver(&admin, json!({"name": "Di Roy", "type": "Employee"})).await;
        let job = earned(&admin, customer, ann).await;
        for other in [ann, small, nameless, employee] {
            earned(&admin, customer, other).await;
        }
        let preview = run(&admin, true).await;
        let of = |result: &Value, driver: DriverId| {
            let invoices = result["invoices"].as_array().unwrap();
            let found = invoices.iter().find(|one| one["driverId"] == json!(driver));
            found.cloned().unwrap_or_default()
        };
        assert_eq!(preview["totalInvoices"], 2, "{preview}");
        assert_eq!(
            (
                cents(&of(&preview, ann)["tax"]),
                cents(&of(&preview, ann)["amount"])
            ),
            (1_600, 19_590)
        );
        assert_eq!(cents(&of(&preview, small)["tax"]), 0, "not registered");
        assert!(
            of(&preview, nameless)["error"].is_object(),
            "no ABN: {preview}"
        );
        assert_eq!(of(&preview, employee), Value::Null);

        let result = run(&admin, false).await;
        assert_eq!(
            (&result["totalInvoices"], &result["totalAmount"]),
            (&preview["totalInvoices"], &preview["totalAmount"])
        );
        let id = of(&result, ann)["id"].clone();
        let invoice = load(&admin, &id).await;
        assert_eq!(
            (&invoice["invoiceType"], &invoice["status"]),
            (&json!("AgentRcti"), &json!("Open"))
        );
        assert_eq!(invoice["lines"].as_array().unwrap().len(), 4);
        let path = format!("/api/jobs/job/job?jobId={}", job["id"]);
        let charge = admin.get(&path).await.result()["job"]["drivercharges"][0].clone();
        assert_eq!(charge["agentinvoiceid"], id);
        assert_eq!(run(&admin, false).await["totalInvoices"], 0, "once");

        let closed = process(&admin, "Close", &id).await;
        assert_eq!(closed["invoiceNumber"], "RCTI000001", "{closed}");
        let pdf = admin
            .get(&format!("{BASE}/downloadagentinvoice?id={id}"))
            .await;
        assert!(pdf.body.starts_with(b"%PDF"), "{:?}", pdf.status);
        assert_eq!(process(&admin, "Void", &id).await["status"], "Void");
        assert_eq!(
            run(&admin, true).await["totalInvoices"],
            1,
            "its charges wait again"
        );
        let list = admin.get("/api/finance/invoice/getinvoices").await.result();
        assert_eq!(list["totalCount"], 0, "they are no receivables");
    });
}

#[test]
fn two_runs_at_once_pay_every_charge_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let ann = supplier(&admin, "Ann Lee", json!({"abn": ABN})).await;
        for _ in 0..3 {
            earned(&admin, customer, ann).await;
        }
        let results = join_all([run(&admin, false), run(&admin, false)]).await;
        let total: i64 = results.iter().map(|it| cents(&it["totalAmount"])).sum();
        assert_eq!(total, 3 * 8_995, "{results:?}");
    });
}

#[test]
fn an_invoice_is_paid_after_its_approval_and_not_voided_then() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let ann = supplier(&admin, "Ann Lee", json!({"abn": ABN})).await;
        earned(&admin, customer, ann).await;
        let id = run(&admin, false).await["invoices"][0]["id"].clone();
        assert_eq!(process(&admin, "Pay", &id).await["success"], false);
        let changed = json!({"driver": {"id": ann, "isgstregistered": true}});
        admin
            .put("/api/drivers/driver/driver", changed)
            .await
            .result();
        let refused = process(&admin, "Close", &id).await;
        assert_eq!(refused["success"], false, "its tax would be wrong");
        let changed = json!({"driver": {"id": ann, "isgstregistered": false}});
        admin
            .put("/api/drivers/driver/driver", changed)
            .await
            .result();
        for (operation, status) in [
            ("Close", "Closed"),
            ("Approve", "Approved"),
            ("Pay", "Paid"),
        ] {
            assert_eq!(process(&admin, operation, &id).await["status"], status);
        }
        assert!(load(&admin, &id).await["paidDate"].is_string());
        assert_eq!(process(&admin, "Void", &id).await["success"], false);
        let proof = admin
            .get("/api/finance/settings/getnumberproof")
            .await
            .result();
        assert_eq!(proof["isProven"], true, "{proof}");
    });
}

#[test]
fn only_staff_who_create_invoices_see_them() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let ann = supplier(&admin, "Ann Lee", json!({"abn": ABN})).await;
        earned(&admin, customer, ann).await;
        let id = run(&admin, false).await["invoices"][0]["id"].clone();
        let path = format!("{BASE}/getagentinvoiceforedit?id={id}");
        kit.customer_user(customer)
            .await
            .get(&path)
            .await
            .expect_error(403);
        kit.driver_user(ann)
            .await
            .get(&path)
            .await
            .expect_error(403);
        let other = kit.another_tenant().await.user("Admin").await;
        other.get(&path).await.expect_error(404);
        let mut foreign = request(false);
        foreign["driverIds"] = json!([ann]);
        let path = format!("{BASE}/runagentinvoices");
        other.post(&path, foreign).await.expect_error(404);
        let mut backwards = request(true);
        backwards["toDate"] = json!("2026-01-01");
        let refused = admin.post(&path, backwards).await.invalid_members();
        assert_eq!(refused, ["toDate"]);
    });
}

/// Balances of payables, input tax and costs of drivers.
async fn owed(admin: &Client) -> (i64, i64, i64) {
    (
        balance(admin, "Payable").await,
        balance(admin, "InputTax").await,
        balance(admin, "DriverCost").await,
    )
}

#[test]
fn the_ledger_owes_a_driver_from_closing_until_paying_or_voiding() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let registered = json!({"abn": ABN, "isgstregistered": true});
        let ann = supplier(&admin, "Ann Lee", registered).await;
        earned(&admin, customer, ann).await;
        let first = run(&admin, false).await["invoices"][0]["id"].clone();
        assert_eq!(owed(&admin).await, (0, 0, 0), "a draft is not owed");
        let closed = process(&admin, "Close", &first).await;
        assert_eq!(closed["success"], true, "{closed}");
        assert_eq!(owed(&admin).await, (-9_795, 800, 8_995));
        process(&admin, "Void", &first).await;
        assert_eq!(owed(&admin).await, (0, 0, 0));

        let second = run(&admin, false).await["invoices"][0]["id"].clone();
        process(&admin, "Close", &second).await;
        process(&admin, "Approve", &second).await;
        assert_eq!(owed(&admin).await.0, -9_795, "an approval moves nothing");
        process(&admin, "Pay", &second).await;
        assert_eq!(owed(&admin).await, (0, 800, 8_995));
        assert_eq!(balance(&admin, "Cash").await, -9_795);

        let path = format!("/api/finance/ledger/getentries?agentInvoiceId={second}&sorting=id");
        let lines = admin.get(&path).await.result();
        assert_eq!(lines["totalCount"], 3, "{lines}");
        let line = &lines["items"][0];
        assert_eq!(
            (
                &line["movement"],
                &line["driverName"],
                &line["customerId"],
                &line["customerName"]
            ),
            (
                &json!("AgentInvoiceClosed"),
                &json!("Ann Lee"),
                &Value::Null,
                &json!("")
            )
        );
        let proof = admin.get("/api/finance/ledger/getproof").await.result();
        assert_eq!(proof["isProven"], true, "{proof}");
    });
}

#[test]
fn nothing_is_owed_in_a_locked_period() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let ann = supplier(&admin, "Ann Lee", json!({"abn": ABN})).await;
        earned(&admin, customer, ann).await;
        let id = run(&admin, false).await["invoices"][0]["id"].clone();
        let today = Utc::now().date_naive();
        let lock = json!({"firstDay": today - Days::new(2), "lastDay": today + Days::new(2)});
        admin
            .post("/api/finance/ledger/createlock", lock)
            .await
            .result();
        let refused = process(&admin, "Close", &id).await;
        assert_eq!(refused["success"], false, "{refused}");
        assert!(refused["message"].to_string().contains("locked period"));
        let invoice = load(&admin, &id).await;
        assert_eq!(
            (&invoice["status"], &invoice["invoiceNumber"]),
            (&json!("Open"), &Value::Null),
            "the number returns to its series"
        );
        assert_eq!(owed(&admin).await, (0, 0, 0));
    });
}

#[test]
fn an_issued_invoice_is_mailed_to_its_driver() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let more = json!({"abn": ABN, "email": "ann@example.test"});
        let ann = supplier(&admin, "Ann Lee", more).await;
        earned(&admin, customer, ann).await;
        let id = run(&admin, false).await["invoices"][0]["id"].clone();
        let path = format!("{BASE}/sendagentinvoice");
        admin
            .post(&path, json!({ "id": id }))
            .await
            .expect_error(400);
        process(&admin, "Close", &id).await;
        let wrong = json!({"id": id, "emailAddress": "nobody"});
        let wrong = admin.post(&path, wrong).await;
        assert_eq!(wrong.invalid_members(), ["emailAddress"]);
        let sent = admin.post(&path, json!({ "id": id })).await.result();
        assert_eq!(sent["emailAddress"], "ann@example.test");
        let queued = load(&admin, &id).await;
        // A drain of another test on the same host may have sent it.
        assert!(
            queued["mailState"] == "Queued" || queued["mailState"] == "Sent",
            "{queued}"
        );
        assert_eq!(
            queued["mailState"] == "Queued",
            queued["mailedTime"].is_null(),
            "{queued}"
        );
        kit.drain_jobs().await;
        let email = inbox.next_email_to("ann@example.test").await;
        assert!(email.subject.contains("RCTI000001"), "{}", email.subject);
        assert!(email.raw.contains("RCTI000001.pdf"));
        kit.drain_jobs().await;
        let sent = load(&admin, &id).await;
        assert_eq!(sent["mailState"], "Sent");
        assert!(sent["mailedTime"].is_string());
        let emails = format!("/api/core/email/getemails?recordType=AgentInvoice&recordId={id}");
        assert_eq!(admin.get(&emails).await.result()["totalCount"], 1);
        let other = kit.another_tenant().await.user("Admin").await;
        other
            .post(&path, json!({ "id": id }))
            .await
            .expect_error(404);
        process(&admin, "Void", &id).await;
        admin
            .post(&path, json!({ "id": id }))
            .await
            .expect_error(400);
    });
}

#[test]
fn charges_below_zero_wait_for_further_ones() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let ann = supplier(&admin, "Ann Lee", json!({"abn": ABN})).await;
        let damage = json!([{"servicecode": "DAMAGE", "amount": -50, "istaxapplicable": false}]);
        delivered(&admin, customer, ann, damage).await;
        for is_preview in [true, false] {
            let result = run(&admin, is_preview).await;
            let invoice = &result["invoices"][0];
            assert_eq!(result["totalInvoices"], 0, "{result}");
            assert!(invoice["error"].is_object() && invoice["id"].is_null());
        }
        earned(&admin, customer, ann).await;
        let result = run(&admin, false).await;
        assert_eq!(
            (&result["totalInvoices"], cents(&result["totalAmount"])),
            (&json!(1), 3_995),
            "{result}"
        );
    });
}
