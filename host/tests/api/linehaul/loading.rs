//! Allocation of jobs and loading of articles.

use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{
    ALLOCATION, CANDIDATES, LINE_HAUL, add, allocate, articles, assert_done, job, job_between,
    line_haul, load, log, message, network, reload, reload_job, results, run,
};

async fn candidates(admin: &Client, query: &str) -> Value {
    let path = format!("{CANDIDATES}?{query}");
    admin.get(&path.replace(' ', "%20")).await.result()
}

fn numbers(page: &Value, list: &str) -> Vec<String> {
    let rows = page[list].as_array().unwrap().iter();
    rows.map(|row| row["jobno"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn zones_decide_which_jobs_may_be_loaded() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (melbourne, sydney) = network(&admin).await;
        let first = job(&admin, 2).await;
        job_between(&admin, 1, ["2150", "Parramatta"], ["3121", "Richmond"]).await;
        let nowhere = job_between(&admin, 1, ["3026", "Derrimut"], ["4000", "Brisbane"]).await;
        let lane = "startHeadPort=MEL&destinationHeadPort=SYD&sorting=jobno";
        let found = candidates(&admin, lane).await;
        assert_eq!(numbers(&found, "items"), [first["jobno"].as_str().unwrap()]);
        assert_eq!(found["totalCount"], 1);
        let row = &found["items"][0];
        assert_eq!(row["startheadport"]["code"], "MEL");
        assert_eq!(
            (&row["weight"], &row["palletspaces"]),
            (&json!(780), &json!(2))
        );
        assert_eq!(row["articles"][0]["state"], "Free");
        assert_eq!(found["unserved"][0]["jobid"], nowhere["id"]);
        assert_eq!(
            found["unserved"][0]["message"],
            "No head port serves 4000 Brisbane."
        );
        let by_id = format!(
            "startHeadPort={}&destinationHeadPort={}&filter=jobno eq 'x'",
            melbourne["id"], sydney["id"]
        );
        assert_eq!(candidates(&admin, &by_id).await["totalCount"], 0);
        let unknown = format!("{CANDIDATES}?startHeadPort=MEL&destinationHeadPort=QQQ");
        admin.get(&unknown).await.expect_error(404);
        // A job that a line haul takes is no candidate any more.
        let haul = line_haul(&admin).await;
        assert_done(&allocate(&admin, &haul, &[&first]).await);
        assert_eq!(candidates(&admin, lane).await["totalCount"], 0);
    });
}

#[test]
fn jobs_are_allocated_and_their_articles_loaded_by_scan() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let (first, second) = (job(&admin, 2).await, job(&admin, 1).await);
        let haul = line_haul(&admin).await;
        assert_done(&allocate(&admin, &haul, &[&first, &second]).await);
        let planned = reload(&admin, &haul).await;
        assert_eq!(planned["status"], "Draft");
        assert_eq!(
            (&planned["numberofjobs"], &planned["numberofarticles"]),
            (&json!(2), &json!(3))
        );
        assert_eq!(
            (&planned["weight"], &planned["palletspaces"]),
            (&json!(1170), &json!(3))
        );
        assert_eq!(planned["loadedweight"], 0);
        let number = articles(&first)[0].clone();
        let loaded = load(&admin, &haul, std::slice::from_ref(&number)).await;
        assert_done(&loaded);
        assert_eq!(loaded[0]["state"], "Loaded");
        assert_eq!(loaded[0]["jobno"], first["jobno"]);
        assert_eq!(
            (&loaded[0]["jobloaded"], &loaded[0]["jobarticles"]),
            (&json!(1), &json!(2))
        );
        let now = reload(&admin, &haul).await;
        assert_eq!(now["status"], "Loading");
        assert_eq!(
            (&now["numberofloaded"], &now["loadedweight"]),
            (&json!(1), &json!(390))
        );
        assert_eq!(now["childjobs"][0]["articles"][0]["state"], "Loaded");
        assert_eq!(now["items"][0]["quantity"], 2);
        let moved = reload_job(&admin, &first).await;
        assert_eq!(moved["jobstatus"], "OnLineHaul");
        assert_eq!(moved["lastscanevent"]["code"], "LoadedLineHaul");
        assert_eq!(moved["lastscanevent"]["locationcode"], "MEL");
        let page = admin
            .get(&format!(
                "{ALLOCATION}/allocated-jobs?jobId={}&maxResultCount=1",
                haul["id"]
            ))
            .await
            .result();
        assert_eq!(
            (&page["totalCount"], page["items"].as_array().unwrap().len()),
            (&json!(2), 1)
        );
    });
}

#[test]
fn an_article_brings_its_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 3).await;
        let haul = line_haul(&admin).await;
        assert_done(&load(&admin, &haul, &articles(&job)[1..2]).await);
        let now = reload(&admin, &haul).await;
        assert_eq!(
            (&now["numberofarticles"], &now["numberofloaded"]),
            (&json!(3), &json!(1))
        );
        // Articles that were not loaded are free for the next line haul.
        run(&admin, &haul, &["Close"]).await;
        let closed = reload(&admin, &haul).await;
        assert_eq!(closed["numberofarticles"], 1);
        let texts = log(&admin, &job).await;
        assert!(
            texts
                .iter()
                .any(|text| text.starts_with("Left behind by LH00001: ")),
            "{texts:?}"
        );
        let next = line_haul(&admin).await;
        assert_done(&load(&admin, &next, &articles(&job)[..1]).await);
    });
}

