//! Bookings: consignments from draft to delivery.
//!
//! Terms: the *status* is a booking's place in its life cycle; an *operation* is a user's action;
//! an *intent* is an operation sent to the carrier and not yet answered; a *scan* is a tracking
//! event; a *manifest* lists what one account collects from one sender.
//!
//! Invariants:
//! - The carrier reference never changes, so nothing is booked twice.
//! - An intent is committed before the carrier call and cleared with its outcome, so nothing is
//!   lost.
//! - No transaction is open during a carrier call.
//! - A quote is booked once.
//! - A late scan never lowers a status.
//! - A customer's user sees only that customer's bookings and no carrier costs.

pub mod access;
mod batches;
mod booking_documents;
mod bookings;
pub mod card_port;
mod carrier_calls;
mod carrier_orders;
mod dates;
mod document_owner;
mod emails;
pub mod events;
mod fleet;
mod guests;
mod insurance;
pub mod invoice_port;
mod invoicing;
mod live;
mod manifests;
mod margins;
mod notifications;
mod numbers;
mod payments;
mod pickups;
mod places;
mod positions;
mod prices;
mod references;
mod routes;
mod search;
mod seed;
mod subcontracts;
mod sweep;
mod tracking;
pub mod webhook_payload;

pub use quotes::access::BOOKING_VIEW_COST;

pub use crate::booking_documents::proof::attach_proof;
pub use crate::bookings::booked::BookedConsignment;
pub use crate::bookings::life_cycle::{LifeCycle, life_cycle};
pub use crate::bookings::status::{Operation, Status};
pub use crate::bookings::store::{count_open, uninvoiced_total};
pub use crate::carrier_orders::{CarriedRecord, CarrierOrder, order_from_carrier};
pub use crate::document_owner::{count, find_entity};
pub use crate::fleet::{
    FleetBooking, FleetScan, add_fleet_scan, cancel_fleet_booking, check_fleet_cancellation,
    find_dangerous, hold_fleet_booking, load_fleet_booking, load_un_numbers, release_fleet_booking,
};
pub use crate::invoicing::billable::Billable;
pub use crate::invoicing::carrier_bookings::{BilledBy, find_billed, parse_booking_reference};
pub use crate::invoicing::carrier_totals::InvoicedChange;
pub use crate::invoicing::recharges::{find_uninvoiced, put_on_invoice, set_recharge};
pub use crate::invoicing::service::{
    BilledPeriod, BookingSelection, Shipment, count_existing, count_uninvoiced, find_billable,
    load_selection, load_shipments, mark_invoiced, set_invoice_number, unmark_invoiced,
};
pub use crate::invoicing::store::{add_invoiced, list_billable_customers, list_recharge_customers};
pub use crate::payments::payable::{Payable, Stage, load_payable};
pub use crate::prices::charged::load_charged;
pub use crate::prices::feeable::{FeeableBooking, load_feeable};
pub use crate::prices::measured::{Measured, requote};
pub use crate::prices::model::{PricingDetail, ServiceDetail};
pub use crate::prices::store::count_charged;
pub use crate::seed::{SeedBooking, SeedScan, bulk::seed_many, scans_to, seed_booking};
pub use crate::subcontracts::{
    Subcontract, SubcontractOffer, SubcontractOffers, SubcontractQuote, SubcontractedBooking,
    cancel_subcontract, check_subcontractor, list_subcontract_offers, load_status_times,
    load_subcontract,
};
pub use crate::{
    bookings::list_routes::{list_json, list_schema},
    routes::area,
};
pub use crate::{
    payments::{
        reserve::continue_settled as payment_settled, service::load_nonce as payment_nonce,
        store::delete_nonce as forget_payment,
    },
    tracking::service::apply_pushed,
};

/// Row types for tests and benchmarks only.
pub mod rows {
    pub use crate::bookings::model::Booking;
}
