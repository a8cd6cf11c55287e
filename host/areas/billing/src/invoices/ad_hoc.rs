//! Ad hoc invoices, for charges without a booking.

use std::collections::BTreeMap;

use data::{Error, Result, Scope, ids::CustomerId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::invoices::{self, draft::Draft, service::OneInvoice, terms::terms};
use crate::{input_rules, invoices::ad_hoc_model::AdHocInvoice, values::InvoiceType};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenerateAdhoc {
    customer_id: CustomerId,
    adhoc_invoice: AdHocInvoice,
}

pub async fn generate(mut scope: Scope, sent: GenerateAdhoc) -> Result<OneInvoice> {
    let terms = terms(&scope).await?;
    let customer = customers::load_billing(&mut scope, sent.customer_id).await?;
    let mut ad_hoc = sent.adhoc_invoice;
    for address in [&mut ad_hoc.from_address, &mut ad_hoc.to_address] {
        *address = address
            .take()
            .map(|address| address.normalized_in(&terms.country_code));
    }
    let invoice_date = ad_hoc.invoice_date.unwrap_or(terms.today);
    let currency = terms.exchange(customer.currency.as_deref())?.currency;
    let lines = invoices::amounts::ad_hoc_lines(&ad_hoc, terms.tax_percent, &currency);
    let errors = input_rules::check_ad_hoc(&ad_hoc, invoice_date, &lines);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let draft = Draft {
        invoice_type: InvoiceType::AdHoc,
        invoice_date,
        due_date: ad_hoc.due_date,
        period: None,
        cost_center: None,
        notes: ad_hoc.note.clone(),
        ad_hoc: Some(ad_hoc),
        run: None,
        lines,
        sources: BTreeMap::new(),
    };
    let invoice = invoices::draft::write_draft(&mut scope, &terms, &customer, draft).await?;
    let invoice = invoices::service::load_related(&mut scope, invoice).await?;
    scope.commit().await?;
    Ok(OneInvoice { invoice })
}
