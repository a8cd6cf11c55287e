//! Tenant settings for invoices.

use chrono::NaiveDate;
use chrono_tz::Tz;
use data::{Refusal, Result, Scope, message};
use rust_decimal::Decimal;

use crate::{exchange::Exchange, invoices::model::InvoiceSeller};

#[derive(Debug, Clone)]
pub struct Terms {
    /// Base currency, ISO 4217.
    pub currency: String,
    pub tax_percent: Decimal,
    pub zone: Tz,
    /// In the tenant's time zone.
    pub today: NaiveDate,
    pub country_code: String,
    pub seller: InvoiceSeller,
    /// Units per unit of the base currency.
    factors: Vec<(String, Decimal)>,
}

const NO_FACTOR: Refusal = Refusal::new(
    5130,
    "The tenant's settings have no factor for this currency.",
);

impl Terms {
    /// Returns today's rate to the base currency. Default: the base currency.
    pub fn exchange(&self, currency: Option<&str>) -> Result<Exchange> {
        let base = self.currency.clone();
        let currency = currency.unwrap_or(&self.currency).to_owned();
        if currency == base {
            return Ok(Exchange {
                currency,
                base,
                factor: Decimal::ONE,
            });
        }
        let set = self
            .factors
            .iter()
            .find(|(known, _)| *known == currency)
            .map(|(_, factor)| *factor);
        match set.filter(|factor| *factor > Decimal::ZERO) {
            Some(factor) => Ok(Exchange { currency, base, factor }),
            None => Err(NO_FACTOR.with_message(message!(
                "There is no factor for {currency}: set it in the tenant's settings, under Currency.",
                currency = currency
            ))),
        }
    }
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
        factors: settings
            .currency
            .factors
            .iter()
            .map(|set| (set.currency.clone(), set.factor))
            .collect(),
    })
}
