//! Boundaries of dates and sums: days in the tenant's zone, open expiry, large sums.

use serde_json::{Value, json};
use testkit::{given, on_both};

use super::{cents, invoice, post_invoice};

const PAYMENTS: &str = "/api/finance/payment";

#[test]
fn an_instant_is_the_day_of_the_tenants_zone() {
    on_both(|kit| async move {
        given::change_settings(
            &kit,
            json!({"general": {"timezone": "Australia/Melbourne"}}),
        )
        .await;
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let pay = async |day: &str| {
            let body = json!({"customerId": customer, "paymentDate": day, "paidAmount": 1,
                "paymentType": "BankTransfer", "allocatedInvoicePayments": []});
            admin.post(&format!("{PAYMENTS}/createpayment"), body).await
        };
        for (sent, day) in [
            ("2026-11-28T02:00:00.000Z", "2026-11-28"),
            ("2026-11-28T14:00:00.000Z", "2026-11-29"),
            ("2026-11-28T23:30:00", "2026-11-28"),
            ("2026-11-28", "2026-11-28"),
        ] {
            assert_eq!(
                pay(sent).await.result()["payment"]["paymentDate"],
                day,
                "{sent}"
            );
        }
        for wild in ["1999-01-01", "-0001-01-01", "+12026-01-01", "9999-12-31"] {
            assert_eq!(pay(wild).await.invalid_members(), ["paymentDate"], "{wild}");
        }
        let id = post_invoice(&admin, customer, 10.0).await;
        let advice = async |day: &str| {
            let body = json!({"customerId": customer, "paymentDate": day,
                "invoicePayments": [{"invoiceId": id, "amount": 1}]});
            admin
                .post(&format!("{PAYMENTS}/createremittanceadvice"), body)
                .await
        };
        assert_eq!(
            advice("1999-01-01").await.invalid_members(),
            ["paymentDate"]
        );
        advice("2026-11-28T02:00:00.000Z").await.result();
        let path = format!(
            "/api/finance/customer/GetFinanceStatement?customerId={customer}\
            &fromDate=2026-11-27T13:00:00.000Z&toDate=2026-11-29T12:59:59.999Z"
        );
        let statement = admin.get(&path).await.result();
        assert_eq!(
            (&statement["fromDate"], &statement["toDate"]),
            (&json!("2026-11-28"), &json!("2026-11-29"))
        );
        let holidays = json!({"bookings": {"holidays": ["2026-12-24T13:00:00.000Z"]}});
        given::change_settings(&kit, holidays).await;
        let settings = admin
            .get("/api/core/tenantsettings/getallsettings")
            .await
            .result();
        assert_eq!(settings["bookings"]["holidays"], json!(["2026-12-25"]));
    });
}

#[test]
fn the_last_day_of_terms_can_be_open() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let fee = json!({"fee": {"name": "Storage", "feeType": "Storage", "applyOn": "ScanEvent", "calcMethod": "Fixed",
            "effectiveDate": "2026-01-01", "expireDate": "9999-12-31T00:00:00"}});
        let path = "/api/finance/fee/createorupdatefee";
        let fee = admin.post(path, fee).await.result()["fee"].clone();
        assert_eq!(
            (&fee["effectiveDate"], &fee["expireDate"]),
            (&json!("2026-01-01"), &Value::Null)
        );
        let own_body = json!({"customerFee": {"feeId": fee["id"], "customerId": customer, "expireDate": "9999-12-31",
            "feeRates": [{"order": 1, "basic": 0, "break": null, "rate": 3}]}});
        let own = admin
            .post("/api/finance/fee/assigncustomerfee", own_body)
            .await
            .result()["customerFee"]
            .clone();
        assert_eq!(own["expireDate"], Value::Null);
        let code = json!({"promoCode": {"code": "SPRING", "rate": {"calcMethod": "Percentage", "value": 5},
            "startDate": "2026-09-01", "endDate": "9999-12-31"}});
        let path = "/api/booking/promocode/createorupdatepromocode";
        assert_eq!(
            admin.post(path, code).await.result()["promoCode"]["endDate"],
            Value::Null
        );
        let wild = json!({"fee": {"id": fee["id"], "rowVersion": fee["rowVersion"], "expireDate": "2101-01-01"}});
        let refused = admin.post("/api/finance/fee/createorupdatefee", wild).await;
        assert_eq!(refused.invalid_members(), ["fee.expireDate"]);
    });
}

#[test]
fn sums_of_the_largest_amounts_hold() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let make = async |lines: Value| {
            let body = json!({"customerId": customer, "adhocInvoice": {"invoiceLines": lines}});
            admin
                .post("/api/finance/invoice/GenerateAdhocInvoice", body)
                .await
        };
        let line =
            |net: i64| json!({"description": "Storage", "taxExclusiveAmount": net, "tax": 0});
        let refused = make(json!([line(499_999_999_999_500)])).await;
        assert_eq!(
            refused.invalid_members(),
            ["adhocInvoice.invoiceLines[0].taxExclusiveAmount"]
        );
        let refused = make(json!(vec![line(9_000_000_000); 2])).await;
        assert_eq!(
            refused.invalid_members(),
            ["adhocInvoice.invoiceLines"],
            "the lines come to more together"
        );
        for _ in 0..3 {
            let id = make(json!([line(10_000_000_000)])).await.result()["invoice"]["id"].clone();
            for operation in ["Close", "Approve", "Post"] {
                assert_eq!(
                    super::process(&admin, operation, &id).await["success"],
                    true,
                    "{operation}"
                );
            }
            assert_eq!(invoice(&admin, &id).await["status"], "Posted");
        }
        let aged = admin
            .get("/api/finance/customer/getagedreceivables")
            .await
            .result();
        assert_eq!(cents(&aged["totals"]["total"]), 3_000_000_000_000);
        let pay = json!({"customerId": customer, "paymentDate": "2026-03-01", "paidAmount": 10_000_000_001_i64});
        let refused = admin.post(&format!("{PAYMENTS}/createpayment"), pay).await;
        assert_eq!(refused.invalid_members(), ["paidAmount"]);
        let path = "/api/finance/invoice/getinvoices?filter=amount%20gt%2099999999999999999";
        admin.get(path).await.expect_error(400);
    });
}
