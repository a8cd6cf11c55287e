//! Accrued fees, and the fee test.

use std::collections::HashMap;

use carriage::money::Amount;
use data::{
    ListQuery, PageOf, Result, Scope, Where,
    ids::{BookingId, CustomerId},
    message,
    message::TranslatableMessage,
};
use jobs::FreightJobId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fees::{
    self,
    model::{FeeEntry, FeeEvent, FeeId, FeeType},
};
use crate::{
    fees::accrue::{carried, load_fees},
    invoices::terms::terms,
};

/// An entry and its customer's name.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedFeeEntry {
    #[serde(flatten)]
    entry: FeeEntry,
    customer_name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeeEntriesQuery {
    /// Default: all customers.
    customer_id: Option<CustomerId>,
    /// Default: of all causes.
    job_id: Option<FreightJobId>,
}

pub async fn list(
    mut scope: Scope,
    of: FeeEntriesQuery,
    query: ListQuery,
) -> Result<PageOf<NamedFeeEntry>> {
    let narrow = Where::all()
        .eq_some(FeeEntry::CUSTOMER_ID, of.customer_id)
        .eq_some(FeeEntry::JOB_ID, of.job_id);
    let page = scope.page::<FeeEntry>(&query, narrow).await?;
    let ids: Vec<CustomerId> = page.items.iter().map(|entry| entry.customer_id).collect();
    let names: HashMap<CustomerId, String> = customers::names(&mut scope, &ids).await?;
    Ok(page.map(|entry| NamedFeeEntry {
        customer_name: names.get(&entry.customer_id).cloned().unwrap_or_default(),
        entry,
    }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestFee {
    booking_id: BookingId,
}

/// A fee and its amount for the booking.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestedFee {
    fee_id: FeeId,
    name: String,
    fee_type: FeeType,
    is_charged: bool,
    why: TranslatableMessage,
    amount: Amount,
}

/// The fees of a booking.
#[derive(Serialize, JsonSchema)]
pub struct TestedFees {
    lines: Vec<TestedFee>,
    total: Amount,
}

pub async fn test(mut scope: Scope, TestFee { booking_id }: TestFee) -> Result<TestedFees> {
    let terms = terms(&scope).await?;
    let booking = bookings::load_feeable(&mut scope, booking_id).await?;
    let mut lines = Vec::new();
    for held in load_fees(
        &mut scope,
        booking.customer_id,
        FeeEvent::Booking,
        terms.today,
    )
    .await?
    {
        let basis = fees::rules::booking_basis(held.fee.fee_type, carried(&booking));
        let net = basis
            .filter(|_| held.is_charged)
            .and_then(|basis| held.net(basis, &terms.currency));
        let net = net.unwrap_or_default();
        let why = match (held.is_charged, basis, &held.own) {
            (false, ..) => message!("The customer is not charged this fee on this day."),
            (_, None, _) => message!("The booking does not meet this fee’s condition."),
            _ if net.is_zero() => message!("The fee amounts to nothing."),
            (.., Some(_)) => message!("By the customer's own rates."),
            _ => message!("By the rates of the customer's type."),
        };
        lines.push(TestedFee {
            fee_id: held.fee.id,
            is_charged: !net.is_zero(),
            amount: Amount::line(net, held.tax_percent(&terms), &terms.currency),
            fee_type: held.fee.fee_type,
            name: held.fee.name,
            why: why.to_translatable(),
        });
    }
    let total = lines.iter().map(|line| line.amount).sum();
    Ok(TestedFees { lines, total })
}
