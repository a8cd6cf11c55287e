//! Guest bookings: created from a quote by its token, found by email and number.

use customers::{CustomerType, Guest};
use data::{
    Caller, Change, Error, FieldError, Refusal, Result, Scope, Where,
    email::is_email,
    ids::{BookingId, CustomerId, QuoteId},
    message,
};
use subtle::ConstantTimeEq;

use crate::bookings::{
    input::BatchEntry,
    model::Booking,
    operations::{Operation, STATUS_NOT_ALLOWED},
    status::Status,
};
use crate::{bookings, emails, payments, prices::service::QUOTE_TAKEN};

const NO_GUESTS: Refusal = Refusal::new(
    4107,
    "Booking requires signing in. Sign in, or register first.",
);
const UNKNOWN: Error = Error::NotFound("The booking");

/// The booking and the reason the carrier did not accept it.
#[derive(Debug)]
pub struct Saved {
    pub booking: Booking,
    pub error: Option<Error>,
}

/// The quote's token proves ownership.
struct Proof {
    quote: QuoteId,
    token: String,
}

/// Creates or continues a guest's booking. Repeating the call finds the first one's booking.
pub async fn save(scope: &mut Scope, entry: BatchEntry, operations: &[String]) -> Result<Saved> {
    if !matches!(scope.caller, Caller::Guest) {
        return Err(Error::Forbidden(message!(
            "You are signed in. This page is for visitors who are not."
        )));
    }
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    if !settings.guests.can_book {
        return Err(NO_GUESTS.into());
    }
    let is_booking = includes_booking(operations)?;
    let proof = check_input(&entry.booking, &settings.general.country_code)?;
    let is_new = entry.booking.is_new();
    let earlier = match is_new {
        true => find_by_quote(scope, &proof).await?,
        false => Some(load_proven(scope, entry.booking.id().into(), &proof).await?),
    };
    if let Some(earlier) = earlier
        .as_ref()
        .filter(|earlier| !can_continue(earlier, is_new))
    {
        if is_new {
            return Ok(Saved {
                booking: earlier.clone(),
                error: None,
            });
        }
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "This booking is {status} and cannot be changed without signing in.",
            status = earlier.booking_status
        )));
    }
    let before = earlier.as_ref().map(|earlier| earlier.booking_status);
    let needs_payment = is_booking && !settings.guests.on_account;
    if needs_payment && !settings.card_payment.provider.is_empty() {
        check_paid(scope, &entry.booking, earlier.as_ref()).await?;
    }
    let customer = match &earlier {
        Some(earlier) => earlier.payer.customer_id,
        None => find_or_create_customer(scope, entry.booking.input()).await?,
    };
    let batch = scope.new_guid().simple().to_string();
    let payer = bookings::save::Payer::Guest(customer, earlier.map(Box::new));
    let mut booking = match bookings::save::save(scope, entry, &batch, "", payer).await {
        // Lost a race against the same guest.
        Err(Error::Refused { code, .. }) if is_new && code == QUOTE_TAKEN.code => {
            scope.rollback();
            let booking = find_by_quote(scope, &proof).await?.ok_or(QUOTE_TAKEN)?;
            return Ok(Saved {
                booking,
                error: None,
            });
        }
        other => other?,
    };
    if booking.offer.quote_id.is_none() {
        let message =
            message!("is no longer valid: the goods or the places have changed; get a new quote");
        return Err(Error::invalid("booking.quoteId", message));
    }
    if needs_payment && booking.booking_status != Status::PendingPayment {
        let before = booking.booking_status;
        booking.booking_status = Status::PendingPayment;
        scope.update(&mut booking).await?;
        bookings::change::announce_status(scope, &booking, before).await?;
    }
    if is_booking && before.is_none_or(|before| before == Status::Quoted) {
        emails::to_guest(scope, &booking).await?;
    }
    scope.commit().await?;
    if !is_booking {
        return Ok(Saved {
            booking,
            error: None,
        });
    }
    if needs_payment {
        let has_card = payments::service::has_card(scope, &booking).await;
        scope.rollback();
        match has_card {
            Ok(true) => {}
            // Waits for its payment.
            Ok(false) => {
                return Ok(Saved {
                    booking,
                    error: None,
                });
            }
            Err(error) => {
                return Ok(Saved {
                    booking,
                    error: Some(error),
                });
            }
        }
    }
    match bookings::book::book(scope, booking.id).await {
        Ok(booking) => Ok(Saved {
            booking,
            error: None,
        }),
        Err(error) => {
            scope.rollback();
            Ok(Saved {
                booking: bookings::store::find(scope, booking.id).await?,
                error: Some(error),
            })
        }
    }
}

/// Finds a guest's booking; the error does not reveal if number or email is wrong.
pub async fn find(scope: &mut Scope, id: BookingId, email: &str) -> Result<Booking> {
    let row: Option<Booking> = scope.unrestricted().await?.first(Where::id(id)).await?;
    let is_theirs = |booking: &Booking| {
        let guest_email = booking
            .payer
            .customer_detail
            .email
            .as_deref()
            .unwrap_or_default();
        is_guest_booking(booking)
            && !guest_email.is_empty()
            && guest_email.trim().eq_ignore_ascii_case(email.trim())
    };
    row.filter(is_theirs).ok_or(UNKNOWN)
}

fn includes_booking(operations: &[String]) -> Result<bool> {
    for (at, word) in operations.iter().enumerate() {
        if word.trim().parse::<Operation>() != Ok(Operation::Book) {
            return Err(Error::invalid(
                format!("operations[{at}]"),
                message!(
                    "{word} is not an operation here; use one of {known}",
                    known = Operation::Book.as_str()
                ),
            ));
        }
    }
    Ok(!operations.is_empty())
}

