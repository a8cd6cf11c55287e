//! Fees: saved, assigned, incurred once, invoiced, and credited.

use chrono::{Days, Utc};
use data::{
    db::Mode,
    ids::{BookingId, CustomerId},
    tsql,
};
use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};
use work::event::ScopeEvents;

use super::{
    cents, create_ad_hoc, create_booking, create_invoiced_customer, invoice, process, run,
};

const FEES: &str = "/api/finance/fee";

async fn fee(admin: &Client, kind: &str, on: &str) -> Value {
    let fee = json!({"name": kind, "feeType": kind, "applyOn": on, "calcMethod": "Percentage"});
    admin
        .post(&format!("{FEES}/createorupdatefee"), json!({ "fee": fee }))
        .await
        .result()["fee"]
        .clone()
}

async fn assign(admin: &Client, fee: &Value, customer: CustomerId, percent: i64) -> Value {
    assign_rates(admin, fee, customer, 0.0, percent).await
}

async fn assign_rates(
    admin: &Client,
    fee: &Value,
    customer: CustomerId,
    basic: f64,
    percent: i64,
) -> Value {
    let own_body = json!({"feeId": fee["id"], "customerId": customer,
        "feeRates": [{"order": 1, "basic": basic, "break": null, "rate": percent}]});
    admin
        .post(
            &format!("{FEES}/assigncustomerfee"),
            json!({ "customerFee": own_body }),
        )
        .await
        .result()
}

async fn publish_booking(kit: &Kit, booking: i64, times: usize) {
    let announcements = (0..times).map(|_| async {
        let mut scope = kit.scope(Mode::Write);
        let payload = bookings::events::OneBooking {
            booking_id: BookingId(booking),
        };
        scope
            .publish(&bookings::events::BOOKED, &payload)
            .await
            .unwrap();
        scope.commit().await.unwrap();
    });
    join_all(announcements).await;
    kit.drain_jobs().await;
}

async fn begin_day(kit: &Kit) {
    let mut scope = kit.scope(Mode::Write);
    let day = Default::default();
    scope.publish(&tenancy::DAY_BEGAN, &day).await.unwrap();
    scope.commit().await.unwrap();
    kit.drain_jobs().await;
}

async fn entries(admin: &Client) -> Value {
    admin.get(&format!("{FEES}/getfeeentries")).await.result()
}

#[test]
fn a_fee_arises_once_and_comes_on_one_invoice() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let levy = fee(&admin, "FuelLevy", "Booking").await;
        assign(&admin, &levy, customer, 10).await;
        let id = create_booking(&kit, account, customer, 100, "2026-01-05T03:00:00Z").await;
        let tested = admin
            .get(&format!("{FEES}/testfee?bookingId={id}"))
            .await
            .result();
        assert_eq!(
            cents(&tested["total"]["taxExclusiveAmount"]),
            1_000,
            "{tested}"
        );
        publish_booking(&kit, id, 2).await;
        publish_booking(&kit, id, 1).await;
        let results = entries(&admin).await;
        assert_eq!(results["totalCount"], 1, "{results}");
        let entry = &results["items"][0];
        assert_eq!(
            (&entry["customerName"], cents(&entry["amount"])),
            (&json!("Bluegum Wines"), 1_100)
        );

        let until = json!({"toDate": entry["day"]});
        let displayed = admin
            .get(&format!("{FEES}/getfeeforedit?id={}", levy["id"]))
            .await
            .result();
        assert_eq!(displayed["customers"][0]["customerName"], "Bluegum Wines");
        let run_result = run(&kit, &admin, until.clone()).await;
        let fees = run_result["invoices"]
            .as_array()
            .unwrap()
            .iter()
            .find(|invoice| cents(&invoice["amount"]) == 1_100);
        let made_of = invoice(&admin, &fees.unwrap()["id"]).await;
        assert_eq!(made_of["invoiceType"], "Fee");
        assert_eq!(made_of["invoiceDetails"][0]["invoiceDetailType"], "Fee");
        assert_eq!(run(&kit, &admin, until).await["totalInvoices"], 0, "once");
        admin
            .post(
                "/api/finance/invoice/undoinvoicerun",
                json!({"runId": run_result["runId"]}),
            )
            .await
            .result();
        kit.drain_jobs().await;
        assert_eq!(
            entries(&admin).await["items"][0]["invoiceId"],
            Value::Null,
            "it waits again"
        );
    });
}

#[test]
fn what_is_wrong_is_named_and_other_tenants_have_their_own() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let invalid = json!({"fee": {"name": "", "applyOn": "Booking", "feeType": "Admin", "calcMethod": "Fixed",
            "minimum": -1}});
        let answer = admin
            .post(&format!("{FEES}/createorupdatefee"), invalid)
            .await;
        assert_eq!(answer.invalid_members(), ["fee.name", "fee.minimum"]);
        let levy = fee(&admin, "FuelLevy", "Booking").await;
        let other = kit.another_tenant().await;
        let foreign = other.user("Admin").await;
        let answer = foreign
            .get(&format!("{FEES}/getfeeforedit?id={}", levy["id"]))
            .await;
        assert_eq!(answer.status, 404);
    });
}

