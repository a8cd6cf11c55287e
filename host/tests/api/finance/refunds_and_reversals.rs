//! Payments allocated, refunded and reversed later, also concurrently, and their statements.

use data::ids::CustomerId;
use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{ApiResponse, Client, given, on_both};

use super::{cents, invoice, post_invoice};

const BASE: &str = "/api/finance/payment";

async fn create_payment(admin: &Client, customer: CustomerId, amount: f64, shares: Value) -> Value {
    let body = json!({"customerId": customer, "paymentDate": "2026-03-01", "paidAmount": amount,
        "allocatedInvoicePayments": shares});
    admin
        .post(&format!("{BASE}/createpayment"), body)
        .await
        .result()["payment"]["id"]
        .clone()
}

async fn call(client: &Client, name: &str, payment: &Value, more: Value) -> ApiResponse {
    let mut body = json!({ "paymentId": payment });
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    client.post(&format!("{BASE}/{name}"), body).await
}

fn share(id: &Value, amount: f64) -> Value {
    json!([{"invoiceId": id, "amount": amount}])
}

async fn statement(admin: &Client, customer: CustomerId) -> Value {
    let days = "fromDate=2026-04-01&toDate=2026-04-30";
    let path = format!("/api/finance/customer/GetFinanceStatement?customerId={customer}&{days}");
    admin.get(&path).await.result()
}

#[test]
fn what_is_left_of_a_payment_pays_invoices_later() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let payment = create_payment(&admin, customer, 100.0, json!([])).await;
        let first = post_invoice(&admin, customer, 50.0).await;
        let allocate = async |shares: Value| {
            call(
                &admin,
                "allocatepayment",
                &payment,
                json!({"allocatedInvoicePayments": shares}),
            )
            .await
        };
        let now = allocate(share(&first, 55.0)).await.result()["payment"].clone();
        assert_eq!(cents(&now["unallocatedAmount"]), 4_500);
        assert_eq!(invoice(&admin, &first).await["status"], "Paid");
        assert_eq!(
            allocate(json!([])).await.invalid_members(),
            ["allocatedInvoicePayments"]
        );
        let second = post_invoice(&admin, customer, 50.0).await;
        assert_eq!(
            allocate(share(&second, 45.01)).await.invalid_members(),
            ["allocatedInvoicePayments"]
        );
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = post_invoice(&admin, other, 10.0).await;
        assert_eq!(
            allocate(share(&theirs, 1.0)).await.invalid_members(),
            ["allocatedInvoicePayments"]
        );

        let answers = join_all((0..4).map(|_| allocate(share(&second, 45.0)))).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );
        assert_eq!(
            cents(&invoice(&admin, &second).await["outstandingAmount"]),
            1_000
        );
        let outsider = kit.another_tenant().await.user("Admin").await;
        call(&outsider, "refundpayment", &payment, json!({"amount": 1}))
            .await
            .expect_error(404);
        call(&outsider, "reversepayment", &payment, json!({}))
            .await
            .expect_error(404);
    });
}

fn parts(payment: &Value) -> Vec<(&str, i64)> {
    let parts = payment["paymentDetails"].as_array().unwrap().iter();
    parts
        .map(|part| {
            (
                part["paymentDetailType"].as_str().unwrap(),
                cents(&part["amount"]),
            )
        })
        .collect()
}

async fn open_number(admin: &Client, id: &Value) -> Value {
    invoice(admin, id).await["invoiceNumber"].clone()
}

#[test]
fn a_refund_takes_what_is_left_or_what_an_invoice_has() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let payment = create_payment(&admin, customer, 120.0, share(&id, 110.0)).await;
        let refund = async |amount: f64, more: Value| {
            let mut body = json!({"amount": amount, "refundDate": "2026-04-02"});
            body.as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            call(&admin, "refundpayment", &payment, body).await
        };
        assert_eq!(refund(10.01, json!({})).await.invalid_members(), ["amount"]);
        assert_eq!(refund(0.0, json!({})).await.invalid_members(), ["amount"]);
        assert_eq!(
            refund(1.0, json!({"refundDate": "1926-01-01"}))
                .await
                .invalid_members(),
            ["refundDate"]
        );
        let answers =
            join_all((0..4).map(|_| refund(10.0, json!({"note": "Paid too much"})))).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );

        assert_eq!(
            refund(110.01, json!({"invoiceId": id}))
                .await
                .invalid_members(),
            ["amount"]
        );
        let now = refund(60.0, json!({"invoiceId": id})).await.result()["payment"].clone();
        assert_eq!(
            (
                cents(&now["refundedAmount"]),
                cents(&now["unallocatedAmount"])
            ),
            (7_000, 0)
        );
        let kinds: Vec<&Value> = now["paymentDetails"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| &one["paymentDetailType"])
            .collect();
        assert_eq!(kinds, ["Invoice", "Refund", "Refund"]);
        assert_eq!(
            parts(&now),
            [("Invoice", 5_000), ("Refund", 1_000), ("Refund", 6_000)]
        );
        assert_eq!(
            now["paymentDetails"][0]["description"],
            open_number(&admin, &id).await
        );
        let open = invoice(&admin, &id).await;
        assert_eq!(
            (&open["status"], cents(&open["outstandingAmount"])),
            (&json!("PartiallyPaid"), 6_000)
        );
        call(&admin, "reversepayment", &payment, json!({}))
            .await
            .expect_error(400);

        let account_statement = statement(&admin, customer).await;
        let charges: Vec<(&str, i64)> = account_statement["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| (item["txnType"].as_str().unwrap(), cents(&item["charges"])))
            .filter(|(kind, _)| *kind != "Invoice")
            .collect();
        assert_eq!(charges, [("Refund", 1_000), ("Refund", 6_000)]);
    });
}

