//! The load of a line haul as a consignment for its carrier.

use bookings::Subcontract;
use carriage::{
    address::Address,
    goods::{Item, MAX_ITEMS},
};
use data::{
    Result, Scope,
    ids::{BookingId, CarrierAccountId},
    message,
};
use jobs::{FreightJobId, line_hauls::load_goods};
use network::HeadPort;

use super::{carriers::refuse, change, model::LineHaul, ports};
use crate::loads::{model::ArticleState, views::load_rows};

/// Returns the load of a line haul as a consignment for a carrier account.
pub(super) async fn to_subcontract(
    scope: &mut Scope,
    haul: LineHaul,
    account: CarrierAccountId,
) -> Result<Subcontract> {
    let Some(customer) = haul.customer_id else {
        return Err(refuse(message!(
            "{line_haul} needs a customer, under which the carrier's booking is filed.",
            line_haul = haul.code
        )));
    };
    let items = load_lines(scope, &haul).await?;
    let [start, destination] = change::load_ports(scope, &haul).await?;
    let now = scope.now();
    Ok(Subcontract {
        customer,
        account,
        service_code: haul.service_code,
        parent: None,
        from: to_address(scope, &start).await?,
        to: to_address(scope, &destination).await?,
        items,
        reference: Some(haul.code),
        special_instructions: None,
        delivery_instructions: None,
        pickup_ready_time: haul.departure_time.filter(|departure| *departure > now),
    })
}

/// Returns a head port's address with its state, which carriers need and head ports lack.
async fn to_address(scope: &Scope, port: &HeadPort) -> Result<Address> {
    let mut address = ports::to_place(port).address;
    let (post_code, suburb) = (&address.post_code, &address.suburb);
    let state = lookups::find_state(scope, &address.country_code, post_code, suburb).await?;
    address.state_code = state;
    Ok(address)
}

/// Returns the loaded articles as lines of equal pieces.
async fn load_lines(scope: &mut Scope, haul: &LineHaul) -> Result<Vec<Item>> {
    let rows = load_rows(scope, haul.id).await?;
    let mut jobs: Vec<FreightJobId> = rows
        .values()
        .filter(|row| row.state == ArticleState::Loaded)
        .map(|row| row.job_id)
        .collect();
    jobs.sort_unstable();
    jobs.dedup();
    let all = load_goods(scope, &jobs).await?;
    let bookings: Vec<BookingId> = all.iter().filter_map(|goods| goods.booking_id).collect();
    let dangerous = bookings::find_dangerous(scope, &bookings).await?;
    let mut pieces = Vec::new();
    for goods in &all {
        if goods.booking_id.is_some_and(|id| dangerous.contains(&id)) {
            return Err(refuse(message!(
                "{job} has dangerous goods. Book this line haul with the carrier yourself.",
                job = goods.job_no
            )));
        }
        let is_loaded = |number: &str| {
            let row = rows.get(number);
            row.is_some_and(|row| row.state == ArticleState::Loaded)
        };
        for (_, item) in goods.articles().filter(|(number, _)| is_loaded(number)) {
            if !is_measured(&item.piece) {
                return Err(refuse(message!(
                    "{job} has pieces without length, width, height or weight. The carrier needs them.",
                    job = goods.job_no
                )));
            }
            pieces.push(item.piece.clone());
        }
    }
    if pieces.is_empty() {
        return Err(refuse(message!(
            "{line_haul} has no loaded articles.",
            line_haul = haul.code
        )));
    }
    let lines = to_lines(pieces);
    match lines.len() {
        0..=MAX_ITEMS => Ok(lines),
        count => Err(refuse(message!(
            "{line_haul} has {count} kinds of pieces; carriers take at most {max}. Book it with the carrier yourself.",
            line_haul = haul.code,
            count = count,
            max = MAX_ITEMS
        ))),
    }
}

fn is_measured(piece: &Item) -> bool {
    piece.length.is_some()
        && piece.width.is_some()
        && piece.height.is_some()
        && piece.weight.is_some()
}

/// Adds up equal pieces. A line of pieces with several descriptions has none.
fn to_lines(pieces: Vec<Item>) -> Vec<Item> {
    let mut lines: Vec<Item> = Vec::new();
    for piece in pieces {
        let is_equal = |line: &&mut Item| {
            line.package_type == piece.package_type
                && line.weight == piece.weight
                && line.length == piece.length
                && line.width == piece.width
                && line.height == piece.height
        };
        match lines.iter_mut().find(is_equal) {
            Some(line) => {
                line.quantity += piece.quantity;
                if line.description != piece.description {
                    line.description = None;
                }
            }
            None => lines.push(piece),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use carriage::quantity::{Length, LengthUnit, Weight, WeightUnit};
    use rust_decimal::Decimal;

    use super::*;

    fn carton(kilograms: i64, description: &str) -> Item {
        let side = Some(Length {
            value: Decimal::from(40),
            unit: LengthUnit::Cm,
        });
        Item {
            package_type: Some("Carton".to_owned()),
            description: Some(description.to_owned()),
            quantity: 1,
            length: side,
            width: side,
            height: side,
            weight: Some(Weight {
                value: Decimal::from(kilograms),
                unit: WeightUnit::Kg,
            }),
            ..Item::default()
        }
    }

    #[test]
    fn equal_pieces_are_one_line() {
        let lines = to_lines(vec![
            carton(5, "Glasses"),
            carton(7, "Wine"),
            carton(5, "Plates"),
            carton(7, "Wine"),
        ]);
        let lines: Vec<(i64, Option<&str>)> = lines
            .iter()
            .map(|line| (line.quantity, line.description.as_deref()))
            .collect();
        assert_eq!(lines, [(2, None), (2, Some("Wine"))]);
    }

    #[test]
    fn a_piece_has_all_measures() {
        assert!(is_measured(&carton(5, "Glasses")));
        let flat = Item {
            height: None,
            ..carton(5, "Glasses")
        };
        assert!(!is_measured(&flat));
    }
}
