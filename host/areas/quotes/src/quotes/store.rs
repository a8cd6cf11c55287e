//! Requests, answers, and the quote for a booking.

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use data::{
    Caller, Error, New, Refusal, Result, Scope, Where,
    cache::Cache,
    db::{Col, Val},
    ids::{CarrierAccountId, CustomerId, QuoteId, QuoteRequestId, TenantId},
    message, tsql,
};
use pricing::{Cover, price::PriceLine};

use crate::quotes::model::{
    Answer, CalledAccount, QuoteAnswers, QuoteAsk, QuoteRequest, QuotedRate, RatePromo,
};

/// Part of quote ids: it must never change.
const MAX_QUOTES_PER_ROW: i64 = 4096;

pub const EXPIRED: Refusal = Refusal::new(3102, "This price is no longer valid. Get a new quote.");

const UNKNOWN: Error = Error::NotFound("The quote");

/// Carrier prices change daily.
pub(crate) const VALIDITY: TimeDelta = TimeDelta::hours(24);

pub(crate) fn quote_id(row: i64, place: usize) -> QuoteId {
    QuoteId(row * MAX_QUOTES_PER_ROW + place as i64)
}

#[derive(Debug, Clone)]
pub struct SelectedQuote {
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

/// Fails as not found if the caller may not see the request.
async fn by_token(scope: &mut Scope, token: &str) -> Result<QuoteRequest> {
    let narrow = Where::all().eq(QuoteRequest::RESOURCE_TOKEN, token.to_owned());
    let request = scope.first::<QuoteRequest>(narrow).await?.ok_or(UNKNOWN)?;
    check_visible(scope, request.customer_id)?;
    Ok(request)
}

/// Restricts a customer's quotes to that customer and staff; a guest's are open to any token
/// holder.
fn check_visible(scope: &Scope, customer: Option<CustomerId>) -> Result<()> {
    let visible = match (&scope.caller, customer) {
        (_, None) => true,
        (Caller::Guest, Some(_)) => false,
        (caller, Some(customer)) => caller.customer().is_none_or(|own| own == customer),
    };
    if visible { Ok(()) } else { Err(UNKNOWN) }
}

#[derive(Debug)]
pub struct RequestState {
    pub id: QuoteRequestId,
    customer_id: Option<CustomerId>,
    pub resource_token: String,
    pub asked: Vec<CalledAccount>,
    pub insurance: Option<Cover>,
    pub deadline: DateTime<Utc>,
    pub rows: Vec<QuoteAnswers>,
}

/// Loads a request that the caller may see. One statement without the goods, because clients poll
/// it.
pub(crate) async fn poll(scope: &mut Scope, token: &str) -> Result<Arc<RequestState>> {
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
    let records = scope.rows(sql, vec![Val::Text(token.to_owned())]).await?;
    let Some(first) = records.first() else {
        return Err(UNKNOWN);
    };
    let (request, customer_id) = (first.get(0)?, first.get(1)?);
    check_visible(scope, customer_id)?;
    let mut rows = Vec::with_capacity(records.len());
    for row in &records {
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
    Ok(Arc::new(RequestState {
        id: request,
        customer_id,
        resource_token,
        asked,
        insurance,
        deadline,
        rows,
    }))
}

/// Requests that were complete when stored: immutable and usually polled within moments.
static RECENT: LazyLock<Cache<(TenantId, String), Arc<RequestState>>> = LazyLock::new(|| {
    Cache::builder()
        .max_capacity(256)
        .time_to_live(Duration::from_secs(30))
        .build()
});

/// Stores the request with the answers so far; `is_whole`: no more will follow.
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
        let polled = RequestState {
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

pub(crate) async fn store_answers(
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
    let row = scope
        .create(New::<QuoteAnswers> {
            quote_request_id: request,
            answers,
        })
        .await?;
    Ok(row)
}

/// Loads a valid quote by its id alone, for callers who see the request.
pub async fn find(scope: &mut Scope, id: QuoteId) -> Result<SelectedQuote> {
    let row = id.0 / MAX_QUOTES_PER_ROW;
    let answers: QuoteAnswers = scope
        .first(Where::all().eq(QuoteAnswers::ID, row))
        .await?
        .ok_or(UNKNOWN)?;
    let request: QuoteRequest = scope.find(answers.quote_request_id).await?;
    check_visible(scope, request.customer_id)?;
    if scope.now() > answers.creation_time + VALIDITY {
        return Err(EXPIRED.into());
    }
    select(id, &request, &answers).ok_or(UNKNOWN)
}

/// Loads the quote if it belongs to the token and is valid.
pub async fn take(scope: &mut Scope, token: &str, id: QuoteId) -> Result<SelectedQuote> {
    let (quote, created) = load_by_token(scope, token, id).await?;
    if scope.now() > created + VALIDITY {
        return Err(EXPIRED.into());
    }
    Ok(quote)
}

/// Loads even an expired quote, to request it again.
pub async fn take_expired(scope: &mut Scope, token: &str, id: QuoteId) -> Result<SelectedQuote> {
    load_by_token(scope, token, id)
        .await
        .map(|(quote, _)| quote)
}

/// Returns the quote with its time.
async fn load_by_token(
    scope: &mut Scope,
    token: &str,
    id: QuoteId,
) -> Result<(SelectedQuote, DateTime<Utc>)> {
    let request = by_token(scope, token).await?;
    let unknown = || Error::invalid("quoteId", message!("is not a quote of this enquiry"));
    let narrow = Where::all()
        .eq(QuoteAnswers::ID, id.0 / MAX_QUOTES_PER_ROW)
        .eq(QuoteAnswers::QUOTE_REQUEST_ID, request.id);
    let answers = scope
        .first::<QuoteAnswers>(narrow)
        .await?
        .ok_or_else(unknown)?;
    let quote = select(id, &request, &answers).ok_or_else(unknown)?;
    Ok((quote, answers.creation_time))
}

/// Returns the rate that the id names among the answers.
fn select(id: QuoteId, request: &QuoteRequest, answers: &QuoteAnswers) -> Option<SelectedQuote> {
    let place = (id.0 % MAX_QUOTES_PER_ROW) as usize;
    let (account, rate) = rates(answers).nth(place)?;
    let called = request
        .asked
        .iter()
        .find(|asked| asked.account_id == account)?;
    Some(to_selected(id, request, called, rate))
}

/// Returns rates in the order of their ids.
pub(crate) fn rates(row: &QuoteAnswers) -> impl Iterator<Item = (CarrierAccountId, &QuotedRate)> {
    row.answers
        .iter()
        .flat_map(|answer| answer.rates.iter().map(|rate| (answer.account_id, rate)))
        .take(MAX_QUOTES_PER_ROW as usize)
}

fn to_selected(
    id: QuoteId,
    request: &QuoteRequest,
    called: &CalledAccount,
    rate: &QuotedRate,
) -> SelectedQuote {
    SelectedQuote {
        id,
        resource_token: request.resource_token.clone(),
        customer_id: request.customer_id,
        ask: request.request.clone(),
        account_id: called.account_id,
        carrier: called.carrier.clone(),
        service_code: rate.service_code.clone(),
        service_name: rate.service_name.clone(),
        transit_days: rate.transit_days,
        carrier_quote: rate.carrier_quote.clone(),
        promo: rate.promo.clone(),
        insurance: request.insurance.clone(),
        lines: rate.lines.clone(),
    }
}

/// Returns ids in ascending order.
pub(crate) async fn load_request_ids(
    scope: &mut Scope,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
    after: QuoteRequestId,
    limit: i64,
) -> Result<Vec<QuoteRequestId>> {
    let page = tsql!(
        "SELECT id FROM quote_requests WHERE tenant_id = $1 AND creation_time >= $2 AND creation_time < $3 AND id > $4
         ORDER BY id LIMIT $5"
    );
    let values = vec![from.val(), to.val(), after.val(), limit.val()];
    scope
        .rows(page, values)
        .await?
        .iter()
        .map(|row| Ok(row.get(0)?))
        .collect()
}

/// Deletes the oldest requests with their answers; returns their number.
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
