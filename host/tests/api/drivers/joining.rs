//! Invitations and self-registration.

use serde_json::{Value, json};
use testkit::{PASSWORD, given, on_both};

use super::DRIVER;

const REGISTER: &str = "/api/drivers/driver/self-registration";

fn registration(email: &str) -> Value {
    let cm = |value: i64| json!({"value": value, "unit": "cm"});
    json!({"selfRegister": {
        "firstName": "Ann", "lastName": "Lee", "email": email, "phonenumber": "0400 000 000",
        "stateCode": "nsw", "password": PASSWORD,
        "vehicle": {
            "name": "Van", "registrationNumber": "JOIN1",
            "capacity": {"length": cm(300), "width": cm(180), "height": cm(190),
                "weight": {"value": 1200, "unit": "kg"}},
            "gvm": {"value": 3500, "unit": "kg"},
        },
    }})
}

#[test]
fn an_invited_driver_joins_and_drives_once_approved() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let inbox = given::inbox(&kit).await;
        let email = format!("ann-{}@example.test", uuid::Uuid::now_v7().simple());
        let invite = json!({"invitation": {"email": email, "runId": 7}});
        let invite = admin
            .post("/api/drivers/driver/invite-driver", invite)
            .await
            .result();
        assert_eq!(invite["invitation"]["runId"], 7);
        kit.drain_jobs().await;
        let mail = inbox.next_email_to(&email).await;
        let link = mail.text.split("/driver/join#invitation=").nth(1).unwrap();
        let token = link.split_whitespace().next().unwrap();

        let mut body = registration(&email);
        body["selfRegister"]["invitationToken"] = json!("guessed");
        kit.guest()
            .post(REGISTER, body.clone())
            .await
            .expect_error_code(4601);
        body["selfRegister"]["invitationToken"] = json!(token);
        let mut long = body.clone();
        long["selfRegister"]["stateCode"] = json!("x".repeat(1000));
        let refused = kit.guest().post(REGISTER, long).await;
        assert_eq!(refused.invalid_members(), ["selfRegister.stateCode"]);
        let joined = kit.guest().post(REGISTER, body.clone()).await.result();
        assert_eq!(joined, json!({"canLogin": false}));
        kit.guest()
            .post(REGISTER, body)
            .await
            .expect_error_code(4601);

        let path = "/api/drivers/driver/drivers?filter=isactive eq false";
        let waiting = admin.get(path).await.result();
        let driver = waiting["items"][0].clone();
        assert_eq!(
            (&driver["name"], &driver["email"]),
            (&json!("Ann Lee"), &json!(email))
        );
        assert_eq!(driver["currentvehicle"]["registrationnumber"], "JOIN1");
        assert_eq!(driver["address"]["stateCode"], "NSW");
        let user = identity::find_user(kit.app.host(), kit.tenant, &email)
            .await
            .unwrap()
            .unwrap();
        let approve = json!({"driver": {"id": driver["id"], "isactive": true}});
        admin.put(DRIVER, approve).await.result();
        let token = identity::sign_in(kit.app.host(), kit.tenant, user)
            .await
            .unwrap();
        let ann = kit.guest().with_token(&token);
        let own = ann.get("/api/drivers/driver/drivers").await.result();
        assert_eq!(own["totalCount"], 1);
    });
}

#[test]
fn without_an_invitation_the_tenant_decides() {
    on_both(|kit| async move {
        let body = registration("nobody@example.test");
        kit.guest()
            .post(REGISTER, body.clone())
            .await
            .expect_error(403);
        let group = json!({"userManagement": {"allowSelfRegistration": true}});
        given::change_settings(&kit, group).await;
        let joined = kit.guest().post(REGISTER, body).await.result();
        assert_eq!(joined, json!({"canLogin": false}));
        let mut bad = registration("other@example.test");
        bad["selfRegister"]["firstName"] = json!(" ");
        bad["selfRegister"]["vehicle"]["capacity"]["length"] = json!(null);
        bad["selfRegister"]["vehicle"]["registrationNumber"] = json!("");
        let mut members = kit.guest().post(REGISTER, bad).await.invalid_members();
        members.sort();
        assert_eq!(
            members,
            [
                "selfRegister.firstName",
                "selfRegister.vehicle.capacity.length",
                "selfRegister.vehicle.registrationNumber"
            ]
        );
        let mut text = registration("third@example.test");
        text["selfRegister"]["vehicle"]["capacity"]["width"]["value"] = json!("wide");
        text["selfRegister"]["vehicle"]["gvm"]["value"] = json!("much");
        let refused = kit.guest().post(REGISTER, text).await.expect_error(400);
        let errors = refused["validationErrors"].as_array().unwrap();
        for member in ["capacity.width.value", "gvm.value"] {
            let member = format!("selfRegister.vehicle.{member}");
            let is_required = |error: &Value| {
                error["members"] == json!([member]) && error["message"] == "A number is required"
            };
            assert!(errors.iter().any(is_required), "{member}: {refused}");
        }
    });
}
