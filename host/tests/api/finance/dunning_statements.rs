//! The statement that is attached to a reminder.

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use chrono::{Days, Utc};
use data::db::Mode;
use serde_json::json;
use testkit::{given, on_both, pdf_text};
use work::event::ScopeEvents;

use super::{
    dunning::{post_overdue_invoice, run_nightly, set},
    process,
};

/// A PNG of one dot.
const LOGO: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAA\
    AABJRU5ErkJggg==";

fn attached_pdf(raw: &str) -> Vec<u8> {
    let (_, part) = raw.split_once("Content-Type: application/pdf").unwrap();
    let (_, body) = part.split_once("\n\n").unwrap();
    let body = body.split_once("\n--").map_or(body, |(body, _)| body);
    let text: String = body.split_whitespace().collect();
    BASE64.decode(text).unwrap()
}

#[test]
fn it_has_the_tenants_logo() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let today = Utc::now().date_naive();
        let body = json!({"customerId": customer, "adhocInvoice": {
            "invoiceDate": today - Days::new(44), "dueDate": today - Days::new(30),
            "invoiceLines": [{"description": "Storage", "taxExclusiveAmount": 100}]}});
        let created = admin
            .post("/api/finance/invoice/GenerateAdhocInvoice", body)
            .await
            .result()["invoice"]
            .clone();
        for operation in ["Close", "Approve", "Post"] {
            process(&admin, operation, &created["id"]).await;
        }
        let steps = json!([{"daysOverdue": 7, "name": "First", "subject": "First: {amount}",
            "text": "Dear {customer}", "stopsCredit": false}]);
        let settings = json!({"dunning": {"isActive": true, "steps": steps}});
        admin
            .put("/api/finance/settings/updatesettings", settings)
            .await
            .result();
        let mut scope = kit.scope(Mode::Write);
        tenancy::set_logo(&mut scope, BASE64.decode(LOGO).unwrap())
            .await
            .unwrap();
        scope.commit().await.unwrap();
        let mut scope = kit.scope(Mode::Write);
        scope
            .publish(&tenancy::DAY_BEGAN, &Default::default())
            .await
            .unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        let email = inbox.next_email_to("robin@example.test").await;
        let pdf = attached_pdf(&email.raw);
        let text = String::from_utf8_lossy(&pdf);
        let has_picture = ["/Subtype /Image", "/Subtype/Image"]
            .iter()
            .any(|words| text.contains(words));
        assert!(has_picture, "the statement has no picture");
    });
}

#[test]
fn it_has_the_currency_of_the_reminder() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let admin = kit.user("Admin").await;
        let factors = json!([{"currency": "USD", "factor": 0.5}]);
        given::change_settings(&kit, json!({"currency": {"factors": factors}})).await;
        let customer = given::customer(&kit, "Sequoia Imports").await;
        let set_currency = async |currency: &str| {
            let change = json!({"customer": {"id": customer, "currency": currency}});
            admin
                .post("/api/customer/customer/createorupdatecustomer", change)
                .await
                .result();
        };
        set_currency("USD").await;
        post_overdue_invoice(&admin, customer, 100, 30).await;
        set_currency("AUD").await;
        let steps = json!([{"name": "First", "daysOverdue": 7}]);
        let settings = json!({"dunning": {"isActive": true, "steps": steps}});
        set(&admin, settings).await.result();
        run_nightly(&kit).await;
        let email = inbox.next_email_to("robin@example.test").await;
        if let Some(text) = pdf_text(&attached_pdf(&email.raw)) {
            assert!(text.contains("USD"), "{text}");
        }
    });
}
