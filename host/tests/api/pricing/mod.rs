//! Selling prices: markups and promo codes in quotes and bookings.

mod insurance;
mod markups;
mod preview;
mod promo_codes;

use data::ids::{CarrierAccountId, CarrierServiceId, CustomerId};
use testkit::{
    Client,
    api::{AccountMarkupRequest, CalcMethod, Decimal, MarkupRateRequest, Quote, QuoteAsk},
    given,
};

/// Returns the quotes of a request, by service.
async fn quotes(client: &Client, ask: QuoteAsk) -> Vec<Quote> {
    let mut quotes = given::quoted(client, ask).await.quotes;
    assert!(!quotes.is_empty());
    quotes.sort_by_key(|quote| quote.service.code.clone());
    quotes
}

async fn road(client: &Client, customer: CustomerId) -> Quote {
    road_with(client, given::quote_ask(customer)).await
}

async fn road_with(client: &Client, ask: QuoteAsk) -> Quote {
    let quotes = quotes(client, ask).await;
    quotes
        .into_iter()
        .find(|quote| quote.service.code == "ROAD")
        .expect("road is quoted")
}

/// Cost and selling price, without tax.
fn sums(quote: &Quote) -> (Decimal, Decimal) {
    let cost = quote.carrier_cost.as_ref().expect("staff see the cost");
    (
        cost.total_excluding_gst,
        quote.customer_cost.total_excluding_gst,
    )
}

async fn service(admin: &Client, code: &str) -> CarrierServiceId {
    let list = admin.carriers().get_carrier_services();
    let all = list.max_result_count(1000).await.items;
    all.iter()
        .find(|one| one.carrier_code == "own-fleet" && one.code == code)
        .expect("the service is there")
        .id
}

fn percent(value: i64) -> MarkupRateRequest {
    MarkupRateRequest::new()
        .calc_method(CalcMethod::Percentage)
        .value(value)
}

fn entry(account: i64) -> AccountMarkupRequest {
    AccountMarkupRequest::new().carrier_account_id(CarrierAccountId(account))
}

fn account_markup(account: i64, rate: MarkupRateRequest) -> AccountMarkupRequest {
    entry(account).apply_to_all(true).rate(rate)
}
