//! The platform's mail server, the default of tenants without their own.

use serde_json::json;
use testkit::{Inbox, on_host};

const UPDATE: &str = "/api/core/platform/updatesettings";

#[test]
fn tenants_without_a_server_send_through_the_platforms() {
    on_host("platform mail", |kit| async move {
        let platform = kit.platform().await.user("Admin").await;
        let inbox = Inbox::start().await;
        let email = json!({"smtpHost": "127.0.0.1", "smtpPort": inbox.port(), "smtpSecurity": "None",
            "defaultFromAddress": "post@platform.test", "smtpUserName": "post", "smtpPassword": "platform-s3cret"});
        let saved = platform.put(UPDATE, json!({"email": email})).await;
        assert!(
            !String::from_utf8(saved.body.clone())
                .unwrap()
                .contains("s3cret")
        );
        assert_eq!(saved.result()["email"]["hasPassword"], true);
        let mut scope = kit.scope(data::db::Mode::Write);
        let message = work::mail::MailMessage {
            to: vec![work::mail::Person::new("Mia", "mia@example.test")],
            content: work::mail::Content {
                subject: "Hello".into(),
                text: "Over there.".into(),
                html: "<p>x</p>".into(),
            },
            attachments: vec![work::mail::Attachment {
                name: "a.txt".into(),
                media_type: "text/plain".into(),
                content: b"enclosed".to_vec(),
            }],
            ..Default::default()
        };
        tenancy::queue_mail(&mut scope, message.clone())
            .await
            .unwrap();
        scope.rollback();
        tenancy::queue_mail(&mut scope, message).await.unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        let letter = inbox.next_email_to("mia@example.test").await;
        assert_eq!(
            (letter.from.as_str(), letter.text.as_str()),
            ("post@platform.test", "Over there.")
        );
        assert!(
            letter
                .raw
                .contains("From: \"Test Freight\" <post@platform.test>"),
            "{}",
            letter.raw
        );
        assert!(letter.raw.contains("a.txt"));
        assert_eq!(inbox.count().await, 0, "what was undone is not sent");
        let off = platform
            .put(
                UPDATE,
                json!({"email": {"smtpHost": "", "smtpPassword": ""}}),
            )
            .await;
        assert_eq!(off.result()["email"]["smtpHost"], "");
    });
}
