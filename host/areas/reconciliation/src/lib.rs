//! Reconciliation: comparison of carriers' invoices with bookings, and decisions on every line.
//!
//! Terms:
//! - A *reconciliation* is one file of a carrier, with one or more invoices.
//! - A *line* is a consignment in it, matched to a booking or not. *Service lines* are its parts.
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
//! - A decision is final.
//! - A reconciliation with a decision is never deleted.

pub mod access;
mod decide;
mod export;
mod import;
mod letter;
mod lists;
mod margin;
mod model;
mod recharge;
pub mod rules;
mod templates;
mod tolerances;

use kernel::{Area, event::Event};

pub use model::{ReconciliationBookingId, ReconciliationId};
pub use templates::InvoiceTemplateId;
pub use tolerances::ToleranceId;

/// Lines of this reconciliation were decided.
pub static DECIDED: Event<ReconciliationId> = Event::new("reconciliation.decided", 1);

/// Builds the area.
pub fn area() -> Area {
    Area::new("reconciliation")
        .permissions(access::PERMISSIONS)
        .needs::<dyn carriers::port::CarrierPort>()
        .routes(import::table())
        .routes(import::files())
        .routes(lists::table())
        .routes(decide::table())
        .routes(export::table())
        .routes(export::files())
        .routes(templates::table())
        .routes(tolerances::table())
        .job(import::job())
}
