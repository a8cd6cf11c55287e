//! Rates: sale and cost tariffs, as rate cards or in an engine's own format.
//!
//! Terms: a *card* is one version of a tariff; versions share a code. A *service* is a product, a
//! *zone* a named set of places, a *location* one such place, a *rate* the price of a service from
//! zone to zone. A card may store its data in the format of its *engine*, a plugin.
//!
//! Invariants:
//! - Code and version are unique in a tenant.
//! - Services, zones, locations and rates belong to one card; a rate refers to zones of its card.
//! - A place is in at most one zone of a card.
//! - Two live rates of one service, lane and method never overlap in time.

pub mod access;
mod exports;
mod import;
mod lanes;
mod matrix;
pub mod price;
mod quotes;
mod rate_cards;
mod rates;
mod services;
mod zones;

use chrono::NaiveDate;
use data::{Change, Edit, Error, Form, Result, Scope, Where, db::Entity, ids::RateCardId, message};
use tenancy::Settings;
use web::Area;
use work::event::{Event, ScopeEvents};

pub use crate::lanes::{Lane, LaneRate, Place, load_lane};
pub use crate::rate_cards::document::{CardDocument, card_of_code, write_card};
pub use crate::rate_cards::model::{RateCard, RateCardKind};
pub use crate::rate_cards::terms::{
    FuelLevy, Holiday, ItemsPriced, Levy, LevyCase, LevyFeeType, LevyWhen, RateRounding, RateTerms,
    RoundingMode, Waiting,
};
pub use crate::rates::routes::{CalculationMethod, Rate, RateDetail, RateId, RateType};
pub use crate::services::{RateService, RateServiceId};
pub use crate::zones::locations::RateZoneLocation;
pub use crate::zones::routes::{RateZone, RateZoneId};

/// The code of a changed card.
pub static CARD_CHANGED: Event<String> = Event::new("rates.card-changed", 1);

pub fn area() -> Area {
    Area::new("rates")
        .permissions(crate::access::PERMISSIONS)
        .features(crate::access::FEATURES)
        .needs::<crate::price::cache::Tariffs>()
        .needs::<dyn crate::price::port::RateEngines>()
        .routes(crate::rate_cards::routes::table())
        .routes(crate::services::table())
        .routes(crate::zones::routes::table())
        .routes(crate::zones::map::table())
        .routes(crate::rates::routes::table())
        .routes(crate::quotes::routes::table())
        .listener(crate::quotes::store::sweeper())
        .job(crate::quotes::reprice::job())
        .needs::<dyn crate::price::port::BookingSource>()
        .routes(crate::matrix::table())
        .routes(crate::import::table_of_rates())
        .routes(crate::import::table_of_zones())
        .routes(crate::exports::table_of_rates())
        .routes(crate::exports::table_of_zones())
        .job(crate::import::rates_job())
        .job(crate::import::zones_job())
        .job(crate::rate_cards::copy_job::job())
}

/// Locks the card, so that validated data stays valid, and emits the event.
pub(crate) async fn begin_change(scope: &mut Scope, card: RateCardId) -> Result<()> {
    let code = rate_cards::store::touch_card(scope, card)
        .await?
        .ok_or(Error::NotFound(<RateCard as Entity>::NAME))?;
    announce_change(scope, &code).await
}

/// Emits the event and invalidates the card's caches.
pub(crate) async fn announce_change(scope: &mut Scope, code: &String) -> Result<()> {
    scope
        .port::<crate::price::cache::Tariffs>()?
        .invalidate(scope.tenant);
    scope.publish(&CARD_CHANGED, code).await
}

/// Begins a POST (create) or a PUT (change).
pub(crate) async fn edit<E>(
    scope: &mut Scope,
    member: &str,
    verb: Verb,
    sent: Change<E>,
) -> Result<Edit<E>>
where
    E: Entity<Id: From<i64>> + Form + Clone,
{
    let edit = scope.edit(sent).await?;
    match (verb, edit.is_new()) {
        (Verb::Post, false) => Err(Error::invalid(
            format!("{member}.id"),
            message!("must be left out: PUT changes an existing record"),
        )),
        (Verb::Put, true) => Err(Error::invalid(
            format!("{member}.id"),
            message!("is required"),
        )),
        _ => Ok(edit),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verb {
    Post,
    Put,
}

pub(crate) async fn check_same_card(
    scope: &mut Scope,
    member: &str,
    sent: RateCardId,
    stored: Option<RateCardId>,
) -> Result<()> {
    if stored.is_none_or(|stored| stored == sent) {
        return Ok(());
    }
    // An unknown card is reported first.
    scope.find::<RateCard>(sent).await?;
    Err(Error::invalid(
        format!("{member}.rateCardId"),
        message!("cannot be changed: create a new one in the other card"),
    ))
}

pub(crate) async fn check_room<E: Entity>(
    scope: &mut Scope,
    of_card: Where<E>,
    max: i64,
    member: &str,
) -> Result<()> {
    if scope.count(of_card).await? < max {
        return Ok(());
    }
    Err(Error::invalid(
        member,
        message!("exceeds the maximum of {max} for a rate card", max = max),
    ))
}

/// Uses the tenant's time zone.
pub async fn today_of(scope: &Scope) -> Result<NaiveDate> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    Ok(today(scope, &settings))
}

pub(crate) fn today(scope: &Scope, settings: &Settings) -> NaiveDate {
    let zone: chrono_tz::Tz = settings.general.timezone.parse().unwrap_or(chrono_tz::UTC);
    scope.now().with_timezone(&zone).date_naive()
}
