//! Messages of the dispatcher to drivers.

use serde_json::{Value, json};
use testkit::on_both;

use super::{confirmed, driver};

const MESSAGE: &str = "/api/jobs/job/message";
const MESSAGES: &str = "/api/jobs/job/messages";
const READ: &str = "/api/jobs/job/read-messages";

#[test]
fn a_driver_reads_the_dispatchers_messages() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, ben) = (
            driver(&admin, "Ann Lee").await,
            driver(&admin, "Ben Cole").await,
        );
        let job = confirmed(&admin).await;
        let body = json!({"message": {"driverid": ann, "jobid": job["id"],
            "text": " Gate 2 is closed "}});
        let sent = admin.post(MESSAGE, body).await.result()["message"].clone();
        assert_eq!(
            (&sent["text"], &sent["jobno"], &sent["readtime"]),
            (&json!("Gate 2 is closed"), &json!("J00001"), &Value::Null)
        );
        let to_ben = json!({"message": {"driverid": ben, "text": "Call me"}});
        let to_ben = admin.post(MESSAGE, to_ben).await.result()["message"].clone();

        let user = kit.driver_user(ann).await;
        let own = user.get(MESSAGES).await.result();
        assert_eq!(own["totalCount"], 1, "{own}");
        let ids = json!({"ids": [sent["id"], to_ben["id"]]});
        assert_eq!(user.post(READ, ids.clone()).await.result()["read"], 1);
        assert_eq!(user.post(READ, ids.clone()).await.result()["read"], 0);
        let unread = format!("{MESSAGES}?filter=readtime eq null");
        let listed = admin.get(&unread).await.result();
        assert_eq!(listed["items"][0]["id"], to_ben["id"]);
        assert_eq!(listed["totalCount"], 1);
        admin.post(READ, ids).await.expect_error(403);
        user.post(MESSAGE, json!({"message": {"driverid": ann, "text": "Hi"}}))
            .await
            .expect_error(403);
    });
}

#[test]
fn a_message_is_bounded_and_goes_to_an_own_driver() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        for text in [String::new(), "x".repeat(1001)] {
            let body = json!({"message": {"driverid": ann, "text": text}});
            let error = admin.post(MESSAGE, body).await.expect_error(400);
            let member = &error["validationErrors"][0]["members"];
            assert_eq!(member, &json!(["message.text"]));
        }
        let other = kit.another_tenant().await.user("Admin").await;
        let body = json!({"message": {"driverid": ann, "text": "Hi"}});
        other.post(MESSAGE, body).await.expect_error(404);
        assert_eq!(other.get(MESSAGES).await.result()["totalCount"], 0);
    });
}
