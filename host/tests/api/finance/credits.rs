//! Credit notes: requested, approved by line, applied, printed, and capped by line.

use futures_util::future::join_all;
use kernel::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{ApiResponse, Client, given, on_both};

use super::{cents, create_ad_hoc, invoice, post_invoice, process};

const BASE: &str = "/api/finance/creditnote";

async fn request(client: &Client, invoice: &Value, lines: &[(&Value, f64)]) -> ApiResponse {
    let sum: f64 = lines.iter().map(|(_, amount)| amount).sum();
    let details: Vec<Value> = lines
        .iter()
        .map(
            |(line, amount)| json!({"invoiceDetailId": line, "amount": amount, "note": "Too much"}),
        )
        .collect();
    let path = format!("/api/finance/invoice/getinvoiceforedit?id={invoice}");
    let customer = client.get(&path).await.result()["invoice"]["customerId"].clone();
    let body = json!({"customerId": customer, "invoiceId": invoice, "amount": (sum * 100.0).round() / 100.0,
        "note": "Too much", "details": details});
    client
        .post(&format!("{BASE}/createcreditnoterequest"), body)
        .await
}

async fn decide(client: &Client, operation: &str, note: Value) -> ApiResponse {
    client
        .post(
            &format!("{BASE}/processcreditnoterequest"),
            json!({"operation": operation, "creditNote": note}),
        )
        .await
}

async fn read(client: &Client, id: &Value) -> Value {
    client
        .get(&format!("{BASE}/getcreditnoteforedit?id={id}"))
        .await
        .result()["creditNote"]
        .clone()
}

async fn two_lines(admin: &Client, customer: CustomerId) -> (Value, Value, Value) {
    let lines = json!([{"description": "Storage", "taxExclusiveAmount": 100},
        {"description": "Handling", "taxExclusiveAmount": 50}]);
    let body = json!({"customerId": customer, "adhocInvoice": {"invoiceLines": lines}});
    let created = admin
        .post("/api/finance/invoice/GenerateAdhocInvoice", body)
        .await
        .result()["invoice"]
        .clone();
    for operation in ["Close", "Approve", "Post"] {
        process(admin, operation, &created["id"]).await;
    }
    let line = |at: usize| created["invoiceDetails"][at]["id"].clone();
    (created["id"].clone(), line(0), line(1))
}

#[test]
fn a_request_is_approved_in_part_and_reduces_its_invoice() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (of, first, second) = two_lines(&admin, customer).await;
        let user = kit.customer_user(customer).await;
        let created = request(&user, &of, &[(&first, 55.0), (&second, 11.0)])
            .await
            .result()["creditNote"]
            .clone();
        assert_eq!(
            (&created["status"], &created["creditNoteNumber"]),
            (&json!("Requested"), &json!(null))
        );
        assert_eq!(
            (cents(&created["amount"]), &created["notes"][0]["note"]),
            (6_600, &json!("Too much"))
        );
        let id = created["id"].clone();
        decide(&user, "Approve", json!({ "id": id }))
            .await
            .expect_error(403);
        decide(&admin, "Apply", json!({ "id": id }))
            .await
            .expect_error(400);
        decide(&admin, "Review", json!({ "id": id })).await.result();

        let line = created["details"][0]["id"].clone();
        let part = |amount: f64| json!({"id": id, "note": "Half of it", "details": [{"id": line, "approvedAmount": amount}]});
        assert_eq!(
            decide(&admin, "Approve", part(55.01))
                .await
                .invalid_members(),
            ["creditNote.details[0].approvedAmount"]
        );
        assert_eq!(
            decide(&admin, "Approve", part(0.0)).await.invalid_members(),
            ["creditNote.approvedAmount"]
        );
        let approved = decide(&admin, "Approve", part(33.0)).await.result()["creditNote"].clone();
        assert_eq!(approved["status"], "PartiallyApproved");
        assert!(
            approved["creditNoteNumber"]
                .as_str()
                .is_some_and(|number| number.starts_with("CN")),
            "{approved}"
        );
        assert_eq!(
            (
                cents(&approved["approvedAmount"]),
                cents(&approved["tax"]),
                cents(&approved["unappliedAmount"])
            ),
            (3_300, 300, 3_300)
        );
        assert_eq!(
            cents(&approved["details"][1]["approvedAmount"]),
            0,
            "what is not named is not approved"
        );
        assert_eq!(
            cents(&invoice(&admin, &of).await["outstandingAmount"]),
            16_500,
            "nothing is applied yet"
        );

        let applied =
            decide(&admin, "Apply", json!({ "id": id })).await.result()["creditNote"].clone();
        assert_eq!(
            (&applied["status"], cents(&applied["invoices"][0]["amount"])),
            (&json!("Applied"), 3_300)
        );
        let reduced = invoice(&user, &of).await;
        assert_eq!(
            (&reduced["status"], cents(&reduced["outstandingAmount"])),
            (&json!("PartiallyPaid"), 13_200)
        );
        assert_eq!(reduced["creditNotes"][0]["creditNoteId"], id);
        decide(&admin, "Void", json!({ "id": id }))
            .await
            .expect_error(400);
        let pdf = user
            .get(&format!("{BASE}/downloadcreditnote?id={id}"))
            .await;
        assert!(pdf.body.starts_with(b"%PDF-"), "{}", pdf.status);
    });
}

