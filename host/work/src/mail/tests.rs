//! Tests of email: rendered templates, the SMTP dialogue, and header injection.

use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    task::JoinHandle,
};

use super::*;
use data::{config::Security, secret::Secret};

const RESET: Template = Template {
    name: "password-reset",
    subject: "Reset your password for {{ brand }}",
    text: "Hello {{ name }},\n\nchoose a new password here: {{ link }}.\nIt works for an hour.\n\n{{ brand }}",
};

fn content(name: &str) -> Content {
    let templates = Templates::new(&[RESET]).unwrap();
    templates
        .render(
            "password-reset",
            "Southern <Cross>",
            &json!({"name": name, "link": "https://example.com/reset?a=1&b=2"}),
        )
        .unwrap()
}

#[test]
fn a_template_makes_text_and_escaped_html() {
    let content = content("<b>Ana</b>");
    assert_eq!(content.subject, "Reset your password for Southern <Cross>");
    assert!(content.text.starts_with(
        "Hello <b>Ana</b>,\n\nchoose a new password here: https://example.com/reset?a=1&b=2.\n"
    ));
    assert!(
        content.html.contains("&lt;b&gt;Ana&lt;") && !content.html.contains("<b>Ana"),
        "{}",
        content.html
    );
    assert!(content.html.contains("Southern &lt;Cross&gt;"));
    assert!(
        content.html.contains(">https:") && content.html.matches("<a href=").count() == 1,
        "{}",
        content.html
    );
    assert!(!content.html.contains("{%"));
}

#[test]
fn templates_are_checked_at_the_start() {
    assert!(
        Templates::new(&[Template {
            text: "{{ broken",
            ..RESET
        }])
        .is_err()
    );
    assert!(Templates::new(&[RESET, RESET]).is_err());
    let templates = Templates::new(&[RESET]).unwrap();
    assert!(
        templates.render("password-reset", "x", &json!({})).is_err(),
        "a value that is missing is an error, not a gap"
    );
    assert!(templates.render("nope", "x", &json!({})).is_err());
}

fn message() -> MailMessage {
    MailMessage {
        to: vec![Person::new("Ana Pires", "ana@example.com")],
        reply_to: None,
        content: Content {
            subject: "Your label".into(),
            text: "Here it is.".into(),
            html: "<p>Here it is.</p>".into(),
        },
        attachments: vec![Attachment {
            name: "../label.pdf".into(),
            media_type: "application/pdf".into(),
            content: b"%PDF-1.7".to_vec(),
        }],
    }
}

#[test]
fn what_is_typed_cannot_become_a_header() {
    let sender = Person::new("Own fleet", "fleet@example.com");
    let mut evil = message();
    evil.content.subject = "Hi\r\nBcc: thief@example.com".into();
    evil.to[0].name = "Ana\r\nBcc: thief@example.com\r\n\r\n".into();
    evil.attachments[0].name = "a\"\r\nX-Evil: 1.pdf".into();
    let text = String::from_utf8(
        evil.build_message(&sender, &MessageId::default())
            .unwrap()
            .formatted(),
    )
    .unwrap();
    assert!(
        !text
            .lines()
            .any(|line| line.starts_with("Bcc:") || line.starts_with("X-Evil")),
        "{text}"
    );
    for email in [
        "ana@example.com\r\nRCPT TO:<thief@example.com>",
        "ana",
        "",
        "ana@example.com, thief@example.com",
    ] {
        let wrong = MailMessage {
            to: vec![Person::new("Ana", email)],
            ..message()
        };
        assert_eq!(
            wrong
                .build_message(&sender, &MessageId::default())
                .unwrap_err(),
            MailError::Refused(
                "the recipient must be an email address such as name@example.com".into()
            )
        );
    }
    assert!(
        MailMessage {
            to: vec![],
            ..message()
        }
        .build_message(&sender, &MessageId::default())
        .is_err()
    );
}

