//! Remittance advices and payments: partial, excessive, concurrent, and unauthorised.

use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{cents, create_ad_hoc, invoice, post_invoice};

const BASE: &str = "/api/finance/payment";

async fn pay(admin: &Client, paid: f64, more: Value) -> testkit::ApiResponse {
    let mut body = json!({"paymentDate": "2026-03-01", "paidAmount": paid});
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    admin.post(&format!("{BASE}/createpayment"), body).await
}

fn share(id: &Value, amount: f64) -> Value {
    json!({"invoiceId": id, "amount": amount})
}

async fn advice(client: &Client, number: &Value) -> Value {
    let filter = format!("remittanceNumber eq '{}'", number.as_str().unwrap());
    client
        .get(&format!("{BASE}/GetRemittanceAdvices?filter={filter}"))
        .await
        .result()["items"][0]
        .clone()
}

#[test]
fn a_remittance_is_paid_in_two_parts() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (first, second) = (
            post_invoice(&admin, customer, 100.0).await,
            post_invoice(&admin, customer, 50.0).await,
        );
        let user = kit.customer_user(customer).await;
        let body = json!({"paymentDate": "2026-03-01", "note": "For February",
            "invoicePayments": [share(&first, 110.0), share(&second, 55.0)]});
        let created = user
            .post(&format!("{BASE}/createremittanceadvice"), body)
            .await
            .result();
        assert_eq!(cents(&created["totalAmount"]), 16_500);
        let number = created["remittanceNumber"].clone();

        let paid = pay(&admin, 120.0, json!({"remittanceNumber": number}))
            .await
            .result()["payment"]
            .clone();
        assert_eq!(
            (
                cents(&paid["unallocatedAmount"]),
                paid["paymentInvoices"].as_array().unwrap().len()
            ),
            (0, 2)
        );
        assert_eq!(invoice(&admin, &first).await["status"], "Paid");
        let part = invoice(&admin, &second).await;
        assert_eq!(
            (&part["status"], cents(&part["outstandingAmount"])),
            (&json!("PartiallyPaid"), 4_500)
        );
        assert_eq!(cents(&part["invoicePayments"][0]["amount"]), 1_000);
        let now = advice(&user, &number).await;
        assert_eq!(
            (&now["status"], &now["invoiceRemittances"][0]["status"]),
            (&json!("PartiallyPaid"), &json!("Paid"))
        );

        let path = format!(
            "{BASE}/deleteremittanceadvice?remittanceNumber={}",
            number.as_str().unwrap()
        );
        user.delete(&path).await.expect_error(400);
        pay(&admin, 45.0, json!({"remittanceNumber": number}))
            .await
            .result();
        assert_eq!(invoice(&admin, &second).await["status"], "Paid");
        assert_eq!(advice(&admin, &number).await["status"], "Paid");
        pay(&admin, 1.0, json!({"remittanceNumber": number}))
            .await
            .expect_error(400);
        assert_eq!(
            user.get(&format!("{BASE}/getpayments")).await.result()["totalCount"],
            2
        );
    });
}