#[test]
fn a_fee_has_its_customers_with_it() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (one, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Wattle Works").await,
        );
        let rates = |rate: i64| json!([{"order": 1, "basic": 0, "break": null, "rate": rate}]);
        let save = async |fee: Value| {
            admin
                .post(&format!("{FEES}/createorupdatefee"), json!({ "fee": fee }))
                .await
        };
        let load = async |id: &Value| {
            admin
                .get(&format!("{FEES}/getfeeforedit?id={id}"))
                .await
                .result()["fee"]
                .clone()
        };
        let fee = save(json!({"name": "Storage", "feeType": "Storage", "applyOn": "ScanEvent", "calcMethod": "Fixed",
            "customers": [{"customerId": one, "minimum": 5, "feeRates": rates(3)}, {"customerId": other}]}))
        .await
        .result()["fee"]
            .clone();
        let stored = load(&fee["id"]).await;
        assert_eq!(stored["customers"], fee["customers"]);
        let names: Vec<&Value> = stored["customers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| &one["customerName"])
            .collect();
        assert_eq!(names, ["Bluegum Wines", "Wattle Works"]);
        assert_eq!(
            (
                &stored["customers"][0]["minimum"],
                &stored["customers"][0]["feeRates"]
            ),
            (&json!(5), &rates(3))
        );

        let renamed =
            save(json!({"id": fee["id"], "rowVersion": fee["rowVersion"], "name": "Storing"}))
                .await
                .result();
        assert_eq!(
            renamed["fee"]["customers"].as_array().unwrap().len(),
            2,
            "customers that are left out stay"
        );
        let first = stored["customers"][0].clone();
        let mut change = json!({"id": fee["id"], "rowVersion": renamed["fee"]["rowVersion"],
            "customers": [{"id": first["id"], "customerId": one, "feeRates": rates(4)}]});
        let changed = save(change.clone()).await.result()["fee"].clone();
        assert_eq!(changed["customers"].as_array().unwrap().len(), 1);
        assert_eq!(
            (
                &changed["customers"][0]["id"],
                &changed["customers"][0]["feeRates"]
            ),
            (&first["id"], &rates(4))
        );
        change["rowVersion"] = changed["rowVersion"].clone();
        change["customers"][0]["minimum"] = json!(-1);
        assert_eq!(
            save(change.clone()).await.invalid_members(),
            ["fee.customers[0].minimum"]
        );
        let foreign = given::customer(&kit.another_tenant().await, "Far Away").await;
        change["customers"] = json!([{"customerId": foreign}]);
        save(change).await.expect_error(404);
        assert_eq!(
            load(&fee["id"]).await["customers"][0]["customerId"],
            json!(one)
        );
    });
}

#[test]
fn a_fee_is_invoiced_at_the_rate_it_accrued_with() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let levy = fee(&admin, "FuelLevy", "Booking").await;
        assign(&admin, &levy, customer, 10).await;
        let message = fee(&admin, "Sms", "Booking").await;
        assign_rates(&admin, &message, customer, 0.4, 0).await;
        let id = create_booking(&kit, account, customer, 100, "2026-01-05T03:00:00Z").await;
        publish_booking(&kit, id, 1).await;
        given::change_settings(&kit, json!({"tax": {"gst": 15}})).await;
        let until = json!({"toDate": entries(&admin).await["items"][0]["day"]});
        let result = run(&kit, &admin, until).await;
        let mut invoices = result["invoices"].as_array().unwrap().iter();
        let of_fees = invoices.find(|one| cents(&one["amount"]) == 1_144).unwrap();
        let lines = invoice(&admin, &of_fees["id"]).await["invoiceDetails"].clone();
        let rates: Vec<(i64, &Value)> = lines
            .as_array()
            .unwrap()
            .iter()
            .map(|line| (cents(&line["tax"]), &line["taxPercent"]))
            .collect();
        // 4 cents of 40 could be rounded from 15 %, too.
        assert_eq!(rates, [(100, &json!(10)), (4, &json!(10))], "{lines}");
    });
}

#[test]
fn an_overdue_invoice_is_charged_once_by_a_fee_of_either_event() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        for on in ["Invoice", "Payment"] {
            let late = fee(&admin, "LatePayment", on).await;
            assign(&admin, &late, customer, 10).await;
        }
        let days_ago = |days: u64| Utc::now().date_naive() - Days::new(days);
        let body = json!({"customerId": customer, "adhocInvoice": {
            "invoiceDate": days_ago(20), "dueDate": days_ago(5),
            "invoiceLines": [{"description": "Storage", "taxExclusiveAmount": 100}]}});
        let path = "/api/finance/invoice/GenerateAdhocInvoice";
        let id = admin.post(path, body).await.result()["invoice"]["id"].clone();
        for operation in ["Close", "Approve", "Post"] {
            assert_eq!(process(&admin, operation, &id).await["success"], true);
        }
        assert_eq!(entries(&admin).await["totalCount"], 0);
        for _ in 0..2 {
            begin_day(&kit).await;
        }
        let results = entries(&admin).await;
        let amounts: Vec<i64> = results["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| cents(&entry["amount"]))
            .collect();
        // A tenth of 110.00, and its tax.
        assert_eq!(amounts, [1_210, 1_210], "{results}");
    });
}

