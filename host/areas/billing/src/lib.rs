//! Billing: invoices, invoice runs, tax invoices of drivers, credit notes, fees and number series.
//!
//! Terms:
//! - An *invoice* is *open* while a draft. *Closing* numbers it. *Posting* enters it in the ledger.
//! - A *line* is one charge of a booking, or one entry of an *ad hoc* invoice.
//! - A *billable* is a booking, or a job without one, that has a price to invoice.
//! - A *run* creates or previews the invoices for the billables of a period.
//! - An *agent invoice* is written by the tenant for a driver who supplies work as a business.
//! - A *credit note* credits lines of a posted invoice. *Applying* it reduces invoices.
//!
//! Invariants:
//! - A number is assigned in the transaction that closes its invoice. A series has no gaps or
//!   duplicates.
//! - A closed invoice is immutable and never deleted.
//! - An invoice is the sum of its rounded lines.
//! - A booking is on at most one invoice, and so is a job. A booking's job is billed by the
//!   booking, a leg by its root job.
//! - A driver's charge is on at most one agent invoice. Agent invoices are payables, never
//!   receivables.
//! - No line is credited beyond its amount.
//! - A customer's user sees only that customer's numbered invoices, without carrier costs.

pub mod agent_invoices;
pub mod allocations;
mod billables;
pub mod conditions;
pub mod credit_notes;
mod document_emails;
mod e_invoices;
pub mod events;
pub mod exchange;
pub mod exchange_factor;
mod fees;
mod input_rules;
mod invoice_runs;
pub mod invoices;
pub mod ledger_entries;
pub mod number_series;
mod processed;
mod routes;
mod search;
pub mod settings;
pub mod values;
pub mod webhook_payloads;

pub use agent_invoices::model::AgentInvoiceId;
pub use credit_notes::model::CreditNoteId;
pub use invoice_runs::{model::InvoiceRunId, service::run_for_bookings as invoice_bookings};
pub use invoices::model::InvoiceId;
pub use routes::area;
pub use values::{InvoiceStatus, InvoiceType};
