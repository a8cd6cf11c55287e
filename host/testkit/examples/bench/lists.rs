//! Benchmarks of the booking list over a million bookings, and of a long address book's import.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use chrono::{DateTime, TimeDelta, Utc};
use data::db::Mode;
use serde_json::json;
use testkit::Database;

use crate::{Prepared, Server, connection::Connection, line, prepare, program};

const BOOKINGS: u64 = 1_000_000;
const TURNS: usize = 40;
const WARM_UP_TURNS: usize = 5;

pub(crate) async fn measure(folder: &Path, plugins: &Path) -> anyhow::Result<()> {
    let data = folder.join("lists");
    measure_database(
        &data,
        &format!("sqlite://{}", data.join("waybill.db").display()),
        plugins,
        "SQLite",
    )
    .await?;
    if !Database::all().contains(&Database::Postgres) {
        line(
            "getbookings over 1,000,000: PostgreSQL",
            "no server",
            "10 ms",
        );
        return Ok(());
    }
    let url = Database::Postgres.create(folder).await?;
    let outcome = measure_database(&folder.join("lists-pg"), &url, plugins, "PostgreSQL").await;
    testkit::remove_database(&url).await?;
    outcome
}

async fn measure_database(
    data: &Path,
    database: &str,
    plugins: &Path,
    name: &str,
) -> anyhow::Result<()> {
    let prepared = prepare(data, database, plugins).await?;
    let app = program(&prepared.data, &prepared.database, plugins).await?;
    bookings::seed_many(
        &mut app.host().scope(prepared.tenant, Mode::Write),
        BOOKINGS as usize,
    )
    .await?;
    app.host().db().close().await;
    let server = Server::start(&prepared.data, &prepared.database, plugins)?;
    let mut connection = server.ready().await?;
    // PostgreSQL's autovacuum must not be measured.
    tokio::time::sleep(Duration::from_secs(5)).await;
    for page in pages(Utc::now()) {
        measure_page(&mut connection, &prepared, &page, name).await?;
    }
    import(&mut connection, &prepared, name).await
}

/// A screen's query: its label, its filter, and its minimum row count.
struct Page {
    label: &'static str,
    call: &'static str,
    filter: String,
    sorting: &'static str,
    skip: u32,
    fewest: u64,
}

impl Page {
    fn filtered(label: &'static str, filter: impl Into<String>, fewest: u64) -> Self {
        Self {
            label,
            call: "getbookings",
            filter: filter.into(),
            sorting: "creationTime desc",
            skip: 0,
            fewest,
        }
    }
}

fn pages(now: DateTime<Utc>) -> Vec<Page> {
    let day = |days: i64| {
        (now + TimeDelta::days(days))
            .format("%Y-%m-%dT00:00:00Z")
            .to_string()
    };
    let (week, today, tomorrow) = (day(-7), day(0), day(1));
    let statuses = |names: &[&str]| {
        names
            .iter()
            .map(|name| format!("bookingStatus eq '{name}'"))
            .collect::<Vec<_>>()
            .join(" or ")
    };
    let under_way = statuses(&["InTransit", "OutForDelivery", "AtDepot"]);
    vec![
        Page::filtered("no filter", "", BOOKINGS),
        Page::filtered("one status", "bookingStatus eq 'InTransit'", 50_000),
        Page::filtered("a group of statuses", under_way.clone(), 90_000),
        Page::filtered(
            "status and carrier",
            "(bookingStatus eq 'InTransit') and (carrier eq 'own-fleet')",
            10_000,
        ),
        Page::filtered("carrier", "carrier eq 'own-fleet'", 200_000),
        Page::filtered("customer", "customer/id eq 1", 900_000),
        Page::filtered(
            "created in a week",
            format!("creationTime ge {week} and creationTime lt {tomorrow}"),
            5_000,
        ),
        Page::filtered(
            "due today",
            format!("eta ge {today} and eta lt {tomorrow}"),
            500,
        ),
        Page::filtered(
            "reference contains",
            "contains(tolower(reference),'o-0012')",
            100,
        ),
        Page::filtered(
            "suburb",
            "contains(tolower(toAddress/suburb),'richmond')",
            100_000,
        ),
        Page::filtered(
            "suburb and status",
            format!("(contains(tolower(toAddress/suburb),'richmond')) and ({under_way})"),
            5_000,
        ),
        Page {
            skip: 4_950,
            ..Page::filtered("no filter, page 100", "", BOOKINGS)
        },
        Page {
            sorting: "eta desc",
            ..Page::filtered("no filter, by ETA", "", BOOKINGS)
        },
        Page {
            sorting: "",
            ..Page::filtered("no filter, no order", "", BOOKINGS)
        },
        Page {
            call: "getbookingstatuscount",
            ..Page::filtered("status count", "", 0)
        },
        Page {
            call: "getbookingssummary",
            ..Page::filtered("summary", "", 0)
        },
    ]
}

