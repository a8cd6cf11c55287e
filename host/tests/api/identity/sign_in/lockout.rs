//! Tests of lockout and of the end of sessions.

use super::*;

#[test]
fn five_wrong_passwords_lock_a_known_and_an_unknown_name_alike() {
    on_both(|kit| async move {
        let id = user(&kit, "mia", "Admin").await;
        let base = format!("http://{}", kit.host_name);
        let failed = |error: &str| json!({"url": format!("{base}/api/auth/error?error={error}&provider=credentials")});
        for name in ["mia", "nobody"] {
            let mut browser = Browser::new(&kit);
            for attempt in 1..=10 {
                let answer = browser.sign_in(name, "Wrong-horse-7").await;
                let wanted = if attempt <= 5 {
                    (401, failed("CredentialsSignin"))
                } else {
                    (403, failed("AccessDenied"))
                };
                assert_eq!(
                    (answer.status.as_u16(), answer.json()),
                    wanted,
                    "{name}, attempt {attempt}"
                );
            }
            let answer = browser.sign_in(name, PASSWORD).await;
            assert_eq!(answer.status, 429, "{name}");
            assert!(
                answer.headers["retry-after"]
                    .to_str()
                    .unwrap()
                    .parse::<u64>()
                    .unwrap()
                    <= 60
            );
        }
        let admin = kit.user("Admin").await;
        let displayed = admin
            .get(&format!("{USERS}?filter=id eq {id}"))
            .await
            .result();
        assert_eq!(displayed["items"][0]["isLocked"], true);
    });
}

#[test]
fn a_user_who_is_switched_off_is_out() {
    on_both(|kit| async move {
        let id = user(&kit, "mia", "Admin").await;
        let mut scope = kit.scope(Mode::Write);
        let off = tsql!("UPDATE users SET is_active = FALSE WHERE tenant_id = $1 AND id = $2");
        scope
            .rows(off, vec![data::db::Val::I64(id.0)])
            .await
            .unwrap();
        scope.commit().await.unwrap();
        let answer = Browser::new(&kit).sign_in("mia", PASSWORD).await;
        assert_eq!(answer.status, 403);
        assert!(
            answer.json()["url"]
                .as_str()
                .unwrap()
                .contains("error=AccessDenied")
        );
        let token = identity::sign_in(kit.app.host(), kit.tenant, id)
            .await
            .unwrap();
        kit.guest()
            .with_token(&token)
            .get(USERS)
            .await
            .expect_error(401);
    });
}

#[test]
fn a_session_ends_when_its_time_is_over() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let mut browser = Browser::new(&kit);
        browser.sign_in("mia", PASSWORD).await;
        let mut scope = kit.scope(Mode::Write);
        let earlier = scope.now() - chrono::TimeDelta::seconds(1);
        let over = tsql!("UPDATE sessions SET expires_at = $2 WHERE tenant_id = $1");
        scope
            .rows(over, vec![data::db::Val::Time(earlier)])
            .await
            .unwrap();
        scope.commit().await.unwrap();
        assert_eq!(browser.session().await, json!({}));
    });
}

#[test]
fn a_session_that_is_used_is_renewed_up_to_its_end() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let mut browser = Browser::new(&kit);
        browser.sign_in("mia", PASSWORD).await;
        let mut scope = kit.scope(Mode::Write);
        let (soon, end) = (
            scope.now() + chrono::TimeDelta::days(2),
            scope.now() + chrono::TimeDelta::days(9),
        );
        let age = tsql!("UPDATE sessions SET expires_at = $2, ends_at = $3 WHERE tenant_id = $1");
        scope
            .rows(
                age,
                vec![data::db::Val::Time(soon), data::db::Val::Time(end)],
            )
            .await
            .unwrap();
        scope.commit().await.unwrap();
        let expires: chrono::DateTime<chrono::Utc> = browser.session().await["expires"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        assert_eq!(expires, end);
        let repeat: chrono::DateTime<chrono::Utc> = browser.session().await["expires"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        assert_eq!(repeat, end);
    });
}

#[test]
fn a_lock_holds_against_the_right_password_until_it_is_over() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let mut browser = Browser::new(&kit);
        for _ in 0..5 {
            assert_eq!(browser.sign_in("mia", "Wrong-horse-7").await.status, 401);
        }
        assert_eq!(browser.sign_in("mia", PASSWORD).await.status, 403);
        assert_eq!(browser.session().await, json!({}));
        let mut scope = kit.scope(Mode::Write);
        let earlier = scope.now() - chrono::TimeDelta::seconds(1);
        let over = tsql!(
            "UPDATE users SET lockout_end = $2 WHERE tenant_id = $1 AND lockout_end IS NOT NULL"
        );
        scope
            .rows(over, vec![data::db::Val::Time(earlier)])
            .await
            .unwrap();
        scope.commit().await.unwrap();
        assert_eq!(browser.sign_in("mia", PASSWORD).await.status, 200);
        assert_eq!(browser.session().await["user"]["name"], "Mia Tran");
    });
}
