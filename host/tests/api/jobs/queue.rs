//! Job queue: leases, takeover, fairness between tenants, limits by kind, shutdown.

use std::time::Duration;

use data::{
    db::{Mode, PlatformSql},
    ids::TenantId,
};
use serde_json::json;
use testkit::on_both_apart;
use work::{
    job::{NewJob, Priority, ScopeJobs},
    worker::{WorkerOptions, drain},
};

use super::probe::{
    Running, SHORT_LEASES, areas, count, enqueue, marks, open_gate, test_name, wait_until,
};

fn slow(test: &str, what: &str, ms: u64) -> serde_json::Value {
    json!({"test": test, "what": what, "ms": ms})
}

#[test]
fn a_lease_is_renewed_while_the_job_runs() {
    on_both_apart(areas, |kit| async move {
        let test = test_name();
        let other = kit.another_host(areas()).await;
        enqueue(
            kit.app.host(),
            kit.tenant,
            NewJob::new("probe.slow", slow(&test, "long", 5000)),
        )
        .await;
        let first = Running::start(kit.app.host(), SHORT_LEASES);
        let second = Running::start(other.host(), SHORT_LEASES);
        wait_until("the job has ended", async || count(&test, "end long") > 0).await;
        assert_eq!(
            count(&test, "begin long"),
            1,
            "the job outlived its first lease and was begun once"
        );
        first.stop().await;
        second.stop().await;
        assert_eq!(count_remaining(&kit, "probe.slow").await, 0);
    });
}

#[test]
fn the_jobs_of_a_killed_host_are_taken_over() {
    on_both_apart(areas, |kit| async move {
        let test = test_name();
        let other = kit.another_host(areas()).await;
        enqueue(
            kit.app.host(),
            kit.tenant,
            NewJob::new("probe.slow", slow(&test, "lost", 600_000)),
        )
        .await;
        let killed = Running::start(kit.app.host(), SHORT_LEASES);
        wait_until("the job has begun", async || {
            count(&test, "begin lost") == 1
        })
        .await;
        killed.kill().await;
        let second = Running::start(other.host(), SHORT_LEASES);
        wait_until("another host has done it", async || {
            count(&test, "end lost") == 1
        })
        .await;
        let started_jobs: Vec<_> = marks(&test)
            .into_iter()
            .filter(|mark| mark.what == "begin lost")
            .collect();
        assert_eq!(started_jobs.len(), 2);
        assert!(
            started_jobs[1].at - started_jobs[0].at > Duration::from_millis(500),
            "not before the lease has ended"
        );
        second.stop().await;
        assert_eq!(count_remaining(&kit, "probe.slow").await, 0);
    });
}

#[test]
fn a_host_that_stops_gives_its_jobs_back() {
    on_both_apart(areas, |kit| async move {
        let test = test_name();
        let host = kit.app.host();
        enqueue(
            host,
            kit.tenant,
            NewJob::new("probe.slow", slow(&test, "given", 600_000)),
        )
        .await;
        enqueue(
            host,
            kit.tenant,
            NewJob::new("probe.slow", slow(&test, "finished", 300)),
        )
        .await;
        let patient = WorkerOptions {
            lease: Duration::from_secs(600),
            grace: Duration::from_secs(1),
            ..SHORT_LEASES
        };
        let worker = Running::start(host, patient);
        wait_until("both have begun", async || {
            count(&test, "begin given") + count(&test, "begin finished") == 2
        })
        .await;
        worker.stop().await;
        assert_eq!(
            count(&test, "end finished"),
            1,
            "what ends within the grace is finished"
        );
        let states = PlatformSql("SELECT state, attempts FROM jobs WHERE kind = 'probe.slow'");
        let rows = kit
            .scope(Mode::Read)
            .platform(states, Vec::new())
            .await
            .unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].get::<String>(0).unwrap(), "waiting");
        assert_eq!(
            rows[0].get::<i64>(1).unwrap(),
            0,
            "an attempt that the host ended does not count"
        );
        drain(host).await.unwrap();
        assert_eq!(count(&test, "end given"), 1, "it needs no lease to end");
    });
}

