//! Rate limits of guests, and removal of their data.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use axum::http::StatusCode;
use chrono::TimeDelta;
use data::{
    Caller, Error,
    caller::Session,
    db::{Col, Mode},
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};
use waybill::App;
use work::{
    event::ScopeEvents,
    limiter::{Count, Limiter, MINUTE},
};

const ASK: &str = "/api/booking/Quote/Quote";
const UPLOAD: &str = "/api/core/file/uploadasset";

async fn count_passed(guest: &Client, times: usize) -> usize {
    let mut passed_count = 0;
    for _ in 0..times {
        let answer = guest.post(ASK, json!({})).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            answer.expect_error(429);
            let seconds: u64 = answer.headers["retry-after"]
                .to_str()
                .unwrap()
                .parse()
                .unwrap();
            assert!((1..=60).contains(&seconds));
        } else {
            passed_count += 1;
        }
    }
    passed_count
}

#[test]
fn guests_quotes_are_counted_by_address_and_tenant_on_all_hosts_together() {
    on_both(|kit| async move {
        let other_host = kit.on_another_host(|_| {}).await;
        assert_eq!(count_passed(&kit.guest(), 20).await, 20);
        assert_eq!(count_passed(&other_host.guest(), 40).await, 10);
        assert_eq!(count_passed(&kit.guest(), 5).await, 0);
        assert_eq!(
            count_passed(&kit.another_tenant().await.guest(), 3).await,
            3
        );
        assert_eq!(count_passed(&kit.user("Admin").await, 40).await, 40);
    });
}

#[test]
fn every_other_call_of_a_guest_is_counted_too_and_never_more_than_the_limit_let_through() {
    on_both(|kit| async move {
        let hosts = [kit.guest(), kit.on_another_host(|_| {}).await.guest()];
        let (mut let_through, mut refused) = (0, 0);
        for turn in 0..1400 {
            let answer = hosts[turn % 2]
                .get("/api/core/configuration/getconfiguration")
                .await;
            match answer.status {
                StatusCode::OK => let_through += 1,
                StatusCode::TOO_MANY_REQUESTS => refused += 1,
                status => panic!("{status}"),
            }
        }
        // Budget reserved by one host is lost to the other.
        assert!(
            (1100..=1200).contains(&let_through) && refused >= 200,
            "{let_through} and {refused}"
        );
    });
}

async fn taken_at_once(hosts: &[App], most: u32) -> usize {
    let uuid = uuid::Uuid::now_v7();
    let tasks: Vec<_> = (0..60)
        .map(|turn: usize| {
            let app = hosts[turn % hosts.len()].clone();
            tokio::spawn(async move {
                let name = uuid.to_string();
                let count = Count {
                    subject: "test",
                    tenant: None,
                    address: Some("203.0.113.1"),
                    name: Some(&name),
                    max: most,
                    window: MINUTE,
                };
                match Limiter::from_host(app.host())
                    .unwrap()
                    .count_attempts(app.host(), &[count])
                    .await
                {
                    Ok(ticket) => {
                        drop(ticket);
                        true
                    }
                    Err(Error::TooMany(_)) => false,
                    Err(error) => panic!("{error}"),
                }
            })
        })
        .collect();
    let mut accepted = 0;
    for task in tasks {
        accepted += usize::from(task.await.unwrap());
    }
    accepted
}

#[test]
fn attempts_that_come_at_once_are_counted_one_by_one() {
    on_both(|kit| async move {
        let hosts = [kit.app.clone(), kit.on_another_host(|_| {}).await.app];
        assert_eq!(taken_at_once(&hosts, 10).await, 10);
        let many = taken_at_once(&hosts, 40).await;
        assert!((36..=40).contains(&many), "{many} of 40");
    });
}

#[test]
fn a_ticket_that_is_given_back_counts_no_longer_and_a_refusal_counts_nowhere() {
    on_both(|kit| async move {
        let host = kit.app.host();
        let entry_for = |name, most| Count {
            subject: "back",
            tenant: Some(kit.tenant),
            address: None,
            name,
            max: most,
            window: MINUTE,
        };
        let take = async |counts: &[Count<'_>]| {
            Limiter::from_host(host)
                .unwrap()
                .count_attempts(host, counts)
                .await
        };
        for _ in 0..5 {
            take(&[entry_for(Some("mia"), 1)])
                .await
                .unwrap()
                .release(host)
                .await
                .unwrap();
        }
        drop(take(&[entry_for(Some("mia"), 1)]).await.unwrap());
        for _ in 0..5 {
            let refused = take(&[entry_for(Some("mia"), 1), entry_for(None, 2)]).await;
            assert!(matches!(refused, Err(Error::TooMany(1..=60))));
        }
        drop(
            take(&[entry_for(Some("tom"), 1), entry_for(None, 2)])
                .await
                .unwrap(),
        );
        drop(
            take(&[entry_for(Some("ann"), 1), entry_for(None, 2)])
                .await
                .unwrap(),
        );
        assert!(matches!(
            take(&[entry_for(Some("eve"), 1), entry_for(None, 2)]).await,
            Err(Error::TooMany(_))
        ));
    });
}

