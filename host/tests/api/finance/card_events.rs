//! Payment webhooks: signed, repeated, out of order; disputes and refunds made at the provider.

use axum::http::Method;
use chrono::{TimeDelta, Utc};
use data::ids::CustomerId;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use stand_ins::cards::Fault;
use testkit::{ApiResponse, Client, Kit, given, on_both};

use super::{
    cards::{nonce, pay, share, transactions},
    cents, invoice,
    ledger::balance,
    post_invoice,
};

const EVENTS: &str = "/api/plugins/stripe/events";

fn signature(secret: &str, seconds: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{seconds}.{body}").as_bytes());
    format!(
        "t={seconds},v1={}",
        hex::encode(mac.finalize().into_bytes())
    )
}

async fn send(kit: &Kit, signature: &str, body: &str) -> ApiResponse {
    let guest = kit.guest().with_header("stripe-signature", signature);
    guest
        .send(
            Method::POST,
            EVENTS,
            Some(("application/json", body.as_bytes().to_vec())),
        )
        .await
}

pub(super) async fn deliver(kit: &Kit, event: &Value) -> u16 {
    let body = event.to_string();
    let status = send(
        kit,
        &signature(given::STRIPE_WEBHOOK_SECRET, Utc::now().timestamp(), &body),
        &body,
    )
    .await
    .status;
    kit.drain_jobs().await;
    status.as_u16()
}

struct PaidInvoice {
    key: String,
    invoice: Value,
    /// Stripe id.
    intent: String,
}

/// Creates an invoice over 110 paid with 120 by card.
async fn pay_invoice(kit: &Kit, admin: &Client) -> PaidInvoice {
    let key = given::stripe(admin).await;
    let customer: CustomerId = given::customer(kit, "Bluegum Wines").await;
    let id = post_invoice(admin, customer, 100.0).await;
    pay(admin, customer, 120.0, &nonce("card"), share(&id, 110.0))
        .await
        .result();
    let intent = kit.stripe().intents(&key)[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    PaidInvoice {
        key,
        invoice: id,
        intent,
    }
}

#[test]
fn only_what_stripe_has_signed_just_now_is_taken() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let paid = pay_invoice(&kit, &admin).await;
        let body = kit
            .stripe()
            .refund(&paid.key, &paid.intent, 500)
            .to_string();
        let now = Utc::now().timestamp();
        let old = (Utc::now() - TimeDelta::minutes(6)).timestamp();
        for wrong in [
            String::new(),
            signature("whsec_of-another", now, &body),
            signature(given::STRIPE_WEBHOOK_SECRET, now, "{}"),
            signature(given::STRIPE_WEBHOOK_SECRET, old, &body),
        ] {
            assert_eq!(send(&kit, &wrong, &body).await.status, 401, "{wrong}");
        }
        kit.drain_jobs().await;
        let card_payments = transactions(&admin, "").await;
        assert_eq!(cents(&card_payments[0]["transaction"]["refundedAmount"]), 0);
        let right = signature(given::STRIPE_WEBHOOK_SECRET, now, &body);
        assert_eq!(send(&kit, &right, &body).await.status, 202);
        assert_eq!(send(&kit, &right, &body).await.status, 200, "told twice");
    });
}

#[test]
fn a_refund_made_there_is_booked_here_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let paid = pay_invoice(&kit, &admin).await;
        let event = kit.stripe().refund(&paid.key, &paid.intent, 3_000);
        assert_eq!(deliver(&kit, &event).await, 202);
        assert_eq!(deliver(&kit, &event).await, 200);
        // The same fact in another event, and an older event arriving late.
        assert_eq!(
            deliver(&kit, &kit.stripe().refund(&paid.key, &paid.intent, 0)).await,
            202
        );
        assert_eq!(
            deliver(&kit, &kit.stripe().created(&paid.key, &paid.intent)).await,
            202
        );
        let card_payments = transactions(&admin, "").await;
        assert_eq!(
            cents(&card_payments[0]["transaction"]["refundedAmount"]),
            3_000
        );
        let open = invoice(&admin, &paid.invoice).await;
        assert_eq!(
            (&open["status"], cents(&open["outstandingAmount"])),
            (&json!("PartiallyPaid"), 2_000)
        );
        let proof = admin.get("/api/finance/ledger/getproof").await.result();
        assert_eq!(proof["isProven"], true, "{proof}");
    });
}

#[test]
fn a_dispute_stands_where_the_provider_says_whatever_comes_first() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let paid = pay_invoice(&kit, &admin).await;
        let created = kit
            .stripe()
            .dispute(&paid.key, &paid.intent, "needs_response");
        let closed = kit.stripe().dispute(&paid.key, &paid.intent, "lost");
        for event in [&closed, &created] {
            assert_eq!(deliver(&kit, event).await, 202);
            let card_payments = transactions(&admin, "filter=disputeStatus eq 'lost'").await;
            assert_eq!(card_payments.len(), 1);
        }
    });
}

