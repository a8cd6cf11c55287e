//! Unloading: short and over articles, and onward legs.

use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{
    CANDIDATES, articles, assert_done, job, legs, line_haul, load, log, message, network, process,
    reload, reload_job, results, run, unload,
};

const UNDO: &str = "/api/jobs/linehaul/un-unload-articles";

async fn take_back(client: &Client, haul: &Value, numbers: &[String]) -> Vec<Value> {
    let body = json!({"unloading": {"linehaulid": haul["id"], "articlenumbers": numbers,
        "reason": "Counted twice"}});
    results(client.post(UNDO, body).await.result())
}

async fn driver(admin: &Client, name: &str) -> i64 {
    let body = json!({"driver": {"name": name}});
    let saved = admin.post("/api/drivers/driver/driver", body).await;
    let id = saved.result()["driver"]["id"].as_i64().unwrap();
    let path = format!("/api/drivers/driver/available-for-work?driverId={id}");
    admin.put(&path, json!({})).await.result();
    id
}

/// Gives a leg to a driver, who delivers it.
async fn deliver(admin: &Client, driver: i64, leg: &Value) {
    let body =
        json!({"allocation": {"agentId": driver, "jobIds": [leg["id"]], "agentType": "Driver"}});
    let given = admin.post("/api/jobs/delivery-agent/allocate-job", body);
    assert_eq!(given.await.result()[0]["success"], true);
    for operation in ["PickUp", "Deliver"] {
        let body = json!({"operation": operation, "ids": [leg["id"]], "note": ""});
        let done = admin.post("/api/jobs/job/processjobs", body).await.result();
        assert_eq!(done[0]["success"], true, "{operation}: {done}");
    }
}

/// A line haul that has arrived with the articles of these jobs, except the left ones.
async fn arrived(admin: &Client, jobs: &[&Value], left: &[String]) -> Value {
    let haul = line_haul(admin).await;
    for job in jobs {
        let mut numbers = articles(job);
        numbers.retain(|number| !left.contains(number));
        assert_done(&load(admin, &haul, &numbers).await);
    }
    run(admin, &haul, &["Close", "Depart", "Arrive"]).await;
    haul
}

#[test]
fn what_arrives_goes_on_and_only_short_articles_wait() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let (whole, part) = (job(&admin, 2).await, job(&admin, 2).await);
        let stranger = job(&admin, 1).await;
        let haul = arrived(&admin, &[&whole, &part], &[]).await;
        assert_done(&unload(&admin, &haul, &articles(&whole)).await);
        assert_eq!(reload(&admin, &haul).await["status"], "Unloading");
        assert_done(&unload(&admin, &haul, &articles(&part)[..1]).await);
        let over = unload(&admin, &haul, &articles(&stranger)).await;
        assert_eq!(
            (&over[0]["success"], &over[0]["state"]),
            (&json!(true), &json!("Over"))
        );
        assert_eq!(reload_job(&admin, &whole).await["jobstatus"], "AtDepot");
        run(&admin, &haul, &["Complete"]).await;

        let done = reload(&admin, &haul).await;
        let short = articles(&part)[1].clone();
        assert_eq!(
            done["unloading"],
            json!({"loaded": 4, "unloaded": 3, "short": [short], "over": articles(&stranger)})
        );
        assert_eq!(
            (&done["numberofshort"], &done["numberofover"]),
            (&json!(1), &json!(1))
        );
        let onward = legs(&admin, &whole).await;
        assert_eq!(onward.len(), 1);
        assert_eq!(onward[0]["jobtype"], "OnForwarding");
        assert_eq!(onward[0]["jobstatus"], "Unallocated");
        assert_eq!(onward[0]["fromaddress"]["companyname"], "Depot SYD");
        assert_eq!(onward[0]["toaddress"]["suburb"], "Parramatta");
        assert_eq!(onward[0]["items"], whole["items"]);
        // Its goods are on their way, as the customer sees it.
        assert_eq!(reload_job(&admin, &whole).await["jobstatus"], "AtDepot");
        let rest = legs(&admin, &part).await;
        assert_eq!(rest.len(), 1);
        assert_eq!(articles(&rest[0]), articles(&part)[..1]);
        // It is whole, however it came.
        assert_eq!(legs(&admin, &stranger).await.len(), 1);
        let texts = log(&admin, &part).await;
        assert!(
            texts.contains(&format!("Short on LH00001: {short}")),
            "{texts:?}"
        );
        assert!(
            texts.contains(&format!("Goes on from SYD after LH00001 without {short}")),
            "{texts:?}"
        );
        let scans = format!("/api/jobs/scan-events/scan-events?jobId={}", part["id"]);
        let scans = admin.get(&scans).await.result();
        assert_eq!(scans["items"][0]["code"], "Short");
    });
}

