//! Terms of a quote: all inputs of its prices except costs, loaded once.

use chrono::NaiveDate;
use customers::CustomerType;
use data::{
    Result, Scope,
    ids::{CarrierAccountId, CustomerId},
};
use rust_decimal::Decimal;

use crate::{
    markups::{self, cache::Books, level::Level, rate::MarkupRate},
    price::{self, Policy, PriceLine},
    promo_codes::{self, service::PromoCodeId},
};

#[derive(Debug, Clone, Copy)]
pub struct TermsRequest<'q> {
    /// None for a guest.
    pub customer: Option<(CustomerId, CustomerType)>,
    pub promo_code: Option<&'q str>,
    /// ISO 3166-1 alpha-2.
    pub from_country: &'q str,
    pub to_country: &'q str,
    /// Day of dispatch in the tenant's time zone. It selects the markups.
    pub day: NaiveDate,
    /// The tenant's day, on which the promo code must be valid.
    pub today: NaiveDate,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Promo {
    pub id: PromoCodeId,
    /// In the tenant's spelling.
    pub code: String,
    pub rate: MarkupRate,
    /// Valid accounts. Empty: all.
    pub accounts: Vec<CarrierAccountId>,
}

pub struct Terms {
    pub(crate) books: Books,
    customers: Level,
    day: NaiveDate,
    policy: Policy,
    promo: Option<Promo>,
}

/// Rejects an invalid promo code as `promoCode`.
pub async fn load_terms(scope: &mut Scope, request: TermsRequest<'_>) -> Result<Terms> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let customer = request.customer.map(|(customer, _)| customer);
    let promo = match request
        .promo_code
        .map(str::trim)
        .filter(|code| !code.is_empty())
    {
        Some(code) => {
            Some(promo_codes::service::load_valid(scope, code, customer, request.today).await?)
        }
        None => None,
    };
    let home = settings.general.country_code.as_str();
    let is_at_home = [request.from_country, request.to_country]
        .iter()
        .all(|country| country.eq_ignore_ascii_case(home));
    let policy = Policy {
        currency: settings.currency.base_currency.clone(),
        minimum_margin: settings.pricing.minimum_margin,
        round_to: settings.pricing.round_to,
        rounding: settings.pricing.rounding,
        // Exports and imports are zero-rated.
        tax_percent: if is_at_home {
            settings.tax.gst
        } else {
            Decimal::ZERO
        },
    };
    Ok(Terms {
        books: markups::cache::load_books(scope, customer).await?,
        customers: Level::from_customer_type(
            request.customer.map(|(_, customer_type)| customer_type),
        ),
        day: request.day,
        policy,
        promo,
    })
}

impl Terms {
    pub(crate) fn with_books(&self, books: Books) -> Self {
        let Self {
            customers,
            day,
            policy,
            promo,
            ..
        } = self;
        Self {
            books,
            customers: *customers,
            day: *day,
            policy: policy.clone(),
            promo: promo.clone(),
        }
    }

    pub fn promo(&self, account: CarrierAccountId) -> Option<&Promo> {
        self.promo
            .as_ref()
            .filter(|promo| promo.accounts.is_empty() || promo.accounts.contains(&account))
    }

    pub fn price(
        &self,
        account: CarrierAccountId,
        carrier: &str,
        service: &str,
        lines: Vec<PriceLine>,
    ) -> Vec<PriceLine> {
        let (customer, others) = (self.books.customer.as_deref(), &self.books.others);
        let levels = markups::selection::levels(
            customer,
            others,
            self.customers,
            account,
            carrier,
            self.day,
        );
        let of_line = |line: &PriceLine| match line.is_additional {
            true => levels.for_additional(&line.service_code, service),
            false => None,
        };
        let own_markups: Vec<_> = lines.iter().map(of_line).collect();
        let promo = self.promo(account).map(|promo| &promo.rate);
        price::sell(
            lines,
            levels.for_service(service),
            &own_markups,
            promo,
            &self.policy,
        )
    }
}
