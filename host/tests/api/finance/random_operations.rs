//! Random operations on invoices and payments.
//!
//! Invariants:
//! - debits equal credits
//! - the ledger matches the documents
//! - nothing is paid twice
//! - statements connect without gaps

use data::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{cents, invoice, process};

const STEPS: usize = 90;
const DAYS: [&str; 5] = [
    "2026-01-05",
    "2026-01-31",
    "2026-02-01",
    "2026-02-20",
    "2026-03-10",
];

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
    fn one<'o, T>(&mut self, of: &'o [T]) -> Option<&'o T> {
        let sides = u64::try_from(of.len()).unwrap();
        (sides > 0).then(|| &of[usize::try_from(self.roll(sides)).unwrap()])
    }
    fn amount(&mut self, max: u64) -> f64 {
        let cents = 1 + self.roll(max * 100);
        f64::from(u32::try_from(cents).unwrap()) / 100.0
    }
    fn day(&mut self) -> &'static str {
        self.one(&DAYS).copied().unwrap()
    }
}

#[derive(Default)]
struct Documents {
    invoices: Vec<Value>,
    payments: Vec<Value>,
    notes: Vec<Value>,
}

async fn step(admin: &Client, customer: CustomerId, dice: &mut Dice, documents: &mut Documents) {
    let post = async |path: &str, body: Value| {
        let answer = admin
            .post(&format!("/api/finance/{path}"), body.clone())
            .await;
        assert!(
            answer.status.as_u16() < 500,
            "{path} {body}: {}",
            String::from_utf8_lossy(&answer.body)
        );
        (answer.status == 200).then(|| answer.result())
    };
    match dice.roll(12) {
        0..=2 => {
            let lines: Vec<Value> = (0..=dice.roll(3))
                .map(|_| json!({"description": "Storage", "taxExclusiveAmount": dice.amount(200)}))
                .collect();
            let body = json!({"customerId": customer,
                "adhocInvoice": {"invoiceDate": dice.day(), "invoiceLines": lines}});
            let id =
                post("invoice/GenerateAdhocInvoice", body).await.unwrap()["invoice"]["id"].clone();
            for operation in ["Close", "Approve", "Post"] {
                process(admin, operation, &id).await;
            }
            documents.invoices.push(id);
        }
        3..=5 => {
            let mut shares = Vec::new();
            for _ in 0..dice.roll(3) {
                if let Some(id) = dice.one(&documents.invoices) {
                    shares.push(json!({"invoiceId": id, "paidAmount": dice.amount(150)}));
                }
            }
            let body = json!({"customerId": customer, "paymentDate": dice.day(), "paidAmount": dice.amount(400),
                "allocatedInvoicePayments": shares});
            if let Some(paid) = post("payment/createpayment", body).await {
                documents.payments.push(paid["payment"]["id"].clone());
            }
        }
        6 => {
            if let (Some(payment), Some(of)) = (
                dice.one(&documents.payments).cloned(),
                dice.one(&documents.invoices).cloned(),
            ) {
                let share = json!([{"invoiceId": of, "amount": dice.amount(60)}]);
                post(
                    "payment/allocatepayment",
                    json!({"paymentId": payment, "allocatedInvoicePayments": share}),
                )
                .await;
            }
        }
        7 => {
            if let Some(payment) = dice.one(&documents.payments).cloned() {
                let target = if dice.roll(2) == 0 {
                    dice.one(&documents.invoices).cloned()
                } else {
                    None
                };
                let body = json!({"paymentId": payment, "amount": dice.amount(40), "invoiceId": target,
                    "refundDate": dice.day()});
                post("payment/refundpayment", body).await;
            }
        }
        8 => {
            if dice.roll(3) == 0
                && let Some(payment) = dice.one(&documents.payments).cloned()
            {
                let body = json!({"paymentId": payment, "reversalDate": "2026-03-20"});
                post("payment/reversepayment", body).await;
            }
        }
        9 => {
            if let Some(of) = dice.one(&documents.invoices).cloned() {
                let line = invoice(admin, &of).await["invoiceDetails"][0]["id"].clone();
                let amount = dice.amount(50);
                let body = json!({"customerId": customer, "invoiceId": of, "amount": amount, "note": "Too much",
                    "details": [{"invoiceDetailId": line, "amount": amount, "note": "Too much"}]});
                if let Some(note) = post("creditnote/createcreditnoterequest", body).await {
                    let id = note["creditNote"]["id"].clone();
                    let approve = json!({"operation": "Approve", "creditNote": {"id": id}});
                    post("creditnote/processcreditnoterequest", approve).await;
                    documents.notes.push(id);
                }
            }
        }
        10 => {
            if let Some(note) = dice.one(&documents.notes).cloned() {
                let operation = if dice.roll(3) == 0 { "Void" } else { "Apply" };
                let body = json!({"operation": operation, "creditNote": {"id": note}});
                post("creditnote/processcreditnoterequest", body).await;
            }
        }
        _ => {
            if let Some(of) = dice.one(&documents.invoices).cloned() {
                let operation = dice
                    .one(&["Dispute", "Resolve", "WriteOff", "Void"])
                    .copied()
                    .unwrap();
                process(admin, operation, &of).await;
            }
        }
    }
}

