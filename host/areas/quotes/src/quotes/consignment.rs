//! Carrier requests from API input: whole grams and millimetres, the local day, enabled options.

use carriers::port::{Consignment, DangerousGoods, Piece};
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use freight::{
    address::Address,
    goods::{Goods, Item, options_on, parse_un_number},
};

use crate::quotes::model::QuoteAsk;

/// Falls back to UTC if the name is unknown.
pub fn zone(name: &str) -> Tz {
    name.parse().unwrap_or(Tz::UTC)
}

pub fn local_day(time: DateTime<Utc>, zone: Tz) -> NaiveDate {
    time.with_timezone(&zone).date_naive()
}

pub fn from_request(
    ask: &QuoteAsk,
    reference: String,
    currency: &str,
    dispatch_date: NaiveDate,
) -> Consignment {
    consignment(ask.goods(), reference, currency, dispatch_date)
}

/// Leaves out texts for people.
pub fn consignment(
    goods: Goods<'_>,
    reference: String,
    currency: &str,
    dispatch_date: NaiveDate,
) -> Consignment {
    let Goods {
        from,
        to,
        items,
        dangerous,
        pickup_options,
        delivery_options,
    } = goods;
    Consignment {
        pieces: items
            .iter()
            .enumerate()
            .map(|(at, item)| Piece::from_item(item, at, dangerous.is_dangerous))
            .collect(),
        reference,
        from: from.clone(),
        to: to.clone(),
        dangerous_goods: dangerous.is_dangerous.then(|| DangerousGoods {
            un_number: parse_un_number(dangerous.un_code).unwrap_or_default(),
            packing_group: None,
            description: dangerous.description.map(str::to_owned),
            package_type: dangerous.package_type.map(str::to_owned),
        }),
        currency: currency.to_owned(),
        dispatch_date,
        customer_reference: String::new(),
        pickup_instructions: String::new(),
        delivery_instructions: String::new(),
        options: options_on(pickup_options, delivery_options),
    }
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
            && parse_un_number(one.dangerous.un_code) != parse_un_number(other.dangerous.un_code))
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
    use chrono::TimeZone;

    use super::*;
    use crate::quotes::rules::tests::{carton, valid_request};

    fn goods_of(ask: &QuoteAsk) -> Goods<'_> {
        Goods {
            from: &ask.from_address,
            to: &ask.to_address,
            items: &ask.items,
            dangerous: ask.dangerous(),
            pickup_options: &ask.pickup_options,
            delivery_options: &ask.delivery_options,
        }
    }

    #[test]
    fn measures_are_whole_and_options_are_words() {
        let mut ask = valid_request();
        ask.delivery_options
            .insert("Tail Lift".to_owned(), "true".to_owned());
        ask.pickup_options
            .insert("tail-lift".to_owned(), "yes".to_owned());
        ask.pickup_options
            .insert("residential".to_owned(), "false".to_owned());
        let day = NaiveDate::from_ymd_opt(2026, 3, 4).unwrap();
        let consignment = from_request(&ask, "Q1".to_owned(), "AUD", day);
        assert_eq!(consignment.options, ["tail-lift"]);
        let piece = &consignment.pieces[0];
        assert_eq!(
            (piece.quantity, piece.length_mm, piece.weight_g),
            (2, 400, 5000)
        );
        assert_eq!(consignment.dangerous_goods, None);
    }

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
        assert_eq!(same_freight(goods_of(&quoted), goods_of(&booked)), Ok(()));
        booked.items.push(carton(1));
        assert_eq!(
            same_freight(goods_of(&quoted), goods_of(&booked)),
            Err("items")
        );
        let mut dangerous = valid_request();
        dangerous.is_dangerous_good = true;
        assert_eq!(
            same_freight(goods_of(&quoted), goods_of(&dangerous)),
            Err("isDangerousGood")
        );
        let mut lifted = valid_request();
        lifted
            .delivery_options
            .insert("tail-lift".to_owned(), "true".to_owned());
        assert_eq!(
            same_freight(goods_of(&quoted), goods_of(&lifted)),
            Err("deliveryOptions")
        );
    }
}
