//! Ids of entries' documents.

data::id! { InvoiceId, PaymentId, RemittanceId, CreditNoteId, AgentInvoiceId }
