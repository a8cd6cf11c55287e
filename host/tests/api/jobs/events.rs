//! Events: delivered exactly once per reader under several dispatchers, never lost.

use data::{
    db::{Col, Mode, PlatformSql},
    ids::TenantId,
};
use serde_json::json;
use testkit::{Kit, on_both_apart};
use work::{
    event::ScopeEvents,
    feed,
    worker::{WorkerOptions, drain},
};

use super::probe::{
    PROBED, PROBED_NEWER, Probed, Running, areas, count, marks, test_name, wait_until,
};

#[test]
fn two_dispatchers_give_each_event_its_effects_once() {
    on_both_apart(areas, |kit| async move {
        const EVENTS: usize = 300;
        let test = test_name();
        let other = kit.another_host(areas()).await;
        let options = WorkerOptions::default();
        let workers = [
            Running::start(kit.app.host(), options),
            Running::start(other.host(), options),
        ];
        // Overlapping transactions commit in another order than their numbers.
        let senders = (0..10).map(|part| {
            let (host, test) = (
                if part % 2 == 0 {
                    kit.app.host()
                } else {
                    other.host()
                }
                .clone(),
                test.clone(),
            );
            tokio::spawn(async move {
                for number in (part..EVENTS).step_by(10) {
                    let mut scope = host.scope(TenantId(80_000 + part as i64), Mode::Write);
                    scope
                        .publish(
                            &PROBED,
                            &Probed {
                                test: test.clone(),
                                number,
                            },
                        )
                        .await
                        .unwrap();
                    tokio::task::yield_now().await;
                    scope.commit().await.unwrap();
                }
            })
        });
        for sender in senders.collect::<Vec<_>>() {
            sender.await.unwrap();
        }
        wait_until("every event had its effects", async || {
            marks(&test).len() >= 2 * EVENTS
        })
        .await;
        for worker in workers {
            worker.stop().await;
        }
        drain(kit.app.host()).await.unwrap();
        assert_eq!(marks(&test).len(), 2 * EVENTS);
        for number in 0..EVENTS {
            assert_eq!(
                count(&test, &format!("heard {number}")),
                1,
                "the listener and event {number}"
            );
            assert_eq!(
                count(&test, &format!("followed {number}")),
                1,
                "the reader and event {number}"
            );
        }
    });
}

#[test]
fn what_is_undone_is_told_to_nobody() {
    on_both_apart(areas, |kit| async move {
        let test = test_name();
        let mut scope = kit.scope(Mode::Write);
        scope
            .publish(
                &PROBED,
                &Probed {
                    test: test.clone(),
                    number: 1,
                },
            )
            .await
            .unwrap();
        scope.rollback();
        scope
            .publish(
                &PROBED,
                &Probed {
                    test: test.clone(),
                    number: 2,
                },
            )
            .await
            .unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        let marks = marks(&test);
        assert_eq!(
            (
                marks.len(),
                count(&test, "heard 2"),
                count(&test, "followed 2")
            ),
            (2, 1, 1),
            "{marks:?}"
        );
    });
}

#[test]
fn a_version_that_the_listener_does_not_know_waits_for_a_host_that_does() {
    on_both_apart(areas, |kit| async move {
        let test = test_name();
        let mut scope = kit.scope(Mode::Write);
        scope
            .publish(&PROBED_NEWER, &json!({"test": test, "shape": "another"}))
            .await
            .unwrap();
        scope.commit().await.unwrap();
        drain(kit.app.host()).await.unwrap();
        let jobs = PlatformSql(
            "SELECT state, attempts, last_error FROM jobs WHERE kind = 'probe.on-probed'",
        );
        let rows = kit
            .scope(Mode::Read)
            .platform(jobs, Vec::new())
            .await
            .unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].get::<String>(0).unwrap(), "waiting");
        assert_eq!(rows[0].get::<i64>(1).unwrap(), 1);
        let error: String = rows[0].get(2).unwrap();
        assert_eq!(
            error,
            "version 7 of the event probe.probed is not known here; version 1 is"
        );
        assert_eq!(count(&test, "heard 0"), 0);
    });
}

#[test]
fn old_events_go_when_everybody_has_read_them() {
    on_both_apart(areas, |kit| async move {
        let test = test_name();
        let announce = async |number| {
            let mut scope = kit.scope(Mode::Write);
            scope
                .publish(
                    &PROBED,
                    &Probed {
                        test: test.clone(),
                        number,
                    },
                )
                .await
                .unwrap();
            scope.commit().await.unwrap();
        };
        announce(1).await;
        kit.drain_jobs().await;
        announce(2).await;
        let age = PlatformSql("UPDATE outbox SET creation_time = $1");
        let days = |days| (kit.scope(Mode::Read).now() - chrono::TimeDelta::days(days)).val();
        let mut scope = kit.scope(Mode::Write);
        scope.platform(age, vec![days(29)]).await.unwrap();
        scope.commit().await.unwrap();
        feed::sweep(kit.app.host()).await.unwrap();
        assert_eq!(numbers(&kit).await, [1, 2], "kept for thirty days");
        scope.platform(age, vec![days(31)]).await.unwrap();
        scope.commit().await.unwrap();
        feed::sweep(kit.app.host()).await.unwrap();
        assert_eq!(numbers(&kit).await, [2], "what nobody has read stays");
        kit.drain_jobs().await;
        assert_eq!(count(&test, "heard 2"), 1);
        feed::sweep(kit.app.host()).await.unwrap();
        assert_eq!(numbers(&kit).await, [0_i64; 0]);
    });
}

async fn numbers(kit: &Kit) -> Vec<i64> {
    let sql = PlatformSql("SELECT payload FROM outbox WHERE name = 'probe.probed' ORDER BY id");
    let rows = kit
        .scope(Mode::Read)
        .platform(sql, Vec::new())
        .await
        .unwrap();
    rows.iter()
        .map(|row| {
            row.json::<serde_json::Value>(0).unwrap()["number"]
                .as_i64()
                .unwrap()
        })
        .collect()
}
