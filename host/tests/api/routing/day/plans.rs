//! Plans: search, stop, locks, checks and limits.

use serde_json::{Value, json};
use testkit::{given, on_both};

use super::{
    super::alone, BASE, check, crew, day, delivery, ids, invalid, job, load_plan, route, solve,
    stops, two_crews, vehicles,
};

#[test]
fn a_plan_serves_all_jobs_and_is_kept() {
    let _alone = alone();
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, ben) = two_crews(&admin).await;
        let mut jobs = Vec::new();
        for east in 1..=6 {
            jobs.push(delivery(&admin, east * 3).await);
        }
        jobs.push(job(&admin, "PointToPoint", 4, json!({})).await);
        let request = json!({"jobids": ids(&jobs), "vehicles": vehicles(&[&ann, &ben])});
        let plan = solve(&kit, &admin, request).await;
        assert_eq!(plan["status"], "Done", "{plan}");
        assert_eq!(plan["unassigned"], json!([]));
        assert!(plan["iterations"].as_i64().unwrap() > 0);
        let routes = plan["routes"].as_array().unwrap();
        let count: usize = routes.iter().map(|run| stops(run).len()).sum();
        assert_eq!(count, 8, "a job with pickup and delivery has two stops");
        let sum: f64 = routes.iter().map(|run| run["cost"].as_f64().unwrap()).sum();
        assert!((sum - plan["cost"].as_f64().unwrap()).abs() < 0.01);
        assert_eq!(plan["summary"]["unassigned"], 0);
        // Checked by hand, the same routes cost the same.
        let given: Value = routes
            .iter()
            .map(|run| {
                json!({"vehicleid": run["vehicleid"], "jobids": stops(run),
                    "start": super::depot(), "end": super::depot()})
            })
            .collect();
        let checked = check(&admin, given).await;
        assert_eq!(checked["cost"], plan["cost"]);
        assert_eq!(checked["summary"]["distance"], plan["summary"]["distance"]);
        let path = format!("{BASE}/plans?rundate={}", day());
        let listed = admin.get(&path).await.result();
        assert_eq!(listed["items"][0]["planid"], plan["planid"]);
        let other = kit.another_tenant().await.user("Admin").await;
        let path = format!("{BASE}/plan?planId={}", plan["planid"]);
        other.get(&path).await.expect_error(404);
    });
}

#[test]
fn a_plan_is_stopped_before_it_begins() {
    let _alone = alone();
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = crew(&admin, "Ann Lee", "ONE1").await;
        let one = delivery(&admin, 3).await;
        let plan = json!({"plan": {"rundate": day(), "jobids": [one["id"]], "seconds": 60,
            "vehicles": vehicles(&[&ann])}});
        let plan = admin.post(&format!("{BASE}/plan"), plan).await.result();
        let body = json!({"planid": plan["planid"]});
        let path = format!("{BASE}/stop-plan");
        let stopped = admin.post(&path, body.clone()).await.result();
        assert_eq!(stopped["plan"]["status"], "Stopped");
        kit.drain_jobs().await;
        let plan = load_plan(&admin, &plan["planid"]).await;
        assert_eq!(plan["status"], "Stopped");
        assert_eq!(plan["routes"], json!([]));
        // Nothing is left to stop, and there is nothing to send.
        assert_eq!(
            admin.post(&path, body.clone()).await.result()["plan"]["status"],
            "Stopped"
        );
        admin
            .post(&format!("{BASE}/send-plan"), body)
            .await
            .expect_error_code(4703);
    });
}

#[test]
fn locked_jobs_stay_with_their_vehicle_and_in_their_place() {
    let _alone = alone();
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, ben) = two_crews(&admin).await;
        let mut jobs = Vec::new();
        for east in [2, 4, 6, 8] {
            jobs.push(delivery(&admin, east).await);
        }
        // The farthest one first, which no search would choose.
        let request = json!({"jobids": ids(&jobs), "vehicles": vehicles(&[&ann, &ben]),
        "locks": [
            {"jobid": jobs[3]["id"], "vehicleid": ann.vehicle, "position": 1},
            {"jobid": jobs[0]["id"], "vehicleid": ann.vehicle, "position": 2},
            {"jobid": jobs[2]["id"], "vehicleid": ben.vehicle},
        ]});
        let plan = solve(&kit, &admin, request).await;
        let of_ann = stops(&plan["routes"][0]);
        assert_eq!(of_ann[..2], [&jobs[3]["id"], &jobs[0]["id"]], "{plan}");
        assert!(stops(&plan["routes"][1]).contains(&&jobs[2]["id"]));
    });
}

