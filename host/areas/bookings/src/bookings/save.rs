//! Creates and changes bookings from forms, with prices from quotes.

use carriage::quantity;
use customers::CustomerInfo;
use data::{
    Change, Edit, Error, FieldError, Result, Scope,
    case::{Invalid, PartialInput},
    ids::{CustomerId, QuoteId},
    message,
    secrets::Secret,
};
use quotes::quotes::consignment;
use work::event::ScopeEvents;

use crate::{
    booking_documents, bookings, insurance, payments, places,
    prices::{
        self,
        service::{NOT_AS_QUOTED, QuoteSelection},
    },
    references,
};
use crate::{
    bookings::{
        input::BatchEntry,
        model::{Booking, CustomerDetail},
        operations::{LoggedOperation, OUTCOME_UNKNOWN, Operation, OperationStatus},
        parts::{BookingCustomer, Measures},
        status::Status,
        store::Entry,
    },
    events,
};

#[derive(Debug)]
pub enum Payer {
    /// The form's customer, or the caller's.
    Named,
    /// The guest's customer and the booking to continue, if any.
    Guest(CustomerId, Option<Box<Booking>>),
}

struct DeferredFields {
    customer: Change<CustomerDetail>,
    /// Differs from the booking's current quote.
    quote: Option<QuoteId>,
    token: Option<String>,
    /// An empty code clears it.
    promo_code: Option<String>,
    clears_price: bool,
    nonce: Option<Secret>,
}

/// Saves one parsed entry; the caller saves. A partly unreadable entry returns all errors, and its
/// writes must be rolled back. `member` is its path, such as `bookings[0]`.
pub async fn save_parsed(
    scope: &mut Scope,
    entry: PartialInput<BatchEntry>,
    batch: &str,
    member: &str,
) -> Result<Booking> {
    let before = format!("{member}.");
    let PartialInput { value, invalid } = entry;
    let errors: Vec<FieldError> = invalid
        .into_iter()
        .map(|invalid| parse_error(invalid, member))
        .collect();
    let Some(entry) = value else {
        return Err(Error::from_invalid_input(errors, None));
    };
    let written = save(scope, entry, batch, &before, Payer::Named).await;
    if errors.is_empty() {
        written
    } else {
        Err(Error::from_invalid_input(errors, written.err()))
    }
}

fn parse_error(invalid: Invalid, member: &str) -> FieldError {
    let before = if invalid.member.is_empty() {
        member.to_owned()
    } else {
        format!("{member}.")
    };
    FieldError::from(invalid).with_prefix(&before)
}

