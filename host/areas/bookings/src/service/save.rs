//! Making and changing bookings: from a form to a row, with the price of the quote it names.

use customers::CustomerInfo;
use freight::{goods, quantity};
use kernel::{
    Change, Edit, Error, FieldError, Result, Scope,
    case::{Invalid, Partly},
    ids::{CustomerId, QuoteId},
    message, note,
    secrets::Secret,
};
use quotes::rules::consignment;

use super::{
    change,
    charge::{self, Wanted},
    insurance, legs, payment, places, promo_code, references,
};
use crate::{
    events,
    model::{Booking, CustomerDetail, input::BatchEntry},
    rules::{
        check,
        operations::{LoggedOperation, NOT_NOW, Operation, OperationStatus, UNCERTAIN},
        status::Status,
    },
    store::{self, Entry},
};

/// Who pays for a booking that is saved.
#[derive(Debug)]
pub enum Payer {
    /// The customer whom the form names, or that of the caller.
    Named,
    /// A guest: the customer that stands for them, and the booking of theirs that the form goes on with.
    Guest(CustomerId, Option<Box<Booking>>),
}

/// What a form asks for that is not simply kept: who pays, and whose price is taken.
struct Asked {
    customer: Change<CustomerDetail>,
    /// Another quote than the booking has.
    quote: Option<QuoteId>,
    token: Option<String>,
    /// The promo code that the form names; empty: none.
    promo_code: Option<String>,
    /// The price that the booking has is given up.
    gives_price_up: bool,
    /// What its payment can be taken with.
    nonce: Option<Secret>,
}

/// Makes or changes one booking of an entry that was read by itself: of one that could not be read all that is wrong is
/// told, and what was written then must be undone. `member` is its path, `bookings[0]`; the caller saves.
pub async fn write_read(
    scope: &mut Scope,
    entry: Partly<BatchEntry>,
    batch: &str,
    member: &str,
) -> Result<Booking> {
    let before = format!("{member}.");
    let Partly { value, invalid } = entry;
    let wrong: Vec<FieldError> = invalid
        .into_iter()
        .map(|invalid| unread(invalid, member))
        .collect();
    let Some(entry) = value else {
        return Err(Error::unread(wrong, None));
    };
    let written = write(scope, entry, batch, &before, Payer::Named).await;
    if wrong.is_empty() {
        written
    } else {
        Err(Error::unread(wrong, written.err()))
    }
}

/// What could not be read of an entry, with the path that it has in the batch.
fn unread(invalid: Invalid, member: &str) -> FieldError {
    let before = if invalid.member.is_empty() {
        member.to_owned()
    } else {
        format!("{member}.")
    };
    FieldError::from(invalid).under(&before)
}

