//! Amounts, requirements and titles of invoices for suppliers.

use carriage::money::Amount;
use customers::is_abn;
use data::{Message, Refusal, Result, life_cycle::Operation as _, message};
use jobs::{PaidLine, UnpaidCharge};

use crate::{
    agent_invoices::model::{
        AgentInvoiceLine, AgentInvoiceOperation, AgentInvoiceStatus, AgentSupplier,
    },
    invoices::{status::INVALID_INVOICE_STATUS, terms::Terms},
};

pub const NOT_INVOICED: Refusal = Refusal::new(5150, "The driver cannot be invoiced.");

/// Further charges of a driver are on another invoice.
pub const MAX_LINES: usize = 1000;

/// Returns the new state, or the reason for the rejection.
pub fn next_status(
    operation: AgentInvoiceOperation,
    status: AgentInvoiceStatus,
) -> Result<AgentInvoiceStatus> {
    match operation.target().filter(|_| operation.is_allowed_in(status)) {
        Some(next) => Ok(next),
        None => Err(INVALID_INVOICE_STATUS.with_message(message!(
            "{operation} is not possible: the invoice is {status}. It is possible for one that is {states}.",
            operation = operation,
            status = status,
            states = operation.allowed_states()
        ))),
    }
}

/// Returns the requirement of the tenant's country that a supplier does not meet. In Australia a
/// recipient created invoice names the supplier's ABN; without one, tax would have to be withheld.
pub fn find_obstacle(supplier: &AgentSupplier, country: &str) -> Option<Message> {
    let number = supplier.abn.as_deref().unwrap_or_default();
    match country {
        "AU" if !is_abn(number) => Some(message!(
            "{driver} has no valid ABN. Enter it in the driver's details.",
            driver = supplier.name
        )),
        _ if supplier.is_gst_registered && number.trim().is_empty() => Some(message!(
            "{driver} has no tax number. Enter it in the driver's details.",
            driver = supplier.name
        )),
        _ => None,
    }
}

/// Converts a charge. Only suppliers who are registered for GST charge it.
pub fn to_lines(
    charge: &UnpaidCharge,
    supplier: &AgentSupplier,
    terms: &Terms,
) -> Vec<AgentInvoiceLine> {
    let to_line = |line: &PaidLine| {
        let amount = match line.is_taxed && supplier.is_gst_registered {
            true => Amount::line(line.amount, terms.tax_percent, &terms.currency),
            false => Amount::untaxed(line.amount, &terms.currency),
        };
        AgentInvoiceLine {
            job_id: charge.job_id,
            reference_no: charge.job_no.clone(),
            day: charge.finished_time.with_timezone(&terms.zone).date_naive(),
            description: format!("{} – {}", charge.from, charge.to),
            service: line.code.clone(),
            tax_exclusive_amount: amount.tax_exclusive_amount,
            tax: amount.tax,
            amount: amount.total,
        }
    };
    charge.lines.iter().map(to_line).collect()
}

pub fn sum(lines: &[AgentInvoiceLine]) -> Amount {
    let amount = |line: &AgentInvoiceLine| Amount {
        tax_exclusive_amount: line.tax_exclusive_amount,
        tax: line.tax,
        total: line.amount,
    };
    lines.iter().map(amount).sum()
}

/// Returns the title that the country's law asks for. Drafts and void invoices must not look like
/// invoices.
pub fn title(status: AgentInvoiceStatus, country: &str, is_gst_registered: bool) -> &'static str {
    match (status, country) {
        (AgentInvoiceStatus::Open, _) => "Draft recipient created invoice",
        (AgentInvoiceStatus::Void, _) => "Void recipient created invoice",
        (_, "AU") if is_gst_registered => "Recipient created tax invoice",
        (_, "AU") => "Recipient created invoice",
        (_, "NZ") => "Buyer-created taxable supply information",
        _ => "Self-billed invoice",
    }
}

/// Returns statements about the supplier's tax. In Australia the document names the party that pays
/// the GST.
pub fn tax_notes(country: &str, is_gst_registered: bool) -> Vec<&'static str> {
    match (country, is_gst_registered) {
        ("AU", true) => vec![
            "The supplier is registered for GST.",
            "The GST shown is payable by the supplier.",
        ],
        ("AU", false) => vec!["The supplier is not registered for GST."],
        (_, true) => vec!["The tax shown is payable by the supplier."],
        (_, false) => vec!["The supplier is not registered for tax on sales."],
    }
}

#[cfg(test)]
mod tests {
    use data::Error;

    use super::*;

    #[test]
    fn every_operation_in_every_status_is_checked_as_the_table_says() {
        data::life_cycle::assert_transitions(
            INVALID_INVOICE_STATUS.code,
            |operation: AgentInvoiceOperation, status| match next_status(operation, status) {
                Err(Error::Refused { code, .. }) => Err(code),
                result => Ok(result.unwrap()),
            },
        );
    }

    #[test]
    fn a_supplier_in_australia_needs_an_abn() {
        let supplier = |abn: Option<&str>, is_gst_registered| AgentSupplier {
            name: "Ann Lee".to_owned(),
            abn: abn.map(str::to_owned),
            is_gst_registered,
            ..AgentSupplier::default()
        };
        let valid = Some("51 824 753 556");
        assert!(find_obstacle(&supplier(valid, true), "AU").is_none());
        for number in [None, Some(""), Some("51 824 753 557")] {
            assert!(find_obstacle(&supplier(number, false), "AU").is_some());
        }
        assert!(find_obstacle(&supplier(None, false), "DE").is_none());
        assert!(find_obstacle(&supplier(None, true), "DE").is_some());
    }

    #[test]
    fn only_an_issued_invoice_of_a_registered_supplier_is_a_tax_invoice() {
        use AgentInvoiceStatus::{Closed, Open, Paid, Void};

        let australian = |status, registered| title(status, "AU", registered);
        assert_eq!(australian(Closed, true), "Recipient created tax invoice");
        assert_eq!(australian(Paid, false), "Recipient created invoice");
        for status in [Open, Void] {
            assert!(
                !australian(status, true).contains("tax invoice"),
                "{status}"
            );
        }
        assert_eq!(title(Closed, "DE", true), "Self-billed invoice");
        assert!(tax_notes("AU", true).contains(&"The GST shown is payable by the supplier."));
    }
}
