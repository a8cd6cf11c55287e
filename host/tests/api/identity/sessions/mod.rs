//! The signed-in user's account: profile, picture, password, sessions.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod cookie;
mod profile;

use axum::http::Method;
use chrono::TimeDelta;
use data::{
    db::{Mode, Val},
    tsql,
};
use serde_json::{Value, json};
use testkit::{ApiResponse, Browser, Client, Kit, PASSWORD, given, on_both};

use super::caller;

const CHANGE: &str = "/api/core/profile/changepassword";
const PROFILE: &str = "/api/core/profile/getprofile";
const UPDATE: &str = "/api/core/profile/updateprofile";
const SESSIONS: &str = "/api/core/profile/getsessions";
const UPLOAD: &str = "/api/core/profile/uploadprofilepicture";
const NEW: &str = "Another-horse-8";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x40\0\0\0\x40 and so on";

async fn browser(kit: &Kit, user_name: &str, password: &str) -> Browser {
    let mut browser = Browser::new(kit.guest());
    let answer = browser
        .sign_in_with("credentials", user_name, password)
        .await;
    assert_eq!(
        answer.status,
        200,
        "{}",
        String::from_utf8_lossy(&answer.body)
    );
    browser
}

async fn sql(kit: &Kit, statement: data::db::TenantSql, values: Vec<Val>) {
    let mut scope = kit.scope(Mode::Write);
    scope.rows(statement, values).await.unwrap();
    scope.commit().await.unwrap();
}

async fn expire_session_cache() {
    tokio::time::sleep(std::time::Duration::from_millis(2100)).await;
}

fn form(content: &[u8]) -> Vec<u8> {
    let head =
        b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"me.png\"\r\nContent-Type: image/png\r\n\r\n";
    [head.as_slice(), content, b"\r\n--b--\r\n"].concat()
}

async fn upload(client: &Client, content: &[u8]) -> ApiResponse {
    client
        .send(
            Method::POST,
            UPLOAD,
            Some(("multipart/form-data; boundary=b", form(content))),
        )
        .await
}

#[test]
fn a_new_password_ends_the_other_sessions() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let inbox = given::inbox(&kit).await;
        let (mut here, mut there) = (
            browser(&kit, "mia", PASSWORD).await,
            browser(&kit, "mia", PASSWORD).await,
        );
        let mia = caller(&mut here).await;
        let change =
            |current: &str, new: &str| json!({"currentPassword": current, "newPassword": new});
        assert_eq!(
            mia.post(CHANGE, change("Wrong-horse-7", NEW))
                .await
                .invalid_members(),
            ["currentPassword"]
        );
        assert_eq!(
            mia.post(CHANGE, change(PASSWORD, "short"))
                .await
                .invalid_members(),
            ["newPassword"]
        );
        assert_eq!(
            mia.post(CHANGE, change(PASSWORD, PASSWORD))
                .await
                .invalid_members(),
            ["newPassword"]
        );
        assert_eq!(
            mia.post(CHANGE, json!({"newPassword": NEW}))
                .await
                .invalid_members(),
            ["currentPassword"]
        );
        mia.post(CHANGE, change(PASSWORD, NEW)).await.result();
        assert_eq!(there.session().await, json!({}));
        assert_eq!(here.session().await["user"]["userName"], "mia");
        browser(&kit, "mia", NEW).await;
        kit.drain_jobs().await;
        let mut subjects = Vec::new();
        for _ in 0..3 {
            subjects.push(inbox.next_email_to("mia@freight.example").await.subject);
        }
        assert_eq!(
            subjects
                .iter()
                .filter(|subject| subject.contains("was changed"))
                .count(),
            1,
            "{subjects:?}"
        );
    });
}

#[test]
fn the_present_password_is_not_found_out_by_trying() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let mut here = browser(&kit, "mia", PASSWORD).await;
        let mia = caller(&mut here).await;
        for _ in 0..5 {
            let change = json!({"currentPassword": "Wrong-horse-7", "newPassword": NEW});
            assert_eq!(
                mia.post(CHANGE, change).await.invalid_members(),
                ["currentPassword"]
            );
        }
        let change = json!({"currentPassword": PASSWORD, "newPassword": NEW});
        assert_eq!(
            mia.post(CHANGE, change).await.expect_error(400)["code"],
            3106
        );
        let answer = Browser::new(kit.guest())
            .sign_in_with("credentials", "mia", PASSWORD)
            .await;
        assert_eq!(
            answer.status, 403,
            "the user is locked out of signing in as well"
        );
    });
}

