//! Users' own jobs, and job administration by the platform.

use data::{
    db::{Col, Mode, PlatformSql},
    tsql,
};
use serde_json::{Value, json};
use testkit::{Browser, Client, PASSWORD, given, on_both_apart};
use work::{
    job::{NewJob, manage},
    worker::drain,
};

use super::probe::{
    Running, SHORT_LEASES, areas, count, enqueue, fix_failing_jobs, marks, test_name, wait_until,
};

const JOBS: &str = "/api/core/jobs";

async fn begin(client: &Client, kind: &str, payload: Value) -> i64 {
    let response = client
        .post(
            "/api/probe/begin",
            json!({"kind": kind, "payload": payload}),
        )
        .await
        .result();
    response["id"].as_i64().unwrap()
}

async fn job(client: &Client, id: i64) -> Value {
    client.get(&format!("{JOBS}/getjob?id={id}")).await.result()
}

#[test]
fn progress_is_watched_and_the_job_cancelled() {
    on_both_apart(areas, |kit| async move {
        let dispatcher = kit.user("Dispatcher").await;
        let id = begin(&dispatcher, "probe.steps", json!({"steps": 5000})).await;
        let pending = job(&dispatcher, id).await;
        assert_eq!(
            (&pending["state"], &pending["done"]),
            (&json!("waiting"), &json!(null))
        );
        let worker = Running::start(kit.app.host(), SHORT_LEASES);
        wait_until("progress is seen", async || {
            job(&dispatcher, id).await["done"].as_i64() > Some(1)
        })
        .await;
        let running = job(&dispatcher, id).await;
        assert_eq!(
            (&running["state"], &running["total"]),
            (&json!("running"), &json!(5000))
        );
        assert!(
            running["sentence"]
                .as_str()
                .unwrap()
                .starts_with("At step "),
            "{running}"
        );

        let another_user = kit.user("Finance").await;
        let another_tenant = kit.another_tenant().await.user("Admin").await;
        for stranger in [&another_user, &another_tenant] {
            stranger
                .get(&format!("{JOBS}/getjob?id={id}"))
                .await
                .expect_error(404);
            stranger
                .post(&format!("{JOBS}/canceljob"), json!({"id": id}))
                .await
                .expect_error(404);
            assert_eq!(
                stranger.get(&format!("{JOBS}/getmyjobs")).await.result()["totalCount"],
                0
            );
        }
        kit.guest()
            .get(&format!("{JOBS}/getjob?id={id}"))
            .await
            .expect_error(401);
        assert_eq!(
            dispatcher.get(&format!("{JOBS}/getmyjobs")).await.result()["items"][0]["id"],
            id
        );

        dispatcher
            .post(&format!("{JOBS}/canceljob"), json!({"id": id}))
            .await
            .result();
        wait_until("the job has ended", async || {
            job(&dispatcher, id).await["state"] == "cancelled"
        })
        .await;
        let repeat = dispatcher
            .post(&format!("{JOBS}/canceljob"), json!({"id": id}))
            .await
            .expect_error(400);
        assert_eq!(
            repeat["message"],
            "The job is cancelled: only a waiting or running job can be cancelled."
        );
        worker.stop().await;

        let id = begin(&dispatcher, "probe.steps", json!({"steps": 5000})).await;
        dispatcher
            .post(&format!("{JOBS}/canceljob"), json!({"id": id}))
            .await
            .result();
        assert_eq!(job(&dispatcher, id).await["state"], "cancelled");
    });
}

