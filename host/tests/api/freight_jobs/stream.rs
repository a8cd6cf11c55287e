//! Event streams of drivers and customers: each receives news only of rows that are theirs.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Client, Kit, Stream, given, on_host};

use super::{allocate, confirmed, driver, sender};

/// A separate host: events of other tests would cause a reset.
const HOST: &str = "stream";
const PATH: &str = "/api/jobs/job/stream";
const TIMEOUT: Duration = Duration::from_secs(20);
/// Longer than the host's poll interval.
const POLL_WAIT: Duration = Duration::from_millis(1200);

async fn open(client: &Client) -> Stream {
    let mut stream = client.open_stream(PATH).await;
    assert_eq!(stream.status, 200);
    let first = stream.next_within(TIMEOUT).await.unwrap();
    assert_eq!(first.event, "open");
    stream
}

/// Returns the data of the next event that has the value in a member.
async fn next(kit: &Kit, stream: &mut Stream, member: &str, value: &Value) -> Value {
    kit.drain_jobs().await;
    while let Some(event) = stream.next_within(TIMEOUT).await {
        if &event.data[member] == value {
            return event.data;
        }
    }
    panic!("no event has {member} {value}");
}

/// Fails if an event arrives.
async fn expect_silence(kit: &Kit, streams: &mut [&mut Stream]) {
    kit.drain_jobs().await;
    for stream in streams {
        let event = stream.next_within(POLL_WAIT).await;
        assert!(event.is_none(), "{event:?}");
    }
}

#[test]
fn a_driver_hears_of_the_own_jobs_messages_and_bars_only() {
    on_host(HOST, |kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, ben) = (
            driver(&admin, "Ann Lee").await,
            driver(&admin, "Ben Cole").await,
        );
        let other = kit.another_tenant().await;
        let other_admin = other.user("Admin").await;
        let stranger = driver(&other_admin, "Cleo Ray").await;
        let job = confirmed(&admin).await;
        kit.drain_jobs().await;
        let mut of_ann = open(&kit.driver_user(ann).await).await;
        let mut of_ben = open(&kit.driver_user(ben).await).await;
        let mut foreign = open(&other.driver_user(stranger).await).await;

        allocate(&admin, ann, &[&job]).await;
        let given = next(&kit, &mut of_ann, "jobId", &job["id"]).await;
        assert_eq!(given["jobstatus"], "Allocated", "{given}");
        expect_silence(&kit, &mut [&mut of_ben, &mut foreign]).await;

        let path = "/api/jobs/delivery-agent/un-allocate-jobs";
        let body = json!({"deallocation": {"jobids": [job["id"]], "reason": "Late"}});
        admin.post(path, body).await.result();
        allocate(&admin, ben, &[&job]).await;
        let lost = next(&kit, &mut of_ann, "isDeleted", &json!(true)).await;
        assert_eq!(lost, json!({"jobId": job["id"], "isDeleted": true}));
        let given = next(&kit, &mut of_ben, "jobstatus", &json!("Allocated")).await;
        assert_eq!(given["jobId"], job["id"]);
        expect_silence(&kit, &mut [&mut of_ann, &mut foreign]).await;

        let text = json!({"message": {"driverid": ben, "jobid": job["id"], "text": "Gate 2"}});
        let sent = admin.post("/api/jobs/job/message", text).await.result();
        let heard = next(&kit, &mut of_ben, "messageId", &sent["message"]["id"]).await;
        assert_eq!(heard, json!({"messageId": sent["message"]["id"]}));
        let available = format!("/api/drivers/driver/available-for-work?driverId={ben}");
        admin.delete(&available).await.result();
        let heard = next(&kit, &mut of_ben, "driverId", &json!(ben)).await;
        assert_eq!(heard, json!({"driverId": ben}));
        expect_silence(&kit, &mut [&mut of_ann, &mut foreign]).await;
    });
}

