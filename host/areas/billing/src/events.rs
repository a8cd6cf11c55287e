//! Events of invoices and credit notes.

use work::event::Event;

use crate::{credit_notes::model::CreditNoteId, invoices::model::InvoiceId};

pub static INVOICE_POSTED: Event<InvoiceId> = Event::new("finance.invoice-posted", 1);
pub static CREDIT_NOTE_APPROVED: Event<CreditNoteId> =
    Event::new("finance.credit-note-approved", 1);
