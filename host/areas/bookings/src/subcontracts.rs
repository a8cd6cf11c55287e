//! Consignments that the tenant itself gives to a carrier, for an area that has sold the work.
//!
//! The customer pays for the work elsewhere: such a booking has a cost and no price, and no emails.

use std::time::Duration;

use carriage::{address::Address, goods::Item, money::Amount};
use carriers::{accounts, port::CarrierPort};
use chrono::{DateTime, Utc};
use data::{
    Error, Result, Scope, Where,
    db::Mode,
    ids::{BookingId, CarrierAccountId, CustomerId, QuoteId},
    message,
};
use quotes::{CustomerRef, Filter, Quote, QuoteAsk};
use rust_decimal::Decimal;
use serde_json::json;

use crate::{
    bookings::{
        self, input::BatchEntry, model::Booking, operations::OUTCOME_UNKNOWN,
        records::TrackingEvent, save::Payer, status::Status,
    },
    carrier_calls,
    prices::{
        self,
        model::{PricingDetail, ServiceDetail},
    },
};

const QUOTE_TIMEOUT: Duration = Duration::from_secs(8);

/// A consignment to book on a carrier account.
#[derive(Debug, Clone)]
pub struct Subcontract {
    pub customer: CustomerId,
    pub account: CarrierAccountId,
    /// None: the cheapest.
    pub service_code: Option<String>,
    /// Booking that it is a leg of.
    pub parent: Option<BookingId>,
    pub from: Address,
    pub to: Address,
    pub items: Vec<Item>,
    pub reference: Option<String>,
    pub special_instructions: Option<String>,
    pub delivery_instructions: Option<String>,
    pub pickup_ready_time: Option<DateTime<Utc>>,
}

/// A quote that the account has given.
#[derive(Debug, Clone)]
pub struct SubcontractQuote {
    pub quote: QuoteId,
    pub resource_token: String,
}

/// Services that an account offers for a consignment, the cheapest first.
#[derive(Debug)]
pub struct SubcontractOffers {
    pub account_name: String,
    pub resource_token: String,
    pub services: Vec<SubcontractOffer>,
}

/// The quote of one service.
#[derive(Debug, Clone)]
pub struct SubcontractOffer {
    pub quote: QuoteId,
    pub service_code: String,
    pub service_name: String,
    /// Working days.
    pub transit_days: Option<u32>,
    /// The carrier's charge including tax. None if the caller may not see costs.
    pub cost: Option<Decimal>,
}

/// A subcontracted booking as its job sees it.
#[derive(Debug, Clone)]
pub struct SubcontractedBooking {
    pub id: BookingId,
    pub account: Option<CarrierAccountId>,
    pub status: Status,
    pub connote: Option<String>,
    /// The carrier may have it although it has not answered.
    pub is_uncertain: bool,
    /// The price, of which the job takes the cost.
    pub lines: Vec<ServiceDetail>,
}

/// Requests the quote of the cheapest service. Calls the carrier: no transaction may be open.
pub(crate) async fn quote_subcontract(
    scope: &Scope,
    request: &Subcontract,
) -> Result<SubcontractQuote> {
    let offers = list_subcontract_offers(scope, request).await?;
    let cheapest = offers.services.into_iter().next();
    let cheapest = cheapest.ok_or(Error::NotFound("The quote"))?;
    Ok(SubcontractQuote {
        quote: cheapest.quote,
        resource_token: offers.resource_token,
    })
}

/// Requests quotes from the account, of which there is at least one; nothing is booked. Calls the
/// carrier: no transaction may be open.
pub async fn list_subcontract_offers(
    scope: &Scope,
    request: &Subcontract,
) -> Result<SubcontractOffers> {
    let mut reading = scope.sibling(Mode::Read);
    let account = accounts::find(&mut reading, request.account).await?;
    // Rows written by the call are invisible to an older transaction.
    reading.rollback();
    let ask = QuoteAsk {
        from_address: request.from.clone(),
        to_address: request.to.clone(),
        items: request.items.clone(),
        filter: Filter {
            carrier_code: vec![account.carrier_code],
            services: request.service_code.clone().into_iter().collect(),
        },
        customer: CustomerRef {
            customer_id: Some(request.customer),
        },
        is_insured: Some(false),
        pickup_ready_time: request.pickup_ready_time,
        ..QuoteAsk::default()
    };
    let answer = quotes::fetch_quotes(reading, ask, Some(request.customer), QUOTE_TIMEOUT).await?;
    // They are in the order of their prices.
    let own = answer
        .quotes
        .into_iter()
        .filter(|quote| quote.carrier_account_id == request.account);
    let services: Vec<SubcontractOffer> = own.map(to_offer).collect();
    if !services.is_empty() {
        return Ok(SubcontractOffers {
            account_name: account.name,
            resource_token: answer.resource_token,
            services,
        });
    }
    let failure = answer
        .failures
        .iter()
        .find(|failure| failure.carrier.account_code == account.code);
    let account = account.name;
    Err(carrier_calls::service::REFUSED.with_message(match failure {
        Some(failure) => message!("{account}: {reason}", reason = failure.message.as_str()),
        None => message!("{account} has no price for this customer and consignment."),
    }))
}

fn to_offer(quote: Quote) -> SubcontractOffer {
    SubcontractOffer {
        quote: quote.id,
        service_code: quote.service.code,
        service_name: quote.service.description,
        transit_days: quote.service.transit_time,
        cost: quote.carrier_cost.map(|cost| cost.total_including_gst),
    }
}

