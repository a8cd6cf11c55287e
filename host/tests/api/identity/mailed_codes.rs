//! Second factor by email: opt-in, not after a reset by email, rate limits, and concurrent codes.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use data::{
    db::{Mode, Val},
    tsql,
};
use serde_json::json;
use testkit::{Browser, Kit, PASSWORD, given, on_both};

use super::two_factor::{error_of, sign_in, with_app};

/// Enables emailed codes in addition to the authenticator.
async fn enable_email_codes(kit: &Kit) {
    let mut scope = kit.scope(Mode::Write);
    scope
        .rows(
            tsql!("UPDATE two_factors SET by_email = TRUE WHERE tenant_id = $1"),
            vec![],
        )
        .await
        .unwrap();
    scope.commit().await.unwrap();
}

#[test]
fn a_mailbox_is_no_second_step_for_who_has_not_chosen_it() {
    on_both(|kit| async move {
        let (app, _) = with_app(&kit).await;
        let inbox = given::inbox(&kit).await;
        let mut browser = Browser::new(kit.guest());
        let response = sign_in(&mut browser, &[("twoFactorProvider", "Email")]).await;
        assert!(
            response.json()["url"]
                .as_str()
                .unwrap()
                .ends_with("providers=Authenticator")
        );
        kit.drain_jobs().await;
        assert_eq!(inbox.count().await, 0, "no code is mailed");
        let code = app.code(0);
        assert_eq!(
            sign_in(&mut browser, &[("twoFactorCode", code.as_str())])
                .await
                .status,
            200
        );
    });
}

#[test]
fn after_a_reset_by_mail_a_mailed_code_lets_nobody_in_for_a_day() {
    on_both(|kit| async move {
        let (app, recovery) = with_app(&kit).await;
        enable_email_codes(&kit).await;
        let inbox = given::inbox(&kit).await;
        let reset = json!({"emailAddress": "mia@freight.example"});
        kit.guest()
            .post("/api/core/account/sendpasswordresetcode", reset)
            .await
            .result();
        kit.drain_jobs().await;
        let email = inbox.next_email_to("mia@freight.example").await;
        let (_, rest) = email.text.split_once("#userId=").unwrap();
        let (user, rest) = rest.split_once("&code=").unwrap();
        let code = rest
            .split_whitespace()
            .next()
            .unwrap()
            .replace("%2D", "-")
            .replace("%5F", "_");
        let user: i64 = user.parse().unwrap();
        let selected = json!({"userId": user, "resetCode": code, "password": PASSWORD});
        kit.guest()
            .post("/api/core/account/resetpassword", selected)
            .await
            .result();
        kit.drain_jobs().await;
        inbox.next_email_to("mia@freight.example").await;

        let mut browser = Browser::new(kit.guest());
        let response = sign_in(&mut browser, &[("twoFactorProvider", "Email")]).await;
        assert_eq!(error_of(&response), "TwoFactorRequired");
        assert!(
            response.json()["url"]
                .as_str()
                .unwrap()
                .ends_with("providers=Authenticator")
        );
        kit.drain_jobs().await;
        assert_eq!(inbox.count().await, 0, "no code is mailed");
        let code = app.code(0);
        assert_eq!(
            sign_in(&mut browser, &[("twoFactorCode", code.as_str())])
                .await
                .status,
            200
        );

        let mut scope = kit.scope(Mode::Write);
        scope
            .rows(
                tsql!("UPDATE two_factors SET secret = NULL WHERE tenant_id = $1"),
                vec![],
            )
            .await
            .unwrap();
        scope.commit().await.unwrap();
        let mut other = Browser::new(kit.guest());
        assert_eq!(
            error_of(&sign_in(&mut other, &[("twoFactorProvider", "Email")]).await),
            "TwoFactorRequired"
        );
        assert_eq!(
            sign_in(&mut other, &[("twoFactorCode", recovery[0].as_str())])
                .await
                .status,
            200
        );
        let mut scope = kit.scope(Mode::Write);
        let now = scope.now();
        let age = tsql!("UPDATE two_factors SET mail_rests_until = $2 WHERE tenant_id = $1");
        scope.rows(age, vec![Val::Time(now)]).await.unwrap();
        scope.commit().await.unwrap();
        let response = sign_in(&mut Browser::new(kit.guest()), &[]).await;
        assert!(
            response.json()["url"]
                .as_str()
                .unwrap()
                .ends_with("providers=Email")
        );
    });
}

#[test]
fn codes_at_once_are_judged_no_oftener_than_one_after_the_other() {
    on_both(|kit| async move {
        let (app, _) = with_app(&kit).await;
        let attempts = (0..9).map(|_| async {
            error_of(
                &sign_in(
                    &mut Browser::new(kit.guest()),
                    &[("twoFactorCode", "000000")],
                )
                .await,
            )
        });
        let ended = futures_util::future::join_all(attempts).await;
        assert_eq!(
            ended
                .iter()
                .filter(|error| *error == "TwoFactorInvalid")
                .count(),
            5,
            "{ended:?}"
        );
        let code = app.code(0);
        let late = sign_in(
            &mut Browser::new(kit.guest()),
            &[("twoFactorCode", code.as_str())],
        )
        .await;
        assert_eq!(error_of(&late), "AccessDenied");
    });
}

#[test]
fn codes_are_not_mailed_without_end() {
    on_both(|kit| async move {
        with_app(&kit).await;
        enable_email_codes(&kit).await;
        let mut browser = Browser::new(kit.guest());
        for _ in 0..5 {
            assert_eq!(
                sign_in(&mut browser, &[("twoFactorProvider", "Email")])
                    .await
                    .status,
                401
            );
        }
        let refused = sign_in(&mut browser, &[("twoFactorProvider", "Email")]).await;
        assert_eq!(refused.status, 429);
        assert!(
            refused.headers["retry-after"]
                .to_str()
                .unwrap()
                .parse::<u64>()
                .unwrap()
                <= 900
        );
    });
}
