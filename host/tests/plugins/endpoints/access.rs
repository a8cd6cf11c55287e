//! Plugin endpoints: access, visible request data, and allowed responses.

use axum::http::Method;
use serde_json::json;
use testkit::{ApiResponse, given, on_host};

use super::{BASE, ENDPOINTS, body_text, post, save_store, signed};

#[test]
fn a_plugin_answers_what_it_was_sent_and_sees_no_token() {
    on_host("plugin endpoints", |kit| async move {
        ENDPOINTS.install(&kit).await;
        let guest = kit
            .guest()
            .with_header("cookie", "a=secret")
            .with_header("x-forwarded-for", "1.2.3.4");
        let answer = post(
            &guest,
            &format!("{BASE}/any/thing%2Fgoes?a=1&b=%20"),
            "hello",
        )
        .await;
        assert_eq!(answer.status, 200);
        let actual = body_text(&answer);
        assert!(
            actual.starts_with("POST /any/thing%2Fgoes?a=1&b=%20\n"),
            "{actual}"
        );
        assert!(
            actual.contains("content-type: text/plain") && actual.ends_with("body hello"),
            "{actual}"
        );
        assert!(
            !actual.contains("secret") && !actual.contains("1.2.3.4") && !actual.contains("caller"),
            "{actual}"
        );

        let head = kit
            .guest()
            .send(Method::HEAD, &format!("{BASE}/any/thing"), None)
            .await;
        assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
        let options = kit
            .guest()
            .send(Method::OPTIONS, &format!("{BASE}/any/thing"), None)
            .await;
        assert_eq!(
            (options.status.as_u16(), &options.headers["allow"]),
            (204, &"GET, POST, HEAD, OPTIONS".parse().unwrap())
        );
        let invalid = kit
            .guest()
            .send(Method::DELETE, &format!("{BASE}/any/thing"), None)
            .await;
        assert_eq!(invalid.status, 405);
    });
}

#[test]
fn nothing_that_a_plugin_answers_is_a_page_of_ours() {
    on_host("plugin endpoints", |kit| async move {
        ENDPOINTS.install(&kit).await;
        let answer = kit.guest().get(&format!("{BASE}/any/html")).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.headers["content-disposition"], "attachment");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(
            answer.headers["content-security-policy"],
            "sandbox; default-src 'none'"
        );
        assert_eq!(answer.headers["x-guest"], "yes");
        assert!(!answer.headers.contains_key("set-cookie"));
        let plain = kit.guest().get(&format!("{BASE}/any/teapot")).await;
        assert_eq!(
            (plain.status.as_u16(), body_text(&plain).as_str()),
            (418, "short and stout")
        );
    });
}

#[test]
fn errors_of_a_plugin_are_answers_and_its_faults_are_contained() {
    on_host("plugin endpoints", |kit| async move {
        ENDPOINTS.install(&kit).await;
        let guest = kit.guest();
        let invalid = post(&guest, &format!("{BASE}/any/invalid"), "").await;
        assert_eq!(invalid.status, 400);
        let error = invalid.json()["error"].take();
        assert_eq!(
            error["validationErrors"][0]["members"],
            json!(["lines[0]"]),
            "{error}"
        );
        let away = post(&guest, &format!("{BASE}/any/away"), "").await;
        assert_eq!(
            (away.status.as_u16(), &away.headers["retry-after"]),
            (503, &"7".parse().unwrap())
        );
        assert_eq!(away.json()["error"]["message"], "come back later");
        for fault in ["loop", "trap"] {
            let answer = post(&guest, &format!("{BASE}/any/{fault}"), "").await;
            assert_eq!(answer.status, 502, "{fault}: {}", body_text(&answer));
            assert_eq!(
                answer.json()["error"]["message"],
                "The plugin could not answer."
            );
        }
        assert_eq!(
            post(&guest, &format!("{BASE}/any/thing"), "after")
                .await
                .status,
            200
        );
    });
}

#[test]
fn a_caller_who_may_not_know_of_a_plugin_gets_the_answer_for_an_unknown_path() {
    on_host("plugin endpoints", |kit| async move {
        ENDPOINTS.install(&kit).await;
        let nowhere = post(&kit.guest(), "/api/plugins/no-such-plugin/any/thing", "").await;
        assert_eq!(nowhere.status, 404);
        let other = kit.another_tenant().await;
        let admin = kit.user("Admin").await;
        let same = |answer: ApiResponse, why: &str| {
            assert_eq!(
                (answer.status, &answer.body),
                (nowhere.status, &nowhere.body),
                "{why}"
            );
        };
        same(
            post(&other.guest(), &format!("{BASE}/any/thing"), "").await,
            "not agreed to there",
        );
        same(
            post(&kit.guest(), &format!("{BASE}/elsewhere"), "").await,
            "no such path",
        );
        same(
            post(&kit.guest(), &format!("{BASE}/any/../signed"), "").await,
            "a step up",
        );
        admin
            .post("/api/plugins/disableplugin", json!({"id": ENDPOINTS.id}))
            .await
            .result();
        same(
            post(&kit.guest(), &format!("{BASE}/any/thing"), "").await,
            "switched off",
        );
        ENDPOINTS.enable(&admin).await;
        assert_eq!(
            post(&kit.guest(), &format!("{BASE}/any/thing"), "")
                .await
                .status,
            200
        );
    });
}

