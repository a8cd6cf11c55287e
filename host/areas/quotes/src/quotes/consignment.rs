//! Local days of consignments, and the comparison of two consignments.

use carriage::{
    address::Address,
    dangerous::parse_un_number,
    goods::{Goods, Item, Piece, options_on},
};
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;

/// Falls back to UTC if the name is unknown.
pub fn zone(name: &str) -> Tz {
    name.parse().unwrap_or(Tz::UTC)
}

pub fn local_day(time: DateTime<Utc>, zone: Tz) -> NaiveDate {
    time.with_timezone(&zone).date_naive()
}

/// Checks that two consignments cost the same; ignores contacts and texts.
pub fn same_freight(one: Goods<'_>, other: Goods<'_>) -> Result<(), &'static str> {
    let place = |address: &Address| {
        (
            address.suburb.trim().to_lowercase(),
            address.post_code.trim().to_owned(),
            address.country_code.to_uppercase(),
        )
    };
    let pieces = |items: &[Item]| -> Vec<Piece> {
        let mut pieces: Vec<Piece> = items
            .iter()
            .map(|item| Piece::from_item(item, 0, false))
            .collect();
        for piece in &mut pieces {
            piece.description.clear();
        }
        pieces
    };
    if place(one.from) != place(other.from) {
        return Err("fromAddress");
    }
    if place(one.to) != place(other.to) {
        return Err("toAddress");
    }
    if pieces(one.items) != pieces(other.items) {
        return Err("items");
    }
    if one.dangerous.is_dangerous != other.dangerous.is_dangerous
        || (one.dangerous.is_dangerous
            && (parse_un_number(one.dangerous.un_code) != parse_un_number(other.dangerous.un_code)
                || one.dangerous.numbers_by_item() != other.dangerous.numbers_by_item()))
    {
        return Err("isDangerousGood");
    }
    if options_on(one.pickup_options, one.delivery_options)
        != options_on(other.pickup_options, other.delivery_options)
    {
        return Err("deliveryOptions");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use carriage::dangerous::Substance;
    use chrono::TimeZone;

    use super::*;
    use crate::quotes::rules::tests::{carton, valid_request};

    #[test]
    fn the_day_is_that_of_the_tenant() {
        let late = Utc.with_ymd_and_hms(2026, 3, 4, 20, 0, 0).unwrap();
        let day = local_day(late, zone("Australia/Sydney"));
        assert_eq!(day, NaiveDate::from_ymd_opt(2026, 3, 5).unwrap());
        assert_eq!(
            local_day(late, zone("Nowhere/City")),
            NaiveDate::from_ymd_opt(2026, 3, 4).unwrap()
        );
    }

    #[test]
    fn what_changes_the_price_is_told_from_what_does_not() {
        let quoted = valid_request();
        let mut booked = valid_request();
        booked.from_address.contact_name = Some("Ida".to_owned());
        booked.items[0].description = Some("Books".to_owned());
        booked.to_address.suburb = " PARRAMATTA".to_owned();
        assert_eq!(same_freight(quoted.goods(), booked.goods()), Ok(()));
        booked.items.push(carton(1));
        assert_eq!(same_freight(quoted.goods(), booked.goods()), Err("items"));
        let mut dangerous = valid_request();
        dangerous.is_dangerous_good = true;
        assert_eq!(
            same_freight(quoted.goods(), dangerous.goods()),
            Err("isDangerousGood")
        );
        dangerous.dangerous_good_un_code = Some("UN1263".to_owned());
        let mut other = dangerous.clone();
        for number in ["1263", "1950"] {
            other.items[0].dangerous_goods.push(Substance {
                un_number: number.to_owned(),
                ..Substance::default()
            });
        }
        assert_eq!(
            same_freight(dangerous.goods(), other.goods()),
            Err("isDangerousGood"),
            "another substance in an item"
        );
        let mut described = other.clone();
        described.items[0].dangerous_goods[1].description = Some("Aerosols".to_owned());
        assert_eq!(same_freight(other.goods(), described.goods()), Ok(()));
        let mut lifted = valid_request();
        lifted
            .delivery_options
            .insert("tail-lift".to_owned(), "true".to_owned());
        assert_eq!(
            same_freight(quoted.goods(), lifted.goods()),
            Err("deliveryOptions")
        );
    }
}