/// Makes or changes one booking by the save contract; the caller saves. Members of errors begin with `before`.
pub async fn write(
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
        Some(draft) => scope.edit_over(booking, Some(draft))?,
        None => scope.edit(booking).await?,
    };
    if let Some(stored) = &edit.before {
        Operation::Edit.check_for(stored)?;
        if stored.is_uncertain {
            return Err(UNCERTAIN.into());
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
    errors.extend(check::booking(&edit.record, &member));
    if edit.record.is_dangerous_good {
        errors.extend(lookups::check_goods(scope.host(), edit.record.dangerous(), &member).await?);
    }
    let comment = booking_note
        .map(|note| note.comment)
        .filter(|comment| !comment.trim().is_empty());
    if let Some(comment) = &comment {
        errors.extend(note::check(
            comment,
            &format!("{before}bookingNote.comment"),
        ));
    }
    let asked = asked(&mut edit);
    errors.extend(payment::check(
        asked.nonce.as_ref(),
        &format!("{member}paymentNonce"),
    ));
    let (customer, detail) =
        customer(scope, &edit, &asked.customer, guest, &member, &mut errors).await?;
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let usual = pricing::by_default(&customer, &edit.record.items);
    for_customer(&mut edit.record, customer, detail);
    if edit.is_new() {
        let now = scope.now();
        edit.record.guid = scope.new_guid();
        edit.record.creation_time = now;
        edit.record.creator_user_id = scope.caller.user();
        edit.record.booking_date = now;
        edit.record.batch_id = Some(batch.to_owned());
        edit.record.cubic_factor = quantity::DEFAULT_CUBIC_FACTOR;
    }
    settle(&mut edit, &asked)?;
    legs::settle(scope, &mut edit, &member).await?;
    let (quote, token) = (asked.quote, asked.token);
    let mut offered = insurance::Offered::Usually(usual);
    if let Some(quote) = quote.filter(|_| !is_at_carrier(&edit)) {
        let customer = Some(edit.record.customer_id).filter(|_| guest.is_none());
        let wanted = Wanted {
            quote,
            token,
            customer,
        };
        offered = insurance::Offered::Quoted(
            charge::price(scope, &mut edit.record, wanted, &member).await?,
        );
    }
    insurance::settle(scope, &mut edit, offered).await?;
    promo_code::note(&mut edit.record, asked.promo_code, &member)?;
    if !edit.is_new() {
        payment::release_others(scope, &edit.record).await?;
    }
    scope.store(&mut edit).await.map_err(charge::quote_taken)?;
    places::saved(scope, &edit.record, edit.before.as_ref()).await?;
    tell(scope, &edit).await?;
    if let Some(comment) = comment {
        change::check_room_for_note(scope, edit.record.id).await?;
        store::add_note(scope, edit.record.id, &comment).await?;
    }
    if let Some(nonce) = &asked.nonce {
        payment::keep(scope, edit.record.id, nonce).await?;
    }
    Ok(edit.record)
}

/// What a form leaves unsaid of what it sends: a place is in the tenant's country, and goods that are not insured have no
/// value.
fn tidy(edit: &mut Edit<Booking>, country: &str) {
    let [from, to] = ["fromAddress", "toAddress"].map(|name| edit.is_new() || edit.mentions(name));
    let booking = &mut edit.record;
    for (is_sent, address) in [
        (from, &mut booking.from_address),
        (to, &mut booking.to_address),
    ] {
        if is_sent {
            *address = std::mem::take(address).tidied_in(country);
        }
    }
    booking.insured_value = booking.insured_value.filter(|_| booking.is_insured);
    booking.insurance_type = booking.insurance_type.filter(|_| booking.is_insured);
}

/// Completes lines that name a product of the paying customer.
async fn complete_items(
    scope: &mut Scope,
    edit: &mut Edit<Booking>,
    guest: Option<CustomerId>,
    member: &str,
) -> Result<Vec<FieldError>> {
    let named = guest.or(edit.record.customer.sent().id.filter(|id| id.0 != 0));
    let stored = edit.before.as_ref().map(|before| before.customer_id);
    let Some(customer) = named.or(stored).or(scope.caller.customer()) else {
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

/// Takes what is not simply kept off the booking: until another price is taken it has the one that it had.
fn asked(edit: &mut Edit<Booking>) -> Asked {
    let (names_quote, names_promo_code) = (edit.mentions("quoteId"), edit.mentions("promoCode"));
    let (booking, before) = (&mut edit.record, edit.before.as_ref());
    let (stored, stored_token) = before
        .map(|before| (before.quote_id, before.resource_token.clone()))
        .unwrap_or_default();
    let quote = std::mem::replace(&mut booking.quote_id, stored).filter(|id| id.0 != 0);
    let stored_code = before.and_then(|before| before.promo_code.clone());
    let promo_code = std::mem::replace(&mut booking.promo_code, stored_code).unwrap_or_default();
    Asked {
        promo_code: names_promo_code.then_some(promo_code),
        customer: std::mem::take(&mut booking.customer),
        quote: quote.filter(|quote| Some(*quote) != stored),
        token: std::mem::replace(&mut booking.resource_token, stored_token),
        gives_price_up: names_quote && quote.is_none() && stored.is_some(),
        nonce: booking.payment_nonce.take(),
    }
}

/// Whether the carrier has had the consignment before the change.
pub(super) fn is_at_carrier(edit: &Edit<Booking>) -> bool {
    edit.before
        .as_ref()
        .is_some_and(|before| before.booking_status == Status::Booked)
}

/// The customer who pays, and what the booking says of it. What is wrong with the form for this customer is told with the
/// rest.
async fn customer(
    scope: &mut Scope,
    edit: &Edit<Booking>,
    sent: &Change<CustomerDetail>,
    guest: Option<CustomerId>,
    member: &str,
    errors: &mut Vec<FieldError>,
) -> Result<(CustomerInfo, CustomerDetail)> {
    let stored = edit.before.as_ref().map(|before| before.customer_id);
    let named = guest.or(sent.sent().id.filter(|id| id.0 != 0));
    let Some(id) = named.or(stored).or(scope.caller.customer()) else {
        errors.push(FieldError::new(
            format!("{member}customer.id"),
            message!("choose the customer who pays"),
        ));
        return Err(Error::Invalid(std::mem::take(errors)));
    };
    if is_at_carrier(edit) && stored != Some(id) {
        let says = message!("cannot change once the carrier has the consignment");
        errors.push(FieldError::new(format!("{member}customer.id"), says));
    }
    let customer = customers::find(scope, id).await?;
    if edit.record.is_dangerous_good && !customer.can_send_dg {
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
        let before = same(edit, id).map_or(&[][..], |before| &before.customer_detail.references);
        errors.extend(references::fill(scope, id, before, &mut detail, member).await?);
    }
    let settings = customers::settings_of(scope, id).await?;
    let has_reference = detail.reference.is_some() || edit.record.reference.is_some();
    if sent.mentions("costCenterId") || edit.is_new() && settings.cost_center_settings.is_enable {
        let named = detail.cost_center_id.filter(|id| id.0 != 0);
        let is_left_open =
            named.is_none() && !sent.mentions("costCenterId") && !sent.mentions("costCenter");
        let found = match named {
            None if !is_left_open => None,
            named => customers::cost_center(scope, id, named).await?,
        };
        if named.is_some() && found.is_none() {
            let path = format!("{member}customer.costCenterId");
            errors.push(FieldError::new(
                path,
                message!("is no cost centre of this customer"),
            ));
        }
        if let Some((id, name)) = found {
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

/// The booking before the change, if it was this customer's already.
fn same(edit: &Edit<Booking>, customer: CustomerId) -> Option<&Booking> {
    edit.before
        .as_ref()
        .filter(|before| before.customer_id == customer)
}

/// What the booking says of this customer; what it said of another one does not stay.
fn detail_of(
    edit: &Edit<Booking>,
    customer: CustomerId,
    sent: Change<CustomerDetail>,
) -> CustomerDetail {
    let mut detail = same(edit, customer)
        .map(|before| before.customer_detail.clone())
        .unwrap_or_default();
    sent.apply(&mut detail);
    detail
}

/// Puts the customer on the booking: who it is, and what this booking says of it.
fn for_customer(booking: &mut Booking, customer: CustomerInfo, detail: CustomerDetail) {
    booking.customer_id = customer.id;
    booking.customer_code = customer.code;
    booking.customer_name = customer.customer_name;
    booking.company_name = customer.company_name;
    booking.contact_name = customer.contact_name;
    booking.customer_detail = CustomerDetail {
        email: detail
            .email
            .clone()
            .or(customer.booking_email)
            .or(customer.email),
        customer_type: customer.customer_type,
        ..detail
    };
}

/// What a change means for the price and the carrier that the booking has, and the sums of its items.
fn settle(edit: &mut Edit<Booking>, asked: &Asked) -> Result<()> {
    let is_at_carrier = is_at_carrier(edit);
    if let Some(before) = &edit.before {
        let booking = &mut edit.record;
        let same_freight = consignment::same_freight(before.goods(), booking.goods()).is_ok();
        let same_people =
            before.from_address == booking.from_address && before.to_address == booking.to_address;
        if is_at_carrier && !(same_freight && same_people) {
            return Err(NOT_NOW.because(
                message!("The carrier has this consignment already: its addresses, items and options cannot change. Cancel it and book anew."),
            ));
        }
        let same_customer = before.customer_id == booking.customer_id;
        if !is_at_carrier && (!same_freight || !same_customer || asked.gives_price_up) {
            charge::unpriced(booking);
        }
        if !is_at_carrier && asked.quote.is_some() {
            booking.quote_id = None;
        }
    }
    summed(&mut edit.record);
    Ok(())
}

/// What follows from the items and the addresses.
fn summed(booking: &mut Booking) {
    let measured = quantity::consolidate(&goods::measures(&booking.items), booking.cubic_factor);
    booking.total_items = i64::try_from(measured.pieces).unwrap_or(i64::MAX);
    booking.total_weight = measured.total_weight.value;
    booking.total_volume = measured.total_volume.value;
    booking.total_cubic_weight = measured.total_cubic_weight.value;
    booking.chargable_weight = measured.chargeable_weight.value;
    booking.from_suburb = booking.from_address.suburb.clone();
    booking.from_post_code = booking.from_address.post_code.clone();
    booking.to_suburb = booking.to_address.suburb.clone();
    booking.to_post_code = booking.to_address.post_code.clone();
    booking.from_region = booking.from_address.region();
    booking.to_region = booking.to_address.region();
}

/// Writes the booking's log and tells the areas above.
async fn tell(scope: &mut Scope, edit: &Edit<Booking>) -> Result<()> {
    let one = events::OneBooking {
        booking_id: edit.record.id,
    };
    let Some(before) = &edit.before else {
        let entry = Entry {
            operation: LoggedOperation::Create,
            status: OperationStatus::Success,
            value: Some(edit.record.booking_status.to_string()),
            message: None,
        };
        store::log(scope, one.booking_id, entry).await?;
        return scope.announce(&events::CREATED, &one).await;
    };
    store::log(scope, one.booking_id, Entry::done(LoggedOperation::Edit)).await?;
    scope.announce(&events::CHANGED, &one).await?;
    super::change::announce_status(scope, &edit.record, before.booking_status).await
}
