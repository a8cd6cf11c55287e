//! The call RequoteReconciliationBookings: prices by the charged weight and volume.

use std::time::Duration;

use bookings::{Measured, ServiceDetail};
use data::{
    Error, Message, Outcome, Result, Scope, db::Mode, message, message::TranslatableMessage,
};
use futures_util::{StreamExt, stream};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::decisions::{load_lines, lock_reconciliation};
use crate::{
    imports::compare::build::pairs,
    model::{
        ReconciliationBooking, ReconciliationBookingId, ReconciliationId, ReconciliationService,
    },
    reconciliations::lists::load_services,
};

/// Each line needs a carrier call.
const MAX_LINES: usize = 50;
const MAX_CONCURRENT_CALLS: usize = 8;
const CARRIER_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequoteLines {
    id: ReconciliationId,
    /// At most 50.
    ids: Vec<ReconciliationBookingId>,
}

/// Results by line.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RequotedLines {
    items: Vec<RequotedLine>,
}

/// The new price of a line, exclusive of tax. Its service lines have the parts.
#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RequotedLine {
    id: ReconciliationBookingId,
    success: bool,
    /// Reason for a missing price.
    error: Option<TranslatableMessage>,
    carrier_requoted_amount: Option<Decimal>,
    customer_requoted_amount: Option<Decimal>,
}

type Price = Result<Vec<ServiceDetail>, Message>;
type PricedLine = Outcome<ReconciliationBookingId, Vec<ServiceDetail>, Message>;

fn cost(line: &ServiceDetail) -> Decimal {
    line.cost().tax_exclusive_amount
}

fn sold(line: &ServiceDetail) -> Decimal {
    line.tax_exclusive_amount
}

impl From<PricedLine> for RequotedLine {
    fn from(outcome: PricedLine) -> Self {
        let (id, price, error) = outcome.into_parts();
        let sum =
            |of: fn(&ServiceDetail) -> Decimal| price.as_ref().map(|all| all.iter().map(of).sum());
        Self {
            id,
            success: price.is_some(),
            error,
            carrier_requoted_amount: sum(cost),
            customer_requoted_amount: sum(sold),
        }
    }
}

pub(crate) async fn requote(mut scope: Scope, sent: RequoteLines) -> Result<RequotedLines> {
    if sent.ids.is_empty() || sent.ids.len() > MAX_LINES {
        return Err(Error::invalid(
            "ids",
            message!("must be from 1 to {max} lines", max = MAX_LINES),
        ));
    }
    let found = load_lines(&mut scope, sent.id, &sent.ids).await?;
    // No transaction is open during carrier calls.
    scope.rollback();
    let prices: Vec<(ReconciliationBooking, Price)> = stream::iter(found)
        .map(|line| async {
            let price = price(scope.sibling(Mode::Read), &line).await;
            (line, price)
        })
        .buffered(MAX_CONCURRENT_CALLS)
        .collect()
        .await;
    let row = lock_reconciliation(&mut scope, sent.id).await?;
    let now = load_lines(&mut scope, row.id, &sent.ids).await?;
    let mut services = load_services(&mut scope, &sent.ids).await?;
    let mut items = Vec::with_capacity(prices.len());
    for (line, price) in prices {
        let is_same = now
            .iter()
            .any(|one| one.id == line.id && one.row_version == line.row_version);
        let line_services = services.entry(line.id).or_default();
        let price = if is_same {
            price
        } else {
            Err(message!("has changed in the meantime; get a new price"))
        };
        if let Ok(price) = &price {
            share_out(line_services, price);
            for service in line_services.iter_mut() {
                scope.update(service).await?;
            }
        }
        items.push(Outcome::new(line.id, price).into());
    }
    scope.commit().await?;
    Ok(RequotedLines { items })
}

async fn price(scope: Scope, line: &ReconciliationBooking) -> Price {
    if line.status.is_decided() {
        return Err(message!(
            "is already decided: {status}",
            status = line.status
        ));
    }
    let Some(booking) = line.booking_id else {
        return Err(message!("has no booking that can be priced again"));
    };
    if line.charged_weight.is_none() && line.charged_volume.is_none() {
        return Err(message!("the invoice has no weight and no volume for it"));
    }
    let measured = Measured {
        weight: line.charged_weight,
        volume: line.charged_volume,
    };
    match bookings::requote(scope, booking, measured, CARRIER_TIMEOUT).await {
        Ok(Ok(price)) => Ok(price),
        Ok(Err(says)) if says.is_empty() => Err(message!("the carrier gave no price in time")),
        Ok(Err(says)) => Err(Message::verbatim(says)),
        Err(error) => Err(error.message()),
    }
}

