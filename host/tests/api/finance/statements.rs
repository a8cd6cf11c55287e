//! Statements and ageing as response, file and email.

use data::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{cents, invoice, process};

const BASE: &str = "/api/finance/customer";

async fn post_dated_invoice(
    admin: &Client,
    customer: CustomerId,
    net: i64,
    day: &str,
    due: &str,
) -> Value {
    let lines = json!([{"description": "Storage", "taxExclusiveAmount": net}]);
    let body = json!({"customerId": customer,
        "adhocInvoice": {"invoiceDate": day, "dueDate": due, "invoiceLines": lines}});
    let created = admin
        .post("/api/finance/invoice/GenerateAdhocInvoice", body)
        .await
        .result()["invoice"]
        .clone();
    for operation in ["Close", "Approve", "Post"] {
        assert_eq!(
            process(admin, operation, &created["id"]).await["success"],
            true,
            "{operation}"
        );
    }
    created["id"].clone()
}

async fn paid(admin: &Client, invoice: &Value, amount: f64, day: &str) {
    let body = json!({"paymentDate": day, "paidAmount": amount, "paymentReferenceNumber": "TRF-7",
        "allocatedInvoicePayments": [{"invoiceId": invoice, "amount": amount}]});
    admin
        .post("/api/finance/payment/createpayment", body)
        .await
        .result();
}

fn path(call: &str, customer: CustomerId, from: &str, to: &str) -> String {
    format!("{BASE}/{call}?customerId={customer}&fromDate={from}&toDate={to}")
}

#[test]
fn the_closing_of_a_month_is_the_opening_of_the_next() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let first = post_dated_invoice(&admin, customer, 100, "2026-01-10", "2026-01-24").await;
        let second = post_dated_invoice(&admin, customer, 50, "2026-02-03", "2026-02-17").await;
        paid(&admin, &first, 60.0, "2026-01-31").await;
        paid(&admin, &first, 50.0, "2026-02-01").await;
        let entry_for = async |from: &str, to: &str| {
            admin
                .get(&path("GetFinanceStatement", customer, from, to))
                .await
                .result()
        };
        let january = entry_for("2026-01-01", "2026-01-31").await;
        assert_eq!(
            (
                cents(&january["openingBalance"]),
                cents(&january["closingBalance"])
            ),
            (0, 5_000),
            "{january}"
        );
        let february = entry_for("2026-02-01", "2026-02-28").await;
        assert_eq!(
            (
                cents(&february["openingBalance"]),
                cents(&february["closingBalance"])
            ),
            (5_000, 5_500)
        );
        let kinds: Vec<&str> = february["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["txnType"].as_str().unwrap())
            .collect();
        assert_eq!(kinds, ["Payment", "Invoice"]);
        assert_eq!(
            (
                &february["items"][0]["referenceNo"],
                cents(&february["items"][0]["balance"])
            ),
            (&json!("TRF-7"), 0)
        );
        let both = entry_for("2026-01-01", "2026-02-28").await;
        assert_eq!(
            (
                both["items"].as_array().unwrap().len(),
                cents(&both["closingBalance"])
            ),
            (4, 5_500)
        );
        let filtered = async |filter: &str| {
            let path = path("GetFinanceStatement", customer, "2026-01-01", "2026-02-28");
            admin.get(&format!("{path}&filter={filter}")).await
        };
        for (filter, count) in [
            ("contains(referenceNo,'trf')", 2),
            ("txnType eq 'Payment'", 2),
            ("txnType eq 'Invoice' and charges gt 100", 1),
            ("date ge 2026-02-01", 2),
            ("balance eq 50", 1),
            ("referenceNo eq 'nothing'", 0),
        ] {
            let results = filtered(filter).await.result();
            assert_eq!(
                (
                    results["items"].as_array().unwrap().len(),
                    cents(&results["closingBalance"])
                ),
                (count, 5_500)
            );
            for item in results["items"].as_array().unwrap() {
                assert!(
                    both["items"].as_array().unwrap().contains(item),
                    "{filter}: {item}"
                );
            }
        }
        for wrong in ["trf", "amount gt 5", "txnType eq 'Reversal'"] {
            assert_eq!(
                filtered(wrong).await.invalid_members(),
                ["filter"],
                "{wrong}"
            );
        }

        process(&admin, "WriteOff", &second).await;
        let today = invoice(&admin, &second).await["writtenOffDate"]
            .as_str()
            .unwrap()
            .to_owned();
        let end = entry_for("2026-01-01", &today).await;
        assert_eq!(cents(&end["closingBalance"]), 0, "{end}");
        let invalid = admin
            .get(&path(
                "GetFinanceStatement",
                customer,
                "2026-02-01",
                "2026-01-01",
            ))
            .await;
        assert_eq!(invalid.invalid_members(), ["toDate"]);
    });
}

