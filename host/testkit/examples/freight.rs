//! Benchmarks of jobs: lists of a million with the board's filters, 500 jobs allocated at once,
//! 1,000 scans replayed, 500 articles loaded onto a line haul and unloaded by single scans, and
//! 50,000 positions:
//! `cargo run --release -p testkit --example freight`, or as part of `cargo xtask bench`.
//!
//! Calls run in process through the whole program. Prints one line per figure: name, measurement,
//! goal.

use std::time::Instant;

use anyhow::{Context, ensure};
use chrono::Days;
use data::{db::Mode, ids::DriverId};
use serde_json::{Value, json};
use testkit::bench::{self, Bench};

const JOBS: usize = 1_000_000;
const TURNS: usize = 20;
const WARM_UP_TURNS: usize = 3;
const ALLOCATED: usize = 500;
const SCANS: usize = 1_000;
const DRIVERS: usize = 20;
const POSITIONS: usize = 50_000;
const POSITIONS_PER_CALL: usize = 100;
const LINE_HAUL_JOBS: usize = 100;
const PALLETS: usize = 5;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    bench::on_each_database("freight", ("jobs of 1,000,000", "10 ms"), measure).await
}

async fn measure(bench: Bench) -> anyhow::Result<()> {
    let drivers = create_drivers(&bench).await?;
    // Allocation and scans are measured in a tenant with a million jobs.
    let mut scope = bench.app.host().scope(bench.tenant, Mode::Write);
    jobs::seed_many(&mut scope, JOBS, &drivers).await?;
    drop(scope);
    lists(&bench, drivers[0]).await?;
    let created = create_jobs(&bench).await?;
    allocate(&bench, drivers[0], &created).await?;
    replay(&bench, &created).await?;
    scan_line_haul(&bench).await?;
    send_positions(&bench, &drivers).await
}

async fn create_drivers(bench: &Bench) -> anyhow::Result<Vec<DriverId>> {
    let mut drivers = Vec::with_capacity(DRIVERS);
    for at in 0..DRIVERS {
        let body = json!({"driver": {"name": format!("Driver {at}")}});
        let path = "/api/drivers/driver/driver";
        let saved = bench.admin.post(path, body).await.result();
        let id = saved["driver"]["id"]
            .as_i64()
            .context("a driver has an id")?;
        let path = format!("/api/drivers/driver/available-for-work?driverId={id}");
        bench.admin.put(&path, json!({})).await.result();
        drivers.push(DriverId(id));
    }
    Ok(drivers)
}

async fn lists(bench: &Bench, driver: DriverId) -> anyhow::Result<()> {
    let day = |ahead: u64| (chrono::Utc::now() + Days::new(ahead)).format("%Y-%m-%d");
    let unallocated = |ahead: u64| {
        format!(
            "jobstatus eq 'Unallocated' and haslegs eq false and \
             (pickupdate eq null or pickupdate le {})",
            day(ahead)
        )
    };
    let given = |ahead: u64| {
        format!(
            "driverid ne null and haslegs eq false and jobstatus ne 'Cancelled' and \
             (pickupdate eq {})",
            day(ahead)
        )
    };
    for (label, filter, sorting, fewest) in [
        ("no filter", String::new(), "creationTime desc", JOBS),
        (
            "the board's without an agent, of 1,000",
            unallocated(0),
            "id asc",
            1_000,
        ),
        ("the board's of a day, of 1,000", given(0), "id asc", 1_000),
        (
            "the board's without an agent, of 10,000",
            unallocated(1),
            "id asc",
            10_000,
        ),
        ("the board's of a day, of 9,000", given(1), "id asc", 9_000),
        (
            "one driver's open ones",
            format!("driverid eq {driver} and jobstatus eq 'Allocated'"),
            "id asc",
            1,
        ),
        (
            "one state",
            "jobstatus eq 'Delivered'".to_owned(),
            "pickupdate desc, id desc",
            900_000,
        ),
    ] {
        let encode = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let (filter, sorting): (String, String) = (encode(&filter), encode(sorting));
        let path =
            format!("/api/jobs/job/jobs?maxResultCount=50&sorting={sorting}&filter={filter}");
        let mut times = Vec::with_capacity(TURNS);
        for turn in 0..TURNS + WARM_UP_TURNS {
            let start = Instant::now();
            let answer = bench.admin.get(&path).await.result();
            let time = start.elapsed().as_secs_f64() * 1000.0;
            let count = answer["totalCount"].as_u64().unwrap_or_default();
            ensure!(count >= fewest as u64, "{label}: {count} jobs");
            if turn >= WARM_UP_TURNS {
                times.push(time);
            }
        }
        times.sort_by(f64::total_cmp);
        let figure = format!("{:.1} ms", times[times.len() / 2]);
        bench.print_figure(&format!("jobs of 1,000,000, {label}"), &figure, "10 ms");
    }
    Ok(())
}

