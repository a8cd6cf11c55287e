//! Recharges: what customers are to be charged besides, for whoever makes their invoices.

use std::collections::HashMap;

use bookings::listed_of;
use kernel::{
    ListQuery, PageOf, Result, Routes, Scope, Where,
    ids::{BookingId, CustomerId},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    access::{BOOKINGS, RECONCILE},
    model::{ReconciliationBooking, ReconciliationBookingId},
    rules::status::LineStatus,
};

pub(crate) fn table() -> Routes {
    Routes::at("/api/booking/booking").feature(BOOKINGS).list("getbookingsforrecharge", RECONCILE, list)
}

/// What a customer is to be charged besides for a booking, exclusive of tax; negative: what is given back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recharge {
    pub line: ReconciliationBookingId,
    pub booking_id: BookingId,
    pub customer_id: CustomerId,
    pub amount: Decimal,
}

fn open(customer: Option<CustomerId>) -> Where<ReconciliationBooking> {
    Where::all()
        .eq(ReconciliationBooking::STATUS, LineStatus::Approved)
        .ne(ReconciliationBooking::RECHARGE_AMOUNT, Decimal::ZERO)
        .is_null(ReconciliationBooking::RECHARGE_INVOICE_ID)
        .is_not_null(ReconciliationBooking::BOOKING_ID)
        .eq_some(ReconciliationBooking::CUSTOMER_ID, customer)
}

/// The recharges that no invoice has yet.
pub async fn open_recharges(scope: &mut Scope, customer: Option<CustomerId>) -> Result<Vec<Recharge>> {
    let lines: Vec<ReconciliationBooking> = scope.all(open(customer)).await?;
    let recharge = |line: ReconciliationBooking| {
        Some(Recharge {
            line: line.id,
            booking_id: line.booking_id?,
            customer_id: line.customer_id?,
            amount: line.recharge_amount,
        })
    };
    Ok(lines.into_iter().filter_map(recharge).collect())
}

/// An invoice has these recharges now, or no more where there is none. The caller commits.
pub async fn mark_recharged(
    scope: &mut Scope,
    lines: &[ReconciliationBookingId],
    invoice: Option<i64>,
) -> Result<()> {
    let lines: Vec<ReconciliationBooking> = scope.all(Where::all().is_in(ReconciliationBooking::ID, lines)).await?;
    for mut line in lines {
        line.recharge_invoice_id = invoice;
        scope.update(&mut line).await?;
    }
    Ok(())
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
struct ForRecharge {
    /// Left out: those of all customers.
    customer_id: Option<CustomerId>,
}

async fn list(mut scope: Scope, of: ForRecharge, query: ListQuery) -> Result<PageOf<Value>> {
    let mut amounts: HashMap<i64, Decimal> = HashMap::new();
    for recharge in open_recharges(&mut scope, of.customer_id).await? {
        *amounts.entry(recharge.booking_id.0).or_default() += recharge.amount;
    }
    let mut ids: Vec<BookingId> = amounts.keys().copied().map(BookingId).collect();
    ids.sort_unstable();
    let mut page = listed_of(&mut scope, &ids, of.customer_id, &query).await?;
    for item in &mut page.items {
        let amount = item["id"].as_i64().and_then(|id| amounts.get(&id)).copied().unwrap_or_default();
        item["rechargeAmount"] = json!(RechargeAmount(amount));
    }
    Ok(page)
}

/// As all amounts are written.
#[derive(serde::Serialize)]
struct RechargeAmount(#[serde(with = "kernel::decimal")] Decimal);
