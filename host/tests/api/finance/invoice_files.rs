//! Invoices as files and by email.

use serde_json::json;
use testkit::{given, on_both};

use super::{BASE, create_ad_hoc, create_e_invoice_customer, process};

#[test]
fn an_invoice_is_a_pdf_a_table_and_an_e_invoice() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let billing = json!({"legalName": "Southern <Cross> & Co", "address": "1 Dock Road, Port Melbourne",
            "taxVatNo": "53 004 085 616"});
        let customer = create_e_invoice_customer(&kit, &admin, "Bluegum Wines").await;
        given::change_settings(&kit, json!({ "billing": billing })).await;
        let id = create_ad_hoc(&admin, customer, 100.0).await["id"].clone();
        let path = |format: &str| format!("{BASE}/downloadinvoice?id={id}&format={format}");
        assert_eq!(
            admin.get(&path("ubl")).await.invalid_members(),
            ["format"],
            "a draft is no e-invoice"
        );
        let number = process(&admin, "Close", &id).await["invoiceNumber"]
            .as_str()
            .unwrap()
            .to_owned();

        let pdf = admin.get(&path("pdf")).await;
        assert!(pdf.body.starts_with(b"%PDF-"), "{}", pdf.status);
        assert!(
            pdf.headers["content-disposition"]
                .to_str()
                .unwrap()
                .contains(&number)
        );

        let table = String::from_utf8(admin.get(&path("csv")).await.body).unwrap();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(
            lines[0].starts_with("invoiceNumber,invoiceDate") && lines[1].starts_with(&number),
            "{table}"
        );
        assert!(lines[1].contains(",100,10,110,10,"), "{table}");

        let ubl = String::from_utf8(admin.get(&path("ubl")).await.body).unwrap();
        for words in [
            "<cbc:CustomizationID>urn:peppol:pint:billing-1@aunz-1</cbc:CustomizationID>",
            &format!("<cbc:ID>{number}</cbc:ID>"),
            "<cbc:RegistrationName>Southern &lt;Cross&gt; &amp; Co</cbc:RegistrationName>",
            "<cbc:EndpointID schemeID=\"0151\">53004085616</cbc:EndpointID>",
            "<cbc:PayableAmount currencyID=\"AUD\">110.00</cbc:PayableAmount>",
            "<cbc:TaxableAmount currencyID=\"AUD\">100.00</cbc:TaxableAmount>",
        ] {
            assert!(ubl.contains(words), "{words} is missing in {ubl}");
        }
        assert_eq!(
            admin.get(&path("doc")).await.expect_error(400)["validationErrors"][0]["members"],
            json!(["format"])
        );
    });
}

#[test]
fn an_invoice_is_mailed_with_its_papers() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let admin = kit.user("Admin").await;
        let customer = create_e_invoice_customer(&kit, &admin, "Bluegum Wines").await;
        let id = create_ad_hoc(&admin, customer, 100.0).await["id"].clone();
        let send =
            async |body: serde_json::Value| admin.post(&format!("{BASE}/sendinvoice"), body).await;
        send(json!({ "id": id })).await.expect_error(400);
        let number = process(&admin, "Close", &id).await["invoiceNumber"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_eq!(
            send(json!({"id": id, "emailAddress": "nobody"}))
                .await
                .invalid_members(),
            ["emailAddress"]
        );
        let sent = send(json!({ "id": id })).await.result();
        assert_eq!(
            (&sent["emailAddress"], &sent["warnings"]),
            (&json!("robin@example.test"), &json!([]))
        );
        kit.drain_jobs().await;
        let email = inbox.next_email_to("robin@example.test").await;
        assert!(email.subject.contains(&number), "{}", email.subject);
        assert!(
            email.raw.contains(&format!("{number}.pdf"))
                && email.raw.contains(&format!("{number}.xml"))
        );
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .post(&format!("{BASE}/sendinvoice"), json!({ "id": id }))
            .await
            .expect_error(404);
    });
}
