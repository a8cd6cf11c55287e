//! What the tenant has set that invoices depend on.

use chrono::NaiveDate;
use chrono_tz::Tz;
use kernel::{Result, Scope};
use rust_decimal::Decimal;

use crate::model::invoice::InvoiceSeller;

/// The tenant's own side of an invoice.
#[derive(Debug, Clone)]
pub struct Terms {
    /// ISO 4217 code.
    pub currency: String,
    pub tax_percent: Decimal,
    pub zone: Tz,
    /// The tenant's day.
    pub today: NaiveDate,
    pub country_code: String,
    pub seller: InvoiceSeller,
}

pub async fn terms(scope: &Scope) -> Result<Terms> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let zone: Tz = settings.general.timezone.parse().unwrap_or(Tz::UTC);
    let country_code = settings.general.country_code.clone();
    let billing = &settings.billing;
    Ok(Terms {
        currency: settings.currency.base_currency.clone(),
        tax_percent: settings.tax.gst,
        zone,
        today: scope.now().with_timezone(&zone).date_naive(),
        seller: InvoiceSeller {
            legal_name: billing.legal_name.clone(),
            address: billing.address.clone(),
            tax_vat_no: billing.tax_vat_no.clone(),
            country_code: country_code.clone(),
        },
        country_code,
    })
}
