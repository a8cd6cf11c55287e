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
};

use super::{RAW, alone, job, plan, vehicle};

/// A problem whose search takes all of its time.
fn large() -> Value {
    let jobs: Vec<Value> = (1..=60).map(|id| job(id, (id * 37 % 61) as f64)).collect();
    json!({"vehicles": [vehicle(1), vehicle(2)], "jobs": jobs})
}

fn small() -> Value {
    json!({"vehicles": [vehicle(1)], "jobs": [job(1, 1.0)]})
}

async fn set_budget(kit: &Kit, milliseconds: u32) {
    given::change_settings(kit, json!({"routing": {"timeBudget": milliseconds}})).await;
}

/// Waits until a search of the client has taken the host's turn.
async fn wait_until_busy() {
    tokio::time::sleep(Duration::from_millis(700)).await;
}

#[test]
fn a_search_keeps_its_time() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        set_budget(&kit, 900).await;
        let mut problem = large();
        let begun = Instant::now();
        assert_eq!(plan(&staff, &problem).await["summary"]["unassigned"], 0);
        let took = begun.elapsed();
        assert!(took >= Duration::from_millis(900), "{took:?}");
        assert!(took < Duration::from_millis(2500), "{took:?}");
        // A caller may shorten the time, never lengthen it.
        for (limit, max) in [(0.2, 800), (60.0, 2500)] {
            problem["options"] = json!({"l": limit});
            let begun = Instant::now();
            plan(&staff, &problem).await;
            assert!(begun.elapsed() < Duration::from_millis(max), "{limit}");
        }
        let begun = Instant::now();
        plan(&staff, &small()).await;
        assert!(
            begun.elapsed() < Duration::from_millis(600),
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
        let ended = tokio::spawn(kit.app.clone().serve(listener, stopped));
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
        assert!(took < Duration::from_millis(900), "{took:?}");
        stop.send_replace(true);
        ended.await.unwrap().unwrap();
    });
}

#[test]
fn plans_beyond_the_turns_are_rejected_and_the_host_stays_live() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        set_budget(&kit, 30_000).await;
        let search = |client: Client| tokio::spawn(async move { client.post(RAW, large()).await });
        let running = [search(staff.clone()), search(staff.clone())];
        wait_until_busy().await;
        let begun = Instant::now();
        staff.get("/api/geocode/v2/search?q=richmond").await;
        assert!(
            begun.elapsed() < Duration::from_secs(1),
            "{:?}",
            begun.elapsed()
        );
        let refused = staff.post(RAW, small()).await;
        assert_eq!(refused.status.as_u16(), 429);
        assert!(refused.headers.contains_key("retry-after"));
        assert_eq!(refused.json()["code"], 1);
        for search in running {
            search.abort();
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        plan(&staff, &small()).await;
    });
}
