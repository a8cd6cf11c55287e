//! Address suggestions for a new booking.

use std::{cmp::Reverse, collections::BTreeSet};

use carriage::address::Address;
use chrono::{DateTime, Utc};
use customers::{FrequentAddressId, FrequentPlace};
use data::{Error, Result, Scope, TextEnum, ids::CustomerId, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    bookings::records::PlaceKind,
    places::{self, store},
};

const MAX_RESULTS: usize = 20;
const DEFAULT_RESULTS: usize = 10;
const MAX_SEARCH_LENGTH: usize = 100;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddressQuery {
    /// A customer's user may omit it.
    customer_id: Option<CustomerId>,
    /// Word prefixes of a company, person, street, suburb or nickname; at most 100 characters.
    /// Default: the most used addresses.
    search: Option<String>,
    /// End of the booking. Default: receiver.
    kind: Option<PlaceKind>,
    /// 1 to 20. Default: 10.
    max_result_count: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
pub struct Addresses {
    items: Vec<FoundAddress>,
}

/// Source of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, TextEnum)]
pub enum AddressSource {
    /// The customer's frequent addresses.
    Frequent,
    /// The customer's own address.
    Customer,
    /// Past bookings.
    Past,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundAddress {
    source: AddressSource,
    /// Number of the customer's bookings with this address at this end.
    uses: i64,
    /// Time of the last such booking; null without one.
    last_used: Option<DateTime<Utc>>,
    address: Address,
    /// Instructions for the driver.
    instructions: Option<String>,
    nickname: Option<String>,
    /// Set for a frequent address.
    frequent_address_id: Option<FrequentAddressId>,
}

/// Finds addresses by use count, then by last use. Merges duplicates across sources.
pub async fn find(mut scope: Scope, query: AddressQuery) -> Result<Addresses> {
    let kind = query.kind.unwrap_or(PlaceKind::Receiver);
    let limit = usize::try_from(query.max_result_count.unwrap_or(DEFAULT_RESULTS as i64))
        .unwrap_or_default();
    if !(1..=MAX_RESULTS).contains(&limit) {
        return Err(Error::invalid(
            "maxResultCount",
            message!("must be from {min} to {max}", min = 1, max = MAX_RESULTS),
        ));
    }
    if kind == PlaceKind::Unknown {
        return Err(Error::invalid(
            "kind",
            message!("must be Sender or Receiver"),
        ));
    }
    let search = query.search.unwrap_or_default();
    if search.chars().count() > MAX_SEARCH_LENGTH {
        return Err(Error::invalid(
            "search",
            message!("must be at most {max} characters", max = MAX_SEARCH_LENGTH),
        ));
    }
    let customer = query.customer_id.or(scope.caller.customer());
    let customer = customer.ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    let customer = customers::find(&mut scope, customer).await?;
    let needles = places::rules::search_terms(&search);
    let mut items: Vec<(String, FoundAddress)> = Vec::new();
    let new_entry = |source, address| FoundAddress {
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
        let search_words = places::rules::search_words(
            &address,
            &[&name, nickname.as_deref().unwrap_or_default()],
        );
        if places::rules::matches_terms(&search_words, &needles) {
            let entry = FoundAddress {
                instructions,
                nickname: nickname.or(Some(name)),
                frequent_address_id: Some(id),
                ..new_entry(AddressSource::Frequent, address)
            };
            items.push((places::rules::key(&entry.address), entry));
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
            && places::rules::matches_terms(
                &places::rules::search_words(&address, &[customer.display_name()]),
                &needles,
            )
        {
            items.push((
                places::rules::key(&address),
                new_entry(AddressSource::Customer, address),
            ));
        }
    }
    let mut unique_keys = BTreeSet::new();
    items.retain(|(key, _)| unique_keys.insert(key.clone()));
    let keys: Vec<String> = unique_keys.into_iter().collect();
    let uses = store::uses(&mut scope, customer.id, kind, &keys).await?;
    for (key, entry) in &mut items {
        if let Some((count, last)) = uses.get(&*key).copied() {
            (entry.uses, entry.last_used) = (count, Some(last));
        }
    }
    let past = store::find(&mut scope, customer.id, kind, &needles, limit + keys.len()).await?;
    let past = past.into_iter().filter(|place| !keys.contains(&place.key));
    items.extend(past.map(|place| {
        let entry = FoundAddress {
            uses: place.uses,
            last_used: Some(place.last_used),
            instructions: place.instructions,
            ..new_entry(AddressSource::Past, place.address)
        };
        (place.key, entry)
    }));
    items.sort_by_key(|(_, entry)| (Reverse((entry.uses, entry.last_used)), entry.source));
    items.truncate(limit);
    Ok(Addresses {
        items: items.into_iter().map(|(_, entry)| entry).collect(),
    })
}
