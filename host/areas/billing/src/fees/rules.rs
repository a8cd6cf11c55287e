//! Fee amounts, by tiers and method, and the events that fees accrue on.

use carriage::money;
use rust_decimal::Decimal;

use crate::fees::model::{FeeCalcMethod, FeeEvent, FeeRate, FeeType};

#[derive(Debug, Clone, Copy)]
pub struct Charge<'f> {
    pub method: FeeCalcMethod,
    pub rates: &'f [FeeRate],
    pub minimum: Decimal,
    pub is_accumulated: bool,
}

/// A sum for percentages, a count otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Basis {
    pub sum: Decimal,
    pub count: Decimal,
}

/// A tier ends at its break, and the last one is unbounded. The whole falls into one tier, or if
/// accumulated, each part into its own. `Override` is the tier's basic amount without the minimum.
/// None on overflow.
pub fn net(charge: Charge<'_>, basis: Basis, currency: &str) -> Option<Decimal> {
    let measure = if charge.method == FeeCalcMethod::Percentage {
        basis.sum
    } else {
        basis.count
    };
    if measure <= Decimal::ZERO {
        return Some(Decimal::ZERO);
    }
    let mut tiers: Vec<&FeeRate> = charge.rates.iter().collect();
    tiers.sort_by_key(|tier| tier.order);
    let reached = tiers
        .iter()
        .position(|tier| tier.up_to.is_none_or(|end| measure <= end));
    let Some(tier) = reached.or(tiers.len().checked_sub(1)) else {
        return Some(money::round(charge.minimum, currency));
    };
    if charge.method == FeeCalcMethod::Override {
        return Some(money::round(tiers[tier].basic, currency));
    }
    let unit = if charge.method == FeeCalcMethod::Percentage {
        Decimal::ONE_HUNDRED
    } else {
        Decimal::ONE
    };
    let mut sum = tiers[tier].basic;
    if charge.is_accumulated {
        let mut from = Decimal::ZERO;
        for (at, each) in tiers[..=tier].iter().enumerate() {
            let to = each
                .up_to
                .filter(|_| at < tier)
                .map_or(measure, |end| end.min(measure));
            sum = sum.checked_add((to - from).checked_mul(each.rate)? / unit)?;
            from = to;
        }
    } else {
        sum = sum.checked_add(measure.checked_mul(tiers[tier].rate)? / unit)?;
    }
    Some(money::round(sum.max(charge.minimum), currency))
}

/// Like [`net`], after the units of the first tiers that cost nothing, such as free minutes of a
/// wait: neither they nor the minimum are charged for them.
pub fn net_beyond_free(charge: Charge<'_>, basis: Basis, currency: &str) -> Option<Decimal> {
    let mut tiers: Vec<FeeRate> = charge.rates.to_vec();
    tiers.sort_by_key(|tier| tier.order);
    let free = tiers
        .iter()
        .take_while(|tier| tier.basic.is_zero() && tier.rate.is_zero())
        .filter_map(|tier| tier.up_to)
        .last()
        .unwrap_or_default();
    tiers.retain(|tier| tier.up_to.is_none_or(|end| end > free));
    for tier in &mut tiers {
        tier.up_to = tier.up_to.map(|end| end - free);
    }
    let charge = Charge {
        rates: &tiers,
        ..charge
    };
    let basis = Basis {
        count: basis.count - free,
        ..basis
    };
    net(charge, basis, currency)
}

/// Events that fees of the type can accrue on: forms offer these, and saves refuse others.
pub fn list_events(fee: FeeType) -> &'static [FeeEvent] {
    use FeeEvent::{Booking, Invoice, Job, Payment, Period, ScanEvent};
    match fee {
        FeeType::FuelLevy | FeeType::Residential | FeeType::OversizeLength | FeeType::Sms => {
            &[Booking, Job]
        }
        FeeType::TailLift
        | FeeType::ManualHandling
        | FeeType::DangerousGoods
        | FeeType::Insurance => &[Booking],
        FeeType::Futile | FeeType::WaitTime | FeeType::Redelivery => &[ScanEvent, Job],
        FeeType::Storage => &[ScanEvent],
        FeeType::Admin => &[Booking, Job, Invoice],
        FeeType::LatePayment => &[Invoice, Payment],
        FeeType::AccountKeeping => &[Period],
        // Added to card payments by the settings.
        FeeType::CreditCardSurcharge | FeeType::Unknown => &[],
    }
}

