//! Previews unsaved markups on a period's quotes. Read-only.

use std::collections::{BTreeMap, HashMap};

use carriage::money::Amount;
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use customers::CustomerType;
use data::{
    Error, Refusal, Result, Scope, Where,
    ids::{CarrierAccountId, CustomerId, QuoteRequestId},
    message,
};
use pricing::{Draft, DraftMarkups, Terms, TermsRequest, price::PriceLine};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::quotes::{
    self,
    model::{QuoteAnswers, QuoteRequest},
};

/// Exceeding it sets `is_truncated`.
const MAX_QUOTES: usize = 5_000;
const REQUESTS_PER_QUERY: i64 = 100;
/// Quotes are stored for little more than a day.
const MAX_DAYS: i64 = 7;
/// Per list.
const MAX_LINES: usize = 50;

const NOTHING: Refusal = Refusal::new(4310, "There are no quotes in this period.");

pub(crate) fn table() -> Routes {
    Routes::new("/api/booking/Markup")
        .feature(pricing::access::BOOKINGS)
        .post("PreviewMarkups", pricing::access::MARKUPS, preview)
}

/// Markups from the grid, and the quotes to apply them to.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
struct PreviewMarkups {
    markups: DraftMarkups,
    /// First day of the quotes in the tenant's zone; `to_date` is the last. Default: yesterday.
    from_date: Option<NaiveDate>,
    to_date: Option<NaiveDate>,
}

/// Totals before tax: with the saved markups and with the sent ones.
#[data::wire]
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MarkupPreviewSums")]
struct PreviewSums {
    quotes: i64,
    /// Number of quotes with another price.
    changed: i64,
    before: Decimal,
    after: Decimal,
}

impl PreviewSums {
    fn add(&mut self, before: Decimal, after: Decimal) {
        self.quotes += 1;
        self.changed += i64::from(before != after);
        self.before += before;
        self.after += after;
    }

    fn difference(&self) -> Decimal {
        (self.after - self.before).abs()
    }
}

/// A customer's quotes.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PreviewOfCustomer {
    /// Null for guests.
    customer_id: Option<CustomerId>,
    name: Option<String>,
    #[serde(flatten)]
    sums: PreviewSums,
}

/// A carrier account's quotes.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PreviewOfAccount {
    carrier_account_id: CarrierAccountId,
    name: String,
    #[serde(flatten)]
    sums: PreviewSums,
}

/// A quote whose price would change.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PreviewedQuote {
    customer_id: Option<CustomerId>,
    carrier_account_id: CarrierAccountId,
    service_code: String,
    service_name: String,
    before: Decimal,
    after: Decimal,
    creation_time: DateTime<Utc>,
}

/// Effect of the markups. Both prices are recomputed, so that the difference is due to the markups
/// alone.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MarkupPreview {
    currency: String,
    from_date: NaiveDate,
    to_date: NaiveDate,
    total: PreviewSums,
    /// True if more quotes exist than were examined.
    is_truncated: bool,
    /// Largest differences first, at most 50, as in the two lists below.
    customers: Vec<PreviewOfCustomer>,
    accounts: Vec<PreviewOfAccount>,
    largest: Vec<PreviewedQuote>,
}

#[derive(Default)]
struct PreviewTotals {
    total: PreviewSums,
    customers: BTreeMap<Option<CustomerId>, PreviewSums>,
    accounts: BTreeMap<CarrierAccountId, (String, PreviewSums)>,
    changed: Vec<PreviewedQuote>,
    is_truncated: bool,
}

async fn preview(mut scope: Scope, sent: PreviewMarkups) -> Result<MarkupPreview> {
    let draft = pricing::draft(&mut scope, sent.markups).await?;
    let tenant = tenancy::settings(&mut scope).await?;
    let zone = quotes::consignment::zone(&tenant.timezone);
    let today = quotes::consignment::local_day(scope.now(), zone);
    let yesterday = today.checked_sub_days(Days::new(1)).unwrap_or(today);
    let first = sent.from_date.or(sent.to_date).unwrap_or(yesterday);
    let last = sent.to_date.unwrap_or(first);
    if last < first || (last - first).num_days() >= MAX_DAYS {
        let message = message!(
            "must be from the first day on, at most {max} days",
            max = MAX_DAYS
        );
        return Err(Error::invalid("toDate", message));
    }
    let period = (
        begin(first, zone),
        begin(last.succ_opt().unwrap_or(last), zone),
    );
    let mut totals = PreviewTotals::default();
    let mut types: HashMap<CustomerId, CustomerType> = HashMap::new();
    let mut after = QuoteRequestId(0);
    'requests: loop {
        let ids =
            quotes::store::load_request_ids(&mut scope, period, after, REQUESTS_PER_QUERY).await?;
        let Some(last) = ids.last() else { break };
        after = *last;
        let requests: Vec<QuoteRequest> = scope
            .all(Where::all().is_in(QuoteRequest::ID, &ids))
            .await?;
        let filter = Where::all().is_in(QuoteAnswers::QUOTE_REQUEST_ID, &ids);
        let mut answers: HashMap<QuoteRequestId, Vec<QuoteAnswers>> = HashMap::new();
        for row in scope.all::<QuoteAnswers>(filter).await? {
            answers.entry(row.quote_request_id).or_default().push(row);
        }
        for request in &requests {
            let rows = answers.remove(&request.id).unwrap_or_default();
            let terms = terms(&mut scope, request, zone, &mut types).await?;
            if !price_request(&mut totals, &draft, request, &rows, &terms) {
                break 'requests;
            }
        }
    }
    if totals.total.quotes == 0 {
        return Err(NOTHING.into());
    }
    answer(
        &mut scope,
        totals,
        (first, last),
        tenant.base_currency.clone(),
    )
    .await
}