#[test]
fn a_watched_job_stays_for_a_while_when_it_is_done() {
    on_both_apart(areas, |kit| async move {
        let (test, dispatcher) = (test_name(), kit.user("Dispatcher").await);
        let done = begin(&dispatcher, "probe.steps", json!({"steps": 2})).await;
        let dead = begin(
            &dispatcher,
            "probe.fail",
            json!({"test": test, "panic": true}),
        )
        .await;
        kit.drain_jobs().await;
        let done = job(&dispatcher, done).await;
        assert_eq!(
            (&done["state"], &done["done"], &done["total"]),
            (&json!("done"), &json!(2), &json!(2))
        );
        assert_eq!(done["sentence"], "At step 1");
        let dead = job(&dispatcher, dead).await;
        assert_eq!(dead["state"], "dead");
        // Internal errors are visible to the platform only.
        assert!(
            dead["sentence"]
                .as_str()
                .unwrap()
                .starts_with("Something went wrong on our side"),
            "{dead}"
        );

        let mut scope = kit.scope(Mode::Write);
        let long_ago = scope.now() - chrono::TimeDelta::days(8);
        scope
            .platform(
                PlatformSql("UPDATE jobs SET ended_time = $1"),
                vec![long_ago.val()],
            )
            .await
            .unwrap();
        scope.commit().await.unwrap();
        manage::sweep(kit.app.host()).await.unwrap();
        dispatcher
            .get(&format!("{JOBS}/getjob?id={}", done["id"]))
            .await
            .expect_error(404);
        assert_eq!(
            job(&dispatcher, dead["id"].as_i64().unwrap()).await["state"],
            "dead",
            "kept for the platform"
        );
    });
}

#[test]
fn dead_jobs_are_seen_and_retried() {
    on_both_apart(areas, |kit| async move {
        let (test, host) = (test_name(), kit.app.host());
        let platform = kit.platform().await.user("Admin").await;
        let admin = kit.user("Admin").await;
        for call in ["getjobs", "getjobssummary"] {
            admin.get(&format!("{JOBS}/{call}")).await.expect_error(403);
        }
        let retry_all =
            json!({"operation": "Retry", "filter": "state eq 'dead' and kind eq 'probe.fail'"});
        admin
            .post(&format!("{JOBS}/processjobs"), retry_all.clone())
            .await
            .expect_error(403);

        for at in 0..3 {
            let payload = json!({"test": test, "panic": at == 2});
            enqueue(host, kit.tenant, NewJob::new("probe.fail", payload)).await;
        }
        enqueue(
            host,
            kit.tenant,
            NewJob::new("probe.quick", json!({}))
                .run_at(kit.scope(Mode::Read).now() + chrono::TimeDelta::hours(1)),
        )
        .await;
        drain(host).await.unwrap();
        let dead = async |filter: &str| {
            let filter = testkit::percent_encode(&format!("state eq 'dead' and {filter}"));
            platform
                .get(&format!("{JOBS}/getjobs?filter={filter}&sorting=id"))
                .await
                .result()
        };
        let list = dead(&format!(
            "kind eq 'probe.fail' and tenantId eq {}",
            kit.tenant
        ))
        .await;
        assert_eq!(list["totalCount"], 3, "{list}");
        let items = list["items"].as_array().unwrap();
        assert_eq!(
            (&items[0]["tenantName"], &items[0]["attempts"]),
            (&json!("Test Freight"), &json!(1))
        );
        assert_eq!(items[0]["lastError"], "The probe is sick.");
        assert!(
            items[2]["lastError"].as_str().unwrap().contains("panicked"),
            "{list}"
        );
        assert!(
            items[0].get("payload").is_none(),
            "a payload is the tenant's"
        );
        assert_eq!(dead("contains(lastError,'sick')").await["totalCount"], 2);
        let summary = platform
            .get(&format!("{JOBS}/getjobssummary"))
            .await
            .result();
        let expected = json!({"kind": "probe.fail", "state": "dead", "count": 3});
        assert!(
            summary["counts"].as_array().unwrap().contains(&expected),
            "{summary}"
        );

        let process = async |body: Value| platform.post(&format!("{JOBS}/processjobs"), body).await;
        let pending = platform
            .get(&format!(
                "{JOBS}/getjobs?filter=kind%20eq%20%27probe.quick%27"
            ))
            .await
            .result();
        let (first, waiting) = (&items[0]["id"], &pending["items"][0]["id"]);
        let mixed = process(json!({"operation": "Retry", "ids": [first, waiting, 999_999_999]}))
            .await
            .result();
        let results = mixed.as_array().unwrap();
        assert_eq!(
            results[0],
            json!({"id": first, "success": true, "message": null})
        );
        assert_eq!(
            results[1]["message"],
            "The job is waiting: only a dead or cancelled job can be retried."
        );
        assert_eq!(results[2]["message"], "The job was not found.");
        drain(host).await.unwrap();
        assert_eq!(
            dead("kind eq 'probe.fail'").await["totalCount"],
            3,
            "it failed again"
        );

        fix_failing_jobs(&test);
        let all = process(retry_all).await.result();
        assert_eq!(all.as_array().unwrap().len(), 3, "{all}");
        drain(host).await.unwrap();
        assert_eq!(count(&test, "healed"), 3);
        assert_eq!(dead("kind eq 'probe.fail'").await["totalCount"], 0);

        let cancelled = process(json!({"operation": "Cancel", "ids": [waiting]}))
            .await
            .result();
        assert_eq!(cancelled[0]["success"], true);
        let discarded = process(json!({"operation": "Discard", "ids": [waiting]}))
            .await
            .result();
        assert_eq!(discarded[0]["success"], true);

        for (body, member) in [
            (json!({"operation": "Explode", "ids": [1]}), "operation"),
            (json!({"operation": "Retry"}), "ids"),
            (
                json!({"operation": "Retry", "ids": (0..1001).collect::<Vec<_>>()}),
                "ids",
            ),
            (
                json!({"operation": "Retry", "ids": [1], "filter": "state eq 'dead'"}),
                "filter",
            ),
            (
                json!({"operation": "Retry", "filter": "nonsense eq 1"}),
                "filter",
            ),
        ] {
            assert_eq!(process(body).await.invalid_members(), [member]);
        }
    });
}

