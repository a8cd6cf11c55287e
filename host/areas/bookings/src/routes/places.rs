//! Addresses for a new booking: a customer's own, its frequent ones, and where its bookings have come from or gone to.

use std::{cmp::Reverse, collections::BTreeSet};

use chrono::{DateTime, Utc};
use customers::{FrequentAddressId, FrequentPlace};
use freight::address::Address;
use kernel::{Error, Result, Scope, Words, ids::CustomerId, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{model::PlaceKind, rules::places, service::places as store};

const MOST: usize = 20;
const USUAL: usize = 10;
const MAX_SEARCH_LENGTH: usize = 100;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// A customer's user may leave it out.
    customer_id: Option<CustomerId>,
    /// Beginnings of words of a company, a person, a street, a suburb or a nickname; at most 100 characters. Without it
    /// those that are used most are told.
    search: Option<String>,
    /// For which end of the booking; the receiver's when left out.
    kind: Option<PlaceKind>,
    /// 1 to 20; 10 when left out.
    max_result_count: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
pub struct Addresses {
    items: Vec<FoundAddress>,
}

/// Where an address is known from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AddressSource {
    /// The customer's frequent addresses.
    Frequent,
    /// The customer's own address.
    Customer,
    /// Bookings.
    Past,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundAddress {
    source: AddressSource,
    /// How many bookings of the customer name it at this end.
    uses: i64,
    /// When the last of them did; none where no booking does.
    last_used: Option<DateTime<Utc>>,
    address: Address,
    /// For the driver.
    instructions: Option<String>,
    nickname: Option<String>,
    /// Of a frequent address.
    frequent_address_id: Option<FrequentAddressId>,
}

/// The addresses that are looked for: those that are used most first, of those the ones used last. An address that is
/// known from several is told once.
pub async fn find(mut scope: Scope, question: Question) -> Result<Addresses> {
    let kind = question.kind.unwrap_or(PlaceKind::Receiver);
    let most =
        usize::try_from(question.max_result_count.unwrap_or(USUAL as i64)).unwrap_or_default();
    if !(1..=MOST).contains(&most) {
        return Err(Error::invalid(
            "maxResultCount",
            message!("must be from {min} to {max}", min = 1, max = MOST),
        ));
    }
    if kind == PlaceKind::Unknown {
        return Err(Error::invalid(
            "kind",
            message!("must be Sender or Receiver"),
        ));
    }
    let search = question.search.unwrap_or_default();
    if search.chars().count() > MAX_SEARCH_LENGTH {
        return Err(Error::invalid(
            "search",
            message!("must be at most {max} characters", max = MAX_SEARCH_LENGTH),
        ));
    }
    let customer = question.customer_id.or(scope.caller.customer());
    let customer = customer.ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    let customer = customers::find(&mut scope, customer).await?;
    let needles = places::needles(&search);
    let mut items: Vec<(String, FoundAddress)> = Vec::new();
    let of = |source, address| FoundAddress {
        source,
        uses: 0,
        last_used: None,
        address,
        instructions: None,
        nickname: None,
        frequent_address_id: None,
    };
    for place in customers::frequent_places(&mut scope, customer.id).await? {
        let FrequentPlace {
            id,
            name,
            nickname,
            instructions,
            address,
        } = place;
        let words = places::words(&address, &[&name, nickname.as_deref().unwrap_or_default()]);
        if places::fits(&words, &needles) {
            let found = FoundAddress {
                instructions,
                nickname: nickname.or(Some(name)),
                frequent_address_id: Some(id),
                ..of(AddressSource::Frequent, address)
            };
            items.push((places::key(&found.address), found));
        }
    }
    if let Some(address) = customer.address.clone() {
        let address = Address {
            company_name: address.company_name.or(customer.company_name.clone()),
            contact_name: address.contact_name.or(customer.contact_name.clone()),
            ..address
        };
        let is_whole = !address.suburb.is_empty() && !address.post_code.is_empty();
        if is_whole
            && places::fits(
                &places::words(&address, &[customer.display_name()]),
                &needles,
            )
        {
            items.push((places::key(&address), of(AddressSource::Customer, address)));
        }
    }
    let mut seen = BTreeSet::new();
    items.retain(|(key, _)| seen.insert(key.clone()));
    let keys: Vec<String> = seen.into_iter().collect();
    let uses = store::uses(&mut scope, customer.id, kind, &keys).await?;
    for (key, found) in &mut items {
        if let Some((count, last)) = uses.get(&*key).copied() {
            (found.uses, found.last_used) = (count, Some(last));
        }
    }
    let past = store::find(&mut scope, customer.id, kind, &needles, most + keys.len()).await?;
    let past = past.into_iter().filter(|place| !keys.contains(&place.key));
    items.extend(past.map(|place| {
        let found = FoundAddress {
            uses: place.uses,
            last_used: Some(place.last_used),
            instructions: place.instructions,
            ..of(AddressSource::Past, place.address)
        };
        (place.key, found)
    }));
    items.sort_by_key(|(_, found)| (Reverse((found.uses, found.last_used)), found.source));
    items.truncate(most);
    Ok(Addresses {
        items: items.into_iter().map(|(_, found)| found).collect(),
    })
}