/// Checks a guest's additional fields; returns all errors at once.
fn check_input(sent: &Change<Booking>, country: &str) -> Result<Proof> {
    let mut errors = Vec::new();
    let mut refuse =
        |member: &str, message| errors.push(FieldError::new(format!("booking.{member}"), message));
    let (is_new, booking) = (sent.is_new(), sent.input());
    let detail = booking.customer.input();
    if detail.id.is_some_and(|id| id.0 != 0) {
        refuse(
            "customer.id",
            message!("must be left out: you are not signed in"),
        );
    }
    if !detail.email.as_deref().is_some_and(is_email)
        && (is_new || booking.customer.mentions("email"))
    {
        refuse(
            "customer.email",
            message!("must be an email address such as name@example.com"),
        );
    }
    let quote = booking.offer.quote_id.filter(|id| id.0 != 0);
    if quote.is_none() {
        refuse("quoteId", message!("is required"));
    }
    let token = booking
        .offer
        .resource_token
        .clone()
        .filter(|token| !token.is_empty());
    if token.is_none() {
        refuse("resourceToken", message!("is required"));
    }
    if booking.dangerous_goods.is_dangerous_good {
        refuse(
            "isDangerousGood",
            message!("requires signing in: dangerous goods need an approved customer"),
        );
    }
    if booking.insurance.is_insured {
        refuse("isInsured", message!("is not offered without signing in"));
    }
    if is_new {
        let mut candidate = booking.clone();
        for address in [
            &mut candidate.route.from_address,
            &mut candidate.route.to_address,
        ] {
            *address = std::mem::take(address).normalized_in(country);
        }
        for error in bookings::rules::booking(&candidate, "booking.")
            .into_iter()
            .chain(bookings::rules::ready_to_book(&candidate, "booking."))
        {
            if errors.iter().all(|known| known.member != error.member) {
                errors.push(error);
            }
        }
    }
    match (quote, token) {
        (Some(quote), Some(token)) if errors.is_empty() => Ok(Proof { quote, token }),
        _ => Err(Error::Invalid(errors)),
    }
}

/// Requires the quote's token.
async fn find_by_quote(scope: &mut Scope, proof: &Proof) -> Result<Option<Booking>> {
    Ok(bookings::store::booked_quote(scope, proof.quote)
        .await?
        .filter(|booking| is_proven(booking, proof)))
}

/// Requires the quote's token.
async fn load_proven(scope: &mut Scope, id: BookingId, proof: &Proof) -> Result<Booking> {
    let row: Option<Booking> = scope.first(Where::id(id)).await?;
    row.filter(|booking| is_proven(booking, proof))
        .ok_or(UNKNOWN)
}

fn is_proven(booking: &Booking, proof: &Proof) -> bool {
    let stored_token = booking.offer.resource_token.as_deref().unwrap_or_default();
    let is_same: bool = stored_token.as_bytes().ct_eq(proof.token.as_bytes()).into();
    is_guest_booking(booking) && booking.offer.quote_id == Some(proof.quote) && is_same
}

pub fn is_guest_booking(booking: &Booking) -> bool {
    booking.payer.customer_detail.customer_type == CustomerType::Guest
}

/// A new form may continue it only if the first call was interrupted.
fn can_continue(earlier: &Booking, is_new: bool) -> bool {
    let is_open = earlier.pending.intent.is_none() && !earlier.pending.is_uncertain;
    is_open
        && match earlier.booking_status {
            Status::Quoted => true,
            Status::PendingPayment | Status::Failed => !is_new,
            _ => false,
        }
}

/// Rejects a missing payment method if the tenant takes cards.
async fn check_paid(
    scope: &mut Scope,
    sent: &Change<Booking>,
    earlier: Option<&Booking>,
) -> Result<()> {
    if sent.input().offer.payment_nonce.is_some() {
        return Ok(());
    }
    if let Some(earlier) = earlier
        && payments::service::has_nonce(scope, earlier.id).await?
    {
        return Ok(());
    }
    Err(Error::invalid(
        "booking.paymentNonce",
        message!("is required to pay with the card"),
    ))
}

async fn find_or_create_customer(scope: &mut Scope, sent: &Booking) -> Result<CustomerId> {
    let (said, from) = (sent.customer.input(), &sent.route.from_address);
    let country = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .general
        .country_code
        .clone();
    let from = from.clone().normalized_in(&country);
    let filled = |text: &Option<String>| {
        text.clone()
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty())
    };
    let guest = Guest {
        email: filled(&said.email).unwrap_or_default(),
        contact_name: filled(&said.caller).or(from.contact_name.clone()),
        company_name: from.company_name.clone(),
        telephone: from.telephone.clone(),
        address: from,
    };
    customers::find_or_create_guest(scope, guest)
        .await
        .map(|customer| customer.id)
        .map_err(map_fields)
}

/// Maps customer errors to the booking's fields.
fn map_fields(error: Error) -> Error {
    let Error::Invalid(fields) = error else {
        return error;
    };
    let map_field = |field: FieldError| {
        let member = match field.member.trim_start_matches("customer.") {
            "email" => "customer.email",
            "contactName" | "customerName" => "customer.caller",
            "contact" => "fromAddress.telephone",
            _ => "fromAddress.companyName",
        };
        FieldError {
            member: format!("booking.{member}"),
            ..field
        }
    };
    Error::Invalid(fields.into_iter().map(map_field).collect())
}