#[test]
fn a_watched_job_works_in_the_name_of_who_began_it_and_goes_on_from_what_it_kept() {
    on_both_apart(areas, |kit| async move {
        let (test, dispatcher) = (test_name(), kit.user("Dispatcher").await);
        let id = begin(&dispatcher, "probe.keep", json!({"test": test})).await;
        kit.drain_jobs().await;
        let failed = job(&dispatcher, id).await;
        assert_eq!(
            (&failed["state"], &failed["result"]),
            (&json!("waiting"), &json!(1))
        );
        let mut scope = kit.scope(Mode::Write);
        scope
            .platform(
                PlatformSql("UPDATE jobs SET run_at = creation_time"),
                Vec::new(),
            )
            .await
            .unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        let done = job(&dispatcher, id).await;
        assert_eq!(
            (&done["state"], &done["result"]),
            (&json!("done"), &json!(2))
        );
        let host = kit.app.host();
        let me = host
            .gate()
            .session(host, dispatcher.token.as_deref().unwrap(), None)
            .await
            .unwrap()
            .unwrap();
        let what: Vec<String> = marks(&test).into_iter().map(|mark| mark.what).collect();
        let expected = |runs: usize| format!("kept {runs} for {}", me.display_name);
        assert_eq!(what, [expected(1), expected(2)]);

        // A host that lost the lease commits nothing.
        let lost = begin(
            &dispatcher,
            "probe.keep",
            json!({"test": test, "lost": true}),
        )
        .await;
        work::worker::drain(kit.app.host()).await.unwrap();
        assert_eq!(job(&dispatcher, lost).await["result"], json!(null));
        assert_eq!(marks(&test).len(), 2);
    });
}

