//! Finance: invoices, payments, credit notes and the ledger.
//!
//! Terms:
//! - An *invoice* is *open* while it is a draft. *Closing* numbers it. *Posting* enters it in the
//!   ledger.
//! - A *line* is one charge of a booking, or one entry of an *ad hoc* invoice.
//! - A *run* creates or previews the invoices for the bookings of a period.
//! - A *remittance advice* announces a customer's payment.
//! - A *payment* is received money. Its *shares* are allocated to invoices.
//! - A *credit note* credits lines of a posted invoice. *Applying* it reduces invoices.
//! - A *card transaction* is one attempt to charge a card at the tenant's payment *provider*, a
//!   plugin, under our own reference.
//! - The *ledger* has an *entry* for each movement of money. Its lines move amounts between
//!   *accounts*.
//!
//! Invariants:
//! - A number is assigned in the transaction that closes its invoice. A series has no gaps or
//!   duplicates.
//! - A closed invoice is immutable and never deleted.
//! - An invoice is the sum of its rounded lines.
//! - A booking is on at most one invoice.
//! - No invoice is paid beyond its outstanding amount, and no line is credited beyond its amount.
//! - A customer's user sees that customer's numbered invoices only, without carrier costs.
//! - Ledger entries are immutable. No entry falls into a locked period.
//! - A card is charged once per reference. A reservation pays only the price that it was made for.
//! - No database transaction is open during a call to a provider.

pub mod access;
pub mod card_port;
pub mod events;
mod model;
mod papers;
mod routes;
mod rules;
mod service;
pub mod told;

pub use model::{
    card::CardTransactionId,
    credit::CreditNoteId,
    dunning::DunningNoticeId,
    invoice::InvoiceId,
    payment::PaymentId,
    run::InvoiceRunId,
    words::{InvoiceStatus, InvoiceType},
};
pub use routes::area;
pub use service::{
    card::{
        accepts_cards as takes_cards,
        booking::{
            authorise as authorise_reservation, claim as claim_reservation,
            is_paid as is_paid_by_card, release as release_reservations,
        },
        push::apply_reports as take_card_push,
    },
    owed::{load_owed, load_prepaid},
    run::run_for_bookings as invoice_bookings,
};