#[test]
fn a_returning_driver_misses_nothing_of_the_own_and_gets_nothing_else() {
    on_host(HOST, |kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, ben) = (
            driver(&admin, "Ann Lee").await,
            driver(&admin, "Ben Cole").await,
        );
        let (one, two) = (confirmed(&admin).await, confirmed(&admin).await);
        allocate(&admin, ann, &[&one]).await;
        kit.drain_jobs().await;
        let user = kit.driver_user(ann).await;
        let mut stream = user.open_stream(PATH).await;
        let first = stream.next_within(TIMEOUT).await.unwrap();
        drop(stream);
        allocate(&admin, ben, &[&two]).await;
        let hold = json!({"operation": "Hold", "ids": [one["id"]]});
        admin.post("/api/jobs/job/processjobs", hold).await.result();
        kit.drain_jobs().await;
        let again = user.with_header("last-event-id", &first.id);
        let mut again = again.open_stream(PATH).await;
        let missed = again.next_within(TIMEOUT).await.unwrap();
        assert_eq!(
            (&missed.data["jobId"], &missed.data["jobstatus"]),
            (&one["id"], &json!("OnHold"))
        );
        assert_eq!(again.next_within(TIMEOUT).await.unwrap().event, "open");
    });
}

#[test]
fn the_dispatcher_hears_that_a_message_was_read() {
    on_host(HOST, |kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let user = kit.driver_user(ann).await;
        kit.drain_jobs().await;
        let mut office = open(&admin).await;
        let text = json!({"message": {"driverid": ann, "text": "Call me"}});
        let sent = admin.post("/api/jobs/job/message", text).await.result();
        let id = &sent["message"]["id"];
        let news = next(&kit, &mut office, "messageId", id).await;
        assert_eq!(news, json!({"messageId": id}));
        let read = json!({"ids": [id]});
        user.post("/api/jobs/job/read-messages", read)
            .await
            .result();
        next(&kit, &mut office, "messageId", id).await;
    });
}

#[test]
fn drivers_and_customers_follow_no_other_stream() {
    on_host(HOST, |kit| async move {
        let admin = kit.user("Admin").await;
        let ann = kit.driver_user(driver(&admin, "Ann Lee").await).await;
        for path in ["/api/booking/booking/stream", "/api/jobs/linehaul/stream"] {
            ann.get(path).await.expect_error(403);
        }
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let customer = kit.customer_user(customer).await;
        for path in ["/api/jobs/linehaul/stream", "/api/jobs/routing/stream"] {
            customer.get(path).await.expect_error(403);
        }
        kit.guest().get(PATH).await.expect_error(401);
    });
}

#[test]
fn a_customer_hears_of_the_own_jobs_and_not_of_messages_about_them() {
    on_host(HOST, |kit| async move {
        let admin = kit.user("Admin").await;
        let (mine, theirs) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Harbour Tools").await,
        );
        let ann = driver(&admin, "Ann Lee").await;
        let (mine_user, theirs_user) = (
            kit.customer_user(mine).await,
            kit.customer_user(theirs).await,
        );
        kit.drain_jobs().await;
        let (mut own, mut others) = (open(&mine_user).await, open(&theirs_user).await);
        let job = super::add(
            &admin,
            json!({"customerid": mine, "fromaddress": sender(), "toaddress": super::receiver(),
                "items": super::items()}),
        )
        .await;
        let heard = next(&kit, &mut own, "jobId", &job["id"]).await;
        assert_eq!(heard["jobstatus"], "Draft", "{heard}");
        // The positions of its addresses may follow.
        kit.drain_jobs().await;
        while own.next_within(POLL_WAIT).await.is_some() {}
        let text = json!({"message": {"driverid": ann, "jobid": job["id"], "text": "Gate 2"}});
        admin.post("/api/jobs/job/message", text).await.result();
        expect_silence(&kit, &mut [&mut own, &mut others]).await;
    });
}
