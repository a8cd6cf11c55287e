//! Ids of entries' documents.

kernel::id! { InvoiceId, PaymentId, RemittanceId, CreditNoteId }
