//! Reconciliation: carriers' invoices compared with what was booked, and what is decided of every line.
//!
//! Words: a *reconciliation* is one file of a carrier, with one invoice or several; a *line* is a consignment of it, found
//! to be a booking or not; a *service line* is what a line is made of. A line's *difference* is what the carrier asks beyond
//! its quote; a *tolerance* says which differences pass, and whether the tenant absorbs them or the customer is charged
//! them; a *hold* keeps a line from passing without a note. All amounts are exclusive of tax.
//!
//! Invariants: a carrier's invoice number is in one reconciliation, and so is a file; a file is stored whole or not at all;
//! a line's amounts are the sums of its service lines, and a reconciliation's those of its lines, in every state; what is
//! decided is not decided otherwise; nothing is deleted of which anything is decided.

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

/// The area reconciliation.
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
