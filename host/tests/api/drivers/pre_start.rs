//! Pre-start answers: given once, and the reasons that bar a shift.

use serde_json::json;
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
