//! Known browsers of a user; new ones are reported by email.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use testkit::{Browser, PASSWORD, given, on_both};

#[test]
fn a_new_device_is_told_of_by_mail() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let inbox = given::inbox(&kit).await;
        let mut first = Browser::new(kit.guest());
        assert_eq!(
            first
                .sign_in_with("credentials", "mia", PASSWORD)
                .await
                .status,
            200
        );
        kit.drain_jobs().await;
        assert_eq!(inbox.count().await, 0, "the first device is no news");
        let mut second = Browser::new(kit.guest());
        second.client = second.client.with_header(
            "user-agent",
            "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
        );
        assert_eq!(
            second
                .sign_in_with("credentials", "mia", PASSWORD)
                .await
                .status,
            200
        );
        kit.drain_jobs().await;
        let email = inbox.next_email_to("mia@freight.example").await;
        assert_eq!(
            email.subject,
            "Your account for Test Freight was used on a new device"
        );
        assert!(email.text.contains("Firefox on Linux"), "{}", email.text);
        for browser in [&mut first, &mut second] {
            assert_eq!(
                browser
                    .sign_in_with("credentials", "mia", PASSWORD)
                    .await
                    .status,
                200
            );
        }
        kit.drain_jobs().await;
        assert_eq!(inbox.count().await, 0, "known devices are no news");
    });
}