async fn create_jobs(bench: &Bench) -> anyhow::Result<Vec<Value>> {
    let address = json!({"postcode": "3121", "suburb": "Richmond", "countrycode": "AU"});
    let mut jobs = Vec::with_capacity(ALLOCATED);
    for _ in 0..ALLOCATED {
        let job = json!({"job": {"fromaddress": address, "toaddress": address,
            "items": [{"quantity": 2}]}});
        let saved = bench.admin.post("/api/jobs/job/job", job).await.result();
        let body = json!({"id": saved["job"]["id"]});
        let confirmed = bench.admin.post("/api/jobs/job/confirm", body).await;
        jobs.push(confirmed.result()["job"].clone());
    }
    Ok(jobs)
}

async fn allocate(bench: &Bench, driver: DriverId, jobs: &[Value]) -> anyhow::Result<()> {
    let ids: Vec<&Value> = jobs.iter().map(|job| &job["id"]).collect();
    let body = json!({"allocation": {"agentId": driver, "jobIds": ids, "agentType": "Driver"}});
    let start = Instant::now();
    let path = "/api/jobs/delivery-agent/allocate-job";
    let answer = bench.admin.post(path, body).await.result();
    let seconds = start.elapsed().as_secs_f64();
    check_all(&answer, ALLOCATED)?;
    let figure = format!("{seconds:.2} s");
    bench.print_figure("500 jobs allocated", &figure, "1 s");
    Ok(())
}

async fn replay(bench: &Bench, jobs: &[Value]) -> anyhow::Result<()> {
    let articles = jobs
        .iter()
        .flat_map(|job| job["items"][0]["articlenumbers"].as_array());
    let scans: Vec<Value> = articles
        .flatten()
        .enumerate()
        .map(|(at, number)| {
            json!({"code": "PickedUp", "articlenumber": number, "deviceeventid": format!("d-{at}")})
        })
        .collect();
    ensure!(scans.len() == SCANS, "there are {} articles", scans.len());
    let body = json!({ "scanevents": scans });
    let path = "/api/jobs/scan-events/scan-event-for-items";
    for (label, is_duplicate) in [("1,000 scans replayed", false), ("again", true)] {
        let start = Instant::now();
        let answer = bench.admin.post(path, body.clone()).await.result();
        let seconds = start.elapsed().as_secs_f64();
        check_all(&answer, SCANS)?;
        ensure!(answer[0]["duplicate"] == is_duplicate, "{}", answer[0]);
        bench.print_figure(label, &format!("{seconds:.2} s"), "3 s");
    }
    Ok(())
}

/// Sends the positions of a minute in batches, one call after the other: what takes less than a
/// minute takes less than one processor.
async fn send_positions(bench: &Bench, drivers: &[DriverId]) -> anyhow::Result<()> {
    let mut clients = Vec::with_capacity(drivers.len());
    for driver in drivers {
        let name = format!("driver{driver}");
        let user = identity::NewUser {
            email: format!("{name}@bench.test"),
            user_name: name,
            name: "Dri".to_owned(),
            surname: "Ver".to_owned(),
            password: "Bench-gumtree-1".to_owned(),
            roles: vec!["Driver".to_owned()],
            driver: Some(*driver),
            ..Default::default()
        };
        let host = bench.app.host();
        let user = identity::create_user(host, bench.tenant, user).await?;
        let token = identity::sign_in(host, bench.tenant, user).await?;
        clients.push(bench.admin.guest().with_token(&token));
    }
    let first = chrono::Utc::now() + chrono::TimeDelta::seconds(1);
    let batches = POSITIONS / drivers.len() / POSITIONS_PER_CALL;
    let start = Instant::now();
    for batch in 0..batches {
        for client in &clients {
            let positions: Vec<Value> = (0..POSITIONS_PER_CALL)
                .map(|at| {
                    let number = i64::try_from(batch * POSITIONS_PER_CALL + at).unwrap_or_default();
                    let time = first + chrono::TimeDelta::milliseconds(100 * number);
                    let latitude = -37.8 - 0.0001 * number as f64;
                    json!({"latitude": latitude, "longitude": 145.0, "accuracy": 8.5,
                        "creationTime": time})
                })
                .collect();
            let body = json!({ "waypoint": positions });
            let answer = client.post("/api/drivers/waypoint/waypoint", body).await;
            let answer = answer.result();
            ensure!(answer["accepted"] == POSITIONS_PER_CALL, "{answer}");
        }
    }
    let figure = format!("{:.1} s", start.elapsed().as_secs_f64());
    bench.print_figure("50,000 positions in batches of 100", &figure, "60 s");
    Ok(())
}

