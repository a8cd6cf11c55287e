//! Locks of allocated invoices.

use data::{Result, Scope};

use crate::{
    allocations::model::InvoiceShare,
    invoices::{
        self,
        model::{Invoice, InvoiceId},
    },
};

/// Locks the shares' invoices and returns them in order.
pub async fn lock_invoices(scope: &mut Scope, shares: &[InvoiceShare]) -> Result<Vec<Invoice>> {
    let mut ids: Vec<InvoiceId> = shares.iter().map(|share| share.invoice_id).collect();
    // Fixed lock order: prevents deadlocks between payments.
    ids.sort_unstable();
    ids.dedup();
    for id in ids {
        scope.lock::<Invoice>(id).await?;
    }
    let mut invoices = Vec::with_capacity(shares.len());
    for share in shares {
        invoices.push(invoices::service::find(scope, share.invoice_id).await?);
    }
    Ok(invoices)
}