#[test]
fn a_short_article_that_turns_up_goes_on_by_itself() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 2).await;
        let numbers = articles(&job);
        let haul = arrived(&admin, &[&job], &[]).await;
        assert_done(&unload(&admin, &haul, &numbers[..1]).await);
        run(&admin, &haul, &["Complete"]).await;
        let first = legs(&admin, &job).await;
        assert_eq!(first.len(), 1);
        // The first part may be delivered by then; the job is not.
        let driver = driver(&admin, "Ann Lee").await;
        deliver(&admin, driver, &first[0]).await;
        assert_eq!(
            reload_job(&admin, &job).await["jobstatus"],
            "PartiallyDelivered"
        );
        assert_done(&unload(&admin, &haul, &numbers[1..]).await);
        let both = legs(&admin, &job).await;
        assert_eq!(both.len(), 2);
        let of = |leg: &Value| articles(leg);
        let second = both.iter().find(|leg| of(leg) == numbers[1..]).unwrap();
        assert_eq!(reload_job(&admin, &job).await["jobstatus"], "AtDepot");
        deliver(&admin, driver, second).await;
        assert_eq!(reload_job(&admin, &job).await["jobstatus"], "Delivered");
        let done = reload(&admin, &haul).await;
        assert_eq!(done["unloading"]["short"], json!([]));
        let again = unload(&admin, &haul, &numbers[1..]).await;
        assert!(message(&again[0]).ends_with("is unloaded already."));
        assert_eq!(process(&admin, "Complete", &haul).await["success"], false);
        assert_eq!(legs(&admin, &job).await.len(), 2);
    });
}

#[test]
fn a_short_article_that_was_left_at_the_start_comes_by_another_line_haul() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 3).await;
        let numbers = articles(&job);
        let first = arrived(&admin, &[&job], &[]).await;
        assert_done(&unload(&admin, &first, &numbers[..2]).await);
        run(&admin, &first, &["Complete"]).await;
        let waiting = format!("{CANDIDATES}?startHeadPort=MEL&destinationHeadPort=SYD");
        let waiting = admin.get(&waiting).await.result();
        assert_eq!(waiting["items"][0]["jobid"], job["id"], "{waiting}");
        assert_eq!(waiting["items"][0]["numberofarticles"], 1);
        let second = line_haul(&admin).await;
        assert_done(&load(&admin, &second, &numbers[2..]).await);
        run(&admin, &second, &["Close", "Depart", "Arrive"]).await;
        assert_done(&unload(&admin, &second, &numbers[2..]).await);
        run(&admin, &second, &["Complete"]).await;
        let parts: Vec<Vec<String>> = legs(&admin, &job).await.iter().map(articles).collect();
        assert_eq!(parts.len(), 2);
        assert!(parts.contains(&numbers[..2].to_vec()), "{parts:?}");
        assert!(parts.contains(&numbers[2..].to_vec()), "{parts:?}");
        let whole = reload(&admin, &first).await;
        assert_eq!(whole["childjobs"][0]["numberofarticles"], 3);
    });
}

#[test]
fn unloading_is_taken_back_until_the_line_haul_is_completed() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let (job, stranger) = (job(&admin, 2).await, job(&admin, 1).await);
        let numbers = articles(&job);
        let haul = arrived(&admin, &[&job], &[]).await;
        let refused = take_back(&admin, &haul, &numbers).await;
        assert_eq!(
            message(&refused[0]),
            format!("{} is not unloaded.", numbers[0])
        );
        assert_done(&unload(&admin, &haul, &numbers).await);
        assert_done(&unload(&admin, &haul, &articles(&stranger)).await);
        assert_eq!(reload_job(&admin, &job).await["jobstatus"], "AtDepot");
        let back = take_back(&admin, &haul, &numbers[..1]).await;
        assert_done(&back);
        assert_eq!(back[0]["state"], "Loaded");
        assert_eq!(reload_job(&admin, &job).await["jobstatus"], "OnLineHaul");
        let over = take_back(&admin, &haul, &articles(&stranger)).await;
        assert_done(&over);
        assert_eq!(over[0]["state"], "Free");
        let counted = reload(&admin, &haul).await;
        assert_eq!(
            (&counted["numberofunloaded"], &counted["numberofover"]),
            (&json!(1), &json!(0))
        );
        assert_done(&unload(&admin, &haul, &numbers[..1]).await);
        run(&admin, &haul, &["Complete"]).await;
        let late = take_back(&admin, &haul, &numbers).await;
        assert_eq!(
            message(&late[0]),
            "LH00001 is Completed: unloading can be taken back until it is completed."
        );
        let many = vec!["x".to_owned(); 1001];
        let body = json!({"unloading": {"linehaulid": haul["id"], "articlenumbers": many}});
        let refused = admin.post(UNDO, body).await;
        assert_eq!(refused.invalid_members(), ["unloading.articlenumbers"]);
    });
}

#[test]
fn nothing_is_unloaded_before_the_arrival() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 1).await;
        let haul = line_haul(&admin).await;
        assert_done(&load(&admin, &haul, &articles(&job)).await);
        run(&admin, &haul, &["Close", "Depart"]).await;
        let refused = unload(&admin, &haul, &articles(&job)).await;
        assert_eq!(
            message(&refused[0]),
            "LH00001 is Departed: it is not at its destination."
        );
        let unknown = unload(&admin, &haul, &["nothing".to_owned()]).await;
        assert_eq!(unknown[0]["success"], false);
        assert_eq!(unknown[0]["jobid"], Value::Null);
    });
}
