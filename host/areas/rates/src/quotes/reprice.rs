//! Repricing of a period's bookings by another card, as a job.

use std::{collections::BTreeMap, sync::Arc};

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeZone, Timelike, Utc};
use chrono_tz::Tz;
use data::{
    Error, Result, Scope,
    db::Mode,
    ids::{BookingId, CustomerId, JobId, RateCardId},
    message,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use work::job::{
    JobKind, JobState, NewJob, Priority, ScopeJobs,
    manage::{self, Watched},
};

use crate::{
    price::{
        self, CardPrices,
        port::{BookedGoods, BookingFilter, BookingSource, LanePrice, PricedGoods},
        tariff::Tariff,
    },
    rate_cards::model::RateCardKind,
};

const JOB: &str = "rates.re-price";
const ATTEMPTS: i64 = 3;
/// No transaction spans pages.
const PAGE: i64 = 200;
/// A year and a day.
const MAX_DAYS: i64 = 367;
/// Customers with the most bookings; totals cover all.
const MAX_CUSTOMERS: usize = 500;
const MAX_REASONS: usize = 50;
const MAX_EXAMPLES: usize = 50;
/// Most reasons include a place.
const MAX_KNOWN_REASONS: usize = 10_000;

pub(crate) fn job() -> JobKind {
    JobKind::new(JOB, |scope, work| Box::pin(run(scope, work)))
        .attempts(ATTEMPTS)
        .max_concurrent(1)
        .priority(Priority::Low)
}

/// A request to reprice bookings by a card.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RePrice {
    rate_card_id: RateCardId,
    /// First booking day; `to_date` is the last.
    from_date: NaiveDate,
    to_date: NaiveDate,
    /// Null: all customers.
    #[serde(default)]
    customer_id: Option<CustomerId>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StartedRePrice {
    /// Token for `re-priced` and for jobs.
    job_token: String,
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobQuery {
    job_token: String,
}

/// Progress and result.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RePriceStatus")]
pub(crate) struct Status {
    is_completed: bool,
    done: i64,
    total: i64,
    /// Reason for a failure.
    failure: Option<String>,
    result: Option<RePriced>,
}

/// Price differences. Totals exclude tax and bookings without a new price.
#[data::wire]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RePriced {
    rate_card_id: RateCardId,
    rate_card_code: String,
    rate_card_version: i64,
    currency: String,
    bookings: i64,
    priced: i64,
    /// Total charged to customers; for a cost card, the carrier costs.
    booked: Decimal,
    re_priced: Decimal,
    /// Reasons for missing prices, most frequent first. At most 50.
    reasons: Vec<Reason>,
    /// Most bookings first. At most 500.
    customers: Vec<CustomerRePriced>,
    /// Bookings with the largest differences. At most 50.
    examples: Vec<Example>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RePriceReason")]
struct Reason {
    reason: String,
    count: i64,
}

#[data::wire]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CustomerRePriced {
    customer_id: CustomerId,
    customer_name: String,
    bookings: i64,
    priced: i64,
    booked: Decimal,
    re_priced: Decimal,
}

#[data::wire]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RePriceExample")]
struct Example {
    booking_id: BookingId,
    booking_code: String,
    customer_name: String,
    service_code: String,
    booked: Decimal,
    re_priced: Decimal,
}

pub(crate) async fn begin(mut scope: Scope, request: RePrice) -> Result<StartedRePrice> {
    let days = (request.to_date - request.from_date).num_days();
    if !(0..MAX_DAYS).contains(&days) {
        let message = message!(
            "must be from the first day on, and at most {max} days",
            max = MAX_DAYS
        );
        return Err(Error::invalid("toDate", message));
    }
    let tariff = price::tariff(&mut scope, request.rate_card_id).await?;
    if tariff.data.is_some() {
        return Err(Error::invalid(
            "rateCardId",
            message!("must be a card whose rates can be edited here"),
        ));
    }
    if let Some(customer) = request.customer_id {
        customers::find(&mut scope, customer).await?;
    }
    let job = scope
        .enqueue_watched(NewJob::new(JOB, serde_json::to_value(request)?))
        .await?;
    scope.commit().await?;
    Ok(StartedRePrice {
        job_token: job.to_string(),
    })
}

pub(crate) async fn status(mut scope: Scope, query: JobQuery) -> Result<Status> {
    let unknown = || Error::NotFound("The calculation");
    let id = query.job_token.parse().map(JobId).map_err(|_| unknown())?;
    let job: Watched = match manage::load_watched(&mut scope, id).await {
        Ok(job) if job.kind == JOB => job,
        Ok(_) | Err(Error::NotFound(_)) => return Err(unknown()),
        Err(error) => return Err(error),
    };
    Ok(Status {
        is_completed: !job.state.is_pending(),
        done: job.done.unwrap_or(0),
        total: job.total.unwrap_or(0),
        failure: match job.state {
            JobState::Dead => job.sentence,
            JobState::Cancelled => Some(message!("The calculation was cancelled.").to_string()),
            _ => None,
        },
        result: job.result.map(serde_json::from_value).transpose()?,
    })
}

#[derive(Default)]
struct Sums {
    bookings: i64,
    reasons: BTreeMap<String, i64>,
    customers: BTreeMap<CustomerId, CustomerRePriced>,
    examples: Vec<Example>,
}

async fn run(mut scope: Scope, work: Value) -> Result<()> {
    let request: RePrice = serde_json::from_value(work)?;
    if scope.saved_result::<RePriced>()?.is_some() {
        return Ok(());
    }
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let zone: Tz = settings.general.timezone.parse().unwrap_or(Tz::UTC);
    let booked = scope.port::<dyn BookingSource>()?;
    let mut reading = scope.sibling(Mode::Read);
    let tariff = price::tariff(&mut reading, request.rate_card_id).await?;
    let end = request
        .to_date
        .checked_add_days(Days::new(1))
        .unwrap_or(NaiveDate::MAX);
    let mut filter = BookingFilter {
        from: midnight(request.from_date, zone),
        to: midnight(end, zone),
        customer: request.customer_id,
    };
    let total = usize::try_from(booked.count(&mut reading, filter).await?).unwrap_or_default();
    let mut sums = Sums::default();
    // Includes bookings at the first instant.
    let mut after = BookingId(0);
    filter.from -= chrono::TimeDelta::microseconds(1);
    loop {
        let page = booked.page(&mut reading, filter, after, PAGE).await?;
        let Some(last) = page.last() else { break };
        (filter.from, after) = (last.booking_date, last.id);
        for booking in page {
            let priced = re_price(&mut reading, &tariff, &booking, zone).await?;
            sums.add(&tariff, booking, priced);
        }
        reading.rollback();
        scope.step(
            usize::try_from(sums.bookings).unwrap_or_default(),
            Some(total),
            "",
        )?;
    }
    scope.save_result(&sums.end(&tariff)).await?;
    scope.commit().await
}

/// Returns the first instant after midnight if clocks skip it.
fn midnight(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let local = day.and_time(NaiveTime::MIN);
    let first = (0..=3).find_map(|hours| {
        zone.from_local_datetime(&(local + chrono::TimeDelta::hours(hours)))
            .earliest()
    });
    first.map_or_else(
        || Utc.from_utc_datetime(&local),
        |time| time.with_timezone(&Utc),
    )
}

async fn re_price(
    scope: &mut Scope,
    tariff: &Arc<Tariff>,
    booking: &BookedGoods,
    zone: Tz,
) -> Result<CardPrices> {
    let ready = booking.ready.with_timezone(&zone);
    let goods = Arc::new(PricedGoods {
        pieces: booking.pieces.clone(),
        // The booking day, or the card's first day if later.
        day: tariff
            .effective_date
            .map_or(ready.date_naive(), |first| first.max(ready.date_naive())),
        ready: u16::try_from(ready.hour() * 60 + ready.minute()).ok(),
        residential: booking.residential,
        options: booking.options.clone(),
        distance_m: None,
        duration_minutes: None,
        waiting_minutes: 0,
        explain: false,
    });
    price::price(
        scope,
        tariff.clone(),
        &booking.from,
        &booking.to,
        goods,
        &[],
    )
    .await
}

impl Sums {
    fn add(&mut self, tariff: &Tariff, booking: BookedGoods, priced: CardPrices) {
        self.bookings += 1;
        let customer = self
            .customers
            .entry(booking.customer_id)
            .or_insert_with(|| CustomerRePriced {
                customer_id: booking.customer_id,
                customer_name: booking.customer_name.clone(),
                bookings: 0,
                priced: 0,
                booked: Decimal::ZERO,
                re_priced: Decimal::ZERO,
            });
        customer.bookings += 1;
        let Some((service_code, price)) = best_price(&priced, &booking.service_code) else {
            let (service, reason) = priced.refused.first().cloned().unwrap_or_default();
            let code = service
                .and_then(|at| tariff.services.get(at))
                .map(|service| format!("{}: ", service.code));
            let reason = code.unwrap_or_default() + &reason;
            if self.reasons.len() < MAX_KNOWN_REASONS || self.reasons.contains_key(&reason) {
                *self.reasons.entry(reason).or_default() += 1;
            }
            return;
        };
        let re_priced: Decimal = price.lines.iter().map(|line| line.amount.amount()).sum();
        let booked = if tariff.kind == RateCardKind::Cost {
            booking.cost
        } else {
            booking.sold
        };
        customer.priced += 1;
        customer.booked += booked;
        customer.re_priced += re_priced;
        if booked != re_priced {
            self.examples.push(Example {
                booking_id: booking.id,
                booking_code: booking.code,
                customer_name: booking.customer_name,
                service_code,
                booked,
                re_priced,
            });
            if self.examples.len() >= 2 * MAX_EXAMPLES {
                self.shorten();
            }
        }
    }

    fn shorten(&mut self) {
        self.examples
            .sort_by_key(|example| std::cmp::Reverse((example.re_priced - example.booked).abs()));
        self.examples.truncate(MAX_EXAMPLES);
    }

    fn end(mut self, tariff: &Tariff) -> RePriced {
        self.shorten();
        let mut customers: Vec<CustomerRePriced> = self.customers.into_values().collect();
        let sum = |of: fn(&CustomerRePriced) -> Decimal| customers.iter().map(of).sum::<Decimal>();
        let (booked, re_priced) = (
            sum(|customer| customer.booked),
            sum(|customer| customer.re_priced),
        );
        let priced = customers.iter().map(|customer| customer.priced).sum();
        customers.sort_by_key(|customer| std::cmp::Reverse(customer.bookings));
        customers.truncate(MAX_CUSTOMERS);
        let mut reasons: Vec<Reason> = self
            .reasons
            .into_iter()
            .map(|(reason, count)| Reason { reason, count })
            .collect();
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.count));
        reasons.truncate(MAX_REASONS);
        RePriced {
            rate_card_id: tariff.id,
            rate_card_code: tariff.code.clone(),
            rate_card_version: tariff.version,
            currency: tariff.currency.clone(),
            bookings: self.bookings,
            priced,
            booked,
            re_priced,
            reasons,
            customers,
            examples: self.examples,
        }
    }
}

/// Selects the same service, or the cheapest if the card lacks it.
fn best_price<'p>(priced: &'p CardPrices, service_code: &str) -> Option<(String, &'p LanePrice)> {
    let lane = priced.lane.as_ref()?;
    let code = |price: &LanePrice| {
        let at = lane.services.get(price.service)?;
        Some(priced.tariff.services.get(*at)?.code.clone())
    };
    let has_service = priced
        .tariff
        .services
        .iter()
        .any(|service| service.code.eq_ignore_ascii_case(service_code));
    let of_service = |price: &&LanePrice| {
        !has_service || code(price).is_some_and(|code| code.eq_ignore_ascii_case(service_code))
    };
    let total = |price: &LanePrice| {
        price
            .lines
            .iter()
            .map(|line| line.amount.amount())
            .sum::<Decimal>()
    };
    let price = priced
        .prices
        .iter()
        .filter(of_service)
        .min_by_key(|price| total(price))?;
    Some((code(price)?, price))
}
