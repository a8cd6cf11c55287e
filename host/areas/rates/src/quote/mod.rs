//! Quotes of rate cards: one card or all that apply, at once or to be collected, and several cards side by side.

mod ask;
mod keep;
mod re_price;
mod view;

use std::sync::Arc;

use kernel::{Error, Result, Routes, Scope, db::Mode, ids::RateCardId, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    access::{FEATURE, RATES},
    card::RateCardKind,
    price::{self, Tariff, port::PricedGoods},
};
use ask::Ask;
use view::{Quote, Quotes};

pub(crate) use keep::sweeper;
pub(crate) use re_price::job;

/// Cards that one comparison takes.
const MAX_COMPARED: usize = 20;

pub(crate) fn table() -> Routes {
    Routes::at("/api/rates/quote")
        .feature(FEATURE)
        .post("quote", RATES, quote)
        .post("multi-quote", RATES, multi_quote)
        .get("quotes", RATES, quotes)
        .post("simulate", RATES, simulate)
        .post("re-price", RATES, re_price::begin)
        .get("re-priced", RATES, re_price::status)
}

/// The best price, and all others.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OneQuote {
    /// The cheapest; null where there is none: `refused` says why.
    quote: Option<Quote>,
    #[serde(flatten)]
    all: Quotes,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateQuoteToken")]
struct Token {
    /// Names the quotes in `quotes`.
    resource_token: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Collect {
    #[serde(deserialize_with = "kernel::case::text")]
    resource_token: String,
}

/// Quotes that were asked for before.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Collected {
    is_completed: bool,
    #[serde(flatten)]
    all: Quotes,
}

/// A consignment that is tried against cards, whatever their kinds and dates.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Simulate {
    ask: Ask,
    /// 1 to 20 cards or versions of cards.
    rate_card_ids: Vec<RateCardId>,
}

/// What each card says, in the order in which they were asked for.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Simulated {
    cards: Vec<SimulatedCard>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SimulatedCard {
    rate_card_id: RateCardId,
    rate_card_code: String,
    rate_card_name: String,
    rate_card_version: i64,
    kind: RateCardKind,
    currency: String,
    /// It is active and applies on the day.
    applies: bool,
    #[serde(flatten)]
    all: Quotes,
}

async fn quote(scope: Scope, ask: Ask) -> Result<OneQuote> {
    let all = priced(&mut scope.sibling(Mode::Read), ask).await?;
    Ok(OneQuote {
        quote: all.quotes.first().cloned(),
        all,
    })
}

async fn multi_quote(scope: Scope, ask: Ask) -> Result<Token> {
    let all = priced(&mut scope.sibling(Mode::Read), ask).await?;
    // Quotes that a power cut takes are asked for again: no one waits for the disk.
    Ok(Token {
        resource_token: keep::keep(scope.sibling(Mode::Soon), all).await?,
    })
}

async fn quotes(mut scope: Scope, of: Collect) -> Result<Collected> {
    let all = keep::kept(&mut scope, &of.resource_token).await?;
    Ok(Collected {
        is_completed: true,
        all,
    })
}

/// What engines get of a consignment that is as it must be; `before` stands in front of the members in refusals.
async fn checked(scope: &mut Scope, ask: &mut Ask, before: &str) -> Result<Arc<PricedGoods>> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    ask.at_home(&settings.general.country_code);
    ask.check_customer(scope).await?;
    if let Some(customer) = ask.customer_id {
        customers::complete_items(scope, customer, &mut ask.items, &format!("{before}items"))
            .await?;
    }
    ask.check(before)?;
    let zone = settings.general.timezone.parse().unwrap_or(chrono_tz::UTC);
    Ok(ask.goods(scope.now(), zone))
}

/// The quotes of the cards that an asker means.
async fn priced(scope: &mut Scope, mut ask: Ask) -> Result<Quotes> {
    let goods = checked(scope, &mut ask, "").await?;
    let (from, to) = ask.places();
    let cards = match ask.rate_card_id {
        Some(card) => vec![price::tariff(scope, card).await?],
        None => {
            let all = price::tariffs(scope, goods.day).await?;
            let all = all
                .into_iter()
                .filter(|tariff| tariff.kind == ask.kind && tariff.data.is_none());
            let is_own = |tariff: &Tariff| {
                ask.customer_id.is_some() && tariff.customer_id == ask.customer_id
            };
            let (own, others): (Vec<_>, Vec<_>) = all.partition(|tariff| is_own(tariff));
            match own.is_empty() {
                true => others
                    .into_iter()
                    .filter(|tariff| tariff.customer_id.is_none())
                    .collect(),
                false => own,
            }
        }
    };
    let mut quotes = Quotes::default();
    for card in cards {
        let priced = price::price(scope, card, &from, &to, goods.clone(), &ask.services).await?;
        quotes.add(&priced)?;
    }
    Ok(quotes.sorted())
}

async fn simulate(scope: Scope, simulate: Simulate) -> Result<Simulated> {
    let Simulate {
        mut ask,
        mut rate_card_ids,
    } = simulate;
    let mut scope = scope.sibling(Mode::Read);
    let mut seen = std::collections::HashSet::new();
    rate_card_ids.retain(|id| seen.insert(*id));
    if rate_card_ids.is_empty() || rate_card_ids.len() > MAX_COMPARED {
        let said = message!("must be from 1 to {max} cards", max = MAX_COMPARED);
        return Err(Error::invalid("rateCardIds", said));
    }
    let goods = checked(&mut scope, &mut ask, "ask.").await?;
    if ask.rate_card_id.is_some() {
        return Err(Error::invalid(
            "ask.rateCardId",
            message!("must be left out: the cards stand in rateCardIds"),
        ));
    }
    let (from, to) = ask.places();
    let mut cards = Vec::with_capacity(rate_card_ids.len());
    for id in rate_card_ids {
        let tariff = price::tariff(&mut scope, id).await?;
        let priced = price::price(
            &mut scope,
            tariff.clone(),
            &from,
            &to,
            goods.clone(),
            &ask.services,
        )
        .await?;
        let mut all = Quotes::default();
        all.add(&priced)?;
        cards.push(SimulatedCard {
            rate_card_id: tariff.id,
            rate_card_code: tariff.code.clone(),
            rate_card_name: tariff.name.clone(),
            rate_card_version: tariff.version,
            kind: tariff.kind,
            currency: tariff.currency.clone(),
            applies: tariff.applies(goods.day),
            all: all.sorted(),
        });
    }
    Ok(Simulated { cards })
}