#[test]
fn a_bounced_payment_opens_its_invoices_again_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (first, second) = (
            post_invoice(&admin, customer, 100.0).await,
            post_invoice(&admin, customer, 50.0).await,
        );
        let user = kit.customer_user(customer).await;
        let advice = json!({"paymentDate": "2026-03-01", "invoicePayments":
            [{"invoiceId": first, "amount": 110}, {"invoiceId": second, "amount": 55}]});
        let number = user
            .post(&format!("{BASE}/createremittanceadvice"), advice)
            .await
            .result();
        let body = json!({"paymentDate": "2026-03-01", "paidAmount": 140, "paymentType": "Cheque",
            "remittanceNumber": number["remittanceNumber"]});
        let created = admin
            .post(&format!("{BASE}/createpayment"), body)
            .await
            .result();
        let payment = created["payment"]["id"].clone();
        call(&user, "reversepayment", &payment, json!({}))
            .await
            .expect_error(403);

        let bounce = json!({"reversalDate": "2026-04-03", "note": "The cheque was not honoured"});
        let answers =
            join_all((0..4).map(|_| call(&admin, "reversepayment", &payment, bounce.clone())))
                .await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );
        for (id, outstanding) in [(&first, 11_000), (&second, 5_500)] {
            let open = invoice(&admin, id).await;
            assert_eq!(
                (&open["status"], cents(&open["outstandingAmount"])),
                (&json!("Posted"), outstanding)
            );
        }
        let listed = user
            .get(&format!("{BASE}/GetRemittanceAdvices"))
            .await
            .result();
        assert_eq!(listed["items"][0]["status"], "Pending");
        let delete_path =
            admin.get(&format!("{BASE}/getpayments")).await.result()["items"][0].clone();
        assert_eq!(
            (
                &delete_path["reversedDate"],
                cents(&delete_path["unallocatedAmount"])
            ),
            (&json!("2026-04-03"), 0)
        );
        let account_statement = statement(&admin, customer).await;
        let back = account_statement["items"]
            .as_array()
            .unwrap()
            .iter()
            .find(|item| item["description"] == "The cheque was not honoured")
            .cloned();
        let back = back.unwrap();
        assert_eq!(
            (cents(&back["charges"]), &back["txnType"]),
            (14_000, &json!("Refund"))
        );
        assert_eq!(
            parts(&created["payment"]),
            [("Invoice", 11_000), ("Invoice", 3_000)]
        );
        assert_eq!(
            parts(&delete_path),
            [("Refund", 14_000)],
            "all words are of the list"
        );
        let shares = share(&first, 1.0);
        let answer = call(
            &admin,
            "allocatepayment",
            &payment,
            json!({"allocatedInvoicePayments": shares}),
        )
        .await;
        answer.expect_error(400);
        call(&admin, "refundpayment", &payment, json!({"amount": 1}))
            .await
            .expect_error(400);
    });
}

#[test]
fn a_cancelled_advice_stays_cancelled_when_its_payment_goes_back() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let advice = json!({"customerId": customer, "paymentDate": "2026-03-01",
            "invoicePayments": share(&id, 110.0)});
        let number = admin
            .post(&format!("{BASE}/createremittanceadvice"), advice)
            .await
            .result()["remittanceNumber"]
            .clone();
        let body = json!({"paymentDate": "2026-03-01", "paidAmount": 120,
            "remittanceNumber": number});
        let payment = admin
            .post(&format!("{BASE}/createpayment"), body)
            .await
            .result()["payment"]["id"]
            .clone();
        let refund = async |amount: f64| {
            let more = json!({"amount": amount, "invoiceId": id});
            call(&admin, "refundpayment", &payment, more).await.result();
        };
        let status = async || {
            let path = format!("{BASE}/GetRemittanceAdvices");
            admin.get(&path).await.result()["items"][0]["status"].clone()
        };
        refund(110.0).await;
        assert_eq!(status().await, "Pending");
        let number = number.as_str().unwrap();
        let path = format!("{BASE}/deleteremittanceadvice?remittanceNumber={number}");
        admin.delete(&path).await.result();

        let shares = json!({"allocatedInvoicePayments": share(&id, 10.0)});
        call(&admin, "allocatepayment", &payment, shares)
            .await
            .result();
        refund(10.0).await;
        assert_eq!(status().await, "Cancelled");
        assert_eq!(
            cents(&invoice(&admin, &id).await["outstandingAmount"]),
            11_000
        );
    });
}
