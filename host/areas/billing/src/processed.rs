//! Results of operations on several numbered documents.

use data::{Outcome, message::Remark};
use schemars::JsonSchema;
use serde::Serialize;

/// A numbered document with a life cycle.
pub trait Processable {
    type Id;
    type Status;

    /// Returns the status and number after an operation.
    fn into_result(self) -> (Self::Status, Option<String>);
}

/// Result for one document.
#[derive(Serialize, JsonSchema)]
#[serde(
    rename_all = "camelCase",
    bound = "D::Id: Serialize, D::Status: Serialize"
)]
#[schemars(
    rename = "Processed{D}",
    bound = "D: Processable + JsonSchema, D::Id: JsonSchema, D::Status: JsonSchema"
)]
pub struct Processed<D: Processable> {
    pub id: D::Id,
    success: bool,
    /// Reason for the rejection.
    #[serde(flatten)]
    remark: Remark,
    status: Option<D::Status>,
    invoice_number: Option<String>,
}

impl<D: Processable> From<Outcome<D::Id, D>> for Processed<D> {
    fn from(outcome: Outcome<D::Id, D>) -> Self {
        let (id, document, reason) = outcome.into_parts();
        let (status, invoice_number) = document.map(D::into_result).unzip();
        Self {
            id,
            success: status.is_some(),
            remark: reason.into(),
            status,
            invoice_number: invoice_number.flatten(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        agent_invoices::model::{AgentInvoice, AgentInvoiceId, AgentInvoiceStatus},
        invoices::model::Invoice,
    };

    #[test]
    fn results_are_described_by_their_document() {
        assert_eq!(Processed::<Invoice>::schema_name(), "ProcessedInvoice");
        assert_eq!(
            Processed::<AgentInvoice>::schema_name(),
            "ProcessedAgentInvoice"
        );
    }

    #[test]
    fn a_result_has_the_number_or_the_reason() {
        let invoice = AgentInvoice {
            status: AgentInvoiceStatus::Closed,
            invoice_number: Some("RCTI000001".to_owned()),
            ..AgentInvoice::default()
        };
        let result = |result: data::Result<AgentInvoice>| {
            Processed::<AgentInvoice>::from(Outcome::new(AgentInvoiceId(7), result))
        };
        let done = result(Ok(invoice));
        let refused = result(Err(data::Error::NotFound("The invoice")));
        let sent = |result: &Processed<AgentInvoice>| serde_json::to_value(result).unwrap();
        assert_eq!(sent(&done)["invoiceNumber"], "RCTI000001");
        assert_eq!(sent(&done)["success"], true);
        assert_eq!(sent(&done)["message"], serde_json::Value::Null);
        assert_eq!(sent(&refused)["status"], serde_json::Value::Null);
        assert_eq!(sent(&refused)["message"], "The invoice was not found.");
        assert_eq!(sent(&refused)["template"], "{thing} was not found.");
    }
}
