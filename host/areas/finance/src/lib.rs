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
mod bank_statements;
pub mod cards;
mod credit_notes;
mod dunning;
mod e_invoices;
pub mod events;
mod exchange;
mod exchange_factor;
mod fees;
mod input_rules;
mod invoice_runs;
mod invoices;
mod ledger;
mod number_series;
mod payments;
mod prepaid;
mod remittances;
mod routes;
mod search;
mod settings;
mod statements;
mod values;
pub mod webhook_payloads;

pub use crate::routes::area;
pub use crate::{
    cards::model::CardTransactionId,
    credit_notes::model::CreditNoteId,
    dunning::model::DunningNoticeId,
    invoice_runs::model::InvoiceRunId,
    invoices::model::InvoiceId,
    payments::model::PaymentId,
    values::{InvoiceStatus, InvoiceType},
};
pub use crate::{
    cards::{
        accepts_cards as takes_cards,
        push::apply_reports as take_card_push,
        reservations::{
            authorise as authorise_reservation, claim as claim_reservation,
            is_paid as is_paid_by_card, release as release_reservations,
        },
    },
    invoice_runs::service::run_for_bookings as invoice_bookings,
    statements::store::{load_owed, load_prepaid},
};
