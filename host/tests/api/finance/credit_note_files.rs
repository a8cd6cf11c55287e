//! Credit notes as files and by email.

use serde_json::json;
use testkit::{given, on_both};

use super::{create_e_invoice_customer, invoice, invoice_files::repeat_email_change, post_invoice};

const BASE: &str = "/api/finance/creditnote";

#[test]
fn a_credit_note_is_a_pdf_an_e_invoice_and_a_mail() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let admin = kit.user("Admin").await;
        let customer = create_e_invoice_customer(&kit, &admin, "Bluegum Wines").await;
        let invoice_id = post_invoice(&admin, customer, 100.0).await;
        let full = invoice(&admin, &invoice_id).await;
        let line = full["invoiceDetails"][0]["id"].clone();
        let body = json!({"customerId": customer, "invoiceId": invoice_id, "amount": 22, "note": "Too much",
            "details": [{"invoiceDetailId": line, "amount": 22, "note": "Too much"}]});
        let created = admin
            .post(&format!("{BASE}/createcreditnoterequest"), body)
            .await
            .result();
        let id = created["creditNote"]["id"].clone();
        let send = async |body: serde_json::Value| {
            admin.post(&format!("{BASE}/sendcreditnote"), body).await
        };
        send(json!({ "id": id })).await.expect_error(400);
        let approve = json!({"operation": "Approve", "creditNote": {"id": id}});
        let approved = admin
            .post(&format!("{BASE}/processcreditnoterequest"), approve)
            .await
            .result();
        let number = approved["creditNote"]["creditNoteNumber"]
            .as_str()
            .unwrap()
            .to_owned();

        let path = |format: &str| format!("{BASE}/downloadcreditnote?id={id}{format}");
        assert!(admin.get(&path("")).await.body.starts_with(b"%PDF-"));
        let ubl = String::from_utf8(admin.get(&path("&format=ubl")).await.body).unwrap();
        let invoice_number = full["invoiceNumber"].as_str().unwrap();
        for words in [
            "<CreditNote xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2\"",
            &format!("<cbc:ID>{number}</cbc:ID>"),
            "<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>",
            &format!("<cac:InvoiceDocumentReference><cbc:ID>{invoice_number}</cbc:ID>"),
            "<cbc:PayableAmount currencyID=\"AUD\">22.00</cbc:PayableAmount>",
            "<cbc:TaxableAmount currencyID=\"AUD\">20.00</cbc:TaxableAmount>",
        ] {
            assert!(ubl.contains(words), "{words} is missing in {ubl}");
        }

        let invalid = send(json!({"id": id, "emailAddress": "nobody"})).await;
        assert_eq!(invalid.invalid_members(), ["emailAddress"]);
        assert_eq!(
            send(json!({ "id": id })).await.result()["emailAddress"],
            "robin@example.test"
        );
        kit.drain_jobs().await;
        let email = inbox.next_email_to("robin@example.test").await;
        assert!(email.subject.contains(&number), "{}", email.subject);
        assert!(
            email.raw.contains(&format!("{number}.pdf"))
                && email.raw.contains(&format!("{number}.xml"))
        );

        let change = json!({"email": 0, "recordType": "CreditNote", "recordId": id,
            "recipient": "robin@example.test", "state": "Failed",
            "time": kit.app.host().clock().now()});
        repeat_email_change(&kit, &change).await;
        let whole = format!("{BASE}/getcreditnoteforedit?id={id}");
        let found = admin.get(&whole).await.result();
        let remarks = found["creditNote"]["notes"].as_array().unwrap();
        let failures = remarks.iter().filter(|remark| {
            remark["note"]
                .as_str()
                .unwrap()
                .contains("could not be sent")
        });
        assert_eq!(failures.count(), 1, "{found}");

        kit.customer_user(customer)
            .await
            .post(&format!("{BASE}/sendcreditnote"), json!({ "id": id }))
            .await
            .expect_error(403);
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .post(&format!("{BASE}/sendcreditnote"), json!({ "id": id }))
            .await
            .expect_error(404);
        let void = json!({"operation": "Void", "creditNote": {"id": id}});
        admin
            .post(&format!("{BASE}/processcreditnoterequest"), void)
            .await
            .result();
        assert_eq!(
            admin.get(&path("&format=ubl")).await.invalid_members(),
            ["format"],
            "a void one is no e-invoice"
        );
        send(json!({ "id": id })).await.expect_error(400);
    });
}