/// Prices both ways; false if the limit is reached.
fn price_request(
    totals: &mut PreviewTotals,
    draft: &Draft,
    request: &QuoteRequest,
    rows: &[QuoteAnswers],
    terms: &Terms,
) -> bool {
    let drafted = draft.terms(terms, request.customer_id);
    for (account, rate) in rows.iter().flat_map(crate::quotes::store::rates) {
        let Some(asked) = request
            .asked
            .iter()
            .find(|asked| asked.account_id == account)
        else {
            continue;
        };
        if totals.total.quotes >= MAX_QUOTES as i64 {
            totals.is_truncated = true;
            return false;
        }
        let price = |terms: &Terms| {
            let lines = rate.lines.clone();
            net(&terms.price(account, &asked.carrier, &rate.service_code, lines))
        };
        let before = price(terms);
        let draft_price = if draft.affects(account, &asked.carrier, request.customer_id) {
            price(&drafted)
        } else {
            before
        };
        totals.total.add(before, draft_price);
        totals
            .customers
            .entry(request.customer_id)
            .or_default()
            .add(before, draft_price);
        let (_, sums) = totals
            .accounts
            .entry(account)
            .or_insert_with(|| (asked.account_name.clone(), PreviewSums::default()));
        sums.add(before, draft_price);
        if before != draft_price {
            totals.changed.push(PreviewedQuote {
                customer_id: request.customer_id,
                carrier_account_id: account,
                service_code: rate.service_code.clone(),
                service_name: rate.service_name.clone(),
                before,
                after: draft_price,
                creation_time: request.creation_time,
            });
        }
    }
    true
}

fn net(lines: &[PriceLine]) -> Decimal {
    lines
        .iter()
        .map(|line| line.customer)
        .sum::<Amount>()
        .tax_exclusive_amount
}

/// Omits a promo code that has expired.
async fn terms(
    scope: &mut Scope,
    request: &QuoteRequest,
    zone: Tz,
    types: &mut HashMap<CustomerId, CustomerType>,
) -> Result<Terms> {
    let customer = match request.customer_id {
        Some(id) => {
            let known = types.get(&id).copied();
            let customer_type = match known {
                Some(known) => known,
                None => customers::find(scope, id).await?.customer_type,
            };
            types.insert(id, customer_type);
            Some((id, customer_type))
        }
        None => None,
    };
    let ask = &request.request;
    let ready = ask.pickup_ready_time.unwrap_or(request.creation_time);
    let pricing_query = TermsRequest {
        customer,
        promo_code: ask.promo_code.as_deref(),
        from_country: &ask.from_address.country_code,
        to_country: &ask.to_address.country_code,
        day: quotes::consignment::local_day(ready, zone),
        today: quotes::consignment::local_day(request.creation_time, zone),
    };
    match pricing::load_terms(scope, pricing_query).await {
        Err(Error::Invalid(_)) => {
            pricing::load_terms(
                scope,
                TermsRequest {
                    promo_code: None,
                    ..pricing_query
                },
            )
            .await
        }
        found => found,
    }
}

fn begin(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    midnight
        .and_local_timezone(zone)
        .earliest()
        .map_or_else(|| midnight.and_utc(), |time| time.with_timezone(&Utc))
}

async fn answer(
    scope: &mut Scope,
    totals: PreviewTotals,
    (from_date, to_date): (NaiveDate, NaiveDate),
    currency: String,
) -> Result<MarkupPreview> {
    let mut customers: Vec<(Option<CustomerId>, PreviewSums)> =
        totals.customers.into_iter().collect();
    customers.sort_by_key(|(_, sums)| std::cmp::Reverse(sums.difference()));
    customers.truncate(MAX_LINES);
    let ids: Vec<CustomerId> = customers.iter().filter_map(|(id, _)| *id).collect();
    let names = customers::names(scope, &ids).await?;
    let of_customer = |(customer_id, sums): (Option<CustomerId>, PreviewSums)| PreviewOfCustomer {
        customer_id,
        name: customer_id.and_then(|id| names.get(&id).cloned()),
        sums,
    };
    let of_account =
        |(carrier_account_id, (name, sums)): (CarrierAccountId, (String, PreviewSums))| {
            PreviewOfAccount {
                carrier_account_id,
                name,
                sums,
            }
        };
    let mut accounts: Vec<PreviewOfAccount> = totals.accounts.into_iter().map(of_account).collect();
    accounts.sort_by_key(|one| std::cmp::Reverse(one.sums.difference()));
    accounts.truncate(MAX_LINES);
    let mut largest = totals.changed;
    largest.sort_by_key(|one| std::cmp::Reverse((one.after - one.before).abs()));
    largest.truncate(MAX_LINES);
    Ok(MarkupPreview {
        currency,
        from_date,
        to_date,
        total: totals.total,
        is_truncated: totals.is_truncated,
        customers: customers.into_iter().map(of_customer).collect(),
        accounts,
        largest,
    })
}