/// Follows the save contract; the caller saves. Error paths start with `before`.
pub async fn save(
    scope: &mut Scope,
    entry: BatchEntry,
    batch: &str,
    before: &str,
    payer: Payer,
) -> Result<Booking> {
    let BatchEntry {
        booking,
        booking_note,
    } = entry;
    let member = format!("{before}booking.");
    let (guest, draft) = match payer {
        Payer::Named => (None, None),
        Payer::Guest(customer, draft) => (Some(customer), draft.map(|draft| *draft)),
    };
    let mut edit = match draft {
        Some(draft) => scope.edit(booking.over(Some(draft))).await?,
        None => scope.edit(booking).await?,
    };
    if let Some(stored) = &edit.before {
        Operation::Edit.check_for(stored)?;
        if stored.pending.is_uncertain {
            return Err(OUTCOME_UNKNOWN.into());
        }
    }
    tidy(
        &mut edit,
        &tenancy::settings_of(scope.host(), scope.tenant)
            .await?
            .general
            .country_code,
    );
    let mut errors = complete_items(scope, &mut edit, guest, &member).await?;
    errors.extend(bookings::rules::booking(&edit.record, &member));
    if edit.record.dangerous_goods.is_dangerous_good {
        errors.extend(lookups::check_goods(scope.host(), edit.record.dangerous(), &member).await?);
    }
    let note = booking_note.filter(|note| !note.comment.trim().is_empty());
    if let Some(note) = &note {
        let member = format!("{before}bookingNote");
        errors.extend(bookings::change::check_note(scope, note, &member));
    }
    let deferred = take_deferred(&mut edit);
    errors.extend(payments::service::check_nonce(
        deferred.nonce.as_ref(),
        &format!("{member}paymentNonce"),
    ));
    let (customer, detail) = customer(
        scope,
        &edit,
        &deferred.customer,
        guest,
        &member,
        &mut errors,
    )
    .await?;
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let usual = pricing::default_insurance(&customer, &edit.record.items);
    edit.record.payer = BookingCustomer::new(customer, detail);
    if edit.is_new() {
        let now = scope.now();
        edit.record.guid = scope.new_guid();
        edit.record.creation_time = now;
        edit.record.creator_user_id = scope.caller.user();
        edit.record.booking_date = now;
        edit.record.references.batch_id = Some(batch.to_owned());
        edit.record.measures.cubic_factor = quantity::DEFAULT_CUBIC_FACTOR;
    }
    let is_own = bookings::view::is_on_own_vehicles(scope, &edit.record.service);
    let is_repriced = apply_change(&mut edit, &deferred, is_own, &member)?;
    bookings::legs::apply(scope, &mut edit, &member).await?;
    let mut offered = insurance::service::DefaultCover::OfCustomer(usual);
    if let Some(quote) = deferred.quote.filter(|_| !is_at_carrier(&edit)) {
        let customer = Some(edit.record.payer.customer_id).filter(|_| guest.is_none());
        let selection = QuoteSelection {
            quote,
            token: deferred.token.clone(),
            customer,
        };
        offered = insurance::service::DefaultCover::OfQuote(
            prices::service::apply_quote(scope, &mut edit.record, selection, &member).await?,
        );
    }
    if let (true, Some(before), Some(quote)) = (is_repriced, &edit.before, deferred.quote) {
        let selection = QuoteSelection {
            quote,
            token: deferred.token,
            customer: Some(before.payer.customer_id),
        };
        prices::booked::apply(scope, &mut edit.record, before, selection, &member).await?;
    }
    insurance::service::apply(scope, &mut edit, offered).await?;
    prices::promo_code::apply(&mut edit.record, deferred.promo_code, &member)?;
    if !edit.is_new() {
        payments::service::release_others(scope, &edit.record).await?;
    }
    scope
        .store(&mut edit)
        .await
        .map_err(prices::service::quote_taken)?;
    if is_at_carrier(&edit) && (is_repriced || !same_people(&edit)) {
        // The next print has the new address and items.
        booking_documents::labels::supersede(scope, edit.record.id).await?;
    }
    places::store::count_saved(scope, &edit.record, edit.before.as_ref()).await?;
    record_change(scope, &edit).await?;
    if let Some(note) = note {
        bookings::change::check_room_for_note(scope, edit.record.id).await?;
        bookings::store::add_note(scope, edit.record.id, &note.comment, note.is_internal).await?;
    }
    if let Some(nonce) = &deferred.nonce {
        payments::service::store_nonce(scope, edit.record.id, nonce).await?;
    }
    Ok(edit.record)
}

/// Defaults the country; clears the value of uninsured goods.
fn tidy(edit: &mut Edit<Booking>, country: &str) {
    let [from, to] = ["fromAddress", "toAddress"].map(|name| edit.is_new() || edit.mentions(name));
    let booking = &mut edit.record;
    for (is_sent, address) in [
        (from, &mut booking.route.from_address),
        (to, &mut booking.route.to_address),
    ] {
        if is_sent {
            *address = std::mem::take(address).normalized_in(country);
        }
    }
    booking.insurance.normalize();
}

async fn complete_items(
    scope: &mut Scope,
    edit: &mut Edit<Booking>,
    guest: Option<CustomerId>,
    member: &str,
) -> Result<Vec<FieldError>> {
    let customer_id = guest.or(edit.record.customer.input().id.filter(|id| id.0 != 0));
    let stored = edit.before.as_ref().map(|before| before.payer.customer_id);
    let Some(customer) = customer_id.or(stored).or(scope.caller.customer()) else {
        return Ok(Vec::new());
    };
    match customers::complete_items(
        scope,
        customer,
        &mut edit.record.items,
        &format!("{member}items"),
    )
    .await
    {
        Ok(()) => Ok(Vec::new()),
        Err(Error::Invalid(errors)) => Ok(errors),
        Err(error) => Err(error),
    }
}

