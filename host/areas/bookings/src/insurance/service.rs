//! A booking's insurance: cover and price, unchanged from quote to delivery.

use data::{Edit, FieldError, Message, Result, Scope, message};
use lookups::InsuranceType;
use pricing::{Cover, NotCovered};
use rust_decimal::Decimal;

use crate::bookings::{
    input::InsuranceInput, model::Booking, operations::STATUS_NOT_ALLOWED, status::Status,
};
use crate::{
    bookings,
    prices::{
        self,
        by_hand::{SentAmount, Taxation},
    },
};

/// Used if the form has none.
pub enum DefaultCover {
    /// The quote in use.
    OfQuote(Option<Cover>),
    /// For new bookings.
    OfCustomer(Option<(InsuranceType, Decimal)>),
}

fn requested_cover(booking: &Booking) -> Option<(InsuranceType, Decimal)> {
    booking
        .insurance
        .insurance_type
        .zip(booking.insurance.insured_value)
        .filter(|_| booking.insurance.is_insured)
}

/// A quoted or agreed price stays while goods, kind and value are unchanged; nothing changes once
/// the carrier has the consignment.
pub async fn apply(scope: &Scope, edit: &mut Edit<Booking>, offered: DefaultCover) -> Result<()> {
    if bookings::save::is_at_carrier(edit) {
        let is_other = edit
            .before
            .as_ref()
            .is_some_and(|before| requested_cover(before) != requested_cover(&edit.record));
        return match is_other {
            true => Err(STATUS_NOT_ALLOWED.with_message(message!(
                "The carrier already has this consignment: its insurance cannot change. Cancel it and book again."
            ))),
            false => Ok(()),
        };
    }
    let is_said = ["isInsured", "insuredValue", "insuranceType"]
        .into_iter()
        .any(|name| edit.mentions(name));
    let is_new = edit.is_new();
    let booking = &mut edit.record;
    let mut quoted = None;
    match offered {
        DefaultCover::OfQuote(Some(cover)) => {
            if !is_said && !booking.insurance.is_insured {
                insured_as(booking, cover.insurance_type, cover.insured_value);
            }
            quoted = Some(cover);
        }
        DefaultCover::OfCustomer(Some((kind, value))) if is_new && !is_said => {
            if pricing::insure(scope, kind, value, booking.goods())
                .await?
                .is_ok()
            {
                insured_as(booking, kind, value);
            }
        }
        DefaultCover::OfQuote(None) | DefaultCover::OfCustomer(_) => {}
    }
    // A draft has no price to add it to.
    if booking.offer.quote_id.is_none() {
        return Ok(());
    }
    let cover = match requested_cover(booking) {
        None => None,
        Some((kind, value)) => {
            let kept = booking
                .pricing_detail
                .insurance_cover
                .clone()
                .filter(|cover| cover.is_of(kind, value));
            match kept.or(quoted.filter(|cover| cover.is_of(kind, value))) {
                Some(cover) => Some(cover),
                // A failure is a warning until booking, then a rejection.
                None => pricing::insure(scope, kind, value, booking.goods())
                    .await?
                    .ok(),
            }
        }
    };
    if cover != booking.pricing_detail.insurance_cover {
        let price = std::mem::take(&mut booking.pricing_detail).with_insurance(cover);
        prices::service::change_price(booking, price);
    }
    Ok(())
}

/// Reprices at today's rate.
pub async fn reprice(scope: &Scope, booking: &mut Booking, quoted: Option<Cover>) -> Result<()> {
    let cover = match requested_cover(booking) {
        None => None,
        Some((kind, value)) => match quoted.filter(|cover| cover.is_of(kind, value)) {
            Some(cover) => Some(cover),
            // A failure is a warning until booking, then a rejection.
            None => pricing::insure(scope, kind, value, booking.goods())
                .await?
                .ok(),
        },
    };
    if cover != booking.pricing_detail.insurance_cover {
        let price = std::mem::take(&mut booking.pricing_detail).with_insurance(cover);
        prices::service::change_price(booking, price);
    }
    Ok(())
}

