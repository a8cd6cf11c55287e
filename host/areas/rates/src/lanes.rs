//! Lane lookup: zones of both addresses and the rates between them.

use std::{cmp::Reverse, collections::HashMap};

use carriage::address::{Address, australian_state, state_of_post_code};
use chrono::NaiveDate;
use data::{Result, Scope, Where, ids::RateCardId, search::fold};
use lookups::zones::{place_name, post_code_key};

use crate::{
    rate_cards::model::RateCard,
    rates::{self, routes::Rate},
    services::{RateService, RateServiceId},
    zones::{
        self,
        routes::{RateZone, RateZoneId},
        store::{LocationQuery, MatchingLocation},
    },
};

/// Parts of an address that determine its zone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Place {
    /// ISO 3166-1 alpha-2.
    pub country_code: String,
    pub state_code: Option<String>,
    pub post_code: String,
    pub suburb: String,
}

impl Place {
    /// `3121 Richmond`.
    pub fn display_name(&self) -> String {
        place_name(&self.post_code, &self.suburb)
    }

    pub(crate) fn size(&self) -> usize {
        self.country_code.len()
            + self.post_code.len()
            + self.suburb.len()
            + self.state_code.as_ref().map_or(0, String::len)
    }
}

impl From<&Address> for Place {
    fn from(address: &Address) -> Self {
        let state = address.state_code.as_deref().or(address.state.as_deref());
        Self::from_parts(
            &address.country_code,
            state,
            &address.post_code,
            &address.suburb,
        )
    }
}

impl Place {
    /// Resolves the state from its code or name; if empty, from an Australian post code.
    pub fn from_parts(
        country_code: &str,
        state: Option<&str>,
        post_code: &str,
        suburb: &str,
    ) -> Self {
        let country_code = country_code.trim().to_uppercase();
        let trimmed = state.map(str::trim);
        let state_code =
            trimmed
                .filter(|state| !state.is_empty())
                .map(|state| match australian_state(state) {
                    Some((code, _)) if country_code == "AU" => code.to_owned(),
                    _ => state.to_uppercase(),
                });
        let of_code = || {
            state_of_post_code(post_code)
                .filter(|_| country_code == "AU")
                .map(str::to_owned)
        };
        let state_code = state_code.or_else(of_code);
        Self {
            country_code,
            state_code,
            post_code: post_code.to_owned(),
            suburb: suburb.to_owned(),
        }
    }
}

#[derive(Debug, Clone)]
pub struct Lane {
    /// Most specific first.
    pub from_zones: Vec<RateZone>,
    pub to_zones: Vec<RateZone>,
    /// Live rates of the day, in order of precedence: the most specific pair of zones first; within
    /// a pair direct before reciprocal, then the latest effective date. Without fallback to wider
    /// zones, only those with `from` and `to` 0 are used.
    pub rates: Vec<LaneRate>,
}

#[derive(Debug, Clone)]
pub struct LaneRate {
    pub rate: Rate,
    pub service: RateService,
    /// Set for a reciprocal rate of the return lane.
    pub is_reciprocal: bool,
    /// Index into the lane's `from_zones`.
    pub from: usize,
    pub to: usize,
}

pub async fn load_lane(
    scope: &mut Scope,
    card: RateCardId,
    from: &Place,
    to: &Place,
    day: NaiveDate,
) -> Result<Lane> {
    let by_post_code = scope
        .find::<RateCard>(card)
        .await?
        .terms
        .zones_by_postcode_alone;
    let from_zones = zones_of(scope, card, from, by_post_code).await?;
    let to_zones = zones_of(scope, card, to, by_post_code).await?;
    let codes = |zones: &[RateZone]| {
        zones
            .iter()
            .map(|zone| zone.code.clone())
            .collect::<Vec<_>>()
    };
    let rates = rates_between(
        scope,
        card,
        &codes(&from_zones),
        &codes(&to_zones),
        Some(day),
    )
    .await?;
    Ok(Lane {
        from_zones,
        to_zones,
        rates,
    })
}

/// In order: suburb, post code, range (narrower first), state, country.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Specificity {
    Suburb,
    PostCode,
    Range(u64),
    State,
    Country,
}

impl Specificity {
    fn from_location(location: &MatchingLocation, by_post_code: bool) -> Self {
        let number = |code: &str| code.parse::<u64>().unwrap_or_default();
        match (&location.post_code, &location.post_code_to) {
            (Some(first), Some(last)) => Self::Range(number(last).saturating_sub(number(first))),
            (Some(_), None) if !by_post_code && location.has_suburb => Self::Suburb,
            (Some(_), None) => Self::PostCode,
            (None, _) if location.has_state => Self::State,
            (None, _) => Self::Country,
        }
    }
}

