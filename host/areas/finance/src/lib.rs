//! Finance: what customers are billed for what was carried, and for what else is charged.
//!
//! Words: an *invoice* is *open* while it is a draft; *closing* gives it its number; *posted* is what the books have. A
//! *line* is what one charge of a booking, or one entry of an *ad hoc* invoice, comes to. A *run* makes the invoices of
//! what customers have booked in some days, or shows them. A *remittance advice* says what a customer pays; a *payment*
//! is what came in, and its *shares* are what of it pays which invoice. A *credit note* gives back what lines of a posted
//! invoice said; *applying* it reduces invoices. A *card
//! transaction* is one attempt to take money from a card, under a reference of our own, at the tenant's payment
//! *provider*, which is a plugin. The
//! *ledger* has an *entry* for each movement of money, whose lines go from one *account* to another.
//!
//! Invariants: a number is taken in the transaction that closes its invoice, so that a series has no gap and nothing
//! double; a closed invoice keeps what it says and stays; an invoice is the sum of its rounded lines; a booking is on
//! one invoice at most; no invoice is paid beyond what is outstanding, and no line credited beyond what it says; a customer's user sees that customer's invoices
//! from when they have a number, and no carrier's costs; what is in the ledger stays, and nothing comes into a locked
//! period; a card is charged once for its reference, a reservation pays for the price that it was made for and no other,
//! and no transaction is open while a provider is asked.

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
        booking::{
            authorise as authorise_reservation, claim as claim_reservation,
            is_paid as is_paid_by_card, release as release_reservations,
        },
        is_taken as takes_cards,
        push::take as take_card_push,
    },
    owed::{ahead, owed},
    run::of_bookings as invoice_bookings,
};
