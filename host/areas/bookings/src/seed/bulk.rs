//! Bulk seed for benchmarks: originals plus copies.

use carriage::{
    address::Address,
    goods::Item,
    money::Amount,
    quantity::{self, Length, Weight},
};
use carriers::Account;
use chrono::TimeDelta;
use customers::CustomerInfo;
use data::{Result, Scope, search};
use pricing::price::PriceLine;
use rust_decimal::Decimal;

use crate::bookings::parts::{
    BookingCustomer, Consignment, Measures, References, Route, Service, Tracking,
};
use crate::{
    bookings::{
        model::{Booking, CustomerDetail},
        status::Status,
    },
    prices::{self, model::PricingDetail},
    seed::store,
};

/// Copies repeat their dates, statuses and customers.
const ORIGINALS: usize = 10_000;
const ORIGINALS_PER_TRANSACTION: usize = 2_000;
const ORIGINALS_PER_BATCH: i64 = 200;
const TWO_YEARS: TimeDelta = TimeDelta::days(730);

/// Per hundred bookings, typical for a carrier after two years.
const STATES: [(Status, u64); 12] = [
    (Status::Delivered, 74),
    (Status::InTransit, 6),
    (Status::OutForDelivery, 3),
    (Status::AtDepot, 2),
    (Status::Manifested, 3),
    (Status::Booked, 3),
    (Status::Quoted, 2),
    (Status::Draft, 1),
    (Status::Delayed, 1),
    (Status::DeliveryAttempted, 1),
    (Status::ReturnedToSender, 1),
    (Status::Cancelled, 3),
];

const PLACES: [(&str, &str, &str); 8] = [
    ("Richmond", "VIC", "3121"),
    ("Parramatta", "NSW", "2150"),
    ("Fortitude Valley", "QLD", "4006"),
    ("Fremantle", "WA", "6160"),
    ("Glenelg", "SA", "5045"),
    ("Launceston", "TAS", "7250"),
    ("Braddon", "ACT", "2612"),
    ("Palmerston", "NT", "0830"),
];

const CARRIERS: [&str; 3] = ["own-fleet", "australia-post", "north-freight"];

/// Adds `count` bookings to a tenant with customers. Commits as it proceeds.
pub async fn seed_many(scope: &mut Scope, count: usize) -> Result<()> {
    let customers = customers::all(scope).await?;
    let accounts = carriers::accounts::all(scope).await?;
    if customers.is_empty() {
        return Err(data::Error::NotFound("A customer to book for"));
    }
    scope.commit().await?;
    scope.without_record();
    scope.without_index();
    let before = store::load_highest_id(scope).await?;
    let originals = count.min(ORIGINALS);
    for at in 0..originals {
        let mut booking = original(scope, at as u64, &customers, &accounts);
        scope.insert(&mut booking).await?;
        if (at + 1) % ORIGINALS_PER_TRANSACTION == 0 {
            scope.commit().await?;
        }
    }
    scope.commit().await?;
    let last = store::load_highest_id(scope).await?;
    let copies = (count / originals.max(1)).saturating_sub(1);
    // Copies of a few originals are adjacent in every index, so each page is written once.
    let mut from = before;
    while copies > 0 && from < last {
        let to = (from + ORIGINALS_PER_BATCH).min(last);
        store::copy_bookings(scope, from, to, copies as i64, i64::MAX).await?;
        scope.commit().await?;
        from = to;
    }
    let remaining = count - originals * (copies + 1);
    if remaining > 0 {
        store::copy_bookings(scope, before, last, 1, remaining as i64).await?;
        scope.commit().await?;
    }
    search::rebuild_of::<Booking>(scope).await
}

