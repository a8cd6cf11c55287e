//! Insurance: the calls that tell what it costs, and what quotes and bookings ask for it.

use customers::CustomerInfo;
use freight::{
    goods::{Goods, Item, un_number},
    money,
};
use kernel::{Error, Needs, Result, Routes, Scope, ids::CustomerId, message};
use lookups::InsuranceType;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    access::{BOOKING, INSURANCE},
    rules::insurance::{Cover, Danger, NotCovered, Risk, cover, covers},
};

pub(crate) fn table() -> Routes {
    Routes::at("/api/booking/Insurance")
        .feature(INSURANCE)
        .get("GetInsuranceQuotes", BOOKING, quotes)
        .get("GetGuestInsuranceQuotes", Needs::Tenant, guest_quotes)
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ForCustomer {
    /// What the goods are worth, in the tenant's base currency.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    insured_value: Decimal,
    /// A customer's user may leave it out.
    customer_id: Option<CustomerId>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ForGuest {
    /// What the goods are worth, in the tenant's base currency.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    insured_value: Decimal,
}

/// The kinds of insurance that goods of this value can have.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct InsuranceQuotes {
    quotes: Vec<InsuranceQuote>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct InsuranceQuote {
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    insured_value: Decimal,
    /// With tax.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    insurance_cost: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    insurance_cost_tax_exclusive: Decimal,
    insurance_type: InsuranceType,
    /// What the customer bears of every loss.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    excess: Decimal,
    /// Whether the customer's bookings have this one unless they say otherwise.
    is_default: bool,
}

async fn quotes(mut scope: Scope, asked: ForCustomer) -> Result<InsuranceQuotes> {
    let named = asked.customer_id.filter(|id| id.0 != 0);
    let Some(id) = named.or(scope.caller.customer()) else {
        return Err(Error::invalid(
            "customerId",
            message!("choose the customer who pays"),
        ));
    };
    let customer = customers::find(&mut scope, id).await?;
    offered(
        &scope,
        asked.insured_value,
        customer.insurance.map(|insurance| insurance.kind),
    )
    .await
}

async fn guest_quotes(scope: Scope, asked: ForGuest) -> Result<InsuranceQuotes> {
    offered(&scope, asked.insured_value, None).await
}

/// What goods of this value cost to insure within the tenant's country, if they are not dangerous.
async fn offered(
    scope: &Scope,
    value: Decimal,
    default: Option<InsuranceType>,
) -> Result<InsuranceQuotes> {
    if value <= Decimal::ZERO {
        return Err(Error::invalid(
            "insuredValue",
            message!("must be more than 0"),
        ));
    }
    if let Err(error) = money::check(value, "insuredValue") {
        return Err(Error::Invalid(vec![error]));
    }
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let risk = Risk {
        value,
        danger: &Danger::None,
        tax_percent: settings.tax.gst,
        currency: &settings.currency.base_currency,
    };
    let told = |cover: Cover| InsuranceQuote {
        insured_value: cover.insured_value,
        insurance_cost: cover.cost.total,
        insurance_cost_tax_exclusive: cover.cost.tax_exclusive_amount,
        insurance_type: cover.insurance_type,
        excess: cover.excess,
        is_default: default == Some(cover.insurance_type),
    };
    Ok(InsuranceQuotes {
        quotes: covers(&settings.insurance, risk)
            .into_iter()
            .map(told)
            .collect(),
    })
}

/// The price of insuring these goods in this way, or why they are not covered.
pub async fn insure(
    scope: &Scope,
    kind: InsuranceType,
    value: Decimal,
    goods: Goods<'_>,
) -> Result<Result<Cover, NotCovered>> {
    if !scope.feature(INSURANCE.name).await? {
        return Ok(Err(NotCovered::NotOffered));
    }
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let home = settings.general.country_code.as_str();
    let is_at_home = [goods.from, goods.to]
        .iter()
        .all(|end| end.country_code.eq_ignore_ascii_case(home));
    let danger = danger(scope, goods).await?;
    let risk = Risk {
        value,
        danger: &danger,
        // What leaves the country or comes from abroad is zero-rated.
        tax_percent: if is_at_home {
            settings.tax.gst
        } else {
            Decimal::ZERO
        },
        currency: &settings.currency.base_currency,
    };
    Ok(cover(kind, &settings.insurance, risk))
}

/// The classes of the goods that are declared as dangerous, with their subsidiary risks.
async fn danger(scope: &Scope, goods: Goods<'_>) -> Result<Danger> {
    if !goods.dangerous.is_dangerous {
        return Ok(Danger::None);
    }
    let Some(number) = un_number(goods.dangerous.un_code) else {
        return Ok(Danger::Unknown);
    };
    let mut classes = Vec::new();
    for entry in lookups::goods_of(scope, [number].into()).await? {
        classes.push(entry.class);
        classes.extend(entry.subsidiary);
    }
    classes.sort_unstable();
    classes.dedup();
    Ok(if classes.is_empty() {
        Danger::Unknown
    } else {
        Danger::Of(classes)
    })
}

/// The insurance that a customer who has opted in has unless somebody says otherwise: of its usual value, or of that of
/// the items.
pub fn by_default(customer: &CustomerInfo, items: &[Item]) -> Option<(InsuranceType, Decimal)> {
    let insurance = customer.insurance.as_ref()?;
    let of_item = |item: &Item| {
        item.item_value
            .map(|value| value.saturating_mul(Decimal::from(item.quantity)))
    };
    let value = insurance
        .value
        .unwrap_or_else(|| items.iter().filter_map(of_item).sum());
    (value > Decimal::ZERO && money::check(value, "").is_ok()).then_some((insurance.kind, value))
}