fn insured_as(booking: &mut Booking, kind: InsuranceType, value: Decimal) {
    booking.insurance.is_insured = true;
    booking.insurance.insurance_type = Some(kind);
    booking.insurance.insured_value = Some(value);
}

/// The requested cover if the price excludes it.
fn unpriced_cover(booking: &Booking) -> Option<(InsuranceType, Decimal)> {
    let (kind, value) = requested_cover(booking)?;
    let is_paid = booking
        .pricing_detail
        .insurance_cover
        .as_ref()
        .is_some_and(|cover| cover.is_of(kind, value));
    (!is_paid).then_some((kind, value))
}

/// Lists errors that block booking.
pub async fn check_cover(
    scope: &Scope,
    booking: &Booking,
    before: &str,
) -> Result<Vec<FieldError>> {
    let Some((kind, value)) = unpriced_cover(booking) else {
        return Ok(Vec::new());
    };
    let error = match pricing::insure(scope, kind, value, booking.goods()).await? {
        Err(reason) => FieldError::new(format!("{before}{}", reason.member()), reason.message()),
        // Offered only since then: the customer must see the price first.
        Ok(_) => FieldError::new(
            format!("{before}isInsured"),
            message!(
                "is not part of the price yet: save the booking once more to see what it costs"
            ),
        ),
    };
    Ok(vec![error])
}

/// Warns only while the booking can still be changed.
pub async fn warning(scope: &Scope, booking: &Booking) -> Result<Option<Message>> {
    if !matches!(
        booking.booking_status,
        Status::Draft | Status::Quoted | Status::PendingPayment | Status::Failed
    ) {
        return Ok(None);
    }
    let Some((kind, value)) = unpriced_cover(booking) else {
        return Ok(None);
    };
    Ok(pricing::insure(scope, kind, value, booking.goods())
        .await?
        .err()
        .map(|reason| sentence(&reason)))
}

fn sentence(reason: &NotCovered) -> Message {
    match reason {
        NotCovered::NotOffered => {
            message!("The goods are not insured: this kind of insurance is not offered here.")
        }
        NotCovered::Below(least) => {
            message!(
                "The goods are not insured: this insurance is for values from {min} up.",
                min = least
            )
        }
        NotCovered::Above(most) => {
            message!(
                "The goods are not insured: this insurance is for values up to {max}.",
                max = most
            )
        }
        NotCovered::Class(class) => message!(
            "The goods are not insured: this insurance does not cover dangerous goods of class {class}.",
            class = class
        ),
        NotCovered::UnknownClass => {
            message!(
                "The goods are not insured: this UN number is not in the list of dangerous goods."
            )
        }
    }
}

/// Sets the price by hand; returns the errors.
pub fn set_price(
    booking: &mut Booking,
    input: &InsuranceInput,
    taxation: Taxation<'_>,
) -> Result<Vec<FieldError>> {
    if booking.invoice.invoice_id.is_some() {
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "The booking is invoiced: correct its price with a credit note."
        )));
    }
    let Some(mut cover) = booking.pricing_detail.insurance_cover.clone() else {
        return Ok(vec![FieldError::new(
            "insuranceInfo",
            message!("the goods of this booking are not insured"),
        )]);
    };
    let sent = SentAmount {
        tax_exclusive_amount: input.tax_exclusive_amount,
        tax: input.tax,
    };
    match prices::by_hand::change_amount(cover.cost, sent, taxation, "insuranceInfo") {
        Err(errors) => return Ok(errors),
        Ok(cost) => cover.cost = cost,
    }
    let price = std::mem::take(&mut booking.pricing_detail).with_insurance(Some(cover));
    prices::service::change_price(booking, price);
    Ok(Vec::new())
}
