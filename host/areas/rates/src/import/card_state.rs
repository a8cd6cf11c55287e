//! State of a card during a rate import.

use std::{
    collections::{HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use data::{FieldError, Result, Scope, Where, ids::RateCardId, message};

use crate::import::break_table::Draft;
use crate::{
    rate_cards::model::RateCard,
    rates::{
        self,
        routes::{Rate, RateDetail, live},
    },
    services::{RateService, RateServiceId},
    zones::routes::RateZone,
};

pub(crate) struct CardState {
    pub card: RateCardId,
    /// Checks hold while it is unchanged.
    pub changed: DateTime<Utc>,
    services: HashMap<String, RateServiceId>,
    /// Index and stored spelling.
    zones: HashMap<String, (u32, String)>,
    /// Services and origin zones whose rates are loaded.
    loaded: HashSet<(RateServiceId, u32)>,
    lanes: HashMap<Lane, Vec<Span>>,
}

/// Key of rates that must not overlap.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Lane {
    service: RateServiceId,
    from: u32,
    to: u32,
    method: u8,
}

/// Both days are inclusive.
struct Span {
    first: i32,
    last: i32,
    reciprocal: bool,
    source: Source,
}

enum Source {
    /// Digest of a stored rate's contents.
    Stored(u64),
    Line(usize),
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Insert,
    Replace,
    Nothing,
}

impl CardState {
    pub async fn open(scope: &mut Scope, card: RateCardId) -> Result<Self> {
        let row: RateCard = scope.find(card).await?;
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
            changed: row.modified_time,
            services: services
                .into_iter()
                .map(|service| (service.code_key, service.id))
                .collect(),
            zones: numbered.collect(),
            loaded: HashSet::new(),
            lanes: HashMap::new(),
        })
    }

    /// Returns the rate's effect, or all errors of its lines.
    pub async fn apply(
        &mut self,
        scope: &mut Scope,
        draft: &mut Draft,
    ) -> Result<Result<Step, Vec<(usize, FieldError)>>> {
        let mut errors = std::mem::take(&mut draft.errors);
        let place = self.locate(draft, &mut errors);
        if errors.is_empty() {
            rates::rules::tidy(&mut draft.rate);
            let invalid = rates::rules::check("rate", &draft.rate);
            errors.extend(
                invalid
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
            .insert_span(lane, back, draft)
            .map_err(|error| vec![(draft.line, error)]))
    }

    /// Gives zones the card's spelling.
    fn locate(
        &self,
        draft: &mut Draft,
        errors: &mut Vec<(usize, FieldError)>,
    ) -> Option<(Lane, Lane)> {
        // An unreadable line yields no further errors.
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
                    "is not a service of this card: {code}",
                    code = draft.service.as_str()
                ),
            );
        }
        let mut zone = |column: &str, code: &mut String| {
            let entry = self.zones.get(&code.to_lowercase());
            match entry {
                Some((_, spelled)) => code.clone_from(spelled),
                None => refuse(
                    column,
                    message!("is not a zone of this card: {code}", code = code.as_str()),
                ),
            }
            entry.map(|(at, _)| *at)
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
        let filter = live(self.card)
            .eq(Rate::RATE_SERVICE_ID, service)
            .eq(Rate::FROM_ZONE, code);
        for rate in scope.all::<Rate>(filter).await? {
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
                .push(Span::from_rate(&rate, Source::Stored(digest(&rate))));
        }
        Ok(())
    }

    fn insert_span(&mut self, lane: Lane, back: Lane, draft: &Draft) -> Result<Step, FieldError> {
        let mut new = Span::from_rate(&draft.rate, Source::Line(draft.line));
        let overlap_message = |span: &Span| match span.source {
            Source::Line(line) => message!("overlaps the rate of row {row}", row = line + 1),
            Source::Stored(_) => message!(
                "overlaps a rate of this service, lane and method that applies from {first} to {last}: end that one before, or give this one the same days",
                first = day(span.first),
                last = day(span.last)
            ),
        };
        if new.reciprocal && lane != back {
            // Two reciprocal rates also overlap on the return lane.
            let other = self
                .lanes
                .get(&back)
                .into_iter()
                .flatten()
                .find(|span| span.reciprocal && span.overlaps(&new));
            if let Some(other) = other {
                return Err(FieldError::new("reciprocal", overlap_message(other)));
            }
        }
        let spans = self.lanes.entry(lane).or_default();
        let Some(at) = spans.iter().position(|span| span.overlaps(&new)) else {
            spans.push(new);
            return Ok(Step::Insert);
        };
        let existing = &spans[at];
        match existing.source {
            Source::Stored(known) if (existing.first, existing.last) == (new.first, new.last) => {
                let step = if known == digest(&draft.rate) {
                    Step::Nothing
                } else {
                    Step::Replace
                };
                std::mem::swap(&mut spans[at], &mut new);
                Ok(step)
            }
            _ => Err(FieldError::new("effectiveDate", overlap_message(existing))),
        }
    }
}

impl Span {
    fn from_rate(rate: &Rate, source: Source) -> Self {
        let number =
            |day: Option<NaiveDate>, open: i32| day.map_or(open, |day| day.num_days_from_ce());
        Self {
            first: number(rate.effective_date, i32::MIN),
            last: number(rate.expire_date, i32::MAX),
            reciprocal: rate.reciprocal,
            source,
        }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

fn day(number: i32) -> String {
    NaiveDate::from_num_days_from_ce_opt(number)
        .map_or_else(|| "…".to_owned(), |day| day.to_string())
}

/// Excludes lane and days.
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
