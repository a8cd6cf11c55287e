//! Staff names on financial documents as customers see them.

use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{invoice, post_invoice};

const DOCUMENTS: &str = "/api/core/Document";

#[test]
fn customers_read_the_tenants_name_on_invoices_credit_notes_and_documents() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        given::change_settings(&kit, json!({"bookings": {"showStaffNames": false}})).await;
        let customer_client = kit.customer_user(customer).await;
        let invoice_id = post_invoice(&admin, customer, 100.0).await;
        let line = invoice(&admin, &invoice_id).await["invoiceDetails"][0]["id"].clone();
        let body = json!({"customerId": customer, "invoiceId": invoice_id, "amount": 22, "note": "Too much",
            "details": [{"invoiceDetailId": line, "amount": 22, "note": "Too much"}]});
        let created = customer_client
            .post("/api/finance/creditnote/createcreditnoterequest", body)
            .await
            .result();
        let note = created["creditNote"]["id"].clone();
        let remark = json!({"creditNote": {"id": note, "note": "We looked at it."}});
        admin
            .put("/api/finance/creditnote/updatecreditnotenotes", remark)
            .await
            .result();
        let id = customer.to_string();
        let texts = [
            ("entityType", "Customer"),
            ("entityId", id.as_str()),
            ("isVisibleToCustomer", "true"),
        ];
        let file = ("terms.pdf", &b"%PDF-1.7 not much of a document"[..]);
        admin
            .post_file(&format!("{DOCUMENTS}/UploadDocument"), &texts, file)
            .await
            .result();

        let read = async |client: &Client| -> (Value, Value, Value) {
            let path = format!("/api/finance/creditnote/getcreditnoteforedit?id={note}");
            let notes = client.get(&path).await.result()["creditNote"]["notes"].clone();
            let path = format!("{DOCUMENTS}/GetDocuments?entityType=Customer&entityId={customer}");
            (
                invoice(client, &invoice_id).await["invoiceHistory"].clone(),
                notes,
                client.get(&path).await.result(),
            )
        };
        let (history, notes, documents) = read(&customer_client).await;
        for told in [&history, &notes, &documents] {
            assert!(!told.to_string().contains("Admin Tester"), "{told}");
            assert!(told.to_string().contains("Test Freight"), "{told}");
        }
        assert_eq!(documents["items"][0]["creatorUserName"], "Test Freight");
        let staff = notes
            .as_array()
            .unwrap()
            .iter()
            .find(|note| note["note"] == "We looked at it.")
            .unwrap();
        assert_eq!(
            (&staff["userName"], &staff["creatorUserId"]),
            (&json!("Test Freight"), &Value::Null)
        );
        assert!(notes.to_string().contains("Customer Tester"), "{notes}");

        for client in [&admin, &customer_client] {
            let (history, notes, documents) = read(client).await;
            for told in [&history, &notes, &documents] {
                assert!(told.to_string().contains("Admin Tester"), "{told}");
            }
            given::change_settings(&kit, json!({"bookings": {"showStaffNames": true}})).await;
        }
    });
}
