//! Ids of the documents that entries refer to.

kernel::id! { InvoiceId, PaymentId, RemittanceId, CreditNoteId }
