//! Carrier plugins that read invoices: valid, garbage, slow, foreign currency, tables left to the
//! host, and oversized input.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use carriage::money::Amount;
use data::{db::Mode, ids::CarrierAccountId};
use pricing::price::PriceLine;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use testkit::{Client, GuestPlugin, Kit, given, on_host};

const BASE: &str = "/api/booking/reconciliation";

/// A carrier that reads files beginning with `INVOICE`.
const GUEST: GuestPlugin = GuestPlugin {
    id: "invoice-guest",
    manifest: "kind = \"carrier\"\n",
    schema: r#"{"type": "object", "properties": {}}"#,
};

async fn office(kit: &Kit) -> Client {
    GUEST.install(kit).await;
    let admin = kit.user("Admin").await;
    let account = given::account(&admin, "invoice-guest", "ACC-1", json!([])).await;
    let customer = given::customer(kit, "Bluegum Wines").await;
    let (from, to) = given::addresses();
    let line = |code: &str, cents: i64, is_additional: bool| {
        let cost = Amount::line(Decimal::new(cents, 2), Decimal::TEN, "AUD");
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
        lines: vec![line("ROAD", 2000, false), line("FUEL", 200, true)],
        status: bookings::Status::Booked,
        created: scope.now(),
        reference: None,
        connote: Some("ABC000123".to_owned()),
        carrier_data: String::new(),
        manifest: None,
        transit_days: None,
        scans: Vec::new(),
        note: None,
        dangerous_good_un_code: None,
    };
    bookings::seed_booking(&mut scope, seed).await.unwrap();
    scope.commit().await.unwrap();
    admin
}

async fn import(kit: &Kit, admin: &Client, content: &str) -> Value {
    let path = "/api/booking/File/UploadReconciliationFile";
    let file = admin
        .post_file(path, &[], ("invoice.txt", content.as_bytes()))
        .await
        .result();
    let body = json!({"fileName": file["fileName"], "carrierCode": "invoice-guest"});
    let response = admin
        .post(&format!("{BASE}/importCsv"), body)
        .await
        .result();
    kit.drain_jobs().await;
    admin
        .get(&format!(
            "{BASE}/GetReconciliationForApproval?id={}",
            response["id"]
        ))
        .await
        .result()
}

#[test]
fn an_invoice_is_read_by_its_carriers_plugin() {
    on_host("plugin invoices", |kit| async move {
        let admin = office(&kit).await;
        let text = "INVOICE INV-7 2026-10-01 AUD\nABC000123 ROAD 2000 200 12500\nABC000123 FUEL 200 20 12500\n";
        let all = import(&kit, &admin, text).await;
        let actual = (&all["status"], &all["charges"], &all["bookings"]);
        assert_eq!(
            actual,
            (&json!("AwaitingApproval"), &json!(2), &json!(1)),
            "{all}"
        );
        let line = &all["bookingReconciliations"][0];
        assert_eq!(
            (&line["status"], &line["carrierInvoicedAmount"]),
            (&json!("Matched"), &json!(22))
        );
        assert_eq!(
            (&line["chargedWeight"], &line["fileLine"]),
            (&json!(12.5), &json!(2))
        );
        let service = &line["bookingReconciliationServices"][0];
        assert_eq!(
            (&service["invoiceNumber"], &service["invoiceDate"]),
            (&json!("INV-7"), &json!("2026-10-01"))
        );
        let repeat = import(
            &kit,
            &admin,
            "INVOICE inv7 2026-10-02 AUD\nABC000999 ROAD 2000 200 1\n",
        )
        .await;
        assert_eq!(
            (&repeat["status"], &repeat["bookings"]),
            (&json!("Failed"), &json!(0))
        );
    });
}

#[test]
fn what_a_plugin_cannot_read_fails_with_its_words() {
    on_host("plugin invoices", |kit| async move {
        let admin = office(&kit).await;
        let head = "INVOICE INV-8 2026-10-01 AUD\nABC000123 ROAD 2000 200 1\n";
        for (content, index, says) in [
            ("What the cat brought in\n".to_owned(), 1, "no head"),
            (format!("{head}ABC000124 ROAD\n"), 3, "five words"),
            (format!("{head}ABC000124 ROAD much 200 1\n"), 3, "cents"),
        ] {
            let failed = import(&kit, &admin, &content).await;
            assert_eq!(
                (&failed["status"], &failed["bookingReconciliations"]),
                (&json!("Failed"), &json!([]))
            );
            let error = &failed["lineErrors"][0];
            assert_eq!(error["index"], index, "{failed}");
            assert!(
                error["message"].as_str().unwrap().contains(says),
                "{failed}"
            );
        }
        assert_eq!(
            import(&kit, &admin, head).await["status"],
            "AwaitingApproval"
        );
    });
}

#[test]
fn an_invoice_in_another_currency_is_refused() {
    on_host("plugin invoices", |kit| async move {
        let admin = office(&kit).await;
        let failed = import(
            &kit,
            &admin,
            "INVOICE INV-9 2026-10-01 NZD\nABC000123 ROAD 2000 200 1\n",
        )
        .await;
        assert_eq!(failed["status"], "Failed");
        let failure = failed["failure"].as_str().unwrap();
        assert!(
            failure.contains("NZD") && failure.contains("AUD"),
            "{failure}"
        );
    });
}

#[test]
fn a_plugin_that_reads_too_long_is_stopped() {
    on_host("plugin invoices", |kit| async move {
        let admin = office(&kit).await;
        let failed = import(&kit, &admin, "SLOW\n").await;
        assert_eq!(
            (&failed["status"], &failed["bookings"]),
            (&json!("Failed"), &json!(0))
        );
        assert!(!failed["failure"].as_str().unwrap().is_empty(), "{failed}");
        let next = import(
            &kit,
            &admin,
            "INVOICE INV-10 2026-10-01 AUD\nABC000123 ROAD 2000 200 1\n",
        )
        .await;
        assert_eq!(next["status"], "AwaitingApproval");
    });
}

#[test]
fn what_the_plugin_leaves_is_read_as_a_table() {
    on_host("plugin invoices", |kit| async move {
        let admin = office(&kit).await;
        let table = "consignmentId,serviceCode,taxExclusiveAmount\nABC000123,ROAD,20.00\nABC000123,FUEL,2.00\n";
        let all = import(&kit, &admin, table).await;
        let line = &all["bookingReconciliations"][0];
        assert_eq!(
            (&all["status"], &line["status"]),
            (&json!("AwaitingApproval"), &json!("Matched"))
        );
        let large = format!(
            "INVOICE INV-11 2026-10-01 AUD\n{}",
            "ABC000123 ROAD 2000 200 1\n".repeat(180_000)
        );
        let failed = import(&kit, &admin, &large).await;
        assert_eq!(failed["status"], "Failed");
        assert!(
            failed["failure"]
                .as_str()
                .unwrap()
                .contains("tax exclusive amount"),
            "{failed}"
        );
    });
}
