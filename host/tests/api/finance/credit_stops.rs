//! Credit stops that staff end or repeat, and the minimum amount of reminders in other currencies.

use chrono::Utc;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{
    cents,
    dunning::{notices, post_overdue_invoice, run_nightly, set, status},
};

async fn change_customer(admin: &Client, change: Value) {
    admin
        .post(
            "/api/customer/customer/createorupdatecustomer",
            json!({ "customer": change }),
        )
        .await
        .result();
}

#[test]
fn a_stop_that_staff_have_ended_lifts_no_later_one() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let overdue = post_overdue_invoice(&admin, customer, 100, 60).await;
        let steps = json!([{"name": "Stop", "daysOverdue": 45, "stopsCredit": true}]);
        set(
            &admin,
            json!({"dunning": {"isActive": true, "steps": steps}}),
        )
        .await
        .result();
        run_nightly(&kit).await;
        assert_eq!(status(&admin, customer).await, "CreditStop");

        for by_staff in ["Active", "CreditStop"] {
            let change = json!({"id": customer, "accountStatus": by_staff});
            change_customer(&admin, change).await;
            kit.drain_jobs().await;
            assert_eq!(status(&admin, customer).await, by_staff);
        }
        let shares = json!([{"invoiceId": overdue, "amount": 110}]);
        let body = json!({"customerId": customer, "paymentDate": Utc::now().date_naive(),
            "paidAmount": 110, "allocatedInvoicePayments": shares});
        admin
            .post("/api/finance/payment/createpayment", body)
            .await
            .result();
        run_nightly(&kit).await;
        assert_eq!(status(&admin, customer).await, "CreditStop");
    });
}

#[test]
fn the_minimum_amount_is_in_the_base_currency() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let factors = json!([{"currency": "JPY", "factor": 100}]);
        given::change_settings(&kit, json!({"currency": {"factors": factors}})).await;
        let customer = given::customer(&kit, "Umi Trading").await;
        change_customer(&admin, json!({"id": customer, "currency": "JPY"})).await;
        let steps = json!([{"name": "First", "daysOverdue": 7}]);
        set(
            &admin,
            json!({"dunning": {"isActive": true, "minimumAmount": 50, "steps": steps}}),
        )
        .await
        .result();
        post_overdue_invoice(&admin, customer, 1_000, 30).await;
        run_nightly(&kit).await;
        let sent = notices(&admin).await;
        assert!(sent.is_empty(), "1100 yen are 11 dollars: {sent:?}");

        post_overdue_invoice(&admin, customer, 10_000, 30).await;
        run_nightly(&kit).await;
        let sent = notices(&admin).await;
        assert_eq!(sent.len(), 1, "{sent:?}");
        assert_eq!(
            (cents(&sent[0]["amount"]), &sent[0]["currency"]),
            (1_210_000, &json!("JPY"))
        );
    });
}
