//! Quote routes: requests and answers.

use std::time::{Duration, Instant};

use customers::CustomerInfo;
use data::{
    Caller, Error, FieldError, Message, Needs, Result, Scope,
    case::{Deferred, PartialInput},
    db::Mode,
    ids::{CarrierAccountId, CustomerId},
    message,
    message::TranslatableMessage,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{Area, Routes, http::Method};
use work::limiter::{Count, DAY, Limit, Limiter, MINUTE};

use crate::quotes::{
    self,
    model::{Answer, QuoteAsk},
};
use pricing::{access::BOOKING, price::PriceLine};

pub fn area() -> Area {
    Area::new("quotes")
        .permissions(crate::access::PERMISSIONS)
        .needs::<dyn carriers::port::CarrierPort>()
        .routes(
            Routes::new("/api/booking/Quote")
                .feature(crate::access::BOOKINGS)
                .post("Quote", Needs::Tenant, request_quotes)
                .with_limit(QUOTE_LIMIT)
                .get("GetQuotes", Needs::Tenant, collect)
                .raw(
                    Method::GET,
                    "stream",
                    Needs::Tenant,
                    0,
                    crate::quotes::stream::quotes,
                ),
        )
        .routes(crate::markup_preview::table())
        .listener(quotes::sweep::sweeper())
}

/// Each request calls every carrier open to guests and is stored for a day.
const QUOTE_LIMIT: Limit = Limit {
    name: "quote",
    window: MINUTE,
    per_address: Some(30),
    per_tenant: Some(600),
    per_user: None,
};

/// Unguessable token to retrieve the answers.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Token {
    resource_token: String,
    /// Points to check before booking.
    warnings: Vec<TranslatableMessage>,
}

/// Unreadable members are reported together with those that break a rule.
async fn request_quotes(scope: Scope, sent: Deferred<QuoteAsk>) -> Result<Token> {
    count_customer_quote(&scope).await?;
    let PartialInput { value, invalid } = sent.read();
    let unread: Vec<FieldError> = invalid.into_iter().map(FieldError::from).collect();
    let Some(mut ask) = value else {
        return Err(Error::Invalid(unread));
    };
    set_default_country(&scope, &mut ask).await?;
    // Reads use a read transaction, to keep the writer free.
    let mut reading = scope.sibling(Mode::Read);
    let customer = match payer(&mut reading, &ask).await {
        Ok(customer) => customer,
        Err(error) => return Err(quotes::rules::all_errors(unread, Some(error))),
    };
    if let Some(customer) = &customer {
        customers::complete_items(&mut reading, customer.id, &mut ask.items, "items").await?;
    }
    let valid = checked(&scope, &ask).await;
    if !unread.is_empty() {
        return Err(quotes::rules::all_errors(unread, valid.err()));
    }
    valid?;
    let warnings = match &customer {
        Some(customer) => {
            customers::dangerous_goods_warnings(
                &mut reading,
                customer.id,
                ask.dangerous(),
                &ask.items,
            )
            .await?
        }
        None => Vec::new(),
    };
    // Commits without waiting for the disk: a quote lost in a power cut can be requested again.
    let resource_token = quotes::service::request_quotes(
        scope.sibling(Mode::Soon),
        reading,
        ask,
        customer,
        scope.now(),
    )
    .await?;
    Ok(Token {
        resource_token,
        warnings: warnings.iter().map(Message::to_translatable).collect(),
    })
}

/// Per customer's user; the daily limit per customer covers the storage period.
const CUSTOMER_QUOTES_A_MINUTE: u32 = 120;
const CUSTOMER_QUOTES_A_DAY: u32 = 20_000;

/// Counts a customer's quote, or rejects it with 429.
async fn count_customer_quote(scope: &Scope) -> Result<()> {
    let (Some(user), Some(customer)) = (scope.caller.user(), scope.caller.customer()) else {
        return Ok(());
    };
    let (user, customer) = (user.to_string(), customer.to_string());
    let count = |what, name, most, window| Count {
        subject: what,
        tenant: Some(scope.tenant),
        address: None,
        name: Some(name),
        max: most,
        window,
    };
    let counts = [
        count(
            "customer-user-quotes",
            user.as_str(),
            CUSTOMER_QUOTES_A_MINUTE,
            MINUTE,
        ),
        count(
            "customer-quotes",
            customer.as_str(),
            CUSTOMER_QUOTES_A_DAY,
            DAY,
        ),
    ];
    Limiter::from_host(scope.host())?
        .count_attempts(scope.host(), &counts)
        .await
        .map(drop)
}

async fn checked(scope: &Scope, ask: &QuoteAsk) -> Result<()> {
    quotes::rules::check_request(ask)?;
    let places = [
        ("fromAddress", &ask.from_address),
        ("toAddress", &ask.to_address),
    ];
    let mut unknown = lookups::check_places(scope.host(), &places).await?;
    unknown.extend(lookups::check_goods(scope.host(), ask.dangerous(), "").await?);
    if unknown.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(unknown))
    }
}

