//! Surcharges that go back with their payments: chargebacks, and refunds made at the provider.

use data::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::super::{card_events::deliver, ledger::balance, post_invoice};
use super::{BASE, is_proven, nonce, share};

async fn set_surcharge(admin: &Client) {
    admin
        .put(
            "/api/core/tenantsettings/updateallsettings",
            json!({"cardPayment": {"surcharges": [{"percent": 1.1}]}}),
        )
        .await
        .result();
}

/// Pays an invoice over 110 by card, with a surcharge of 1.21 including tax.
async fn pay_invoice(admin: &Client, customer: CustomerId) -> (Value, Value) {
    let id = post_invoice(admin, customer, 100.0).await;
    let body = json!({"customerId": customer, "amount": 110, "paymentNonce": nonce("card"),
        "cardType": "visa", "allocatedInvoicePayments": share(&id, 110.0)});
    let paid = admin
        .post(&format!("{BASE}/createCreditCardPayment"), body)
        .await
        .result();
    (id, paid)
}

/// Surcharge, tax and cash.
async fn balances(admin: &Client) -> [i64; 3] {
    [
        balance(admin, "Surcharge").await,
        balance(admin, "Tax").await,
        balance(admin, "Cash").await,
    ]
}

#[test]
fn a_chargeback_takes_the_surcharge_back() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::stripe(&admin).await;
        set_surcharge(&admin).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (_, paid) = pay_invoice(&admin, customer).await;
        assert_eq!(balances(&admin).await, [-110, -1_011, 11_121]);
        let body = json!({"paymentId": paid["payment"]["id"]});
        admin
            .post(&format!("{BASE}/reversepayment"), body)
            .await
            .result();
        assert_eq!(balances(&admin).await, [0, -1_000, 0]);
        assert_eq!(balance(&admin, "Receivable").await, 11_000);
        assert!(is_proven(&admin).await);
    });
}

#[test]
fn a_whole_refund_at_the_provider_takes_the_surcharge_back_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let key = given::stripe(&admin).await;
        set_surcharge(&admin).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        for (through_us, tax) in [(true, -1_000), (false, -2_000)] {
            let (id, paid) = pay_invoice(&admin, customer).await;
            let payment = &paid["payment"]["id"];
            let intent = paid["transactionInfo"]["transactionId"].as_str().unwrap();
            let mut remaining = 11_121;
            if through_us {
                let body = json!({"paymentId": payment, "amount": 110, "invoiceId": id});
                admin
                    .post(&format!("{BASE}/refundpayment"), body)
                    .await
                    .result();
                assert_eq!(balances(&admin).await, [-110, tax - 11, 121]);
                remaining = 121;
            }
            for amount in [remaining, 0] {
                let event = kit.stripe().refund(&key, intent, amount);
                assert_eq!(deliver(&kit, &event).await, 202);
                assert_eq!(balances(&admin).await, [0, tax, 0]);
            }
            let body = json!({ "paymentId": payment });
            let reversed = admin.post(&format!("{BASE}/reversepayment"), body).await;
            reversed.expect_error_code(5110);
        }
        let entries = admin
            .get("/api/finance/ledger/getentries?account=Surcharge")
            .await
            .result();
        assert_eq!(entries["totalCount"], 4, "{entries}");
        assert!(is_proven(&admin).await);
    });
}
