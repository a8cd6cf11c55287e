//! Foreign-currency invoices: sums in both currencies, exchange differences, and no mixed sums.

use data::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{ApiResponse, Client, Kit, given, on_both};

use super::{
    cents, create_ad_hoc, create_booking, create_invoiced_customer,
    dunning::{notices, post_overdue_invoice, run_nightly, set, status},
    e_invoice_numbers, invoice,
    ledger::balance,
    post_invoice, process, run,
};

const PAYMENT: &str = "/api/finance/payment";

async fn set_factor(kit: &Kit, factor: f64) {
    given::change_settings(
        kit,
        json!({"currency": {"factors": [{"currency": "USD", "factor": factor}]}}),
    )
    .await;
}

async fn set_currency(admin: &Client, customer: CustomerId, currency: &str) -> ApiResponse {
    let change = json!({"customer": {"id": customer, "currency": currency}});
    admin
        .post("/api/customer/customer/createorupdatecustomer", change)
        .await
}

async fn create_us_customer(kit: &Kit, admin: &Client) -> CustomerId {
    let customer = given::customer(kit, "Sequoia Imports").await;
    set_currency(admin, customer, "usd").await.result();
    customer
}

async fn pay(admin: &Client, customer: CustomerId, amount: f64, more: Value) -> ApiResponse {
    let mut body =
        json!({"customerId": customer, "paymentDate": "2026-03-01", "paidAmount": amount});
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    admin.post(&format!("{PAYMENT}/createpayment"), body).await
}

fn shares(id: &Value, amount: f64) -> Value {
    json!({"allocatedInvoicePayments": [{"invoiceId": id, "amount": amount}]})
}

async fn assert_ledger_proven(admin: &Client) {
    let proof = admin.get("/api/finance/ledger/getproof").await.result();
    assert_eq!(proof["isProven"], true, "{proof}");
}

async fn outstanding(admin: &Client, customer: CustomerId) -> Value {
    admin
        .get(&format!(
            "/api/finance/customer/getagedreceivables?customerId={customer}&asOf=2100-01-01"
        ))
        .await
        .result()
}

