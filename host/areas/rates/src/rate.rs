//! Rates: the price of a service from zone to zone, by what is counted and how much of it there is.

use chrono::NaiveDate;
use kernel::{
    ById, Change, Empty, Error, FieldMessage, Form, ListQuery, PageOf, Record, Result, Routes,
    Save, Scope, Where, Words, case::null_is_default, ids::RateCardId, message,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Verb,
    access::{FEATURE, RATES, RATES_EDIT},
    card::RateCard,
    changing,
    checks::{self, Named},
    edit, has_room, rules,
    services::{RateService, RateServiceId},
    zones,
};

kernel::id! { RateId }

pub(crate) const MAX_RATES: i64 = 1_000_000;

pub(crate) fn table() -> Routes {
    Routes::at("/api/rates/rate")
        .feature(FEATURE)
        .list("rates", RATES, list)
        .list("service-rate", RATES, of_service)
        .post("rate", Save::by(RATES_EDIT), create)
        .put("rate", Save::by(RATES_EDIT), update)
        .delete("rate", RATES_EDIT, delete)
}

/// What a rate counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum CalculationMethod {
    Flat,
    PerKg,
    PerItem,
    PerPallet,
    PerCubicMetre,
    PerKm,
    PerHour,
    #[words(unknown)]
    Unknown,
}

/// What a line of a rate is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Words)]
pub enum RateType {
    /// What is charged once, whatever the quantity.
    Basic,
    /// A price per unit, for quantities up to its break.
    Break,
    /// A price for any quantity up to its break.
    Flat,
}

/// A line of a rate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RateDetail {
    pub rate_type: RateType,
    /// The largest quantity that it is for; null: whatever is beyond the breaks before it.
    #[serde(rename = "break", default, with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub up_to: Option<Decimal>,
    /// Charged once.
    #[serde(default, with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub basic: Decimal,
    /// Per unit; for Flat: in all.
    #[serde(default, with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub value: Decimal,
}

/// The price of a service on a lane.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "rates", name = "The rate", open)]
pub struct Rate {
    /// 0 or left out for a new one.
    pub id: RateId,
    pub row_version: i64,
    /// That of its service.
    #[serde(skip_deserializing)]
    pub rate_card_id: RateCardId,
    pub rate_service_id: RateServiceId,
    /// A code of a zone of the card.
    #[serde(deserialize_with = "kernel::case::text")]
    pub from_zone: String,
    #[serde(deserialize_with = "kernel::case::text")]
    pub to_zone: String,
    pub calculation_method: CalculationMethod,
    /// Holds in the other direction, too.
    pub reciprocal: bool,
    /// Each unit costs what its own break says; else all of them what the break of the whole quantity says.
    pub accumulative: bool,
    /// The least that is charged.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub minimum: Decimal,
    /// Kilograms that a cubic metre counts for; null: as the card says.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub cubic_allowance: Option<Decimal>,
    /// What is ready later leaves the next day: `16:30`.
    #[serde(deserialize_with = "kernel::case::text")]
    pub cut_off_time: Option<String>,
    /// In business days.
    pub transit_time: Option<i64>,
    /// The first day that it applies; null: it always has.
    pub effective_date: Option<NaiveDate>,
    /// The last day that it applies; null: no end.
    #[serde(deserialize_with = "kernel::case::expiry")]
    pub expire_date: Option<NaiveDate>,
    /// 1 to 100 lines, breaks in ascending order.
    #[serde(deserialize_with = "null_is_default")]
    #[record(json)]
    pub rate_details: Vec<RateDetail>,
    #[serde(skip)]
    #[record(internal)]
    pub import_id: Option<i64>,
    #[serde(skip)]
    #[record(internal)]
    pub replaced_by: Option<i64>,
}