#[test]
fn goods_of_another_lane_are_refused_unless_forced() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let back = job_between(&admin, 1, ["2150", "Parramatta"], ["3121", "Richmond"]).await;
        let nowhere = job_between(&admin, 1, ["3026", "Derrimut"], ["4000", "Brisbane"]).await;
        let haul = line_haul(&admin).await;
        let refused = allocate(&admin, &haul, &[&back, &nowhere]).await;
        assert_eq!(
            message(&refused[0]),
            format!(
                "{} travels from Depot SYD to Depot MEL.",
                back["jobno"].as_str().unwrap()
            )
        );
        assert_eq!(message(&refused[1]), "No head port serves 4000 Brisbane.");
        let body = json!({"allocation": {"linehaulId": haul["id"], "jobIds": [nowhere["id"]],
            "force": true}});
        let path = format!("{ALLOCATION}/allocate-jobs");
        assert_done(&results(admin.post(&path, body).await.result()));
        let moved = json!({"linehaul": {"id": haul["id"], "destinationheadport": {"code": "MEL"},
            "startheadport": {"code": "SYD"}}});
        admin.put(LINE_HAUL, moved).await.expect_error(400);
    });
}

#[test]
fn capacity_is_told_by_how_much_it_is_exceeded() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let haul = add(
            &admin,
            json!({"startheadport": {"code": "MEL"}, "destinationheadport": {"code": "SYD"},
                "capacity": {"weight": 1000, "palletspaces": 2}}),
        )
        .await;
        let (first, second) = (job(&admin, 2).await, job(&admin, 1).await);
        let outcomes = allocate(&admin, &haul, &[&first, &second]).await;
        assert_eq!(outcomes[0]["success"], true);
        assert_eq!(
            message(&outcomes[1]),
            format!(
                "{} exceeds the line haul's capacity by 170 kg.",
                second["jobno"].as_str().unwrap()
            )
        );
        // Only loaded articles count against the capacity: two of three fit.
        let numbers = [articles(&first), articles(&second)].concat();
        let loaded = load(&admin, &haul, &numbers).await;
        assert_done(&loaded[..2]);
        assert!(message(&loaded[2]).contains("by 170 kg"));
    });
}

#[test]
fn articles_and_jobs_are_taken_off_again() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 2).await;
        let haul = line_haul(&admin).await;
        let numbers = articles(&job);
        assert_done(&load(&admin, &haul, &numbers).await);
        let path = format!("{ALLOCATION}/un-allocate-articles");
        let off = async |numbers: &[String]| {
            let body = json!({"deallocation": {"linehaulid": haul["id"],
                "articlenumbers": numbers, "reason": "wet"}});
            results(admin.post(&path, body).await.result())
        };
        let taken = off(&numbers[..1]).await;
        assert_eq!(taken[0]["state"], "Allocated");
        assert_eq!(off(&numbers[..1]).await[0]["state"], "Free");
        assert!(message(&off(&numbers[..1]).await[0]).ends_with("is not on LH00001."));
        // The other article is still on board.
        assert_eq!(reload_job(&admin, &job).await["jobstatus"], "OnLineHaul");
        let body = json!({"deallocation": {"linehaulid": haul["id"], "jobids": [job["id"]],
            "reason": "customer waits"}});
        let path = format!("{ALLOCATION}/un-allocate-jobs");
        assert_done(&results(admin.post(&path, body.clone()).await.result()));
        assert_eq!(reload_job(&admin, &job).await["jobstatus"], "AtDepot");
        let again = results(admin.post(&path, body).await.result());
        assert_eq!(message(&again[0]), "The job is not on LH00001.");
        let now = reload(&admin, &haul).await;
        assert_eq!(
            (&now["numberofarticles"], &now["loadedweight"]),
            (&json!(0), &json!(0))
        );
        let texts = log(&admin, &job).await;
        assert!(
            texts.contains(&"Taken off LH00001: customer waits".to_owned()),
            "{texts:?}"
        );
    });
}

#[test]
fn a_cancelled_line_haul_leaves_its_goods_at_the_depot() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 2).await;
        let haul = line_haul(&admin).await;
        assert_done(&load(&admin, &haul, &articles(&job)).await);
        run(&admin, &haul, &["Cancel"]).await;
        assert_eq!(reload_job(&admin, &job).await["jobstatus"], "AtDepot");
        assert_eq!(reload(&admin, &haul).await["numberofarticles"], 0);
        let next = line_haul(&admin).await;
        assert_done(&load(&admin, &next, &articles(&job)).await);
    });
}

#[test]
fn a_cancelled_job_is_taken_off() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 2).await;
        let haul = line_haul(&admin).await;
        assert_done(&allocate(&admin, &haul, &[&job]).await);
        let cancel = json!({"operation": "Cancel", "ids": [job["id"]]});
        let cancelled = admin.post("/api/jobs/job/processjobs", cancel).await;
        assert_eq!(cancelled.result()[0]["success"], true);
        kit.drain_jobs().await;
        assert_eq!(reload(&admin, &haul).await["numberofarticles"], 0);
        let refused = load(&admin, &haul, &articles(&job)[..1]).await;
        assert!(message(&refused[0]).ends_with("is Cancelled: it cannot be loaded."));
    });
}