/// The booking keeps its price until a new one is set.
fn take_deferred(edit: &mut Edit<Booking>) -> DeferredFields {
    let (names_quote, names_promo_code) = (edit.mentions("quoteId"), edit.mentions("promoCode"));
    let (booking, before) = (&mut edit.record, edit.before.as_ref());
    let (stored, stored_token) = before
        .map(|before| (before.offer.quote_id, before.offer.resource_token.clone()))
        .unwrap_or_default();
    let quote = std::mem::replace(&mut booking.offer.quote_id, stored).filter(|id| id.0 != 0);
    let stored_code = before.and_then(|before| before.offer.promo_code.clone());
    let promo_code =
        std::mem::replace(&mut booking.offer.promo_code, stored_code).unwrap_or_default();
    DeferredFields {
        promo_code: names_promo_code.then_some(promo_code),
        customer: std::mem::take(&mut booking.customer),
        quote: quote.filter(|quote| Some(*quote) != stored),
        token: std::mem::replace(&mut booking.offer.resource_token, stored_token),
        clears_price: names_quote && quote.is_none() && stored.is_some(),
        nonce: booking.offer.payment_nonce.take(),
    }
}

pub(crate) fn is_at_carrier(edit: &Edit<Booking>) -> bool {
    edit.before
        .as_ref()
        .is_some_and(|before| before.booking_status == Status::Booked)
}

fn same_people(edit: &Edit<Booking>) -> bool {
    let booking = &edit.record;
    edit.before.as_ref().is_none_or(|before| {
        before.route.from_address == booking.route.from_address
            && before.route.to_address == booking.route.to_address
    })
}

/// Resolves the paying customer; adds its errors.
async fn customer(
    scope: &mut Scope,
    edit: &Edit<Booking>,
    sent: &Change<CustomerDetail>,
    guest: Option<CustomerId>,
    member: &str,
    errors: &mut Vec<FieldError>,
) -> Result<(CustomerInfo, CustomerDetail)> {
    let stored = edit.before.as_ref().map(|before| before.payer.customer_id);
    let customer_id = guest.or(sent.input().id.filter(|id| id.0 != 0));
    let Some(id) = customer_id.or(stored).or(scope.caller.customer()) else {
        errors.push(FieldError::new(
            format!("{member}customer.id"),
            message!("choose the customer who pays"),
        ));
        return Err(Error::Invalid(std::mem::take(errors)));
    };
    if is_at_carrier(edit) && stored != Some(id) {
        let message = message!("cannot change once the carrier has the consignment");
        errors.push(FieldError::new(format!("{member}customer.id"), message));
    }
    let customer = customers::find(scope, id).await?;
    if edit.record.dangerous_goods.is_dangerous_good && !customer.can_send_dg {
        let sentence = message!(
            "{customer} is not approved to send dangerous goods",
            customer = customer.display_name()
        );
        errors.push(FieldError::new(
            format!("{member}isDangerousGood"),
            sentence,
        ));
    }
    let mut detail = detail_of(edit, id, sent.clone());
    if sent.mentions("references") {
        let before = previous_of(edit, id)
            .map_or(&[][..], |before| &before.payer.customer_detail.references);
        errors.extend(references::service::fill(scope, id, before, &mut detail, member).await?);
    }
    let settings = customers::settings_of(scope, id).await?;
    let has_reference = detail.reference.is_some() || edit.record.references.reference.is_some();
    if sent.mentions("costCenterId") || edit.is_new() && settings.cost_center_settings.is_enable {
        let cost_center_id = detail.cost_center_id.filter(|id| id.0 != 0);
        let is_left_open = cost_center_id.is_none()
            && !sent.mentions("costCenterId")
            && !sent.mentions("costCenter");
        let cost_center = match cost_center_id {
            None if !is_left_open => None,
            named => customers::cost_center(scope, id, named).await?,
        };
        if cost_center_id.is_some() && cost_center.is_none() {
            let path = format!("{member}customer.costCenterId");
            errors.push(FieldError::new(
                path,
                message!("is not a cost centre of this customer"),
            ));
        }
        if let Some((id, name)) = cost_center {
            detail.cost_center_id = Some(id);
            detail.cost_center = Some(name);
        }
    }
    let has_cost_center = detail.cost_center_id.is_some() || detail.cost_center.is_some();
    for (name, is_missing) in [
        (
            "reference",
            settings.reference_settings.is_needed() && !has_reference,
        ),
        (
            "costCenter",
            settings.cost_center_settings.is_needed() && !has_cost_center,
        ),
    ] {
        if is_missing {
            let path = format!("{member}customer.{name}");
            errors.push(FieldError::new(
                path,
                message!("is required on this customer's bookings"),
            ));
        }
    }
    Ok((customer, detail))
}

