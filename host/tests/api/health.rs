//! Liveness and readiness probes.

use axum::{body::Body, http::Request};
use data::config::Config;
use testkit::on_both;
use waybill::{App, Parts};

#[test]
fn a_host_that_serves_is_live_and_ready() {
    on_both(|kit| async move {
        let guest = kit.guest();
        for (path, status) in [("/livez", "live"), ("/readyz", "ready")] {
            let answer = guest.get(path).await;
            assert_eq!(
                (answer.status.as_u16(), answer.json()["status"].as_str()),
                (200, Some(status))
            );
            assert_eq!(answer.headers["cache-control"], "no-store");
        }
        assert_eq!(
            guest.post("/readyz", serde_json::json!({})).await.status,
            405
        );
    });
}

#[tokio::test]
async fn a_host_without_its_database_is_live_and_not_ready() {
    let data =
        std::env::temp_dir().join(format!("waybill-health-{}", uuid::Uuid::now_v7().simple()));
    let app = App::start(Parts::new(Config {
        data: data.clone(),
        ..Config::default()
    }))
    .await
    .unwrap();
    app.host().db().close().await;
    for (path, status) in [("/livez", 200), ("/readyz", 503)] {
        let answer = app
            .handle(
                Request::get(path)
                    .header("host", "localhost")
                    .body(Body::empty())
                    .unwrap(),
            )
            .await;
        assert_eq!(answer.status().as_u16(), status, "{path}");
    }
    std::fs::remove_dir_all(&data).unwrap();
}
