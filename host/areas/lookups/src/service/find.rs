//! Search for locations and dangerous goods.

use std::collections::BTreeSet;

use data::{
    Error, Host, PageOf, Result, Scope,
    db::{Mode, Tx},
    message,
};

use super::gazetteer::Gazetteer;
use crate::{
    model::{
        DangerousGoods, DangerousGoodsQuestion, LocationsQuestion, Place, SearchLocationsQuestion,
    },
    rules, store,
};

/// Maximum locations in a response to a text search.
const MAX_RESULTS: usize = 20;
/// Maximum locations in a response to a postcode search: the largest postcodes have some sixty
/// suburbs.
const MAX_POSTCODE_RESULTS: usize = 100;
/// Candidates checked for several words.
const MAX_CANDIDATES: usize = 1000;
const MAX_TEXT_LENGTH: usize = 100;

/// Returns locations that begin with the text; without any, those that nearly match.
pub async fn locations(scope: &Scope, question: LocationsQuestion) -> Result<Vec<Place>> {
    let (host, country) = (
        scope.host(),
        country(scope, question.country_code.as_deref()).await?,
    );
    let search = folded_text("search", question.search)?;
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    locations_by_text(host, &mut tx, &country, &search).await
}

/// By a prefix of the postcode, of the suburb, or both.
pub async fn search(scope: &Scope, question: SearchLocationsQuestion) -> Result<Vec<Place>> {
    let (host, country) = (
        scope.host(),
        country(scope, question.country_code.as_deref()).await?,
    );
    let post_code = folded_text("postCode", question.post_code)?;
    let suburb = folded_text("suburb", question.suburb)?;
    let search = folded_text("search", question.search)?;
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let mut results = match (post_code.as_str(), suburb.as_str()) {
        ("", "") => return locations_by_text(host, &mut tx, &country, &search).await,
        ("", suburb) => locations_by_prefix(&mut tx, &country, suburb, MAX_CANDIDATES).await?,
        (post_code, _) => locations_by_prefix(&mut tx, &country, post_code, MAX_CANDIDATES).await?,
    };
    results.retain(|place| {
        (post_code.is_empty() || rules::fold(&place.post_code).starts_with(&post_code))
            && (suburb.is_empty() || rules::has_prefix(place, &suburb))
            && (search.is_empty() || rules::has_words(place, &search))
    });
    results.truncate(MAX_POSTCODE_RESULTS);
    if results.is_empty() && !suburb.is_empty() {
        let full_text = format!("{suburb} {post_code} {search}");
        return host
            .port::<Gazetteer>()?
            .similar_locations(&mut tx, &country, &full_text, MAX_RESULTS)
            .await;
    }
    Ok(results)
}

/// By a prefix of the postcode.
pub(super) async fn locations_in_postcode(
    tx: &mut Tx,
    country: &str,
    post_code: &str,
) -> Result<Vec<Place>> {
    locations_by_prefix(tx, country, post_code, MAX_POSTCODE_RESULTS).await
}

async fn locations_by_text(
    host: &Host,
    tx: &mut Tx,
    country: &str,
    search: &str,
) -> Result<Vec<Place>> {
    if search.is_empty() {
        return Ok(Vec::new());
    }
    let mut results = locations_by_prefix(tx, country, search, MAX_RESULTS).await?;
    if results.is_empty() && search.contains(' ') {
        results = locations_by_prefix(
            tx,
            country,
            rules::most_selective_word(search),
            MAX_CANDIDATES,
        )
        .await?;
        results.retain(|place| rules::has_words(place, search));
        results.truncate(MAX_RESULTS);
    }
    if results.is_empty() {
        results = host
            .port::<Gazetteer>()?
            .similar_locations(tx, country, search, MAX_RESULTS)
            .await?;
    }
    Ok(results)
}

/// First by the name's start, then by later words.
async fn locations_by_prefix(
    tx: &mut Tx,
    country: &str,
    folded: &str,
    most: usize,
) -> Result<Vec<Place>> {
    let range = rules::key_range(folded);
    // Past the key's length the range is larger than the prefix.
    let looked_at = if folded.len() > rules::KEY_LENGTH {
        MAX_CANDIDATES
    } else {
        most
    };
    let mut found: Vec<Place> = Vec::new();
    for place in [rules::AT_START, rules::AT_LATER_WORD] {
        if found.len() >= most {
            break;
        }
        let limit = i64::try_from(looked_at).unwrap_or(i64::MAX);
        for candidate in store::locations(tx, country, place, range, limit).await? {
            if rules::has_prefix(&candidate, folded)
                && found.iter().all(|known| known.id != candidate.id)
            {
                found.push(candidate);
            }
        }
    }
    found.truncate(most);
    Ok(found)
}

