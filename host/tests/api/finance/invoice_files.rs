//! Invoices as files and by email.

use chrono::TimeDelta;
use data::{
    db::{Col, Mode, PlatformSql},
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};
use work::event::{Event, ScopeEvents};

use super::{BASE, create_ad_hoc, create_e_invoice_customer, process};
use crate::jobs::probe::wait_until;

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
        let before = admin
            .get(&format!("{BASE}/getinvoiceforedit?id={id}"))
            .await
            .result()["invoice"]
            .clone();
        // A drain of another test on the same host may have sent it.
        assert!(
            before["mailState"] == "Queued" || before["mailState"] == "Sent",
            "{before}"
        );
        assert_eq!(
            before["mailState"] == "Queued",
            before["mailedTime"].is_null(),
            "nothing is sent before the mail server accepted it: {before}"
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

const EMAILS: &str = "/api/core/email/getemails";
const SEND_AGAIN: &str = "/api/core/email/sendagain";

async fn closed_invoice(kit: &Kit, admin: &Client) -> Value {
    let customer = create_e_invoice_customer(kit, admin, "Bluegum Wines").await;
    let id = create_ad_hoc(admin, customer, 100.0).await["id"].clone();
    process(admin, "Close", &id).await;
    id
}

async fn invoice(admin: &Client, id: &Value) -> Value {
    let path = format!("{BASE}/getinvoiceforedit?id={id}");
    admin.get(&path).await.result()["invoice"].clone()
}

fn events(invoice: &Value) -> Vec<&str> {
    let history = invoice["invoiceHistory"].as_array().unwrap();
    history
        .iter()
        .filter_map(|event| event["operation"].as_str())
        .filter(|operation| operation.starts_with("Mail"))
        .collect()
}

async fn emails(client: &Client, id: &Value) -> Vec<Value> {
    let path = format!("{EMAILS}?recordType=Invoice&recordId={id}");
    client.get(&path).await.result()["items"]
        .as_array()
        .unwrap()
        .clone()
}

#[test]
fn without_a_mail_server_an_invoice_is_queued_and_not_sent() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let configuration = "/api/core/configuration/getconfiguration";
        assert_eq!(
            admin.get(configuration).await.result()["hasMailServer"],
            false
        );
        let id = closed_invoice(&kit, &admin).await;
        let send = format!("{BASE}/sendinvoice");
        admin.post(&send, json!({ "id": id })).await.result();
        kit.drain_jobs().await;
        let found = invoice(&admin, &id).await;
        assert_eq!(
            (&found["mailState"], &found["mailedTime"]),
            (&json!("Queued"), &json!(null))
        );
        assert_eq!(events(&found), ["MailQueued"]);
        let [email] = emails(&admin, &id).await.try_into().unwrap();
        assert_eq!(
            (&email["state"], &email["problem"], &email["recipient"]),
            (
                &json!("Queued"),
                &json!("NoServer"),
                &json!("robin@example.test")
            )
        );
        given::inbox(&kit).await;
        assert_eq!(
            admin.get(configuration).await.result()["hasMailServer"],
            true
        );
    });
}

