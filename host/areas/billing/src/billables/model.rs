//! A billable and its source.

use data::ids::BookingId;
use jobs::FreightJobId;

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
pub type Billable = bookings::Billable<Source>;
