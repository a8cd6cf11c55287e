//! Plugin reports: listed by permission, run with the caller's rights, streamed.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use axum::{
    body::Body,
    http::{Request, header},
};
use http_body_util::BodyExt;
use serde_json::json;
use testkit::{Client, GuestPlugin, given, on_host};

const REPORTING: GuestPlugin = GuestPlugin {
    id: "endpoint-guest",
    manifest: r#"
        kind = "report"
        [grants]
        capabilities = ["data", "output"]
    "#,
    schema: r#"{"type": "object", "properties": {}}"#,
};

fn report_path(report: &str) -> String {
    format!("/api/reports/run?id=endpoint-guest.{report}")
}

async fn csv(client: &Client, report: &str, parameters: serde_json::Value) -> String {
    let answer = client.post(&report_path(report), parameters).await;
    let text = String::from_utf8_lossy(&answer.body).into_owned();
    assert_eq!(answer.status, 200, "{text}");
    let text = text.strip_prefix('\u{feff}').unwrap().to_owned();
    assert!(!text.contains('\u{feff}'), "one mark, at the beginning");
    assert_eq!(answer.headers["content-type"], "text/csv; charset=utf-8");
    assert_eq!(answer.headers["x-content-type-options"], "nosniff");
    text
}

#[test]
fn reports_are_listed_for_who_may_see_them() {
    on_host("plugin reports", |kit| async move {
        let admin = kit.user("Admin").await;
        assert_eq!(
            admin.get("/api/reports/reports").await.result(),
            json!({"items": [], "totalCount": 0})
        );
        REPORTING.install(&kit).await;
        let list = admin.get("/api/reports/reports").await.result();
        assert_eq!(list["totalCount"], 4);
        let list = &list["items"];
        let ids: Vec<&str> = list
            .as_array()
            .unwrap()
            .iter()
            .map(|report| report["id"].as_str().unwrap())
            .collect();
        assert_eq!(
            ids,
            [
                "endpoint-guest.list",
                "endpoint-guest.half",
                "endpoint-guest.many",
                "endpoint-guest.odd"
            ]
        );
        assert_eq!(
            list[0]["parameters"],
            json!([{"name": "source", "description": "What is listed", "component": "select",
                "choices": ["customers", "bookings"], "required": true}])
        );
        let odd = list[3]["parameters"].as_array().unwrap();
        let components: Vec<_> = odd
            .iter()
            .map(|parameter| (&parameter["component"], &parameter["required"]))
            .collect();
        assert_eq!(
            components,
            [
                (&json!("daterange"), &json!(false)),
                (&json!("multiselect"), &json!(false))
            ]
        );
        kit.user("Driver")
            .await
            .get("/api/reports/reports")
            .await
            .expect_error(403);
        kit.guest()
            .get("/api/reports/reports")
            .await
            .expect_error(401);
        kit.user("Driver")
            .await
            .post(&report_path("odd"), json!({}))
            .await
            .expect_error(403);
    });
}

#[test]
fn cells_are_safe_to_open() {
    on_host("plugin reports", |kit| async move {
        REPORTING.install(&kit).await;
        let admin = kit.user("Admin").await;
        let text = csv(&admin, "odd", json!({})).await;
        assert_eq!(text, "a,b,c,d,e\r\n'=1+1,-12.50,true,,\"a,\"\"b\"\"\"\r\n");
    });
}

#[test]
fn a_report_lists_what_its_reader_may_see() {
    on_host("plugin reports", |kit| async move {
        REPORTING.install(&kit).await;
        let (admin, other) = (kit.user("Admin").await, kit.another_tenant().await);
        for name in ["Bluegum Wines", "Harbour Tools", "=HYPERLINK"] {
            given::customer(&kit, name).await;
        }
        given::customer(&other, "Somebody Else").await;
        let text = csv(&admin, "list", json!({"source": "customers"})).await;
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "companyName,address.suburb,isActive");
        assert_eq!(
            lines[1..],
            [
                "Bluegum Wines,,true",
                "Harbour Tools,,true",
                "'=HYPERLINK,,true"
            ]
        );
        assert_eq!(
            csv(&admin, "list", json!({"source": "bookings"})).await,
            "id,bookingStatus,totalWeight.value\r\n"
        );

        let error = admin
            .post(
                &report_path("list"),
                json!({"source": "customers", "more": "wrong"}),
            )
            .await
            .expect_error(400);
        assert!(
            error["message"].as_str().unwrap().contains("nonsense"),
            "{error}"
        );
        let error = admin
            .post(&report_path("list"), json!({"source": "secrets"}))
            .await
            .expect_error(400);
        assert!(
            error["message"].as_str().unwrap().contains("NoSource"),
            "{error}"
        );
    });
}

#[test]
fn what_fails_before_the_first_row_is_a_refusal() {
    on_host("plugin reports", |kit| async move {
        let admin = kit.user("Admin").await;
        admin
            .post(&report_path("odd"), json!({}))
            .await
            .expect_error(404);
        REPORTING.install(&kit).await;
        let members = admin
            .post(&report_path("list"), json!({}))
            .await
            .invalid_members();
        assert_eq!(members, ["source"]);
        admin
            .post(&report_path("nothing"), json!({}))
            .await
            .expect_error(404);
        admin
            .post("/api/reports/run?id=nothing", json!({}))
            .await
            .expect_error(404);
        admin
            .post_text(&report_path("odd"), "[1]")
            .await
            .expect_error(400);
        admin
            .post_text(&report_path("odd"), "{")
            .await
            .expect_error(400);
        let other = kit.another_tenant().await.user("Admin").await;
        other
            .post(&report_path("odd"), json!({}))
            .await
            .expect_error(404);
    });
}

#[test]
fn rows_stream_and_half_a_report_is_a_broken_answer() {
    on_host("plugin reports", |kit| async move {
        REPORTING.install(&kit).await;
        let admin = kit.user("Admin").await;
        let text = csv(&admin, "many", json!({"rows": 20_000})).await;
        assert_eq!(text.lines().count(), 20_001);
        assert!(text.lines().last().unwrap().starts_with("19999,xxx"));

        let request = |report: &str| {
            Request::post(report_path(report))
                .header(header::HOST, &admin.host_name)
                .header(
                    header::AUTHORIZATION,
                    format!("Bearer {}", admin.token.as_deref().unwrap()),
                )
                .body(Body::from("{}"))
                .unwrap()
        };
        let answer = kit.app.handle(request("half")).await;
        assert_eq!(answer.status(), 200);
        assert!(
            answer.into_body().collect().await.is_err(),
            "half a report looks like a whole one"
        );

        // A disconnected reader ends the run and frees the plugin.
        let answer = kit.app.handle(request("many")).await;
        drop(answer);
        assert_eq!(csv(&admin, "many", json!({})).await.lines().count(), 11);
    });
}