#[test]
fn a_chargeback_takes_what_was_not_refunded() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let paid = pay_invoice(&kit, &admin).await;
        let payment = transactions(&admin, "").await[0]["paymentId"].clone();
        let refund = json!({"paymentId": payment, "amount": 20, "invoiceId": paid.invoice});
        admin
            .post("/api/finance/payment/refundpayment", refund)
            .await
            .result();
        let lost = kit.stripe().dispute(&paid.key, &paid.intent, "lost");
        assert_eq!(deliver(&kit, &lost).await, 202);
        let reverse = async || {
            let body = json!({ "paymentId": payment });
            admin
                .post("/api/finance/payment/reversepayment", body)
                .await
        };
        let back = reverse().await.result()["payment"].clone();
        let parts: Vec<i64> = back["paymentDetails"]
            .as_array()
            .unwrap()
            .iter()
            .map(|part| cents(&part["amount"]))
            .collect();
        assert_eq!(parts, [2_000, 10_000]);
        assert_eq!(cents(&back["refundedAmount"]), 2_000);

        // Reports after the reversal change nothing.
        let event = kit.stripe().refund(&paid.key, &paid.intent, 1_000);
        assert_eq!(deliver(&kit, &event).await, 202);
        reverse().await.expect_error_code(5110);
        let open = invoice(&admin, &paid.invoice).await;
        assert_eq!(
            (&open["status"], cents(&open["outstandingAmount"])),
            (&json!("Posted"), 11_000)
        );
        assert_eq!(
            (
                balance(&admin, "Cash").await,
                balance(&admin, "Unapplied").await,
                balance(&admin, "Receivable").await
            ),
            (0, 0, 11_000)
        );
        let proof = admin.get("/api/finance/ledger/getproof").await.result();
        assert_eq!(proof["isProven"], true, "{proof}");
    });
}

#[test]
fn what_was_under_way_is_paid_when_the_provider_tells() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let key = given::stripe(&admin).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        pay(
            &admin,
            customer,
            110.0,
            &nonce("Processing"),
            share(&id, 110.0),
        )
        .await
        .expect_error_code(5143);
        assert_eq!(
            transactions(&admin, "").await[0]["transaction"]["status"],
            "Pending"
        );
        let intent = kit.stripe().intents(&key)[0]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        let event = kit.stripe().succeed(&key, &intent);
        // The provider is down when the event is processed, so it is retried.
        kit.stripe()
            .fail(&key, "GET /v1/payment_intents/", Fault::Status(500));
        assert_eq!(deliver(&kit, &event).await, 202);
        assert_eq!(
            deliver(&kit, &kit.stripe().succeed(&key, &intent)).await,
            202
        );
        assert_eq!(invoice(&admin, &id).await["status"], "Paid");
        assert_eq!(kit.stripe().intents(&key).len(), 1);
    });
}

#[test]
fn braintree_charges_refunds_and_tells() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let keys = given::braintree(&admin).await;
        let key = kit
            .guest()
            .get("/api/core/tenantsettings/getbraintreetokenizationkey")
            .await
            .result();
        assert!(
            key["tokenizationKey"].as_str().unwrap().starts_with("eyJ"),
            "{key}"
        );
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let once = format!("nonce-{}", uuid::Uuid::now_v7().simple());
        let paid = pay(&admin, customer, 110.0, &once, share(&id, 110.0))
            .await
            .result();
        assert_eq!(paid["transactionInfo"]["payment"]["cardType"], "visa");
        let transaction = kit.braintree().transactions(&keys)[0]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        kit.braintree().settle(&keys);
        let send = async |body: String| {
            let form = Some(("application/x-www-form-urlencoded", body.into_bytes()));
            kit.guest()
                .send(Method::POST, "/api/plugins/braintree/events", form)
                .await
                .status
                .as_u16()
        };
        let settled = kit
            .braintree()
            .notification(&keys, "transaction_settled", &transaction);
        assert_eq!(send(settled.clone()).await, 200);
        assert_eq!(
            transactions(&admin, "").await[0]["transaction"]["status"],
            "Settled"
        );
        assert_eq!(
            send(settled.replace("bt_payload=", "bt_payload=PG")).await,
            401
        );
        assert_eq!(send(String::new()).await, 401);

        let refund = json!({"paymentId": paid["payment"]["id"], "amount": 20, "invoiceId": id});
        admin
            .post("/api/finance/payment/refundpayment", refund)
            .await
            .result();
        kit.braintree().dispute(&keys, &transaction, "OPEN");
        assert_eq!(
            send(
                kit.braintree()
                    .notification(&keys, "dispute_opened", &transaction)
            )
            .await,
            200
        );
        let card_payments = transactions(&admin, "").await[0]["transaction"].clone();
        assert_eq!(
            (
                &card_payments["disputeStatus"],
                cents(&card_payments["refundedAmount"])
            ),
            (&json!("open"), 2_000)
        );
        assert_eq!(
            cents(&invoice(&admin, &id).await["outstandingAmount"]),
            2_000
        );
    });
}