#[test]
fn a_full_credit_in_parts_is_the_invoice_and_no_cent_more() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let invoice_id = post_invoice(&admin, customer, 33.35).await;
        let full = invoice(&admin, &invoice_id).await;
        let line = full["invoiceDetails"][0]["id"].clone();
        let total = cents(&full["amount"]);
        let (mut given, mut tax) = (0, 0);
        for part in [1_111, 7, 1_003, total - 2_121] {
            let created = request(&admin, &invoice_id, &[(&line, part as f64 / 100.0)])
                .await
                .result()["creditNote"]
                .clone();
            let note = decide(&admin, "Approve", json!({"id": created["id"]}))
                .await
                .result()["creditNote"]
                .clone();
            given += cents(&note["approvedAmount"]);
            tax += cents(&note["tax"]);
        }
        assert_eq!((given, tax), (total, cents(&full["tax"])));
        let more = request(&admin, &invoice_id, &[(&line, 0.01)]).await;
        assert_eq!(more.invalid_members(), ["details[0].amount"]);
    });
}

#[test]
fn a_credit_note_of_a_paid_invoice_reduces_others() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (paid, open) = (
            post_invoice(&admin, customer, 100.0).await,
            post_invoice(&admin, customer, 30.0).await,
        );
        let body = json!({"paymentDate": "2026-03-01", "paidAmount": 110,
            "allocatedInvoicePayments": [{"invoiceId": paid, "amount": 110}]});
        admin
            .post("/api/finance/payment/createpayment", body)
            .await
            .result();
        let line = invoice(&admin, &paid).await["invoiceDetails"][0]["id"].clone();
        let created =
            request(&admin, &paid, &[(&line, 110.0)]).await.result()["creditNote"].clone();
        let id = created["id"].clone();
        decide(&admin, "Approve", json!({ "id": id }))
            .await
            .result();
        let apply = async |shares: Value| {
            let body = json!({"operation": "Apply", "creditNote": {"id": id}, "allocatedInvoiceCredits": shares});
            admin
                .post(&format!("{BASE}/processcreditnoterequest"), body)
                .await
        };
        assert_eq!(
            apply(json!([])).await.invalid_members(),
            ["allocatedInvoiceCredits"],
            "its own invoice is paid"
        );
        let beyond = apply(json!([{"invoiceId": open, "amount": 33.01}])).await;
        assert_eq!(
            beyond.invalid_members(),
            ["allocatedInvoiceCredits[0].amount"]
        );
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = post_invoice(&admin, other, 10.0).await;
        let foreign = apply(json!([{"invoiceId": theirs, "amount": 11}])).await;
        assert_eq!(
            foreign.invalid_members(),
            ["allocatedInvoiceCredits[0].invoiceId"]
        );
        let done = apply(json!([{"invoiceId": open, "amount": 33}]))
            .await
            .result()["creditNote"]
            .clone();
        assert_eq!(
            (&done["status"], cents(&done["unappliedAmount"])),
            (&json!("Approved"), 7_700)
        );
        assert_eq!(invoice(&admin, &open).await["status"], "Paid");
    });
}

#[test]
fn two_who_apply_at_once_apply_it_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let invoice_id = post_invoice(&admin, customer, 100.0).await;
        let line = invoice(&admin, &invoice_id).await["invoiceDetails"][0]["id"].clone();
        let created = request(&admin, &invoice_id, &[(&line, 55.0)])
            .await
            .result()["creditNote"]
            .clone();
        let id = created["id"].clone();
        decide(&admin, "Approve", json!({ "id": id }))
            .await
            .result();
        let answers = join_all((0..6).map(|_| decide(&admin, "Apply", json!({ "id": id })))).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );
        assert_eq!(
            cents(&invoice(&admin, &invoice_id).await["outstandingAmount"]),
            5_500
        );
        let wanted = [(&line, 55.0)];
        let answers = join_all((0..4).map(|_| request(&admin, &invoice_id, &wanted))).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );
    });
}

