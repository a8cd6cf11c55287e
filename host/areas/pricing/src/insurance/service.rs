//! Insurance prices and their calls.

use carriage::{
    goods::{Goods, Item},
    money,
};
use customers::CustomerInfo;
use data::{Error, Needs, Result, Scope, ids::CustomerId, message};
use lookups::InsuranceType;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::{BOOKING, INSURANCE},
    insurance::rules::{Cover, Danger, NotCovered, Risk, cover, covers},
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/booking/Insurance")
        .feature(INSURANCE)
        .get("GetInsuranceQuotes", BOOKING, quotes)
        .get("GetGuestInsuranceQuotes", Needs::Tenant, guest_quotes)
}

#[data::wire]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct InsuranceQuery {
    /// Value of the goods in the tenant's base currency.
    insured_value: Decimal,
    /// Optional for a customer's user.
    customer_id: Option<CustomerId>,
}

#[data::wire]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct GuestInsuranceQuery {
    /// Value of the goods in the tenant's base currency.
    insured_value: Decimal,
}

/// Insurance types available at this value.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct InsuranceQuotes {
    quotes: Vec<InsuranceQuote>,
}

#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct InsuranceQuote {
    insured_value: Decimal,
    /// Including tax.
    insurance_cost: Decimal,
    insurance_cost_tax_exclusive: Decimal,
    insurance_type: InsuranceType,
    /// The customer's share of every loss.
    excess: Decimal,
    /// Set for the default of the customer's bookings.
    is_default: bool,
}

async fn quotes(mut scope: Scope, query: InsuranceQuery) -> Result<InsuranceQuotes> {
    let customer_id = query.customer_id.filter(|id| id.0 != 0);
    let Some(id) = customer_id.or(scope.caller.customer()) else {
        return Err(Error::invalid(
            "customerId",
            message!("choose the customer who pays"),
        ));
    };
    let customer = customers::find(&mut scope, id).await?;
    domestic_quotes(
        &scope,
        query.insured_value,
        customer.insurance.map(|insurance| insurance.kind),
    )
    .await
}

async fn guest_quotes(scope: Scope, query: GuestInsuranceQuery) -> Result<InsuranceQuotes> {
    domestic_quotes(&scope, query.insured_value, None).await
}

/// Excludes dangerous goods.
async fn domestic_quotes(
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
    let to_quote = |cover: Cover| InsuranceQuote {
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
            .map(to_quote)
            .collect(),
    })
}

/// Returns the price, or the reason for no cover.
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
    let danger = load_danger(scope, goods).await?;
    let risk = Risk {
        value,
        danger: &danger,
        // Exports and imports are zero-rated.
        tax_percent: if is_at_home {
            settings.tax.gst
        } else {
            Decimal::ZERO
        },
        currency: &settings.currency.base_currency,
    };
    Ok(cover(kind, &settings.insurance, risk))
}

/// Includes subsidiary risks.
async fn load_danger(scope: &Scope, goods: Goods<'_>) -> Result<Danger> {
    if !goods.dangerous.is_dangerous {
        return Ok(Danger::None);
    }
    let numbers = goods.dangerous.un_numbers();
    if numbers.is_empty() {
        return Ok(Danger::Unknown);
    }
    let listed = lookups::goods_of(scope, numbers.iter().cloned().collect()).await?;
    if numbers
        .iter()
        .any(|number| listed.iter().all(|entry| entry.un_number != *number))
    {
        return Ok(Danger::Unknown);
    }
    let mut classes = Vec::new();
    for entry in listed {
        classes.push(entry.class);
        classes.extend(entry.subsidiary);
    }
    classes.sort_unstable();
    classes.dedup();
    Ok(Danger::Of(classes))
}

/// Returns none without opt-in. Uses the customer's usual value or the items' value.
pub fn default_insurance(
    customer: &CustomerInfo,
    items: &[Item],
) -> Option<(InsuranceType, Decimal)> {
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