#[test]
fn what_the_currencies_moved_between_invoice_and_payment_is_gained_or_lost() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Sequoia Imports").await;
        assert_eq!(
            set_currency(&admin, customer, "USD")
                .await
                .invalid_members(),
            ["customer.currency"]
        );
        set_factor(&kit, 0.5).await;
        assert_eq!(
            set_currency(&admin, customer, "dollars")
                .await
                .invalid_members(),
            ["customer.currency"]
        );
        let saved = set_currency(&admin, customer, "usd").await.result();
        assert_eq!(saved["customer"]["currency"], "USD");

        let id = post_invoice(&admin, customer, 100.0).await;
        let details = invoice(&admin, &id).await;
        assert_eq!(
            (
                &details["currency"],
                &details["currencyFactor"],
                &details["baseCurrency"]
            ),
            (&json!("USD"), &json!(0.5), &json!("AUD"))
        );
        assert_eq!(
            (
                cents(&details["amount"]),
                cents(&details["baseAmount"]),
                cents(&details["baseTax"])
            ),
            (11_000, 22_000, 2_000)
        );
        assert_eq!(
            (
                balance(&admin, "Receivable").await,
                balance(&admin, "Revenue").await
            ),
            (22_000, -20_000)
        );
        let aged = outstanding(&admin, customer).await;
        assert_eq!(
            (&aged["currency"], cents(&aged["totals"]["total"])),
            (&json!("AUD"), 22_000)
        );
        let item = &aged["items"][0];
        assert_eq!(
            (
                &item["currency"],
                cents(&item["total"]),
                cents(&item["baseTotal"])
            ),
            (&json!("USD"), 11_000, 22_000)
        );

        set_factor(&kit, 0.55).await;
        let half = pay(&admin, customer, 55.0, shares(&id, 55.0))
            .await
            .result()["payment"]
            .clone();
        assert_eq!(
            (&half["currency"], cents(&half["basePaidAmount"])),
            (&json!("USD"), 10_000)
        );
        let share = &half["paymentInvoices"][0];
        assert_eq!(
            (cents(&share["baseAmount"]), cents(&share["basePaidAmount"])),
            (11_000, 10_000)
        );
        assert_eq!(
            (
                balance(&admin, "ExchangeDifference").await,
                balance(&admin, "Cash").await
            ),
            (1_000, 10_000)
        );
        set_factor(&kit, 0.44).await;
        pay(&admin, customer, 60.0, shares(&id, 55.0))
            .await
            .result();
        assert_eq!(
            (
                balance(&admin, "ExchangeDifference").await,
                balance(&admin, "Receivable").await
            ),
            (-500, 0)
        );
        assert_eq!(
            (
                balance(&admin, "Cash").await,
                balance(&admin, "Unapplied").await
            ),
            (23_636, -1_136)
        );
        assert_eq!(invoice(&admin, &id).await["status"], "Paid");
        assert_ledger_proven(&admin).await;
        let days = "fromDate=2026-01-01&toDate=2100-01-01";
        let path =
            format!("/api/finance/customer/GetFinanceStatement?customerId={customer}&{days}");
        let response = admin.get(&path).await.result();
        assert_eq!(
            (&response["currency"], cents(&response["closingBalance"])),
            (&json!("USD"), -500)
        );
        let others = admin.get(&format!("{path}&currency=AUD")).await.result();
        assert_eq!(
            (&others["currency"], &others["items"]),
            (&json!("AUD"), &json!([]))
        );
        let prepaid = admin
            .get(&format!(
                "/api/finance/customer/getprepaidbalance?customerId={customer}"
            ))
            .await
            .result();
        assert_eq!(
            (&prepaid["currency"], cents(&prepaid["paidAhead"])),
            (&json!("AUD"), 1_136)
        );
    });
}

#[test]
fn parts_that_go_back_leave_nothing_behind() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        set_factor(&kit, 0.657).await;
        let customer = create_us_customer(&kit, &admin).await;
        let id = post_invoice(&admin, customer, 100.01).await;
        set_factor(&kit, 0.612).await;
        let payment = pay(&admin, customer, 110.01, shares(&id, 100.0))
            .await
            .result()["payment"]["id"]
            .clone();
        let refund = async |amount: f64, invoice: Value| {
            let body = json!({"paymentId": payment, "amount": amount, "invoiceId": invoice, "refundDate": "2026-03-02"});
            admin
                .post(&format!("{PAYMENT}/refundpayment"), body)
                .await
                .result()
        };
        set_factor(&kit, 0.7).await;
        for amount in [33.33, 33.33, 33.34] {
            refund(amount, id.clone()).await;
        }
        refund(10.01, Value::Null).await;
        assert_eq!(
            (
                balance(&admin, "Cash").await,
                balance(&admin, "Unapplied").await
            ),
            (0, 0)
        );
        let details = invoice(&admin, &id).await;
        assert_eq!(details["outstandingAmount"], details["amount"]);
        assert_eq!(
            cents(&details["baseOutstandingAmount"]),
            balance(&admin, "Receivable").await
        );
        assert_ledger_proven(&admin).await;

        let body = json!({"paymentDate": "2026-03-03"});
        let mut repeat = shares(&id, 77.77);
        repeat
            .as_object_mut()
            .unwrap()
            .extend(body.as_object().unwrap().clone());
        let bounced = pay(&admin, customer, 90.0, repeat).await.result()["payment"]["id"].clone();
        let body = json!({"paymentId": bounced, "reversalDate": "2026-03-04"});
        admin
            .post(&format!("{PAYMENT}/reversepayment"), body)
            .await
            .result();
        assert_eq!(
            (
                balance(&admin, "Cash").await,
                balance(&admin, "Unapplied").await
            ),
            (0, 0)
        );
        process(&admin, "WriteOff", &id).await;
        assert_eq!(balance(&admin, "Receivable").await, 0);
        assert_ledger_proven(&admin).await;
    });
}

