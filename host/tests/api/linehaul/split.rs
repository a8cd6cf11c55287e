//! Jobs split over line hauls: their states, their onward legs, and where each part is.

use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{
    articles, assert_done, job, legs, line_haul, load, log, network, reload_job, run, take_off,
    unload,
};

/// A line haul that has departed with these articles.
async fn departed(admin: &Client, numbers: &[String]) -> Value {
    let haul = line_haul(admin).await;
    assert_done(&load(admin, &haul, numbers).await);
    run(admin, &haul, &["Close", "Depart"]).await;
    haul
}

async fn state(admin: &Client, job: &Value) -> String {
    let job = reload_job(admin, job).await;
    job["jobstatus"].as_str().unwrap().to_owned()
}

/// The places of a job's articles: state, line haul, head port if it goes there, articles.
async fn places(admin: &Client, job: &Value) -> Vec<Value> {
    let path = format!("/api/jobs/linehaul/job-articles?jobId={}", job["id"]);
    let places = admin.get(&path).await.result()["places"].clone();
    let place = |place: &Value| {
        json!([
            place["isleg"],
            place["state"],
            place["linehaulcode"],
            place["destinationheadport"]["code"],
            place["articlenumbers"]
        ])
    };
    places.as_array().unwrap().iter().map(place).collect()
}

#[test]
fn a_job_on_two_line_hauls_has_the_state_of_its_least_advanced_article() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        // Whichever of the two is unloaded first.
        for order in [[0, 1], [1, 0]] {
            let job = job(&admin, 2).await;
            let numbers = articles(&job);
            let hauls = [
                departed(&admin, &numbers[..1]).await,
                departed(&admin, &numbers[1..]).await,
            ];
            for haul in &hauls {
                run(&admin, haul, &["Arrive"]).await;
            }
            assert_eq!(state(&admin, &job).await, "OnLineHaul");
            let [first, last] = order;
            assert_done(&unload(&admin, &hauls[first], &numbers[first..=first]).await);
            assert_eq!(state(&admin, &job).await, "OnLineHaul");
            run(&admin, &hauls[first], &["Complete"]).await;
            assert!(legs(&admin, &job).await.is_empty());
            let waits = format!("Waits at SYD for {}", numbers[last]);
            let texts = log(&admin, &job).await;
            assert!(texts.contains(&waits), "{texts:?}");
            let placed = places(&admin, &job).await;
            for (at, expected) in [(first, "Unloaded"), (last, "Loaded")] {
                let code = &hauls[at]["linehaulcode"];
                let place = json!([false, expected, code, "SYD", [numbers[at]]]);
                assert!(placed.contains(&place), "{place} in {placed:?}");
            }

            assert_done(&unload(&admin, &hauls[last], &numbers[last..=last]).await);
            assert_eq!(state(&admin, &job).await, "AtDepot");
            assert!(legs(&admin, &job).await.is_empty());
            run(&admin, &hauls[last], &["Complete"]).await;
            let onward = legs(&admin, &job).await;
            assert_eq!(onward.len(), 1);
            assert_eq!(articles(&onward[0]), numbers);
            let placed = places(&admin, &job).await;
            assert_eq!(placed, [json!([true, "Free", null, null, numbers])]);
        }
    });
}

#[test]
fn articles_left_in_the_depot_do_not_hold_those_that_went_on() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 3).await;
        let numbers = articles(&job);
        let first = departed(&admin, &numbers[..1]).await;
        run(&admin, &first, &["Arrive"]).await;
        // Another line haul only expects the others.
        let second = line_haul(&admin).await;
        assert_done(&load(&admin, &second, &numbers[1..2]).await);
        take_off_loaded(&admin, &second, &numbers[1..2]).await;
        assert_eq!(state(&admin, &job).await, "OnLineHaul");
        assert_done(&unload(&admin, &first, &numbers[..1]).await);
        assert_eq!(state(&admin, &job).await, "AtDepot");
        run(&admin, &first, &["Complete"]).await;
        let onward = legs(&admin, &job).await;
        assert_eq!(onward.len(), 1);
        assert_eq!(articles(&onward[0]), numbers[..1]);
        let texts = log(&admin, &job).await;
        let left = numbers[1..].join(", ");
        let text = format!("Goes on from SYD after LH00001 without {left}");
        assert!(texts.contains(&text), "{texts:?}");

        // The rest follows, and the job with it.
        assert_done(&load(&admin, &second, &numbers[1..]).await);
        assert_eq!(state(&admin, &job).await, "OnLineHaul");
        run(&admin, &second, &["Close", "Depart", "Arrive"]).await;
        assert_done(&unload(&admin, &second, &numbers[1..]).await);
        assert_eq!(state(&admin, &job).await, "AtDepot");
        run(&admin, &second, &["Complete"]).await;
        let parts: Vec<Vec<String>> = legs(&admin, &job).await.iter().map(articles).collect();
        assert_eq!(parts.len(), 2);
        assert!(parts.contains(&numbers[1..].to_vec()), "{parts:?}");
        assert_eq!(state(&admin, &job).await, "AtDepot");
    });
}

