//! Rates: routes and records.

use chrono::NaiveDate;
use data::{
    ById, Change, Empty, Error, FieldMessage, Form, ListQuery, New, NewRecord, PageOf, Record,
    Result, Save, Scope, TextEnum, Where, ids::RateCardId, message,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    Verb,
    access::{FEATURE, RATES, RATES_EDIT},
    begin_change, check_room, edit,
    rate_cards::model::RateCard,
    rates::{self, checks::RateInput},
    services::{RateService, RateServiceId},
    zones,
};

data::id! { RateId }

pub(crate) const MAX_RATES: i64 = 1_000_000;

pub(crate) fn table() -> Routes {
    Routes::new("/api/rates/rate")
        .feature(FEATURE)
        .list("rates", RATES, list)
        .list("service-rate", RATES, list_by_service)
        .post("rate", Save::with_permission(RATES_EDIT), create)
        .put("rate", Save::with_permission(RATES_EDIT), update)
        .delete("rate", RATES_EDIT, delete)
}

/// The quantity that a rate counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum CalculationMethod {
    Flat,
    PerKg,
    PerItem,
    PerPallet,
    PerCubicMetre,
    PerKm,
    PerHour,
    #[text_enum(unknown)]
    Unknown,
}

/// Kind of a rate line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, TextEnum)]
pub enum RateType {
    /// A fixed charge, regardless of quantity.
    Basic,
    /// A price per unit, up to its break.
    Break,
    /// A fixed price for quantities up to its break.
    Flat,
}

/// A line of a rate.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RateDetail {
    pub rate_type: RateType,
    /// Maximum quantity; null: unlimited.
    #[serde(rename = "break")]
    pub up_to: Option<Decimal>,
    /// Fixed charge.
    #[serde(default)]
    pub basic: Decimal,
    /// Price per unit; for Flat the total.
    #[serde(default)]
    pub value: Decimal,
}

/// The price of a service on a lane.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "rates", name = "The rate", open)]
pub struct Rate {
    /// 0 or omitted for a new rate.
    pub id: RateId,
    pub row_version: i64,
    /// The card of its service.
    #[serde(skip_deserializing)]
    pub rate_card_id: RateCardId,
    pub rate_service_id: RateServiceId,
    /// Code of a zone of the card.
    pub from_zone: String,
    pub to_zone: String,
    pub calculation_method: CalculationMethod,
    /// True if it also applies in the return direction.
    pub reciprocal: bool,
    /// True: each unit is priced by its own break. False: all units by the break of the total.
    pub accumulative: bool,
    /// Minimum charge.
    pub minimum: Decimal,
    /// Kilograms per cubic metre; null: the card's value.
    pub cubic_allowance: Option<Decimal>,
    /// Goods ready later leave the next day: `16:30`.
    pub cut_off_time: Option<String>,
    /// Business days.
    pub transit_time: Option<i64>,
    /// First day of validity; null: unlimited.
    pub effective_date: Option<NaiveDate>,
    /// Last day of validity; null: unlimited.
    #[serde(deserialize_with = "data::case::expiry")]
    pub expire_date: Option<NaiveDate>,
    /// 1 to 100 lines, breaks in ascending order.
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
        New::<Self> {
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
        .unsaved()
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CardQuery {
    rate_card_id: RateCardId,
    rate_service_id: Option<RateServiceId>,
    /// Zone code.
    from_zone: Option<String>,
    to_zone: Option<String>,
    calculation_method: Option<CalculationMethod>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ServiceQuery {
    rate_card_id: RateCardId,
    /// Limits the list to one rate.
    entity_id: Option<RateId>,
    service_id: RateServiceId,
}

#[derive(Deserialize, JsonSchema)]
struct SaveRate {
    rate: Change<Rate>,
}

/// A single rate.
#[derive(Serialize, JsonSchema)]
struct OneRate {
    rate: Rate,
    /// Warnings about the saved rate.
    warnings: Vec<FieldMessage>,
}

async fn list(mut scope: Scope, parent: CardQuery, query: ListQuery) -> Result<PageOf<Rate>> {
    scope.find::<RateCard>(parent.rate_card_id).await?;
    let zone = |code: &Option<String>| code.as_deref().map(|code| code.trim().to_lowercase());
    let (from, to) = (zone(&parent.from_zone), zone(&parent.to_zone));
    let zone_codes: Vec<String> = [&from, &to].into_iter().flatten().cloned().collect();
    let codes = zones::routes::find_codes(&mut scope, parent.rate_card_id, &zone_codes).await?;
    // An unknown zone has no rates.
    let code = |key: Option<String>| key.map(|key| codes.get(&key).cloned().unwrap_or_default());
    let filter = live(parent.rate_card_id)
        .eq_some(Rate::RATE_SERVICE_ID, parent.rate_service_id)
        .eq_some(Rate::FROM_ZONE, code(from))
        .eq_some(Rate::TO_ZONE, code(to))
        .eq_some(Rate::CALCULATION_METHOD, parent.calculation_method);
    scope.page(&query, filter).await
}

async fn list_by_service(
    mut scope: Scope,
    parent: ServiceQuery,
    query: ListQuery,
) -> Result<PageOf<Rate>> {
    scope.find::<RateCard>(parent.rate_card_id).await?;
    let filter = live(parent.rate_card_id)
        .eq(Rate::RATE_SERVICE_ID, parent.service_id)
        .eq_some(Rate::ID, parent.entity_id);
    scope.page(&query, filter).await
}

/// Excludes staged and replaced rates.
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
    begin_change(&mut scope, card).await?;
    let mut inputs = [RateInput {
        member: "rate".to_owned(),
        rate,
    }];
    let errors = rates::checks::check(&mut scope, card, &mut inputs, &[]).await?;
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    if edit.before.is_none() {
        check_room(&mut scope, live(card), MAX_RATES, "rate").await?;
    }
    scope.store(&mut edit).await?;
    scope.commit().await?;
    let warnings = rates::rules::warnings("rate", &edit.record)
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
    begin_change(&mut scope, rate.rate_card_id).await?;
    scope.delete::<Rate>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}
