//! Tests of key rotation, client types and unreachable providers.

use super::*;

#[test]
fn new_keys_other_curves_and_clients_without_a_secret_are_understood() {
    on_both(|kit| async move {
        let Some(corp) = Corp::start(&kit, 0, "first") else {
            return;
        };
        let with = |id: &str, secret: Option<&str>| {
            let mut provider = corp.settings();
            (provider["id"], provider["clientId"]) = (json!(id), json!(id));
            provider["clientSecret"] = json!(secret.unwrap_or_default());
            provider
        };
        set(
            &kit,
            json!([
                corp.settings(),
                with("curve", Some(SECRET)),
                with("open", None)
            ]),
        )
        .await;
        let home = format!("http://{}/bookings", kit.host_name);
        for id in ["corp", "curve", "open"] {
            let mut browser = Browser::new(kit.guest());
            assert_eq!(
                sign_in(&mut browser, &kit, &corp, id, MIA).await,
                home,
                "{id}"
            );
        }
        let port = corp.port();
        drop(corp);
        let Some(corp) = Corp::start(&kit, port, "second") else {
            return;
        };
        let mut browser = Browser::new(kit.guest());
        assert_eq!(
            sign_in(&mut browser, &kit, &corp, "corp", MIA).await,
            home,
            "the provider has new keys"
        );
    });
}

#[test]
fn a_provider_that_cannot_be_reached_or_trusted_is_told() {
    on_both(|kit| async move {
        let Some(corp) = Corp::start(&kit, 0, "first") else {
            return;
        };
        let mut wrong_secret = corp.settings();
        wrong_secret["clientSecret"] = json!("another");
        let with = |id: &str, issuer: String| {
            let mut provider = corp.settings();
            (provider["id"], provider["issuer"]) = (json!(id), json!(issuer));
            provider
        };
        let impostor = with("impostor", corp.issuer.replace("127.0.0.1", "localhost"));
        let unknown = with("nobody", "http://127.0.0.1:9".to_owned());
        let mut off = with("off", corp.issuer.clone());
        off["isEnabled"] = json!(false);
        set(&kit, json!([wrong_secret, impostor, unknown, off])).await;
        let mut browser = Browser::new(kit.guest());
        assert_eq!(
            sign_in(&mut browser, &kit, &corp, "corp", MIA).await,
            failure(&kit, "OAuthCallback", "corp"),
            "the client's secret is wrong"
        );
        assert_eq!(
            begin(&mut browser, "impostor", "/").await,
            failure(&kit, "OAuthSignin", "impostor")
        );
        assert_eq!(
            begin(&mut browser, "nobody", "/").await,
            failure(&kit, "OAuthSignin", "nobody")
        );
        let base = format!("http://{}", kit.host_name);
        for id in ["off", "unknown", "credentials"] {
            let screen = format!(
                "{base}/api/auth/signin?callbackUrl={}",
                encoded_as_pages_do(&format!("{base}/jobs"))
            );
            assert_eq!(begin(&mut browser, id, "/jobs").await, screen, "{id}");
        }
        let back = browser
            .get("/api/auth/callback/unknown?code=1&state=2")
            .await;
        assert_eq!(
            location(&back),
            format!("{base}/api/auth/signin?error=OAuthCallback")
        );
        assert!(
            browser
                .get("/api/auth/providers")
                .await
                .json()
                .get("off")
                .is_none()
        );
    });
}
