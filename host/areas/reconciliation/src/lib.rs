//! Reconciliation: comparison of carriers' invoices with bookings, and decisions on every line.
//!
//! Terms:
//! - A *reconciliation* is one file of a carrier, with one or more invoices.
//! - A *line* is a consignment in it. *Service lines* are its parts.
//! - A line's *difference* is the invoiced amount beyond the carrier's quote.
//! - A *tolerance* accepts differences, absorbed by the tenant or charged to the customer.
//! - A *hold* keeps a line from acceptance without a note.
//!
//! All amounts are exclusive of tax.
//!
//! Invariants:
//! - A carrier's invoice number is in one reconciliation, and so is a file.
//! - A file is stored whole or not at all.
//! - A line's amounts are the sums of its service lines, and a reconciliation's are those of its
//!   lines, in every state.
//! - One line of a booking has its quote. If that line is dismissed, deleted or matched with
//!   another booking, the oldest undecided line is compared with the quote.
//! - A decision is final. A reconciliation with one is never deleted.

pub mod access;
pub mod decisions;
pub mod imports;
mod model;
pub mod reconciliations;
pub mod tolerances;

use web::Area;
use work::event::Event;

pub use crate::imports::templates::InvoiceTemplateId;
pub use crate::model::{ReconciliationBookingId, ReconciliationId};
pub use crate::tolerances::service::ToleranceId;

pub static DECIDED: Event<ReconciliationId> = Event::new("reconciliation.decided", 1);

pub fn area() -> Area {
    Area::new("reconciliation")
        .permissions(crate::access::PERMISSIONS)
        .needs::<dyn carriers::port::CarrierPort>()
        .routes(crate::imports::table())
        .routes(crate::imports::files())
        .routes(crate::reconciliations::lists::table())
        .routes(crate::decisions::table())
        .routes(crate::reconciliations::export::table())
        .routes(crate::reconciliations::export::files())
        .routes(crate::imports::templates::table())
        .routes(crate::tolerances::service::table())
        .job(crate::imports::job())
}
