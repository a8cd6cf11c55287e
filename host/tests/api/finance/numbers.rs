//! Number series by kind of document, year and unit, without gaps.

use std::collections::BTreeSet;

use data::{
    db::{Mode, TenantSql},
    ids::CustomerId,
    tsql,
};
use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{create_ad_hoc, post_invoice, process};

const SETTINGS: &str = "/api/finance/settings";

async fn set(admin: &Client, numbering: Value) -> testkit::ApiResponse {
    admin
        .put(
            &format!("{SETTINGS}/updatesettings"),
            json!({ "numbering": numbering }),
        )
        .await
}

async fn proof(admin: &Client) -> Value {
    admin
        .get(&format!("{SETTINGS}/getnumberproof"))
        .await
        .result()
}

fn series_counts(proof: &Value, series: &str) -> [i64; 4] {
    let items = proof["items"].as_array().unwrap();
    let item = items
        .iter()
        .find(|item| item["series"] == series)
        .unwrap_or_else(|| panic!("{series}: {proof}"));
    ["first", "last", "count", "missing"].map(|member| item[member].as_i64().unwrap())
}

async fn remit(admin: &Client, customer: CustomerId, invoice: &Value) -> Value {
    let body = json!({"customerId": customer, "paymentDate": "2026-03-01",
        "invoicePayments": [{"invoiceId": invoice, "amount": 1}]});
    admin
        .post("/api/finance/payment/createremittanceadvice", body)
        .await
        .result()["remittanceNumber"]
        .clone()
}

async fn credit(admin: &Client, customer: CustomerId, invoice: &Value) -> Value {
    let line = super::invoice(admin, invoice).await["invoiceDetails"][0]["id"].clone();
    let body = json!({"customerId": customer, "invoiceId": invoice, "amount": 1, "note": "Too much",
        "details": [{"invoiceDetailId": line, "amount": 1, "note": "Too much"}]});
    let note = admin
        .post("/api/finance/creditnote/createcreditnoterequest", body)
        .await
        .result();
    json!({"operation": "Approve", "creditNote": {"id": note["creditNote"]["id"]}})
}

#[test]
fn many_at_once_leave_no_gap_in_any_series() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let series = json!({"series": [
            {"kind": "AdHocInvoice", "prefix": "AH{yyyy}-", "digits": 4, "byYear": true},
            {"kind": "CreditNote", "prefix": "C-", "digits": 3, "start": 100},
        ]});
        set(&admin, series).await.result();
        let mut ids = Vec::new();
        for at in 0..40 {
            let day = if at % 2 == 0 {
                "2025-12-31"
            } else {
                "2026-01-01"
            };
            let lines = json!([{"description": "Storage", "taxExclusiveAmount": 10}]);
            let body = json!({"customerId": customer, "adhocInvoice": {"invoiceDate": day, "invoiceLines": lines}});
            let created = admin
                .post("/api/finance/invoice/GenerateAdhocInvoice", body)
                .await
                .result();
            ids.push(created["invoice"]["id"].clone());
        }
        let answers = join_all(ids.iter().map(|id| process(&admin, "Close", id))).await;
        let numbers: BTreeSet<&str> = answers
            .iter()
            .map(|answer| {
                answer["invoiceNumber"]
                    .as_str()
                    .unwrap_or_else(|| panic!("{answer}"))
            })
            .collect();
        assert_eq!(
            (numbers.len(), numbers.first(), numbers.last()),
            (40, Some(&"AH2025-0001"), Some(&"AH2026-0020"))
        );

        let of = post_invoice(&admin, customer, 1000.0).await;
        let mut approvals = Vec::new();
        for _ in 0..12 {
            approvals.push(credit(&admin, customer, &of).await);
        }
        let path = "/api/finance/creditnote/processcreditnoterequest";
        let approved = join_all(approvals.into_iter().map(|body| admin.post(path, body))).await;
        let notes: BTreeSet<String> = approved
            .iter()
            .map(|answer| {
                answer.result()["creditNote"]["creditNoteNumber"]
                    .as_str()
                    .unwrap()
                    .to_owned()
            })
            .collect();
        assert_eq!(
            (notes.len(), notes.first().unwrap().as_str()),
            (12, "C-100")
        );
        let advices = join_all((0..8).map(|_| remit(&admin, customer, &of))).await;
        assert_eq!(
            advices
                .iter()
                .map(|number| number.as_str().unwrap())
                .collect::<BTreeSet<_>>()
                .len(),
            8
        );

        let proved = proof(&admin).await;
        assert_eq!(proved["isProven"], true, "{proved}");
        assert_eq!(
            series_counts(&proved, "invoice-ad-hoc:2025"),
            [1, 20, 20, 0]
        );
        assert_eq!(series_counts(&proved, "credit-note"), [100, 111, 12, 0]);
        assert_eq!(series_counts(&proved, "remittance"), [1, 8, 8, 0]);
    });
}

