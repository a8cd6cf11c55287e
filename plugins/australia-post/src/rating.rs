//! Prices: builds requests and converts prices per item to rates of the consignment.

use waybill_plugin::types::{Charge, Consignment, Money, PluginError, Rate, Refusal};
use waybill_plugin::{Decimal, Result, error, units};

use crate::account::Account;
use crate::preferences::Preferences;
use crate::wire::{Place, Price, PriceAnswer, PriceItem, PriceRequest, PricedItem, Problem};

/// The API's limit for a consignment.
pub const MAX_PIECES: u64 = 20;

const CURRENCY: &str = "AUD";

/// Builds one entry per item line; `None` if the carrier does not serve these places.
pub fn request<'a>(
    account: &Account,
    consignment: &'a Consignment,
) -> Result<Option<PriceRequest<'a>>> {
    if consignment.from.country_code != "AU" || consignment.to.country_code != "AU" {
        return Ok(None);
    }
    if consignment.currency != CURRENCY {
        return Err(error::unsupported(format!(
            "Australia Post prices in AUD, not in {}",
            consignment.currency
        )));
    }
    check_pieces(consignment)?;
    let items = consignment
        .items
        .iter()
        .enumerate()
        .map(|(index, item)| PriceItem {
            item_reference: (index + 1).to_string(),
            length: units::centimetres(item.length_mm),
            width: units::centimetres(item.width_mm),
            height: units::centimetres(item.height_mm),
            weight: units::kilograms(item.weight_g),
            product_ids: account
                .products
                .iter()
                .map(|(code, _)| code.clone())
                .collect(),
        });
    Ok(Some(PriceRequest {
        from: place(&consignment.from),
        to: place(&consignment.to),
        items: items.collect(),
    }))
}

pub fn check_pieces(consignment: &Consignment) -> Result<()> {
    if let Some(line) = consignment.items.iter().position(|item| item.quantity == 0) {
        return Err(error::invalid(
            format!("items[{line}].quantity"),
            "must be at least 1",
        ));
    }
    match units::pieces(&consignment.items) {
        0 => Err(error::invalid("items", "must hold at least one piece")),
        1..=MAX_PIECES => Ok(()),
        pieces => {
            let words = format!(
                "are {pieces} pieces; Australia Post takes at most {MAX_PIECES} in a consignment"
            );
            Err(error::invalid("items", words))
        }
    }
}

/// Returns one rate per product that prices every line and has the options. Otherwise the carrier's
/// reasons are the error; without one it is not served.
pub fn rates(
    account: &Account,
    preferences: &Preferences,
    consignment: &Consignment,
    answer: &PriceAnswer,
) -> Result<Vec<Rate>> {
    if answer.items.len() != consignment.items.len() {
        let words = format!(
            "{} items were priced, but {} were asked for",
            answer.items.len(),
            consignment.items.len()
        );
        return Err(error::internal(words));
    }
    let Some((first, others)) = answer.items.split_first() else {
        return Ok(Vec::new());
    };
    let priced_by_all = first.prices.iter().filter_map(|price| {
        let of_item = |item: &'_ PricedItem| {
            item.prices
                .iter()
                .position(|other| other.product_id == price.product_id)
        };
        let mut prices = vec![price];
        for item in others {
            prices.push(&item.prices[of_item(item)?]);
        }
        Some(prices)
    });
    let (mut rates, mut lacking) = (Vec::new(), false);
    for prices in priced_by_all {
        if prices
            .iter()
            .all(|price| has_options(price, preferences, &consignment.options))
        {
            rates.push(rate(account, preferences, consignment, &prices)?);
        } else {
            lacking = true;
        }
    }
    match reasons(answer) {
        _ if !rates.is_empty() => Ok(rates),
        Some(refusal) => Err(PluginError::Rejected(refusal)),
        None if lacking => Err(error::rejected(
            "OPTIONS",
            "No product of the account offers the options asked for.",
        )),
        None => Ok(rates),
    }
}

