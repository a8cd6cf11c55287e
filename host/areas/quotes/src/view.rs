//! Quotes as the API answers them: carriers' costs only for those who may see them.

use chrono::{DateTime, Utc};
use freight::money::Amount;
use kernel::{
    Scope,
    ids::{CarrierAccountId, QuoteId},
};
use pricing::{Cover, rules::price::Markup};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    access::BOOKING_VIEW_COST,
    model::{Answer, Asked, QuotedRate},
    rules::price::{self, PriceLine, Priced},
    service,
    store::{self, Polled},
};

/// The quotes so far; ask again until it is completed.
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
    /// What the carrier takes; null without the permission Pages.Booking.ViewCost.
    pub carrier_cost: Option<Cost>,
    pub customer_cost: Cost,
    /// What the goods are insured as; null: they are not.
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

/// The sums of a price. "Gst" stands for the tax, whatever it is called where the tenant is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cost {
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub freight_excluding_gst: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub freight_including_gst: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub additional_excluding_gst: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub additional_including_gst: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub insurance_excluding_gst: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub insurance_including_gst: Decimal,
    /// Freight, additional services and insurance.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub total_excluding_gst: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub total_including_gst: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub total_discount: Decimal,
}

/// One line of a price. Without the permission to see costs, `amount` is the customer's amount too.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteDetail {
    pub service_code: String,
    pub service_name: String,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub amount: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub markedup_amount: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub discount_amount: Decimal,
    pub break_down: String,
    /// The markup that the amount was made with; null at cost, and without the permission Pages.Booking.ViewCost.
    pub markup: Option<Markup>,
}

/// An account that has no price, and why.
#[derive(Debug, Serialize, JsonSchema)]
pub struct QuoteFailure {
    pub carrier: QuoteCarrier,
    /// A short stable word.
    pub reason: String,
    /// A sentence for people.
    pub message: String,
}

impl Cost {
    fn new(sums: Priced, insurance: Amount, total_discount: Decimal) -> Self {
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

/// What the caller may see of a request and its answers, cheapest first.
pub fn quotes(scope: &Scope, request: &Polled) -> Quotes {
    let costs = scope.can(BOOKING_VIEW_COST);
    let mut answer = Quotes {
        quotes: Vec::new(),
        failures: Vec::new(),
        resource_token: request.resource_token.clone(),
        is_completed: false,
    };
    let asked = |id: CarrierAccountId| request.asked.iter().find(|asked| asked.account_id == id);
    for row in &request.rows {
        for (place, (account, rate)) in store::rates(row).enumerate() {
            if let Some(asked) = asked(account) {
                let id = store::quote_id(row.id, place);
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
                .filter_map(|found| failure(found, asked(found.account_id)?)),
        );
    }
    let missing = service::missing(&request.asked, &request.rows);
    let over = service::is_over(request.deadline, scope.now());
    answer.is_completed = missing.is_empty() || over;
    if over {
        answer.failures.extend(missing.into_iter().map(|asked| {
            let late = service::too_late(scope.host().config().quote_deadline_ms);
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
    asked: &Asked,
    rate: &QuotedRate,
    insurance: Option<&Cover>,
    created: DateTime<Utc>,
    costs: bool,
) -> Quote {
    let discount = rate.lines.iter().map(|line| line.discount).sum();
    let carrier_sums = || price::sums(&rate.lines, |line| line.carrier);
    let customer_sums = price::sums(&rate.lines, |line| line.customer);
    let premium = insurance.map_or(Amount::ZERO, |cover| cover.cost);
    Quote {
        id,
        carrier: carrier(asked),
        carrier_account_id: asked.account_id,
        service: QuoteService {
            code: rate.service_code.clone(),
            description: rate.service_name.clone(),
            transit_time: rate.transit_days,
            cut_off_time: rate.cut_off.clone(),
            is_tax_applied: price::is_taxed(&rate.lines),
        },
        carrier_cost: costs.then(|| Cost::new(carrier_sums(), Amount::ZERO, Decimal::ZERO)),
        customer_cost: Cost::new(customer_sums, premium, discount),
        insurance: insurance.cloned(),
        details: rate
            .lines
            .iter()
            .map(|line| detail(line, costs))
            .chain(insurance.map(insured))
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
        break_down: price::break_down(line, costs),
        markup: line.markup.filter(|_| costs),
    }
}

/// The line of the insurance, which no carrier takes anything for.
fn insured(cover: &Cover) -> QuoteDetail {
    let Amount {
        tax_exclusive_amount,
        tax,
        total,
    } = cover.cost;
    let [tax_exclusive_amount, tax, total] = [tax_exclusive_amount, tax, total].map(price::shown);
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

fn carrier(asked: &Asked) -> QuoteCarrier {
    QuoteCarrier {
        code: asked.carrier.clone(),
        description: asked.carrier_name.clone(),
        image_url: asked.logo.clone(),
        account_code: asked.account_code.clone(),
        account_name: asked.account_name.clone(),
        logos: asked.logo.iter().cloned().collect(),
        is_manual: asked.is_manual,
    }
}

fn failure(answer: &Answer, asked: &Asked) -> Option<QuoteFailure> {
    let failure = answer.failure.as_ref()?;
    Some(QuoteFailure {
        carrier: carrier(asked),
        reason: failure.reason.clone(),
        message: failure.message.clone(),
    })
}