#[test]
fn a_hole_and_a_lost_document_are_told() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let close = async || {
            let id = create_ad_hoc(&admin, customer, 10.0).await["id"].clone();
            assert_eq!(process(&admin, "Close", &id).await["success"], true);
        };
        close().await;
        let full = proof(&admin).await;
        assert_eq!(
            (&full["isProven"], series_counts(&full, "invoice")),
            (&json!(true), [1, 1, 1, 0])
        );
        assert_eq!(full["items"][0]["lastNumber"], "INV000001");
        // A failed close returns its number.
        let closed = full["items"][0]["last"].clone();
        let id = create_ad_hoc(&admin, customer, 10.0).await["id"].clone();
        process(&admin, "Close", &id).await;
        assert_eq!(process(&admin, "Close", &id).await["success"], false);
        assert_eq!(
            proof(&admin).await["items"][0]["lastCounted"].as_i64(),
            closed.as_i64().map(|last| last + 1)
        );

        // Rows of the series can't be deleted; instead the counter jumps and a number stays unused.
        let spoil = async |sql: TenantSql| {
            let mut scope = kit.scope(Mode::Write);
            scope.rows(sql, Vec::new()).await.unwrap();
            scope.commit().await.unwrap();
        };
        let jump = tsql!(
            "UPDATE number_series SET value = value + 2 WHERE tenant_id = $1 AND name = 'invoice'"
        );
        spoil(jump).await;
        close().await;
        spoil(tsql!(
            "INSERT INTO document_numbers (tenant_id, row_version, series, value, document, document_id, number,
               creation_time)
             SELECT tenant_id, 1, series, 6, document, -1, 'INV000006', creation_time FROM document_numbers
             WHERE tenant_id = $1 AND value = 1"
        ))
        .await;
        spoil(tsql!(
            "UPDATE number_series SET value = value + 3 WHERE tenant_id = $1 AND name = 'invoice'"
        ))
        .await;
        let spoilt = proof(&admin).await;
        let invoice_id = &spoilt["items"][0];
        assert_eq!(
            (
                &spoilt["isProven"],
                &invoice_id["missing"],
                &invoice_id["lost"]
            ),
            (&json!(false), &json!(4), &json!(1))
        );
        assert_eq!(
            invoice_id["holes"],
            json!([{"first": 3, "last": 4}, {"first": 7, "last": 8}])
        );
        kit.customer_user(customer)
            .await
            .get(&format!("{SETTINGS}/getnumberproof"))
            .await
            .expect_error(403);
    });
}

#[test]
fn units_count_by_themselves() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (one, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Wattle Works").await,
        );
        let unit = json!({"displayName": "Sydney"});
        let unit = admin
            .post("/api/core/organizationunit/createorganizationunit", unit)
            .await
            .result()["id"]
            .clone();
        let belongs = json!({"customer": {"id": one, "organizationUnitId": unit}});
        admin
            .post("/api/customer/customer/createorupdatecustomer", belongs)
            .await
            .result();
        let refused = |members: &'static str, numbering: Value| {
            let admin = &admin;
            async move { assert_eq!(set(admin, numbering).await.invalid_members(), [members]) }
        };
        let of = |prefix: &str| json!({"series": [{"kind": "AdHocInvoice", "prefix": prefix}]});
        refused("numbering.series[0].prefix", of("INV")).await;
        refused("numbering.series[0].prefix", of("A1")).await;
        refused(
            "numbering.series[0].prefix",
            json!({"series": [{"kind": "Invoice", "prefix": "I-", "byUnit": true}]}),
        )
        .await;
        let unknown_user = json!({"unitCodes": [{"organizationUnitId": 999_999, "code": "SYD"}]});
        set(&admin, unknown_user).await.expect_error(404);

        let by_unit = json!({
            "series": [{"kind": "Invoice", "prefix": "I-{unit}-", "digits": 3, "byUnit": true}],
            "unitCodes": [{"organizationUnitId": unit, "code": "SYD"}],
        });
        set(&admin, by_unit).await.result();
        let mut numbers = Vec::new();
        for customer in [one, other, one] {
            let id = create_ad_hoc(&admin, customer, 10.0).await["id"].clone();
            numbers.push(process(&admin, "Close", &id).await["invoiceNumber"].clone());
        }
        assert_eq!(numbers, ["I-SYD-001", "I-0-001", "I-SYD-002"]);
        let proved = proof(&admin).await;
        assert_eq!(
            series_counts(&proved, &format!("invoice:u{unit}")),
            [1, 2, 2, 0]
        );
        assert_eq!(series_counts(&proved, "invoice:u0"), [1, 1, 1, 0]);
    });
}
