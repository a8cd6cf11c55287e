//! Rate card routes and their validation.

use std::collections::BTreeMap;

use data::{
    ById, Change, Edit, Empty, Error, FieldError, ListQuery, Message, Outcome, PageOf, Result,
    Save, Scope, TextEnum, Where, ids::RateCardId, message, message::Remark, text_enum, validate,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    Verb,
    access::{FEATURE, RATES, RATES_EDIT},
    announce_change, edit,
    price::port::RateEngines,
    rate_cards::{
        self,
        model::{RateCard, RateCardKind, RateCardLine},
    },
    rates, zones,
};

const MAX_CARDS: usize = 200;
const MAX_NOTE_LENGTH: usize = 4000;

pub(crate) fn table() -> Routes {
    Routes::new("/api/rates/rate-card")
        .feature(FEATURE)
        .list("rate-cards", RATES, list)
        .accept_cookie()
        .get("rate-card", RATES, get)
        .accept_cookie()
        .post("rate-card", Save::with_permission(RATES_EDIT), create)
        .put("rate-card", Save::with_permission(RATES_EDIT), update)
        .delete("rate-card", RATES_EDIT, delete)
        .post("copy-rate-card", RATES_EDIT, rate_cards::versions::copy)
        .post("new-version", RATES_EDIT, rate_cards::versions::new_version)
        .post("process-rate-cards", RATES_EDIT, process)
        .get("compare-rate-cards", RATES, rate_cards::compare::compare)
        .get("engines", RATES, engines)
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveRateCard {
    rate_card: Change<RateCard>,
}

/// A single rate card.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneRateCard {
    pub rate_card: RateCard,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<RateCardLine>> {
    scope
        .page(&query, Where::all().is_null(RateCard::FILLED_BY))
        .await
}

async fn get(mut scope: Scope, ById { id }: ById<RateCardId>) -> Result<OneRateCard> {
    Ok(OneRateCard {
        rate_card: load_complete(&mut scope, id).await?,
    })
}

/// Rejects a card still being copied.
pub(crate) async fn load_complete(scope: &mut Scope, id: RateCardId) -> Result<RateCard> {
    let card: RateCard = scope.find(id).await?;
    if card.filled_by.is_none() {
        Ok(card)
    } else {
        Err(Error::NotFound("The rate card"))
    }
}

async fn create(scope: Scope, sent: SaveRateCard) -> Result<OneRateCard> {
    save(scope, Verb::Post, sent).await
}

async fn update(scope: Scope, sent: SaveRateCard) -> Result<OneRateCard> {
    save(scope, Verb::Put, sent).await
}

async fn save(mut scope: Scope, verb: Verb, sent: SaveRateCard) -> Result<OneRateCard> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let mut edit = edit(&mut scope, "rateCard", verb, sent.rate_card).await?;
    let card = &mut edit.record;
    card.currency.make_ascii_uppercase();
    if card.currency.is_empty() {
        card.currency.clone_from(&settings.currency.base_currency);
    }
    if card.kind == RateCardKind::Unknown && edit.before.is_none() {
        card.kind = RateCardKind::Sale;
    }
    card.terms.tidy();
    card.is_draft = !card.is_active && edit.before.as_ref().is_none_or(|before| before.is_draft);
    card.modified_time = scope.now();
    if let Some(customer) = card.customer_id
        && edit
            .before
            .as_ref()
            .is_none_or(|before| before.customer_id != Some(customer))
    {
        customers::find(&mut scope, customer).await?;
    }
    let has_new_kind = edit
        .before
        .as_ref()
        .is_none_or(|before| before.kind != edit.record.kind);
    let mut errors = field_errors(&edit.record, has_new_kind);
    errors.extend(check_engine(&scope, &edit)?);
    errors.extend(name_zones(&mut scope, &mut edit.record).await?);
    if errors.is_empty() && is_taken(&mut scope, &edit.record.code, edit.before.as_ref()).await? {
        errors.push(FieldError::new(
            "rateCard.code",
            message!("is the code of another rate card"),
        ));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    rename_versions(&mut scope, &edit).await?;
    scope.store(&mut edit).await?;
    announce_change(&mut scope, &edit.record.code).await?;
    scope.commit().await?;
    Ok(OneRateCard {
        rate_card: edit.record,
    })
}

fn check_engine(scope: &Scope, edit: &Edit<RateCard>) -> Result<Option<FieldError>> {
    let card = &edit.record;
    let stored = edit
        .before
        .as_ref()
        .map_or("", |before| before.engine.as_str());
    if card.engine.is_empty() && !card.is_own_form || card.engine == stored {
        return Ok(None);
    }
    let refused = |said: Message| Ok(Some(FieldError::new("rateCard.engine", said)));
    if card.is_own_form {
        return refused(message!(
            "cannot be changed: the card is kept in this engine's own form"
        ));
    }
    check_engine_id(scope, &card.engine)
}

/// Rejects an engine that is unknown or cannot price rows; empty is the default.
pub(crate) fn check_engine_id(scope: &Scope, engine: &str) -> Result<Option<FieldError>> {
    let engines = scope.port::<dyn RateEngines>()?.engines(scope.tenant);
    if engine.is_empty() || engines.iter().any(|known| known.id == engine) {
        return Ok(None);
    }
    let ids: Vec<String> = engines.into_iter().map(|engine| engine.id).collect();
    let refused = message!(
        "must be one of {engines}, or empty",
        engines = ids.join(", ")
    );
    Ok(Some(FieldError::new("rateCard.engine", refused)))
}

#[derive(Serialize, JsonSchema)]
struct Engines {
    engines: Vec<EngineName>,
}

/// A rate engine that prices row-based rates.
#[derive(Serialize, JsonSchema)]
struct EngineName {
    id: String,
    name: String,
}

async fn engines(scope: Scope, _: Empty) -> Result<Engines> {
    let engines = scope.port::<dyn RateEngines>()?.engines(scope.tenant);
    Ok(Engines {
        engines: engines
            .into_iter()
            .map(|engine| EngineName {
                id: engine.id,
                name: engine.name,
            })
            .collect(),
    })
}

/// Keeps an unknown stored kind.
pub(crate) fn field_errors(card: &RateCard, has_new_kind: bool) -> Vec<FieldError> {
    let mut errors = validate::check("rateCard", card);
    if has_new_kind && let Err(unknown) = text_enum::check(card.kind) {
        errors.push(FieldError::new("rateCard.kind", unknown));
    }
    if !carriage::countries::is_currency(&card.currency) {
        errors.push(FieldError::new(
            "rateCard.currency",
            message!("must be a currency's three letters, as in AUD"),
        ));
    }
    errors.extend(rates::rules::check_period(
        "rateCard",
        card.effective_date,
        card.expire_date,
    ));
    errors.extend(card.terms.check("rateCard.terms"));
    errors
}

/// Gives levy zones the card's spelling; returns errors for unknown ones.
pub(crate) async fn name_zones(scope: &mut Scope, card: &mut RateCard) -> Result<Vec<FieldError>> {
    let zone_codes: Vec<String> = card
        .terms
        .zones_mut()
        .map(|(_, zone)| zone.to_lowercase())
        .collect();
    let codes: BTreeMap<String, String> =
        zones::routes::find_codes(scope, card.id, &zone_codes).await?;
    let mut errors = Vec::new();
    for (at, zone) in card.terms.zones_mut() {
        match codes.get(&zone.to_lowercase()) {
            Some(code) => zone.clone_from(code),
            None => {
                let member = format!("rateCard.terms.levies[{at}].when.zone");
                errors.push(FieldError::new(
                    member,
                    message!("is not a zone of this card: add the zone first"),
                ));
            }
        }
    }
    Ok(errors)
}

/// Ignores case and other versions of this card.
pub(crate) async fn is_taken(
    scope: &mut Scope,
    code: &str,
    except: Option<&RateCard>,
) -> Result<bool> {
    let cards: Vec<RateCardLine> = scope.all(Where::all()).await?;
    let others = cards
        .iter()
        .filter(|card| except.is_none_or(|own| own.code != card.code));
    let key = code.to_lowercase();
    Ok(others
        .into_iter()
        .any(|card| card.code.to_lowercase() == key))
}

async fn rename_versions(scope: &mut Scope, edit: &Edit<RateCard>) -> Result<()> {
    let Some(before) = edit
        .before
        .as_ref()
        .filter(|before| before.code != edit.record.code)
    else {
        return Ok(());
    };
    let others = Where::all()
        .eq(RateCard::CODE, before.code.clone())
        .ne(RateCard::ID, before.id);
    for mut other in scope.all::<RateCard>(others).await? {
        other.code.clone_from(&edit.record.code);
        scope.update(&mut other).await?;
    }
    Ok(())
}

async fn delete(mut scope: Scope, ById { id }: ById<RateCardId>) -> Result<Empty> {
    let card: RateCard = scope.find(id).await?;
    scope.delete::<RateCard>(id).await?;
    announce_change(&mut scope, &card.code).await?;
    scope.commit().await?;
    Ok(Empty {})
}

/// A bulk operation on rate cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
enum RateCardOperation {
    /// Excludes the card from pricing.
    Retire,
    Activate,
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
struct ProcessRateCards {
    operation: RateCardOperation,
    /// 1 to 200.
    ids: Vec<RateCardId>,
    /// Reason, stored in the audit log.
    note: Option<String>,
}

/// Result of an operation on one rate card.
#[derive(Serialize, JsonSchema)]
struct ProcessedRateCard {
    id: RateCardId,
    success: bool,
    #[serde(flatten)]
    remark: Remark,
}

impl From<Outcome<RateCardId>> for ProcessedRateCard {
    fn from(outcome: Outcome<RateCardId>) -> Self {
        let (id, success, remark) = outcome.into_remark();
        Self {
            id,
            success,
            remark,
        }
    }
}

async fn process(mut scope: Scope, sent: ProcessRateCards) -> Result<Vec<ProcessedRateCard>> {
    if sent.ids.is_empty() || sent.ids.len() > MAX_CARDS {
        return Err(Error::invalid(
            "ids",
            message!("must be from 1 to {max} rate cards", max = MAX_CARDS),
        ));
    }
    if sent
        .note
        .as_ref()
        .is_some_and(|note| note.chars().count() > MAX_NOTE_LENGTH)
    {
        return Err(Error::invalid(
            "note",
            message!("must be at most {max} characters", max = MAX_NOTE_LENGTH),
        ));
    }
    let mut results = Vec::with_capacity(sent.ids.len());
    for id in sent.ids {
        let done = process_one(&mut scope, id, sent.operation, sent.note.as_deref()).await;
        if done.is_err() {
            scope.rollback();
        }
        results.push(Outcome::new(id, done).into());
    }
    Ok(results)
}

async fn process_one(
    scope: &mut Scope,
    id: RateCardId,
    operation: RateCardOperation,
    note: Option<&str>,
) -> Result<()> {
    let mut card = load_complete(scope, id).await?;
    card.is_active = operation == RateCardOperation::Activate;
    card.is_draft = false;
    card.modified_time = scope.now();
    scope.update(&mut card).await?;
    if let Some(note) = note {
        scope.note("RateCard", id, "note", None::<&str>, note);
    }
    announce_change(scope, &card.code).await?;
    scope.commit().await
}
