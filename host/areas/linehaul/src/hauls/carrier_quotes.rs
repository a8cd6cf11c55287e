//! Prices that a carrier would charge for a line haul, before it is booked.

use bookings::SubcontractOffer;
use data::{
    Result, Scope,
    ids::{CarrierAccountId, QuoteId},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{carriers, model::LineHaulId};

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "LineHaulQuoteRequest")]
struct QuoteRequest {
    #[serde(rename = "linehaulid")]
    line_haul_id: LineHaulId,
    /// Default: the line haul's own account.
    #[serde(rename = "carrierid", default)]
    carrier_id: Option<CarrierAccountId>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "QuoteLineHaul")]
pub(crate) struct QuoteLineHaul {
    quote: QuoteRequest,
}

/// Prices of an account for the load of a closed line haul.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LineHaulQuotes {
    carrierid: CarrierAccountId,
    carrieraccount: String,
    /// Books a quote together with its id.
    resourcetoken: String,
    /// The cheapest first.
    quotes: Vec<LineHaulQuote>,
}

/// The price of one service.
#[data::wire]
#[derive(Serialize, JsonSchema)]
struct LineHaulQuote {
    quoteid: QuoteId,
    servicecode: String,
    servicename: String,
    /// Working days.
    transittime: Option<u32>,
    /// The carrier's charge including tax; null without the permission Pages.Booking.ViewCost.
    cost: Option<Decimal>,
}

impl From<SubcontractOffer> for LineHaulQuote {
    fn from(offer: SubcontractOffer) -> Self {
        Self {
            quoteid: offer.quote,
            servicecode: offer.service_code,
            servicename: offer.service_name,
            transittime: offer.transit_days,
            cost: offer.cost,
        }
    }
}

/// Quotes the load of a line haul on an account; nothing is booked.
pub(crate) async fn quote(
    mut scope: Scope,
    QuoteLineHaul { quote }: QuoteLineHaul,
) -> Result<LineHaulQuotes> {
    let QuoteRequest {
        line_haul_id,
        carrier_id,
    } = quote;
    let (account, offers) = carriers::list_offers(&mut scope, line_haul_id, carrier_id).await?;
    Ok(LineHaulQuotes {
        carrierid: account,
        carrieraccount: offers.account_name,
        resourcetoken: offers.resource_token,
        quotes: offers.services.into_iter().map(Into::into).collect(),
    })
}
