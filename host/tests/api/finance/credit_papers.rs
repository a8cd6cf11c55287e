//! Credit notes as files, and by mail.

use serde_json::json;
use testkit::{given, on_both};

use super::{e_invoiced, invoice, posted};

const BASE: &str = "/api/finance/creditnote";

#[test]
fn a_credit_note_is_a_pdf_an_e_invoice_and_a_mail() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let admin = kit.user("Admin").await;
        let customer = e_invoiced(&kit, &admin, "Bluegum Wines").await;
        let of = posted(&admin, customer, 100.0).await;
        let whole = invoice(&admin, &of).await;
        let line = whole["invoiceDetails"][0]["id"].clone();
        let body = json!({"customerId": customer, "invoiceId": of, "amount": 22, "note": "Too much",
            "details": [{"invoiceDetailId": line, "amount": 22, "note": "Too much"}]});
        let made = admin
            .post(&format!("{BASE}/createcreditnoterequest"), body)
            .await
            .result();
        let id = made["creditNote"]["id"].clone();
        let send = async |body: serde_json::Value| {
            admin.post(&format!("{BASE}/sendcreditnote"), body).await
        };
        send(json!({ "id": id })).await.refused(400);
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
        let invoice_number = whole["invoiceNumber"].as_str().unwrap();
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

        let wrong = send(json!({"id": id, "emailAddress": "nobody"})).await;
        assert_eq!(wrong.invalid_members(), ["emailAddress"]);
        assert_eq!(
            send(json!({ "id": id })).await.result()["emailAddress"],
            "robin@example.test"
        );
        kit.drain_jobs().await;
        let letter = inbox.next_to("robin@example.test").await;
        assert!(letter.subject.contains(&number), "{}", letter.subject);
        assert!(
            letter.raw.contains(&format!("{number}.pdf"))
                && letter.raw.contains(&format!("{number}.xml"))
        );

        kit.customer_user(customer)
            .await
            .post(&format!("{BASE}/sendcreditnote"), json!({ "id": id }))
            .await
            .refused(403);
        let stranger = kit.another_tenant().await.user("Admin").await;
        stranger
            .post(&format!("{BASE}/sendcreditnote"), json!({ "id": id }))
            .await
            .refused(404);
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
        send(json!({ "id": id })).await.refused(400);
    });
}
