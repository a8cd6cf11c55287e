//! Event stream of runs and plans.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Client, Kit, Stream, on_host};

use super::{BASE, crew, delivery, route, send, solve, vehicles};

/// A separate host: events of other tests would cause a reset.
const HOST: &str = "stream";
const TIMEOUT: Duration = Duration::from_secs(20);
/// Longer than the host's poll interval.
const POLL_WAIT: Duration = Duration::from_millis(1200);

async fn open(client: &Client) -> Stream {
    let mut stream = client.open_stream(&format!("{BASE}/stream")).await;
    assert_eq!(stream.status, 200);
    assert_eq!(stream.next_within(TIMEOUT).await.unwrap().event, "open");
    stream
}

/// Returns the data of the next event that passes the test.
async fn next(kit: &Kit, stream: &mut Stream, test: impl Fn(&Value) -> bool) -> Value {
    kit.drain_jobs().await;
    while let Some(event) = stream.next_within(TIMEOUT).await {
        assert_eq!(event.event, "route");
        if test(&event.data) {
            return event.data;
        }
    }
    panic!("no event passes");
}

#[test]
fn planners_hear_of_runs_and_plans_and_drivers_of_the_own_runs() {
    on_host(HOST, |kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, ben) = (
            crew(&admin, "Ann Lee", "ONE1").await,
            crew(&admin, "Ben Cole", "TWO2").await,
        );
        let jobs = [delivery(&admin, 3).await, delivery(&admin, 6).await];
        let elsewhere = kit.another_tenant().await.user("Admin").await;
        kit.drain_jobs().await;
        let mut planner = open(&admin).await;
        let mut of_ann = open(&kit.driver_user(ann.driver).await).await;
        let mut of_ben = open(&kit.driver_user(ben.driver).await).await;
        let mut foreign = open(&elsewhere).await;

        let plan = json!({"jobids": [jobs[0]["id"]], "vehicles": vehicles(&[&ann])});
        let plan = solve(&kit, &admin, plan).await;
        let done = next(&kit, &mut planner, |data| data["status"] == "Done").await;
        assert_eq!(done["planId"], plan["planid"], "{done}");

        let sent = send(&admin, json!([route(&ann, &[&jobs[1]])])).await;
        let run = sent["runs"][0]["id"].clone();
        let heard = next(&kit, &mut planner, |data| data["runId"] == run).await;
        assert_eq!(heard["isDeleted"], false);
        let own = next(&kit, &mut of_ann, |data| data["runId"] == run).await;
        assert_eq!(own["isDeleted"], false, "{own}");

        let body = json!({"allocation": {"runid": run, "driverid": ben.driver}});
        admin
            .post(&format!("{BASE}/allocate-run"), body)
            .await
            .result();
        let lost = next(&kit, &mut of_ann, |data| data["isDeleted"] == true).await;
        assert_eq!(lost, json!({"runId": run, "isDeleted": true}));
        let given = next(&kit, &mut of_ben, |data| data["runId"] == run).await;
        assert_eq!(given["isDeleted"], false);
        assert!(foreign.next_within(POLL_WAIT).await.is_none());

        let path = format!("{BASE}/run?id={run}");
        assert_eq!(admin.delete(&path).await.status.as_u16(), 204);
        next(&kit, &mut planner, |data| data["isDeleted"] == true).await;
        next(&kit, &mut of_ben, |data| data["isDeleted"] == true).await;
        assert!(foreign.next_within(POLL_WAIT).await.is_none());
    });
}