#[test]
fn a_void_invoice_leaves_no_fee_of_its_closing() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let handling = fee(&admin, "Admin", "Invoice").await;
        assign(&admin, &handling, customer, 10).await;
        let id = create_ad_hoc(&admin, customer, 100.0).await["id"].clone();
        process(&admin, "Close", &id).await;
        assert_eq!(entries(&admin).await["totalCount"], 1);
        process(&admin, "Void", &id).await;
        assert_eq!(entries(&admin).await["totalCount"], 0);
    });
}

#[test]
fn own_terms_that_are_switched_off_exempt_the_customer() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let exempt = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let other = create_invoiced_customer(&kit, &admin, "Wattle Works", "Month").await;
        let rates = json!([{"order": 1, "basic": 7, "break": null, "rate": 0}]);
        let own = json!({"customerId": exempt, "isActive": false, "feeRates": rates});
        let body = json!({"fee": {"name": "Handling", "feeType": "Admin", "applyOn": "Booking",
            "calcMethod": "Fixed", "customerTypes": ["Account"], "feeRates": rates,
            "customers": [own]}});
        let path = format!("{FEES}/createorupdatefee");
        admin.post(&path, body).await.result();
        for (customer, amount) in [(exempt, 0), (other, 770)] {
            let id = create_booking(&kit, account, customer, 100, "2026-01-05T03:00:00Z").await;
            let path = format!("{FEES}/testfee?bookingId={id}");
            let tested = admin.get(&path).await.result();
            assert_eq!(cents(&tested["total"]["total"]), amount, "{tested}");
            publish_booking(&kit, id, 1).await;
        }
        let results = entries(&admin).await;
        assert_eq!(results["totalCount"], 1, "{results}");
        assert_eq!(results["items"][0]["customerName"], "Wattle Works");
    });
}

#[test]
fn a_fee_needs_an_event_that_can_charge_it() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let save = async |fee: Value| {
            admin
                .post(&format!("{FEES}/createorupdatefee"), json!({ "fee": fee }))
                .await
        };
        for (kind, on) in [
            ("Storage", "Booking"),
            ("ManualHandling", "Job"),
            ("CreditCardSurcharge", "Payment"),
        ] {
            let body = json!({"name": kind, "feeType": kind, "applyOn": on, "calcMethod": "Fixed"});
            let refused = save(body).await.invalid_members();
            assert_eq!(refused, ["fee.applyOn"], "{kind} on {on}");
        }
        let stored = fee(&admin, "Storage", "ScanEvent").await;
        let (id, version) = (&stored["id"], &stored["rowVersion"]);
        let change = json!({"id": id, "rowVersion": version, "applyOn": "Booking"});
        assert_eq!(save(change).await.invalid_members(), ["fee.applyOn"]);

        // Stored before such pairs were refused.
        let mut scope = kit.scope(Mode::Write);
        let sql = tsql!("UPDATE fees SET apply_on = 'Booking' WHERE tenant_id = $1");
        scope.rows(sql, Vec::new()).await.unwrap();
        scope.commit().await.unwrap();
        let change =
            json!({"id": id, "rowVersion": version, "name": "Storing", "applyOn": "Booking"});
        let renamed = save(change).await.result()["fee"].clone();
        assert_eq!(
            (&renamed["name"], &renamed["applyOn"]),
            (&json!("Storing"), &json!("Booking"))
        );
        let change = json!({"id": id, "rowVersion": renamed["rowVersion"], "feeType": "Futile"});
        assert_eq!(save(change).await.invalid_members(), ["fee.applyOn"]);

        let path = format!("{FEES}/getfeeforedit");
        let options = admin.get(&path).await.result()["feeTypeEvents"].clone();
        let events = |kind: &str| {
            let mut types = options.as_array().unwrap().iter();
            types.find(|one| one["feeType"] == kind).unwrap()["events"].clone()
        };
        assert_eq!(events("Storage"), json!(["ScanEvent"]));
        assert_eq!(events("CreditCardSurcharge"), json!([]));
    });
}

#[test]
fn an_account_that_is_not_open_costs_no_keeping() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let keeping = fee(&admin, "AccountKeeping", "Period").await;
        for (name, status) in [
            ("Bluegum Wines", "Active"),
            ("Wattle Works", "Pending"),
            ("Kauri Timber", "Closed"),
        ] {
            let customer = create_invoiced_customer(&kit, &admin, name, "Month").await;
            assign(&admin, &keeping, customer, 100).await;
            let change = json!({"customer": {"id": customer, "accountStatus": status}});
            let path = "/api/customer/customer/createorupdatecustomer";
            admin.post(path, change).await.result();
        }
        for _ in 0..2 {
            begin_day(&kit).await;
        }
        let results = entries(&admin).await;
        assert_eq!(results["totalCount"], 1, "{results}");
        assert_eq!(results["items"][0]["customerName"], "Bluegum Wines");
    });
}
