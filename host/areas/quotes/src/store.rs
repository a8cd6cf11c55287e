//! Questions and answers in the database, and the quote that a booking takes.

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{
    Caller, Error, Refusal, Result, Scope, Where,
    db::{Col, Val},
    ids::{CarrierAccountId, CustomerId, QuoteId, QuoteRequestId, TenantId},
    message, tsql,
};
use moka::sync::Cache;
use pricing::Cover;

use crate::{
    model::{Answer, Asked, QuoteAnswers, QuoteAsk, QuoteRequest, QuotedRate, RatePromo},
    rules::price::PriceLine,
};

/// How many quotes a row of answers can hold; part of a quote's number, so it never changes.
const PLACES: i64 = 4096;

pub const EXPIRED: Refusal =
    Refusal::new(3102, "This price is no longer valid. Ask for a new quote.");

const UNKNOWN: Error = Error::NotFound("The quote");

/// Carriers' prices change from day to day.
pub(crate) const VALID: TimeDelta = TimeDelta::hours(24);

/// The number of the quote at this place of a row.
pub(crate) fn quote_id(row: i64, place: usize) -> QuoteId {
    QuoteId(row * PLACES + place as i64)
}

/// A quote that somebody wants to book.
#[derive(Debug, Clone)]
pub struct Taken {
    pub id: QuoteId,
    pub resource_token: String,
    pub customer_id: Option<CustomerId>,
    pub ask: QuoteAsk,
    pub account_id: CarrierAccountId,
    pub carrier: String,
    pub service_code: String,
    pub service_name: String,
    pub transit_days: Option<u32>,
    pub carrier_quote: Option<String>,
    pub promo: Option<RatePromo>,
    pub insurance: Option<Cover>,
    pub lines: Vec<PriceLine>,
}

/// The question behind a token, for a caller who may see it; others are told that there is none.
async fn by_token(scope: &mut Scope, token: &str) -> Result<QuoteRequest> {
    let narrow = Where::all().eq(QuoteRequest::RESOURCE_TOKEN, token.to_owned());
    let request = scope.first::<QuoteRequest>(narrow).await?.ok_or(UNKNOWN)?;
    check_visible(scope, request.customer_id)?;
    Ok(request)
}

/// A customer's quotes are that customer's and the tenant's people's; a guest's are anybody's who holds the token.
fn check_visible(scope: &Scope, customer: Option<CustomerId>) -> Result<()> {
    let visible = match (&scope.caller, customer) {
        (_, None) => true,
        (Caller::Guest, Some(_)) => false,
        (caller, Some(customer)) => caller.customer().is_none_or(|own| own == customer),
    };
    if visible { Ok(()) } else { Err(UNKNOWN) }
}

/// A question and all its answers so far, as they are collected.
#[derive(Debug)]
pub(crate) struct Polled {
    pub id: QuoteRequestId,
    customer_id: Option<CustomerId>,
    pub resource_token: String,
    pub asked: Vec<Asked>,
    pub insurance: Option<Cover>,
    pub deadline: DateTime<Utc>,
    pub rows: Vec<QuoteAnswers>,
}

/// What is known of the question behind a token, for a caller who may see it. One statement, and nothing of the goods is
/// read: this is asked again and again.
pub(crate) async fn poll(scope: &mut Scope, token: &str) -> Result<Arc<Polled>> {
    if let Some(polled) = RECENT.get(&(scope.tenant, token.to_owned())) {
        check_visible(scope, polled.customer_id)?;
        return Ok(polled);
    }
    let sql = tsql!(
        "SELECT q.id, q.customer_id, q.asked, q.deadline, a.id, a.answers, a.creation_time, q.insurance
         FROM quote_requests q
         LEFT JOIN quote_answers a ON a.tenant_id = q.tenant_id AND a.quote_request_id = q.id
         WHERE q.tenant_id = $1 AND q.resource_token = $2 ORDER BY a.id"
    );
    let found = scope.rows(sql, vec![Val::Text(token.to_owned())]).await?;
    let Some(first) = found.first() else {
        return Err(UNKNOWN);
    };
    let (request, customer_id) = (first.get(0)?, first.get(1)?);
    check_visible(scope, customer_id)?;
    let mut rows = Vec::with_capacity(found.len());
    for row in &found {
        let Some(id) = row.get::<Option<i64>>(4)? else {
            continue;
        };
        rows.push(QuoteAnswers {
            id,
            row_version: 1,
            quote_request_id: request,
            answers: row.json(5)?,
            creation_time: row.get(6)?,
        });
    }
    let (asked, deadline, insurance) = (first.json(2)?, first.get(3)?, first.json(7)?);
    let resource_token = token.to_owned();
    Ok(Arc::new(Polled {
        id: request,
        customer_id,
        resource_token,
        asked,
        insurance,
        deadline,
        rows,
    }))
}

