//! Card payments through a provider plugin: charged once, validated first, and completed after a
//! lost response.

mod forms;
mod surcharges;

use futures_util::future::join_all;
use serde_json::{Value, json};
use stand_ins::cards::Fault;
use testkit::{ApiResponse, Client, Kit, given, on_both};

use super::{cents, create_ad_hoc, invoice, post_invoice};

const BASE: &str = "/api/finance/payment";
const CHARGE: &str = "POST /v1/payment_intents";

pub fn nonce(kind: &str) -> String {
    format!("pm_{kind}_{}", uuid::Uuid::now_v7().simple())
}

pub async fn pay(
    client: &Client,
    customer: impl serde::Serialize,
    amount: f64,
    nonce: &str,
    shares: Value,
) -> ApiResponse {
    let body = json!({"customerId": customer, "amount": amount, "paymentNonce": nonce, "note": "Freight of March",
        "allocatedInvoicePayments": shares});
    client
        .post(&format!("{BASE}/createCreditCardPayment"), body)
        .await
}

pub fn share(id: &Value, amount: f64) -> Value {
    json!([{"invoiceId": id, "amount": amount}])
}

pub async fn transactions(client: &Client, query: &str) -> Vec<Value> {
    let answer = client
        .get(&format!("{BASE}/gettransactioninfo?{query}"))
        .await
        .result();
    answer["items"].as_array().unwrap().clone()
}

/// The provider is queried again after some seconds.
pub async fn settle(kit: &Kit) {
    tokio::time::sleep(std::time::Duration::from_millis(2300)).await;
    kit.drain_jobs().await;
}

async fn is_proven(admin: &Client) -> bool {
    admin.get("/api/finance/ledger/getproof").await.result()["isProven"] == true
}

fn charges(kit: &Kit, key: &str) -> usize {
    kit.stripe()
        .calls(key)
        .iter()
        .filter(|call| *call == CHARGE)
        .count()
}

#[test]
fn a_customer_pays_its_invoice_by_card() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let key = given::stripe(&admin).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let user = kit.customer_user(customer).await;
        let body = json!({"amount": 120, "paymentNonce": nonce("card"), "allocatedInvoicePayments": share(&id, 110.0)});
        let paid = user
            .post(&format!("{BASE}/createCreditCardPayment"), body)
            .await
            .result();
        let payment = &paid["payment"];
        assert_eq!(
            (
                cents(&payment["paidAmount"]),
                cents(&payment["unallocatedAmount"])
            ),
            (12_000, 1_000)
        );
        assert_eq!(payment["paymentType"], "CreditCard");
        assert_eq!(invoice(&admin, &id).await["status"], "Paid");
        let intents = kit.stripe().intents(&key);
        assert_eq!(
            (
                intents.len(),
                &intents[0]["amount"],
                &intents[0]["currency"]
            ),
            (1, &json!(12_000), &json!("aud"))
        );

        let card_payments = transactions(&user, &format!("invoiceId={id}")).await;
        assert_eq!(card_payments.len(), 1);
        let (one, info) = (&card_payments[0], &card_payments[0]["transaction"]);
        assert_eq!(
            (&one["transactionId"], &one["paymentId"], &one["invoiceId"]),
            (&intents[0]["id"], &payment["id"], &id)
        );
        assert_eq!(
            (&info["status"], cents(&info["amount"])),
            (&json!("SubmittedForSettlement"), 12_000)
        );
        assert_eq!(
            (&info["merchant"], &info["authorizationCode"]),
            (&json!("stripe"), &json!("123456"))
        );
        let card = json!({"paymentType": "CreditCard", "cardType": "visa", "cardHolderName": "Kim Doe", "cardEndsWith": "4242"});
        assert_eq!(one["payment"], card);
        assert_eq!(one["customer"]["name"], "Bluegum Wines");
        let by_id = format!("transactionId={}", intents[0]["id"].as_str().unwrap());
        assert_eq!(transactions(&admin, &by_id).await.len(), 1);
        assert_eq!(
            transactions(&admin, &format!("paymentId={}", payment["id"]))
                .await
                .len(),
            1
        );
        assert_eq!(
            transactions(&admin, "filter=status eq 'Settled'")
                .await
                .len(),
            0
        );
        let outsider = kit
            .customer_user(given::customer(&kit, "Wattle Works").await)
            .await;
        assert_eq!(transactions(&outsider, "").await.len(), 0);
        assert!(is_proven(&admin).await);
    });
}