#[test]
fn who_must_choose_a_password_does_so_first() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Admin").await;
        sql(
            &kit,
            tsql!("UPDATE users SET should_change_password = TRUE WHERE tenant_id = $1 AND user_name = 'mia'"),
            vec![],
        )
        .await;
        let mut here = browser(&kit, "mia", PASSWORD).await;
        let session = here.session().await;
        assert_eq!(
            (&session["shouldChangePassword"], &session["permissions"]),
            (&json!(true), &json!([]))
        );
        let mia = caller(&mut here).await;
        for path in [
            "/api/core/user/getusers",
            SESSIONS,
            "/api/booking/booking/getbookings",
        ] {
            assert_eq!(
                mia.get(path).await.expect_error(403)["code"],
                3110,
                "{path}"
            );
        }
        mia.post(
            CHANGE,
            json!({"currentPassword": PASSWORD, "newPassword": NEW}),
        )
        .await
        .result();
        let session = here.session().await;
        assert_eq!(session["shouldChangePassword"], false);
        mia.get("/api/core/user/getusers").await.result();
    });
}

#[test]
fn sessions_are_listed_and_ended_one_by_one() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let tom = given::create_user(&kit, "tom", "Dispatcher").await;
        let (mut here, mut there) = (
            browser(&kit, "mia", PASSWORD).await,
            browser(&kit, "mia", PASSWORD).await,
        );
        there.client = there.client.with_header("user-agent", "Telephone");
        let mut third = there.clone();
        third.sign_in_with("credentials", "mia", PASSWORD).await;
        assert_eq!(
            there.session().await,
            json!({}),
            "signing in anew ends the session that the browser had"
        );
        let mia = caller(&mut here).await;
        let list = mia.get(SESSIONS).await.result();
        assert_eq!(list["totalCount"], 2);
        let entry_for = |list: &Value, current: bool| {
            list["items"]
                .as_array()
                .unwrap()
                .iter()
                .find(|item| item["isCurrent"] == current)
                .unwrap()
                .clone()
        };
        assert_eq!(entry_for(&list, false)["userAgent"], "Telephone");
        assert!(!list.to_string().contains("hash"));

        let mut toms = browser(&kit, "tom", PASSWORD).await;
        let other = caller(&mut toms).await;
        other
            .delete(&format!(
                "/api/core/profile/deletesession?id={}",
                entry_for(&list, false)["id"]
            ))
            .await
            .expect_error(404);
        assert_eq!(third.session().await["user"]["userName"], "mia");
        mia.delete(&format!(
            "/api/core/profile/deletesession?id={}",
            entry_for(&list, false)["id"]
        ))
        .await
        .result();
        assert_eq!(third.session().await, json!({}));

        let mut fourth = browser(&kit, "mia", PASSWORD).await;
        assert_eq!(
            mia.delete("/api/core/profile/deleteothersessions")
                .await
                .result(),
            json!({"ended": 1})
        );
        assert_eq!(fourth.session().await, json!({}));
        assert_eq!(here.session().await["user"]["userName"], "mia");
        assert_eq!(toms.session().await["user"]["id"], json!(tom));
    });
}

#[test]
fn a_session_that_lies_idle_or_is_too_old_ends() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        given::change_settings(
            &kit,
            json!({"userManagement": {"sessionIdleMinutes": 60, "sessionAbsoluteDays": 2}}),
        )
        .await;
        let answer = Browser::new(kit.guest())
            .sign_in_with("credentials", "mia", PASSWORD)
            .await;
        let line = answer
            .headers
            .get_all("set-cookie")
            .iter()
            .map(|line| line.to_str().unwrap().to_owned());
        assert!(
            line.into_iter()
                .any(|line| line.contains("session-token=") && line.contains("Max-Age=3600;"))
        );
        let ago = |minutes: i64| Val::Time(chrono::Utc::now() - TimeDelta::minutes(minutes));

        let mut idle = browser(&kit, "mia", PASSWORD).await;
        let used =
            tsql!("UPDATE sessions SET last_used_time = $2, expires_at = $3 WHERE tenant_id = $1");
        sql(&kit, used, vec![ago(50), ago(-10)]).await;
        let expires: chrono::DateTime<chrono::Utc> = idle.session().await["expires"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        assert!(expires > chrono::Utc::now() + TimeDelta::minutes(55));
        sql(&kit, used, vec![ago(61), ago(1)]).await;
        expire_session_cache().await;
        assert_eq!(idle.session().await, json!({}));

        // A shorter limit applies to open sessions.
        let mut open = browser(&kit, "mia", PASSWORD).await;
        sql(&kit, used, vec![ago(45), ago(-15)]).await;
        given::change_settings(&kit, json!({"userManagement": {"sessionIdleMinutes": 15}})).await;
        assert_eq!(open.session().await, json!({}));

        let mut old = browser(&kit, "mia", PASSWORD).await;
        assert_eq!(old.session().await["user"]["userName"], "mia");
        sql(
            &kit,
            tsql!("UPDATE sessions SET creation_time = $2 WHERE tenant_id = $1"),
            vec![ago(2 * 24 * 60 + 1)],
        )
        .await;
        expire_session_cache().await;
        assert_eq!(old.session().await, json!({}), "however much it was used");
    });
}

