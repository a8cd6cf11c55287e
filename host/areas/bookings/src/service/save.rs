//! Making and changing bookings: from a form to a row, with the price of the quote it names.

use carriers::accounts;
use freight::{
    address::Address,
    goods::{self, Goods},
    quantity,
};
use kernel::{
    Error, FieldError, Refusal, Result, Scope,
    ids::{BookingId, CustomerId, QuoteId},
};
use lookups::InsuranceType;
use quotes::{Taken, rules::consignment};
use rust_decimal::Decimal;

use crate::{
    access::{BOOKING_CREATE, BOOKING_EDIT},
    events,
    model::{
        Booking, CarrierRecord, CustomerDetail, PricingDetail,
        input::{BatchEntry, BookingInput},
    },
    rules::{
        check,
        operations::{LoggedOperation, NOT_NOW, Operation, OperationStatus, UNCERTAIN},
        status::Status,
    },
    store::{self, Entry},
};

const QUOTE_TAKEN: Refusal = Refusal::new(4104, "This quote is booked already.");
/// What the database says when a quote is booked by two at once.
const DUPLICATE: i32 = 101;

/// Makes or changes one booking and saves it. Members of errors begin with `before`.
pub async fn save(scope: &mut Scope, entry: BatchEntry, batch: &str, before: &str) -> Result<Booking> {
    let BatchEntry { booking: mut input, booking_note } = entry;
    let member = format!("{before}booking.");
    input.from_address = in_australia(input.from_address);
    input.to_address = in_australia(input.to_address);
    let mut errors = check::booking(&input, &member);
    let comment = booking_note.map(|note| note.comment).filter(|comment| !comment.trim().is_empty());
    if let Some(comment) = &comment {
        errors.extend(check::note(comment, &format!("{before}bookingNote.comment")));
    }
    let known = input.id.filter(|id| id.0 != 0);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let booking = match known {
        None => create(scope, input, batch, &member).await?,
        Some(id) => edit(scope, id, input, &member).await?,
    };
    if let Some(comment) = comment {
        store::add_note(scope, booking.id, &comment).await?;
    }
    scope.commit().await?;
    Ok(booking)
}

/// A place whose country is left out is in Australia.
fn in_australia(mut address: Address) -> Address {
    if address.country_code.trim().is_empty() {
        address.country_code = "AU".to_owned();
    }
    address.tidied()
}

async fn create(scope: &mut Scope, input: BookingInput, batch: &str, member: &str) -> Result<Booking> {
    scope.require(BOOKING_CREATE)?;
    let named = input.customer.id.filter(|id| id.0 != 0).or(scope.caller.customer());
    let Some(customer) = named else {
        return Err(Error::invalid(format!("{member}customer.id"), "choose the customer who pays"));
    };
    let now = scope.now();
    let mut booking = Booking {
        guid: scope.new_guid(),
        creation_time: now,
        creator_user_id: scope.caller.user(),
        booking_date: now,
        batch_id: Some(batch.to_owned()),
        cubic_factor: quantity::DEFAULT_CUBIC_FACTOR,
        ..Booking::default()
    };
    for_customer(scope, &mut booking, customer, &input, member).await?;
    fill(&mut booking, input.clone());
    price(scope, &mut booking, &input, member).await?;
    scope.insert(&mut booking).await.map_err(quote_taken)?;
    let entry = Entry {
        operation: LoggedOperation::Create,
        status: OperationStatus::Success,
        value: Some(booking.booking_status.to_string()),
        message: None,
    };
    store::log(scope, booking.id, entry).await?;
    scope.announce(&events::CREATED, &events::OneBooking { booking_id: booking.id }).await?;
    Ok(booking)
}

async fn edit(scope: &mut Scope, id: BookingId, input: BookingInput, member: &str) -> Result<Booking> {
    scope.require(BOOKING_EDIT)?;
    let mut booking = store::find(scope, id).await?;
    Operation::Edit.check_for(&booking)?;
    if booking.is_uncertain {
        return Err(UNCERTAIN.into());
    }
    if input.row_version.is_some_and(|version| version != booking.row_version) {
        return Err(Error::Conflict);
    }
    let before = booking.booking_status;
    let same = freight_of(&booking, &input);
    if before == Status::Booked {
        let same_people = booking.from_address == input.from_address && booking.to_address == input.to_address;
        if same.is_err() || !same_people {
            return Err(NOT_NOW.because(
                "The carrier has this consignment already: its addresses, items and options cannot change. Cancel it and book anew.",
            ));
        }
    }
    if let Some(customer) = input.customer.id.filter(|id| id.0 != 0 && *id != booking.customer_id) {
        if before == Status::Booked {
            return Err(Error::invalid(
                format!("{member}customer.id"),
                "cannot change once the carrier has the consignment",
            ));
        }
        for_customer(scope, &mut booking, customer, &input, member).await?;
        unpriced(&mut booking);
    } else {
        let customer = booking.customer_id;
        for_customer(scope, &mut booking, customer, &input, member).await?;
    }
    let is_new_quote = input.quote_id.is_some_and(|quote| Some(quote) != booking.quote_id);
    if before != Status::Booked {
        if same.is_err() {
            unpriced(&mut booking);
        }
        if is_new_quote {
            booking.quote_id = None;
        }
    }
    fill(&mut booking, input.clone());
    if is_new_quote && before != Status::Booked {
        price(scope, &mut booking, &input, member).await?;
    }
    scope.update(&mut booking).await.map_err(quote_taken)?;
    store::log(scope, id, Entry::done(LoggedOperation::Edit)).await?;
    scope.announce(&events::CHANGED, &events::OneBooking { booking_id: id }).await?;
    super::change::announce_status(scope, &booking, before).await?;
    Ok(booking)
}

