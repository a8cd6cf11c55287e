//! Invoices: ad hoc, states and numbers, runs, documents and payments.

mod agent_invoices;
mod bank;
mod bank_files;
mod calendars;
mod calls;
mod card_events;
mod cards;
mod closing;
mod credit_note_files;
mod credit_stops;
mod credits;
mod currencies;
mod date_limits;
mod dunning;
mod dunning_statements;
mod e_invoices;
mod fees;
mod guards;
mod invoice_files;
mod invoices;
mod jobs;
mod ledger;
mod names;
mod numbers;
mod payments;
mod random_operations;
mod recharges;
mod refunds_and_reversals;
mod runs;
mod statements;

use carriage::money::Amount;
use data::{
    db::Mode,
    ids::{CarrierAccountId, CustomerId},
};
use pricing::price::PriceLine;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use testkit::{Client, Kit, given};

const BASE: &str = "/api/finance/invoice";

async fn create_ad_hoc(admin: &Client, customer: CustomerId, net: f64) -> Value {
    let lines = json!([{"description": "Storage", "taxExclusiveAmount": net}]);
    let body = json!({"customerId": customer, "adhocInvoice": {"invoiceLines": lines}});
    admin
        .post(&format!("{BASE}/GenerateAdhocInvoice"), body)
        .await
        .result()["invoice"]
        .clone()
}

async fn process(client: &Client, operation: &str, id: &Value) -> Value {
    let body = json!({"operation": operation, "ids": [id]});
    client
        .post(&format!("{BASE}/processinvoices"), body)
        .await
        .result()[0]
        .clone()
}

async fn invoice(client: &Client, id: &Value) -> Value {
    client
        .get(&format!("{BASE}/getinvoiceforedit?id={id}"))
        .await
        .result()["invoice"]
        .clone()
}

async fn e_invoice_numbers(kit: &Kit, admin: &Client, customer: CustomerId) {
    let billing = json!({"legalName": "Southern Cross Freight", "taxVatNo": "53 004 085 616"});
    given::change_settings(kit, json!({ "billing": billing })).await;
    let change = json!({"customer": {"id": customer, "abn": "51 824 753 556"}});
    admin
        .post("/api/customer/customer/createorupdatecustomer", change)
        .await
        .result();
}

async fn create_e_invoice_customer(kit: &Kit, admin: &Client, name: &str) -> CustomerId {
    let customer = given::customer(kit, name).await;
    e_invoice_numbers(kit, admin, customer).await;
    customer
}

async fn create_invoiced_customer(
    kit: &Kit,
    admin: &Client,
    name: &str,
    period: &str,
) -> CustomerId {
    let customer = given::customer(kit, name).await;
    let change = json!({"customer": {
        "id": customer, "isInvoicable": true, "paymentTerms": "14 days", "invoicePeriod": period,
    }});
    admin
        .post("/api/customer/customer/createorupdatecustomer", change)
        .await
        .result();
    customer
}

async fn create_booking(kit: &Kit, account: i64, customer: CustomerId, net: i64, at: &str) -> i64 {
    let (from, to) = given::addresses();
    let line = |code: &str, net: i64, is_additional: bool| {
        let cost = Amount::line(Decimal::from(net), Decimal::TEN, "AUD");
        PriceLine::at_cost(code, code, is_additional, cost)
    };
    let mut scope = kit.scope(Mode::Write);
    let seed = bookings::SeedBooking {
        customer,
        account: CarrierAccountId(account),
        service_code: "ROAD".to_owned(),
        service_name: "Road".to_owned(),
        from: serde_json::from_value(from).unwrap(),
        to: serde_json::from_value(to).unwrap(),
        items: serde_json::from_value(given::quote_request(customer)["items"].clone()).unwrap(),
        lines: vec![line("ROAD", net - 10, false), line("FUEL", 10, true)],
        status: bookings::Status::Delivered,
        created: at.parse().unwrap(),
        reference: None,
        connote: None,
        carrier_data: String::new(),
        manifest: None,
        transit_days: None,
        scans: Vec::new(),
        note: None,
        dangerous_good_un_code: None,
    };
    let id = bookings::seed_booking(&mut scope, seed).await.unwrap();
    scope.commit().await.unwrap();
    id.0
}

async fn run(kit: &Kit, admin: &Client, more: Value) -> Value {
    let mut body =
        json!({"fromDate": "2026-01-01", "toDate": "2026-01-31", "invoiceDate": "2026-02-02"});
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    let run = admin
        .post(&format!("{BASE}/runinvoices"), body)
        .await
        .result();
    kit.drain_jobs().await;
    admin
        .get(&format!("{BASE}/getinvoicerun?runId={}", run["runId"]))
        .await
        .result()
}

async fn post_invoice(admin: &Client, customer: CustomerId, net: f64) -> Value {
    let id = create_ad_hoc(admin, customer, net).await["id"].clone();
    for operation in ["Close", "Approve", "Post"] {
        assert_eq!(
            process(admin, operation, &id).await["success"],
            true,
            "{operation}"
        );
    }
    id
}

fn cents(value: &Value) -> i64 {
    (value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no amount"))
        * 100.0)
        .round() as i64
}
