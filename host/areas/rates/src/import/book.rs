//! What a card has while rates are laid over it: its services and zones, and the rates of the lanes that were asked for.

use std::{
    collections::{HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use kernel::{FieldError, Result, Scope, Where, ids::RateCardId, message};

use super::lines::Draft;
use crate::{
    card::RateCard,
    rate::{Rate, RateDetail, live},
    rules,
    services::{RateService, RateServiceId},
    zones::RateZone,
};

pub(super) struct Book {
    pub card: RateCardId,
    /// When the card was changed last: what was checked against holds while it was not changed again.
    pub changed: DateTime<Utc>,
    services: HashMap<String, RateServiceId>,
    /// Each zone's number here, and its code as it is spelled.
    zones: HashMap<String, (u32, String)>,
    /// The services and zones of origin whose rates are loaded.
    loaded: HashSet<(RateServiceId, u32)>,
    lanes: HashMap<Lane, Vec<Span>>,
}

/// Rates that may not share a day: of one service, from and to these zones, counted one way.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Lane {
    service: RateServiceId,
    from: u32,
    to: u32,
    method: u8,
}

/// When a rate applies, both days included.
struct Span {
    first: i32,
    last: i32,
    reciprocal: bool,
    of: Source,
}

enum Source {
    /// A rate that is stored, and the digest of what it says.
    Stored(u64),
    /// A line of the table.
    Line(usize),
}

/// What a rate of the table does to the card.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    Insert,
    Replace,
    Nothing,
}

impl Book {
    pub async fn open(scope: &mut Scope, card: RateCardId) -> Result<Self> {
        let found: RateCard = scope.find(card).await?;
        let services: Vec<RateService> = scope
            .all(Where::all().eq(RateService::RATE_CARD_ID, card))
            .await?;
        let zones: Vec<RateZone> = scope
            .all(Where::all().eq(RateZone::RATE_CARD_ID, card))
            .await?;
        let numbered = zones
            .into_iter()
            .zip(0..)
            .map(|(zone, at)| (zone.code_key, (at, zone.code)));
        Ok(Self {
            card,
            changed: found.modified_time,
            services: services
                .into_iter()
                .map(|service| (service.code_key, service.id))
                .collect(),
            zones: numbered.collect(),
            loaded: HashSet::new(),
            lanes: HashMap::new(),
        })
    }

    /// Lays a rate over the card: gives what is to be done, or everything that is wrong with its lines.
    pub async fn take(
        &mut self,
        scope: &mut Scope,
        draft: &mut Draft,
    ) -> Result<Result<Step, Vec<(usize, FieldError)>>> {
        let mut errors = std::mem::take(&mut draft.errors);
        let place = self.place(draft, &mut errors);
        if errors.is_empty() {
            rules::tidy(&mut draft.rate);
            let wrong = rules::check("rate", &draft.rate);
            errors.extend(
                wrong
                    .into_iter()
                    .map(|error| (draft.line_of(&error), error)),
            );
        }
        let Some((lane, back)) = place.filter(|_| errors.is_empty()) else {
            return Ok(Err(errors));
        };
        self.load(scope, lane.service, lane.from, &draft.rate.from_zone)
            .await?;
        if draft.rate.reciprocal {
            self.load(scope, lane.service, lane.to, &draft.rate.to_zone)
                .await?;
        }
        Ok(self
            .lay(lane, back, draft)
            .map_err(|error| vec![(draft.line, error)]))
    }

    /// The lane of a rate and the way back; its zones get the spelling of the card.
    fn place(
        &self,
        draft: &mut Draft,
        errors: &mut Vec<(usize, FieldError)>,
    ) -> Option<(Lane, Lane)> {
        // A line that could not be read has nothing else to be told.
        if draft.rate.rate_details.is_empty() && !errors.is_empty() {
            return None;
        }
        let mut refuse =
            |column: &str, message| errors.push((draft.line, FieldError::new(column, message)));
        let service = self.services.get(&draft.service.to_lowercase()).copied();
        if service.is_none() {
            refuse(
                "service",
                message!(
                    "is no service of this card: {code}",
                    code = draft.service.as_str()
                ),
            );
        }
        let mut zone = |column: &str, code: &mut String| {
            let found = self.zones.get(&code.to_lowercase());
            match found {
                Some((_, spelled)) => code.clone_from(spelled),
                None => refuse(
                    column,
                    message!("is no zone of this card: {code}", code = code.as_str()),
                ),
            }
            found.map(|(at, _)| *at)
        };
        let from = zone("fromZone", &mut draft.rate.from_zone);
        let to = zone("toZone", &mut draft.rate.to_zone);
        let (service, from, to) = (service?, from?, to?);
        draft.rate.rate_card_id = self.card;
        draft.rate.rate_service_id = service;
        let method = draft.rate.calculation_method as u8;
        Some((
            Lane {
                service,
                from,
                to,
                method,
            },
            Lane {
                service,
                from: to,
                to: from,
                method,
            },
        ))
    }

