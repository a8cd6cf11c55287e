//! Demo jobs: a day of the drivers in motion, with jobs in every state.

use ::jobs::{JobStatus, JobType, SeedJob};
use carriage::address::Address;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use customers::CustomerInfo;
use data::ids::{DriverId, TenantId};

use super::write_scope;
use crate::boot::App;

/// State, number of jobs, and the driver by place in the list; none for jobs without an agent.
const STATES: [(JobStatus, usize, Option<usize>); 20] = [
    (JobStatus::Draft, 2, None),
    (JobStatus::Unallocated, 4, None),
    (JobStatus::Allocated, 2, Some(0)),
    (JobStatus::Allocated, 1, Some(1)),
    (JobStatus::Acknowledged, 1, Some(2)),
    (JobStatus::EnRouteToPickup, 1, Some(0)),
    (JobStatus::AtPickup, 1, Some(1)),
    (JobStatus::PickedUp, 2, Some(2)),
    (JobStatus::AtDepot, 1, Some(4)),
    (JobStatus::OnLineHaul, 1, Some(1)),
    (JobStatus::OnBoard, 2, Some(0)),
    (JobStatus::EnRouteToDelivery, 1, Some(4)),
    (JobStatus::AtDelivery, 1, Some(2)),
    (JobStatus::Delivered, 2, Some(0)),
    (JobStatus::Delivered, 1, Some(4)),
    (JobStatus::PartiallyDelivered, 1, Some(2)),
    (JobStatus::FailedPickup, 1, Some(4)),
    (JobStatus::FailedDelivery, 1, Some(0)),
    (JobStatus::OnHold, 1, None),
    (JobStatus::Cancelled, 1, None),
];

type Goods = (&'static str, &'static str, i64, i64, [i64; 3]);

const GOODS: [Goods; 4] = [
    ("Pallet", "Shiraz", 2, 390, [120, 120, 108]),
    ("Carton", "Glasses", 6, 12, [40, 30, 30]),
    ("Crate", "Machine parts", 1, 160, [100, 80, 60]),
    ("Satchel", "Documents", 1, 1, [35, 25, 3]),
];

/// Company, street, suburb and postcode of the stops around Melbourne.
const STOPS: [(&str, &str, &str, &str); 9] = [
    ("Yarra Cellars", "210 Bridge Road", "Richmond", "3121"),
    (
        "West Gate Hardware",
        "44 Barkly Street",
        "Footscray",
        "3011",
    ),
    (
        "Sydney Road Homewares",
        "380 Sydney Road",
        "Brunswick",
        "3056",
    ),
    (
        "Smith Street Print",
        "112 Smith Street",
        "Collingwood",
        "3066",
    ),
    ("Preston Kitchens", "29 High Street", "Preston", "3072"),
    (
        "Whitehorse Optical",
        "1000 Whitehorse Road",
        "Box Hill",
        "3128",
    ),
    ("Acland Cakes", "85 Acland Street", "St Kilda", "3182"),
    ("Lonsdale Tyres", "190 Lonsdale Street", "Dandenong", "3175"),
    ("Burnley Nursery", "12 Swan Street", "Burnley", "3121"),
];

const SLOTS: [Option<&str>; 3] = [Some("9:00–12:00"), None, Some("13:00–16:00")];

/// Adds jobs between places of one city for today.
pub async fn seed(
    app: &App,
    tenant: TenantId,
    customers: &[CustomerInfo],
    drivers: &[DriverId],
) -> anyhow::Result<()> {
    let mut scope = write_scope(app, tenant);
    let zone = tenancy::load_zone(app.host(), tenant).await?;
    let now = scope.now();
    let today = now.with_timezone(&zone).date_naive();
    let states = STATES
        .iter()
        .flat_map(|(status, count, driver)| std::iter::repeat_n((*status, *driver), *count));
    for (at, (status, driver)) in states.enumerate() {
        let ends = [at, at + 1].map(|place| address(STOPS[place % STOPS.len()]));
        let driver = driver.and_then(|place| drivers.get(place)).copied();
        let job = job(at, status, driver, ends, (today, now));
        let customer = customers.get(at % customers.len().max(1));
        let customer = customer.map(|customer| customer.id);
        ::jobs::add(&mut scope, SeedJob { customer, ..job }).await?;
    }
    scope.commit().await?;
    Ok(())
}

fn address((company, street, suburb, post_code): (&str, &str, &str, &str)) -> Address {
    Address {
        kind: Some("Business".to_owned()),
        company_name: Some(company.to_owned()),
        address_line1: Some(street.to_owned()),
        suburb: suburb.to_owned(),
        post_code: post_code.to_owned(),
        state_code: Some("VIC".to_owned()),
        country_code: "AU".to_owned(),
        ..Address::default()
    }
}

fn job(
    at: usize,
    status: JobStatus,
    driver: Option<DriverId>,
    [from, to]: [Address; 2],
    (today, now): (NaiveDate, DateTime<Utc>),
) -> SeedJob {
    let hours = i64::try_from(at % 8).unwrap_or_default();
    let types = [JobType::PointToPoint, JobType::Pickup, JobType::Delivery];
    SeedJob {
        job_type: types[at % types.len()],
        status,
        customer: None,
        driver,
        from,
        to,
        reference: Some(format!("PO-{}", 48_200 + at)),
        pickup_date: today,
        ready: Some(now - TimeDelta::hours(hours)),
        deadline: Some(now + TimeDelta::hours(8 - hours)),
        time_slot: SLOTS[at % SLOTS.len()],
        goods: GOODS[at % GOODS.len()],
    }
}
