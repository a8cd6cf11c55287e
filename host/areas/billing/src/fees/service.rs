//! Fees and customers' own terms.

use std::collections::HashMap;

use data::{
    Change, Empty, Error, FieldError, ListQuery, PageOf, Result, Scope, Where, ids::CustomerId,
    message, text_enum,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fees;
use crate::{
    fees::model::{CustomerFee, Fee, FeeCalcMethod, FeeEvent, FeeId, FeeRate, FeeType},
    values::InvoiceType,
};

const MAX_NAME: usize = 128;
const MAX_TIERS: usize = 100;
const MAX_VALUE: i64 = 1_000_000_000;
const MAX_DECIMALS: u32 = 4;
const INVOICE_TYPES: [InvoiceType; 2] = [InvoiceType::Fee, InvoiceType::Storage];

/// A customer's terms and name.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedCustomerFee {
    #[serde(flatten)]
    customer_fee: CustomerFee,
    customer_name: String,
}

/// A fee with its customers' terms and the form's options.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeeForEdit {
    fee: Fee,
    customers: Vec<NamedCustomerFee>,
    invoice_types: Vec<InvoiceType>,
    apply_on_event_types: Vec<FeeEvent>,
    calc_methods: Vec<FeeCalcMethod>,
    fee_types: Vec<FeeType>,
    /// Events that fees of each type can apply on. Others are refused.
    fee_type_events: Vec<FeeTypeEvents>,
}

/// A type of fee with the events that its fees can apply on: none if it is charged otherwise.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeeTypeEvents {
    fee_type: FeeType,
    events: Vec<FeeEvent>,
}

/// Default: a new one.
#[derive(Deserialize, JsonSchema)]
pub struct FeeQuery {
    id: Option<FeeId>,
}

#[derive(Deserialize, JsonSchema)]
pub struct SaveFee {
    fee: Change<Fee>,
}

