//! The terms of a quote: all that its prices depend on beside the costs, looked up once for all carriers.

use carriers::port::Charge;
use chrono::NaiveDate;
use customers::CustomerType;
use kernel::{
    Result, Scope,
    ids::{CarrierAccountId, CustomerId},
};
use rust_decimal::Decimal;

use crate::{
    book::{self, Books},
    level::Level,
    promo_codes::{self, PromoCodeId},
    rate::MarkupRate,
    rules::{
        price::{self, Policy, Sold},
        which,
    },
};

/// What prices are asked for.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'q> {
    /// None for a guest.
    pub customer: Option<(CustomerId, CustomerType)>,
    pub promo_code: Option<&'q str>,
    /// Countries of both ends, ISO 3166-1's two letters.
    pub from_country: &'q str,
    pub to_country: &'q str,
    /// The tenant's day on which the goods are ready, whose markups apply.
    pub day: NaiveDate,
    /// The tenant's day on which it is asked, on which the promo code must hold.
    pub today: NaiveDate,
}

/// A promo code that holds for a quote.
#[derive(Debug, Clone, PartialEq)]
pub struct Promo {
    pub id: PromoCodeId,
    /// As the tenant spells it.
    pub code: String,
    pub rate: MarkupRate,
    /// The accounts that it is for; none: all.
    pub accounts: Vec<CarrierAccountId>,
}

/// All that the prices of one quote depend on beside the costs.
pub struct Terms {
    pub(crate) books: Books,
    customers: Level,
    day: NaiveDate,
    policy: Policy,
    promo: Option<Promo>,
}

/// Looks the terms up. A promo code that does not hold is refused as the member `promoCode`.
pub async fn terms(scope: &mut Scope, wanted: Wanted<'_>) -> Result<Terms> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let customer = wanted.customer.map(|(customer, _)| customer);
    let promo = match wanted
        .promo_code
        .map(str::trim)
        .filter(|code| !code.is_empty())
    {
        Some(code) => Some(promo_codes::holding(scope, code, customer, wanted.today).await?),
        None => None,
    };
    let home = settings.general.country_code.as_str();
    let is_at_home = [wanted.from_country, wanted.to_country]
        .iter()
        .all(|country| country.eq_ignore_ascii_case(home));
    let policy = Policy {
        currency: settings.currency.base_currency.clone(),
        minimum_margin: settings.pricing.minimum_margin,
        round_to: settings.pricing.round_to,
        rounding: settings.pricing.rounding,
        // What leaves the country or comes from abroad is zero-rated.
        tax_percent: if is_at_home {
            settings.tax.gst
        } else {
            Decimal::ZERO
        },
    };
    Ok(Terms {
        books: book::books(scope, customer).await?,
        customers: Level::of_customers(wanted.customer.map(|(_, customer_type)| customer_type)),
        day: wanted.day,
        policy,
        promo,
    })
}

impl Terms {
    /// The same with other markups.
    pub(crate) fn with(&self, books: Books) -> Self {
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

    /// The promo code, if it is for this account.
    pub fn promo(&self, account: CarrierAccountId) -> Option<&Promo> {
        self.promo
            .as_ref()
            .filter(|promo| promo.accounts.is_empty() || promo.accounts.contains(&account))
    }

    /// What the charges of an account's service sell at, line by line.
    pub fn price(
        &self,
        account: CarrierAccountId,
        carrier: &str,
        service: &str,
        charges: &[Charge],
    ) -> Vec<Sold> {
        let (customer, others) = (self.books.customer.as_deref(), &self.books.others);
        let levels = which::levels(customer, others, self.customers, account, carrier, self.day);
        let of_line = |charge: &Charge| match charge.additional {
            true => levels.of_additional(&charge.code, service),
            false => None,
        };
        let own: Vec<_> = charges.iter().map(of_line).collect();
        let promo = self.promo(account).map(|promo| &promo.rate);
        price::sell(
            charges,
            levels.of_service(service),
            &own,
            promo,
            &self.policy,
        )
    }
}