/// Requests quotes for internal callers such as a shop's checkout, with the customer's accounts or
/// those open to guests. Returns the answers received in time.
pub async fn fetch_quotes(
    mut scope: Scope,
    mut ask: QuoteAsk,
    customer: Option<CustomerId>,
    within: Duration,
) -> Result<quotes::view::Quotes> {
    let until = Instant::now() + within;
    set_default_country(&scope, &mut ask).await?;
    let mut reading = scope.sibling(Mode::Read);
    let customer = match customer {
        Some(id) => Some(customers::find(&mut reading, id).await?),
        None => None,
    };
    if let Some(customer) = &customer {
        customers::complete_items(&mut reading, customer.id, &mut ask.items, "items").await?;
    }
    checked(&scope, &ask).await?;
    let resource_token = quotes::service::request_quotes(
        scope.sibling(Mode::Soon),
        reading,
        ask,
        customer,
        scope.now(),
    )
    .await?;
    wait_for_answers(&mut scope, &resource_token, until).await
}

/// Requests one service's cost and price by line; without a price in time, returns the reason.
pub async fn fetch_price(
    mut scope: Scope,
    ask: QuoteAsk,
    customer: CustomerId,
    account: CarrierAccountId,
    within: Duration,
) -> Result<Result<Vec<PriceLine>, String>> {
    let until = Instant::now() + within;
    checked(&scope, &ask).await?;
    let mut reading = scope.sibling(Mode::Read);
    let customer = customers::find(&mut reading, customer).await?;
    let as_of = ask
        .pickup_ready_time
        .map_or(scope.now(), |ready| ready.min(scope.now()));
    let token = quotes::service::request_quotes(
        scope.sibling(Mode::Soon),
        reading,
        ask,
        Some(customer),
        as_of,
    )
    .await?;
    loop {
        let polled = quotes::store::poll(&mut scope, &token).await?;
        let answer = polled
            .rows
            .iter()
            .flat_map(|row| &row.answers)
            .find(|answer| answer.account_id == account);
        match answer {
            Some(Answer {
                failure: Some(failure),
                ..
            }) => return Ok(Err(failure.message.clone())),
            Some(answer) => {
                return Ok(answer
                    .rates
                    .first()
                    .map(|rate| rate.lines.clone())
                    .ok_or_else(String::new));
            }
            None if Instant::now() >= until => return Ok(Err(String::new())),
            None => {}
        }
        // No transaction is open while waiting.
        scope.rollback();
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Defaults missing countries to the tenant's.
async fn set_default_country(scope: &Scope, ask: &mut QuoteAsk) -> Result<()> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    for address in [&mut ask.from_address, &mut ask.to_address] {
        *address = std::mem::take(address).normalized_in(&settings.general.country_code);
    }
    Ok(())
}

/// Returns the caller's own customer, the one chosen by staff, or None for a guest.
async fn payer(scope: &mut Scope, ask: &QuoteAsk) -> Result<Option<CustomerInfo>> {
    let customer_id = ask.customer.customer_id.filter(|id| id.0 != 0);
    if matches!(scope.caller, Caller::Guest) {
        return match customer_id {
            None => Ok(None),
            Some(_) => Err(Error::Unauthorized),
        };
    }
    scope.require(BOOKING)?;
    let Some(id) = customer_id.or(scope.caller.customer()) else {
        return Err(Error::invalid(
            "customer.customerId",
            message!("choose the customer who pays"),
        ));
    };
    let customer = customers::find(scope, id).await?;
    if ask.is_dangerous_good && !customer.can_send_dg {
        let sentence = message!(
            "{customer} is not approved to send dangerous goods",
            customer = customer.display_name()
        );
        return Err(Error::invalid("isDangerousGood", sentence));
    }
    Ok(Some(customer))
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CollectQuery {
    resource_token: String,
    /// Milliseconds to wait for complete answers, at most 1000, instead of polling.
    wait_ms: Option<u64>,
}

const MAX_WAIT: u64 = 1000;
const POLL_INTERVAL: Duration = Duration::from_millis(20);

async fn collect(
    mut scope: Scope,
    CollectQuery {
        resource_token,
        wait_ms,
    }: CollectQuery,
) -> Result<quotes::view::Quotes> {
    if !matches!(scope.caller, Caller::Guest) {
        scope.require(BOOKING)?;
    }
    let until = Instant::now() + Duration::from_millis(wait_ms.unwrap_or(0).min(MAX_WAIT));
    wait_for_answers(&mut scope, &resource_token, until).await
}

/// Returns complete answers, or those received by `until`.
async fn wait_for_answers(
    scope: &mut Scope,
    resource_token: &str,
    until: Instant,
) -> Result<quotes::view::Quotes> {
    loop {
        let polled = quotes::store::poll(scope, resource_token).await?;
        let quotes = quotes::view::quotes(scope, &polled);
        if quotes.is_completed || Instant::now() >= until {
            return Ok(quotes);
        }
        // No transaction is open while waiting.
        scope.rollback();
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}
