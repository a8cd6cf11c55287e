//! E-invoices follow the published rules; missing requirements are reported first.

use data::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{
    BASE, cents, create_ad_hoc, create_e_invoice_customer, e_invoice_numbers, invoice,
    post_invoice, process,
};

async fn change(admin: &Client, customer: CustomerId, more: Value) {
    let mut change = json!({ "id": customer });
    change
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    let body = json!({ "customer": change });
    admin
        .post("/api/customer/customer/createorupdatecustomer", body)
        .await
        .result();
}

fn ubl(id: &Value) -> String {
    format!("{BASE}/downloadinvoice?id={id}&format=ubl")
}

async fn text(admin: &Client, path: &str) -> String {
    String::from_utf8(admin.get(path).await.body).unwrap()
}

#[test]
fn half_cents_of_many_lines_keep_the_rules_and_the_stored_totals() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = create_e_invoice_customer(&kit, &admin, "Bluegum Wines").await;
        let line =
            |at: usize| json!({"description": format!("Pallet {at}"), "taxExclusiveAmount": 20.25});
        let lines: Vec<Value> = (0..230).map(line).collect();
        let body = json!({"customerId": customer, "adhocInvoice": {"invoiceLines": lines}});
        let id = admin
            .post(&format!("{BASE}/GenerateAdhocInvoice"), body)
            .await
            .result()["invoice"]["id"]
            .clone();
        for operation in ["Close", "Approve", "Post"] {
            assert_eq!(
                process(&admin, operation, &id).await["success"],
                true,
                "{operation}"
            );
        }
        let stored = invoice(&admin, &id).await;
        assert_eq!(
            (cents(&stored["tax"]), cents(&stored["amount"])),
            (46_690, 512_440)
        );
        let document = text(&admin, &ubl(&id)).await;
        for words in [
            "<cbc:TaxableAmount currencyID=\"AUD\">4657.50</cbc:TaxableAmount><cbc:TaxAmount currencyID=\"AUD\">465.75<",
            "<cbc:TaxInclusiveAmount currencyID=\"AUD\">5123.25</cbc:TaxInclusiveAmount>",
            "<cbc:PayableRoundingAmount currencyID=\"AUD\">1.15</cbc:PayableRoundingAmount>",
            "<cbc:PayableAmount currencyID=\"AUD\">5124.40</cbc:PayableAmount>",
        ] {
            assert!(document.contains(words), "{words} is missing in {document}");
        }
    });
}

#[test]
fn a_buyer_without_a_valid_number_is_told_before_an_e_invoice_is_made() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let missing = admin.get(&ubl(&id)).await.invalid_members();
        assert_eq!(
            missing,
            ["billing.legalName", "billing.taxVatNo", "customer.abn"]
        );
        e_invoice_numbers(&kit, &admin, customer).await;
        for number in ["", "12345678901", "9429000000017"] {
            change(&admin, customer, json!({ "abn": number })).await;
            let refused = admin.get(&ubl(&id)).await;
            let error = refused.expect_error(400)["validationErrors"][0].clone();
            assert_eq!(
                error["members"],
                json!(["customer.abn"]),
                "{number}: {error}"
            );
            assert!(
                error["message"].as_str().unwrap().contains("ABN"),
                "{error}"
            );
        }
        let pdf = admin
            .get(&format!("{BASE}/downloadinvoice?id={id}&format=pdf"))
            .await;
        assert!(pdf.body.starts_with(b"%PDF-"));

        let sent = admin
            .post(&format!("{BASE}/sendinvoice"), json!({ "id": id }))
            .await
            .result();
        assert_eq!(
            sent["warnings"][0]["members"],
            json!(["customer.abn"]),
            "{sent}"
        );
        kit.drain_jobs().await;
        let email = inbox.next_email_to("robin@example.test").await;
        assert!(email.raw.contains(".pdf") && !email.raw.contains(".xml"));
        let line = invoice(&admin, &id).await["invoiceDetails"][0]["id"].clone();
        let body = json!({"customerId": customer, "invoiceId": id, "amount": 22, "note": "Too much",
            "details": [{"invoiceDetailId": line, "amount": 22, "note": "Too much"}]});
        let path = "/api/finance/creditnote";
        let created = admin
            .post(&format!("{path}/createcreditnoterequest"), body)
            .await
            .result();
        let note = created["creditNote"]["id"].clone();
        let approve = json!({"operation": "Approve", "creditNote": {"id": note}});
        admin
            .post(&format!("{path}/processcreditnoterequest"), approve)
            .await
            .result();
        let download = format!("{path}/downloadcreditnote?id={note}&format=ubl");
        assert_eq!(
            admin.get(&download).await.invalid_members(),
            ["customer.abn"]
        );
        let sent = admin
            .post(&format!("{path}/sendcreditnote"), json!({ "id": note }))
            .await
            .result();
        assert_eq!(
            sent["warnings"][0]["members"],
            json!(["customer.abn"]),
            "{sent}"
        );

        change(&admin, customer, json!({"abn": "51 824 753 556"})).await;
        for path in [ubl(&id), download] {
            let document = text(&admin, &path).await;
            assert!(
                document.contains("<cbc:EndpointID schemeID=\"0151\">51824753556</cbc:EndpointID>"),
                "{document}"
            );
        }
    });
}

#[test]
fn a_void_invoice_is_no_e_invoice() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = create_e_invoice_customer(&kit, &admin, "Bluegum Wines").await;
        let id = create_ad_hoc(&admin, customer, 100.0).await["id"].clone();
        process(&admin, "Close", &id).await;
        let document = text(&admin, &ubl(&id)).await;
        assert!(document.contains("<cbc:PayableAmount"), "{document}");
        process(&admin, "Void", &id).await;
        assert_eq!(admin.get(&ubl(&id)).await.invalid_members(), ["format"]);
        let path = format!("{BASE}/downloadinvoice?id={id}&format=pdf");
        assert!(admin.get(&path).await.body.starts_with(b"%PDF-"));
    });
}

#[test]
fn a_buyer_in_new_zealand_has_an_nzbn() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = create_e_invoice_customer(&kit, &admin, "Kauri Timber").await;
        let address = json!({"addressLine1": "1 Quay Street", "suburb": "Auckland", "postCode": "1010", "countryCode": "NZ"});
        change(&admin, customer, json!({ "address": address })).await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let error = admin.get(&ubl(&id)).await.expect_error(400)["validationErrors"][0].clone();
        assert!(
            error["message"].as_str().unwrap().contains("NZBN"),
            "{error}"
        );
        change(&admin, customer, json!({"abn": "94 2900 0000 017"})).await;
        let document = text(&admin, &ubl(&id)).await;
        for words in [
            "<cbc:EndpointID schemeID=\"0088\">9429000000017</cbc:EndpointID>",
            "<cbc:CompanyID schemeID=\"0088\">9429000000017</cbc:CompanyID>",
        ] {
            assert!(document.contains(words), "{words} is missing in {document}");
        }
    });
}