#[test]
fn a_job_stops_when_its_user_is_switched_off_or_loses_the_permission() {
    on_both_apart(areas, |kit| async move {
        let admin = kit.user("Admin").await;
        let worker = Running::start(kit.app.host(), SHORT_LEASES);
        for (user_name, change) in [
            ("ann", tsql!("UPDATE users SET is_active = FALSE WHERE tenant_id = $1 AND user_name = 'ann'")),
            (
                "bob",
                tsql!(
                    "DELETE FROM user_roles WHERE tenant_id = $1
                       AND user_id IN (SELECT id FROM users WHERE tenant_id = $1 AND user_name = 'bob')"
                ),
            ),
        ] {
            given::create_user(&kit, user_name, "Dispatcher").await;
            let mut browser = Browser::new(kit.guest());
            browser.sign_in_with("credentials", user_name, PASSWORD).await;
            let session = browser.session().await;
            let client = kit.guest().with_token(session["accessToken"].as_str().unwrap());
            let response =
                client.post("/api/probe/beginbookings", json!({"kind": "probe.steps", "payload": {"steps": 5000}}));
            let id = response.await.result()["id"].as_i64().unwrap();
            let of_user = async || {
                let list = admin.get(&format!("{JOBS}/gettenantjobs?filter=id%20eq%20{id}")).await.result();
                list["items"][0].clone()
            };
            wait_until("the job runs", async || of_user().await["state"] == "running").await;
            assert_eq!(of_user().await["userName"], "Mia Tran");
            let mut scope = kit.scope(Mode::Write);
            scope.rows(change, Vec::new()).await.unwrap();
            scope.commit().await.unwrap();
            wait_until("the job has ended", async || of_user().await["state"] == "cancelled").await;
            assert_eq!(of_user().await["sentence"], "The job ended: the user who began it may no longer do this.");
        }
        worker.stop().await;
        given::create_user(&kit, "cid", "Dispatcher").await;
        let mut browser = Browser::new(kit.guest());
        browser.sign_in_with("credentials", "cid", PASSWORD).await;
        let session = browser.session().await;
        let client = kit
            .guest()
            .with_token(session["accessToken"].as_str().unwrap());
        let (test, payload) = (
            test_name(),
            |test: &str| json!({"test": test, "what": "ran"}),
        );
        let id = begin(&client, "probe.quick", payload(&test)).await;
        let mut scope = kit.scope(Mode::Write);
        let off =
            tsql!("UPDATE users SET is_active = FALSE WHERE tenant_id = $1 AND user_name = 'cid'");
        scope.rows(off, Vec::new()).await.unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        assert_eq!(
            (job(&admin, id).await["state"].clone(), count(&test, "ran")),
            (json!("cancelled"), 0)
        );
    });
}

#[test]
fn the_tenants_administrators_see_and_end_their_users_jobs() {
    on_both_apart(areas, |kit| async move {
        let (admin, dispatcher) = (kit.user("Admin").await, kit.user("Dispatcher").await);
        let id = begin(&dispatcher, "probe.keep", json!({"test": test_name()})).await;
        kit.drain_jobs().await;
        assert_eq!(job(&dispatcher, id).await["result"], 1);
        let current = job(&admin, id).await;
        assert_eq!(
            (&current["state"], &current["result"]),
            (&json!("waiting"), &json!(null)),
            "a result is its user's"
        );
        let own_work = NewJob::new("probe.quick", json!({}));
        let later = kit.scope(Mode::Read).now() + chrono::TimeDelta::hours(1);
        enqueue(kit.app.host(), kit.tenant, own_work.run_at(later)).await;
        let list = admin
            .get(&format!("{JOBS}/gettenantjobs?sorting=id"))
            .await
            .result();
        assert_eq!(
            (&list["totalCount"], &list["items"][0]["id"]),
            (&json!(1), &json!(id)),
            "users' jobs alone: {list}"
        );
        dispatcher
            .get(&format!("{JOBS}/gettenantjobs"))
            .await
            .expect_error(403);

        let outsider = kit.another_tenant().await.user("Admin").await;
        assert_eq!(
            outsider
                .get(&format!("{JOBS}/gettenantjobs"))
                .await
                .result()["totalCount"],
            0
        );
        outsider
            .get(&format!("{JOBS}/getjob?id={id}"))
            .await
            .expect_error(404);
        outsider
            .post(&format!("{JOBS}/canceljob"), json!({"id": id}))
            .await
            .expect_error(404);

        admin
            .post(&format!("{JOBS}/canceljob"), json!({"id": id}))
            .await
            .result();
        assert_eq!(job(&dispatcher, id).await["state"], "cancelled");
        let response = admin
            .get("/api/core/auditlog/getentitychanges?entityType=Job")
            .await
            .result();
        assert_eq!(response["totalCount"], 1, "{response}");
    });
}
