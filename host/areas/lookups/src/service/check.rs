//! Whether a suburb and its postcode belong together.

use freight::address::Address;
use kernel::{
    FieldError, Host, Result,
    db::{Mode, Tx},
    message,
};

use super::find;
use crate::{rules, store};

/// With fewer locations than this a country's list is a sample, and a suburb that is not in it may well exist.
const WHOLE_LIST: i64 = 5_000;
const SHOWN: usize = 5;

/// The addresses' suburbs that do not lie in their postcodes, each named below its member. Where only the built-in
/// sample is there, or nothing is known of a postcode, nothing is refused.
pub async fn check_places(host: &Host, addresses: &[(&str, &Address)]) -> Result<Vec<FieldError>> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let mut errors = Vec::new();
    for (member, address) in addresses {
        errors.extend(check(&mut tx, member, address).await?);
    }
    Ok(errors)
}

async fn check(tx: &mut Tx, member: &str, address: &Address) -> Result<Option<FieldError>> {
    let post_code = rules::fold(&address.post_code);
    if post_code.is_empty() || address.country_code.len() != 2 {
        return Ok(None);
    }
    let country = address.country_code.to_ascii_uppercase();
    let mut known = find::in_postcode(tx, &country, &post_code).await?;
    known.retain(|place| rules::fold(&place.post_code) == post_code);
    let suburb = rules::fold(&address.suburb);
    if known.is_empty() || known.iter().any(|place| rules::fold(&place.suburb) == suburb) {
        return Ok(None);
    }
    if store::locations_in(tx, &country).await? < WHOLE_LIST {
        return Ok(None);
    }
    known.sort_by(|a, b| a.suburb.cmp(&b.suburb));
    let names: Vec<&str> = known.iter().map(|place| place.suburb.as_str()).take(SHOWN).collect();
    let (suburb, post_code) = (address.suburb.trim(), &address.post_code);
    let message = message!("there is no {suburb} in {post_code}; it has {names}");
    Ok(Some(FieldError::new(format!("{member}.suburb"), message)))
}
