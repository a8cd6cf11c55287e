//! API view of quotes; carrier costs require permission.

use carriage::money::Amount;
use chrono::{DateTime, Utc};
use data::{
    Scope,
    ids::{CarrierAccountId, QuoteId},
};
use pricing::{
    Cover,
    price::{Markup, PriceLine, Totals, is_taxed, totals},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    access::BOOKING_VIEW_COST,
    quotes::{
        model::{Answer, CalledAccount, QuotedRate},
        store::RequestState,
    },
};

/// Quotes so far; poll until completed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quotes {
    pub quotes: Vec<Quote>,
    pub failures: Vec<QuoteFailure>,
    pub resource_token: String,
    pub is_completed: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    pub id: QuoteId,
    pub carrier: QuoteCarrier,
    pub carrier_account_id: CarrierAccountId,
    pub service: QuoteService,
    /// Carrier cost; null without the permission Pages.Booking.ViewCost.
    pub carrier_cost: Option<Cost>,
    pub customer_cost: Cost,
    /// Insurance cover; null: not insured.
    pub insurance: Option<Cover>,
    pub details: Vec<QuoteDetail>,
    pub created: DateTime<Utc>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteCarrier {
    pub code: String,
    pub description: String,
    pub image_url: Option<String>,
    pub account_code: String,
    pub account_name: String,
    pub logos: Vec<String>,
    pub is_manual: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteService {
    pub code: String,
    pub description: String,
    /// Working days.
    pub transit_time: Option<u32>,
    pub cut_off_time: Option<String>,
    pub is_tax_applied: bool,
}

/// Totals of a price. "Gst" is the tenant's tax under any name.
#[data::wire]
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cost {
    pub freight_excluding_gst: Decimal,
    pub freight_including_gst: Decimal,
    pub additional_excluding_gst: Decimal,
    pub additional_including_gst: Decimal,
    pub insurance_excluding_gst: Decimal,
    pub insurance_including_gst: Decimal,
    /// Freight, additional services and insurance.
    pub total_excluding_gst: Decimal,
    pub total_including_gst: Decimal,
    pub total_discount: Decimal,
}

/// A price line. Without cost permission, `amount` is the customer's amount as well.
#[data::wire]
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteDetail {
    pub service_code: String,
    pub service_name: String,
    pub amount: Decimal,
    pub markedup_amount: Decimal,
    pub discount_amount: Decimal,
    pub break_down: String,
    /// Markup of the amount; null at cost, and without the permission Pages.Booking.ViewCost.
    pub markup: Option<Markup>,
}

/// An account without a price, and the reason.
#[derive(Debug, Serialize, JsonSchema)]
pub struct QuoteFailure {
    pub carrier: QuoteCarrier,
    /// Stable error code.
    pub reason: String,
    /// Message for users.
    pub message: String,
}

impl Cost {
    fn new(sums: Totals, insurance: Amount, total_discount: Decimal) -> Self {
        let total = sums.total + insurance;
        Self {
            freight_excluding_gst: sums.freight.tax_exclusive_amount,
            freight_including_gst: sums.freight.total,
            additional_excluding_gst: sums.additional.tax_exclusive_amount,
            additional_including_gst: sums.additional.total,
            insurance_excluding_gst: insurance.tax_exclusive_amount,
            insurance_including_gst: insurance.total,
            total_excluding_gst: total.tax_exclusive_amount,
            total_including_gst: total.total,
            total_discount,
        }
    }
}

/// Builds the caller's view, cheapest quotes first.
pub fn quotes(scope: &Scope, request: &RequestState) -> Quotes {
    let costs = scope.can(BOOKING_VIEW_COST);
    let mut answer = Quotes {
        quotes: Vec::new(),
        failures: Vec::new(),
        resource_token: request.resource_token.clone(),
        is_completed: false,
    };
    let account_of =
        |id: CarrierAccountId| request.asked.iter().find(|asked| asked.account_id == id);
    for row in &request.rows {
        for (place, (account, rate)) in crate::quotes::store::rates(row).enumerate() {
            if let Some(asked) = account_of(account) {
                let id = crate::quotes::store::quote_id(row.id, place);
                answer.quotes.push(quote(
                    id,
                    asked,
                    rate,
                    request.insurance.as_ref(),
                    row.creation_time,
                    costs,
                ));
            }
        }
        answer.failures.extend(
            row.answers
                .iter()
                .filter_map(|found| failure(found, account_of(found.account_id)?)),
        );
    }
    let missing = crate::quotes::service::missing_accounts(&request.asked, &request.rows);
    let is_over = crate::quotes::service::is_past_deadline(request.deadline, scope.now());
    answer.is_completed = missing.is_empty() || is_over;
    if is_over {
        answer.failures.extend(missing.into_iter().map(|asked| {
            let late = crate::quotes::service::timed_out(scope.host().config().quote_deadline_ms);
            QuoteFailure {
                carrier: carrier(asked),
                reason: late.reason,
                message: late.message,
            }
        }));
    }
    answer
        .quotes
        .sort_by_key(|quote| quote.customer_cost.total_including_gst);
    answer
}

fn quote(
    id: QuoteId,
    account: &CalledAccount,
    rate: &QuotedRate,
    insurance: Option<&Cover>,
    created: DateTime<Utc>,
    costs: bool,
) -> Quote {
    let discount = rate.lines.iter().map(|line| line.discount).sum();
    let carrier_sums = || totals(&rate.lines, |line| line.carrier);
    let customer_sums = totals(&rate.lines, |line| line.customer);
    let premium = insurance.map_or(Amount::ZERO, |cover| cover.cost);
    Quote {
        id,
        carrier: carrier(account),
        carrier_account_id: account.account_id,
        service: QuoteService {
            code: rate.service_code.clone(),
            description: rate.service_name.clone(),
            transit_time: rate.transit_days,
            cut_off_time: rate.cut_off.clone(),
            is_tax_applied: is_taxed(&rate.lines),
        },
        carrier_cost: costs.then(|| Cost::new(carrier_sums(), Amount::ZERO, Decimal::ZERO)),
        customer_cost: Cost::new(customer_sums, premium, discount),
        insurance: insurance.cloned(),
        details: rate
            .lines
            .iter()
            .map(|line| detail(line, costs))
            .chain(insurance.map(insurance_line))
            .collect(),
        created,
    }
}

fn detail(line: &PriceLine, costs: bool) -> QuoteDetail {
    let marked_up = line.marked_up();
    QuoteDetail {
        service_code: line.service_code.clone(),
        service_name: line.service_name.clone(),
        amount: if costs {
            line.carrier.tax_exclusive_amount
        } else {
            marked_up
        },
        markedup_amount: marked_up,
        discount_amount: line.discount,
        break_down: crate::quotes::price::explain(line, costs),
        markup: line.markup.filter(|_| costs),
    }
}

/// Builds the insurance line, without carrier cost.
fn insurance_line(cover: &Cover) -> QuoteDetail {
    let Amount {
        tax_exclusive_amount,
        tax,
        total,
    } = cover.cost;
    let [tax_exclusive_amount, tax, total] =
        [tax_exclusive_amount, tax, total].map(crate::quotes::price::normalise);
    QuoteDetail {
        service_code: "INSURANCE".to_owned(),
        service_name: "Insurance".to_owned(),
        amount: tax_exclusive_amount,
        markedup_amount: tax_exclusive_amount,
        discount_amount: Decimal::ZERO,
        break_down: match tax.is_zero() {
            true => format!("{total} without tax"),
            false => format!("{tax_exclusive_amount} + {tax} tax = {total}"),
        },
        markup: None,
    }
}

fn carrier(account: &CalledAccount) -> QuoteCarrier {
    QuoteCarrier {
        code: account.carrier.clone(),
        description: account.carrier_name.clone(),
        image_url: account.logo.clone(),
        account_code: account.account_code.clone(),
        account_name: account.account_name.clone(),
        logos: account.logo.iter().cloned().collect(),
        is_manual: account.is_manual,
    }
}

fn failure(answer: &Answer, account: &CalledAccount) -> Option<QuoteFailure> {
    let failure = answer.failure.as_ref()?;
    Some(QuoteFailure {
        carrier: carrier(account),
        reason: failure.reason.clone(),
        message: failure.message.clone(),
    })
}