#[test]
fn tenants_take_turns() {
    on_both_apart(areas, |kit| async move {
        let (test, host) = (test_name(), kit.app.host());
        let mut scope = host.scope(TenantId(70_000), Mode::Write);
        for _ in 0..100 {
            scope
                .enqueue(NewJob::new(
                    "probe.quick",
                    json!({"test": test, "what": "many"}),
                ))
                .await
                .unwrap();
        }
        scope.commit().await.unwrap();
        for tenant in 1..=30 {
            enqueue(
                host,
                TenantId(70_000 + tenant),
                NewJob::new("probe.quick", json!({"test": test, "what": "one"})),
            )
            .await;
        }
        // One at a time: concurrent jobs may be delayed on a busy machine.
        let worker = Running::start(
            host,
            WorkerOptions {
                max_concurrent: 0,
                ..SHORT_LEASES
            },
        );
        wait_until("all have run", async || marks(&test).len() == 130).await;
        worker.stop().await;
        let last_of_the_small = marks(&test)
            .iter()
            .rposition(|mark| mark.what == "one")
            .unwrap();
        // Every small tenant runs before the large one's second job.
        assert!(
            last_of_the_small < 31,
            "the last of thirty tenants was served as number {last_of_the_small}"
        );
    });
}

#[test]
fn who_comes_late_is_served_next() {
    on_both_apart(areas, |kit| async move {
        let (test, host) = (test_name(), kit.app.host());
        for at in 0..40 {
            let mut payload = slow(&test, &format!("many {at}"), 0);
            payload["gated"] = json!(true);
            enqueue(host, TenantId(71_000), NewJob::new("probe.slow", payload)).await;
        }
        for at in 0..3 {
            let new = NewJob::new("probe.slow", slow(&test, &format!("low {at}"), 20))
                .priority(Priority::Low);
            enqueue(host, TenantId(71_001), new).await;
        }
        let many = |word: &str| {
            marks(&test)
                .iter()
                .filter(|mark| mark.what.starts_with(&format!("{word} many")))
                .count()
        };
        let worker = Running::start(host, SHORT_LEASES);
        // Both places of the kind are taken.
        wait_until("two run", async || many("begin") == 2).await;
        enqueue(
            host,
            TenantId(71_002),
            NewJob::new("probe.slow", slow(&test, "late", 20)),
        )
        .await;
        open_gate(&test);
        wait_until("all are done", async || {
            many("end") == 40 && count(&test, "end low 2") == 1
        })
        .await;
        worker.stop().await;
        let marks = marks(&test);
        let at = |what: &str| marks.iter().position(|mark| mark.what == what).unwrap();
        let begun_first = marks[..at("begin late")]
            .iter()
            .filter(|mark| mark.what.starts_with("begin many"))
            .count();
        assert!(
            begun_first <= 10,
            "late came after {} others",
            begun_first - 2
        );
        let begun_after = marks[at("begin low 0")..]
            .iter()
            .filter(|mark| mark.what.starts_with("begin many"))
            .count();
        // Of two that are taken together, either begins first.
        assert!(begun_after <= 1, "low came before {begun_after} others");
    });
}

#[test]
fn a_slow_kind_delays_no_other() {
    on_both_apart(areas, |kit| async move {
        let (test, host) = (test_name(), kit.app.host());
        // More jobs of two slow kinds than a host runs concurrently; none ends.
        let gated = |kind: &str, at: usize| json!({"test": test, "what": format!("{kind} {at}"), "gated": true});
        for at in 0..30 {
            enqueue(
                host,
                kit.tenant,
                NewJob::new("probe.other", gated("other", at)),
            )
            .await;
            enqueue(
                host,
                kit.tenant,
                NewJob::new("probe.slow", gated("slow", at)),
            )
            .await;
        }
        let worker = Running::start(host, SHORT_LEASES);
        let begun = |kind: &str| {
            let prefix = format!("begin {kind} ");
            marks(&test)
                .iter()
                .filter(|mark| mark.what.starts_with(&prefix))
                .count()
        };
        wait_until("slow jobs fill the host", async || {
            begun("other") + begun("slow") >= 9 && begun("slow") >= 2
        })
        .await;
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(begun("slow"), 2, "the kind's own limit");
        assert!(
            begun("other") + begun("slow") <= 8 + 2,
            "the limit in all, beside one place of each kind"
        );
        enqueue(
            host,
            kit.tenant,
            NewJob::new("probe.quick", json!({"test": test, "what": "mail"})),
        )
        .await;
        wait_until("the quick one is done", async || count(&test, "mail") == 1).await;
        assert!(
            !marks(&test)
                .iter()
                .any(|mark| mark.what.starts_with("end ")),
            "before any of the slow ones"
        );
        worker.kill().await;
    });
}

async fn count_remaining(kit: &testkit::Kit, kind: &str) -> i64 {
    let count = PlatformSql("SELECT COUNT(*) FROM jobs WHERE kind = $1");
    let kind = data::db::Val::Text(kind.to_owned());
    kit.scope(Mode::Read)
        .platform(count, vec![kind])
        .await
        .unwrap()[0]
        .get(0)
        .unwrap()
}