pub fn can_accrue(fee: FeeType, on: FeeEvent) -> bool {
    list_events(fee).contains(&on)
}

#[derive(Debug, Clone, Copy)]
pub struct BookingFeeInput<'b> {
    /// Such as `tail-lift`.
    pub options: &'b [String],
    pub is_dangerous: bool,
    pub is_insured: bool,
    pub pieces: i64,
    pub longest_cm: Decimal,
    /// Exclusive of tax.
    pub sold: Decimal,
}

/// None if the fee does not apply. Length counts in centimetres, everything else by item.
pub fn booking_basis(fee: FeeType, booking: BookingFeeInput<'_>) -> Option<Basis> {
    let has = |words: &[&str]| {
        booking
            .options
            .iter()
            .any(|option| words.contains(&option.as_str()))
    };
    let is_due = match fee {
        FeeType::Residential => has(&["residential"]),
        FeeType::TailLift => has(&["tail-lift", "taillift"]),
        FeeType::ManualHandling => has(&["hand-unload", "manual-handling"]),
        FeeType::DangerousGoods => booking.is_dangerous,
        FeeType::Insurance => booking.is_insured,
        FeeType::FuelLevy | FeeType::OversizeLength | FeeType::Admin | FeeType::Sms => true,
        _ => false,
    };
    let count = if fee == FeeType::OversizeLength {
        booking.longest_cm
    } else {
        Decimal::from(booking.pieces)
    };
    is_due.then_some(Basis {
        sum: booking.sold,
        count,
    })
}

pub fn applies_to_status(fee: FeeType, status: bookings::Status) -> bool {
    use bookings::Status;
    match fee {
        FeeType::Futile => status == Status::FailedPickup,
        FeeType::Redelivery => matches!(status, Status::DeliveryAttempted | Status::FailedDelivery),
        FeeType::Storage => status == Status::AwaitingCollection,
        _ => false,
    }
}

/// True for fees of closing an invoice.
pub fn applies_to_closing(fee: FeeType) -> bool {
    fee == FeeType::Admin
}

/// True for fees of an overdue invoice.
pub fn applies_to_late(fee: FeeType) -> bool {
    fee == FeeType::LatePayment
}

/// True for fees of every month.
pub fn applies_to_period(fee: FeeType) -> bool {
    fee == FeeType::AccountKeeping
}