#[test]
fn credits_have_the_factor_of_their_invoice() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        set_factor(&kit, 0.5).await;
        let customer = create_us_customer(&kit, &admin).await;
        let id = post_invoice(&admin, customer, 100.0).await;
        set_factor(&kit, 0.8).await;
        let other = post_invoice(&admin, customer, 100.0).await;
        let line = invoice(&admin, &id).await["invoiceDetails"][0]["id"].clone();
        for amount in [66.0, 44.0] {
            let details = json!([{"invoiceDetailId": line, "amount": amount, "note": "Too much"}]);
            let body = json!({"customerId": customer, "invoiceId": id, "amount": amount, "note": "Too much",
                "details": details});
            let path = "/api/finance/creditnote/createcreditnoterequest";
            let note = admin.post(path, body).await.result()["creditNote"]["id"].clone();
            let decide = async |operation: &str, more: Value| {
                let mut body = json!({"operation": operation, "creditNote": {"id": note}});
                body.as_object_mut()
                    .unwrap()
                    .extend(more.as_object().unwrap().clone());
                admin
                    .post("/api/finance/creditnote/processcreditnoterequest", body)
                    .await
                    .result()
            };
            decide("Approve", json!({})).await;
            let credits =
                json!({"allocatedInvoiceCredits": [{"invoiceId": other, "amount": amount}]});
            decide("Apply", if amount > 50.0 { credits } else { json!({}) }).await;
        }
        assert_eq!(
            (
                balance(&admin, "Unapplied").await,
                balance(&admin, "Tax").await
            ),
            (0, -1_250)
        );
        // 66 dollars of an invoice at 0.5 paid 66 dollars of one at 0.8.
        assert_eq!(balance(&admin, "ExchangeDifference").await, 8_250 - 13_200);
        assert_ledger_proven(&admin).await;
    });
}

