//! Tests of confirmed addresses and first passwords.

use super::*;

#[test]
fn an_address_is_confirmed_before_the_first_sign_in() {
    on_both(|kit| async move {
        let rules =
            json!({"allowSelfRegistration": true, "isEmailConfirmationRequiredForLogin": true});
        given::change_settings(&kit, json!({"userManagement": rules})).await;
        let inbox = given::inbox(&kit).await;
        let done = kit
            .guest()
            .post(REGISTER, registration("vera@bluegum.example"))
            .await
            .result();
        assert_eq!(done, json!({"canLogin": false}));
        let mut browser = Browser::new(kit.guest());
        let answer = browser
            .sign_in_with("credentials", "vera@bluegum.example", NEW)
            .await;
        assert_eq!(answer.status, 403);
        assert!(
            answer.json()["url"]
                .as_str()
                .unwrap()
                .contains("error=EmailNotConfirmed")
        );
        // A wrong password does not reveal it.
        let answer = browser
            .sign_in_with("credentials", "vera@bluegum.example", PASSWORD)
            .await;
        assert_eq!(answer.status, 401);

        kit.drain_jobs().await;
        let page = format!("http://{}/auth/activate", kit.host_name);
        let (_, first) = parse_link(&inbox.next_email_to("vera@bluegum.example").await, &page);
        kit.guest()
            .post(
                ACTIVATION_MAIL,
                json!({"emailAddress": "vera@bluegum.example"}),
            )
            .await
            .result();
        kit.drain_jobs().await;
        let (user, code) = parse_link(&inbox.next_email_to("vera@bluegum.example").await, &page);
        let body = |code: &str| json!({"userId": user, "confirmationCode": code});
        assert_eq!(
            kit.guest()
                .post(ACTIVATE, body(&first))
                .await
                .expect_error(400)["code"],
            3112,
            "a newer one was sent"
        );
        let done = kit.guest().post(ACTIVATE, body(&code)).await.result();
        assert_eq!(
            done,
            json!({"canLogin": true, "userName": "vera@bluegum.example", "resetCode": null})
        );
        assert_eq!(
            kit.guest()
                .post(ACTIVATE, body(&code))
                .await
                .expect_error(400)["code"],
            3112
        );
        assert_eq!(sign_in(&kit, "vera@bluegum.example", NEW).await, 200);
        kit.drain_jobs().await;
        assert_eq!(
            inbox.next_email_to("vera@bluegum.example").await.subject,
            "Welcome to Test Freight"
        );
        kit.guest()
            .post(
                ACTIVATION_MAIL,
                json!({"emailAddress": "vera@bluegum.example"}),
            )
            .await
            .result();
        kit.drain_jobs().await;
        assert_eq!(inbox.count().await, 0);
    });
}

#[test]
fn a_user_without_a_password_chooses_one_after_confirming() {
    on_both(|kit| async move {
        let mia = given::create_user(&kit, "mia", "Dispatcher").await;
        let inbox = given::inbox(&kit).await;
        let mut scope = kit.scope(Mode::Write);
        scope
            .rows(tsql!("UPDATE users SET password_hash = NULL WHERE tenant_id = $1 AND user_name = 'mia'"), vec![])
            .await
            .unwrap();
        let unconfirmed = tsql!(
            "INSERT INTO user_profiles (tenant_id, row_version, user_id, is_email_confirmed)
             SELECT tenant_id, 1, id, FALSE FROM users WHERE tenant_id = $1 AND user_name = 'mia'"
        );
        scope.rows(unconfirmed, vec![]).await.unwrap();
        scope.commit().await.unwrap();
        kit.guest()
            .post(
                ACTIVATION_MAIL,
                json!({"emailAddress": "mia@freight.example"}),
            )
            .await
            .result();
        kit.drain_jobs().await;
        let page = format!("http://{}/auth/activate", kit.host_name);
        let (user, code) = parse_link(&inbox.next_email_to("mia@freight.example").await, &page);
        let done = kit
            .guest()
            .post(ACTIVATE, json!({"userId": user, "confirmationCode": code}))
            .await
            .result();
        assert_eq!(done["canLogin"], false);
        let reset = json!({"userId": mia, "resetCode": done["resetCode"], "password": NEW});
        assert_eq!(
            kit.guest().post(RESET, reset).await.result()["canLogin"],
            true
        );
        assert_eq!(sign_in(&kit, "mia", NEW).await, 200);
    });
}