/// Loads a line haul and unloads it by one call for each article, as the scan station does.
async fn scan_line_haul(bench: &Bench) -> anyhow::Result<()> {
    for (code, post_code, suburb) in [("MEL", "3121", "Richmond"), ("SYD", "2150", "Parramatta")] {
        let port = json!({"headport": {"code": code, "name": code, "postcode": post_code,
            "suburb": suburb}});
        let path = "/api/jobs/head-port/head-port";
        let port = bench.admin.post(path, port).await.result();
        let zone = json!({"zone": {"headportid": port["headport"]["id"], "code": "METRO",
            "name": "Metro", "zoneLocation": [{"postCode": post_code}]}});
        bench.admin.post("/api/jobs/zone/zone", zone).await.result();
    }
    let numbers = create_pallets(bench).await?;
    let haul = json!({"linehaul": {"startheadport": {"code": "MEL"},
        "destinationheadport": {"code": "SYD"}}});
    let path = "/api/jobs/linehaul/line-haul";
    let haul = bench.admin.post(path, haul).await.result()["linehaul"]["id"].clone();
    let path = "/api/jobs/linehaul-job-allocation/allocate-articles";
    scan_each(bench, "loaded", path, "allocation", &haul, &numbers).await?;
    for operation in ["Close", "Depart", "Arrive"] {
        let body = json!({"operation": operation, "ids": [haul]});
        let path = "/api/jobs/linehaul/processlinehauls";
        check_all(&bench.admin.post(path, body).await.result(), 1)?;
    }
    let path = "/api/jobs/linehaul/unload-articles";
    scan_each(bench, "unloaded", path, "unloading", &haul, &numbers).await
}

/// Creates the jobs of a line haul, and returns their articles: one of each job in turn.
async fn create_pallets(bench: &Bench) -> anyhow::Result<Vec<Value>> {
    let from = json!({"postcode": "3121", "suburb": "Richmond", "countrycode": "AU"});
    let to = json!({"postcode": "2150", "suburb": "Parramatta", "countrycode": "AU"});
    let items = json!([{"packagetype": "Pallet", "quantity": PALLETS,
        "weight": {"value": 390, "unit": "kg"}}]);
    let mut by_job = Vec::with_capacity(LINE_HAUL_JOBS);
    for _ in 0..LINE_HAUL_JOBS {
        let job = json!({"job": {"fromaddress": from, "toaddress": to, "items": items}});
        let saved = bench.admin.post("/api/jobs/job/job", job).await.result();
        let body = json!({"id": saved["job"]["id"]});
        let confirmed = bench.admin.post("/api/jobs/job/confirm", body).await;
        let job = confirmed.result()["job"].clone();
        let numbers = job["items"][0]["articlenumbers"].as_array();
        by_job.push(numbers.context("a job has articles")?.clone());
    }
    let numbers = (0..PALLETS).flat_map(|at| by_job.iter().map(move |job| job[at].clone()));
    Ok(numbers.collect())
}

async fn scan_each(
    bench: &Bench,
    label: &str,
    path: &str,
    member: &str,
    haul: &Value,
    numbers: &[Value],
) -> anyhow::Result<()> {
    let mut times = Vec::with_capacity(numbers.len());
    for number in numbers {
        let body = json!({member: {"linehaulid": haul, "articlenumbers": [number]}});
        let start = Instant::now();
        let answer = bench.admin.post(path, body).await.result();
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        check_all(&answer, 1)?;
    }
    times.sort_by(f64::total_cmp);
    for (name, share) in [("median", 50), ("p99", 99)] {
        let time = times[(times.len() * share).div_ceil(100) - 1];
        let count = times.len();
        let name = format!("{count} articles {label} by scan, {name}");
        bench.print_figure(&name, &format!("{time:.1} ms"), "10 ms");
    }
    Ok(())
}

fn check_all(answer: &Value, count: usize) -> anyhow::Result<()> {
    let rows = answer.as_array().context("no rows")?;
    let done = rows.iter().filter(|row| row["success"] == true).count();
    ensure!(done == count, "{done} of {count} are done: {}", rows[0]);
    Ok(())
}
