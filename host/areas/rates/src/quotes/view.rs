//! API views of rate card prices.

use chrono::NaiveDate;
use data::{Result, files, ids::RateCardId};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    price::{CardPrices, port::LanePrice},
    rate_cards::model::RateCardKind,
    rates::routes::RateId,
};

/// Price of a card's service, exclusive of tax.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateQuote")]
pub(crate) struct Quote {
    pub id: String,
    pub rate_card_id: RateCardId,
    pub rate_card_code: String,
    pub rate_card_name: String,
    pub rate_card_version: i64,
    pub kind: RateCardKind,
    pub currency: String,
    pub service_code: String,
    pub service_name: String,
    pub cost: Totals,
    /// Freight first, then surcharges.
    pub service_details: Vec<ServiceDetail>,
    pub quote_attributes: Attributes,
}

#[data::wire]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateQuoteTotals")]
pub(crate) struct Totals {
    pub freight: Decimal,
    /// Levies and additional services.
    pub additional: Decimal,
    pub total: Decimal,
}

#[data::wire]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateQuoteDetail")]
pub(crate) struct ServiceDetail {
    pub service_code: String,
    pub service_name: String,
    pub is_additional: bool,
    pub amount: Decimal,
}

#[data::wire]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateQuoteAttributes")]
pub(crate) struct Attributes {
    pub from_zone: String,
    pub to_zone: String,
    /// Set if the rate is stored for the return direction.
    pub is_reciprocal: bool,
    pub rate_ids: Vec<RateId>,
    /// Kilograms.
    pub chargeable_weight: Decimal,
    /// Business days.
    pub transit_time: Option<u32>,
    pub dispatch_date: Option<NaiveDate>,
    pub delivery_date: Option<NaiveDate>,
    /// Estimated road distance, if the request has none.
    pub estimated_distance_km: Option<Decimal>,
    pub estimated_duration_minutes: Option<u32>,
    /// Calculation steps of the freight, one sentence each; only on request.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub explanation: Vec<String>,
}

/// Reason that a card or service has no price.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateQuoteRefusal")]
pub(crate) struct NoQuote {
    pub rate_card_id: RateCardId,
    pub rate_card_code: String,
    /// Null: the whole card.
    pub service_code: Option<String>,
    pub reason: String,
}

/// Quotes, cheapest first, and reasons for missing ones.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateQuotes")]
pub(crate) struct Quotes {
    pub quotes: Vec<Quote>,
    pub refused: Vec<NoQuote>,
}

impl Quotes {
    pub fn add(&mut self, priced: &CardPrices) -> Result<()> {
        let tariff = &priced.tariff;
        for price in &priced.prices {
            self.quotes.extend(quote(priced, price)?);
        }
        self.refused
            .extend(priced.refused.iter().map(|(service, reason)| NoQuote {
                rate_card_id: tariff.id,
                rate_card_code: tariff.code.clone(),
                service_code: service.and_then(|at| Some(tariff.services.get(at)?.code.clone())),
                reason: reason.clone(),
            }));
        Ok(())
    }

    pub fn sorted(mut self) -> Self {
        self.quotes.sort_by_key(|quote| quote.cost.total);
        self
    }
}

/// Returns none for services that were not requested.
fn quote(priced: &CardPrices, price: &LanePrice) -> Result<Option<Quote>> {
    let tariff = &priced.tariff;
    let Some(lane) = &priced.lane else {
        return Ok(None);
    };
    let Some(service) = lane
        .services
        .get(price.service)
        .and_then(|at| tariff.services.get(*at))
    else {
        return Ok(None);
    };
    let details: Vec<ServiceDetail> = price
        .lines
        .iter()
        .map(|line| ServiceDetail {
            service_code: line.code.clone(),
            service_name: line.description.clone(),
            is_additional: line.additional,
            amount: line.amount.amount(),
        })
        .collect();
    let sum = |additional: bool| -> Decimal {
        details
            .iter()
            .filter(|detail| detail.is_additional == additional)
            .map(|detail| detail.amount)
            .sum()
    };
    let (freight, additional) = (sum(false), sum(true));
    let rates: Vec<_> = price
        .rates
        .iter()
        .filter_map(|at| lane.rates.get(*at))
        .collect();
    let first = rates.first().map(|rate| rate.get());
    let zone = |zones: &[String], at: Option<u16>| {
        at.and_then(|at| zones.get(usize::from(at)))
            .cloned()
            .unwrap_or_default()
    };
    Ok(Some(Quote {
        id: files::random_token()?,
        rate_card_id: tariff.id,
        rate_card_code: tariff.code.clone(),
        rate_card_name: tariff.name.clone(),
        rate_card_version: tariff.version,
        kind: tariff.kind,
        currency: tariff.currency.clone(),
        service_code: service.code.clone(),
        service_name: service.name.clone(),
        cost: Totals {
            freight,
            additional,
            total: freight + additional,
        },
        service_details: details,
        quote_attributes: Attributes {
            from_zone: zone(&lane.from_zones, first.map(|rate| rate.from)),
            to_zone: zone(&lane.to_zones, first.map(|rate| rate.to)),
            is_reciprocal: first.is_some_and(|rate| rate.is_reciprocal),
            rate_ids: rates.iter().map(|rate| rate.get().id).collect(),
            chargeable_weight: price.chargeable_weight.normalize(),
            transit_time: price.transit_days,
            dispatch_date: price.dispatch_date,
            delivery_date: price.delivery_date,
            estimated_distance_km: priced.estimated.map(|way| {
                Decimal::new(i64::try_from(way.metres).unwrap_or(i64::MAX), 3).normalize()
            }),
            estimated_duration_minutes: priced.estimated.map(|way| way.minutes),
            explanation: price.explanation.clone(),
        },
    }))
}
