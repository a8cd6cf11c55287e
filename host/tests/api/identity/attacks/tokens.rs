//! Tokens and cookies used at other tenants, host names and schemes.

use serde_json::json;
use testkit::{ApiResponse, Browser, PASSWORD, on_both};

use super::{USERS, signed_in, user};

#[test]
fn a_token_is_worth_its_own_tenant_and_no_other() {
    on_both(|kit| async move {
        let other = kit.another_tenant().await;
        user(&other, "theirs", "Admin").await;
        user(&kit, "ours", "Admin").await;
        let (_, ours) = signed_in(&kit, "ours").await;
        let (own, foreign) = (kit.tenant.to_string(), other.tenant.to_string());

        // At another tenant's host name the caller's own tenant counts.
        let mut elsewhere = ours.clone();
        elsewhere.host_name = other.host_name.clone();
        let names = |answer: &ApiResponse| answer.result()["items"].to_string();
        let current = elsewhere.get(USERS).await;
        assert!(names(&current).contains("\"ours\"") && !names(&current).contains("theirs"));

        // A tenant that contradicts the token is rejected.
        for (name, value) in [
            ("Abp-TenantId", foreign.as_str()),
            ("Abp.TenantId", foreign.as_str()),
            ("abp-tenantid", foreign.as_str()),
            ("cookie", &format!("Abp.TenantId={foreign}")),
            ("cookie", &format!("Abp-TenantId={foreign}")),
        ] {
            let answer = ours.with_header(name, value).get(USERS).await;
            assert!(
                answer.status == 403 || !names(&answer).contains("theirs"),
                "{name}: {value}"
            );
            if name != "cookie" {
                answer.expect_error(403);
            }
        }
        // With two contradicting headers it is never the other tenant, in either order.
        for [first, second] in [[&own, &foreign], [&foreign, &own]] {
            for (one, two) in [
                ("Abp-TenantId", "Abp.TenantId"),
                ("Abp-TenantId", "Abp-TenantId"),
            ] {
                let answer = ours
                    .with_header(one, first)
                    .with_header(two, second)
                    .get(USERS)
                    .await;
                assert!(
                    answer.status == 403 || !names(&answer).contains("theirs"),
                    "{one} {first}, {two} {second}"
                );
            }
        }
        // Malformed tenant numbers are rejected, not rounded, trimmed or summed.
        for odd in [
            "0x1",
            "1e0",
            "-1",
            "1,2",
            "1 OR 1=1",
            "99999999999999999999",
            "null",
            "１",
        ] {
            let answer = ours.with_header("Abp-TenantId", odd).get(USERS).await;
            assert!(
                [400, 403, 404].contains(&answer.status.as_u16()),
                "{odd} gave {}",
                answer.status
            );
        }

        // Changing the token's number does not open that tenant.
        let token = ours.token.clone().unwrap();
        let secret = token.split_once('.').unwrap().1;
        for forged in [
            format!("{foreign}.{secret}"),
            format!("0{own}.{secret}"),
            format!("{own}.{secret}="),
            format!("{own}.{}", secret.to_lowercase()),
            format!("{own}.' OR '1'='1"),
            secret.to_owned(),
            "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.".to_owned(),
            String::new(),
        ] {
            if forged.to_lowercase() != token {
                let status = kit
                    .guest()
                    .with_token(&forged)
                    .get(USERS)
                    .await
                    .status
                    .as_u16();
                assert!(status == 401, "{forged} gave {status}");
            }
        }
        for scheme in ["Basic", "bearer Bearer", "Digest", "Negotiate"] {
            kit.guest()
                .with_header("authorization", &format!("{scheme} {token}"))
                .get(USERS)
                .await
                .expect_error(401);
        }
    });
}

#[test]
fn the_cookie_and_the_pages_token_do_not_stand_in_for_each_other() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let (browser, page) = signed_in(&kit, "mia").await;
        let cookie = browser.cookies["next-auth.session-token"].clone();
        kit.guest()
            .with_token(&cookie)
            .get(USERS)
            .await
            .expect_error(401);
        let mut thief = Browser::new(kit.guest());
        thief.cookies.insert(
            "next-auth.session-token".to_owned(),
            page.token.clone().unwrap(),
        );
        assert_eq!(thief.session().await, json!({}));
        // A cookie alone is no API credential, which prevents CSRF.
        kit.guest()
            .with_header("cookie", &format!("next-auth.session-token={cookie}"))
            .get(USERS)
            .await
            .expect_error(401);

        // Sign-in replaces a planted session.
        let mut victim = Browser::new(kit.guest());
        victim
            .cookies
            .insert("next-auth.session-token".to_owned(), cookie.clone());
        assert_eq!(
            victim
                .sign_in_with("credentials", "mia", PASSWORD)
                .await
                .status,
            200
        );
        assert_ne!(victim.cookies["next-auth.session-token"], cookie);
        let mut planter = Browser::new(kit.guest());
        planter
            .cookies
            .insert("next-auth.session-token".to_owned(), cookie);
        assert_eq!(
            planter.session().await,
            json!({}),
            "the planted session ended with the new one"
        );
    });
}

#[test]
fn a_dead_token_is_answered_by_the_session_service_in_its_own_way() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let dead = kit
            .guest()
            .with_token(&format!("{}.{}", kit.tenant, "a".repeat(43)));
        dead.get(USERS).await.expect_error(401);
        let session = dead.get("/api/auth/session").await;
        assert_eq!((session.status.as_u16(), session.json()), (200, json!({})));
        assert!(dead.get("/api/auth/providers").await.json()["credentials"].is_object());
        // A dead token does not prevent sign-in.
        let mut browser = Browser::new(dead.clone());
        assert_eq!(
            browser
                .sign_in_with("credentials", "mia", PASSWORD)
                .await
                .status,
            200
        );
        let refused = dead.post_form("/token", "grant_type=password").await;
        assert_eq!(
            (refused.status.as_u16(), &refused.json()["error"]),
            (400, &json!("unsupported_grant_type"))
        );
    });
}