#[test]
fn one_session_at_a_time_where_the_tenant_wants_it() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        given::change_settings(
            &kit,
            json!({"userManagement": {"allowOneConcurrentSession": true}}),
        )
        .await;
        let mut first = browser(&kit, "mia", PASSWORD).await;
        assert_eq!(first.session().await["user"]["userName"], "mia");
        let mut second = browser(&kit, "mia", PASSWORD).await;
        assert_eq!(first.session().await, json!({}));
        assert_eq!(second.session().await["user"]["userName"], "mia");
    });
}

#[test]
fn a_cookie_that_was_planted_opens_nothing() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let mut attacker = browser(&kit, "mia", PASSWORD).await;
        let planted = attacker.cookies["next-auth.session-token"].clone();
        given::create_user(&kit, "tom", "Admin").await;
        // The victim's browser holds the attacker's cookie and signs in.
        let mut victim = Browser::new(kit.guest());
        victim
            .cookies
            .insert("next-auth.session-token".to_owned(), planted.clone());
        assert_eq!(
            victim
                .sign_in_with("credentials", "tom", PASSWORD)
                .await
                .status,
            200
        );
        assert_ne!(
            victim.cookies["next-auth.session-token"], planted,
            "a sign-in gives a cookie of its own"
        );
        assert_eq!(victim.session().await["user"]["userName"], "tom");
        assert_eq!(
            attacker.session().await,
            json!({}),
            "and the planted one is worth nothing"
        );
        let mut made_up = Browser::new(kit.guest());
        made_up.cookies.insert(
            "next-auth.session-token".to_owned(),
            format!("{}.{}", kit.tenant, "a".repeat(43)),
        );
        assert_eq!(made_up.session().await, json!({}));
    });
}

#[test]
fn a_cookie_alone_changes_nothing() {
    on_both(|kit| async move {
        let id = given::create_user(&kit, "mia", "Dispatcher").await;
        let mut here = browser(&kit, "mia", PASSWORD).await;
        // A cross-site request: cookies and a form, no token.
        let cookie = format!(
            "next-auth.session-token={}",
            here.cookies["next-auth.session-token"]
        );
        let forged = kit.guest().with_header("cookie", &cookie);
        let change = json!({"currentPassword": PASSWORD, "newPassword": NEW});
        forged.post(CHANGE, change).await.expect_error(401);
        forged
            .delete("/api/core/profile/deleteothersessions")
            .await
            .expect_error(401);
        forged.get("/api/impersonate/end").await.expect_error(401);
        upload(&forged, PNG).await.expect_error(401);
        let out = forged.post_form("/api/auth/signout", "json=true").await;
        assert!(out.json()["url"].as_str().unwrap().ends_with("csrf=true"));
        let form = format!(
            "userName=mia&password={PASSWORD}&json=true&csrfToken={}",
            "0".repeat(64)
        );
        let answer = forged
            .post_form("/api/auth/callback/credentials", &form)
            .await;
        assert!(
            answer.json()["url"]
                .as_str()
                .unwrap()
                .ends_with("csrf=true")
                && answer.headers.get("set-cookie").is_none()
        );
        assert_eq!(here.session().await["user"]["id"], json!(id));
    });
}

#[test]
fn sign_in_attempts_are_recorded() {
    on_both(|kit| async move {
        let id = given::create_user(&kit, "mia", "Dispatcher").await;
        Browser::new(kit.guest())
            .sign_in_with("credentials", "mia", "Wrong-horse-7")
            .await;
        let mut here = browser(&kit, "mia", PASSWORD).await;
        here.submit("/api/auth/signout", &[]).await;
        let mut scope = kit.scope(Mode::Read);
        let find = tsql!(
            "SELECT change_type FROM entity_changes WHERE tenant_id = $1 AND entity_type = 'Session' AND user_id = $2
             ORDER BY id"
        );
        let rows = scope.rows(find, vec![Val::I64(id.0)]).await.unwrap();
        let kinds: Vec<String> = rows.iter().map(|row| row.get(0).unwrap()).collect();
        assert_eq!(kinds, ["SignInRefused", "SignedIn", "SignedOut"]);
    });
}
