//! Rates: what a tenant charges or pays, as rate cards with services, zones and rates, or in the form of a rate engine.
//!
//! Words: a *card* is one version of a tariff: cards of one code are versions of it, each with an id of its own. A
//! *service* is what is sold, a *zone* a name for places, a *location* one such place, a *rate* the price of a service
//! on a lane, from zone to zone. A card may instead hold its data in the form of the *engine* (a plugin) that it names.
//!
//! Invariants: code and version are unique in a tenant. Services, zones, locations and rates belong to one card; a rate
//! names zones of its card. A place is in one zone of a card at most; two live rates of one service, lane and method
//! share no day.

pub mod access;
mod card;
mod cards;
mod checks;
mod compare;
mod copying;
mod export;
mod import;
mod lane;
mod locations;
mod matrix;
pub mod price;
mod quote;
mod rate;
mod rules;
mod services;
mod terms;
mod versions;
mod whole;
mod zone_map;
mod zones;

use chrono::NaiveDate;
use kernel::{
    Area, Change, Edit, Error, Form, Result, Scope, Where,
    db::{Col, Dialect, Entity, PlatformSql},
    event::Event,
    ids::RateCardId,
    message, tsql,
};
use tenancy::Settings;

pub use card::{RateCard, RateCardKind};
pub use lane::{Lane, LaneRate, Place, lane};
pub use locations::RateZoneLocation;
pub use rate::{CalculationMethod, Rate, RateDetail, RateId, RateType};
pub use services::{RateService, RateServiceId};
pub use terms::{
    FuelLevy, Holiday, ItemsPriced, Levy, LevyCase, LevyFeeType, LevyWhen, RateRounding, RateTerms,
    RoundingMode, Waiting,
};
pub use whole::{WholeCard, card_of_code, put_whole};
pub use zones::{RateZone, RateZoneId};

/// A card of this code is new, has changed, or what belongs to it has.
pub static CARD_CHANGED: Event<String> = Event::new("rates.card-changed", 1);

/// The area rates.
pub fn area() -> Area {
    Area::new("rates")
        .permissions(access::PERMISSIONS)
        .features(access::FEATURES)
        .needs::<price::Tariffs>()
        .needs::<dyn price::port::RateEngines>()
        .routes(cards::table())
        .routes(services::table())
        .routes(zones::table())
        .routes(zone_map::table())
        .routes(rate::table())
        .routes(quote::table())
        .listener(quote::sweeper())
        .job(quote::job())
        .needs::<dyn price::port::Booked>()
        .routes(matrix::table())
        .routes(import::table_of_rates())
        .routes(import::table_of_zones())
        .routes(export::table_of_rates())
        .routes(export::table_of_zones())
        .job(import::rates_job())
        .job(import::zones_job())
        .job(copying::job())
}

/// Begins a change of what belongs to a card: other changes of the same card wait until it is done, so that what is
/// checked stays true, and listeners are told.
pub(crate) async fn changing(scope: &mut Scope, card: RateCardId) -> Result<()> {
    // Its row version stays: a form of the card is not stale because a rate of it has changed.
    let touched = tsql!(
        "UPDATE rate_cards SET modified_time = $3, generation = generation + 1 WHERE tenant_id = $1 AND id = $2 RETURNING code"
    );
    let now = scope.now();
    let rows = scope.rows(touched, vec![card.val(), now.val()]).await?;
    let code: String = rows
        .first()
        .ok_or(Error::NotFound(<RateCard as Entity>::NAME))?
        .get(0)?;
    changed(scope, &code).await
}

/// Tells that a card has changed, and lets go of what is kept of it in memory.
pub(crate) async fn changed(scope: &mut Scope, code: &String) -> Result<()> {
    scope.port::<price::Tariffs>()?.forget(scope.tenant);
    scope.announce(&CARD_CHANGED, code).await
}

/// Has other changes of what belongs to a card wait until this transaction is done.
pub(crate) async fn hold(scope: &mut Scope, card: RateCardId) -> Result<()> {
    let held =
        tsql!("UPDATE rate_cards SET row_version = row_version WHERE tenant_id = $1 AND id = $2");
    scope.rows(held, vec![card.val()]).await?;
    Ok(())
}

/// Before a statement that joins all rates or places of one card with those of another: PostgreSQL knows little of a card
/// that was written a moment ago, and would go through the whole of the other for every row.
pub(crate) async fn join_whole_cards(scope: &mut Scope) -> Result<()> {
    if scope.host().db().dialect() == Dialect::Postgres {
        let by_hash = PlatformSql(
            "SELECT set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)",
        );
        scope.platform(by_hash, Vec::new()).await?;
    }
    Ok(())
}

/// Begins a POST, which makes a new record, or a PUT, which changes one.
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
            message!("must be left out: PUT changes what is there"),
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

/// Refuses to move a record from its card to another.
pub(crate) async fn stays_in_card(
    scope: &mut Scope,
    member: &str,
    sent: RateCardId,
    stored: Option<RateCardId>,
) -> Result<()> {
    if stored.is_none_or(|stored| stored == sent) {
        return Ok(());
    }
    // A card that the tenant has not got is told before.
    scope.find::<RateCard>(sent).await?;
    Err(Error::invalid(
        format!("{member}.rateCardId"),
        message!("cannot be changed: make a new one in the other card"),
    ))
}

/// Refuses one more than a card may have.
pub(crate) async fn has_room<E: Entity>(
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
        message!(
            "is one more than the {max} that a rate card can have",
            max = max
        ),
    ))
}

/// The tenant's day, by its settings.
pub async fn today_of(scope: &Scope) -> Result<NaiveDate> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    Ok(today(scope, &settings))
}

/// The tenant's day.
pub(crate) fn today(scope: &Scope, settings: &Settings) -> NaiveDate {
    let zone: chrono_tz::Tz = settings.general.timezone.parse().unwrap_or(chrono_tz::UTC);
    scope.now().with_timezone(&zone).date_naive()
}
