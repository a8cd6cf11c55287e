//! Rate services: products and additional services.

use data::{
    ById, Change, Empty, Error, FieldError, Form, ListQuery, New, NewRecord, PageOf, Record,
    Result, Save, Scope, Where, ids::RateCardId, message, validate,
};
use garde::Validate;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    Verb,
    access::{FEATURE, RATES, RATES_EDIT},
    begin_change, check_room, check_same_card, edit,
    rate_cards::model::RateCard,
    rates::{
        self,
        routes::Rate,
        rules::{MAX_CODE_LENGTH, MAX_NAME_LENGTH},
    },
};

data::id! { RateServiceId }

pub(crate) const MAX_SERVICES: i64 = 100;

pub(crate) fn table() -> Routes {
    Routes::new("/api/rates/service")
        .feature(FEATURE)
        .list("rate-services", RATES, list)
        .post("rate-service", Save::with_permission(RATES_EDIT), create)
        .put("rate-service", Save::with_permission(RATES_EDIT), update)
        .delete("rate-service", RATES_EDIT, delete)
}

/// A service of a rate card.
#[data::wire(trim)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "rate_services", name = "The rate service", open)]
#[garde(allow_unvalidated)]
pub struct RateService {
    /// 0 or omitted for a new service.
    pub id: RateServiceId,
    pub row_version: i64,
    pub rate_card_id: RateCardId,
    /// Unique in its card.
    #[garde(length(chars, min = 1, max = MAX_CODE_LENGTH))]
    pub code: String,
    #[serde(skip)]
    #[record(internal)]
    pub code_key: String,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub name: String,
    /// True if sold only together with another service.
    pub is_additional: bool,
    pub is_active: bool,
    /// Minimum charged quantity.
    pub min_unit: Option<Decimal>,
}

impl Default for RateService {
    fn default() -> Self {
        New::<Self> {
            rate_card_id: RateCardId(0),
            code: String::new(),
            code_key: String::new(),
            name: String::new(),
            is_additional: false,
            is_active: true,
            min_unit: None,
        }
        .unsaved()
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CardQuery {
    rate_card_id: RateCardId,
    /// Limits the list to one service.
    entity_id: Option<RateServiceId>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveRateService {
    rate_service: Change<RateService>,
}

/// A single rate service.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OneRateService {
    rate_service: RateService,
}

async fn list(
    mut scope: Scope,
    parent: CardQuery,
    query: ListQuery,
) -> Result<PageOf<RateService>> {
    scope.find::<RateCard>(parent.rate_card_id).await?;
    let filter = Where::all().eq(RateService::RATE_CARD_ID, parent.rate_card_id);
    scope
        .page(&query, filter.eq_some(RateService::ID, parent.entity_id))
        .await
}

async fn create(scope: Scope, sent: SaveRateService) -> Result<OneRateService> {
    save(scope, Verb::Post, sent).await
}

async fn update(scope: Scope, sent: SaveRateService) -> Result<OneRateService> {
    save(scope, Verb::Put, sent).await
}

async fn save(mut scope: Scope, verb: Verb, sent: SaveRateService) -> Result<OneRateService> {
    let mut edit = edit(&mut scope, "rateService", verb, sent.rate_service).await?;
    let stored = edit.before.as_ref().map(|before| before.rate_card_id);
    let service = &mut edit.record;
    check_same_card(&mut scope, "rateService", service.rate_card_id, stored).await?;
    begin_change(&mut scope, service.rate_card_id).await?;
    service.code_key = service.code.to_lowercase();
    let of_card = Where::all().eq(RateService::RATE_CARD_ID, service.rate_card_id);
    let mut errors = field_errors("rateService", service);
    let same_code = of_card
        .clone()
        .eq(RateService::CODE_KEY, service.code_key.clone())
        .ne(RateService::ID, service.id);
    if scope.first::<RateService>(same_code).await?.is_some() {
        errors.push(FieldError::new(
            "rateService.code",
            message!("is the code of another service of this card"),
        ));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    if edit.before.is_none() {
        check_room(&mut scope, of_card, MAX_SERVICES, "rateService").await?;
    }
    scope.store(&mut edit).await?;
    scope.commit().await?;
    Ok(OneRateService {
        rate_service: edit.record,
    })
}

pub(crate) fn field_errors(member: &str, service: &RateService) -> Vec<FieldError> {
    let mut errors = validate::check(member, service);
    errors.extend(
        service
            .min_unit
            .and_then(|unit| rates::rules::check_amount(&format!("{member}.minUnit"), unit)),
    );
    errors
}

async fn delete(mut scope: Scope, ById { id }: ById<RateServiceId>) -> Result<Empty> {
    let service: RateService = scope.find(id).await?;
    begin_change(&mut scope, service.rate_card_id).await?;
    let priced = Where::all()
        .eq(Rate::RATE_CARD_ID, service.rate_card_id)
        .eq(Rate::RATE_SERVICE_ID, id);
    let rates = scope.count(priced.is_null(Rate::REPLACED_BY)).await?;
    if rates > 0 {
        let used = message!(
            "has rates ({count}): delete them first, or make the service inactive",
            count = rates
        );
        return Err(Error::invalid("id", used));
    }
    scope.delete::<RateService>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}
