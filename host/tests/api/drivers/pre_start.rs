//! Pre-start answers: given once, and the reasons that bar a shift.

use chrono::TimeDelta;
use data::{
    db::{Col, Mode},
    tsql,
};
use serde_json::{Value, json};
use testkit::on_both;

use super::ann;

const ANSWER: &str = "/api/compliance/pre-start-check/driver-pre-start-answer";

#[test]
fn answers_are_given_once_and_say_what_bars() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (driver, other) = (ann(&admin).await, ann(&admin).await);
        let client = kit.driver_user(driver).await;
        let fit = json!({"driverPreStartAnswer": {
            "hadenoughsleep": true, "stateofdriverslicense": "Valid", "wearingpropersafetyequipment": true,
            "driverinsuarancecoverage": [{"title": "Policy in the cab", "selected": true}],
        }});
        let first = client.post(ANSWER, fit).await.result()["driverPreStartAnswer"].clone();
        assert_eq!(first["isbarred"], false, "{first}");
        assert_eq!(first["driverid"], json!(driver));
        assert_eq!(first["tenantid"], json!(kit.tenant));
        assert_eq!(first["driverinsuarancecoverage"][0]["selected"], true);
        let unfit = json!({"driverPreStartAnswer": {"undertheinfluenceofalcohol": true, "hadenoughsleep": true,
            "wearingpropersafetyequipment": true}});
        let second = client.post(ANSWER, unfit).await.result()["driverPreStartAnswer"].clone();
        assert_eq!(second["isbarred"], true);
        assert_eq!(
            second["reasons"],
            json!(["The driver is under the influence of alcohol."])
        );
        let change = json!({"driverPreStartAnswer": {"id": second["id"], "undertheinfluenceofalcohol": false}});
        let change = client.post(ANSWER, change).await;
        assert_eq!(change.invalid_members(), ["driverPreStartAnswer.id"]);

        let path =
            "/api/compliance/pre-start-check/driver-pre-start-answers?filter=isbarred eq true";
        let barred = admin.get(path).await.result();
        assert_eq!(barred["totalCount"], 1);
        let stranger = kit.driver_user(other).await;
        stranger
            .get(&format!("{ANSWER}?id={}", first["id"]))
            .await
            .expect_error(404);
        let warehouse = kit.user("Warehouse").await;
        warehouse.get(path).await.expect_error(403);
    });
}

#[test]
fn a_driver_answers_at_most_twenty_times_a_day() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (driver, other) = (ann(&admin).await, ann(&admin).await);
        let client = kit.driver_user(driver).await;
        let fit = json!({"driverPreStartAnswer": {"hadenoughsleep": true}});
        for _ in 0..18 {
            client.post(ANSWER, fit.clone()).await.result();
        }
        let calls: Vec<_> = (0..4)
            .map(|_| {
                let (client, fit) = (client.clone(), fit.clone());
                tokio::spawn(async move { client.post(ANSWER, fit).await })
            })
            .collect();
        let mut accepted = 0;
        for call in calls {
            let answer = call.await.unwrap();
            match answer.status.is_success() {
                true => accepted += 1,
                false => drop(answer.expect_error_code(4602)),
            }
        }
        assert_eq!(accepted, 2, "concurrent answers are counted");
        let by_staff = json!({"driverPreStartAnswer": {"driverid": driver}});
        admin.post(ANSWER, by_staff).await.expect_error_code(4602);
        let stranger = kit.driver_user(other).await;
        stranger.post(ANSWER, fit.clone()).await.result();

        let mut scope = kit.scope(Mode::Write);
        let age = tsql!("UPDATE pre_start_answers SET creation_time = $2 WHERE tenant_id = $1");
        let then = scope.now() - TimeDelta::hours(25);
        scope.rows(age, vec![then.val()]).await.unwrap();
        scope.commit().await.unwrap();
        client.post(ANSWER, fit).await.result();
    });
}

#[test]
fn times_of_an_answer_are_recent_and_bounded() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let client = kit.driver_user(ann(&admin).await).await;
        let now = kit.app.host().clock().now();
        let ago = |hours| now - TimeDelta::hours(hours);
        let send = async |times: Value| {
            let body = json!({ "driverPreStartAnswer": times });
            client.post(ANSWER, body).await
        };
        let century = json!({"drivestarttime": "1926-01-01T00:00:00Z", "driveendtime": now});
        assert_eq!(
            send(century).await.invalid_members(),
            [
                "driverPreStartAnswer.drivestarttime",
                "driverPreStartAnswer.driveendtime"
            ]
        );
        let half = json!({ "breakstarttime": ago(1) });
        assert_eq!(
            send(half).await.invalid_members(),
            ["driverPreStartAnswer.breakendtime"]
        );
        let drive = json!({"drivestarttime": ago(8), "driveendtime": ago(1),
            "breakstarttime": ago(5), "breakendtime": ago(4)});
        send(drive).await.result();
        let left = client.get("/api/drivers/driver/hours-left").await.result();
        assert_eq!(left["workedinday"], 6 * 60, "{left}");
    });
}
