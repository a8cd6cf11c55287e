//! Whether a suburb and its postcode belong together, and whether a UN number is given to any goods.

use freight::{
    address::Address,
    goods::{Dangerous, un_number},
};
use kernel::{
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

/// With fewer locations than this a country's list is a sample, and a suburb that is not in it may well exist.
const WHOLE_LIST: i64 = 5_000;
const SHOWN: usize = 5;

/// With fewer entries than this the list of dangerous goods is a sample.
const WHOLE_GOODS: i64 = 1_000;
/// The list of the United Nations ends well below this.
const LAST_NUMBER: &str = "3999";

/// What is wrong with the UN number of goods that are declared; its member begins with `before`. Where only the
/// built-in sample is there, a number that may be in the list is not refused.
pub async fn check_goods(
    host: &Host,
    goods: Dangerous<'_>,
    before: &str,
) -> Result<Option<FieldError>> {
    let Some(number) = un_number(goods.un_code).filter(|_| goods.is_dangerous) else {
        return Ok(None);
    };
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    if !store::goods_of_number(&mut tx, &number).await?.is_empty() {
        return Ok(None);
    }
    let is_sample = store::count(&mut tx, Table::DangerousGoods).await? < WHOLE_GOODS;
    if is_sample && number.as_str() <= LAST_NUMBER {
        return Ok(None);
    }
    let member = format!("{before}dangerousGoodUNCode");
    Ok(Some(FieldError::new(
        member,
        message!("is not in the list of dangerous goods"),
    )))
}

/// The addresses' suburbs that do not lie in their postcodes, and postcodes that the country's list lacks, each named below
/// its member. A place that the built-in sample lacks may exist; postcodes that a country does not give out are refused by
/// [`Address::check`].
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
        if gazetteer.has_found(&place) {
            continue;
        }
        let tx = match &mut reading {
            Some(tx) => tx,
            None => reading.insert(host.db().begin_platform(Mode::Read).await?),
        };
        match check(tx, member, address, &place).await? {
            Checked::Found => gazetteer.keep_found(place),
            Checked::Unlisted => {}
            Checked::Wrong(error) => errors.push(error),
        }
    }
    Ok(errors)
}

enum Checked {
    Found,
    /// The list of its country does not tell.
    Unlisted,
    Wrong(FieldError),
}

async fn check(
    tx: &mut Tx,
    member: &str,
    address: &Address,
    (country, post_code, suburb): &PlaceKey,
) -> Result<Checked> {
    let mut known = find::in_postcode(tx, country, post_code).await?;
    known.retain(|place| rules::fold(&place.post_code) == *post_code);
    if known
        .iter()
        .any(|place| rules::fold(&place.suburb) == *suburb)
    {
        return Ok(Checked::Found);
    }
    let none = || {
        let message = message!("there is no postcode {post_code} in {country}");
        Checked::Wrong(FieldError::new(format!("{member}.postCode"), message))
    };
    // Of postcodes with letters and blanks the lists have the first part alone.
    if known.is_empty() && !post_code.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Checked::Unlisted);
    }
    if store::locations_in(tx, country).await? < WHOLE_LIST {
        return Ok(Checked::Unlisted);
    }
    if known.is_empty() {
        return Ok(none());
    }
    known.sort_by(|a, b| a.suburb.cmp(&b.suburb));
    let names: Vec<&str> = known
        .iter()
        .map(|place| place.suburb.as_str())
        .take(SHOWN)
        .collect();
    let (suburb, post_code) = (address.suburb.trim(), &address.post_code);
    let message = message!("there is no {suburb} in {post_code}; it has {names}");
    Ok(Checked::Wrong(FieldError::new(
        format!("{member}.suburb"),
        message,
    )))
}
