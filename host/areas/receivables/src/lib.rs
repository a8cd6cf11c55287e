//! Receivables: payments, remittance advices, cards, statements, dunning, prepaid balances, bank
//! statements.
//!
//! Terms:
//! - A *remittance advice* announces a customer's payment.
//! - A *payment* is received money. Its *shares* are allocated to invoices.
//! - A *card transaction* is one attempt to charge a card at the tenant's *provider*, a plugin,
//!   under our reference.
//!
//! Invariants:
//! - No invoice is paid beyond its outstanding amount.
//! - A card is charged once per reference. A reservation pays only the price that it was made for.
//! - No database transaction is open during a call to a provider.

mod bank_statements;
pub mod cards;
mod dunning;
pub mod events;
mod ledger_back_fill;
mod ledger_entries;
mod payments;
mod prepaid;
mod remittances;
mod routes;
mod statements;
mod values;
pub mod webhook_payloads;

pub use cards::{
    accepts_cards,
    model::CardTransactionId,
    push::apply_reports as apply_card_reports,
    reservations::{
        authorise as authorise_reservation, claim as claim_reservation, is_paid as is_paid_by_card,
        release as release_reservations,
    },
};
pub use dunning::model::DunningNoticeId;
pub use payments::model::PaymentId;
pub use routes::area;
pub use statements::store::{load_owed, load_prepaid};