#[test]
fn a_refused_email_fails_with_its_reason_and_is_sent_again() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let admin = kit.user("Admin").await;
        let id = closed_invoice(&kit, &admin).await;
        inbox.reject_recipients(Some("550 no such user here")).await;
        let send = format!("{BASE}/sendinvoice");
        admin.post(&send, json!({ "id": id })).await.result();
        kit.drain_jobs().await;
        let found = invoice(&admin, &id).await;
        assert_eq!(
            (&found["mailState"], &found["mailedTime"]),
            (&json!("Failed"), &json!(null))
        );
        assert_eq!(events(&found), ["MailQueued", "MailFailed"]);
        let [email] = emails(&admin, &id).await.try_into().unwrap();
        assert_eq!(
            (
                &email["state"],
                &email["problem"],
                &email["allowedOperations"]
            ),
            (&json!("Failed"), &json!("Refused"), &json!(["SendAgain"]))
        );
        let reply = email["serverReply"].as_str().unwrap();
        assert!(reply.contains("no such user here"), "{reply}");

        let again = json!({ "id": email["id"] });
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .post(SEND_AGAIN, again.clone())
            .await
            .expect_error(404);
        let driver = kit.user("Driver").await;
        driver
            .post(SEND_AGAIN, again.clone())
            .await
            .expect_error(404);
        assert!(emails(&driver, &id).await.is_empty());

        inbox.reject_recipients(None).await;
        admin.post(SEND_AGAIN, again.clone()).await.result();
        kit.drain_jobs().await;
        let sent = inbox.next_email_to("robin@example.test").await;
        assert!(sent.raw.contains(".pdf"), "it keeps its attachments");
        wait_until("the email is sent", async || {
            invoice(&admin, &id).await["mailState"] == "Sent"
        })
        .await;
        let found = invoice(&admin, &id).await;
        assert!(found["mailedTime"].is_string(), "{found}");
        assert_eq!(
            events(&found),
            ["MailQueued", "MailFailed", "MailQueued", "Mailed"]
        );
        let [email] = emails(&admin, &id).await.try_into().unwrap();
        assert_eq!(
            (
                &email["state"],
                &email["problem"],
                &email["allowedOperations"]
            ),
            (&json!("Sent"), &json!(null), &json!([]))
        );
        admin.post(SEND_AGAIN, again).await.expect_error(400);
    });
}

/// The host stopped after it had stored the outcome, and before the end of the job.
#[test]
fn a_repeated_job_sends_no_email_twice() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let id = closed_invoice(&kit, &admin).await;
        let send = format!("{BASE}/sendinvoice");
        // There is no mail server yet.
        admin.post(&send, json!({ "id": id })).await.result();
        kit.drain_jobs().await;
        let mut scope = kit.scope(Mode::Write);
        let sent = tsql!("UPDATE emails SET state = 'Sent' WHERE tenant_id = $1");
        scope.rows(sent, Vec::new()).await.unwrap();
        let due = PlatformSql(
            "UPDATE jobs SET run_at = $2 WHERE for_tenant = $1 AND kind = 'tenancy.mail'",
        );
        let now = kit.app.host().clock().now();
        let values = vec![kit.tenant.val(), now.val()];
        scope.platform(due, values).await.unwrap();
        scope.commit().await.unwrap();
        let inbox = given::inbox(&kit).await;
        kit.drain_jobs().await;
        assert_eq!(inbox.count().await, 0);
    });
}

static EMAIL_CHANGED: Event<Value> = Event::new("tenancy.email-changed", 1);

/// Publishes a change of an email twice, as if the host stopped before the end of a listener's job.
pub async fn repeat_email_change(kit: &Kit, change: &Value) {
    for _ in 0..2 {
        let mut scope = kit.scope(Mode::Write);
        scope.publish(&EMAIL_CHANGED, change).await.unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
    }
}

/// Listeners may run in any order.
#[test]
fn an_earlier_change_of_an_email_that_comes_late_overwrites_nothing_and_adds_one_line() {
    on_both(|kit| async move {
        let _inbox = given::inbox(&kit).await;
        let admin = kit.user("Admin").await;
        let id = closed_invoice(&kit, &admin).await;
        let send = format!("{BASE}/sendinvoice");
        admin.post(&send, json!({ "id": id })).await.result();
        kit.drain_jobs().await;
        wait_until("the email is sent", async || {
            invoice(&admin, &id).await["mailState"] == "Sent"
        })
        .await;
        let [email] = emails(&admin, &id).await.try_into().unwrap();
        let queued = json!({"email": email["id"], "recordType": "Invoice", "recordId": id,
            "recipient": "robin@example.test", "state": "Queued",
            "time": kit.app.host().clock().now()});
        repeat_email_change(&kit, &queued).await;
        let found = invoice(&admin, &id).await;
        assert_eq!(found["mailState"], "Sent");
        assert_eq!(events(&found), ["MailQueued", "Mailed", "MailQueued"]);
        assert!(found["mailedTime"].is_string(), "{found}");
    });
}