#[test]
fn jobs_without_a_position_are_named() {
    let _alone = alone();
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = crew(&admin, "Ann Lee", "ONE1").await;
        let lost = json!({"toaddress": {"suburb": "Nowhere Flat", "postcode": "9797"}});
        let jobs = [
            delivery(&admin, 3).await,
            job(&admin, "Delivery", 0, lost).await,
        ];
        let request = json!({"jobids": ids(&jobs), "vehicles": vehicles(&[&ann])});
        let plan = solve(&kit, &admin, request).await;
        assert_eq!(plan["unassigned"][0]["jobid"], jobs[1]["id"]);
        assert_eq!(plan["unassigned"][0]["cause"], "unknownPosition");
        assert_eq!(plan["unassigned"][0]["message"], "Position unknown.");
        let checked = check(&admin, json!([route(&ann, &[&jobs[0], &jobs[1]])])).await;
        let run = &checked["routes"][0];
        assert_eq!(stops(run), [&jobs[0]["id"], &jobs[1]["id"]]);
        let steps = run["steps"].as_array().unwrap();
        let lost = steps.iter().find(|step| step["jobid"] == jobs[1]["id"]);
        assert_eq!(lost.unwrap()["violations"][0]["cause"], "unknownPosition");
    });
}

#[test]
fn a_check_names_lateness_and_loads_in_words() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = crew(&admin, "Ann Lee", "ONE1").await;
        let heavy = json!({"items": [{"packagetype": "Carton", "quantity": 1,
            "weight": {"value": 901, "unit": "kg"}}]});
        let morning = json!({"timeslot": "06:00–06:01"});
        let jobs = [
            job(&admin, "Delivery", 90, morning).await,
            job(&admin, "Delivery", 3, heavy).await,
        ];
        let checked = check(&admin, json!([route(&ann, &[&jobs[0]])])).await;
        let step = &checked["routes"][0]["steps"][1];
        assert_eq!(step["violations"][0]["cause"], "delay", "{step}");
        let words = step["violations"][0]["message"].as_str().unwrap();
        assert!(words.ends_with("min late."), "{words}");
        assert_eq!(checked["summary"]["late"], 1);
        let checked = check(&admin, json!([route(&ann, &[&jobs[1]])])).await;
        let text = checked["routes"][0].to_string();
        assert!(text.contains("More than the vehicle can carry."), "{text}");
    });
}

#[test]
fn limits_and_doubles_are_rejected_by_name() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = crew(&admin, "Ann Lee", "ONE1").await;
        let one = delivery(&admin, 3).await;
        let path = format!("{BASE}/plan");
        let with = |jobs: Value, vehicles: Value| json!({"plan": {"rundate": day(), "jobids": jobs, "vehicles": vehicles}});
        let many: Value = (1..=100_000).collect();
        let body = with(many, vehicles(&[&ann]));
        let refused = admin.post(&path, body).await;
        assert_eq!(invalid(&refused), "plan.jobids");
        let twice = with(json!([one["id"]]), vehicles(&[&ann, &ann]));
        let twice = admin.post(&path, twice).await;
        assert_eq!(invalid(&twice), "plan.vehicles[1].vehicleid");
        let body = with(json!([999_999]), vehicles(&[&ann]));
        admin.post(&path, body).await.expect_error(404);
        let body = json!({"rundate": "2999-01-01", "routes": [route(&ann, &[&one])]});
        let far = admin.post(&format!("{BASE}/check-plan"), body).await;
        assert_eq!(invalid(&far), "rundate");
        // A customer's user plans nothing.
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let user = kit.customer_user(customer).await;
        let body = with(json!([one["id"]]), vehicles(&[&ann]));
        user.post(&path, body).await.expect_error(403);
    });
}