fn quote_taken(error: Error) -> Error {
    match error {
        Error::Refused { code: DUPLICATE, .. } => QUOTE_TAKEN.into(),
        other => other,
    }
}

/// Puts the customer on the booking: who it is, and what this booking says of it.
async fn for_customer(
    scope: &mut Scope,
    booking: &mut Booking,
    id: CustomerId,
    input: &BookingInput,
    member: &str,
) -> Result<()> {
    let customer = customers::find(scope, id).await?;
    if input.is_dangerous_good && !customer.can_send_dg {
        let sentence = format!("{} is not approved to send dangerous goods", customer.display_name());
        return Err(Error::Invalid(vec![FieldError::new(format!("{member}isDangerousGood"), sentence)]));
    }
    let sent = &input.customer;
    let settings = customers::settings_of(scope, customer.id).await?;
    let mut missing = Vec::new();
    let has_reference = tidy(&sent.reference).or(tidy(&input.reference)).is_some();
    if settings.reference_settings.is_needed() && !has_reference {
        missing.push(FieldError::new(format!("{member}customer.reference"), "is required on this customer's bookings"));
    }
    let has_cost_center = sent.cost_center_id.is_some() || tidy(&sent.cost_center).is_some();
    if settings.cost_center_settings.is_needed() && !has_cost_center {
        missing
            .push(FieldError::new(format!("{member}customer.costCenter"), "is required on this customer's bookings"));
    }
    if !missing.is_empty() {
        return Err(Error::Invalid(missing));
    }
    booking.customer_id = customer.id;
    booking.customer_code = customer.code;
    booking.customer_name = customer.customer_name;
    booking.company_name = customer.company_name;
    booking.contact_name = customer.contact_name;
    booking.customer_detail = CustomerDetail {
        email: tidy(&sent.email).or(customer.booking_email).or(customer.email),
        customer_type: customer.customer_type,
        caller: tidy(&sent.caller),
        reference: tidy(&sent.reference),
        cost_center_id: sent.cost_center_id,
        cost_center: tidy(&sent.cost_center),
    };
    Ok(())
}

fn tidy(text: &Option<String>) -> Option<String> {
    text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// What the form holds beside customer and price, and what follows from it.
fn fill(booking: &mut Booking, input: BookingInput) {
    let measured = quantity::consolidate(&goods::measures(&input.items), booking.cubic_factor);
    booking.total_items = i64::try_from(measured.pieces).unwrap_or(i64::MAX);
    booking.total_weight = measured.total_weight.value;
    booking.total_volume = measured.total_volume.value;
    booking.total_cubic_weight = measured.total_cubic_weight.value;
    booking.chargable_weight = measured.chargeable_weight.value;
    booking.from_suburb = input.from_address.suburb.clone();
    booking.from_post_code = input.from_address.post_code.clone();
    booking.to_suburb = input.to_address.suburb.clone();
    booking.to_post_code = input.to_address.post_code.clone();
    booking.from_address = input.from_address;
    booking.to_address = input.to_address;
    booking.items = input.items;
    booking.pickup_options = input.pickup_options;
    booking.delivery_options = input.delivery_options;
    booking.reference = tidy(&input.reference);
    booking.order_number = tidy(&input.order_number);
    booking.store_key = tidy(&input.store_key);
    booking.promo_code = tidy(&input.promo_code);
    booking.special_instructions = tidy(&input.special_instructions);
    booking.delivery_instructions = tidy(&input.delivery_instructions);
    booking.pickup_ready_time = input.pickup_ready_time;
    booking.business_closing_time = input.business_closing_time;
    booking.is_ready_to_pickup = input.is_ready_to_pickup;
    booking.is_dangerous_good = input.is_dangerous_good;
    booking.dangerous_good_un_code = tidy(&input.dangerous_good_un_code);
    booking.dangerous_good_package_type = tidy(&input.dangerous_good_package_type);
    booking.dangerous_good_description = tidy(&input.dangerous_good_description);
    booking.is_insured = input.is_insured;
    booking.insured_value = input.insured_value.filter(|_| input.is_insured);
    booking.insurance_type =
        input.insurance_type.filter(|_| input.is_insured).and_then(|word| word.parse::<InsuranceType>().ok());
}

/// Whether what the form sends costs what the booking cost.
fn freight_of(booking: &Booking, input: &BookingInput) -> Result<(), &'static str> {
    consignment::same_freight(goods_of(booking), goods(input))
}