#[test]
fn a_message_keeps_its_id_in_the_senders_domain() {
    let sender = Person::new("Own fleet", "fleet@example.com");
    let id = MessageId::default();
    let header = || {
        let built = message().build_message(&sender, &id).unwrap();
        let text = String::from_utf8(built.formatted()).unwrap();
        let line = text.lines().find(|line| line.starts_with("Message-ID:"));
        line.unwrap().to_owned()
    };
    assert_eq!(header(), header());
    assert!(header().ends_with("@example.com>"), "{}", header());
    assert_ne!(id, MessageId::default());
}

/// Starts a server for one connection that answers a password with `login` and returns all input
/// received.
async fn server(login: &'static str) -> (u16, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let transcript = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        let mut told = String::new();
        let mut in_data = false;
        write.write_all(b"220 test\r\n").await.unwrap();
        while let Ok(Some(line)) = lines.next_line().await {
            told.push_str(&line);
            told.push('\n');
            let answer = match line.split(' ').next().unwrap_or_default() {
                "." if in_data => {
                    in_data = false;
                    "250 taken\r\n"
                }
                _ if in_data => continue,
                "EHLO" => "250-test\r\n250 AUTH PLAIN\r\n",
                "AUTH" => login,
                "DATA" => {
                    in_data = true;
                    "354 go on\r\n"
                }
                "QUIT" => break,
                _ => "250 ok\r\n",
            };
            if write.write_all(answer.as_bytes()).await.is_err() {
                break;
            }
            if told.contains("\n.\n") {
                break;
            }
        }
        told
    });
    (port, transcript)
}

fn settings(port: u16) -> SmtpSettings {
    SmtpSettings {
        host: "127.0.0.1".into(),
        port: Some(port),
        security: Security::None,
        user: Some("fleet".into()),
        password: Some(Secret::new("pa55word")),
        from: Person::new("Own fleet", "fleet@example.com"),
        address: None,
        authorities: None,
    }
}

#[tokio::test]
async fn a_message_arrives_whole() {
    let (port, told) = server("235 welcome\r\n").await;
    Mailer::new(settings(port))
        .unwrap()
        .send(&message(), &MessageId::default())
        .await
        .unwrap();
    let told = told.await.unwrap();
    for words in [
        "MAIL FROM:<fleet@example.com>",
        "RCPT TO:<ana@example.com>",
        "From: \"Own fleet\" <fleet@example.com>",
        "Subject: Your label",
        "Here it is.",
        "text/html",
        "filename=\"label.pdf\"",
        "application/pdf",
    ] {
        assert!(told.contains(words), "{words} is missing in {told}");
    }
}

#[tokio::test]
async fn failures_say_whether_to_try_again_and_keep_the_password() {
    let (port, _told) = server("535 bad password pa55word\r\n").await;
    let refused = Mailer::new(settings(port))
        .unwrap()
        .send(&message(), &MessageId::default())
        .await
        .unwrap_err();
    assert!(
        matches!(&refused, MailError::Refused(words) if words.contains("bad password …")),
        "{refused}"
    );
    let (port, _told) = server("454 try later\r\n").await;
    let later = Mailer::new(settings(port))
        .unwrap()
        .send(&message(), &MessageId::default())
        .await
        .unwrap_err();
    assert!(matches!(later, MailError::Unreachable(_)), "{later}");
    let closed = TcpListener::bind("127.0.0.1:0")
        .await
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let unreachable = Mailer::new(settings(closed))
        .unwrap()
        .send(&message(), &MessageId::default())
        .await
        .unwrap_err();
    assert!(
        matches!(unreachable, MailError::Unreachable(_)),
        "{unreachable}"
    );
}

#[tokio::test]
async fn settings_that_cannot_work_are_refused() {
    let refused = |change: fn(&mut SmtpSettings)| {
        let mut settings = settings(25);
        change(&mut settings);
        Mailer::new(settings)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    assert!(refused(|s| s.host = "mail.example.com".into()).contains("not sent without TLS"));
    assert!(refused(|s| s.host = "a b".into()).contains("host name"));
    assert!(refused(|s| s.from.email = "x".into()).contains("the sender must be"));
}
