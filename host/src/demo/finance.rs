//! A month of demo finance: invoices in every state, payments, credit notes, fees, and a matching
//! bank statement.
//!
//! Uses the API as the tenant's finance user, so the ledger is complete.

use bookings::Status;
use carriers::Account;
use chrono::{Days, NaiveDate, TimeDelta};
use customers::CustomerInfo;
use data::ids::TenantId;
use serde_json::{Value, json};

use super::{bookings::delivered_booking, caller::DemoClient, write_scope};
use crate::boot::App;

const INVOICE: &str = "/api/finance/invoice";
const PAYMENT: &str = "/api/finance/payment";
const CREDIT: &str = "/api/finance/creditnote";
const FEE: &str = "/api/finance/fee";
const BANK: &str = "/api/finance/bank";

const BOOKINGS: usize = 12;
const AGE_DAYS: (i64, i64) = (45, 12);

pub async fn seed(
    app: &App,
    tenant: TenantId,
    host_name: &str,
    customers: &[CustomerInfo],
    accounts: &[Account],
) -> anyhow::Result<()> {
    let mut scope = write_scope(app, tenant);
    let now = scope.now();
    for at in 0..BOOKINGS {
        let age = AGE_DAYS.0 - (AGE_DAYS.0 - AGE_DAYS.1) * at as i64 / BOOKINGS as i64;
        let seed = delivered_booking(at, now - TimeDelta::days(age), now, customers, accounts);
        debug_assert_eq!(seed.status, Status::Delivered);
        bookings::seed_booking(&mut scope, seed).await?;
    }
    scope.commit().await?;
    let caller = DemoClient::sign_in(app, tenant, host_name, "finance").await?;
    Month {
        caller: &caller,
        today: now.date_naive(),
    }
    .create_month(app, customers)
    .await
}

struct Month<'a> {
    caller: &'a DemoClient<'a>,
    today: NaiveDate,
}