/// Returns None if the customer changed.
fn previous_of(edit: &Edit<Booking>, customer: CustomerId) -> Option<&Booking> {
    edit.before
        .as_ref()
        .filter(|before| before.payer.customer_id == customer)
}

/// Drops another customer's data.
fn detail_of(
    edit: &Edit<Booking>,
    customer: CustomerId,
    sent: Change<CustomerDetail>,
) -> CustomerDetail {
    let mut detail = previous_of(edit, customer)
        .map(|before| before.payer.customer_detail.clone())
        .unwrap_or_default();
    sent.apply(&mut detail);
    detail
}

/// Applies a change's effects on price, carrier and item totals. Returns true if a booked
/// consignment takes the price of the form's quote.
fn apply_change(
    edit: &mut Edit<Booking>,
    deferred: &DeferredFields,
    is_on_own_vehicles: bool,
    member: &str,
) -> Result<bool> {
    let (is_at_carrier, same_people) = (is_at_carrier(edit), same_people(edit));
    let mut is_repriced = false;
    if let Some(before) = &edit.before {
        let booking = &mut edit.record;
        let freight = consignment::same_freight(before.goods(), booking.goods());
        if is_at_carrier {
            prices::booked::check_change(before, booking, is_on_own_vehicles, same_people)?;
            is_repriced = freight.is_err();
        }
        if let (true, None, Err(field)) = (is_repriced, deferred.quote, freight) {
            let message = message!("changes the price; get a new quote");
            return Err(Error::Invalid(vec![
                FieldError::new(format!("{member}{field}"), message).with_code(NOT_AS_QUOTED),
            ]));
        }
        let same_customer = before.payer.customer_id == booking.payer.customer_id;
        if !is_at_carrier && (freight.is_err() || !same_customer || deferred.clears_price) {
            prices::service::clear_price(booking);
        }
        if !is_at_carrier && deferred.quote.is_some() {
            booking.offer.quote_id = None;
        }
    }
    recompute(&mut edit.record);
    Ok(is_repriced)
}

fn recompute(booking: &mut Booking) {
    let factor = booking.measures.cubic_factor;
    booking.measures = Measures::from_items(&booking.items, factor);
    booking.route.update_columns();
}

async fn record_change(scope: &mut Scope, edit: &Edit<Booking>) -> Result<()> {
    let payload = events::OneBooking {
        booking_id: edit.record.id,
    };
    let Some(before) = &edit.before else {
        let entry = Entry {
            operation: LoggedOperation::Create,
            status: OperationStatus::Success,
            value: Some(edit.record.booking_status.to_string()),
            message: None,
        };
        bookings::store::log(scope, payload.booking_id, entry).await?;
        return scope.publish(&events::CREATED, &payload).await;
    };
    bookings::store::log(
        scope,
        payload.booking_id,
        Entry::done(LoggedOperation::Edit),
    )
    .await?;
    scope.publish(&events::CHANGED, &payload).await?;
    crate::bookings::change::announce_status(scope, &edit.record, before.booking_status).await
}
