//! A billable and its source.

use bookings::{BilledCharge, ServiceDetail};
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use data::ids::BookingId;
use jobs::{BilledJob, FreightJobId};
use rust_decimal::Decimal;

/// The record that a billable charges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    Booking(BookingId),
    /// A job and its row version when it was priced.
    Job(FreightJobId, i64),
}

impl Source {
    pub fn booking(self) -> Option<BookingId> {
        match self {
            Self::Booking(id) => Some(id),
            Self::Job(..) => None,
        }
    }
    pub fn job(self) -> Option<FreightJobId> {
        match self {
            Self::Booking(_) => None,
            Self::Job(id, _) => Some(id),
        }
    }
}

/// Charges of one booking or job that belong on an invoice.
#[derive(Debug, Clone, PartialEq)]
pub struct Billable {
    pub source: Source,
    /// Booking date, or delivery of a job: its day decides about the period.
    pub time: DateTime<Utc>,
    /// The connote number, or the source's.
    pub name: String,
    pub reference: Option<String>,
    pub cost_center: Option<String>,
    /// Suburb of the sender; `to` is the receiver's.
    pub from: String,
    pub to: String,
    pub lines: Vec<ServiceDetail>,
    pub insurance: Option<ServiceDetail>,
}

impl Billable {
    /// Including tax.
    pub fn total(&self) -> Decimal {
        let lines = self.lines.iter().chain(&self.insurance);
        lines.map(|line| line.amount).sum()
    }

    pub fn has_lines(&self) -> bool {
        !self.lines.is_empty() || self.insurance.is_some()
    }

    pub fn day(&self, zone: Tz) -> NaiveDate {
        self.time.with_timezone(&zone).date_naive()
    }
}

impl From<BilledCharge> for Billable {
    fn from(booking: BilledCharge) -> Self {
        Self {
            source: Source::Booking(booking.id),
            time: booking.booking_date,
            name: booking.name,
            reference: booking.reference,
            cost_center: booking.cost_center,
            from: booking.from,
            to: booking.to,
            lines: booking.lines,
            insurance: booking.insurance,
        }
    }
}

impl From<BilledJob> for Billable {
    fn from(job: BilledJob) -> Self {
        Self {
            source: Source::Job(job.id, job.version),
            time: job.finished_time,
            name: job.name,
            reference: job.reference,
            cost_center: job.cost_center,
            from: job.from,
            to: job.to,
            lines: job.lines,
            insurance: None,
        }
    }
}