/// A futile fee is for an attempt that failed, a redelivery fee for the attempt after a failed or
/// partial delivery.
pub fn applies_to_job(fee: FeeType, from: jobs::JobStatus, to: jobs::JobStatus) -> bool {
    use jobs::JobStatus;
    match fee {
        FeeType::Futile => to.is_failed(),
        FeeType::Redelivery => {
            let was_attempted = matches!(
                from,
                JobStatus::FailedDelivery | JobStatus::PartiallyDelivered
            );
            was_attempted && to == JobStatus::Unallocated
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tier(order: i64, up_to: Option<i64>, basic: i64, cents: i64) -> FeeRate {
        FeeRate {
            order,
            basic: Decimal::from(basic),
            up_to: up_to.map(Decimal::from),
            rate: Decimal::new(cents, 2),
        }
    }

    fn fixed(rates: &[FeeRate], is_accumulated: bool) -> Charge<'_> {
        Charge {
            method: FeeCalcMethod::Fixed,
            rates,
            minimum: Decimal::ZERO,
            is_accumulated,
        }
    }

    fn count_basis(count: i64) -> Basis {
        Basis {
            sum: Decimal::from(count),
            count: Decimal::from(count),
        }
    }

    #[test]
    fn eleven_cost_as_the_tiers_say() {
        let tiers = [
            tier(1, Some(5), 0, 150),
            tier(2, Some(10), 0, 125),
            tier(3, None, 0, 100),
        ];
        assert_eq!(
            net(fixed(&tiers, false), count_basis(11), "AUD"),
            Some(Decimal::new(1100, 2))
        );
        assert_eq!(
            net(fixed(&tiers, true), count_basis(11), "AUD"),
            Some(Decimal::new(1475, 2))
        );
    }

    #[test]
    fn free_minutes_of_a_wait_cost_nothing() {
        let tiers = [
            tier(1, Some(10), 0, 0),
            tier(2, Some(15), 0, 0),
            tier(3, Some(60), 0, 100),
            tier(4, None, 0, 200),
        ];
        let minimum = Charge {
            minimum: Decimal::from(5),
            ..fixed(&tiers, true)
        };
        for (minutes, cost) in [(0, 0), (15, 0), (16, 5), (35, 20), (75, 75)] {
            let net = net_beyond_free(minimum, count_basis(minutes), "AUD");
            assert_eq!(net, Some(Decimal::from(cost)), "{minutes}");
        }
        let at_once = fixed(&tiers[2..], false);
        assert_eq!(
            net_beyond_free(at_once, count_basis(20), "AUD"),
            Some(Decimal::from(20))
        );
    }

    #[test]
    fn failures_and_new_attempts_of_a_job_cause_fees() {
        use jobs::JobStatus::{
            Allocated, AtDelivery, Delivered, FailedDelivery, FailedPickup, PartiallyDelivered,
            Unallocated,
        };
        let futile = |from, to| applies_to_job(FeeType::Futile, from, to);
        let again = |from, to| applies_to_job(FeeType::Redelivery, from, to);
        assert!(futile(Allocated, FailedPickup) && futile(AtDelivery, FailedDelivery));
        assert!(!futile(AtDelivery, Delivered) && !futile(FailedPickup, Unallocated));
        assert!(again(FailedDelivery, Unallocated) && again(PartiallyDelivered, Unallocated));
        assert!(!again(FailedPickup, Unallocated) && !again(Allocated, Unallocated));
        assert!(!applies_to_job(
            FeeType::Storage,
            AtDelivery,
            FailedDelivery
        ));
    }

    #[test]
    fn methods_and_the_minimum() {
        let tiers = [tier(1, None, 3, 200)];
        let percent = Charge {
            method: FeeCalcMethod::Percentage,
            ..fixed(&tiers, false)
        };
        assert_eq!(
            net(percent, count_basis(100), "AUD"),
            Some(Decimal::from(5))
        );
        assert_eq!(
            net(
                Charge {
                    minimum: Decimal::from(9),
                    ..percent
                },
                count_basis(100),
                "AUD"
            ),
            Some(Decimal::from(9))
        );
        let whole = Charge {
            method: FeeCalcMethod::Override,
            minimum: Decimal::from(9),
            ..percent
        };
        assert_eq!(net(whole, count_basis(100), "AUD"), Some(Decimal::from(3)));
        assert_eq!(net(percent, count_basis(0), "AUD"), Some(Decimal::ZERO));
        assert_eq!(
            net(
                Charge {
                    rates: &[],
                    ..percent
                },
                count_basis(1),
                "AUD"
            ),
            Some(Decimal::ZERO)
        );
    }

    proptest! {
        #[test]
        fn more_never_costs_less_where_it_accumulates(
            breaks in prop::collection::vec((1i64..100, 0i64..1_000), 1..6), count in 1i64..1_000, more in 0i64..1_000,
        ) {
            let mut end = 0;
            let tiers: Vec<FeeRate> = breaks.iter().zip(1..).map(|((wide, cents), order)| {
                end += wide;
                tier(order, Some(end), 0, *cents)
            }).collect();
            let less = net(fixed(&tiers, true), count_basis(count), "AUD");
            prop_assert!(less <= net(fixed(&tiers, true), count_basis(count + more), "AUD"));
        }

        #[test]
        fn the_minimum_is_kept(count in 1i64..1_000, minimum in 0i64..1_000, cents in 0i64..1_000) {
            let tiers = [tier(1, None, 0, cents)];
            let charge = Charge { minimum: Decimal::from(minimum), ..fixed(&tiers, false) };
            prop_assert!(net(charge, count_basis(count), "AUD") >= Some(Decimal::from(minimum)));
        }
    }
}