/// Questions whose answers were all there when they were written down: they are collected in the next moment, and never
/// change.
static RECENT: LazyLock<Cache<(TenantId, String), Arc<Polled>>> = LazyLock::new(|| {
    Cache::builder()
        .max_capacity(256)
        .time_to_live(Duration::from_secs(30))
        .build()
});

/// Writes the question down with the answers that are there already; `is_whole`: no more will come.
pub(crate) async fn begin(
    scope: &mut Scope,
    request: &mut QuoteRequest,
    answers: Vec<Answer>,
    is_whole: bool,
) -> Result<()> {
    scope.insert(request).await?;
    let rows = if answers.is_empty() {
        Vec::new()
    } else {
        vec![put(scope, request.id, answers).await?]
    };
    scope.commit().await?;
    if is_whole {
        let polled = Polled {
            id: request.id,
            customer_id: request.customer_id,
            resource_token: request.resource_token.clone(),
            asked: request.asked.clone(),
            insurance: request.insurance.clone(),
            deadline: request.deadline,
            rows,
        };
        RECENT.insert(
            (scope.tenant, polled.resource_token.clone()),
            Arc::new(polled),
        );
    }
    Ok(())
}

/// Keeps answers that came in together later.
pub(crate) async fn keep(
    scope: &mut Scope,
    request: QuoteRequestId,
    answers: Vec<Answer>,
) -> Result<()> {
    put(scope, request, answers).await?;
    scope.commit().await
}

async fn put(
    scope: &mut Scope,
    request: QuoteRequestId,
    answers: Vec<Answer>,
) -> Result<QuoteAnswers> {
    let mut row = QuoteAnswers {
        id: 0,
        row_version: 0,
        quote_request_id: request,
        answers,
        creation_time: scope.now(),
    };
    scope.insert(&mut row).await?;
    Ok(row)
}

/// The quote with this number, if it belongs to the token and is still valid.
pub async fn take(scope: &mut Scope, token: &str, id: QuoteId) -> Result<Taken> {
    let (taken, created) = of_token(scope, token, id).await?;
    if scope.now() > created + VALID {
        return Err(EXPIRED.into());
    }
    Ok(taken)
}

/// The same of a quote that need not be valid any more: what is asked for again is asked for by it.
pub async fn lapsed(scope: &mut Scope, token: &str, id: QuoteId) -> Result<Taken> {
    of_token(scope, token, id).await.map(|(taken, _)| taken)
}

/// The quote with this number, if it belongs to the token, and when it was given.
async fn of_token(scope: &mut Scope, token: &str, id: QuoteId) -> Result<(Taken, DateTime<Utc>)> {
    let request = by_token(scope, token).await?;
    let unknown = || Error::invalid("quoteId", message!("is not a quote of this resourceToken"));
    let (row, place) = (id.0 / PLACES, (id.0 % PLACES) as usize);
    let narrow = Where::all()
        .eq(QuoteAnswers::ID, row)
        .eq(QuoteAnswers::QUOTE_REQUEST_ID, request.id);
    let found = scope
        .first::<QuoteAnswers>(narrow)
        .await?
        .ok_or_else(unknown)?;
    let (account, rate) = rates(&found).nth(place).ok_or_else(unknown)?;
    let asked = request
        .asked
        .iter()
        .find(|asked| asked.account_id == account)
        .ok_or_else(unknown)?;
    Ok((taken(id, &request, asked, rate), found.creation_time))
}

/// The rates of a row in the order that numbers them.
pub(crate) fn rates(row: &QuoteAnswers) -> impl Iterator<Item = (CarrierAccountId, &QuotedRate)> {
    row.answers
        .iter()
        .flat_map(|answer| answer.rates.iter().map(|rate| (answer.account_id, rate)))
        .take(PLACES as usize)
}

fn taken(id: QuoteId, request: &QuoteRequest, asked: &Asked, rate: &QuotedRate) -> Taken {
    Taken {
        id,
        resource_token: request.resource_token.clone(),
        customer_id: request.customer_id,
        ask: request.request.clone(),
        account_id: asked.account_id,
        carrier: asked.carrier.clone(),
        service_code: rate.service_code.clone(),
        service_name: rate.service_name.clone(),
        transit_days: rate.transit_days,
        carrier_quote: rate.carrier_quote.clone(),
        promo: rate.promo.clone(),
        insurance: request.insurance.clone(),
        lines: rate.lines.clone(),
    }
}

/// Removes so many requests from before this time with their answers, the oldest first; how many there were.
pub(crate) async fn remove_before(
    scope: &mut Scope,
    before: DateTime<Utc>,
    many: i64,
) -> Result<usize> {
    let sql = tsql!(
        "DELETE FROM quote_requests WHERE tenant_id = $1 AND id IN (
           SELECT id FROM quote_requests WHERE tenant_id = $1 AND creation_time < $2 ORDER BY creation_time, id LIMIT $3
         ) RETURNING id"
    );
    Ok(scope.rows(sql, vec![before.val(), many.val()]).await?.len())
}
