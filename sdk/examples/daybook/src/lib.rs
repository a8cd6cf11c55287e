//! The daybook: bookings of some days by carrier and status, as a report and as JSON.
//!
//! [`sums`] is the arithmetic; here are the calls.

pub mod sums;

use waybill_plugin::host::clock;
use waybill_plugin::report::{Records, Table};
use waybill_plugin::settings::Settings;
use waybill_plugin::types::{Parameter, ReportInfo, Summary, Value, WebRequest, WebResponse};
use waybill_plugin::{About, Endpoint, Report, Result, error, register, web};

use sums::{Days, Sums};

#[derive(Debug)]
pub struct Daybook;

register!(report Daybook, endpoint);

const COLUMNS: [&str; 6] = [
    "carrier",
    "bookingStatus",
    "totalItems",
    "totalWeight.value",
    "pricingDetail.total.total",
    "bookingDate",
];

/// Sums of the bookings on these days.
fn sums(days: &Days, carrier: Option<&str>) -> Result<Sums> {
    let mut sums = Sums::default();
    for record in Records::open(
        "bookings",
        &COLUMNS,
        &days.filter(carrier),
        "bookingDate asc",
    )? {
        sums.add(&record?)?;
    }
    Ok(sums)
}

impl Report for Daybook {
    fn about() -> About {
        About {
            id: "daybook",
            name: "Daybook",
            attributes: Vec::new(),
        }
    }

    fn check_account() -> Result<()> {
        Ok(())
    }

    fn list_reports() -> Vec<ReportInfo> {
        let parameter = |name: &str, description: &str, component: &str, required| Parameter {
            name: name.into(),
            description: description.into(),
            component: component.into(),
            choices: Vec::new(),
            required,
        };
        vec![ReportInfo {
            id: "by-carrier".into(),
            name: "Bookings by carrier".into(),
            description: "Bookings, pieces, weight and price by carrier and status.".into(),
            parameters: vec![
                parameter("from", "First day", "date", true),
                parameter("to", "Last day; the first when left out", "date", false),
                parameter("carrier", "Only this carrier", "carrier", false),
            ],
        }]
    }

    fn run(report: &str, parameters: &str) -> Result<Summary> {
        if report != "by-carrier" {
            return Err(error::not_found(format!("there is no report {report}")));
        }
        let mut given = Settings::parse(parameters)?;
        let from = given.required_text("from");
        let to = given.text("to").unwrap_or_else(|| from.clone());
        let days = Days::new(&from, &to).unwrap_or_else(|(member, words)| {
            given.reject(member, words);
            Days::default()
        });
        let carrier = given.text("carrier");
        let days = given.check(days)?;
        let sums = sums(&days, carrier.as_deref())?;
        let mut table = Table::begin(&[
            ("carrier", "Carrier", "text"),
            ("status", "Status", "text"),
            ("bookings", "Bookings", "number"),
            ("pieces", "Pieces", "number"),
            ("weight", "Weight in kg", "number"),
            ("price", "Price", "money"),
        ])?;
        for (carrier, status, sum) in sums.lines() {
            table.row(vec![
                carrier.into(),
                status.into(),
                Value::Integer(sum.bookings),
                Value::Integer(sum.pieces),
                sum.weight.into(),
                sum.price.into(),
            ])?;
        }
        let total = sums.total();
        table.note(format!(
            "{} bookings in all, {} kg",
            total.bookings, total.weight
        ));
        table.finish()
    }
}

impl Endpoint for Daybook {
    fn handle(request: &WebRequest) -> Result<WebResponse> {
        if (request.method.as_str(), request.path.as_str()) != ("GET", "/today") {
            return Err(web::no_such_path(request));
        }
        let now = clock::local_now();
        let today = now.get(..10).unwrap_or_default();
        let days = Days::new(today, today).map_err(|(_, words)| error::internal(words))?;
        WebResponse::json(200, &sums(&days, None)?.summarise(today))
    }
}
