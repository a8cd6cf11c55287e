//! Steps of finance tests through the typed client.

use data::ids::CustomerId;
use testkit::{
    Client, Kit,
    api::{
        AdhocInvoiceLineRequest, AdhocInvoiceRequest, Decimal, GenerateAdhoc, IntoField, InvoiceId,
        InvoiceOperation, InvoiceRunId, InvoiceRunRequest, InvoiceRunResult, ProcessInvoices,
        ProcessedInvoice, WholeInvoice,
    },
};

pub fn line(description: &str, net: impl IntoField<Decimal>) -> AdhocInvoiceLineRequest {
    AdhocInvoiceLineRequest::new()
        .description(description)
        .tax_exclusive_amount(net)
}

pub fn ad_hoc(customer: CustomerId, lines: &[AdhocInvoiceLineRequest]) -> GenerateAdhoc {
    GenerateAdhoc::new()
        .customer_id(customer)
        .adhoc_invoice(AdhocInvoiceRequest::new().invoice_lines(lines))
}

pub async fn create_ad_hoc(
    admin: &Client,
    customer: CustomerId,
    net: impl IntoField<Decimal>,
) -> WholeInvoice {
    let body = ad_hoc(customer, &[line("Storage", net)]);
    admin.finance().generate_adhoc_invoice(body).await.invoice
}

pub fn operation(operation: InvoiceOperation, id: InvoiceId) -> ProcessInvoices {
    ProcessInvoices::new().operation(operation).ids([id])
}

pub async fn process(client: &Client, kind: InvoiceOperation, id: InvoiceId) -> ProcessedInvoice {
    let body = operation(kind, id);
    let mut processed = client.finance().process_invoices(body).await;
    processed.remove(0)
}

pub async fn invoice(client: &Client, id: InvoiceId) -> WholeInvoice {
    client.finance().get_invoice_for_edit(id).await.invoice
}

pub async fn post(admin: &Client, id: InvoiceId) {
    use InvoiceOperation::{Approve, Close, Post};

    for kind in [Close, Approve, Post] {
        assert!(process(admin, kind, id).await.success, "{kind}");
    }
}

pub async fn post_invoice(
    admin: &Client,
    customer: CustomerId,
    net: impl IntoField<Decimal>,
) -> InvoiceId {
    let id = create_ad_hoc(admin, customer, net).await.id;
    post(admin, id).await;
    id
}

/// Invoices of January.
pub fn january() -> InvoiceRunRequest {
    InvoiceRunRequest::new()
        .from_date("2026-01-01")
        .to_date("2026-01-31")
        .invoice_date("2026-02-02")
}

pub async fn run(kit: &Kit, admin: &Client, request: InvoiceRunRequest) -> InvoiceRunResult {
    let run = admin.finance().run_invoices(request).await;
    kit.drain_jobs().await;
    status(admin, run.run_id).await
}

pub async fn status(admin: &Client, run: InvoiceRunId) -> InvoiceRunResult {
    admin.finance().get_invoice_run(run).await
}
