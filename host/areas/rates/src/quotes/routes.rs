//! Quote routes: immediate or asynchronous, and comparisons of cards.

use std::sync::Arc;

use data::{Error, Result, Scope, db::Mode, ids::RateCardId, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::quotes::request::Ask;
use crate::quotes::view::{Quote, Quotes};
use crate::{
    access::{FEATURE, RATES},
    price::{self, port::PricedGoods, tariff::Tariff},
    rate_cards::model::RateCardKind,
};

const MAX_COMPARED: usize = 20;

pub(crate) fn table() -> Routes {
    Routes::new("/api/rates/quote")
        .feature(FEATURE)
        .post("quote", RATES, quote)
        .post("multi-quote", RATES, multi_quote)
        .get("quotes", RATES, quotes)
        .post("simulate", RATES, simulate)
        .post("re-price", RATES, crate::quotes::reprice::begin)
        .get("re-priced", RATES, crate::quotes::reprice::status)
}

/// The best price and all others.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OneQuote {
    /// The cheapest; null without a price, with reasons in `refused`.
    quote: Option<Quote>,
    #[serde(flatten)]
    all: Quotes,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateQuoteToken")]
struct Token {
    /// Token of the quotes in `quotes`.
    resource_token: String,
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CollectQuery {
    resource_token: String,
}

/// Previously requested quotes.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Collected {
    is_completed: bool,
    #[serde(flatten)]
    all: Quotes,
}

/// A consignment to price by cards of any kind and date.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Simulate {
    ask: Ask,
    /// 1 to 20 cards or versions.
    rate_card_ids: Vec<RateCardId>,
}

/// Results per card in request order.
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
    /// True if the card is active and valid on the day.
    applies: bool,
    #[serde(flatten)]
    all: Quotes,
}

async fn quote(scope: Scope, ask: Ask) -> Result<OneQuote> {
    let all = price_cards(&mut scope.sibling(Mode::Read), ask).await?;
    Ok(OneQuote {
        quote: all.quotes.first().cloned(),
        all,
    })
}

async fn multi_quote(scope: Scope, ask: Ask) -> Result<Token> {
    let all = price_cards(&mut scope.sibling(Mode::Read), ask).await?;
    // Lost quotes can be requested again: commits without waiting for the disk.
    Ok(Token {
        resource_token: crate::quotes::store::store(scope.sibling(Mode::Soon), all).await?,
    })
}

async fn quotes(mut scope: Scope, query: CollectQuery) -> Result<Collected> {
    let all = crate::quotes::store::load(&mut scope, &query.resource_token).await?;
    Ok(Collected {
        is_completed: true,
        all,
    })
}

/// Error paths start with `before`.
async fn check_goods(scope: &mut Scope, ask: &mut Ask, before: &str) -> Result<Arc<PricedGoods>> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    ask.set_default_country(&settings.general.country_code);
    ask.check_customer(scope).await?;
    if let Some(customer) = ask.customer_id {
        customers::complete_items(scope, customer, &mut ask.items, &format!("{before}items"))
            .await?;
    }
    ask.check(before)?;
    let zone = settings.general.timezone.parse().unwrap_or(chrono_tz::UTC);
    Ok(ask.goods(scope.now(), zone))
}

async fn price_cards(scope: &mut Scope, mut ask: Ask) -> Result<Quotes> {
    let goods = check_goods(scope, &mut ask, "").await?;
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
    let mut unique = std::collections::HashSet::new();
    rate_card_ids.retain(|id| unique.insert(*id));
    if rate_card_ids.is_empty() || rate_card_ids.len() > MAX_COMPARED {
        let message = message!("must be from 1 to {max} cards", max = MAX_COMPARED);
        return Err(Error::invalid("rateCardIds", message));
    }
    let goods = check_goods(&mut scope, &mut ask, "ask.").await?;
    if ask.rate_card_id.is_some() {
        return Err(Error::invalid(
            "ask.rateCardId",
            message!("must be left out: list the rate cards instead"),
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