/// Loads active zones, most specific first.
pub(crate) async fn zones_of(
    scope: &mut Scope,
    card: RateCardId,
    place: &Place,
    by_post_code: bool,
) -> Result<Vec<RateZone>> {
    let post_code = post_code_key(&place.post_code);
    let is_digits = !post_code.is_empty() && post_code.bytes().all(|byte| byte.is_ascii_digit());
    let state_code = place
        .state_code
        .as_deref()
        .unwrap_or_default()
        .trim()
        .to_uppercase();
    let query = LocationQuery {
        country_code: place.country_code.trim().to_uppercase(),
        post_code,
        suburb_key: fold(&place.suburb),
        state_code,
        by_post_code,
        with_ranges: is_digits,
    };
    let mut matches: Vec<(Specificity, i64, RateZoneId)> =
        zones::store::load_matching_locations(scope, card, query)
            .await?
            .into_iter()
            .map(|location| {
                (
                    Specificity::from_location(&location, by_post_code),
                    location.id,
                    location.zone_id,
                )
            })
            .collect();
    matches.sort_unstable();
    let mut ids: Vec<RateZoneId> = Vec::new();
    for (_, _, zone) in matches {
        if !ids.contains(&zone) {
            ids.push(zone);
        }
    }
    let active = Where::all()
        .is_in(RateZone::ID, &ids)
        .eq(RateZone::IS_ACTIVE, true);
    let mut zones: Vec<RateZone> = scope.all(active).await?;
    zones.sort_by_key(|zone| ids.iter().position(|id| *id == zone.id));
    Ok(zones)
}

/// Loads live rates on a day or any day, in both directions and in order of precedence.
pub(crate) async fn rates_between(
    scope: &mut Scope,
    card: RateCardId,
    from_codes: &[String],
    to_codes: &[String],
    day: Option<NaiveDate>,
) -> Result<Vec<LaneRate>> {
    let services: Vec<RateService> = scope
        .all(
            Where::all()
                .eq(RateService::RATE_CARD_ID, card)
                .eq(RateService::IS_ACTIVE, true),
        )
        .await?;
    let services: HashMap<RateServiceId, RateService> = services
        .into_iter()
        .map(|service| (service.id, service))
        .collect();
    let between = |from: &[String], to: &[String]| {
        let not_over = match day {
            Some(day) => Where::all()
                .is_null(Rate::EXPIRE_DATE)
                .or(Where::all().ge(Rate::EXPIRE_DATE, day)),
            None => Where::all(),
        };
        let of_card = not_over
            .eq(Rate::RATE_CARD_ID, card)
            .is_null(Rate::REPLACED_BY);
        of_card
            .is_in(Rate::FROM_ZONE, from)
            .is_in(Rate::TO_ZONE, to)
    };
    let direct: Vec<Rate> = scope.all(between(from_codes, to_codes)).await?;
    let back: Vec<Rate> = scope
        .all(between(to_codes, from_codes).eq(Rate::RECIPROCAL, true))
        .await?;
    // Within one zone there is no return direction.
    let back = back
        .into_iter()
        .filter(|rate| rate.from_zone != rate.to_zone);
    let both = direct
        .into_iter()
        .map(|rate| (rate, false))
        .chain(back.map(|rate| (rate, true)));
    let place = |codes: &[String], code: &str| codes.iter().position(|known| known == code);
    let served = both.filter(|(rate, _)| {
        day.is_none_or(|day| rates::rules::applies(rate.effective_date, rate.expire_date, day))
    });
    let served = served.filter_map(|(rate, is_reciprocal)| {
        let (from, to) = if is_reciprocal {
            (&rate.to_zone, &rate.from_zone)
        } else {
            (&rate.from_zone, &rate.to_zone)
        };
        let (from, to) = (place(from_codes, from)?, place(to_codes, to)?);
        let service = services.get(&rate.rate_service_id)?.clone();
        Some(LaneRate {
            rate,
            service,
            is_reciprocal,
            from,
            to,
        })
    });
    let mut rates: Vec<LaneRate> = served.collect();
    rates.sort_by_key(|one| {
        (
            one.from + one.to,
            one.from,
            one.is_reciprocal,
            Reverse(one.rate.effective_date),
            one.rate.id,
        )
    });
    Ok(rates)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_specific_location_comes_first() {
        let mut fits = [
            Specificity::Country,
            Specificity::Range(99),
            Specificity::State,
            Specificity::Suburb,
            Specificity::Range(9),
            Specificity::PostCode,
        ];
        fits.sort();
        assert_eq!(
            fits,
            [
                Specificity::Suburb,
                Specificity::PostCode,
                Specificity::Range(9),
                Specificity::Range(99),
                Specificity::State,
                Specificity::Country
            ]
        );
    }

    #[test]
    fn an_address_is_a_place_by_its_codes() {
        let address = Address {
            suburb: "Richmond".to_owned(),
            post_code: "3121".to_owned(),
            state: Some("victoria".to_owned()),
            country_code: " au".to_owned(),
            ..Address::default()
        };
        let place = Place::from(&address);
        assert_eq!(
            (place.country_code.as_str(), place.state_code.as_deref()),
            ("AU", Some("VIC"))
        );
        let abroad = Address {
            country_code: "NZ".to_owned(),
            ..address
        };
        assert_eq!(Place::from(&abroad).state_code.as_deref(), Some("VICTORIA"));
    }
}
