//! Locks of the invoices that amounts are allocated to.

use kernel::{Result, Scope};

use crate::{
    allocations::model::InvoiceShare,
    invoices::{
        self,
        model::{Invoice, InvoiceId},
        store::lock_invoice,
    },
};

/// Locks the invoices of the shares and returns them in order.
pub async fn lock_invoices(scope: &mut Scope, shares: &[InvoiceShare]) -> Result<Vec<Invoice>> {
    let mut ids: Vec<InvoiceId> = shares.iter().map(|share| share.invoice_id).collect();
    // A fixed lock order prevents deadlocks between payments of the same invoices.
    ids.sort_unstable();
    ids.dedup();
    for id in ids {
        lock_invoice(scope, id).await?;
    }
    let mut invoices = Vec::with_capacity(shares.len());
    for share in shares {
        invoices.push(invoices::service::find(scope, share.invoice_id).await?);
    }
    Ok(invoices)
}
