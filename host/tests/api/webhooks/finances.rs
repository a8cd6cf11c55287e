//! Finance webhooks: invoices, payments, credits, reminders and stops, without carrier costs.

use std::collections::BTreeSet;

use chrono::{Days, NaiveDate, Utc};
use data::{db::Mode, ids::CustomerId};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};
use work::event::ScopeEvents;

use super::start_receiver;

fn days_ago(days: u64) -> NaiveDate {
    Utc::now().date_naive() - Days::new(days)
}

async fn post_invoice(admin: &Client, customer: CustomerId, days: u64) -> Value {
    let price = json!([{"carrierCostTaxExclusive": 70_707, "costTaxExclusive": 1000}]);
    let body = json!({"customerId": customer, "adhocInvoice": {"invoiceDate": days_ago(days + 14), "dueDate": days_ago(days),
        "items": [{"packageType": "Carton", "quantity": 1, "pricingDetails": price}]}});
    let created = admin
        .post("/api/finance/invoice/GenerateAdhocInvoice", body)
        .await
        .result()["invoice"]
        .clone();
    for operation in ["Close", "Approve", "Post"] {
        let body = json!({"operation": operation, "ids": [created["id"]]});
        let answer = admin
            .post("/api/finance/invoice/processinvoices", body)
            .await
            .result();
        assert_eq!(answer[0]["success"], true, "{operation}: {answer}");
    }
    let path = format!(
        "/api/finance/invoice/getinvoiceforedit?id={}",
        created["id"]
    );
    admin.get(&path).await.result()["invoice"].clone()
}

async fn run_nightly(kit: &Kit) {
    let mut scope = kit.scope(Mode::Write);
    scope
        .publish(&tenancy::DAY_BEGAN, &Default::default())
        .await
        .unwrap();
    scope.commit().await.unwrap();
    kit.drain_jobs().await;
}

#[test]
fn an_account_is_told_signed_from_invoice_to_payment_without_costs() {
    const TYPES: [&str; 6] = [
        "invoice.posted",
        "payment.received",
        "credit_note.approved",
        "reminder.sent",
        "customer.credit_stopped",
        "customer.credit_stop_lifted",
    ];
    on_both(|kit| async move {
        let (admin, receiver, _, secret) = start_receiver(&kit, &TYPES).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let limit = json!({"customer": {"id": customer, "creditLimit": 73_000}});
        admin
            .post("/api/customer/customer/createorupdatecustomer", limit)
            .await
            .result();
        let invoice = post_invoice(&admin, customer, 60).await;
        let steps = json!([{"name": "Final notice", "daysOverdue": 45, "stopsCredit": true}]);
        let settings = json!({"dunning": {"isActive": true, "steps": steps}});
        admin
            .put("/api/finance/settings/updatesettings", settings)
            .await
            .result();
        run_nightly(&kit).await;

        let request = json!({"customerId": customer, "invoiceId": invoice["id"], "amount": 100, "note": "Too much",
            "details": [{"invoiceDetailId": invoice["invoiceDetails"][0]["id"], "amount": 100, "note": "Too much"}]});
        let base = "/api/finance/creditnote";
        let note = admin
            .post(&format!("{base}/createcreditnoterequest"), request)
            .await
            .result()["creditNote"]
            .clone();
        for operation in ["Approve", "Apply"] {
            let body = json!({"operation": operation, "creditNote": {"id": note["id"]}});
            admin
                .post(&format!("{base}/processcreditnoterequest"), body)
                .await
                .result();
        }
        let paid = json!({"customerId": customer, "paymentDate": days_ago(0), "paidAmount": 1000,
            "allocatedInvoicePayments": [{"invoiceId": invoice["id"], "amount": 1000}]});
        admin
            .post("/api/finance/payment/createpayment", paid)
            .await
            .result();
        kit.drain_jobs().await;

        assert_eq!(
            receiver.types().into_iter().collect::<BTreeSet<_>>(),
            TYPES.map(str::to_owned).into()
        );
        let messages = receiver.messages();
        assert_eq!(messages.len(), TYPES.len(), "each once");
        for message in &messages {
            assert_eq!(message.signed_by(&[&secret]), (1, vec![true]));
            for confidential in [
                "adhocInvoice",
                "carrierCost",
                "70707",
                "creditLimit",
                "73000",
            ] {
                assert!(
                    !message.body.contains(confidential),
                    "{confidential} in {}",
                    message.body
                );
            }
        }
        let told = |name: &str| {
            let mut all = messages.iter().map(|message| message.json());
            all.find(|told| told["type"] == name).unwrap()["data"].clone()
        };
        let document = told("invoice.posted")["invoice"].clone();
        assert_eq!(
            (&document["invoiceNumber"], &document["amount"]),
            (&invoice["invoiceNumber"], &json!(1100))
        );
        assert_eq!(
            (
                &document["customer"]["companyName"],
                &document["invoiceDetails"]
            ),
            (&json!("Bluegum Wines"), &Value::Null)
        );
        let document = told("payment.received")["payment"].clone();
        assert_eq!(
            (&document["paidAmount"], &document["customerId"]),
            (&json!(1000), &json!(customer))
        );
        let document = told("credit_note.approved")["creditNote"].clone();
        assert_eq!(
            (&document["approvedAmount"], &document["invoiceId"]),
            (&json!(100), &invoice["id"])
        );
        let document = told("reminder.sent")["reminder"].clone();
        assert_eq!(
            (&document["stepName"], &document["stopsCredit"]),
            (&json!("Final notice"), &json!(true))
        );
        for name in &TYPES[4..] {
            assert_eq!(told(name)["customer"]["id"], json!(customer), "{name}");
        }
    });
}

#[test]
fn unposted_and_other_tenants_invoices_are_not_sent() {
    on_both(|kit| async move {
        let (admin, receiver, _, _) = start_receiver(&kit, &["invoice.posted"]).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let outsider = kit.another_tenant().await;
        let theirs = given::customer(&outsider, "Wattle Works").await;
        post_invoice(&outsider.user("Admin").await, theirs, 1).await;
        let body = json!({"customerId": customer,
            "adhocInvoice": {"invoiceLines": [{"description": "Storage", "taxExclusiveAmount": 10}]}});
        admin
            .post("/api/finance/invoice/GenerateAdhocInvoice", body)
            .await
            .result();
        for kit in [&kit, &outsider] {
            kit.drain_jobs().await;
        }
        assert_eq!(receiver.types(), Vec::<String>::new());
    });
}