#[test]
fn what_is_wrong_is_refused_before_the_charge() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        pay(&admin, customer, 110.0, "pm_1", share(&id, 110.0))
            .await
            .expect_error_code(5140);
        let key = given::stripe(&admin).await;
        let draft = create_ad_hoc(&admin, customer, 10.0).await["id"].clone();
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = post_invoice(&admin, other, 10.0).await;
        let members = async |amount: f64, nonce: &str, shares: Value| {
            pay(&admin, customer, amount, nonce, shares)
                .await
                .invalid_members()
        };
        let at = |place: &str| format!("allocatedInvoicePayments{place}");
        assert_eq!(
            members(200.0, "pm_1", share(&id, 110.01)).await,
            [at("[0].amount")]
        );
        assert_eq!(
            members(200.0, "pm_1", share(&draft, 1.0)).await,
            [at("[0].invoiceId")]
        );
        assert_eq!(
            members(200.0, "pm_1", share(&theirs, 1.0)).await,
            [at("[0].invoiceId")]
        );
        assert_eq!(members(100.0, "pm_1", share(&id, 110.0)).await, [at("")]);
        assert_eq!(
            members(0.0, " ", json!([])).await,
            ["amount", "paymentNonce"]
        );
        assert_eq!(
            members(1.001, &"x".repeat(2049), json!([])).await,
            ["amount", "paymentNonce"]
        );
        let user = kit.customer_user(customer).await;
        pay(&user, customer, 11.0, "pm_1", share(&theirs, 11.0))
            .await
            .expect_error(404);
        pay(&user, other, 11.0, "pm_1", json!([]))
            .await
            .expect_error(404);
        assert!(
            kit.stripe().calls(&key).is_empty(),
            "{:?}",
            kit.stripe().calls(&key)
        );

        let once = nonce("card");
        pay(&user, customer, 110.0, &once, share(&id, 110.0))
            .await
            .result();
        assert_eq!(
            members(1.0, &nonce("card"), share(&id, 1.0)).await,
            [at("[0].invoiceId")]
        );
        pay(&user, customer, 5.0, &once, json!([]))
            .await
            .expect_error_code(5144);
        assert_eq!(charges(&kit, &key), 1);
        admin
            .post("/api/plugins/disableplugin", json!({"id": "stripe"}))
            .await
            .result();
        pay(&user, customer, 5.0, &nonce("card"), json!([]))
            .await
            .expect_error_code(5140);
    });
}

#[test]
fn a_declined_card_pays_nothing_and_says_why() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::stripe(&admin).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let declined = pay(
            &admin,
            customer,
            110.0,
            &nonce("InsufficientFunds"),
            share(&id, 110.0),
        )
        .await;
        assert_eq!(
            declined.expect_error_code(5141),
            "The card was declined: Your card was declined."
        );
        pay(
            &admin,
            customer,
            110.0,
            &nonce("Blocked"),
            share(&id, 110.0),
        )
        .await
        .expect_error_code(5141);
        assert_eq!(
            cents(&invoice(&admin, &id).await["outstandingAmount"]),
            11_000
        );
        let card_payments = transactions(&admin, "sorting=id").await;
        let status = |at: usize| card_payments[at]["transaction"]["status"].clone();
        assert_eq!(
            (status(0), status(1)),
            (json!("ProcessorDeclined"), json!("GatewayRejected"))
        );
        assert_eq!(
            card_payments[0]["transaction"]["declineCode"],
            "insufficient_funds"
        );
        pay(&admin, customer, 110.0, &nonce("card"), share(&id, 110.0))
            .await
            .result();
        assert!(is_proven(&admin).await);
    });
}

#[test]
fn a_lost_answer_is_found_by_our_reference_and_charged_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let key = given::stripe(&admin).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        for (fault, asked) in [
            (Fault::LoseResponse, 1),
            (Fault::Drop, 2),
            (Fault::Status(503), 2),
        ] {
            let (id, before) = (
                post_invoice(&admin, customer, 100.0).await,
                charges(&kit, &key),
            );
            kit.stripe().fail(&key, CHARGE, fault);
            pay(&admin, customer, 110.0, &nonce("card"), share(&id, 110.0))
                .await
                .expect_error_code(5143);
            assert_eq!(
                cents(&invoice(&admin, &id).await["outstandingAmount"]),
                11_000
            );
            let repeat = pay(&admin, customer, 110.0, &nonce("card"), share(&id, 110.0)).await;
            repeat.expect_error_code(5145);
            settle(&kit).await;
            assert_eq!(invoice(&admin, &id).await["status"], "Paid", "{fault:?}");
            assert_eq!(charges(&kit, &key) - before, asked, "{fault:?}");
        }
        assert_eq!(kit.stripe().intents(&key).len(), 3);
        assert!(is_proven(&admin).await);
    });
}

#[test]
fn one_card_form_sent_many_times_at_once_is_charged_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let key = given::stripe(&admin).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let nonce = nonce("card");
        let answers =
            join_all((0..6).map(|_| pay(&admin, customer, 110.0, &nonce, share(&id, 110.0)))).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );
        assert_eq!(kit.stripe().intents(&key).len(), 1);
        assert_eq!(
            invoice(&admin, &id).await["invoicePayments"]
                .as_array()
                .unwrap()
                .len(),
            1
        );
    });
}