    async fn load(
        &mut self,
        scope: &mut Scope,
        service: RateServiceId,
        from: u32,
        code: &str,
    ) -> Result<()> {
        if !self.loaded.insert((service, from)) {
            return Ok(());
        }
        let own = live(self.card)
            .eq(Rate::RATE_SERVICE_ID, service)
            .eq(Rate::FROM_ZONE, code);
        for rate in scope.all::<Rate>(own).await? {
            let Some((to, _)) = self.zones.get(&rate.to_zone.to_lowercase()) else {
                continue;
            };
            let lane = Lane {
                service,
                from,
                to: *to,
                method: rate.calculation_method as u8,
            };
            self.lanes
                .entry(lane)
                .or_default()
                .push(Span::of(&rate, Source::Stored(digest(&rate))));
        }
        Ok(())
    }

    fn lay(&mut self, lane: Lane, back: Lane, draft: &Draft) -> Result<Step, FieldError> {
        let mut new = Span::of(&draft.rate, Source::Line(draft.line));
        let taken = |span: &Span| match span.of {
            Source::Line(line) => message!("overlaps the rate of row {row}", row = line + 1),
            Source::Stored(_) => message!(
                "overlaps a rate of this service, lane and method that applies from {first} to {last}: end that one before, or give this one the same days",
                first = day(span.first),
                last = day(span.last)
            ),
        };
        if new.reciprocal && lane != back {
            // Two that both serve both directions meet on the way back.
            let other = self
                .lanes
                .get(&back)
                .into_iter()
                .flatten()
                .find(|span| span.reciprocal && span.meets(&new));
            if let Some(other) = other {
                return Err(FieldError::new("reciprocal", taken(other)));
            }
        }
        let spans = self.lanes.entry(lane).or_default();
        let Some(at) = spans.iter().position(|span| span.meets(&new)) else {
            spans.push(new);
            return Ok(Step::Insert);
        };
        let met = &spans[at];
        match met.of {
            Source::Stored(known) if (met.first, met.last) == (new.first, new.last) => {
                let step = if known == digest(&draft.rate) {
                    Step::Nothing
                } else {
                    Step::Replace
                };
                std::mem::swap(&mut spans[at], &mut new);
                Ok(step)
            }
            _ => Err(FieldError::new("effectiveDate", taken(met))),
        }
    }
}

impl Span {
    fn of(rate: &Rate, of: Source) -> Self {
        let number =
            |day: Option<NaiveDate>, open: i32| day.map_or(open, |day| day.num_days_from_ce());
        Self {
            first: number(rate.effective_date, i32::MIN),
            last: number(rate.expire_date, i32::MAX),
            reciprocal: rate.reciprocal,
            of,
        }
    }

    fn meets(&self, other: &Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

fn day(number: i32) -> String {
    NaiveDate::from_num_days_from_ce_opt(number)
        .map_or_else(|| "…".to_owned(), |day| day.to_string())
}

/// What a rate says beside its lane and days.
fn digest(rate: &Rate) -> u64 {
    let mut hasher = DefaultHasher::new();
    (rate.reciprocal, rate.accumulative, rate.minimum.normalize()).hash(&mut hasher);
    (
        rate.cubic_allowance.map(|number| number.normalize()),
        rate.transit_time,
    )
        .hash(&mut hasher);
    rate.cut_off_time.hash(&mut hasher);
    for RateDetail {
        rate_type,
        up_to,
        basic,
        value,
    } in &rate.rate_details
    {
        (*rate_type as u8, up_to.map(|number| number.normalize())).hash(&mut hasher);
        (basic.normalize(), value.normalize()).hash(&mut hasher);
    }
    hasher.finish()
}
