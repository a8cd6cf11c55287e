//! Line hauls under attack: other tenants, repeated calls, races, a closed line haul, large calls.

use serde_json::{Value, json};
use testkit::on_both;

use super::{
    ALLOCATION, LINE_HAUL, LINE_HAULS, PROCESS, UNLOAD, allocate, articles, assert_done, job, legs,
    line_haul, load, message, network, process, reload, run, unload,
};

#[test]
fn an_article_is_on_one_line_haul() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 2).await;
        let (first, second) = (line_haul(&admin).await, line_haul(&admin).await);
        let numbers = articles(&job);
        assert_done(&load(&admin, &first, &numbers[..1]).await);
        let twice = load(&admin, &first, &[numbers[0].clone(), numbers[0].clone()]).await;
        for result in &twice {
            assert_eq!(
                message(result),
                format!("{} is loaded already.", numbers[0])
            );
        }
        for number in &numbers {
            let elsewhere = load(&admin, &second, std::slice::from_ref(number)).await;
            assert_eq!(
                message(&elsewhere[0]),
                format!("{number} is on LH00001 to Depot SYD.")
            );
        }
        let refused = allocate(&admin, &second, &[&job]).await;
        assert!(message(&refused[0]).ends_with("is on LH00001 to Depot SYD."));
        assert_eq!(reload(&admin, &second).await["numberofarticles"], 0);
    });
}

#[test]
fn of_two_loaders_at_once_one_gets_the_article() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 1).await;
        let hauls = [line_haul(&admin).await, line_haul(&admin).await];
        let calls: Vec<_> = (0..8)
            .map(|at| {
                let (admin, haul, numbers) = (admin.clone(), hauls[at % 2].clone(), articles(&job));
                tokio::spawn(async move {
                    let body = json!({"allocation": {"linehaulid": haul["id"],
                        "articlenumbers": numbers}});
                    let path = format!("{ALLOCATION}/allocate-articles");
                    let answer = admin.post(&path, body).await;
                    // A conflict is reported, and the scan can be repeated.
                    match answer.status.as_u16() {
                        200 => i64::from(answer.result()[0]["success"] == true),
                        409 => 0,
                        other => panic!("{other}"),
                    }
                })
            })
            .collect();
        let mut loaded = 0;
        for call in calls {
            loaded += call.await.unwrap();
        }
        assert_eq!(loaded, 1);
        let mut counts = 0;
        for haul in &hauls {
            counts += reload(&admin, haul).await["numberofloaded"]
                .as_i64()
                .unwrap();
        }
        assert_eq!(counts, 1);
    });
}

#[test]
fn a_line_haul_that_closes_meanwhile_takes_nothing() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let (first, second) = (job(&admin, 1).await, job(&admin, 1).await);
        let haul = line_haul(&admin).await;
        assert_done(&load(&admin, &haul, &articles(&first)).await);
        run(&admin, &haul, &["Close"]).await;
        let told = "LH00001 is Closed: it takes no more goods.";
        assert_eq!(
            message(&load(&admin, &haul, &articles(&second)).await[0]),
            told
        );
        assert_eq!(message(&allocate(&admin, &haul, &[&second]).await[0]), told);
        let body = json!({"deallocation": {"linehaulid": haul["id"],
            "articlenumbers": articles(&first)}});
        let path = format!("{ALLOCATION}/un-allocate-articles");
        let off = admin.post(&path, body).await.result();
        assert_eq!(message(&off[0]), told);
        assert_eq!(reload(&admin, &haul).await["numberofloaded"], 1);
    });
}

#[test]
fn another_tenants_line_hauls_jobs_and_articles_are_unknown() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 1).await;
        let haul = line_haul(&admin).await;
        let other = kit.another_tenant().await;
        let stranger = other.user("Admin").await;
        network(&stranger).await;
        let own = line_haul(&stranger).await;
        let refused = allocate(&stranger, &own, &[&job]).await;
        assert_eq!(refused[0]["success"], false);
        let article = load(&stranger, &own, &articles(&job)).await;
        assert_eq!(article[0]["success"], false);
        assert_eq!(article[0]["jobno"], Value::Null);
        let path = format!("{LINE_HAUL}?jobId={}", haul["id"]);
        stranger.get(&path).await.expect_error(404);
        let body = json!({"allocation": {"linehaulid": haul["id"], "articlenumbers": ["x"]}});
        let path = format!("{ALLOCATION}/allocate-articles");
        stranger.post(&path, body).await.expect_error(404);
        let body = json!({"unloading": {"linehaulid": haul["id"], "articlenumbers": ["x"]}});
        stranger.post(UNLOAD, body).await.expect_error(404);
        let body = json!({"operation": "Cancel", "ids": [haul["id"]]});
        let answer = stranger.post(PROCESS, body).await.result();
        assert_eq!(answer[0]["success"], false);
        assert_eq!(reload(&admin, &haul).await["status"], "Draft");
        assert_eq!(stranger.get(LINE_HAULS).await.result()["totalCount"], 1);
    });
}

#[test]
fn five_hundred_articles_are_loaded_and_unloaded_in_one_call_each() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 500).await;
        let haul = line_haul(&admin).await;
        let numbers = articles(&job);
        assert_eq!(numbers.len(), 500);
        let loaded = load(&admin, &haul, &numbers).await;
        assert_done(&loaded);
        assert_eq!(loaded[499]["jobloaded"], 500);
        run(&admin, &haul, &["Close", "Depart", "Arrive"]).await;
        assert_done(&unload(&admin, &haul, &numbers).await);
        run(&admin, &haul, &["Complete"]).await;
        assert_eq!(legs(&admin, &job).await.len(), 1);
        let many = vec!["x".to_owned(); 1001];
        let body = json!({"allocation": {"linehaulid": haul["id"], "articlenumbers": many}});
        let path = format!("{ALLOCATION}/allocate-articles");
        admin.post(&path, body).await.expect_error(400);
    });
}

#[test]
fn a_repeated_completion_makes_no_second_leg() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 1).await;
        let haul = line_haul(&admin).await;
        assert_done(&load(&admin, &haul, &articles(&job)).await);
        run(&admin, &haul, &["Close", "Depart", "Arrive"]).await;
        assert_done(&unload(&admin, &haul, &articles(&job)).await);
        let calls: Vec<_> = (0..4)
            .map(|_| {
                let (admin, haul) = (admin.clone(), haul.clone());
                tokio::spawn(async move { process(&admin, "Complete", &haul).await })
            })
            .collect();
        let mut completed = 0;
        for call in calls {
            completed += i64::from(call.await.unwrap()["success"] == true);
        }
        assert_eq!(completed, 1);
        assert_eq!(legs(&admin, &job).await.len(), 1);
    });
}

#[test]
fn warehouse_staff_load_and_customers_see_nothing() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let job = job(&admin, 1).await;
        let haul = line_haul(&admin).await;
        let loader = kit.user("Warehouse").await;
        assert_done(&load(&loader, &haul, &articles(&job)).await);
        run(&loader, &haul, &["Close"]).await;
        let finance = kit.user("Finance").await;
        finance.get(LINE_HAULS).await.expect_error(403);
    });
}
