//! Addresses and lines that a client smuggles in: none leads away, none becomes a header.

use serde_json::json;
use testkit::{Browser, PASSWORD, encoded, on_both};

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
            let came = browser
                .submit("/api/auth/callback/credentials", &members)
                .await;
            assert_eq!(came.json()["url"], base, "{url:?} after signing in");
            // A cookie that somebody planted with an address leads nowhere else either.
            let mut planted = Browser::new(kit.guest());
            planted
                .cookies
                .insert("next-auth.callback-url".to_owned(), encoded(url));
            let came = planted.sign_in_by("credentials", "mia", PASSWORD).await;
            assert_eq!(
                came.json()["url"],
                format!("{base}/bookings"),
                "{url:?} in the cookie"
            );
            let screen = browser
                .submit("/api/auth/signin/credentials", &[("callbackUrl", url)])
                .await;
            let wanted = format!("{base}/api/auth/signin?callbackUrl=");
            let shown = screen.json()["url"].as_str().unwrap().to_owned();
            assert!(
                shown.starts_with(&wanted) && !shown.contains("evil"),
                "{shown}"
            );
            let page = kit
                .guest()
                .get(&format!("/api/auth/signin?callbackUrl={}", encoded(url)))
                .await;
            let location = page.headers["location"].to_str().unwrap();
            assert!(
                location.starts_with(&format!("{base}/auth/login")) && !location.contains("evil"),
                "{location}"
            );
            let left = browser
                .submit("/api/auth/signout", &[("callbackUrl", url)])
                .await;
            assert_eq!(left.json()["url"], base, "{url:?} after signing out");
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
        // What a proxy would say counts only where the operator has put one in front.
        let told = kit
            .guest()
            .with_header("x-forwarded-host", "evil.example")
            .with_header("x-forwarded-proto", "https");
        let providers = told.get("/api/auth/providers").await.json();
        assert_eq!(
            providers["credentials"]["callbackUrl"],
            format!("http://{}/api/auth/callback/credentials", kit.host_name)
        );
        // A host name without a tenant has none to sign in to.
        let mut elsewhere = Browser::new(kit.guest());
        elsewhere.client.host_name = "evil.example".to_owned();
        assert_eq!(
            elsewhere
                .sign_in_by("credentials", "admin", PASSWORD)
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
        // A route is the same in any spelling: each needs a session.
        for path in [
            "/API/CORE/USER/GETUSERS",
            "/api/core/user/getusers/",
            "/api/Core/User/getUsers?x=%2e%2e",
        ] {
            guest.get(path).await.refused(401);
        }
        // The character that ends texts elsewhere is no part of any text here.
        let admin = kit.user("Admin").await;
        for body in [
            json!({"role": {"displayName": "a\0b"}, "grantedPermissionNames": []}),
            json!({"role": {"displayName": "\0"}, "grantedPermissionNames": ["Pages\0"]}),
        ] {
            admin
                .post("/api/core/role/createorupdaterole", body)
                .await
                .refused(400);
        }
        assert_eq!(
            Browser::new(kit.guest())
                .sign_in_by("credentials", "mia\0", PASSWORD)
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
        // Too much is refused before it is read.
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