#[test]
fn a_draft_and_an_approved_credit_are_as_they_should_be() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        super::create_ad_hoc(&admin, customer, 10.0).await;
        let invoice_id =
            post_dated_invoice(&admin, customer, 100, "2026-01-10", "2026-01-24").await;
        let line = invoice(&admin, &invoice_id).await["invoiceDetails"][0]["id"].clone();
        let body = json!({"customerId": customer, "invoiceId": invoice_id, "amount": 22, "note": "Too much",
            "details": [{"invoiceDetailId": line, "amount": 22, "note": "Too much"}]});
        let created = admin
            .post("/api/finance/creditnote/createcreditnoterequest", body)
            .await
            .result();
        let decide =
            json!({"operation": "Approve", "creditNote": {"id": created["creditNote"]["id"]}});
        let created = admin
            .post("/api/finance/creditnote/processcreditnoterequest", decide)
            .await
            .result();
        let day = created["creditNote"]["creditNoteDate"]
            .as_str()
            .unwrap()
            .to_owned();
        let statement = admin
            .get(&path("GetFinanceStatement", customer, "2026-01-01", &day))
            .await
            .result();
        assert_eq!(
            (
                statement["items"].as_array().unwrap().len(),
                cents(&statement["closingBalance"])
            ),
            (2, 8_800)
        );
        assert_eq!(statement["items"][1]["txnType"], "CreditNote");
    });
}

#[test]
fn receivables_are_told_by_how_late_they_are() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (one, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Wattle Works").await,
        );
        for (net, due) in [
            (10, "2026-05-01"),
            (20, "2026-04-30"),
            (30, "2026-03-31"),
            (40, "2026-02-28"),
            (50, "2026-01-15"),
            (60, "2025-12-31"),
        ] {
            post_dated_invoice(&admin, one, net, "2025-12-01", due).await;
        }
        post_dated_invoice(&admin, other, 100, "2026-04-01", "2026-04-15").await;
        let all = admin
            .get(&format!("{BASE}/getagedreceivables?asOf=2026-05-01"))
            .await
            .result();
        assert_eq!(
            (&all["totalCount"], cents(&all["totals"]["total"])),
            (&json!(2), 34_100),
            "{all}"
        );
        let first = &all["items"][0];
        let steps = ["current", "days30", "days60", "days90", "days120", "older"]
            .map(|step| cents(&first[step]));
        assert_eq!(steps, [1_100, 2_200, 3_300, 4_400, 5_500, 6_600]);
        assert_eq!(
            (&first["customerName"], cents(&first["total"])),
            (&json!("Bluegum Wines"), 23_100)
        );
        let second = admin
            .get(&format!(
                "{BASE}/getagedreceivables?asOf=2026-05-01&skipCount=1"
            ))
            .await
            .result();
        assert_eq!(
            (
                second["items"].as_array().unwrap().len(),
                &second["items"][0]["customerId"]
            ),
            (1, &json!(other))
        );
        let user = kit.customer_user(other).await;
        let own = user
            .get(&format!("{BASE}/getagedreceivables?asOf=2026-05-01"))
            .await
            .result();
        assert_eq!(
            (&own["totalCount"], cents(&own["totals"]["total"])),
            (&json!(1), 11_000)
        );
        let foreign = user
            .get(&format!("{BASE}/getagedreceivables?customerId={one}"))
            .await
            .result();
        assert_eq!(foreign["totalCount"], 0);
    });
}

#[test]
fn a_statement_is_a_pdf_a_table_and_a_mail() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let admin = kit.user("Admin").await;
        let (own, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Wattle Works").await,
        );
        post_dated_invoice(&admin, own, 100, "2026-01-10", "2026-01-24").await;
        let user = kit.customer_user(own).await;
        let at = path("downloadstatement", own, "2026-01-01", "2026-01-31");
        assert!(user.get(&at).await.body.starts_with(b"%PDF-"));
        let table = String::from_utf8(user.get(&format!("{at}&format=csv")).await.body).unwrap();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 4, "{table}");
        assert!(
            lines[2].contains("Invoice") && lines[3].ends_with(",110,AUD"),
            "{table}"
        );
        for call in ["downloadstatement", "GetFinanceStatement"] {
            user.get(&path(call, other, "2026-01-01", "2026-01-31"))
                .await
                .expect_error(404);
        }
        let body = json!({"customerId": own, "fromDate": "2026-01-01", "toDate": "2026-01-31"});
        let mut elsewhere = body.clone();
        elsewhere["emailAddress"] = json!("stranger@example.test");
        let refused = user.post(&format!("{BASE}/sendstatement"), elsewhere).await;
        assert_eq!(
            refused.invalid_members(),
            ["emailAddress"],
            "a customer's user writes to nobody else"
        );
        let sent = admin
            .post(&format!("{BASE}/sendstatement"), body)
            .await
            .result();
        assert_eq!(sent["emailAddress"], "robin@example.test");
        kit.drain_jobs().await;
        let email = inbox.next_email_to("robin@example.test").await;
        assert!(
            email.raw.contains(".pdf") && email.raw.contains(".csv"),
            "{}",
            email.subject
        );
    });
}

#[test]
fn a_user_sends_at_most_twenty_statements_a_minute() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let body =
            json!({"customerId": customer, "fromDate": "2026-01-01", "toDate": "2026-01-31"});
        let path = format!("{BASE}/sendstatement");
        // A call counts regardless of its result, and a refused one renders nothing.
        for _ in 0..19 {
            admin.post(&path, json!({})).await.expect_error(400);
        }
        admin.post(&path, body.clone()).await.result();
        let refused = admin.post(&path, body.clone()).await;
        refused.expect_error(429);
        assert!(refused.headers.contains_key("retry-after"));
        let other = kit.user("Admin").await;
        other.post(&path, body).await.result();
    });
}
