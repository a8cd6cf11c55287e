//! Demo carrier accounts, and bookings in every state.

use bookings::{SeedBooking, Status};
use carriage::{
    address::Address,
    goods::Item,
    money::Amount,
    quantity::{Length, Weight},
};
use carriers::Account;
use chrono::{DateTime, TimeDelta, Utc};
use customers::CustomerInfo;
use data::ids::{BookingId, CarrierAccountId, TenantId};
use pricing::price::PriceLine;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use stand_ins::australia_post::AustraliaPost;

use super::{caller::DemoClient, card::RATE_CARD, write_scope};
use crate::boot::App;

/// Creates two rate-card fleets and an Australia Post account.
pub async fn accounts(
    app: &App,
    tenant: TenantId,
    connote_prefix: &str,
    post: &AustraliaPost,
) -> anyhow::Result<Vec<Account>> {
    let fleet = [
        ("rateCard", RATE_CARD),
        ("connotePrefix", connote_prefix),
        ("gs1CompanyPrefix", GS1_PREFIX),
    ];
    let post = [
        ("accountNumber", post.account_number()),
        ("apiKey", post.api_key()),
        ("password", post.password()),
    ];
    let mut scope = write_scope(app, tenant);
    let accounts = vec![
        carriers::create_account(&mut scope, "own-fleet", "METRO", "Metro fleet", &fleet).await?,
        carriers::create_account(
            &mut scope,
            "own-fleet",
            "LINEHAUL",
            "Line haul fleet",
            &fleet,
        )
        .await?,
        carriers::create_account(
            &mut scope,
            "australia-post",
            "EPARCEL",
            "Australia Post eParcel",
            &post,
        )
        .await?,
    ];
    scope.commit().await?;
    Ok(accounts)
}

const STATES: [(Status, usize); 20] = [
    (Status::Draft, 2),
    (Status::Quoted, 2),
    (Status::PendingPayment, 1),
    (Status::Manifested, 3),
    (Status::PickupBooked, 2),
    (Status::PickedUp, 2),
    (Status::InTransit, 6),
    (Status::AtDepot, 3),
    (Status::OutForDelivery, 4),
    (Status::PartiallyDelivered, 1),
    (Status::AwaitingCollection, 1),
    (Status::Delivered, 12),
    (Status::OnHold, 1),
    (Status::Delayed, 1),
    (Status::DeliveryAttempted, 1),
    (Status::FailedDelivery, 1),
    (Status::Damaged, 1),
    (Status::ReturningToSender, 1),
    (Status::Failed, 1),
    (Status::Cancelled, 2),
];
const CARRIER_BOOKINGS: usize = 4;

pub async fn seed(
    app: &App,
    tenant: TenantId,
    host_name: &str,
    customers: &[CustomerInfo],
    accounts: &[Account],
) -> anyhow::Result<()> {
    let mut scope = write_scope(app, tenant);
    let now = scope.now();
    let states = STATES
        .iter()
        .flat_map(|(status, count)| std::iter::repeat_n(*status, *count));
    for (at, status) in states.enumerate() {
        let seed = booking(at, status, now, customers, accounts);
        bookings::seed_booking(&mut scope, seed).await?;
    }
    let mut to_book = Vec::new();
    for at in 0..CARRIER_BOOKINGS {
        let seed = booking(at, Status::Quoted, now, customers, accounts);
        to_book.push(bookings::seed_booking(&mut scope, seed).await?);
    }
    scope.commit().await?;
    book_at_carriers(app, tenant, host_name, &to_book).await
}

fn booking(
    at: usize,
    status: Status,
    now: DateTime<Utc>,
    customers: &[CustomerInfo],
    accounts: &[Account],
) -> SeedBooking {
    let (sender, receiver) = (
        &customers[at % customers.len()],
        &customers[(at * 5 + 1) % customers.len()],
    );
    let receiver = if receiver.id == sender.id {
        &customers[(at + 1) % customers.len()]
    } else {
        receiver
    };
    let account = &accounts[at % 2];
    let hours = 3 + (at as i64 * 7) % 90;
    build_booking(
        at,
        status,
        now - TimeDelta::hours(hours),
        now,
        sender,
        receiver,
        account,
    )
}

/// Builds a booking delivered on its day, in a separate number range.
pub fn delivered_booking(
    at: usize,
    created: DateTime<Utc>,
    now: DateTime<Utc>,
    customers: &[CustomerInfo],
    accounts: &[Account],
) -> SeedBooking {
    let sender = &customers[at % customers.len()];
    let receiver = &customers[(at + 1) % customers.len()];
    build_booking(
        100 + at,
        Status::Delivered,
        created,
        now,
        sender,
        receiver,
        &accounts[at % 2],
    )
}

