//! Metrics at `/metrics`, and access to them.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::net::SocketAddr;

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{Method, Request, StatusCode},
};
use data::{config::Config, secrets::Secret};
use http_body_util::BodyExt;
use testkit::on_both;
use waybill::{App, Parts};

const HERE: [u8; 4] = [127, 0, 0, 1];
const ELSEWHERE: [u8; 4] = [203, 0, 113, 9];

async fn get_metrics(
    app: &App,
    method: Method,
    from: [u8; 4],
    headers: &[(&str, &str)],
) -> (StatusCode, String, String) {
    let mut request = Request::builder()
        .method(method)
        .uri("/metrics")
        .header("host", "metrics.test");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut request = request.body(Body::empty()).unwrap();
    request
        .extensions_mut()
        .insert(ConnectInfo(SocketAddr::from((from, 40_000))));
    let response = app.handle(request).await;
    let media_type = response.headers()["content-type"]
        .to_str()
        .unwrap()
        .to_owned();
    let status = response.status();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (
        status,
        media_type,
        String::from_utf8(body.to_vec()).unwrap(),
    )
}

fn number(text: &str, sample: &str) -> f64 {
    let line = text
        .lines()
        .find(|line| line.starts_with(sample))
        .unwrap_or_else(|| panic!("no {sample} in\n{text}"));
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_monitor_on_the_machine_reads_what_calls_took() {
    on_both(|kit| async move {
        let engine = kit.app.engine();
        let zone_rates = engine.rate_engine("zone-rates").unwrap();
        zone_rates
            .check(kit.app.call_context(kit.tenant), "{}".to_owned())
            .await
            .unwrap_err();
        let (status, media_type, text) = get_metrics(&kit.app, Method::GET, HERE, &[]).await;
        assert_eq!(
            (status, media_type.as_str()),
            (
                StatusCode::OK,
                "application/openmetrics-text; version=1.0.0; charset=utf-8"
            )
        );
        let version = &engine
            .plugin("zone-rates")
            .unwrap()
            .manifest()
            .version
            .clone();
        let entry_for = |family: &str| {
            format!("{family}{{plugin=\"zone-rates\",version=\"{version}\",function=\"check\"")
        };
        assert!(
            number(
                &text,
                &format!(
                    "{},outcome=\"invalid-input\"",
                    entry_for("waybill_plugin_calls_total")
                )
            ) >= 1.0
        );
        let bucket =
            entry_for("waybill_plugin_call_seconds_bucket").replacen('{', "{le=\"+Inf\",", 1);
        let full = number(&text, &bucket);
        assert_eq!(
            full,
            number(&text, &entry_for("waybill_plugin_call_seconds_count"))
        );
        assert!(number(&text, &entry_for("waybill_plugin_memory_peak_bytes")) > 65_000.0);
        assert!(number(&text, "waybill_plugin_pool_places") > 0.0);
        assert_eq!(
            number(&text, "waybill_plugin_breaker{plugin=\"zone-rates\""),
            0.0
        );
        assert!(
            !text.contains("tenant="),
            "whose calls they are is not told"
        );

        let mut described = std::collections::BTreeSet::new();
        for line in text.lines() {
            match line.strip_prefix("# TYPE ") {
                Some(family) => assert!(
                    described.insert(family.split(' ').next().unwrap()),
                    "{line}"
                ),
                None if line.starts_with("# HELP ") || line == "# EOF" => {}
                None => {
                    let name = line.split(['{', ' ']).next().unwrap();
                    let family = ["_bucket", "_sum", "_count", "_total"]
                        .iter()
                        .find_map(|end| name.strip_suffix(end));
                    assert!(
                        described.contains(name) || family.is_some_and(|it| described.contains(it)),
                        "{line}"
                    );
                    line.rsplit(' ').next().unwrap().parse::<f64>().unwrap();
                }
            }
        }
        assert_eq!(
            get_metrics(&kit.app, Method::HEAD, HERE, &[]).await.0,
            StatusCode::OK
        );
        assert_eq!(
            get_metrics(&kit.app, Method::POST, HERE, &[]).await.0,
            StatusCode::METHOD_NOT_ALLOWED
        );
    });
}

#[test]
fn other_callers_cannot_read_the_metrics() {
    on_both(|kit| async move {
        for headers in [&[][..], &[("authorization", "Bearer anything")]] {
            assert_eq!(
                get_metrics(&kit.app, Method::GET, ELSEWHERE, headers)
                    .await
                    .0,
                StatusCode::FORBIDDEN
            );
        }
        // A local proxy forwards others' requests.
        for name in ["x-forwarded-for", "forwarded", "x-real-ip"] {
            let headers = [(name, "127.0.0.1")];
            assert_eq!(
                get_metrics(&kit.app, Method::GET, HERE, &headers).await.0,
                StatusCode::FORBIDDEN,
                "{name}"
            );
        }
    });
}

#[test]
fn a_token_opens_them_from_anywhere() {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let data = std::env::temp_dir().join(format!(
            "waybill-test-metrics-{}",
            uuid::Uuid::now_v7().simple()
        ));
        let config = Config {
            metrics_token: Some(Secret::new("a-long-secret-word".to_owned())),
            sqlite_durable: false,
            data: data.clone(),
            ..Config::default()
        };
        let app = App::start(Parts::new(config)).await.unwrap();
        let with = |value: &'static str| [("authorization", value)];
        for from in [HERE, ELSEWHERE] {
            assert_eq!(
                get_metrics(&app, Method::GET, from, &[]).await.0,
                StatusCode::UNAUTHORIZED
            );
            for wrong in ["Bearer another", "Bearer ", "Basic a-long-secret-word"] {
                assert_eq!(
                    get_metrics(&app, Method::GET, from, &with(wrong)).await.0,
                    StatusCode::UNAUTHORIZED,
                    "{wrong}"
                );
            }
            assert_eq!(
                get_metrics(&app, Method::GET, from, &with("bearer a-long-secret-word"))
                    .await
                    .0,
                StatusCode::OK
            );
        }
        std::fs::remove_dir_all(data).unwrap();
    });
}