fn place(address: &waybill_plugin::types::Address) -> Place<'_> {
    Place {
        postcode: &address.postcode,
        suburb: &address.suburb,
        country: &address.country_code,
    }
}

fn has_options(price: &Price, preferences: &Preferences, options: &[String]) -> bool {
    let wants_signature = options.iter().any(|asked| asked == "signature");
    (!wants_signature || price.options.signature_on_delivery_option)
        && (!preferences.may_leave(options) || price.options.authority_to_leave_option)
}

/// Sums up one product's prices and adds the surcharge.
fn rate(
    account: &Account,
    preferences: &Preferences,
    consignment: &Consignment,
    prices: &[&Price],
) -> Result<Rate> {
    let (mut amount, mut tax) = (0_i64, 0_i64);
    for (price, item) in prices.iter().zip(&consignment.items) {
        let (piece_amount, piece_tax) = amounts(price);
        let times = |minor: i64| minor.checked_mul(i64::from(item.quantity));
        let sum = |total: i64, minor: i64| times(minor).and_then(|minor| total.checked_add(minor));
        let out_of_range =
            || error::internal(format!("the price of {} is out of range", price.product_id));
        amount = sum(amount, piece_amount).ok_or_else(out_of_range)?;
        tax = sum(tax, piece_tax).ok_or_else(out_of_range)?;
    }
    let first = prices[0];
    let named = account
        .products
        .iter()
        .find(|(code, _)| *code == first.product_id);
    let name = match named {
        Some((_, name)) => name.as_str(),
        None if first.product_type.is_empty() => first.product_id.as_str(),
        None => first.product_type.as_str(),
    };
    let charge = |code: &str, description: String, amount, tax, additional| Charge {
        code: code.into(),
        description,
        amount: Money::new(amount, CURRENCY),
        tax: Money::new(tax, CURRENCY),
        additional,
    };
    let mut charges = vec![charge("FREIGHT", name.to_owned(), amount, tax, false)];
    let percent = preferences.surcharge_percent;
    if percent != Decimal::ZERO {
        let (amount, tax) = (percent.percent_of(amount), percent.percent_of(tax));
        charges.push(charge(
            "SURCHARGE",
            format!("Surcharge {percent}%"),
            amount,
            tax,
            true,
        ));
    }
    Ok(Rate {
        service_code: first.product_id.clone(),
        service_name: name.to_owned(),
        charges,
        transit_days: None,
        cut_off: preferences.cut_off.clone(),
        carrier_quote: None,
    })
}

/// Returns a piece's amount before tax and its tax, in cents. Some products lack one.
fn amounts(price: &Price) -> (i64, i64) {
    let total = price.calculated_price.to_minor(2);
    let without_tax = price
        .calculated_price_ex_gst
        .map(|amount| amount.to_minor(2));
    let tax = price.calculated_gst.map(|tax| tax.to_minor(2));
    match (without_tax, tax) {
        (Some(without_tax), Some(tax)) => (without_tax, tax),
        (Some(without_tax), None) => (without_tax, total - without_tax),
        (None, Some(tax)) => (total - tax, tax),
        (None, None) => (total, 0),
    }
}

/// Collects the carrier's messages about unpriced items, errors first.
fn reasons(answer: &PriceAnswer) -> Option<Refusal> {
    let errors = answer.items.iter().flat_map(|item| &item.errors);
    let problems: Vec<&Problem> = errors
        .chain(answer.items.iter().flat_map(|item| &item.warnings))
        .collect();
    let mut words: Vec<&str> = Vec::new();
    for problem in &problems {
        let message = if problem.message.is_empty() {
            problem.name.trim()
        } else {
            problem.message.trim()
        };
        if !message.is_empty() && !words.contains(&message) {
            words.push(message);
        }
    }
    let code = problems.first()?.code.clone();
    Some(Refusal {
        code,
        message: words.join(" "),
        http_status: None,
    })
}