fn goods(input: &BookingInput) -> Goods<'_> {
    Goods {
        from: &input.from_address,
        to: &input.to_address,
        items: &input.items,
        dangerous: input.dangerous(),
        pickup_options: &input.pickup_options,
        delivery_options: &input.delivery_options,
    }
}

fn goods_of(booking: &Booking) -> Goods<'_> {
    Goods {
        from: &booking.from_address,
        to: &booking.to_address,
        items: &booking.items,
        dangerous: booking.dangerous(),
        pickup_options: &booking.pickup_options,
        delivery_options: &booking.delivery_options,
    }
}

/// Takes the price of the quote that the form names; without one it stays a draft.
async fn price(scope: &mut Scope, booking: &mut Booking, input: &BookingInput, member: &str) -> Result<()> {
    let Some(quote) = input.quote_id.filter(|id| id.0 != 0) else { return Ok(()) };
    let Some(token) = tidy(&input.resource_token) else {
        return Err(Error::invalid(format!("{member}resourceToken"), "is required with a quoteId"));
    };
    let taken = taken(scope, &token, quote, member).await?;
    if taken.customer_id != Some(booking.customer_id) {
        return Err(Error::invalid(format!("{member}quoteId"), "is a quote for another customer"));
    }
    let asked = Goods {
        from: &taken.ask.from_address,
        to: &taken.ask.to_address,
        items: &taken.ask.items,
        dangerous: taken.ask.dangerous(),
        pickup_options: &taken.ask.pickup_options,
        delivery_options: &taken.ask.delivery_options,
    };
    if let Err(what) = consignment::same_freight(asked, goods_of(booking)) {
        return Err(Error::invalid(format!("{member}{what}"), "differs from what was quoted; ask for a new quote"));
    }
    if let Some(other) = store::booked_quote(scope, quote).await?.filter(|other| other.id != booking.id) {
        return Err(QUOTE_TAKEN.because(format!("This quote is booked already: it is booking {}.", other.name())));
    }
    let account = accounts::find(scope, taken.account_id).await?;
    booking.carrier = Some(taken.carrier);
    booking.carrier_account_id = Some(account.id);
    booking.carrier_service_code = Some(taken.service_code);
    booking.carrier_service_name = Some(taken.service_name);
    booking.carrier_record =
        CarrierRecord { quote: taken.carrier_quote, transit_days: taken.transit_days, booked: None };
    booking.quote_id = Some(taken.id);
    booking.resource_token = Some(taken.resource_token);
    set_price(booking, PricingDetail::of(&taken.lines));
    booking.booking_status = Status::Quoted;
    Ok(())
}

async fn taken(scope: &mut Scope, token: &str, quote: QuoteId, member: &str) -> Result<Taken> {
    quotes::take(scope, token, quote).await.map_err(|error| match error {
        Error::NotFound(_) => Error::invalid(format!("{member}resourceToken"), "is not a quote of this customer"),
        Error::Invalid(errors) => Error::Invalid(
            errors
                .into_iter()
                .map(|error| FieldError::new(format!("{member}{}", error.member), error.message))
                .collect(),
        ),
        other => other,
    })
}

/// The price and the sums that lists sort and add up by.
pub fn set_price(booking: &mut Booking, price: PricingDetail) {
    booking.total_price = price.total.total;
    booking.insurance_price = price.insurance.total;
    booking.freight_price = price.total.total - price.insurance.total;
    booking.carrier_price = price.carrier_total.map_or(Decimal::ZERO, |total| total.total);
    booking.pricing_detail = price;
}

/// What was quoted no longer holds: the booking is a draft again, without carrier and price.
fn unpriced(booking: &mut Booking) {
    booking.booking_status = Status::Draft;
    booking.carrier = None;
    booking.carrier_account_id = None;
    booking.carrier_service_code = None;
    booking.carrier_service_name = None;
    booking.carrier_record = CarrierRecord::default();
    booking.quote_id = None;
    booking.resource_token = None;
    set_price(booking, PricingDetail::default());
}