#[test]
fn a_request_is_remarked_on_and_taken_back_by_its_customer_alone() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (own, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Wattle Works").await,
        );
        let (of, first, _) = two_lines(&admin, own).await;
        let draft = create_ad_hoc(&admin, own, 10.0).await;
        let early = request(
            &admin,
            &draft["id"],
            &[(&draft["invoiceDetails"][0]["id"], 1.0)],
        )
        .await;
        early.expect_error(400);
        let user = kit.customer_user(own).await;
        let created = request(&user, &of, &[(&first, 10.0)]).await.result()["creditNote"].clone();
        let outsider = kit.customer_user(other).await;
        let path = format!("{BASE}/getcreditnoteforedit?id={}", created["id"]);
        outsider.get(&path).await.expect_error(404);
        assert_eq!(
            outsider
                .get(&format!("{BASE}/getcreditnotes"))
                .await
                .result()["totalCount"],
            0
        );
        outsider
            .delete(&format!("{BASE}/deletecreditnote?id={}", created["id"]))
            .await
            .expect_error(404);
        let remark = json!({"creditNote": {"id": created["id"], "note": "See the photo",
            "details": [{"id": created["details"][0]["id"], "note": "Box 3"}]}});
        user.put(&format!("{BASE}/updatecreditnotenotes"), remark.clone())
            .await
            .result();
        outsider
            .put(&format!("{BASE}/updatecreditnotenotes"), remark)
            .await
            .expect_error(404);
        let stored = read(&admin, &created["id"]).await;
        assert_eq!(
            (&stored["notes"][1]["note"], &stored["details"][0]["notes"]),
            (&json!("See the photo"), &json!("Box 3"))
        );
        user.get(&format!("{BASE}/downloadcreditnote?id={}", created["id"]))
            .await
            .expect_error(400);
        user.delete(&format!("{BASE}/deletecreditnote?id={}", created["id"]))
            .await
            .result();
        user.get(&path).await.expect_error(404);
        let repeat = request(&user, &of, &[(&first, 110.0)]).await.result()["creditNote"].clone();
        decide(
            &admin,
            "Reject",
            json!({"id": repeat["id"], "note": "As agreed"}),
        )
        .await
        .result();
        user.delete(&format!("{BASE}/deletecreditnote?id={}", repeat["id"]))
            .await
            .expect_error(400);
        request(&user, &of, &[(&first, 110.0)]).await.result();
    });
}

#[test]
fn a_request_says_why_for_itself_and_for_each_line() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (of, first, second) = two_lines(&admin, customer).await;
        let body = json!({"customerId": customer, "invoiceId": of, "amount": 2, "note": " ",
            "details": [{"invoiceDetailId": first, "amount": 1},
                {"invoiceDetailId": second, "amount": 1, "note": "Late"}]});
        let answer = admin
            .post(&format!("{BASE}/createcreditnoterequest"), body)
            .await;
        assert_eq!(answer.invalid_members(), ["note", "details[0].note"]);
    });
}

#[test]
fn remarks_and_requests_of_a_customers_user_are_bounded() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let user = kit.customer_user(customer).await;
        let (of, first, _) = two_lines(&admin, customer).await;
        let created = request(&user, &of, &[(&first, 0.01)]).await.result()["creditNote"].clone();
        let remark = async || {
            let body = json!({"creditNote": {"id": created["id"], "note": "Still waiting"}});
            user.put(&format!("{BASE}/updatecreditnotenotes"), body)
                .await
        };
        for _ in 0..99 {
            remark().await.result();
        }
        assert_eq!(remark().await.invalid_members(), ["creditNote.note"]);
        assert_eq!(
            read(&admin, &created["id"]).await["notes"]
                .as_array()
                .unwrap()
                .len(),
            100
        );
        decide(
            &admin,
            "Review",
            json!({"id": created["id"], "note": "We look into it"}),
        )
        .await
        .result();
        for _ in 0..99 {
            request(&user, &of, &[(&first, 0.01)]).await.result();
        }
        request(&user, &of, &[(&first, 0.01)])
            .await
            .expect_error(400);
        request(&admin, &of, &[(&first, 0.01)]).await.result();

        let advice = json!({"paymentDate": "2026-03-01", "invoicePayments": [{"invoiceId": of, "amount": 1}]});
        let path = "/api/finance/payment/createremittanceadvice";
        for _ in 0..100 {
            user.post(path, advice.clone()).await.result();
        }
        user.post(path, advice).await.expect_error(400);
    });
}