async fn statement(admin: &Client, customer: CustomerId, from: &str, to: &str) -> (i64, i64) {
    let path = format!(
        "/api/finance/customer/GetFinanceStatement?customerId={customer}&fromDate={from}&toDate={to}"
    );
    let created = admin.get(&path).await.result();
    let mut balance = cents(&created["openingBalance"]);
    for item in created["items"].as_array().unwrap() {
        balance += cents(&item["charges"]) - cents(&item["payments"]);
        assert_eq!(cents(&item["balance"]), balance, "{item}");
    }
    assert_eq!(cents(&created["closingBalance"]), balance);
    (cents(&created["openingBalance"]), balance)
}

async fn assert_consistent(admin: &Client, customer: CustomerId, documents: &Documents) {
    let proof = admin.get("/api/finance/ledger/getproof").await.result();
    assert_eq!(proof["isProven"], true, "{proof}");
    let path = format!("/api/finance/ledger/getbalances?asOf=2100-01-01&customerId={customer}");
    let balances = admin.get(&path).await.result();
    let of = |account: &str| {
        let items = balances["items"].as_array().unwrap().iter();
        items
            .filter(|item| item["account"] == account)
            .map(|item| cents(&item["balance"]))
            .sum::<i64>()
    };
    let all: i64 = balances["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| cents(&item["balance"]))
        .sum();
    assert_eq!(all, 0, "debits are credits: {balances}");

    let today = "2099-12-31";
    let mut before = None;
    for (from, to) in [
        ("2025-12-01", "2026-01-04"),
        ("2026-01-05", "2026-01-31"),
        ("2026-02-01", "2026-03-09"),
        ("2026-03-10", today),
    ] {
        let (opening, closing) = statement(admin, customer, from, to).await;
        if let Some(before) = before {
            assert_eq!(opening, before, "the closing is the next one's opening");
        }
        before = Some(closing);
    }
    assert_eq!(
        before,
        Some(of("Receivable") + of("Unapplied")),
        "the statement is what the ledger says"
    );

    for id in &documents.invoices {
        let entry_for = invoice(admin, id).await;
        let (amount, outstanding) = (
            cents(&entry_for["amount"]),
            cents(&entry_for["outstandingAmount"]),
        );
        assert!((0..=amount).contains(&outstanding), "{entry_for}");
        let paid: i64 = entry_for["invoicePayments"]
            .as_array()
            .unwrap()
            .iter()
            .map(|share| cents(&share["amount"]))
            .sum();
        assert!((0..=amount).contains(&paid), "{entry_for}");
        let lines = entry_for["invoiceDetails"].as_array().unwrap();
        for member in ["tax", "amount", "taxExclusiveAmount"] {
            assert_eq!(
                lines.iter().map(|line| cents(&line[member])).sum::<i64>(),
                cents(&entry_for[member]),
                "{member}"
            );
        }
    }
}

#[test]
fn whatever_happens_the_books_are_balanced() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        for seed in [7, 20_260_301] {
            let customer = given::customer(&kit, &format!("Bluegum Wines {seed}")).await;
            let (mut dice, mut made) = (Dice(seed), Documents::default());
            for at in 1..=STEPS {
                step(&admin, customer, &mut dice, &mut made).await;
                if at % 30 == 0 {
                    assert_consistent(&admin, customer, &made).await;
                }
            }
            let counts = (made.invoices.len(), made.payments.len(), made.notes.len());
            assert!(counts.0 > 10 && counts.1 >= 5 && counts.2 > 0, "{counts:?}");
        }
    });
}

#[test]
fn an_invoice_is_credited_to_the_cent_in_any_number_of_parts() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = super::post_invoice(&admin, customer, 99.97).await;
        let full = invoice(&admin, &id).await;
        let (line, total) = (
            full["invoiceDetails"][0]["id"].clone(),
            cents(&full["amount"]),
        );
        let mut dice = Dice(42);
        let (mut left, mut net, mut tax) = (total, 0, 0);
        while left > 0 {
            let part = left.min(1 + i64::try_from(dice.roll(2_000)).unwrap());
            let amount = f64::from(i32::try_from(part).unwrap()) / 100.0;
            let body = json!({"customerId": customer, "invoiceId": id, "amount": amount, "note": "Too much",
                "details": [{"invoiceDetailId": line, "amount": amount, "note": "Too much"}]});
            let note = admin
                .post("/api/finance/creditnote/createcreditnoterequest", body)
                .await
                .result();
            let details = json!({"id": note["creditNote"]["id"]});
            for operation in ["Approve", "Apply"] {
                let body = json!({"operation": operation, "creditNote": details});
                let done = admin
                    .post("/api/finance/creditnote/processcreditnoterequest", body)
                    .await
                    .result();
                if operation == "Approve" {
                    net += cents(&done["creditNote"]["taxExclusiveAmount"]);
                    tax += cents(&done["creditNote"]["tax"]);
                }
            }
            left -= part;
        }
        assert_eq!(
            (net, tax),
            (cents(&full["taxExclusiveAmount"]), cents(&full["tax"]))
        );
        let credited = invoice(&admin, &id).await;
        assert_eq!(
            (cents(&credited["outstandingAmount"]), &credited["status"]),
            (0, &json!("Paid"))
        );
        let more = json!({"customerId": customer, "invoiceId": id, "amount": 0.01, "note": "Too much",
            "details": [{"invoiceDetailId": line, "amount": 0.01, "note": "Too much"}]});
        assert_eq!(
            admin
                .post("/api/finance/creditnote/createcreditnoterequest", more)
                .await
                .status,
            400
        );
        assert_eq!(
            admin.get("/api/finance/ledger/getproof").await.result()["isProven"],
            true
        );
    });
}
