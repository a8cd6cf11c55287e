//! Prices of jobs, and who sees them.

use serde_json::{Value, json};
use testkit::{given, on_both};

use super::{JOB, add, allocate, confirm, driver, items, receiver, reload, sender};

fn line(code: &str, amount: f64, is_taxed: bool) -> Value {
    json!({"servicecode": code, "amount": amount, "istaxapplicable": is_taxed,
        "isadditionalservice": code != "FREIGHT"})
}

#[test]
fn prices_and_charges_add_up_and_are_shown_to_those_whom_they_concern() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let ann = driver(&admin, "Ann Lee").await;
        let job = add(
            &admin,
            json!({"customerid": customer, "fromaddress": sender(), "toaddress": receiver(),
                "items": items(), "ratenotes": "Agreed by phone"}),
        )
        .await;
        let job = confirm(&admin, &job).await;
        allocate(&admin, ann, &[&job]).await;
        let price = json!({"jobprice": {"jobid": job["id"],
            "buy": {"chargebreakdown": [line("FREIGHT", 100.0, true)]},
            "sell": {"chargebreakdown": [line("FREIGHT", 150.0, true), line("TOLL", 9.95, false)]}}});
        let saved = admin.put("/api/jobs/job/job-price", price).await.result()["job"].clone();
        let sell = &saved["pricingdetails"]["sell"];
        assert_eq!(
            (&sell["totaltaxexclusive"], &sell["tax"], &sell["total"]),
            (&json!(159.95), &json!(15), &json!(174.95))
        );
        assert_eq!(saved["pricingdetails"]["buy"]["total"], 110);

        let waited = json!({"hours": 0.4, "roundby": 30, "chargerate": 55});
        let charge = json!({"customercharge": {"jobid": job["id"], "charges": waited}});
        let saved = admin
            .put("/api/jobs/job/customer-charge", charge)
            .await
            .result()["job"]
            .clone();
        let sell = &saved["pricingdetails"]["sell"];
        assert_eq!(sell["chargebreakdown"][2]["amount"], 27.5);
        assert_eq!(
            (&sell["tax"], &sell["total"]),
            (&json!(17.75), &json!(205.2))
        );

        let work = json!({"starttime": "2026-03-02T00:00:00Z", "endtime": "2026-03-02T01:20:00Z",
            "break": 10, "roundby": 15, "chargerate": 40,
            "chargebreakdown": [line("TOLL", 9.95, false)]});
        let charge =
            json!({"drivercharge": {"jobid": job["id"], "driverid": ann, "charges": work}});
        let path = "/api/jobs/job/driver-charge-add";
        let saved = admin.put(path, charge).await.result()["job"].clone();
        let paid = &saved["drivercharges"][0];
        assert_eq!(
            (&paid["driverid"], &paid["total"]),
            (&json!(ann), &json!(59.95))
        );
        let nothing = json!({"drivercharge": {"jobid": job["id"], "driverid": ann, "charges": {}}});
        let refused = admin.put(path, nothing).await.invalid_members();
        assert_eq!(refused, ["drivercharge.charges.hours"]);

        let seen = reload(&kit.customer_user(customer).await, &job).await;
        assert!(seen["pricingdetails"]["buy"].is_null() && seen["ratenotes"].is_null());
        assert_eq!(seen["pricingdetails"]["sell"]["total"], 205.2);
        assert_eq!(seen["drivercharges"], json!([]));
        let seen = reload(&kit.driver_user(ann).await, &job).await;
        assert_eq!(seen["pricingdetails"], json!({"buy": null, "sell": null}));
        assert_eq!(
            (&seen["drivercharges"], &seen["ratenotes"]),
            (&json!([]), &Value::Null)
        );
    });
}

#[test]
fn a_quote_becomes_the_price_of_a_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "METRO").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let quotes = given::quotes(&admin, given::quote_request(customer)).await;
        let quote = &quotes["quotes"][0];
        let job = add(&admin, json!({"customerid": customer})).await;
        let apply = |is_buy: bool| {
            json!({"jobquote": {"jobid": job["id"], "quoteid": quote["id"],
            "isbuyrate": is_buy}})
        };
        let path = "/api/jobs/job/job-quote";
        let saved = admin.put(path, apply(false)).await.result()["job"].clone();
        let total = &quote["customerCost"]["totalIncludingGst"];
        assert_eq!(&saved["pricingdetails"]["sell"]["total"], total);
        assert_eq!(saved["servicecode"], quote["service"]["code"]);
        let saved = admin.put(path, apply(true)).await.result()["job"].clone();
        let total = &quote["carrierCost"]["totalIncludingGst"];
        assert_eq!(&saved["pricingdetails"]["buy"]["total"], total);
        let other = given::customer(&kit, "Harbour Tools").await;
        let moved = json!({"job": {"id": job["id"], "customerid": other}});
        admin.put(JOB, moved).await.result();
        let refused = admin.put(path, apply(false)).await.invalid_members();
        assert_eq!(refused, ["jobquote.quoteid"]);
    });
}

#[test]
fn prices_need_their_own_permission() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let job = add(&admin, json!({})).await;
        let body = json!({"jobprice": {"jobid": job["id"]}});
        let warehouse = kit.user("Warehouse").await;
        warehouse
            .put("/api/jobs/job/job-price", body)
            .await
            .expect_error(403);
    });
}
