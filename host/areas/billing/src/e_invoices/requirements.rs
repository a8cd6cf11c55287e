//! Requirements of an e-invoice (PINT A-NZ).

use customers::{is_abn, is_nzbn};
use data::{Error, FieldError, Message, Result, Scope, message};
use rust_decimal::Decimal;

use crate::e_invoices::ubl::buyer_country;
use crate::invoices::{model::Invoice, terms::terms};

/// Lower rates count as zero (aligned-ibrp-051-aunz).
const MIN_TAX_PERCENT: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// Replaces a missing or invalid business number by the current one, to allow corrections after
/// posting.
pub async fn with_business_numbers(scope: &mut Scope, mut invoice: Invoice) -> Result<Invoice> {
    if buyer_error(&invoice).is_some() {
        match customers::load_billing(scope, invoice.customer_id).await {
            Ok(present) => {
                let mut corrected = invoice.clone();
                corrected.customer.abn = present.abn;
                corrected.customer.address = corrected.customer.address.or(present.address);
                invoice = corrected;
            }
            Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    if seller_errors(&invoice).next().is_some() {
        let present = terms(scope).await?.seller;
        if invoice.seller.legal_name.trim().is_empty() {
            invoice.seller.legal_name = present.legal_name;
        }
        invoice.seller.tax_vat_no = present.tax_vat_no;
    }
    Ok(invoice)
}

/// Returns every violated requirement of the profile. `percents` are the lines' rates.
pub fn check(invoice: &Invoice, percents: impl IntoIterator<Item = Decimal>) -> Vec<FieldError> {
    let mut errors: Vec<FieldError> = seller_errors(invoice).collect();
    errors.extend(buyer_error(invoice).map(|message| FieldError::new("customer.abn", message)));
    let odd = percents
        .into_iter()
        .find(|percent| !percent.is_zero() && *percent < MIN_TAX_PERCENT);
    errors.extend(odd.map(|percent| {
        let message = message!(
            "has a line whose tax is {percent} %: an e-invoice has rates from {min} %",
            percent = percent.normalize(),
            min = MIN_TAX_PERCENT
        );
        FieldError::new("invoiceDetails", message)
    }));
    errors
}

fn seller_errors(invoice: &Invoice) -> impl Iterator<Item = FieldError> {
    let seller = &invoice.seller;
    let name = seller.legal_name.trim().is_empty().then(|| {
        FieldError::new(
            "billing.legalName",
            message!("is missing: an e-invoice names the seller. Set it in Settings, Organisation details"),
        )
    });
    let number = match seller.country_code.as_str() {
        "AU" => (!is_abn(&seller.tax_vat_no))
            .then(|| message!("must be a valid ABN for an e-invoice. Set it in Settings, Organisation details")),
        "NZ" => (!is_nzbn(&seller.tax_vat_no))
            .then(|| message!("must be a valid NZBN for an e-invoice. Set it in Settings, Organisation details")),
        _ => (!is_business_number(&seller.tax_vat_no)).then(|| {
            message!("must be a valid ABN or NZBN for an e-invoice. Set it in Settings, Organisation details")
        }),
    };
    name.into_iter()
        .chain(number.map(|message| FieldError::new("billing.taxVatNo", message)))
}

fn buyer_error(invoice: &Invoice) -> Option<Message> {
    let number = invoice.customer.abn.as_deref().unwrap_or_default();
    let is_missing = number.trim().is_empty();
    match buyer_country(invoice) {
        "AU" if is_missing => Some(message!(
            "is missing: an e-invoice names the ABN of a customer in Australia"
        )),
        "NZ" if is_missing => Some(message!(
            "is missing: an e-invoice names the NZBN of a customer in New Zealand"
        )),
        "AU" if !is_abn(number) => Some(message!(
            "is not a valid ABN: an e-invoice names the ABN of a customer in Australia"
        )),
        "NZ" if !is_nzbn(number) => Some(message!(
            "is not a valid NZBN: an e-invoice names the NZBN of a customer in New Zealand"
        )),
        "AU" | "NZ" => None,
        // Otherwise the customer has no electronic address (ibr-080).
        country => (!is_business_number(number)).then(|| {
            message!(
                "is not a valid ABN or NZBN, which an e-invoice to a customer in {country} needs",
                country = country
            )
        }),
    }
}

fn is_business_number(number: &str) -> bool {
    is_abn(number) || is_nzbn(number)
}