/// Deterministic pseudo-random numbers.
fn scatter(at: u64, salt: u64) -> u64 {
    let mut value =
        (at + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ salt.wrapping_mul(0xD1B5_4A32_D192_ED03);
    value ^= value >> 29;
    value = value.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value ^ (value >> 32)
}

fn pick<T>(list: &[T], number: u64) -> &T {
    // The remainder is below the length, so it fits.
    &list[(number % list.len() as u64) as usize]
}

fn state(number: u64) -> Status {
    let mut remaining = number % 100;
    for (status, share) in STATES {
        if remaining < share {
            return status;
        }
        remaining -= share;
    }
    Status::Delivered
}

fn address((suburb, state, post_code): (&str, &str, &str), company: &str, number: u64) -> Address {
    Address {
        company_name: Some(company.to_owned()),
        address_line1: Some(format!("{} High Street", number % 300 + 1)),
        suburb: suburb.to_owned(),
        state: Some(state.to_owned()),
        state_code: Some(state.to_owned()),
        post_code: post_code.to_owned(),
        country_code: "AU".to_owned(),
        ..Address::default()
    }
}

fn original(scope: &Scope, at: u64, customers: &[CustomerInfo], accounts: &[Account]) -> Booking {
    let customer = pick(customers, scatter(at, 1));
    let carrier = *pick(&CARRIERS, scatter(at, 2));
    let account = accounts
        .iter()
        .find(|account| account.carrier_code == carrier);
    let age =
        TimeDelta::seconds((scatter(at, 3) % TWO_YEARS.num_seconds().unsigned_abs()).cast_signed());
    let created = scope.now() - age;
    let status = state(scatter(at, 4));
    let cm = |value: u64| Some(Length::centimetres(Decimal::from(value)));
    let item = Item {
        package_type: Some("Carton".to_owned()),
        quantity: (scatter(at, 5) % 8 + 1).cast_signed(),
        length: cm(scatter(at, 6) % 90 + 10),
        width: cm(scatter(at, 7) % 50 + 10),
        height: cm(scatter(at, 8) % 50 + 10),
        weight: Some(Weight::kilograms(Decimal::new(
            (scatter(at, 9) % 3000 + 50).cast_signed(),
            2,
        ))),
        ..Item::default()
    };
    let items = vec![item];
    let from = address(*pick(&PLACES, scatter(at, 10)), customer.display_name(), at);
    let to = address(*pick(&PLACES, scatter(at, 11)), "Receiver", scatter(at, 12));
    let amount = Amount::line(
        Decimal::new((scatter(at, 13) % 30_000 + 900).cast_signed(), 2),
        Decimal::TEN,
        "AUD",
    );
    let line = PriceLine::at_cost("STD", "Standard", false, amount);
    let is_quoted = status != Status::Draft;
    let is_taken = is_quoted && status != Status::Quoted;
    let scanned = (status.is_manifested() && status != Status::Manifested).then_some(status);
    let mut booking = Booking {
        guid: scope.new_guid(),
        creation_time: created,
        booking_date: created,
        booking_status: status,
        payer: BookingCustomer {
            customer_id: customer.id,
            customer_code: customer.code.clone(),
            customer_name: customer.customer_name.clone(),
            company_name: customer.company_name.clone(),
            contact_name: customer.contact_name.clone(),
            customer_detail: CustomerDetail {
                customer_type: customer.customer_type,
                ..CustomerDetail::default()
            },
        },
        service: Service {
            carrier: is_quoted.then(|| carrier.to_owned()),
            carrier_account_id: account.filter(|_| is_quoted).map(|account| account.id),
            carrier_service_code: is_quoted.then(|| "STD".to_owned()),
            carrier_service_name: is_quoted.then(|| "Standard".to_owned()),
        },
        consignment: Consignment {
            consignment_id: is_taken.then(|| format!("M{:09}", scatter(at, 15) % 1_000_000_000)),
            ..Consignment::default()
        },
        references: References {
            reference: Some(format!("PO-{:06}", scatter(at, 16) % 1_000_000)),
            ..References::default()
        },
        route: Route::new(from, to),
        measures: Measures::from_items(&items, quantity::DEFAULT_CUBIC_FACTOR),
        items,
        tracking: Tracking {
            last_tracking_status: scanned,
            last_tracking_modified_time: scanned.map(|_| created + TimeDelta::days(1)),
            eta: is_taken.then(|| created + TimeDelta::days(2)),
            ..Tracking::default()
        },
        ..Booking::default()
    };
    if is_quoted {
        prices::service::set_price(&mut booking, PricingDetail::from_lines(&[line]));
    }
    booking
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_states_make_a_hundred() {
        assert_eq!(STATES.iter().map(|(_, share)| share).sum::<u64>(), 100);
        let delivered = (0..10_000)
            .filter(|at| state(scatter(*at, 4)) == Status::Delivered)
            .count();
        assert!((7000..7800).contains(&delivered), "{delivered}");
    }
}