impl Month<'_> {
    fn days_ago(&self, days: u64) -> NaiveDate {
        self.today - Days::new(days)
    }

    async fn create_month(&self, app: &App, customers: &[CustomerInfo]) -> anyhow::Result<()> {
        let customer_at = |at: usize| &customers[at % customers.len()];
        self.assign_fee(customer_at(1)).await?;
        // An old, unpaid storage invoice.
        let late = self
            .create_ad_hoc_invoice(
                customer_at(2),
                "Storage, 14 pallets",
                "640.00",
                self.days_ago(82),
            )
            .await?;
        self.process(&["Close", "Approve", "Post"], &[late]).await?;

        let body = json!({
            "fromDate": self.days_ago(AGE_DAYS.0.unsigned_abs() + 1), "toDate": self.days_ago(AGE_DAYS.1.unsigned_abs() - 1),
            "invoiceDate": self.days_ago(10),
        });
        let run = self
            .caller
            .post(&format!("{INVOICE}/runinvoices"), body)
            .await?;
        work::worker::drain(app.host()).await?;
        let run = self
            .caller
            .get(&format!("{INVOICE}/getinvoicerun?runId={}", run["runId"]))
            .await?;
        anyhow::ensure!(
            run["status"] == "Completed",
            "the demo's invoices were not made: {}",
            run["failure"]
        );
        let invoice_ids: Vec<i64> = run["invoices"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|invoice| invoice["id"].as_i64())
            .collect();
        // The last stay draft and closed.
        let (posted, rest) = invoice_ids.split_at(invoice_ids.len().saturating_sub(2));
        self.process(&["Close", "Approve", "Post"], posted).await?;
        if let [closed, ..] = rest {
            self.process(&["Close"], &[*closed]).await?;
        }
        self.create_ad_hoc_invoice(
            customer_at(0),
            "Tail-lift on a Saturday",
            "95.00",
            self.today,
        )
        .await?;
        let approved = self
            .create_ad_hoc_invoice(customer_at(1), "Re-delivery", "48.50", self.days_ago(1))
            .await?;
        self.process(&["Close", "Approve"], &[approved]).await?;

        let mut paid = posted.iter();
        if let Some(id) = paid.next() {
            self.pay_invoice(*id, 1, self.days_ago(6), "EFT 4471")
                .await?;
        }
        if let Some(id) = paid.next() {
            self.pay_invoice(*id, 2, self.days_ago(4), "EFT 4502")
                .await?;
            self.credit_invoice(*id).await?;
        }
        let ahead = json!({
            "customerId": customer_at(1).id, "paymentDate": self.days_ago(3), "paidAmount": 250, "paymentReferenceNumber": "PREPAY",
            "note": "Paid ahead for next month",
        });
        self.caller
            .post(&format!("{PAYMENT}/createpayment"), ahead)
            .await?;
        self.import_statement(&paid.copied().collect::<Vec<_>>())
            .await
    }

    async fn assign_fee(&self, customer: &CustomerInfo) -> anyhow::Result<()> {
        let rates = json!([{"order": 1, "basic": 0, "break": null, "rate": 4.5}]);
        let fee = json!({
            "name": "Invoicing fee", "feeType": "Admin", "applyOn": "Invoice", "calcMethod": "Fixed",
            "isTaxApplicable": true, "feeRates": rates,
        });
        let created = self
            .caller
            .post(&format!("{FEE}/createorupdatefee"), json!({ "fee": fee }))
            .await?;
        let assignment =
            json!({"feeId": created["fee"]["id"], "customerId": customer.id, "feeRates": rates});
        self.caller
            .post(
                &format!("{FEE}/assigncustomerfee"),
                json!({ "customerFee": assignment }),
            )
            .await?;
        Ok(())
    }

    async fn create_ad_hoc_invoice(
        &self,
        customer: &CustomerInfo,
        what: &str,
        net: &str,
        day: NaiveDate,
    ) -> anyhow::Result<i64> {
        let lines = json!([{"description": what, "taxExclusiveAmount": net}]);
        let invoice = json!({"invoiceDate": day, "invoiceLines": lines});
        let body = json!({"customerId": customer.id, "adhocInvoice": invoice});
        let created = self
            .caller
            .post(&format!("{INVOICE}/GenerateAdhocInvoice"), body)
            .await?;
        Ok(created["invoice"]["id"].as_i64().unwrap_or_default())
    }

    async fn process(&self, operations: &[&str], ids: &[i64]) -> anyhow::Result<()> {
        for operation in operations {
            let body = json!({"operation": operation, "ids": ids});
            let response = self
                .caller
                .post(&format!("{INVOICE}/processinvoices"), body)
                .await?;
            let results = response.as_array().cloned().unwrap_or_default();
            anyhow::ensure!(
                results.iter().all(|result| result["success"] == true),
                "{operation}: {response}"
            );
        }
        Ok(())
    }

    async fn load_invoice(&self, id: i64) -> anyhow::Result<Value> {
        Ok(self
            .caller
            .get(&format!("{INVOICE}/getinvoiceforedit?id={id}"))
            .await?["invoice"]
            .take())
    }

    /// Pays an invoice fully or in part.
    async fn pay_invoice(
        &self,
        id: i64,
        parts: i64,
        day: NaiveDate,
        reference: &str,
    ) -> anyhow::Result<()> {
        let invoice = self.load_invoice(id).await?;
        let cents = (invoice["outstandingAmount"].as_f64().unwrap_or_default() * 100.0).round()
            as i64
            / parts;
        let amount = cents as f64 / 100.0;
        let body = json!({
            "customerId": invoice["customerId"], "paymentDate": day, "paidAmount": amount,
            "paymentReferenceNumber": reference, "allocatedInvoicePayments": [{"invoiceId": id, "amount": amount}],
        });
        self.caller
            .post(&format!("{PAYMENT}/createpayment"), body)
            .await?;
        Ok(())
    }

    /// Credits the invoice's first line and applies the credit to it.
    async fn credit_invoice(&self, id: i64) -> anyhow::Result<()> {
        let invoice = self.load_invoice(id).await?;
        let line = &invoice["invoiceDetails"][0];
        let amount = line["amount"].as_f64().unwrap_or_default().min(20.0);
        let details = json!([{
            "invoiceDetailId": line["id"], "creditNoteDetailType": "ServiceFailure", "amount": amount,
            "note": "Delivered a day late",
        }]);
        let body = json!({
            "customerId": invoice["customerId"], "invoiceId": id, "amount": amount, "details": details,
            "note": "The customer has complained about the delay",
        });
        let response = self
            .caller
            .post(&format!("{CREDIT}/createcreditnoterequest"), body)
            .await?;
        let note = json!({"id": response["creditNote"]["id"]});
        for operation in ["Approve", "Apply"] {
            let body = json!({"operation": operation, "creditNote": note});
            self.caller
                .post(&format!("{CREDIT}/processcreditnoterequest"), body)
                .await?;
        }
        Ok(())
    }

    /// A payment by number, one by amount, an unknown payer, and bank charges.
    async fn import_statement(&self, open: &[i64]) -> anyhow::Result<()> {
        let mut lines = "date,amount,payer,reference,description\n".to_owned();
        for (at, id) in open.iter().take(2).enumerate() {
            let invoice = self.load_invoice(*id).await?;
            let amount = invoice["outstandingAmount"].as_f64().unwrap_or_default();
            let (number, name) = (
                &invoice["invoiceNumber"],
                &invoice["customer"]["companyName"],
            );
            let text = |value: &Value| value.as_str().unwrap_or_default().replace(',', " ");
            let reference = if at == 0 {
                format!("Invoice {}", text(number))
            } else {
                "Freight".to_owned()
            };
            lines.push_str(&format!(
                "{},{amount:.2},{},EFT 46{at}0,{reference}\n",
                self.days_ago(2),
                text(name)
            ));
        }
        lines.push_str(&format!("{},77.00,M OKONKWO,,Transfer\n", self.days_ago(2)));
        lines.push_str(&format!("{},-12.00,,,Account keeping\n", self.days_ago(1)));
        let file = self
            .caller
            .post_file(&format!("{BANK}/uploadstatement"), "statement.csv", &lines)
            .await?;
        let body = json!({"fileName": file["fileName"], "account": "063-000 1234 5678"});
        self.caller
            .post(&format!("{BANK}/importstatement"), body)
            .await?;
        Ok(())
    }
}
