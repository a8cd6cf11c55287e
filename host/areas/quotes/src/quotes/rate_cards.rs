//! Accounts priced by the tenant's rate cards.

use std::sync::Arc;

use carriage::{Charge, Consignment, FaultKind, PluginFault, Rate, money, wit::Money};
use chrono::{NaiveTime, Timelike};
use data::{Error, Message, Result, Scope, message};
use rates::{
    Place,
    price::{
        self, CardPrices,
        port::{LanePrice, PricedGoods},
    },
};
use rust_decimal::Decimal;

/// Uses the rate card with the account's code.
pub(crate) async fn rates(
    mut scope: Scope,
    account_code: String,
    goods: Consignment,
    ready: NaiveTime,
) -> Result<Vec<Rate>, PluginFault> {
    let tax = tax_percent(&scope, &goods).await.map_err(failed)?;
    let tariff = price::tariff_of_code(&mut scope, &account_code, goods.dispatch_date)
        .await
        .map_err(failed)?;
    let Some(tariff) = tariff else {
        return Err(refused(message!(
            "This account is priced by rate cards, and none with its code {code} applies on {day}.",
            code = account_code,
            day = goods.dispatch_date.to_string()
        )));
    };
    if tariff.currency != goods.currency {
        return Err(refused(message!(
            "The rate card {code} is in {currency}, not in {expected}.",
            code = tariff.code,
            currency = tariff.currency,
            expected = goods.currency
        )));
    }
    let (from, to) = (Place::from(&goods.from), Place::from(&goods.to));
    let residential = goods.to.is_residential();
    let priced_goods = PricedGoods {
        pieces: goods.pieces,
        day: goods.dispatch_date,
        ready: u16::try_from(ready.hour() * 60 + ready.minute()).ok(),
        residential,
        options: goods.options,
        distance_m: None,
        duration_minutes: None,
        waiting_minutes: 0,
        explain: false,
    };
    let priced = price::price(&mut scope, tariff, &from, &to, Arc::new(priced_goods), &[])
        .await
        .map_err(failed)?;
    if priced.prices.is_empty() {
        return Err(refused(Message::verbatim(reasons(&priced))));
    }
    Ok(priced
        .prices
        .iter()
        .filter_map(|price| rate(&priced, price, tax))
        .collect())
}

/// Cards have no tax: domestic carriage bears the tenant's.
async fn tax_percent(scope: &Scope, goods: &Consignment) -> Result<Decimal> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let home = &settings.general.country_code;
    let is_at_home = [&goods.from, &goods.to]
        .iter()
        .all(|end| end.country_code.eq_ignore_ascii_case(home));
    Ok(if is_at_home {
        settings.tax.gst
    } else {
        Decimal::ZERO
    })
}

fn rate(priced: &CardPrices, price: &LanePrice, tax: Decimal) -> Option<Rate> {
    let lane = priced.lane.as_ref()?;
    let tariff = &priced.tariff;
    let service = tariff.services.get(*lane.services.get(price.service)?)?;
    let charge = |line: &Charge| {
        let tax = money::tax(line.amount.amount(), tax, &tariff.currency);
        Some(Charge {
            tax: Money::new(tax, &tariff.currency)?,
            ..line.clone()
        })
    };
    let cut_off = price
        .rates
        .first()
        .and_then(|at| lane.rates.get(*at)?.get().cut_off);
    Some(Rate {
        service_code: service.code.clone(),
        service_name: service.name.clone(),
        charges: price.lines.iter().map(charge).collect::<Option<_>>()?,
        transit_days: price.transit_days,
        cut_off: cut_off.map(|minutes| format!("{:02}:{:02}", minutes / 60, minutes % 60)),
        carrier_quote: None,
    })
}

fn reasons(priced: &CardPrices) -> String {
    let service_reasons = priced.refused.iter().map(|(service, reason)| {
        let service = service.and_then(|at| priced.tariff.services.get(at));
        match service {
            Some(service) if !reason.starts_with(&service.code) => {
                format!("{}: {reason}", service.code)
            }
            _ => reason.clone(),
        }
    });
    service_reasons.collect::<Vec<_>>().join("; ")
}

fn refused(message: Message) -> PluginFault {
    PluginFault::new(FaultKind::rejected("no-price"), message)
}

fn failed(error: Error) -> PluginFault {
    let kind = FaultKind::NotCalled {
        reason: "rate-card",
    };
    PluginFault::new(kind, Message::verbatim(error.sentence()))
}