fn build_booking(
    at: usize,
    status: Status,
    created: DateTime<Utc>,
    now: DateTime<Utc>,
    sender: &CustomerInfo,
    receiver: &CustomerInfo,
    account: &Account,
) -> SeedBooking {
    let (from, to) = (place(sender), place(receiver));
    let freight = Decimal::new(6450 + (at as i64 * 1373) % 41_000, 2);
    let levy = carriage::money::round(freight * Decimal::new(185, 3), "AUD");
    let quoted = status != Status::Draft;
    let items = items(at);
    let prefix = account.settings.get("gs1CompanyPrefix");
    let prefix = prefix.map_or(GS1_PREFIX, String::as_str);
    SeedBooking {
        customer: sender.id,
        account: account.id,
        service_code: "ROAD".to_owned(),
        service_name: "Road express".to_owned(),
        scans: bookings::scans_to(status, created, now, &from.place(), &to.place()),
        from,
        to,
        carrier_data: fleet_data(account.id, prefix, at, &items),
        items,
        lines: if quoted {
            vec![
                charge("FREIGHT", "Freight", freight),
                charge("FUEL", "Fuel levy", levy),
            ]
        } else {
            Vec::new()
        },
        status,
        created,
        reference: Some(format!("PO-{}", 48_200 + at * 3)),
        connote: Some(format!(
            "{}D{:05}",
            account
                .settings
                .get("connotePrefix")
                .map_or("WB", String::as_str),
            at + 1
        )),
        // A manifest has one sender. Both fleets share the carrier's manifest numbers.
        manifest: Some(format!(
            "M{}",
            10_000 * account.id.0 + 10 * sender.id.0 + at as i64 / 9 % 10
        )),
        transit_days: Some(2),
        note: at
            .is_multiple_of(6)
            .then(|| "Customer asks to be called before delivery.".to_owned()),
        dangerous_good_un_code: None,
    }
}

const GS1_PREFIX: &str = "9377779";
/// Serial numbers of seeded pieces begin here, so that the fleet never assigns them itself.
const FIRST_SERIAL: u64 = 5_000_000_000;
/// Serial numbers of one booking.
const SERIALS: u64 = 1_000;

/// Piece numbers, as the fleet's plugin returns them.
fn fleet_data(account: CarrierAccountId, prefix: &str, at: usize, items: &[Item]) -> String {
    let count: i64 = items.iter().map(|item| item.quantity).sum();
    let first = FIRST_SERIAL + SERIALS * (1_000 * account.0.unsigned_abs() + at as u64);
    json!({ "companyPrefix": prefix, "first": first, "count": count }).to_string()
}

fn charge(code: &str, description: &str, net: Decimal) -> PriceLine {
    let cost = Amount::line(net, Decimal::TEN, "AUD");
    PriceLine::at_cost(code, description, code != "FREIGHT", cost)
}

fn place(customer: &CustomerInfo) -> Address {
    customer.address.clone().unwrap_or_default()
}

fn items(at: usize) -> Vec<Item> {
    let item = |package_type: &str,
                quantity: i64,
                [length, width, height]: [i64; 3],
                kilograms: i64,
                description: &str| {
        Item {
            package_type: Some(package_type.to_owned()),
            quantity,
            length: Some(Length::centimetres(Decimal::from(length))),
            width: Some(Length::centimetres(Decimal::from(width))),
            height: Some(Length::centimetres(Decimal::from(height))),
            weight: Some(Weight::kilograms(Decimal::from(kilograms))),
            description: Some(description.to_owned()),
            ..Item::default()
        }
    };
    match at % 3 {
        0 => vec![
            item("Carton", 3, [40, 30, 25], 12, "Wine, cases of six"),
            item("Pallet", 1, [120, 120, 110], 320, "Bottles"),
        ],
        1 => vec![item(
            "Carton",
            1 + (at as i64 % 5),
            [45, 35, 30],
            9,
            "Spare parts",
        )],
        _ => vec![item("Pallet", 2, [116, 116, 140], 410, "Machine parts")],
    }
}

/// Returns the newest bookings that were delivered.
pub async fn list_delivered(caller: &DemoClient<'_>, count: usize) -> anyhow::Result<Vec<Value>> {
    let path = format!(
        "/api/booking/booking/getbookings?filter=bookingStatus%20eq%20%27Delivered%27\
         &sorting=id%20desc&maxResultCount={count}"
    );
    let page = caller.get(&path).await?;
    let found = page["items"].as_array().cloned().unwrap_or_default();
    anyhow::ensure!(found.len() == count, "the demo delivered too little");
    Ok(found)
}

async fn book_at_carriers(
    app: &App,
    tenant: TenantId,
    host_name: &str,
    ids: &[BookingId],
) -> anyhow::Result<()> {
    let dispatcher = DemoClient::sign_in(app, tenant, host_name, "dispatcher").await?;
    let body = json!({"bookingIds": ids, "operations": ["Book"]});
    dispatcher
        .post("/api/booking/booking/runbulkoperation", body)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_seeded_piece_has_its_own_serial_number() {
        let mut serials = BTreeSet::new();
        for (account, at) in [1, 2]
            .iter()
            .flat_map(|id| (0..200).map(move |at| (*id, at)))
        {
            let items = items(at);
            let data = fleet_data(CarrierAccountId(account), "9399999", at, &items);
            let data: Value = serde_json::from_str(&data).unwrap();
            let first = data["first"].as_u64().unwrap();
            let count = data["count"].as_u64().unwrap();
            let pieces: i64 = items.iter().map(|item| item.quantity).sum();
            assert_eq!(count, pieces.unsigned_abs());
            assert!((first..first + count).all(|serial| serials.insert(serial)));
        }
    }
}