/// Creates the booking with the quote; the caller commits.
pub(crate) async fn create_subcontract(
    scope: &mut Scope,
    request: Subcontract,
    quote: SubcontractQuote,
) -> Result<BookingId> {
    let parent: Option<Booking> = match request.parent {
        Some(id) => scope.first(Where::id(id)).await?,
        None => None,
    };
    let mut form = json!({
        "customer": {"id": request.customer},
        "fromAddress": request.from,
        "toAddress": request.to,
        "items": request.items,
        "quoteId": quote.quote,
        "resourceToken": quote.resource_token,
        "reference": request.reference,
        "specialInstructions": request.special_instructions,
        "deliveryInstructions": request.delivery_instructions,
        "pickupReadyTime": request.pickup_ready_time,
        "isReadyToPickup": true,
    });
    if let (Some(parent), Some(members)) = (&parent, form.as_object_mut()) {
        members.insert("parentBookingId".to_owned(), json!(parent.id));
    }
    let entry = BatchEntry {
        booking: serde_json::from_value(form)?,
        booking_note: None,
    };
    let batch = scope.new_guid().simple().to_string();
    let mut booking = bookings::save::save(scope, entry, &batch, "", Payer::Named).await?;
    let price = without_price(booking.pricing_detail.clone());
    prices::service::set_price(&mut booking, price);
    booking.payer.customer_detail.email = None;
    scope.update(&mut booking).await?;
    Ok(booking.id)
}

/// Keeps the costs only.
fn without_price(mut price: PricingDetail) -> PricingDetail {
    for line in &mut price.service_details {
        line.set_sold(Amount::ZERO);
        line.discount_amount = Decimal::ZERO;
    }
    price.with_insurance(None)
}

/// Books at the carrier, never twice, and commits in between. A booked one stays as it is.
pub(crate) async fn book_subcontract(scope: &mut Scope, id: BookingId) -> Result<()> {
    let booking = bookings::store::find(scope, id).await?;
    if booking.booking_status.is_charged() {
        return Ok(());
    }
    let booking = bookings::book::book(scope, id).await?;
    match booking.booking_status.is_charged() {
        true => Ok(()),
        false => Err(OUTCOME_UNKNOWN.into()),
    }
}

/// Cancels at the carrier where it allows, and commits. A cancelled one stays as it is.
pub async fn cancel_subcontract(scope: &mut Scope, id: BookingId) -> Result<()> {
    let booking: Option<Booking> = scope.first(Where::id(id)).await?;
    match booking {
        Some(booking) if !booking.booking_status.is_gone() => {
            bookings::cancel::cancel(scope, id).await?;
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Loads a subcontracted booking, if it exists.
pub async fn load_subcontract(
    scope: &mut Scope,
    id: BookingId,
) -> Result<Option<SubcontractedBooking>> {
    let booking: Option<Booking> = scope.unrestricted().await?.first(Where::id(id)).await?;
    Ok(booking.map(to_subcontracted))
}

/// Returns the statuses that tracking showed, with their times.
pub async fn load_status_times(
    scope: &mut Scope,
    id: BookingId,
) -> Result<Vec<(Status, DateTime<Utc>)>> {
    let of_booking = Where::all().eq(TrackingEvent::BOOKING_ID, id);
    let events: Vec<TrackingEvent> = scope.unrestricted().await?.all(of_booking).await?;
    let times = events.into_iter();
    Ok(times
        .filter_map(|event| Some((event.status?, event.happened)))
        .collect())
}

fn to_subcontracted(booking: Booking) -> SubcontractedBooking {
    SubcontractedBooking {
        id: booking.id,
        account: booking.service.carrier_account_id,
        status: booking.booking_status,
        connote: booking.consignment.consignment_id,
        is_uncertain: booking.pending.is_uncertain || booking.pending.intent.is_some(),
        lines: booking.pricing_detail.service_details,
    }
}

/// Returns the account's name. Rejects one that gives no consignments to a carrier, naming the
/// member.
pub async fn check_subcontractor(
    scope: &mut Scope,
    id: CarrierAccountId,
    member: &str,
) -> Result<String> {
    let account = accounts::find(scope, id).await?;
    if !account.is_active {
        return Err(carrier_calls::service::REFUSED.with_message(message!(
            "{account} is switched off.",
            account = account.name
        )));
    }
    let port = scope.port::<dyn CarrierPort>()?;
    let carrier = port.carrier(scope.tenant, &account.carrier_code);
    match carrier.is_some_and(|carrier| carrier.is_own) {
        true => Err(Error::invalid(
            member,
            message!(
                "{account} is for your own vehicles: choose a driver instead",
                account = account.name
            ),
        )),
        false => Ok(account.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subcontract_has_a_cost_and_no_price() {
        let amount = |net: i64| Amount::line(Decimal::from(net), Decimal::TEN, "AUD");
        let mut line = ServiceDetail::new("EXP", "Express", false, amount(100));
        line.set_cost(Some(amount(80)));
        let price = PricingDetail {
            service_details: vec![line],
            carrier_total: Some(amount(80)),
            ..PricingDetail::default()
        };
        let free = without_price(price.with_totals());
        assert_eq!(free.total.total, Decimal::ZERO);
        assert_eq!(free.carrier_total.unwrap().total, Decimal::from(88));
        let cost = free.service_details[0].carrier_amount;
        assert_eq!(cost, Some(Decimal::from(88)));
    }
}