async fn measure_page(
    connection: &mut Connection,
    prepared: &Prepared,
    page: &Page,
    name: &str,
) -> anyhow::Result<()> {
    let mut path = format!(
        "/api/booking/booking/{}?maxResultCount=50&skipCount={}",
        page.call, page.skip
    );
    for (member, text) in [("sorting", page.sorting), ("filter", page.filter.as_str())] {
        if !text.is_empty() {
            let text: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
            path.push_str(&format!("&{member}={text}"));
        }
    }
    let mut times = Vec::new();
    for turn in 0..TURNS + WARM_UP_TURNS {
        let begin = Instant::now();
        let answer = connection.call("GET", &path, &prepared.token, None).await?;
        let time = begin.elapsed().as_micros() as f64 / 1000.0;
        if turn >= WARM_UP_TURNS {
            times.push(time);
        }
        let count = answer["result"]["totalCount"].as_u64().unwrap_or(0);
        anyhow::ensure!(
            answer["success"] == true && count >= page.fewest,
            "{}: {answer}",
            page.label
        );
    }
    times.sort_by(f64::total_cmp);
    let measured = format!(
        "{:.1} ms, at most {:.1}",
        times[times.len() / 2],
        times[times.len() - 1]
    );
    line(
        &format!("bookings of 1,000,000, {}: {name}", page.label),
        &measured,
        "10 ms",
    );
    Ok(())
}

async fn import(
    connection: &mut Connection,
    prepared: &Prepared,
    name: &str,
) -> anyhow::Result<()> {
    const LINES: usize = 50_000;
    let mut table = String::from(
        "name,companyName,contactName,telephone,addressLine1,suburb,postCode,state\r\n",
    );
    for at in 0..LINES {
        table.push_str(&format!(
            "Shop {at},Shop {at} Pty Ltd,Kim Lee,03 9000 1111,{at} Swan Street,Richmond,3121,VIC\r\n"
        ));
    }
    let form = format!(
        "--bench\r\nContent-Disposition: form-data; name=\"file\"; filename=\"book.csv\"\r\n\r\n{table}\r\n--bench--\r\n"
    );
    let token = &prepared.token;
    let kind = "multipart/form-data; boundary=bench";
    let sent = connection
        .send("POST", "/api/core/file/uploadasset", token, kind, &form)
        .await?;
    let mut durations = [0.0, 0.0];
    for (dry_run, took) in [true, false].into_iter().zip(&mut durations) {
        let body = json!({"customerId": prepared.customer, "fileId": sent["result"]["fileId"], "dryRun": dry_run});
        let begin = Instant::now();
        let path = "/api/customer/customerfrequentaddress/importfrequentaddresses";
        let done = connection.call("POST", path, token, Some(&body)).await?;
        *took = begin.elapsed().as_secs_f64();
        anyhow::ensure!(done["result"]["inserted"] == LINES, "{done}");
    }
    let [dry, stored] = durations;
    line(
        &format!("50,000 addresses looked at, imported: {name}"),
        &format!("{dry:.1} s, {stored:.1} s"),
        "10 s",
    );
    Ok(())
}
