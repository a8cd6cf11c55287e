//! Demo runs: tomorrow, planned for two drivers.

use ::jobs::{JobStatus, JobType, SeedJob};
use carriage::address::Address;
use chrono::{Days, NaiveTime};
use customers::CustomerInfo;
use data::ids::{DriverId, TenantId};
use routing::SeedRun;

use super::write_scope;
use crate::boot::App;

/// Latitude, longitude and name of the drivers' depot.
const DEPOT: (f64, f64, &str) = (-37.8136, 144.7866, "Laverton North depot");

/// Company, street, suburb and postcode of two runs around Melbourne, in the order of their stops.
const RUNS: [[(&str, &str, &str, &str); 5]; 2] = [
    [
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
        ("Preston Kitchens", "29 High Street", "Preston", "3072"),
        (
            "Smith Street Print",
            "112 Smith Street",
            "Collingwood",
            "3066",
        ),
        ("Yarra Cellars", "210 Bridge Road", "Richmond", "3121"),
    ],
    [
        ("Acland Cakes", "85 Acland Street", "St Kilda", "3182"),
        ("Burnley Nursery", "12 Swan Street", "Burnley", "3121"),
        (
            "Whitehorse Optical",
            "1000 Whitehorse Road",
            "Box Hill",
            "3128",
        ),
        ("Lonsdale Tyres", "190 Lonsdale Street", "Dandenong", "3175"),
        ("Collins Print", "380 Collins Street", "Melbourne", "3000"),
    ],
];

/// Places of the drivers in the list.
const DRIVERS: [usize; 2] = [2, 4];

const SLOTS: [Option<&str>; 3] = [None, Some("9:00–12:00"), None];

/// Adds tomorrow's deliveries and sends them out.
pub async fn seed(
    app: &App,
    tenant: TenantId,
    customers: &[CustomerInfo],
    drivers: &[DriverId],
) -> anyhow::Result<()> {
    let mut scope = write_scope(app, tenant);
    let zone = tenancy::load_zone(app.host(), tenant).await?;
    let today = scope.now().with_timezone(&zone).date_naive();
    let date = today + Days::new(1);
    let evening = NaiveTime::from_hms_opt(18, 0, 0).unwrap_or_default();
    let mut runs = Vec::new();
    let drivers = DRIVERS.iter().filter_map(|place| drivers.get(*place));
    for (stops, driver) in RUNS.iter().zip(drivers) {
        let mut jobs = Vec::new();
        for (at, stop) in stops.iter().enumerate() {
            let job = SeedJob {
                job_type: JobType::Delivery,
                status: JobStatus::Unallocated,
                customer: customers.get(at % customers.len().max(1)).map(|it| it.id),
                driver: None,
                from: address((
                    "Laverton North depot",
                    "1 Boundary Road",
                    "Laverton North",
                    "3026",
                )),
                to: address(*stop),
                reference: Some(format!("PO-{}", 52_100 + runs.len() * 10 + at)),
                pickup_date: date,
                ready: None,
                deadline: Some(data::case::to_instant(date.and_time(evening), zone)),
                time_slot: SLOTS[at % SLOTS.len()],
                goods: ("Carton", "Spare parts", 4, 14, [50, 40, 40]),
            };
            jobs.push(::jobs::add(&mut scope, job).await?);
        }
        runs.push(SeedRun {
            driver: *driver,
            jobs,
            depot: DEPOT,
        });
    }
    scope.commit().await?;
    routing::send_day(&mut scope, date, runs).await?;
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
