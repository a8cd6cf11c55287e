//! Demo line hauls between Melbourne and Sydney: tonight's, half loaded, and one that arrived.

use ::jobs::{FreightJobId, JobStatus, JobType, SeedJob};
use carriage::address::Address;
use chrono::{DateTime, NaiveDate, TimeDelta, TimeZone, Utc};
use customers::CustomerInfo;
use data::{
    Scope,
    ids::{DriverId, TenantId},
};
use linehaul::SeedLineHaul;

use super::write_scope;
use crate::boot::App;

/// Company, street, suburb, postcode and state.
type Stop = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const MELBOURNE: [Stop; 4] = [
    (
        "Yarra Cellars",
        "210 Bridge Road",
        "Richmond",
        "3121",
        "VIC",
    ),
    (
        "West Gate Hardware",
        "44 Barkly Street",
        "Footscray",
        "3011",
        "VIC",
    ),
    (
        "Acland Cakes",
        "85 Acland Street",
        "St Kilda",
        "3182",
        "VIC",
    ),
    (
        "Collins Print",
        "380 Collins Street",
        "Melbourne",
        "3000",
        "VIC",
    ),
];
const SYDNEY: [Stop; 4] = [
    (
        "Macquarie Tools",
        "8 Macquarie Street",
        "Parramatta",
        "2150",
        "NSW",
    ),
    (
        "Alexandria Glass",
        "60 Bourke Road",
        "Alexandria",
        "2015",
        "NSW",
    ),
    (
        "Hunter Surf",
        "95 Hunter Street",
        "Newcastle",
        "2300",
        "NSW",
    ),
    (
        "Crown Street Books",
        "410 Crown Street",
        "Surry Hills",
        "2010",
        "NSW",
    ),
];

type Goods = (&'static str, &'static str, i64, i64, [i64; 3]);

const GOODS: [Goods; 4] = [
    ("Pallet", "Shiraz", 2, 390, [120, 120, 108]),
    ("Carton", "Glasses", 6, 12, [40, 30, 30]),
    ("Pallet", "Paper", 3, 460, [120, 100, 110]),
    ("Crate", "Machine parts", 1, 160, [100, 80, 60]),
];

const TONIGHT: usize = 8;
const ARRIVED: usize = 6;

/// Adds the jobs and the line hauls.
pub async fn seed(
    app: &App,
    tenant: TenantId,
    customers: &[CustomerInfo],
    drivers: &[DriverId],
) -> anyhow::Result<()> {
    let mut scope = write_scope(app, tenant);
    let zone = tenancy::load_zone(app.host(), tenant).await?;
    let today = scope.now().with_timezone(&zone).date_naive();
    let at = |day: NaiveDate, hour: u32| -> DateTime<Utc> {
        let local = day.and_hms_opt(hour, 30, 0).unwrap_or_default();
        let time = zone.from_local_datetime(&local).earliest();
        time.map_or_else(|| local.and_utc(), |time| time.to_utc())
    };
    let yesterday = today - TimeDelta::days(1);
    let tonight = add_jobs(&mut scope, customers, 0..TONIGHT, today).await?;
    let capacity = [22_000, 78, 22];
    let loading = SeedLineHaul {
        lane: ["MEL", "SYD"],
        departure: at(today, 19),
        arrival: at(today + TimeDelta::days(1), 5),
        driver: drivers.get(3).copied(),
        note: "Dock 3",
        capacity,
        jobs: &tonight,
        not_loaded: 7,
        unloaded: None,
    };
    linehaul::add(&mut scope, loading).await?;
    let days = TONIGHT..TONIGHT + ARRIVED;
    let arrived = add_jobs(&mut scope, customers, days, yesterday).await?;
    let unloading = SeedLineHaul {
        lane: ["MEL", "SYD"],
        departure: at(yesterday, 19),
        arrival: at(today, 5),
        driver: drivers.get(5).copied(),
        note: "Seal 448 190",
        capacity,
        jobs: &arrived,
        not_loaded: 0,
        unloaded: Some(9),
    };
    linehaul::add(&mut scope, unloading).await?;
    scope.commit().await?;
    Ok(())
}

/// Adds jobs whose goods are at the depot in Melbourne.
async fn add_jobs(
    scope: &mut Scope,
    customers: &[CustomerInfo],
    numbers: std::ops::Range<usize>,
    day: NaiveDate,
) -> anyhow::Result<Vec<FreightJobId>> {
    let mut ids = Vec::new();
    for at in numbers {
        let customer = customers.get(at % customers.len().max(1));
        let job = SeedJob {
            job_type: JobType::PointToPoint,
            status: JobStatus::AtDepot,
            customer: customer.map(|customer| customer.id),
            driver: None,
            from: address(MELBOURNE[at % MELBOURNE.len()]),
            to: address(SYDNEY[(at / 2) % SYDNEY.len()]),
            reference: Some(format!("PO-{}", 7_100 + at)),
            pickup_date: day,
            ready: None,
            deadline: None,
            time_slot: None,
            goods: GOODS[at % GOODS.len()],
        };
        ids.push(::jobs::add(scope, job).await?);
    }
    Ok(ids)
}

fn address((company, street, suburb, post_code, state): Stop) -> Address {
    Address {
        kind: Some("Business".to_owned()),
        company_name: Some(company.to_owned()),
        address_line1: Some(street.to_owned()),
        suburb: suburb.to_owned(),
        post_code: post_code.to_owned(),
        state_code: Some(state.to_owned()),
        country_code: "AU".to_owned(),
        ..Address::default()
    }
}
