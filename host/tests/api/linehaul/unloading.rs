//! Unloading: short and over articles, and onward legs.

use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{
    articles, assert_done, job, legs, line_haul, load, log, message, network, process, reload,
    reload_job, run, unload,
};

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
fn goods_that_arrive_whole_go_on_and_short_ones_wait() {
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
        assert!(legs(&admin, &part).await.is_empty());
        // It is whole, however it came.
        assert_eq!(legs(&admin, &stranger).await.len(), 1);
        let texts = log(&admin, &part).await;
        assert!(
            texts.contains(&format!("Short on LH00001: {short}")),
            "{texts:?}"
        );
        assert!(
            texts.contains(&format!("Waits at SYD for {short}")),
            "{texts:?}"
        );
        let scans = format!("/api/jobs/scan-events/scan-events?jobId={}", part["id"]);
        let scans = admin.get(&scans).await.result();
        assert_eq!(scans["items"][0]["code"], "Short");
    });
}

#[test]
fn a_short_article_that_turns_up_sends_its_job_on_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 2).await;
        let numbers = articles(&job);
        let haul = arrived(&admin, &[&job], &[]).await;
        assert_done(&unload(&admin, &haul, &numbers[..1]).await);
        run(&admin, &haul, &["Complete"]).await;
        assert!(legs(&admin, &job).await.is_empty());
        assert_done(&unload(&admin, &haul, &numbers[1..]).await);
        assert_eq!(legs(&admin, &job).await.len(), 1);
        let done = reload(&admin, &haul).await;
        assert_eq!(done["unloading"]["short"], json!([]));
        let again = unload(&admin, &haul, &numbers[1..]).await;
        assert!(message(&again[0]).ends_with("is unloaded already."));
        assert_eq!(process(&admin, "Complete", &haul).await["success"], false);
        assert_eq!(legs(&admin, &job).await.len(), 1);
    });
}

#[test]
fn a_job_on_two_line_hauls_goes_on_with_the_last_article() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 2).await;
        let numbers = articles(&job);
        let first = arrived(&admin, &[&job], &numbers[1..]).await;
        assert_done(&unload(&admin, &first, &numbers[..1]).await);
        run(&admin, &first, &["Complete"]).await;
        assert!(legs(&admin, &job).await.is_empty());
        let second = arrived(&admin, &[&job], &numbers[..1]).await;
        assert_done(&unload(&admin, &second, &numbers[1..]).await);
        run(&admin, &second, &["Complete"]).await;
        assert_eq!(legs(&admin, &job).await.len(), 1);
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