/// Rejects a text longer than any location's name.
fn folded_text(member: &str, sent: Option<String>) -> Result<String> {
    let sent = sent.unwrap_or_default();
    if sent.chars().count() > MAX_TEXT_LENGTH {
        return Err(Error::invalid(
            member,
            message!("must have at most {max} characters", max = MAX_TEXT_LENGTH),
        ));
    }
    Ok(rules::fold(&sent))
}

/// Returns the requested country, by default the tenant's.
async fn country(scope: &Scope, code: Option<&str>) -> Result<String> {
    let Some(code) = code.map(str::trim) else {
        return Ok(tenancy::settings_of(scope.host(), scope.tenant)
            .await?
            .general
            .country_code
            .clone());
    };
    if code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        Ok(code.to_ascii_uppercase())
    } else {
        Err(Error::invalid(
            "countryCode",
            message!("must be a country code of two letters such as AU"),
        ))
    }
}

/// An entry of the list of dangerous goods, for other areas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goods {
    /// Four digits.
    pub un_number: String,
    pub description: String,
    /// I, II or III; empty if there is none.
    pub package_group: String,
    /// The class or division: `5.1`.
    pub class: String,
    pub class_description: String,
    /// Includes the compatibility group of explosives: `1.4S`.
    pub class_code: String,
    /// Classes of the other risks.
    pub subsidiary: Vec<String>,
}

/// Unknown numbers are omitted.
pub async fn goods_of(scope: &Scope, numbers: BTreeSet<String>) -> Result<Vec<Goods>> {
    let mut tx = scope.host().db().begin_platform(Mode::Read).await?;
    let mut all = Vec::new();
    for number in numbers {
        all.extend(
            store::goods_of_number(&mut tx, &number)
                .await?
                .into_iter()
                .map(|goods| Goods {
                    subsidiary: rules::classes(&goods.subsidiary_risks),
                    un_number: goods.un_number,
                    description: goods.un_description,
                    package_group: goods.un_package_group,
                    class: goods.un_class,
                    class_description: goods.un_class_description,
                    class_code: goods.un_class_code,
                }),
        );
    }
    Ok(all)
}

const PAGE: i64 = 50;
const MAX_PAGE_SIZE: i64 = 1000;

/// Numbers beginning with the first word come first.
pub async fn dangerous_goods(
    host: &Host,
    question: DangerousGoodsQuestion,
) -> Result<PageOf<DangerousGoods>> {
    let words = rules::filter_words(&text_of_filter(question.filter)?);
    let take = question.max_result_count.unwrap_or(PAGE);
    let skip = question.skip_count.unwrap_or(0);
    if !(1..=MAX_PAGE_SIZE).contains(&take) {
        return Err(Error::invalid(
            "maxResultCount",
            message!("must be from 1 to {max}", max = MAX_PAGE_SIZE),
        ));
    }
    let skip = usize::try_from(skip)
        .map_err(|_| Error::invalid("skipCount", message!("must be 0 or more")))?;
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let longest = words.first().map(String::as_str).unwrap_or_default();
    let mut results = store::dangerous_goods(&mut tx, longest).await?;
    results.retain(|(_, search)| words.iter().all(|word| search.contains(word.as_str())));
    results.sort_by_key(|(goods, _)| {
        !words
            .iter()
            .any(|word| goods.un_number.starts_with(word.as_str()))
    });
    let total_count = i64::try_from(results.len()).unwrap_or(i64::MAX);
    let take = usize::try_from(take).unwrap_or_default();
    let items = results
        .into_iter()
        .map(|(goods, _)| goods)
        .skip(skip)
        .take(take)
        .collect();
    Ok(PageOf { total_count, items })
}

fn text_of_filter(filter: Option<String>) -> Result<String> {
    const MAX_FILTER_LENGTH: usize = 8 * 1024;
    let filter = filter.unwrap_or_default();
    if filter.len() > MAX_FILTER_LENGTH {
        return Err(Error::invalid(
            "filter",
            message!("must have at most {max} bytes", max = MAX_FILTER_LENGTH),
        ));
    }
    Ok(filter)
}
