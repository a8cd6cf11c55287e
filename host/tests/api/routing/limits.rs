//! Time, turns and cancellation of plans.

use std::{
    net::Ipv4Addr,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};
use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
};

use super::{RAW, alone, job, plan, vehicle};

/// A problem whose search takes all of its time.
pub(super) fn large() -> Value {
    let jobs: Vec<Value> = (1..=60).map(|id| job(id, (id * 37 % 61) as f64)).collect();
    json!({"vehicles": [vehicle(1), vehicle(2)], "jobs": jobs})
}

fn small() -> Value {
    json!({"vehicles": [vehicle(1)], "jobs": [job(1, 1.0)]})
}

pub(super) async fn set_budget(kit: &Kit, milliseconds: u32) {
    given::change_settings(kit, json!({"routing": {"timeBudget": milliseconds}})).await;
}

/// Waits until a search of the client has taken the host's turn.
pub(super) async fn wait_until_busy() {
    tokio::time::sleep(Duration::from_millis(700)).await;
}

#[test]
fn a_search_keeps_its_time() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let budget = Duration::from_millis(1500);
        // Half of the long budget: a busy machine may take several times the short one.
        let limit = Duration::from_secs(15);
        let time = async |problem: &Value| {
            let begun = Instant::now();
            assert_eq!(plan(&staff, problem).await["summary"]["unassigned"], 0);
            begun.elapsed()
        };
        set_budget(&kit, 1500).await;
        let mut problem = large();
        let whole = time(&problem).await;
        assert!(whole >= budget && whole < limit, "{whole:?}");
        // A caller may shorten the time, never lengthen it.
        problem["options"] = json!({"l": 60.0});
        assert!(time(&problem).await < limit);
        set_budget(&kit, 30_000).await;
        problem["options"] = json!({"l": 0.2});
        assert!(time(&problem).await < limit);
        assert!(
            time(&small()).await < limit,
            "a small problem ends by itself"
        );
    });
}

#[test]
fn a_search_ends_when_its_client_disconnects() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        set_budget(&kit, 30_000).await;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = watch::channel(false);
        let serving = tokio::spawn(kit.app.clone().serve(listener, stopped));
        let body = large().to_string();
        let head = format!(
            "POST {RAW} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n",
            kit.host_name,
            staff.token.as_deref().unwrap(),
            body.len()
        );
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(body.as_bytes()).await.unwrap();
        wait_until_busy().await;
        drop(stream);
        let begun = Instant::now();
        plan(&staff, &small()).await;
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(15), "{took:?}");
        // A stopped server would close the database of the other tests.
        serving.abort();
        drop(stop);
    });
}

#[test]
fn plans_beyond_the_turns_are_rejected_and_the_host_stays_live() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        set_budget(&kit, 30_000).await;
        // Ends with this test, even with a failed one: others need the turns.
        let mut running = JoinSet::new();
        let search = async |client: Client| client.post(RAW, large()).await;
        running.spawn(search(staff.clone()));
        running.spawn(search(staff.clone()));
        wait_until_busy().await;
        staff.get("/api/geocode/v2/search?q=richmond").await;
        assert!(
            running.try_join_next().is_none(),
            "other calls are answered during a search"
        );
        let refused = staff.post(RAW, small()).await;
        assert_eq!(refused.status.as_u16(), 429);
        assert!(refused.headers.contains_key("retry-after"));
        assert_eq!(refused.json()["code"], 1);
        running.abort_all();
        tokio::time::sleep(Duration::from_millis(200)).await;
        plan(&staff, &small()).await;
    });
}
