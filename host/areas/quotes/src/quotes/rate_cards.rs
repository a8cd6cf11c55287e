//! Accounts priced by the tenant's rate cards.

use std::sync::Arc;

use carriers::port::{CarrierFault, Charge, Consignment, FaultKind, Rate};
use chrono::{NaiveTime, Timelike};
use freight::money;
use kernel::{Error, Result, Scope};
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
) -> Result<Vec<Rate>, CarrierFault> {
    let tax = tax_percent(&scope, &goods).await.map_err(failed)?;
    let tariff = price::tariff_of_code(&mut scope, &account_code, goods.dispatch_date)
        .await
        .map_err(failed)?;
    let Some(tariff) = tariff else {
        return Err(refused(format!(
            "This account is priced by rate cards, and none with its code {account_code} applies on {}.",
            goods.dispatch_date
        )));
    };
    if tariff.currency != goods.currency {
        let message = format!(
            "The rate card {} is in {}, not in {}.",
            tariff.code, tariff.currency, goods.currency
        );
        return Err(refused(message));
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
        return Err(refused(reasons(&priced)));
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
    let charge = |(at, line): (usize, &price::port::PriceLine)| {
        let amount = money::from_minor(line.minor, &tariff.currency);
        Charge {
            code: line.code.clone(),
            description: line.description.clone(),
            amount,
            tax: money::tax(amount, tax, &tariff.currency),
            additional: at > 0,
        }
    };
    let cut_off = price
        .rates
        .first()
        .and_then(|at| lane.rates.get(*at)?.get().cut_off);
    Some(Rate {
        service_code: service.code.clone(),
        service_name: service.name.clone(),
        charges: price.lines.iter().enumerate().map(charge).collect(),
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

fn refused(message: String) -> CarrierFault {
    CarrierFault {
        kind: FaultKind::Rejected {
            code: "no-price".to_owned(),
        },
        message,
    }
}

fn failed(error: Error) -> CarrierFault {
    CarrierFault {
        kind: FaultKind::Plugin {
            word: "rate-card".to_owned(),
        },
        message: error.sentence(),
    }
}