#[test]
fn a_signature_is_of_every_byte() {
    on_host("plugin endpoints", |kit| async move {
        ENDPOINTS.install(&kit).await;
        let admin = kit.user("Admin").await;
        let path = format!("{BASE}/signed");
        let send = |sum: String, body: &'static str| {
            let (client, path) = (kit.guest().with_header("x-sum", &sum), path.clone());
            async move { post(&client, &path, body).await }
        };
        assert_eq!(
            send(signed("body"), "body").await.status,
            401,
            "there is no secret yet"
        );
        save_store(&admin, ENDPOINTS.id, None).await;
        assert_eq!(send(signed("body"), "body").await.status, 200);
        for (sum, why) in [
            (signed("body "), "of another body"),
            (signed("body").replace("sha256=", ""), "without its prefix"),
            (signed("body")[..40].to_owned(), "half"),
            (String::new(), "empty"),
        ] {
            let answer = send(sum, "body").await;
            assert_eq!(answer.status, 401, "{why}");
            assert_eq!(
                answer.json()["error"]["message"],
                "The signature is missing or not right."
            );
        }
        assert_eq!(
            post(&kit.guest(), &path, "body").await.status,
            401,
            "missing"
        );
    });
}

#[test]
fn bodies_and_calls_are_bounded() {
    on_host("plugin endpoints", |kit| async move {
        ENDPOINTS.install(&kit).await;
        let small = format!("{BASE}/small");
        assert_eq!(
            post(&kit.guest(), &small, &"x".repeat(1024)).await.status,
            200
        );
        assert_eq!(
            post(&kit.guest(), &small, &"x".repeat(1025)).await.status,
            413
        );
        assert_eq!(
            post(&kit.guest(), &small, &"x".repeat(1024 * 1024 + 1))
                .await
                .status,
            413
        );

        let scarce = format!("{BASE}/scarce");
        assert_eq!(post(&kit.guest(), &scarce, "").await.status, 200);
        let mut refused = 0;
        for _ in 0..20 {
            let answer = post(&kit.guest(), &scarce, "").await;
            if answer.status == 429 {
                refused += 1;
                let seconds: u64 = answer.headers["retry-after"]
                    .to_str()
                    .unwrap()
                    .parse()
                    .unwrap();
                assert!((1..=60).contains(&seconds), "{seconds}");
            }
        }
        assert!(refused > 0, "no call was refused");
        let mut refused = 0;
        for last in 1..=30 {
            let guest = kit.guest().from_address(&format!("203.0.113.{last}"));
            refused += usize::from(post(&guest, &scarce, "").await.status == 429);
        }
        assert!(refused > 0, "all networks together have a limit");
        let other = kit.another_tenant().await;
        ENDPOINTS.install(&other).await;
        assert_eq!(
            post(&other.guest(), &scarce, "").await.status,
            200,
            "another tenant has calls of its own"
        );
    });
}

#[test]
fn endpoints_for_api_keys_and_for_sessions_take_only_their_own() {
    on_host("plugin endpoints", |kit| async move {
        ENDPOINTS.install(&kit).await;
        let (keyed, people) = (format!("{BASE}/keyed"), format!("{BASE}/people"));
        let (admin, driver) = (kit.user("Admin").await, kit.user("Driver").await);
        assert_eq!(kit.guest().get(&keyed).await.status, 401);
        assert_eq!(kit.guest().get(&people).await.status, 401);
        assert_eq!(
            admin.get(&keyed).await.status,
            403,
            "a person is no program"
        );
        let response = admin.get(&people).await;
        assert_eq!(response.status, 200);
        assert!(
            body_text(&response).contains("caller true None"),
            "{}",
            body_text(&response)
        );
        assert!(
            !body_text(&response).contains("authorization"),
            "{}",
            body_text(&response)
        );

        let robot = given::create_user(&kit, "robot", "Dispatcher").await;
        let key = admin
            .post("/api/core/user/CreateAPIKey", json!({"userId": robot}))
            .await
            .result();
        let secret = key["apiKey"].as_str().unwrap();
        let form = format!(
            "grant_type=client_credentials&client_id={}&client_secret={secret}",
            key["id"]
        );
        let token = kit.guest().post_form("/token", &form).await.json()["access_token"]
            .as_str()
            .unwrap()
            .to_owned();
        let robot = kit.guest().with_token(&token);
        assert_eq!(robot.get(&keyed).await.status, 200);
        assert_eq!(
            robot.get(&people).await.status,
            403,
            "a program is no person"
        );

        let granted = driver.get("/api/booking/booking/getbookings").await.status == 200;
        assert_eq!(
            driver.get(&people).await.status == 200,
            granted,
            "the permission decides"
        );
    });
}
