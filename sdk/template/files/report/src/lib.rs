//! The report generator {{Name}}: how many bookings stand in which status.
//!
//! A start to build on: it reads records as the person who runs the report may see them, and writes
//! rows as they come.

pub mod count;

use waybill_plugin::report::{Records, Table};
use waybill_plugin::settings::Settings;
use waybill_plugin::types::{Parameter, ReportInfo, Summary};
use waybill_plugin::{About, Report, Result, error};

use count::Counts;

/// The one report's id.
const BY_STATUS: &str = "by-status";

/// The generator, as registered.
#[derive(Debug)]
pub struct {{Type}};

waybill_plugin::register!(report {{Type}});

impl Report for {{Type}} {
    fn about() -> About {
        About { id: "{{id}}", name: "{{Name}}", attributes: Vec::new() }
    }

    fn check_account() -> Result<()> {
        Ok(())
    }

    fn list_reports() -> Vec<ReportInfo> {
        let status = Parameter {
            name: "status".into(),
            description: "Only this status; empty for all.".into(),
            component: "text".into(),
            choices: Vec::new(),
            required: false,
        };
        vec![ReportInfo {
            id: BY_STATUS.into(),
            name: "Bookings by status".into(),
            description: "How many bookings stand in which status.".into(),
            parameters: vec![status],
        }]
    }

    fn run(report: &str, parameters: &str) -> Result<Summary> {
        if report != BY_STATUS {
            return Err(error::invalid("report", format!("there is no report {report:?}")));
        }
        let status = Settings::parse(parameters)?.text("status");
        let filter = status.as_deref().map(count::filter).unwrap_or_default();
        let mut counts = Counts::default();
        for row in Records::open("bookings", &["bookingStatus"], &filter, "")? {
            counts.add(row?.first().map(|value| value.to_text()).unwrap_or_default());
        }
        let mut table = Table::begin(&[("status", "Status", "text"), ("bookings", "Bookings", "number")])?;
        for (status, count) in counts.rows() {
            table.row(vec![status.into(), count.into()])?;
        }
        table.finish()
    }
}