#[test]
fn a_refund_goes_through_the_provider_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let key = given::stripe(&admin).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let paid = pay(&admin, customer, 120.0, &nonce("card"), share(&id, 110.0))
            .await
            .result()["payment"]["id"]
            .clone();
        let refund = async |amount: f64, invoice: Value| {
            let body = json!({"paymentId": paid, "amount": amount, "invoiceId": invoice});
            admin.post(&format!("{BASE}/refundpayment"), body).await
        };
        assert_eq!(
            refund(10.01, Value::Null).await.invalid_members(),
            ["amount"]
        );
        let back = refund(10.0, Value::Null).await.result()["payment"].clone();
        assert_eq!(
            (
                cents(&back["refundedAmount"]),
                cents(&back["unallocatedAmount"])
            ),
            (1_000, 0)
        );
        kit.stripe()
            .fail(&key, "POST /v1/refunds", Fault::LoseResponse);
        refund(50.0, id.clone()).await.expect_error_code(5143);
        refund(50.0, id.clone()).await.expect_error_code(5145);
        assert_eq!(cents(&invoice(&admin, &id).await["outstandingAmount"]), 0);
        settle(&kit).await;
        let part = invoice(&admin, &id).await;
        assert_eq!(
            (&part["status"], cents(&part["outstandingAmount"])),
            (&json!("PartiallyPaid"), 5_000)
        );
        assert_eq!(
            kit.stripe().intents(&key)[0]["latest_charge"]["amount_refunded"],
            6_000
        );
        let card_payments = transactions(&admin, "").await;
        assert_eq!(
            cents(&card_payments[0]["transaction"]["refundedAmount"]),
            6_000
        );
        assert!(is_proven(&admin).await);
    });
}

#[test]
fn a_former_provider_never_gets_its_successors_key() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let key = given::stripe(&admin).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let paid = pay(&admin, customer, 120.0, &nonce("card"), json!([]))
            .await
            .result()["payment"]["id"]
            .clone();
        let refund = async || {
            let body = json!({"paymentId": paid, "amount": 20, "invoiceId": null});
            admin.post(&format!("{BASE}/refundpayment"), body).await
        };
        let choose = async |provider: &str, key: &str| {
            let card = json!({"provider": provider, "merchantId": "bluegum", "publicKey": "p",
                "privateKey": key});
            admin
                .put(
                    "/api/core/tenantsettings/updateallsettings",
                    json!({"cardPayment": card}),
                )
                .await
                .result();
        };
        // Stripe's stand-in would take it for another account's key.
        let successors = format!("sk_test_{}", uuid::Uuid::now_v7().simple());
        choose("braintree", &successors).await;
        let refused = refund().await.expect_error_code(5142);
        assert!(refused.contains("stripe is not set up here"), "{refused}");
        for key in [&key, &successors] {
            let refunds = kit.stripe().calls(key);
            assert!(
                !refunds.iter().any(|call| call.contains("refunds")),
                "{refunds:?}"
            );
        }
        let tested = admin
            .post("/api/plugins/testsettings", json!({"id": "stripe"}))
            .await
            .result();
        assert_eq!(tested["ok"], false, "{tested}");
        assert!(kit.stripe().calls(&successors).is_empty());

        choose("stripe", &key).await;
        let back = refund().await.result()["payment"].clone();
        assert_eq!(cents(&back["refundedAmount"]), 2_000);
    });
}

#[test]
fn a_surcharge_by_the_cards_type_is_charged_on_top_and_booked_apart() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::stripe(&admin).await;
        let put_path = "/api/core/tenantsettings/updateallsettings";
        let set = |surcharges: Value| {
            admin.put(put_path, json!({"cardPayment": {"surcharges": surcharges}}))
        };
        let invalid =
            json!([{"cardType": "visa", "percent": 11}, {"cardType": "VISA", "percent": 1}]);
        let at = |place: &str| format!("cardPayment.surcharges{place}");
        assert_eq!(
            set(invalid).await.invalid_members(),
            [at("[0].percent"), at("[1].cardType")]
        );
        set(json!([{"cardType": "American Express", "percent": 2.2}, {"percent": 1.1}]))
            .await
            .result();
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let card = async |card_type: Value, amount: f64| {
            let body = json!({"customerId": customer, "amount": amount, "paymentNonce": nonce("amex"), "cardType": card_type,
                "allocatedInvoicePayments": share(&id, amount)});
            admin
                .post(&format!("{BASE}/createCreditCardPayment"), body)
                .await
        };
        assert_eq!(
            card(Value::Null, 10.0).await.invalid_members(),
            ["cardType"]
        );
        let paid = card(json!("amex"), 100.0).await.result();
        assert_eq!(cents(&paid["payment"]["paidAmount"]), 10_000);
        assert_eq!(cents(&paid["payment"]["surchargeAmount"]), 220);
        assert_eq!(
            cents(&paid["transactionInfo"]["transaction"]["amount"]),
            10_220
        );
        let paid = card(json!("visa"), 10.0).await.result();
        assert_eq!(cents(&paid["payment"]["surchargeAmount"]), 11);
        let balances = admin
            .get("/api/finance/ledger/getbalances")
            .await
            .result()
            .to_string();
        assert!(balances.contains("Surcharge"), "{balances}");
        assert!(is_proven(&admin).await);
    });
}
