//! The calls of quoting: ask, and collect the answers.

use std::time::{Duration, Instant};

use customers::CustomerInfo;
use kernel::{
    Area, Caller, Error, Message, Needs, Result, Routes, Scope,
    db::Mode,
    http::Method,
    ids::{CarrierAccountId, CustomerId},
    limiter::{Count, DAY, Limit, MINUTE},
    message,
    message::Told,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    access::BOOKING,
    model::{Answer, QuoteAsk},
    rules::{check, price::PriceLine},
    service, store, view,
};

/// The area quotes.
pub fn area() -> Area {
    Area::new("quotes")
        .permissions(crate::access::PERMISSIONS)
        .needs::<dyn carriers::port::CarrierPort>()
        .routes(
            Routes::at("/api/booking/Quote")
                .feature(crate::access::BOOKINGS)
                .post("Quote", Needs::Tenant, ask)
                .limited(ASKED)
                .get("GetQuotes", Needs::Tenant, collect)
                .raw(
                    Method::GET,
                    "stream",
                    Needs::Tenant,
                    0,
                    crate::stream::quotes,
                ),
        )
        .routes(crate::preview::table())
        .listener(service::sweep::sweeper())
}

/// Each asks every carrier that is open to guests, and is kept for a day.
const ASKED: Limit = Limit {
    name: "quote",
    window: MINUTE,
    per_address: Some(30),
    per_tenant: Some(600),
    per_user: None,
};

/// What the answers are collected with. It cannot be guessed.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Token {
    resource_token: String,
    /// What to look at again before the goods are booked.
    warnings: Vec<Told>,
}

async fn ask(scope: Scope, mut ask: QuoteAsk) -> Result<Token> {
    count_of_customer(&scope).await?;
    at_home(&scope, &mut ask).await?;
    // What has to be looked up is read beside the writer, which others wait for.
    let mut reading = scope.sibling(Mode::Read);
    let customer = payer(&mut reading, &ask).await?;
    if let Some(customer) = &customer {
        customers::complete_items(&mut reading, customer.id, &mut ask.items, "items").await?;
    }
    checked(&scope, &ask).await?;
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
    // A quote that a power cut takes is asked for again: no one waits for the disk.
    let resource_token = service::request_quotes(
        scope.sibling(Mode::Soon),
        reading,
        ask,
        customer,
        scope.now(),
    )
    .await?;
    Ok(Token {
        resource_token,
        warnings: warnings.iter().map(Message::told).collect(),
    })
}

/// Quotes of one customer's user in a minute, and of a customer in a day: as long as they are kept.
const CUSTOMER_QUOTES_A_MINUTE: u32 = 120;
const CUSTOMER_QUOTES_A_DAY: u32 = 20_000;

/// Counts a quote of a customer's user, or refuses it with 429.
async fn count_of_customer(scope: &Scope) -> Result<()> {
    let (Some(user), Some(customer)) = (scope.caller.user(), scope.caller.customer()) else {
        return Ok(());
    };
    let (user, customer) = (user.to_string(), customer.to_string());
    let of = |what, name, most, window| Count {
        what,
        tenant: Some(scope.tenant),
        address: None,
        name: Some(name),
        most,
        window,
    };
    let counts = [
        of(
            "customer-user-quotes",
            user.as_str(),
            CUSTOMER_QUOTES_A_MINUTE,
            MINUTE,
        ),
        of(
            "customer-quotes",
            customer.as_str(),
            CUSTOMER_QUOTES_A_DAY,
            DAY,
        ),
    ];
    scope
        .host()
        .limiter()
        .take(scope.host(), &counts)
        .await
        .map(drop)
}

async fn checked(scope: &Scope, ask: &QuoteAsk) -> Result<()> {
    check::ask(ask)?;
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

/// Quotes for the program itself, at a shop's checkout say: with the accounts that the customer may use, or those that
/// are open to guests. Gives what the carriers have answered within this time.
pub async fn quoted(
    mut scope: Scope,
    mut ask: QuoteAsk,
    customer: Option<CustomerId>,
    within: Duration,
) -> Result<view::Quotes> {
    let until = Instant::now() + within;
    at_home(&scope, &mut ask).await?;
    let mut reading = scope.sibling(Mode::Read);
    let customer = match customer {
        Some(id) => Some(customers::find(&mut reading, id).await?),
        None => None,
    };
    if let Some(customer) = &customer {
        customers::complete_items(&mut reading, customer.id, &mut ask.items, "items").await?;
    }
    checked(&scope, &ask).await?;
    let resource_token = service::request_quotes(
        scope.sibling(Mode::Soon),
        reading,
        ask,
        customer,
        scope.now(),
    )
    .await?;
    answers(&mut scope, &resource_token, until).await
}

/// What the service of an account takes for these goods and what the customer pays, line by line; without a price in this
/// time, why there is none.
pub async fn priced(
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
    let token = service::request_quotes(
        scope.sibling(Mode::Soon),
        reading,
        ask,
        Some(customer),
        as_of,
    )
    .await?;
    loop {
        let polled = store::poll(&mut scope, &token).await?;
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
        // No transaction is held while waiting.
        scope.rollback();
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

/// A place whose country is left out is in the tenant's.
async fn at_home(scope: &Scope, ask: &mut QuoteAsk) -> Result<()> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    for address in [&mut ask.from_address, &mut ask.to_address] {
        *address = std::mem::take(address).tidied_in(&settings.general.country_code);
    }
    Ok(())
}

/// Who pays: a customer's user its own customer, the tenant's people the one they name, a guest nobody yet.
async fn payer(scope: &mut Scope, ask: &QuoteAsk) -> Result<Option<CustomerInfo>> {
    let named = ask.customer.customer_id.filter(|id| id.0 != 0);
    if matches!(scope.caller, Caller::Guest) {
        return match named {
            None => Ok(None),
            Some(_) => Err(Error::Unauthorized),
        };
    }
    scope.require(BOOKING)?;
    let Some(id) = named.or(scope.caller.customer()) else {
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
struct Collect {
    resource_token: String,
    /// Wait this long for the answers to be complete, at most 1000 ms, instead of asking again and again.
    wait_ms: Option<u64>,
}

const MAX_WAIT: u64 = 1000;
const LOOK_AGAIN: Duration = Duration::from_millis(20);

async fn collect(
    mut scope: Scope,
    Collect {
        resource_token,
        wait_ms,
    }: Collect,
) -> Result<view::Quotes> {
    if !matches!(scope.caller, Caller::Guest) {
        scope.require(BOOKING)?;
    }
    let until = Instant::now() + Duration::from_millis(wait_ms.unwrap_or(0).min(MAX_WAIT));
    answers(&mut scope, &resource_token, until).await
}

/// The answers once they are complete, or those that are there by then.
async fn answers(scope: &mut Scope, resource_token: &str, until: Instant) -> Result<view::Quotes> {
    loop {
        let polled = store::poll(scope, resource_token).await?;
        let quotes = view::quotes(scope, &polled);
        if quotes.is_completed || Instant::now() >= until {
            return Ok(quotes);
        }
        // No transaction is held while waiting.
        scope.rollback();
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}