#[test]
fn an_invoice_is_not_paid_beyond_what_is_outstanding() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let draft = create_ad_hoc(&admin, customer, 10.0).await["id"].clone();
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = post_invoice(&admin, other, 10.0).await;
        let members = async |paid: f64, shares: Value| {
            pay(&admin, paid, json!({"allocatedInvoicePayments": shares}))
                .await
                .invalid_members()
        };
        let at = |place: &str| format!("allocatedInvoicePayments{place}");
        assert_eq!(
            members(200.0, json!([share(&id, 110.01)])).await,
            [at("[0].amount")]
        );
        assert_eq!(
            members(200.0, json!([share(&id, 0.0)])).await,
            [at("[0].amount")]
        );
        assert_eq!(
            members(200.0, json!([share(&id, 1.0), share(&id, 1.0)])).await,
            [at("[1].invoiceId")]
        );
        assert_eq!(
            members(200.0, json!([share(&draft, 1.0)])).await,
            [at("[0].invoiceId")]
        );
        assert_eq!(
            members(200.0, json!([share(&id, 1.0), share(&theirs, 1.0)])).await,
            [at("[1].invoiceId")]
        );
        assert_eq!(members(50.0, json!([share(&id, 60.0)])).await, [at("")]);
        assert_eq!(
            members(0.0, json!([share(&id, 60.0)])).await,
            ["paidAmount"]
        );
        let over = pay(
            &admin,
            120.0,
            json!({"allocatedInvoicePayments": [share(&id, 110.0)]}),
        )
        .await
        .result();
        assert_eq!(cents(&over["payment"]["unallocatedAmount"]), 1_000);
        let outsider = kit.another_tenant().await.user("Admin").await;
        pay(
            &outsider,
            1.0,
            json!({"allocatedInvoicePayments": [share(&theirs, 1.0)]}),
        )
        .await
        .expect_error(404);
        let user = kit.customer_user(customer).await;
        pay(
            &user,
            1.0,
            json!({"allocatedInvoicePayments": [share(&id, 1.0)]}),
        )
        .await
        .expect_error(403);
        let body = json!({"paymentDate": "2026-03-01", "invoicePayments": [share(&theirs, 1.0)]});
        user.post(&format!("{BASE}/createremittanceadvice"), body)
            .await
            .expect_error(404);
    });
}

#[test]
fn two_who_pay_the_same_invoice_pay_it_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let full = || json!({"allocatedInvoicePayments": [share(&id, 110.0)]});
        let answers = join_all((0..6).map(|_| pay(&admin, 110.0, full()))).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );
        let paid = invoice(&admin, &id).await;
        assert_eq!(
            (
                cents(&paid["outstandingAmount"]),
                paid["invoicePayments"].as_array().unwrap().len()
            ),
            (0, 1)
        );
    });
}

#[test]
fn a_remittance_is_cancelled_while_nothing_has_come_in() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let body = json!({"customerId": customer, "paymentDate": "2026-03-01", "invoicePayments": [share(&id, 110.0)]});
        let created = admin
            .post(&format!("{BASE}/createremittanceadvice"), body)
            .await
            .result();
        let number = created["remittanceNumber"].clone();
        let path = format!(
            "{BASE}/deleteremittanceadvice?remittanceNumber={}",
            number.as_str().unwrap()
        );
        kit.another_tenant()
            .await
            .user("Admin")
            .await
            .delete(&path)
            .await
            .expect_error(404);
        let note = br#"{"note": "Sent twice"}"#.to_vec();
        admin
            .send(
                axum::http::Method::DELETE,
                &path,
                Some(("application/json", note)),
            )
            .await
            .result();
        let deleted = advice(&admin, &number).await;
        assert_eq!(
            (&deleted["status"], &deleted["note"]),
            (&json!("Cancelled"), &json!("Sent twice"))
        );
        admin.delete(&path).await.expect_error(400);
        pay(&admin, 110.0, json!({"remittanceNumber": number}))
            .await
            .expect_error(400);
    });
}

#[test]
fn an_amount_under_two_names_is_one_amount() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let shares = |other: f64| json!([{"invoiceId": id, "amount": 20, "paidAmount": other}]);
        let paid = pay(
            &admin,
            20.0,
            json!({"allocatedInvoicePayments": shares(20.0)}),
        )
        .await
        .result();
        assert_eq!(
            cents(&paid["payment"]["paymentInvoices"][0]["amount"]),
            2_000
        );
        let refused = pay(
            &admin,
            20.0,
            json!({"allocatedInvoicePayments": shares(30.0)}),
        )
        .await;
        assert_eq!(
            refused.invalid_members(),
            ["allocatedInvoicePayments[0].paidAmount"]
        );
        let message = refused.json()["error"]["validationErrors"][0]["message"].clone();
        assert_eq!(message, "must be the same as amount: send one of them");
    });
}