/// Makes the tenant's waiting email due, after these attempts and runs of its job.
async fn make_due(kit: &Kit, attempts: i64, runs: i64) {
    let due = PlatformSql(
        "UPDATE jobs SET run_at = $2, attempts = $3 WHERE for_tenant = $1 AND kind = 'tenancy.mail'
           AND state = 'waiting'",
    );
    let now = kit.app.host().clock().now();
    let values = vec![kit.tenant.val(), now.val(), runs.val()];
    let mut scope = kit.scope(Mode::Write);
    scope.platform(due, values).await.unwrap();
    let tried = tsql!("UPDATE emails SET attempts = $2 WHERE tenant_id = $1 AND state = 'Queued'");
    scope.rows(tried, vec![attempts.val()]).await.unwrap();
    scope.commit().await.unwrap();
}

async fn attachment_keys(kit: &Kit) -> Vec<String> {
    let mut scope = kit.scope(Mode::Read);
    let sql = tsql!(
        "SELECT attachment_keys FROM emails WHERE tenant_id = $1 AND record_type = 'Invoice'"
    );
    let rows = scope.rows(sql, Vec::new()).await.unwrap();
    rows[0].json(0).unwrap()
}

/// The host stopped six times while it sent the email.
#[test]
fn an_email_fails_after_its_last_attempt_whatever_else_its_job_went_through() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let id = closed_invoice(&kit, &admin).await;
        let send = format!("{BASE}/sendinvoice");
        admin.post(&send, json!({ "id": id })).await.result();
        kit.drain_jobs().await;
        for (attempts, runs, state) in [(18, 24, "Queued"), (19, 25, "Failed")] {
            make_due(&kit, attempts, runs).await;
            kit.drain_jobs().await;
            let [email] = emails(&admin, &id).await.try_into().unwrap();
            assert_eq!(email["state"], state);
        }
        let found = invoice(&admin, &id).await;
        assert_eq!(found["mailState"], "Failed");
    });
}

#[test]
fn an_email_whose_attachment_is_lost_fails_at_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let id = closed_invoice(&kit, &admin).await;
        let send = format!("{BASE}/sendinvoice");
        // There is no mail server yet.
        admin.post(&send, json!({ "id": id })).await.result();
        kit.drain_jobs().await;
        let files = kit.app.host().config().data.join("files");
        std::fs::remove_dir_all(files.join(kit.tenant.to_string())).unwrap();
        let inbox = given::inbox(&kit).await;
        make_due(&kit, 1, 1).await;
        kit.drain_jobs().await;
        let [email] = emails(&admin, &id).await.try_into().unwrap();
        assert_eq!(
            (&email["state"], &email["problem"], &email["serverReply"]),
            (
                &json!("Failed"),
                &json!("Refused"),
                &json!("an attachment is no longer stored")
            )
        );
        assert_eq!(inbox.count().await, 0);
    });
}

#[test]
fn old_emails_are_deleted_with_their_attachments() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let admin = kit.user("Admin").await;
        let id = closed_invoice(&kit, &admin).await;
        inbox.reject_recipients(Some("550 no such user here")).await;
        let send = format!("{BASE}/sendinvoice");
        admin.post(&send, json!({ "id": id })).await.result();
        kit.drain_jobs().await;
        let keys = attachment_keys(&kit).await;
        assert_eq!(keys.len(), 2, "the PDF and the e-invoice");
        let count_stored = async || {
            let mut stored = 0;
            for key in &keys {
                let content = kit.app.host().files().get(kit.tenant, key).await;
                stored += usize::from(content.is_ok());
            }
            stored
        };
        for (days, expected) in [(89, 2), (91, 0)] {
            let mut scope = kit.scope(Mode::Write);
            let age = tsql!("UPDATE emails SET creation_time = $2 WHERE tenant_id = $1");
            let then = scope.now() - TimeDelta::days(days);
            scope.rows(age, vec![then.val()]).await.unwrap();
            scope
                .publish(&tenancy::DAY_BEGAN, &Default::default())
                .await
                .unwrap();
            scope.commit().await.unwrap();
            kit.drain_jobs().await;
            assert_eq!(count_stored().await, expected, "after {days} days");
            assert_eq!(emails(&admin, &id).await.len(), expected / 2);
        }
    });
}
