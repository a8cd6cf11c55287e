//! Routes of invoices for suppliers: list and page.

use data::{ById, Empty, ListQuery, PageOf, Result, Scope, Where, life_cycle::Operation as _};
use ledger::access::{FINANCE, INVOICES_CREATE};
use schemars::JsonSchema;
use serde::Serialize;
use web::{Routes, http::Method};

use crate::agent_invoices::{
    download::{self, AgentInvoiceDownloadQuery},
    email,
    model::{AgentInvoice, AgentInvoiceId, AgentInvoiceOperation},
    process, run,
};

/// Staff only: what drivers earn is nothing for customers.
pub fn table() -> Routes {
    Routes::new("/api/finance/agentinvoice")
        .feature(FINANCE)
        .list("getagentinvoices", INVOICES_CREATE, list)
        .get("getagentinvoiceforedit", INVOICES_CREATE, get)
        .post("runagentinvoices", INVOICES_CREATE, run::run)
        .post("processagentinvoices", INVOICES_CREATE, process::process)
        .post("sendagentinvoice", INVOICES_CREATE, email::send)
        .raw(
            Method::GET,
            "downloadagentinvoice",
            INVOICES_CREATE,
            0,
            download::download,
        )
        .describe_query::<AgentInvoiceDownloadQuery>()
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OneAgentInvoice {
    agent_invoice: AgentInvoice,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<AgentInvoice>> {
    let page = scope.page::<AgentInvoice>(&query, Where::all()).await?;
    Ok(page.map(|invoice| AgentInvoice {
        // Up to a thousand each.
        lines: Vec::new(),
        ..with_operations(invoice)
    }))
}

async fn get(mut scope: Scope, ById { id }: ById<AgentInvoiceId>) -> Result<OneAgentInvoice> {
    let agent_invoice = with_operations(scope.find(id).await?);
    Ok(OneAgentInvoice { agent_invoice })
}

fn with_operations(invoice: AgentInvoice) -> AgentInvoice {
    AgentInvoice {
        allowed_operations: AgentInvoiceOperation::list_allowed(invoice.status),
        ..invoice
    }
}