#[derive(Serialize, JsonSchema)]
pub struct OneFee {
    fee: Fee,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaveCustomerFee {
    customer_fee: Change<CustomerFee>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneCustomerFee {
    customer_fee: CustomerFee,
}

pub async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<Fee>> {
    let mut page = scope.page::<Fee>(&query, Where::all()).await?;
    fees::customers::load(&mut scope, &mut page.items).await?;
    Ok(page)
}

pub async fn get(mut scope: Scope, FeeQuery { id }: FeeQuery) -> Result<FeeForEdit> {
    let (mut fee, own): (Fee, Vec<CustomerFee>) = match id.filter(|id| id.0 != 0) {
        Some(id) => (
            scope.find(id).await?,
            scope.all(Where::all().eq(CustomerFee::FEE_ID, id)).await?,
        ),
        None => (Fee::default(), Vec::new()),
    };
    fees::customers::load(&mut scope, std::slice::from_mut(&mut fee)).await?;
    let ids: Vec<CustomerId> = own.iter().map(|fee| fee.customer_id).collect();
    let names: HashMap<CustomerId, String> = customers::names(&mut scope, &ids).await?;
    let customers = own.into_iter().map(|customer_fee| NamedCustomerFee {
        customer_name: names
            .get(&customer_fee.customer_id)
            .cloned()
            .unwrap_or_default(),
        customer_fee,
    });
    Ok(FeeForEdit {
        fee,
        customers: customers.collect(),
        invoice_types: INVOICE_TYPES.to_vec(),
        apply_on_event_types: FeeEvent::ALL.to_vec(),
        calc_methods: FeeCalcMethod::ALL.to_vec(),
        fee_types: FeeType::ALL.to_vec(),
        fee_type_events: FeeType::ALL
            .iter()
            .map(|&fee_type| FeeTypeEvents {
                fee_type,
                events: fees::rules::list_events(fee_type).to_vec(),
            })
            .collect(),
    })
}

pub async fn save(mut scope: Scope, sent: SaveFee) -> Result<OneFee> {
    let mut edit = scope.edit(sent.fee).await?;
    edit.record.name = edit.record.name.trim().to_owned();
    let mut errors = validate(&edit.record);
    errors.extend(check_event(&edit.record, edit.before.as_ref()));
    errors.extend(fees::customers::check(&edit.record.customers));
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let sent = edit
        .mentions("customers")
        .then(|| std::mem::take(&mut edit.record.customers));
    scope.store(&mut edit).await?;
    let mut fee = edit.record;
    if let Some(sent) = sent {
        fees::customers::save(&mut scope, fee.id, sent).await?;
    }
    fees::customers::load(&mut scope, std::slice::from_mut(&mut fee)).await?;
    scope.commit().await?;
    Ok(OneFee { fee })
}

pub async fn assign(mut scope: Scope, sent: SaveCustomerFee) -> Result<OneCustomerFee> {
    let mut edit = scope.edit(sent.customer_fee).await?;
    let record = &edit.record;
    scope.find::<Fee>(record.fee_id).await?;
    customers::find(&mut scope, record.customer_id).await?;
    let mut errors = validate_rates("customerFee", record.minimum, &record.fee_rates);
    if record
        .expire_date
        .zip(record.effective_date)
        .is_some_and(|(last, first)| last < first)
    {
        errors.push(FieldError::new(
            "customerFee.expireDate",
            message!("must not be before the first day"),
        ));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    scope.store(&mut edit).await?;
    scope.commit().await?;
    Ok(OneCustomerFee {
        customer_fee: edit.record,
    })
}

fn validate(fee: &Fee) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if fee.name.is_empty() || fee.name.chars().count() > MAX_NAME {
        errors.push(FieldError::new(
            "fee.name",
            message!("must be 1 to {max} characters", max = MAX_NAME),
        ));
    }
    let checks = [
        ("fee.applyOn", text_enum::check(fee.apply_on)),
        ("fee.feeType", text_enum::check(fee.fee_type)),
        ("fee.calcMethod", text_enum::check(fee.calc_method)),
    ];
    errors.extend(
        checks
            .into_iter()
            .filter_map(|(member, result)| Some(FieldError::new(member, result.err()?))),
    );
    if !INVOICE_TYPES.contains(&fee.invoice_type) {
        errors.push(FieldError::new(
            "fee.invoiceType",
            message!("must be Fee or Storage"),
        ));
    }
    for result in fee
        .customer_types
        .iter()
        .filter_map(|kind| text_enum::check(*kind).err())
    {
        errors.push(FieldError::new("fee.customerTypes", result));
    }
    if fee
        .expire_date
        .zip(fee.effective_date)
        .is_some_and(|(last, first)| last < first)
    {
        errors.push(FieldError::new(
            "fee.expireDate",
            message!("must not be before the first day"),
        ));
    }
    errors.extend(validate_rates("fee", fee.minimum, &fee.fee_rates));
    errors
}

/// Rejects an event that fees of the type never accrue on. A stored pair is kept.
fn check_event(fee: &Fee, before: Option<&Fee>) -> Option<FieldError> {
    let pair = |fee: &Fee| (fee.fee_type, fee.apply_on);
    let is_known = FeeType::ALL.contains(&fee.fee_type) && FeeEvent::ALL.contains(&fee.apply_on);
    let is_kept = before.is_some_and(|before| pair(before) == pair(fee));
    if !is_known || is_kept || fees::rules::can_accrue(fee.fee_type, fee.apply_on) {
        return None;
    }
    let message = match fees::rules::list_events(fee.fee_type) {
        [] => message!("cannot charge a fee of this type: set it in Settings, Card payments"),
        events => {
            let names: Vec<&str> = events.iter().map(|event| event.as_str()).collect();
            message!(
                "must be one of {known} for this type of fee",
                known = names.join(", ")
            )
        }
    };
    Some(FieldError::new("fee.applyOn", message))
}

/// Tiers are non-negative and end in ascending order; only the last is unbounded.
pub fn validate_rates(of: &str, minimum: Decimal, rates: &[FeeRate]) -> Vec<FieldError> {
    let is_wrong = |value: &Decimal| {
        !(Decimal::ZERO..=Decimal::from(MAX_VALUE)).contains(value)
            || value.normalize().scale() > MAX_DECIMALS
    };
    let mut errors = Vec::new();
    let message = || {
        message!(
            "must be from 0 to {max}, with at most {decimals} decimals",
            max = MAX_VALUE,
            decimals = MAX_DECIMALS
        )
    };
    if is_wrong(&minimum) {
        errors.push(FieldError::new(format!("{of}.minimum"), message()));
    }
    if rates.len() > MAX_TIERS {
        errors.push(FieldError::new(
            format!("{of}.feeRates"),
            message!("must be at most {max} entries", max = MAX_TIERS),
        ));
    }
    if rates.iter().any(|rate| {
        is_wrong(&rate.basic) || is_wrong(&rate.rate) || rate.up_to.as_ref().is_some_and(is_wrong)
    }) {
        errors.push(FieldError::new(format!("{of}.feeRates"), message()));
    }
    let mut sorted: Vec<&FeeRate> = rates.iter().collect();
    sorted.sort_by_key(|rate| rate.order);
    let goes_on = |pair: &[&FeeRate]| match (pair[0].up_to, pair[1].up_to) {
        (None, _) => false,
        (Some(end), Some(next)) => end < next && pair[0].order < pair[1].order,
        (Some(_), None) => pair[0].order < pair[1].order,
    };
    if !sorted.windows(2).all(goes_on) {
        let message = message!("must be in order, each tier ending beyond the one before it");
        errors.push(FieldError::new(format!("{of}.feeRates"), message));
    }
    errors
}
