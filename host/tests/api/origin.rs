//! Origins of requests: forged authorities, proxies and addresses.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{Request, StatusCode, Version},
};
use data::config::{Proxies, PublicAddress};
use serde_json::json;
use testkit::{Browser, given, on_both};
use waybill::App;

const RESET_MAIL: &str = "/api/core/account/sendpasswordresetcode";

async fn status(app: &App, uri: &str, version: Version, lines: &[(&str, &str)]) -> u16 {
    let mut request = Request::get(uri).version(version);
    for (name, value) in lines {
        request = request.header(*name, *value);
    }
    let mut request = request.body(Body::empty()).unwrap();
    request
        .extensions_mut()
        .insert(ConnectInfo(std::net::SocketAddr::from((
            [10, 9, 8, 7],
            40_000,
        ))));
    app.handle(request).await.status().as_u16()
}

#[test]
fn a_mails_link_is_the_tenants_stored_address() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Admin").await;
        let inbox = given::inbox(&kit).await;
        let request = json!({ "emailAddress": "mia@freight.example" });
        let mut guest = kit.guest();
        for host in [
            ":8077@evil.example",
            "@evil.example",
            "/.evil.example",
            ":80:80",
            ":",
            " evil.example",
        ] {
            guest.host_name = format!("{}{host}", kit.host_name);
            guest
                .post(RESET_MAIL, request.clone())
                .await
                .expect_error(400);
        }
        kit.drain_jobs().await;
        assert_eq!(inbox.count().await, 0, "what was refused sends nothing");
        // The port is as unreliable as the name.
        guest.host_name = format!("{}:8077", kit.host_name);
        guest.post(RESET_MAIL, request).await.result();
        kit.drain_jobs().await;
        let email = inbox.next_email_to("mia@freight.example").await;
        assert!(
            email
                .text
                .contains(&format!("http://{}/auth/reset#", kit.host_name)),
            "{}",
            email.text
        );
        assert!(!email.text.contains(":8077") && !email.html.contains(":8077"));
    });
}

#[test]
fn a_request_names_one_authority() {
    on_both(|kit| async move {
        const SESSION: &str = "/api/core/configuration/getconfiguration";
        let own = ("host", kit.host_name.as_str());
        let status = |uri: String, version, lines: Vec<(&'static str, String)>| {
            let app = kit.app.clone();
            async move {
                let lines: Vec<(&str, &str)> = lines
                    .iter()
                    .map(|(name, value)| (*name, value.as_str()))
                    .collect();
                status(&app, &uri, version, &lines).await
            }
        };
        let line = (own.0, own.1.to_owned());
        assert_eq!(
            status(SESSION.into(), Version::HTTP_11, vec![line.clone()]).await,
            200
        );
        assert_eq!(
            status(
                SESSION.into(),
                Version::HTTP_11,
                vec![line.clone(), line.clone()]
            )
            .await,
            400
        );
        for path in [SESSION, "/", "/livez"] {
            assert_eq!(
                status(path.into(), Version::HTTP_11, vec![]).await,
                400,
                "{path}"
            );
        }
        assert_eq!(status("/livez".into(), Version::HTTP_10, vec![]).await, 200);
        // The request target's host overrides the header.
        let absolute = format!("http://{}{SESSION}", kit.host_name);
        let other = ("host", "nobody.test".to_owned());
        assert_eq!(status(absolute, Version::HTTP_11, vec![other]).await, 200);
        let other = format!("http://nobody.test{SESSION}");
        assert_eq!(status(other, Version::HTTP_11, vec![line]).await, 404);
    });
}

#[test]
fn guesses_are_counted_by_the_address_that_the_proxy_saw() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Admin").await;
        let behind = kit
            .on_another_host(|config| config.trust_proxy = Proxies(1))
            .await;
        let (mut wrong, begun) = (0, std::time::Instant::now());
        for turn in 0..150 {
            // No other test signs in from this address: all tenants' attempts count together.
            let forwarded_for = format!("203.0.113.{turn}, 192.0.2.60");
            let mut browser = Browser::new(
                behind
                    .guest()
                    .with_header("x-forwarded-for", &forwarded_for),
            );
            let answer = browser
                .sign_in_with(
                    "credentials",
                    &format!("leaked-{turn}"),
                    "Leaked-password-1",
                )
                .await;
            wrong += usize::from(answer.status == StatusCode::UNAUTHORIZED);
        }
        // Sixty a minute; a busy machine may take longer than one.
        let minutes = 1 + usize::try_from(begun.elapsed().as_secs() / 60).unwrap();
        assert!(
            wrong <= 60 * minutes,
            "{wrong} of 150 guesses were judged in {minutes} min"
        );
        for scheme in ["javascript", "https://evil.example/", "ws"] {
            behind
                .guest()
                .with_header("x-forwarded-proto", scheme)
                .get("/api/auth/providers")
                .await
                .expect_error(400);
        }
        let secure = behind
            .guest()
            .with_header("x-forwarded-proto", "https")
            .get("/api/auth/providers")
            .await;
        let callback = secure.json()["credentials"]["callbackUrl"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(
            callback.starts_with(&format!("https://{}/", kit.host_name)),
            "{callback}"
        );
    });
}

#[test]
fn every_answer_tells_browsers_what_it_is() {
    on_both(|kit| async move {
        let behind = kit.on_another_host(|config| {
            config.trust_proxy = Proxies(1);
            config.public_address = Some(PublicAddress::try_from("https://*".to_owned()).unwrap());
        });
        let behind = behind.await;
        let guest = behind.guest();
        let paths = [
            "/api/core/configuration/getconfiguration",
            "/api/nowhere",
            "/livez",
            "/metrics",
            "/nowhere.js",
            "/token",
        ];
        for path in paths {
            let plain = guest.get(path).await;
            assert_eq!(plain.headers["x-content-type-options"], "nosniff", "{path}");
            assert_eq!(
                plain.headers["cross-origin-resource-policy"], "same-origin",
                "{path}"
            );
            assert!(
                plain.headers["content-security-policy"]
                    .to_str()
                    .unwrap()
                    .contains("default-src 'none'"),
                "{path}"
            );
            assert!(
                !plain.headers.contains_key("strict-transport-security"),
                "{path}"
            );
            let secure = guest
                .with_header("x-forwarded-proto", "https")
                .get(path)
                .await;
            assert_eq!(
                secure.headers["strict-transport-security"], "max-age=31536000",
                "{path}"
            );
        }
        let malformed = guest
            .with_header("x-forwarded-proto", "ws")
            .get("/livez")
            .await;
        assert_eq!(
            (
                malformed.status.as_u16(),
                &malformed.headers["x-content-type-options"]
            ),
            (400, &"nosniff".parse().unwrap())
        );
    });
}

#[test]
fn a_method_that_a_path_does_not_take_is_not_forbidden() {
    on_both(|kit| async move {
        for path in ["/api/booking/Quote/Quote", "/metrics"] {
            let answer = kit.guest().delete(path).await;
            answer.expect_error(405);
            assert_eq!(answer.json()["unAuthorizedRequest"], false, "{path}");
            assert!(!answer.headers["allow"].is_empty());
        }
    });
}