#[test]
fn a_run_converts_what_was_sold_and_money_of_another_currency_pays_nothing() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        set_factor(&kit, 0.65).await;
        let customer = create_invoiced_customer(&kit, &admin, "Sequoia Imports", "Month").await;
        set_currency(&admin, customer, "USD").await.result();
        e_invoice_numbers(&kit, &admin, customer).await;
        create_booking(&kit, account, customer, 100, "2026-01-05T03:00:00Z").await;
        let preview = run(&kit, &admin, json!({"preview": true})).await;
        assert_eq!(
            (
                &preview["invoices"][0]["currency"],
                cents(&preview["invoices"][0]["amount"])
            ),
            (&json!("USD"), 7_150)
        );
        assert_eq!(
            cents(&preview["totalAmount"]),
            11_000,
            "runs are summed up in the tenant's own"
        );
        let run_result = run(&kit, &admin, json!({})).await;
        assert_eq!(cents(&run_result["totalAmount"]), 11_000);
        let id = run_result["invoices"][0]["id"].clone();
        let details = invoice(&admin, &id).await;
        assert_eq!(
            (
                cents(&details["amount"]),
                cents(&details["tax"]),
                cents(&details["baseAmount"])
            ),
            (7_150, 650, 11_000)
        );
        for operation in ["Close", "Approve", "Post"] {
            assert_eq!(
                process(&admin, operation, &id).await["success"],
                true,
                "{operation}"
            );
        }
        let path = format!("/api/finance/invoice/downloadinvoice?id={id}&format=ubl");
        let file = String::from_utf8(admin.get(&path).await.body).unwrap();
        assert!(
            file.contains(
                "<cbc:DocumentCurrencyCode>USD</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>AUD<"
            ),
            "{file}"
        );
        assert!(
            file.contains("<cbc:TaxAmount currencyID=\"AUD\">10.00</cbc:TaxAmount>"),
            "{file}"
        );

        let mut invalid = shares(&id, 10.0);
        invalid["currency"] = json!("AUD");
        let members = pay(&admin, customer, 10.0, invalid).await.invalid_members();
        assert_eq!(members, ["allocatedInvoicePayments[0].invoiceId"]);
        let ours = pay(&admin, customer, 10.0, json!({"currency": "AUD"}))
            .await
            .result()["payment"]
            .clone();
        let mut allocation = shares(&id, 10.0);
        allocation["paymentId"] = ours["id"].clone();
        let members = admin
            .post(&format!("{PAYMENT}/allocatepayment"), allocation)
            .await
            .invalid_members();
        assert_eq!(members, ["allocatedInvoicePayments[0].invoiceId"]);
        pay(&admin, customer, 10.0, json!({"currency": "XPF"}))
            .await
            .expect_error(400);

        let table = "date,amount,currency\n2026-03-02,71.50,AUD\n2026-03-03,71.50,USD\n";
        let file = admin
            .post_file(
                "/api/finance/bank/uploadstatement",
                &[],
                ("b.csv", table.as_bytes()),
            )
            .await
            .result();
        let body = json!({"fileName": file["fileName"]});
        let statement = admin
            .post("/api/finance/bank/importstatement", body)
            .await
            .result()["statement"]["id"]
            .clone();
        let lines = admin
            .get(&format!(
                "/api/finance/bank/getlines?statementId={statement}&sorting=id"
            ))
            .await
            .result();
        assert_eq!(lines["items"][0]["proposals"], json!([]));
        let body = json!({"lineId": lines["items"][1]["id"]});
        admin
            .post("/api/finance/bank/acceptline", body)
            .await
            .result();
        assert_eq!(invoice(&admin, &id).await["status"], "Paid");
        assert_ledger_proven(&admin).await;

        given::change_settings(&kit, json!({"currency": {"factors": []}})).await;
        let body = json!({"customerId": customer, "adhocInvoice": {"invoiceLines": [{"taxExclusiveAmount": 1}]}});
        let refused = admin
            .post("/api/finance/invoice/GenerateAdhocInvoice", body)
            .await
            .expect_error(400);
        assert!(
            refused["details"]
                .as_str()
                .or(refused["message"].as_str())
                .unwrap()
                .contains("USD"),
            "{refused}"
        );
        let plain = given::customer(&kit, "Bluegum Wines").await;
        assert_eq!(create_ad_hoc(&admin, plain, 10.0).await["currency"], "AUD");
    });
}

#[test]
fn money_of_another_currency_covers_nothing_that_is_overdue() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        set_factor(&kit, 0.5).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        post_overdue_invoice(&admin, customer, 100, 30).await;
        let pay_ahead = async |customer: CustomerId, amount: f64, currency: &str| {
            pay(&admin, customer, amount, json!({"currency": currency}))
                .await
                .result();
            kit.drain_jobs().await;
        };
        pay_ahead(customer, 500.0, "USD").await;
        let steps = json!([{"name": "Stop", "daysOverdue": 7, "stopsCredit": true}]);
        set(
            &admin,
            json!({"dunning": {"isActive": true, "steps": steps}}),
        )
        .await
        .result();
        run_nightly(&kit).await;
        let sent = notices(&admin).await;
        assert_eq!(sent.len(), 1, "{sent:?}");
        assert_eq!(
            (
                cents(&sent[0]["amount"]),
                cents(&sent[0]["unappliedAmount"])
            ),
            (11_000, 0)
        );
        assert_eq!(status(&admin, customer).await, "CreditStop");
        pay_ahead(customer, 500.0, "USD").await;
        assert_eq!(status(&admin, customer).await, "CreditStop");
        pay_ahead(customer, 110.0, "AUD").await;
        assert_eq!(status(&admin, customer).await, "Active");

        let american = create_us_customer(&kit, &admin).await;
        post_overdue_invoice(&admin, american, 100, 30).await;
        run_nightly(&kit).await;
        assert_eq!(status(&admin, american).await, "CreditStop");
        pay_ahead(american, 110.0, "USD").await;
        assert_eq!(status(&admin, american).await, "Active");
    });
}