/// Takes a loaded article off; the line haul still expects it.
async fn take_off_loaded(admin: &Client, haul: &Value, numbers: &[String]) {
    let body = json!({"deallocation": {"linehaulid": haul["id"], "articlenumbers": numbers}});
    let path = "/api/jobs/linehaul-job-allocation/un-allocate-articles";
    let taken = admin.post(path, body).await.result();
    assert_eq!(taken[0]["state"], "Allocated");
}

#[test]
fn a_cancelled_line_haul_holds_nothing() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 2).await;
        let numbers = articles(&job);
        let first = departed(&admin, &numbers[..1]).await;
        let second = line_haul(&admin).await;
        assert_done(&load(&admin, &second, &numbers[1..]).await);
        run(&admin, &first, &["Arrive"]).await;
        assert_done(&unload(&admin, &first, &numbers[..1]).await);
        run(&admin, &first, &["Complete"]).await;
        assert!(legs(&admin, &job).await.is_empty());
        assert_eq!(state(&admin, &job).await, "OnLineHaul");
        run(&admin, &second, &["Close", "Cancel"]).await;
        let onward = legs(&admin, &job).await;
        assert_eq!(onward.len(), 1);
        assert_eq!(articles(&onward[0]), numbers[..1]);
        assert_eq!(state(&admin, &job).await, "AtDepot");
        let placed = places(&admin, &job).await;
        let free = json!([false, "Free", null, null, numbers[1..]]);
        assert!(placed.contains(&free), "{placed:?}");
    });
}

#[test]
fn an_article_that_is_taken_off_holds_nothing() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 2).await;
        let numbers = articles(&job);
        let first = departed(&admin, &numbers[..1]).await;
        let second = line_haul(&admin).await;
        assert_done(&load(&admin, &second, &numbers[1..]).await);
        // The job follows the article that is still on its way.
        take_off_loaded(&admin, &second, &numbers[1..]).await;
        assert_eq!(state(&admin, &job).await, "OnLineHaul");
        assert_done(&load(&admin, &second, &numbers[1..]).await);
        run(&admin, &first, &["Arrive"]).await;
        assert_done(&unload(&admin, &first, &numbers[..1]).await);
        run(&admin, &first, &["Complete"]).await;
        assert!(legs(&admin, &job).await.is_empty());
        take_off(&admin, &second, &numbers[1..]).await;
        assert_eq!(legs(&admin, &job).await.len(), 1);
        assert_eq!(state(&admin, &job).await, "AtDepot");

        // Without another part the job is in the depot again.
        let whole = super::job(&admin, 1).await;
        let third = line_haul(&admin).await;
        assert_done(&load(&admin, &third, &articles(&whole)).await);
        take_off(&admin, &third, &articles(&whole)).await;
        assert_eq!(state(&admin, &whole).await, "AtDepot");
        assert!(legs(&admin, &whole).await.is_empty());
    });
}

#[test]
fn an_unloaded_article_waits_for_the_end_of_its_line_haul() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 2).await;
        let numbers = articles(&job);
        let first = departed(&admin, &numbers[..1]).await;
        let second = departed(&admin, &numbers[1..]).await;
        for (haul, number) in [(&first, &numbers[..1]), (&second, &numbers[1..])] {
            run(&admin, haul, &["Arrive"]).await;
            assert_done(&unload(&admin, haul, number).await);
        }
        // The unloading of the other can still be taken back.
        run(&admin, &second, &["Complete"]).await;
        assert!(legs(&admin, &job).await.is_empty());
        run(&admin, &first, &["Complete"]).await;
        let onward = legs(&admin, &job).await;
        assert_eq!(onward.len(), 1);
        assert_eq!(articles(&onward[0]), numbers);
    });
}

#[test]
fn the_articles_of_an_unknown_job_are_not_found() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let unknown = "/api/jobs/linehaul/job-articles?jobId=999999";
        admin.get(unknown).await.expect_error(404);
    });
}
