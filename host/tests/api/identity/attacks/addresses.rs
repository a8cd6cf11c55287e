//! Injected URLs and header lines: no open redirect, no extra header.

use serde_json::json;
use testkit::{Browser, PASSWORD, on_both, percent_encode};

use super::{BOOKINGS, user};

#[test]
fn every_way_back_is_our_own() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let base = format!("http://{}", kit.host_name);
        let foreign = [
            "https://evil.example/",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\t/evil.example",
            "javascript:alert(document.domain)",
            "data:text/html,x",
            &format!("{base}.evil.example/"),
            &format!("{base}@evil.example/"),
            &format!("{base}:8443/"),
            &format!("https://{}/", kit.host_name),
            "/a\r\nSet-Cookie: next-auth.session-token=planted",
            "/a\r\n\r\n<script>alert(1)</script>",
        ];
        for url in foreign {
            let mut browser = Browser::new(kit.guest());
            let members = [
                ("userName", "mia"),
                ("password", PASSWORD),
                ("callbackUrl", url),
            ];
            let response = browser
                .submit("/api/auth/callback/credentials", &members)
                .await;
            assert_eq!(response.json()["url"], base, "{url:?} after signing in");
            // A planted cookie with a URL redirects nowhere.
            let mut planted = Browser::new(kit.guest());
            planted
                .cookies
                .insert("next-auth.callback-url".to_owned(), percent_encode(url));
            let response = planted.sign_in_with("credentials", "mia", PASSWORD).await;
            assert_eq!(
                response.json()["url"],
                format!("{base}/bookings"),
                "{url:?} in the cookie"
            );
            let screen = browser
                .submit("/api/auth/signin/credentials", &[("callbackUrl", url)])
                .await;
            let wanted = format!("{base}/api/auth/signin?callbackUrl=");
            let displayed = screen.json()["url"].as_str().unwrap().to_owned();
            assert!(
                displayed.starts_with(&wanted) && !displayed.contains("evil"),
                "{displayed}"
            );
            let page = kit
                .guest()
                .get(&format!(
                    "/api/auth/signin?callbackUrl={}",
                    percent_encode(url)
                ))
                .await;
            let location = page.headers["location"].to_str().unwrap();
            assert!(
                location.starts_with(&format!("{base}/auth/login")) && !location.contains("evil"),
                "{location}"
            );
            let remaining = browser
                .submit("/api/auth/signout", &[("callbackUrl", url)])
                .await;
            assert_eq!(remaining.json()["url"], base, "{url:?} after signing out");
            assert!(!browser.cookies.values().any(|value| value == "planted"));
        }
    });
}

#[test]
fn lines_are_not_smuggled_into_headers() {
    on_both(|kit| async move {
        let tricks = [
            "x%0d%0aSet-Cookie:%20a=b",
            "x%0aLocation:%20//evil.example",
            "%E5%98%8A%E5%98%8DSet-Cookie:a=b",
        ];
        for trick in tricks {
            for path in [
                format!("/api/auth/signin?error={trick}"),
                format!("/api/auth/error?error={trick}&provider={trick}"),
                format!(
                    "/api/auth/callback/{}?code={trick}&state={trick}&error={trick}",
                    trick.replace('/', "%2f")
                ),
                format!("/api/auth/signin?callbackUrl={trick}"),
            ] {
                let answer = kit.guest().get(&path).await;
                assert!(
                    answer.status.is_redirection(),
                    "{path} gave {}",
                    answer.status
                );
                assert_eq!(answer.headers.get_all("location").iter().count(), 1);
                assert!(!answer.headers.contains_key("set-cookie"), "{path}");
                let location = answer.headers["location"].to_str().unwrap();
                assert!(
                    location.starts_with(&format!("http://{}/", kit.host_name)),
                    "{location}"
                );
            }
        }
        // Proxy headers count only behind a configured proxy.
        let actual = kit
            .guest()
            .with_header("x-forwarded-host", "evil.example")
            .with_header("x-forwarded-proto", "https");
        let providers = actual.get("/api/auth/providers").await.json();
        assert_eq!(
            providers["credentials"]["callbackUrl"],
            format!("http://{}/api/auth/callback/credentials", kit.host_name)
        );
        // A host name without a tenant has no sign-in.
        let mut elsewhere = Browser::new(kit.guest());
        elsewhere.client.host_name = "evil.example".to_owned();
        assert_eq!(
            elsewhere
                .sign_in_with("credentials", "admin", PASSWORD)
                .await
                .status,
            401
        );
    });
}

#[test]
fn paths_lead_nowhere_but_where_they_say() {
    on_both(|kit| async move {
        let guest = kit.guest();
        for path in [
            "/api/auth/../core/user/getusers",
            "/api/auth/%2e%2e/core/user/getusers",
            "/api/auth/..%2fcore%2fuser%2fgetusers",
            "/api//core/user/getusers",
            "/api/core/user/getusers%00",
            "/api/core/user/getusers;jsessionid=1",
            "/api/core/user/getusers/.",
            "/api/core/tenant/getlogo/../../../../secret.key",
            "/api/core/tenant/getlogo/..%2f..%2f..%2fsecret.key",
            "/api/auth/callback/..%2f..%2ftoken?code=1",
            "/api/%5c..%5csecret.key",
            "/..%2fsecret.key",
            "/%2e%2e/%2e%2e/secret.key",
            "/token/..%2fapi",
        ] {
            let answer = guest.get(path).await;
            let body = String::from_utf8_lossy(&answer.body);
            assert!(
                !answer.status.is_success(),
                "{path} gave {}: {body}",
                answer.status
            );
            assert!(
                !answer.status.is_server_error(),
                "{path} gave {}",
                answer.status
            );
            assert!(!body.contains("secret.key") || body.len() < 2000, "{path}");
        }
        // Any spelling of a route needs a session.
        for path in [
            "/API/CORE/USER/GETUSERS",
            "/api/core/user/getusers/",
            "/api/Core/User/getUsers?x=%2e%2e",
        ] {
            guest.get(path).await.expect_error(401);
        }
        let admin = kit.user("Admin").await;
        for body in [
            json!({"role": {"displayName": "a\0b"}, "grantedPermissionNames": []}),
            json!({"role": {"displayName": "\0"}, "grantedPermissionNames": ["Pages\0"]}),
        ] {
            admin
                .post("/api/core/role/createorupdaterole", body)
                .await
                .expect_error(400);
        }
        assert_eq!(
            Browser::new(kit.guest())
                .sign_in_with("credentials", "mia\0", PASSWORD)
                .await
                .status,
            401
        );
        let filter = format!("{BOOKINGS}?filter=contains(customer/code,'%00')");
        let listed = admin.get(&filter).await.status.as_u16();
        assert!(
            [200, 400].contains(&listed),
            "a filter with it gave {listed}"
        );
        let long = format!("csrfToken=0&userName={}", "a".repeat(64 * 1024));
        assert_eq!(
            guest
                .post_form("/api/auth/callback/credentials", &long)
                .await
                .status,
            413
        );
        assert_eq!(guest.post_form("/token", &long).await.status, 413);
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let answer = kit
            .user("Admin")
            .await
            .post_text("/api/core/role/createorupdaterole", &deep)
            .await;
        assert_eq!(answer.status, 400);
    });
}
