//! Bookings of people who are not signed in: made of a quote whose token they hold, found again by e-mail and number.

use customers::{CustomerType, Guest};
use kernel::{
    Caller, Change, Error, FieldError, Refusal, Result, Scope, Where,
    ids::{BookingId, CustomerId, QuoteId},
    mail::is_email,
    message,
};
use subtle::ConstantTimeEq;

use super::{book, change, charge::QUOTE_TAKEN, letters, payment, save};
use crate::{
    model::{Booking, input::BatchEntry},
    rules::{
        check,
        operations::{NOT_NOW, Operation},
        status::Status,
    },
    store,
};

const NO_GUESTS: Refusal = Refusal::new(
    4107,
    "Nothing is booked here without signing in. Sign in, or register first.",
);
const UNKNOWN: Error = Error::NotFound("The booking");

/// What came of it: the booking, and why the carrier has not taken it.
#[derive(Debug)]
pub struct Saved {
    pub booking: Booking,
    pub error: Option<Error>,
}

/// What a guest's booking takes its price from: the token says whose it is.
struct Proof {
    quote: QuoteId,
    token: String,
}

/// Makes a guest's booking, or goes on with one. The same call sent again finds what the first one made.
pub async fn save(scope: &mut Scope, entry: BatchEntry, operations: &[String]) -> Result<Saved> {
    if !matches!(scope.caller, Caller::Guest) {
        return Err(Error::Forbidden(message!(
            "You are signed in: this is for people who are not."
        )));
    }
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    if !settings.guests.can_book {
        return Err(NO_GUESTS.into());
    }
    let books = books(operations)?;
    let proof = checked(&entry.booking, &settings.general.country_code)?;
    let is_new = entry.booking.is_new();
    let earlier = match is_new {
        true => made_of(scope, &proof).await?,
        false => Some(own(scope, entry.booking.id().into(), &proof).await?),
    };
    if let Some(earlier) = earlier.as_ref().filter(|earlier| !goes_on(earlier, is_new)) {
        if is_new {
            return Ok(Saved {
                booking: earlier.clone(),
                error: None,
            });
        }
        return Err(NOT_NOW.because(message!(
            "This booking is {status} and cannot be changed without signing in.",
            status = earlier.booking_status
        )));
    }
    let before = earlier.as_ref().map(|earlier| earlier.booking_status);
    let waits = books && !settings.guests.on_account;
    if waits && !settings.card_payment.provider.is_empty() {
        check_paid(scope, &entry.booking, earlier.as_ref()).await?;
    }
    let customer = match &earlier {
        Some(earlier) => earlier.customer_id,
        None => customer(scope, entry.booking.sent()).await?,
    };
    let batch = scope.new_guid().simple().to_string();
    let payer = save::Payer::Guest(customer, earlier.map(Box::new));
    let mut booking = match save::write(scope, entry, &batch, "", payer).await {
        // Another call of the same guest was quicker.
        Err(Error::Refused { code, .. }) if is_new && code == QUOTE_TAKEN.code => {
            scope.rollback();
            let booking = made_of(scope, &proof).await?.ok_or(QUOTE_TAKEN)?;
            return Ok(Saved {
                booking,
                error: None,
            });
        }
        other => other?,
    };
    if booking.quote_id.is_none() {
        let says =
            message!("no longer holds: the goods or the places are others; ask for a new quote");
        return Err(Error::invalid("booking.quoteId", says));
    }
    if waits && booking.booking_status != Status::PendingPayment {
        let before = booking.booking_status;
        booking.booking_status = Status::PendingPayment;
        scope.update(&mut booking).await?;
        change::announce_status(scope, &booking, before).await?;
    }
    if books && before.is_none_or(|before| before == Status::Quoted) {
        letters::to_guest(scope, &booking).await?;
    }
    scope.commit().await?;
    if !books {
        return Ok(Saved {
            booking,
            error: None,
        });
    }
    if waits {
        let has_card = payment::has_card(scope, &booking).await;
        scope.rollback();
        match has_card {
            Ok(true) => {}
            // It waits until its price is paid.
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
    match book::book(scope, booking.id).await {
        Ok(booking) => Ok(Saved {
            booking,
            error: None,
        }),
        Err(error) => {
            scope.rollback();
            Ok(Saved {
                booking: store::find(scope, booking.id).await?,
                error: Some(error),
            })
        }
    }
}

/// The booking with this number that a guest made with this e-mail address. Neither tells whether the other is right.
pub async fn find(scope: &mut Scope, id: BookingId, email: &str) -> Result<Booking> {
    let found: Option<Booking> = scope.unbound().await?.first(Where::id(id)).await?;
    let is_theirs = |booking: &Booking| {
        let known = booking.customer_detail.email.as_deref().unwrap_or_default();
        is_guests(booking) && !known.is_empty() && known.trim().eq_ignore_ascii_case(email.trim())
    };
    found.filter(is_theirs).ok_or(UNKNOWN)
}

/// Whether it is to be booked right away.
fn books(operations: &[String]) -> Result<bool> {
    for (at, word) in operations.iter().enumerate() {
        if word.trim().parse::<Operation>() != Ok(Operation::Book) {
            return Err(Error::invalid(
                format!("operations[{at}]"),
                message!(
                    "{word} is not an operation here; use one of {known}",
                    known = Operation::Book.word()
                ),
            ));
        }
    }
    Ok(!operations.is_empty())
}

/// What a guest has to say beyond what every booking must hold; all that is wrong is told at once.
fn checked(sent: &Change<Booking>, country: &str) -> Result<Proof> {
    let mut errors = Vec::new();
    let mut refuse =
        |member: &str, message| errors.push(FieldError::new(format!("booking.{member}"), message));
    let (is_new, booking) = (sent.is_new(), sent.sent());
    let said = booking.customer.sent();
    if said.id.is_some_and(|id| id.0 != 0) {
        refuse(
            "customer.id",
            message!("must be left out: you are not signed in"),
        );
    }
    if !said.email.as_deref().is_some_and(is_email)
        && (is_new || booking.customer.mentions("email"))
    {
        refuse(
            "customer.email",
            message!("must be an e-mail address such as name@example.com"),
        );
    }
    let quote = booking.quote_id.filter(|id| id.0 != 0);
    if quote.is_none() {
        refuse("quoteId", message!("is required"));
    }
    let token = booking
        .resource_token
        .clone()
        .filter(|token| !token.is_empty());
    if token.is_none() {
        refuse("resourceToken", message!("is required"));
    }
    if booking.is_dangerous_good {
        refuse(
            "isDangerousGood",
            message!("is not taken without signing in: dangerous goods need an approved customer"),
        );
    }
    if booking.is_insured {
        refuse("isInsured", message!("is not offered without signing in"));
    }
    if is_new {
        let mut whole = booking.clone();
        for address in [&mut whole.from_address, &mut whole.to_address] {
            *address = std::mem::take(address).tidied_in(country);
        }
        for error in check::booking(&whole, "booking.")
            .into_iter()
            .chain(check::ready_to_book(&whole, "booking."))
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

/// The booking that the quote was used for, if it is theirs who hold its token.
async fn made_of(scope: &mut Scope, proof: &Proof) -> Result<Option<Booking>> {
    Ok(store::booked_quote(scope, proof.quote)
        .await?
        .filter(|booking| is_proven(booking, proof)))
}

/// The booking with this number, for those who hold the token of its quote.
async fn own(scope: &mut Scope, id: BookingId, proof: &Proof) -> Result<Booking> {
    let found: Option<Booking> = scope.first(Where::id(id)).await?;
    found
        .filter(|booking| is_proven(booking, proof))
        .ok_or(UNKNOWN)
}

fn is_proven(booking: &Booking, proof: &Proof) -> bool {
    let known = booking.resource_token.as_deref().unwrap_or_default();
    let is_same: bool = known.as_bytes().ct_eq(proof.token.as_bytes()).into();
    is_guests(booking) && booking.quote_id == Some(proof.quote) && is_same
}

/// Whether a guest has made it.
pub fn is_guests(booking: &Booking) -> bool {
    booking.customer_detail.customer_type == CustomerType::Guest
}

/// Whether a form goes on with the booking. One that began it goes on only where the first call was cut off.
fn goes_on(earlier: &Booking, is_new: bool) -> bool {
    let is_open = earlier.intent.is_none() && !earlier.is_uncertain;
    is_open
        && match earlier.booking_status {
            Status::Quoted => true,
            Status::PendingPayment | Status::Failed => !is_new,
            _ => false,
        }
}

/// Refuses a booking that has nothing to be paid with, where cards are taken.
async fn check_paid(
    scope: &mut Scope,
    sent: &Change<Booking>,
    earlier: Option<&Booking>,
) -> Result<()> {
    if sent.sent().payment_nonce.is_some() {
        return Ok(());
    }
    if let Some(earlier) = earlier
        && payment::is_there(scope, earlier.id).await?
    {
        return Ok(());
    }
    Err(Error::invalid(
        "booking.paymentNonce",
        message!("is required: it is what the card is paid with"),
    ))
}

/// The customer that stands for the guest.
async fn customer(scope: &mut Scope, sent: &Booking) -> Result<CustomerId> {
    let (said, from) = (sent.customer.sent(), &sent.from_address);
    let country = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .general
        .country_code
        .clone();
    let from = from.clone().tidied_in(&country);
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
    customers::guest(scope, guest)
        .await
        .map(|customer| customer.id)
        .map_err(renamed)
}

/// What a customer's record refuses, under the names that it has in the booking.
fn renamed(error: Error) -> Error {
    let Error::Invalid(fields) = error else {
        return error;
    };
    let own = |field: FieldError| {
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
    Error::Invalid(fields.into_iter().map(own).collect())
}
