//! The insurance of a booking: what it is insured as, and the price of that, kept from the quote to the delivery.

use freight::money::{self, Amount};
use kernel::{Edit, FieldError, Message, Result, Scope, message};
use lookups::InsuranceType;
use pricing::{Cover, NotCovered};
use rust_decimal::Decimal;

use super::{charge, save};
use crate::{
    model::{Booking, input::InsuranceInput},
    rules::{operations::NOT_NOW, status::Status},
};

/// What a booking is insured as where its form says nothing of it.
pub enum Offered {
    /// As the quote is whose price is taken.
    Quoted(Option<Cover>),
    /// As the customer usually has it, which counts for new bookings.
    Usually(Option<(InsuranceType, Decimal)>),
}

/// What the goods of a booking are insured as, if they are.
fn wanted(booking: &Booking) -> Option<(InsuranceType, Decimal)> {
    booking
        .insurance_type
        .zip(booking.insured_value)
        .filter(|_| booking.is_insured)
}

/// The price of the insurance that the booking names, in the booking's price. What was quoted or promised once stays as
/// long as the goods, the kind and the value are the same; once the carrier has the consignment, nothing changes.
pub async fn settle(scope: &Scope, edit: &mut Edit<Booking>, offered: Offered) -> Result<()> {
    if save::is_at_carrier(edit) {
        let is_other = edit
            .before
            .as_ref()
            .is_some_and(|before| wanted(before) != wanted(&edit.record));
        return match is_other {
            true => Err(NOT_NOW.because(message!(
                "The carrier has this consignment already: its insurance cannot change. Cancel it and book anew."
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
        Offered::Quoted(Some(cover)) => {
            if !is_said && !booking.is_insured {
                insured_as(booking, cover.insurance_type, cover.insured_value);
            }
            quoted = Some(cover);
        }
        Offered::Usually(Some((kind, value))) if is_new && !is_said => {
            if pricing::insure(scope, kind, value, booking.goods())
                .await?
                .is_ok()
            {
                insured_as(booking, kind, value);
            }
        }
        Offered::Quoted(None) | Offered::Usually(_) => {}
    }
    // A draft has no price that it could be part of.
    if booking.quote_id.is_none() {
        return Ok(());
    }
    let cover = match wanted(booking) {
        None => None,
        Some((kind, value)) => {
            let kept = booking
                .pricing_detail
                .insurance_cover
                .clone()
                .filter(|cover| cover.is_of(kind, value));
            match kept.or(quoted.filter(|cover| cover.is_of(kind, value))) {
                Some(cover) => Some(cover),
                // Why there is none is told as a warning until it is booked, and refused then.
                None => pricing::insure(scope, kind, value, booking.goods())
                    .await?
                    .ok(),
            }
        }
    };
    if cover != booking.pricing_detail.insurance_cover {
        let price = std::mem::take(&mut booking.pricing_detail).insured(cover);
        charge::change_price(booking, price);
    }
    Ok(())
}

/// The insurance that the booking has, at today's price, in a price that was taken anew.
pub async fn anew(scope: &Scope, booking: &mut Booking, quoted: Option<Cover>) -> Result<()> {
    let cover = match wanted(booking) {
        None => None,
        Some((kind, value)) => match quoted.filter(|cover| cover.is_of(kind, value)) {
            Some(cover) => Some(cover),
            // Why there is none is told as a warning until it is booked, and refused then.
            None => pricing::insure(scope, kind, value, booking.goods())
                .await?
                .ok(),
        },
    };
    if cover != booking.pricing_detail.insurance_cover {
        let price = std::mem::take(&mut booking.pricing_detail).insured(cover);
        charge::change_price(booking, price);
    }
    Ok(())
}

fn insured_as(booking: &mut Booking, kind: InsuranceType, value: Decimal) {
    booking.is_insured = true;
    booking.insurance_type = Some(kind);
    booking.insured_value = Some(value);
}

/// What the booking is to be insured as, where its price does not hold that.
fn unpaid(booking: &Booking) -> Option<(InsuranceType, Decimal)> {
    let (kind, value) = wanted(booking)?;
    let is_paid = booking
        .pricing_detail
        .insurance_cover
        .as_ref()
        .is_some_and(|cover| cover.is_of(kind, value));
    (!is_paid).then_some((kind, value))
}

/// What has to be put right before a carrier may take goods that are to be insured.
pub async fn missing(scope: &Scope, booking: &Booking, before: &str) -> Result<Vec<FieldError>> {
    let Some((kind, value)) = unpaid(booking) else {
        return Ok(Vec::new());
    };
    let error = match pricing::insure(scope, kind, value, booking.goods()).await? {
        Err(reason) => FieldError::new(format!("{before}{}", reason.member()), reason.message()),
        // The tenant has begun to offer it since: the customer has to see the price first.
        Ok(_) => FieldError::new(
            format!("{before}isInsured"),
            message!(
                "is not part of the price yet: save the booking once more to see what it costs"
            ),
        ),
    };
    Ok(vec![error])
}

/// What to look at again while the booking can still be changed.
pub async fn warning(scope: &Scope, booking: &Booking) -> Result<Option<Message>> {
    if !matches!(
        booking.booking_status,
        Status::Draft | Status::Quoted | Status::PendingPayment | Status::Failed
    ) {
        return Ok(None);
    }
    let Some((kind, value)) = unpaid(booking) else {
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
                "The goods are not insured: nothing is known of dangerous goods with this UN number."
            )
        }
    }
}

/// The price of the insurance as staff set it by hand. Gives what is wrong.
pub fn set_price(
    booking: &mut Booking,
    input: &InsuranceInput,
    currency: &str,
) -> Result<Vec<FieldError>> {
    if booking.invoice_id.is_some() {
        return Err(NOT_NOW.because(message!(
            "The booking is invoiced: correct its price with a credit note."
        )));
    }
    let Some(mut cover) = booking.pricing_detail.insurance_cover.clone() else {
        return Ok(vec![FieldError::new(
            "insuranceInfo",
            message!("the goods of this booking are not insured"),
        )]);
    };
    let mut wrong = Vec::new();
    for (name, amount) in [
        ("taxExclusiveAmount", input.tax_exclusive_amount),
        ("tax", input.tax),
    ] {
        let (Some(amount), member) = (amount, format!("insuranceInfo.{name}")) else {
            continue;
        };
        if amount < Decimal::ZERO {
            wrong.push(FieldError::new(member, message!("must not be negative")));
        } else {
            wrong.extend(money::check(amount, &member).err());
        }
    }
    if wrong.is_empty() {
        let cents = |amount: Decimal| money::round(amount, currency);
        let net = input
            .tax_exclusive_amount
            .map_or(cover.cost.tax_exclusive_amount, cents);
        let tax = input.tax.map_or(cover.cost.tax, cents);
        cover.cost = Amount {
            tax_exclusive_amount: net,
            tax,
            total: net + tax,
        };
        let price = std::mem::take(&mut booking.pricing_detail).insured(Some(cover));
        charge::change_price(booking, price);
    }
    Ok(wrong)
}
