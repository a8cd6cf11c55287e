//! A day that has begun is planned again at noon.

use serde_json::{Value, json};
use testkit::on_both;

use super::{
    super::alone, BASE, day, delivery, load_plan, process, reload, route, send, stops, successes,
    two_crews,
};

#[test]
fn at_noon_what_is_done_stays_and_what_is_begun_comes_first() {
    let _alone = alone();
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, ben) = two_crews(&admin).await;
        let mut jobs = Vec::new();
        for east in [3, 6, 9, 12] {
            jobs.push(delivery(&admin, east).await);
        }
        let all: Vec<&Value> = jobs.iter().collect();
        let sent = send(
            &admin,
            json!([route(&ann, &all[..3]), route(&ben, &all[3..])]),
        )
        .await;
        let run = sent["runs"][0].clone();
        let of_ben = format!("{BASE}/run?id={}", sent["runs"][1]["id"]);
        let user = kit.driver_user(ann.driver).await;
        process(&user, &jobs[0], &["PickUp", "Depart", "Arrive", "Deliver"]).await;
        process(&user, &jobs[2], &["PickUp", "Depart"]).await;
        kit.drain_jobs().await;
        let late = delivery(&admin, 4).await;
        let body = json!({"plan": {"rundate": day(), "jobids": [late["id"]], "seconds": 1,
            "continue": true}});
        let plan = admin.post(&format!("{BASE}/plan"), body).await.result();
        // Until the search finds better routes, the plan is the day as it is.
        let waiting = load_plan(&admin, &plan["planid"]).await;
        let routes = waiting["routes"].as_array().unwrap();
        let of_ann = routes.iter().find(|it| it["id"] == run["id"]).unwrap();
        let as_sent = [&jobs[0]["id"], &jobs[1]["id"], &jobs[2]["id"]];
        assert_eq!(stops(of_ann), as_sent);
        assert_eq!(of_ann["steps"][1]["outcome"], "Done");
        assert_eq!(waiting["unassigned"][0]["jobid"], late["id"]);
        kit.drain_jobs().await;
        let plan = load_plan(&admin, &plan["planid"]).await;
        assert_eq!(plan["status"], "Done", "{plan}");
        let routes = plan["routes"].as_array().unwrap();
        let of_ann = routes.iter().find(|it| it["id"] == run["id"]).unwrap();
        let order = stops(of_ann);
        assert_eq!(order[..2], [&jobs[0]["id"], &jobs[2]["id"]], "{of_ann}");
        let done = &of_ann["steps"][1];
        assert_eq!(
            (&done["outcome"], &done["jobid"]),
            (&json!("Done"), &jobs[0]["id"])
        );
        assert!(done["actualdeparture"].is_string());
        let planned: usize = routes.iter().map(|run| stops(run).len()).sum();
        assert_eq!(planned, 5);

        let body = json!({"planid": plan["planid"]});
        let path = format!("{BASE}/send-plan");
        let sent = admin.post(&path, body).await.result();
        assert_eq!(successes(&sent["jobs"]), [true; 4], "{sent}");
        // All shops are on one road: one van is the cheapest, and the other's run is let go.
        let again = sent["runs"].as_array().unwrap();
        assert_eq!(again.len(), 1, "{sent}");
        assert_eq!(again[0]["id"], run["id"]);
        assert_eq!(stops(&again[0])[0], &jobs[0]["id"]);
        assert_eq!(stops(&again[0]).len(), 5);
        admin.get(&of_ben).await.expect_error(404);
        for job in [&jobs[3], &late] {
            let given = reload(&admin, job).await;
            assert_eq!(
                (&given["jobstatus"], &given["driverid"]),
                (&json!("Allocated"), &json!(ann.driver))
            );
        }
        assert_eq!(load_plan(&admin, &plan["planid"]).await["status"], "Sent");
    });
}

#[test]
fn a_driver_who_has_done_all_is_there_for_more() {
    let _alone = alone();
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, ben) = two_crews(&admin).await;
        let (near, far) = (delivery(&admin, 3).await, delivery(&admin, 9).await);
        let routes = json!([route(&ann, &[&near]), route(&ben, &[&far])]);
        let run = send(&admin, routes).await["runs"][0].clone();
        let user = kit.driver_user(ann.driver).await;
        process(&user, &near, &["PickUp", "Depart", "Arrive", "Deliver"]).await;
        kit.drain_jobs().await;
        let run_path = format!("{BASE}/run?id={}", run["id"]);
        let ended = admin.get(&run_path).await.result();
        assert_eq!(ended["run"]["iscompleted"], true, "{ended}");

        let late = delivery(&admin, 4).await;
        let body = json!({"plan": {"rundate": day(), "jobids": [late["id"]], "seconds": 1,
            "continue": true}});
        let plan = admin.post(&format!("{BASE}/plan"), body).await.result();
        kit.drain_jobs().await;
        let plan = load_plan(&admin, &plan["planid"]).await;
        assert_eq!(plan["status"], "Done", "{plan}");
        let routes = plan["routes"].as_array().unwrap();
        let of_ann = routes.iter().find(|it| it["id"] == run["id"]).unwrap();
        assert_eq!(of_ann["steps"][1]["outcome"], "Done", "{of_ann}");

        // The same run continues: its stops that are done stay, and the new one follows.
        let mut more = route(&ann, &[&late]);
        more["runid"] = run["id"].clone();
        let sent = send(&admin, json!([more])).await;
        assert_eq!(sent["runs"][0]["id"], run["id"], "{sent}");
        assert_eq!(stops(&sent["runs"][0]), [&near["id"], &late["id"]]);
        assert_eq!(sent["runs"][0]["iscompleted"], false);
    });
}