impl Default for Rate {
    fn default() -> Self {
        Self {
            id: RateId(0),
            row_version: 0,
            rate_card_id: RateCardId(0),
            rate_service_id: RateServiceId(0),
            from_zone: String::new(),
            to_zone: String::new(),
            calculation_method: CalculationMethod::Unknown,
            reciprocal: false,
            accumulative: false,
            minimum: Decimal::ZERO,
            cubic_allowance: None,
            cut_off_time: None,
            transit_time: None,
            effective_date: None,
            expire_date: None,
            rate_details: Vec::new(),
            import_id: None,
            replaced_by: None,
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OfCard {
    rate_card_id: RateCardId,
    rate_service_id: Option<RateServiceId>,
    /// A zone's code.
    from_zone: Option<String>,
    to_zone: Option<String>,
    calculation_method: Option<CalculationMethod>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OfService {
    rate_card_id: RateCardId,
    /// This rate alone.
    entity_id: Option<RateId>,
    service_id: RateServiceId,
}

#[derive(Deserialize, JsonSchema)]
struct SaveRate {
    rate: Change<Rate>,
}

/// One rate.
#[derive(Serialize, JsonSchema)]
struct OneRate {
    rate: Rate,
    /// What was kept as it was sent and is worth a second look.
    warnings: Vec<FieldMessage>,
}

async fn list(mut scope: Scope, of: OfCard, query: ListQuery) -> Result<PageOf<Rate>> {
    scope.find::<RateCard>(of.rate_card_id).await?;
    let zone = |code: &Option<String>| code.as_deref().map(|code| code.trim().to_lowercase());
    let (from, to) = (zone(&of.from_zone), zone(&of.to_zone));
    let named: Vec<String> = [&from, &to].into_iter().flatten().cloned().collect();
    let codes = zones::codes(&mut scope, of.rate_card_id, &named).await?;
    // A zone that the card has not got has no rates.
    let code = |key: Option<String>| key.map(|key| codes.get(&key).cloned().unwrap_or_default());
    let own = live(of.rate_card_id)
        .eq_some(Rate::RATE_SERVICE_ID, of.rate_service_id)
        .eq_some(Rate::FROM_ZONE, code(from))
        .eq_some(Rate::TO_ZONE, code(to))
        .eq_some(Rate::CALCULATION_METHOD, of.calculation_method);
    scope.page(&query, own).await
}

async fn of_service(mut scope: Scope, of: OfService, query: ListQuery) -> Result<PageOf<Rate>> {
    scope.find::<RateCard>(of.rate_card_id).await?;
    let own = live(of.rate_card_id)
        .eq(Rate::RATE_SERVICE_ID, of.service_id)
        .eq_some(Rate::ID, of.entity_id);
    scope.page(&query, own).await
}

/// The rates of a card that no import has replaced.
pub(crate) fn live(card: RateCardId) -> Where<Rate> {
    Where::all()
        .eq(Rate::RATE_CARD_ID, card)
        .is_null(Rate::REPLACED_BY)
}

async fn create(scope: Scope, sent: SaveRate) -> Result<OneRate> {
    save(scope, Verb::Post, sent).await
}

async fn update(scope: Scope, sent: SaveRate) -> Result<OneRate> {
    save(scope, Verb::Put, sent).await
}

async fn save(mut scope: Scope, verb: Verb, sent: SaveRate) -> Result<OneRate> {
    let mut edit = edit(&mut scope, "rate", verb, sent.rate).await?;
    if edit
        .before
        .as_ref()
        .is_some_and(|before| before.replaced_by.is_some())
    {
        return Err(Error::NotFound("The rate"));
    }
    let rate = &mut edit.record;
    if rate.rate_service_id == RateServiceId(0) {
        return Err(Error::invalid(
            "rate.rateServiceId",
            message!("is required"),
        ));
    }
    let service: RateService = scope.find(rate.rate_service_id).await?;
    if edit
        .before
        .as_ref()
        .is_some_and(|before| before.rate_card_id != service.rate_card_id)
    {
        return Err(Error::invalid(
            "rate.rateServiceId",
            message!("must be a service of the rate's own card"),
        ));
    }
    let card = service.rate_card_id;
    rate.rate_card_id = card;
    changing(&mut scope, card).await?;
    let mut named = [Named {
        member: "rate".to_owned(),
        rate,
    }];
    let errors = checks::check(&mut scope, card, &mut named, &[]).await?;
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    if edit.before.is_none() {
        has_room(&mut scope, live(card), MAX_RATES, "rate").await?;
    }
    scope.store(&mut edit).await?;
    scope.commit().await?;
    let warnings = rules::warnings("rate", &edit.record)
        .into_iter()
        .map(FieldMessage::from)
        .collect();
    Ok(OneRate {
        rate: edit.record,
        warnings,
    })
}

async fn delete(mut scope: Scope, ById { id }: ById<RateId>) -> Result<Empty> {
    let rate: Rate = scope.find(id).await?;
    if rate.replaced_by.is_some() {
        return Err(Error::NotFound("The rate"));
    }
    changing(&mut scope, rate.rate_card_id).await?;
    scope.delete::<Rate>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}