async fn kept_quotes(kit: &Kit) -> (i64, i64) {
    let mut scope = kit.scope(Mode::Read);
    let sql = tsql!(
        "SELECT (SELECT COUNT(*) FROM quote_requests WHERE tenant_id = $1),
           (SELECT COUNT(*) FROM quote_answers WHERE tenant_id = $1)"
    );
    let rows = scope.rows(sql, Vec::new()).await.unwrap();
    (rows[0].get(0).unwrap(), rows[0].get(1).unwrap())
}

#[test]
fn quotes_and_their_answers_are_removed_once_nobody_can_book_them() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        given::quotes(&admin, given::quote_request(customer)).await;
        let day_begins = async || {
            let mut scope = kit.scope(Mode::Write);
            scope
                .publish(&tenancy::DAY_BEGAN, &Default::default())
                .await
                .unwrap();
            scope.commit().await.unwrap();
            kit.drain_jobs().await;
        };
        day_begins().await;
        assert_eq!(
            kept_quotes(&kit).await,
            (1, 1),
            "a quote of today can be booked"
        );
        let mut scope = kit.scope(Mode::Write);
        let age = tsql!("UPDATE quote_requests SET creation_time = $2 WHERE tenant_id = $1");
        let then = scope.now() - TimeDelta::hours(26);
        scope.rows(age, vec![then.val()]).await.unwrap();
        scope.commit().await.unwrap();
        given::quotes(&admin, given::quote_request(customer)).await;
        day_begins().await;
        assert_eq!(kept_quotes(&kit).await, (1, 1));
    });
}

#[test]
fn a_user_and_a_tenant_store_no_more_than_they_may() {
    on_both(|kit| async move {
        let small = kit
            .on_another_host(|config| {
                (config.files_per_user_mb, config.files_per_tenant_mb) = (1, 2)
            })
            .await;
        let pdf = [&b"%PDF-1.7 "[..], &vec![b' '; 700 * 1024]].concat();
        let [mia, tom, ann] = [
            small.user("Dispatcher").await,
            small.user("Dispatcher").await,
            small.user("Finance").await,
        ];
        let send = async |who: &Client| who.post_file(UPLOAD, &[], ("a.pdf", &pdf)).await;
        let unchanged = send(&mia).await.result();
        assert_eq!(send(&mia).await.expect_error(400)["code"], 1403);
        send(&tom).await.result();
        assert_eq!(send(&ann).await.expect_error(400)["code"], 1404);
        use futures_util::TryStreamExt;
        let stored = small
            .app
            .host()
            .files()
            .list(kit.tenant)
            .try_collect::<Vec<_>>()
            .await
            .unwrap();
        assert_eq!(stored.len(), 2, "what was refused is not kept");
        mia.delete(&format!(
            "/api/core/file/deleteasset?assetId={}",
            unchanged["assetId"].as_str().unwrap()
        ))
        .await
        .result();
        send(&ann).await.result();
    });
}

#[test]
fn what_one_customers_user_leaves_behind_is_bounded() {
    on_both(|kit| async move {
        let customer = given::customer(&kit, "Bluegum Wines").await;
        given::own_fleet(&kit, &kit.user("Admin").await, "FLEET").await;
        let customer_client = kit.customer_user(customer).await;
        let quote = given::quote_request(customer);
        let mut stored = 0;
        let refused = loop {
            let answer = customer_client.post(ASK, quote.clone()).await;
            if answer.status != StatusCode::OK {
                break answer;
            }
            stored += 1;
            assert!(stored <= 120, "more than a minute's quotes were kept");
        };
        refused.expect_error(429);
        assert!(refused.headers.contains_key("retry-after"));
        kit.customer_user(customer)
            .await
            .post(ASK, quote.clone())
            .await
            .result();
        kit.user("Dispatcher").await.post(ASK, quote).await.result();
    });
}

#[test]
fn writes_of_customers_and_drivers_are_bounded() {
    on_both(|kit| async move {
        let host = kit.app.host();
        let limiter = Limiter::from_host(host).unwrap();
        let user = |id: i64, customer: Value, driver: Value| {
            let session = json!({"tenant": kit.tenant, "user": id, "user_name": "ann",
                "display_name": "Ann Lee", "email": "ann@example.test", "is_driver": false,
                "by_key": false, "permissions": [], "customer": customer, "driver": driver});
            let session: Session = serde_json::from_value(session).unwrap();
            Caller::User(std::sync::Arc::new(session))
        };
        let count = async |caller: Caller| {
            let mut accepted = 0;
            while accepted < 1300 && limiter.count_write(host, kit.tenant, &caller).await.is_ok() {
                accepted += 1;
            }
            accepted
        };
        assert_eq!(count(user(1, json!(7), Value::Null)).await, 1200);
        assert_eq!(count(user(2, Value::Null, json!(7))).await, 1200);
        let staff = count(user(3, Value::Null, Value::Null)).await;
        assert_eq!(staff, 1300, "staff are not counted");
    });
}