/// Assigns the price by service, and the remainder to the freight.
fn share_out(services: &mut [ReconciliationService], price: &[ServiceDetail]) {
    let names: Vec<(String, String)> = services
        .iter()
        .map(|one| (one.service_code.clone(), one.service_name.clone()))
        .collect();
    let names: Vec<(&str, &str)> = names
        .iter()
        .map(|(code, name)| (&**code, &**name))
        .collect();
    let places = pairs(&names, price);
    for (service, place) in services.iter_mut().zip(&places) {
        let part = place.and_then(|place| price.get(place));
        service.carrier_requoted_amount = Some(part.map_or(Decimal::ZERO, cost));
        service.customer_requoted_amount = Some(part.map_or(Decimal::ZERO, sold));
    }
    let rest = || {
        price
            .iter()
            .enumerate()
            .filter(|(place, _)| !places.contains(&Some(*place)))
            .map(|(_, part)| part)
    };
    let freight = services
        .iter()
        .position(|one| !one.is_additional_service)
        .unwrap_or(0);
    if let Some(service) = services.get_mut(freight) {
        let add = |amount: Option<Decimal>, more: Decimal| Some(amount.unwrap_or_default() + more);
        service.carrier_requoted_amount =
            add(service.carrier_requoted_amount, rest().map(cost).sum());
        service.customer_requoted_amount =
            add(service.customer_requoted_amount, rest().map(sold).sum());
    }
}

#[cfg(test)]
mod tests {
    use carriage::money::Amount;

    use super::*;
    use crate::model::ReconciliationServiceId;

    fn service(code: &str, is_additional_service: bool) -> ReconciliationService {
        ReconciliationService {
            id: ReconciliationServiceId(1),
            row_version: 1,
            reconciliation_id: ReconciliationId(1),
            reconciliation_booking_id: ReconciliationBookingId(1),
            service_code: code.to_owned(),
            service_name: String::new(),
            is_additional_service,
            file_line: Some(1),
            carrier_quoted_amount: Decimal::TEN,
            carrier_invoiced_amount: Decimal::TEN,
            carrier_invoiced_tax: Decimal::ZERO,
            carrier_recharge_amount: Decimal::ZERO,
            carrier_requoted_amount: None,
            customer_quoted_amount: Decimal::TEN,
            customer_invoiced_amount: Decimal::TEN,
            customer_recharge_amount: Decimal::ZERO,
            customer_requoted_amount: None,
            approved_amount: None,
            is_override: false,
            note: None,
            invoice_number: None,
            invoice_date: None,
        }
    }

    fn part(code: &str, is_additional: bool, cost: i64, sold: i64) -> ServiceDetail {
        let amount = |amount| Amount::untaxed(Decimal::from(amount), "AUD");
        let mut line = ServiceDetail::new(code, code, is_additional, amount(sold));
        line.set_cost(Some(amount(cost)));
        line
    }

    fn requoted_amounts(services: &[ReconciliationService]) -> Vec<(Decimal, Decimal)> {
        let amount = |of: Option<Decimal>| of.unwrap_or(Decimal::NEGATIVE_ONE);
        services
            .iter()
            .map(|one| {
                (
                    amount(one.carrier_requoted_amount),
                    amount(one.customer_requoted_amount),
                )
            })
            .collect()
    }

    #[test]
    fn parts_stand_beside_their_services() {
        let mut services = [
            service("FREIGHT", false),
            service("fuel", true),
            service("TAIL", true),
        ];
        share_out(
            &mut services,
            &[part("ROAD", false, 30, 40), part("FUEL", true, 3, 4)],
        );
        let dec = Decimal::from;
        assert_eq!(
            requoted_amounts(&services),
            [(dec(30), dec(40)), (dec(3), dec(4)), (dec(0), dec(0))]
        );
    }

    #[test]
    fn the_sum_is_that_of_the_price_whatever_was_invoiced() {
        let price = [
            part("ROAD", false, 30, 40),
            part("FUEL", true, 3, 4),
            part("LIFT", true, 5, 6),
        ];
        for codes in [&["ROAD"][..], &["FUEL"], &["X", "Y", "Z"]] {
            let mut services: Vec<ReconciliationService> = codes
                .iter()
                .map(|code| service(code, *code == "FUEL"))
                .collect();
            share_out(&mut services, &price);
            let sums = requoted_amounts(&services)
                .into_iter()
                .fold((Decimal::ZERO, Decimal::ZERO), |sum, one| {
                    (sum.0 + one.0, sum.1 + one.1)
                });
            assert_eq!(sums, (Decimal::from(38), Decimal::from(50)), "{codes:?}");
        }
    }
}
