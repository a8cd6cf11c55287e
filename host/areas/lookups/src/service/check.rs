//! Validation of suburbs against postcodes, and of UN numbers.

use carriage::{address::Address, dangerous::DangerousDeclaration};
use data::{
    FieldError, Host, Result,
    db::{Mode, Tx},
    message,
};

use super::{
    find,
    gazetteer::{Gazetteer, PlaceKey},
};
use crate::{
    rules,
    store::{self, Table},
};

/// Minimum locations of a complete country list; with fewer, an unlisted suburb may exist.
const MIN_COMPLETE_LIST: i64 = 5_000;
const MAX_SUGGESTIONS: usize = 5;

/// Minimum entries of a complete dangerous goods list.
const MIN_COMPLETE_GOODS: i64 = 1_000;
/// Above the last number of the United Nations' list.
const LAST_NUMBER: &str = "3999";

/// Members begin with `before`. The built-in sample rejects no number that may be in the full list.
pub async fn check_goods(
    host: &Host,
    goods: DangerousDeclaration<'_>,
    before: &str,
) -> Result<Vec<FieldError>> {
    let numbers = goods.un_numbers();
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let mut unlisted = Vec::new();
    for number in numbers {
        if store::goods_of_number(&mut tx, &number).await?.is_empty() {
            unlisted.push(number);
        }
    }
    if unlisted.is_empty() {
        return Ok(Vec::new());
    }
    if store::count(&mut tx, Table::DangerousGoods).await? < MIN_COMPLETE_GOODS {
        unlisted.retain(|number| number.as_str() > LAST_NUMBER);
    }
    Ok(unlisted
        .iter()
        .flat_map(|number| goods.members_of(number))
        .map(|member| {
            FieldError::new(
                format!("{before}{member}"),
                message!("is not in the list of dangerous goods"),
            )
        })
        .collect())
}

/// Returns suburbs outside their postcodes, and postcodes missing in the country's list. The
/// built-in sample rejects no location.
pub async fn check_places(host: &Host, addresses: &[(&str, &Address)]) -> Result<Vec<FieldError>> {
    let gazetteer = host.port::<Gazetteer>()?;
    let mut reading = None;
    let mut errors = Vec::new();
    for (member, address) in addresses {
        let post_code = rules::fold(&address.post_code);
        if post_code.is_empty() || address.country_code.len() != 2 {
            continue;
        }
        let place = (
            address.country_code.to_ascii_uppercase(),
            post_code,
            rules::fold(&address.suburb),
        );
        if gazetteer.is_confirmed(&place) {
            continue;
        }
        let tx = match &mut reading {
            Some(tx) => tx,
            None => reading.insert(host.db().begin_platform(Mode::Read).await?),
        };
        match check(tx, member, address, &place).await? {
            PlaceCheck::Found => gazetteer.confirm(place),
            PlaceCheck::Unlisted => {}
            PlaceCheck::Wrong(error) => errors.push(error),
        }
    }
    Ok(errors)
}

enum PlaceCheck {
    Found,
    /// The country's list is incomplete.
    Unlisted,
    Wrong(FieldError),
}

async fn check(
    tx: &mut Tx,
    member: &str,
    address: &Address,
    (country, post_code, suburb): &PlaceKey,
) -> Result<PlaceCheck> {
    let mut locations = find::locations_in_postcode(tx, country, post_code).await?;
    locations.retain(|place| rules::fold(&place.post_code) == *post_code);
    if locations
        .iter()
        .any(|place| rules::fold(&place.suburb) == *suburb)
    {
        return Ok(PlaceCheck::Found);
    }
    let none = || {
        let message = message!("there is no postcode {post_code} in {country}");
        PlaceCheck::Wrong(FieldError::new(format!("{member}.postCode"), message))
    };
    // Lists have only the first part of postcodes with letters and blanks.
    if locations.is_empty() && !post_code.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(PlaceCheck::Unlisted);
    }
    if store::count_locations(tx, country).await? < MIN_COMPLETE_LIST {
        return Ok(PlaceCheck::Unlisted);
    }
    if locations.is_empty() {
        return Ok(none());
    }
    locations.sort_by(|a, b| a.suburb.cmp(&b.suburb));
    let names: Vec<&str> = locations
        .iter()
        .map(|place| place.suburb.as_str())
        .take(MAX_SUGGESTIONS)
        .collect();
    let (suburb, post_code) = (address.suburb.trim(), &address.post_code);
    let message = message!("there is no {suburb} in {post_code}; it has {names}");
    Ok(PlaceCheck::Wrong(FieldError::new(
        format!("{member}.suburb"),
        message,
    )))
}
