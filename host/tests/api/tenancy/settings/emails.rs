//! Tests of the test email and of outgoing mail.

use super::*;

#[test]
fn a_test_mail_tells_what_the_server_says() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let none = admin
            .post(TEST, json!({"emailAddress": "mia@example.test"}))
            .await
            .result();
        assert_eq!(
            none["message"],
            "Neither the tenant nor the platform has a mail server."
        );
        let inbox = Inbox::start().await;
        let unsaved = json!({"emailAddress": "mia@example.test", "email": server(&inbox)});
        let sent = admin.post(TEST, unsaved.clone()).await.result();
        assert_eq!(
            sent,
            json!({"isSent": true, "message": "127.0.0.1 accepted the message for mia@example.test."})
        );
        let email = inbox.next_email_to("mia@example.test").await;
        assert_eq!(
            (email.from.as_str(), email.subject.as_str()),
            ("freight@example.test", "A test message from Test Freight")
        );
        assert!(
            email.text.contains("can send email through 127.0.0.1"),
            "{email:?}"
        );
        assert!(
            email.raw.contains("From: \"Freight desk\""),
            "{}",
            email.raw
        );
        assert_eq!(
            admin.get(GET).await.result()["rowVersion"],
            0,
            "a test saves nothing"
        );

        inbox.reject_recipients(Some("550 no such user here")).await;
        let refused = admin.post(TEST, unsaved.clone()).await.result();
        assert!(
            refused["message"]
                .as_str()
                .unwrap()
                .contains("no such user here"),
            "{refused}"
        );
        let inside = json!({"emailAddress": "mia@example.test", "email":
            {"useHostDefault": false, "smtpHost": "127.0.0.2", "smtpSecurity": "None",
             "defaultFromAddress": "a@example.test"}});
        let inside = admin.post(TEST, inside).await.result();
        assert!(
            inside["message"].as_str().unwrap().contains("loopback"),
            "{inside}"
        );
        assert_eq!(
            admin
                .post(TEST, json!({"emailAddress": "mia"}))
                .await
                .invalid_members(),
            ["emailAddress"]
        );
        let mut invalid = unsaved;
        invalid["email"]["smtpPort"] = json!(0);
        assert_eq!(
            admin.post(TEST, invalid).await.invalid_members(),
            ["email.smtpPort"]
        );
        kit.user("Dispatcher")
            .await
            .post(TEST, json!({"emailAddress": "mia@example.test"}))
            .await
            .expect_error(403);
    });
}

const QUEUED_EMAILS: PlatformSql = PlatformSql(
    "SELECT payload, last_error FROM jobs WHERE for_tenant = $1 AND kind = 'tenancy.mail'",
);

#[test]
fn mail_waits_for_a_server_and_gives_up_what_is_refused() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let inbox = Inbox::start().await;
        let mut email = server(&inbox);
        // Nothing listens on that port.
        email["smtpPort"] = json!(1);
        admin.put(PUT, json!({"email": email})).await.result();
        let mut scope = kit.scope(Mode::Write);
        let content = Content {
            subject: "Reset".into(),
            text: "code-7731".into(),
            html: "<p>code-7731</p>".into(),
        };
        let message = MailMessage {
            to: vec![Person::new("Mia", "mia@example.test")],
            content,
            ..Default::default()
        };
        tenancy::queue_mail(&mut scope, message).await.unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        let pending = async || {
            let mut tx = kit
                .app
                .host()
                .db()
                .begin_platform(Mode::Read)
                .await
                .unwrap();
            tx.platform(QUEUED_EMAILS, vec![kit.tenant.val()])
                .await
                .unwrap()
        };
        let jobs = pending().await;
        let (payload, error): (Value, Option<String>) =
            (jobs[0].json(0).unwrap(), jobs[0].get(1).unwrap());
        assert!(error.unwrap().contains("refused"), "the connection");
        assert!(
            !payload.to_string().contains("7731"),
            "a message that waits may hold links that sign somebody in"
        );

        inbox.reject_recipients(Some("550 no such user here")).await;
        admin
            .put(PUT, json!({"email": {"smtpPort": inbox.port()}}))
            .await
            .result();
        // Until the retry delay has passed, even on a busy machine.
        for _ in 0..300 {
            kit.drain_jobs().await;
            if pending().await.is_empty() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert!(
            pending().await.is_empty(),
            "what is refused is not tried again"
        );
        assert_eq!(inbox.count().await, 0);
    });
}
