//! Finding locations and dangerous goods by what somebody types.

use std::collections::BTreeSet;

use kernel::{
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

/// Locations answered to somebody who types.
const SHOWN: usize = 20;
/// Locations answered to a search by postcode: the largest have some sixty suburbs.
const SHOWN_BY_POSTCODE: usize = 100;
/// Locations looked at for several words.
const CANDIDATES: usize = 1000;
const MAX_TEXT_LENGTH: usize = 100;

/// Locations that what is typed begins; where there are none, those that nearly do.
pub async fn locations(scope: &Scope, question: LocationsQuestion) -> Result<Vec<Place>> {
    let (host, country) = (
        scope.host(),
        country(scope, question.country_code.as_deref()).await?,
    );
    let search = text("search", question.search)?;
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    typed(host, &mut tx, &country, &search).await
}

/// Locations by the beginning of a postcode, of a suburb, or both.
pub async fn search(scope: &Scope, question: SearchLocationsQuestion) -> Result<Vec<Place>> {
    let (host, country) = (
        scope.host(),
        country(scope, question.country_code.as_deref()).await?,
    );
    let post_code = text("postCode", question.post_code)?;
    let suburb = text("suburb", question.suburb)?;
    let search = text("search", question.search)?;
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let mut found = match (post_code.as_str(), suburb.as_str()) {
        ("", "") => return typed(host, &mut tx, &country, &search).await,
        ("", suburb) => beginning(&mut tx, &country, suburb, CANDIDATES).await?,
        (post_code, _) => beginning(&mut tx, &country, post_code, CANDIDATES).await?,
    };
    found.retain(|place| {
        (post_code.is_empty() || rules::fold(&place.post_code).starts_with(&post_code))
            && (suburb.is_empty() || rules::begins(place, &suburb))
            && (search.is_empty() || rules::has_words(place, &search))
    });
    found.truncate(SHOWN_BY_POSTCODE);
    if found.is_empty() && !suburb.is_empty() {
        let whole = format!("{suburb} {post_code} {search}");
        return host
            .port::<Gazetteer>()?
            .near(&mut tx, &country, &whole, SHOWN)
            .await;
    }
    Ok(found)
}

/// Every location whose postcode begins with this folded text.
pub(super) async fn in_postcode(tx: &mut Tx, country: &str, post_code: &str) -> Result<Vec<Place>> {
    beginning(tx, country, post_code, SHOWN_BY_POSTCODE).await
}

async fn typed(host: &Host, tx: &mut Tx, country: &str, search: &str) -> Result<Vec<Place>> {
    if search.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = beginning(tx, country, search, SHOWN).await?;
    if found.is_empty() && search.contains(' ') {
        found = beginning(tx, country, rules::seed(search), CANDIDATES).await?;
        found.retain(|place| rules::has_words(place, search));
        found.truncate(SHOWN);
    }
    if found.is_empty() {
        found = host
            .port::<Gazetteer>()?
            .near(tx, country, search, SHOWN)
            .await?;
    }
    Ok(found)
}

/// Locations with a term that the folded text begins: first those that begin with it, then those with a later word.
async fn beginning(tx: &mut Tx, country: &str, folded: &str, most: usize) -> Result<Vec<Place>> {
    let range = rules::key_range(folded);
    // Past the key's length the range holds more than was asked for.
    let looked_at = if folded.len() > rules::KEY_LENGTH {
        CANDIDATES
    } else {
        most
    };
    let mut found: Vec<Place> = Vec::new();
    for place in [rules::FIRST, rules::LATER] {
        if found.len() >= most {
            break;
        }
        let limit = i64::try_from(looked_at).unwrap_or(i64::MAX);
        for candidate in store::locations(tx, country, place, range, limit).await? {
            if rules::begins(&candidate, folded)
                && found.iter().all(|known| known.id != candidate.id)
            {
                found.push(candidate);
            }
        }
    }
    found.truncate(most);
    Ok(found)
}

/// The folded text; an error that names the member when it is longer than any place's name.
fn text(member: &str, sent: Option<String>) -> Result<String> {
    let sent = sent.unwrap_or_default();
    if sent.chars().count() > MAX_TEXT_LENGTH {
        return Err(Error::invalid(
            member,
            message!("must have at most {max} characters", max = MAX_TEXT_LENGTH),
        ));
    }
    Ok(rules::fold(&sent))
}

/// The country that is named, else the tenant's.
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
    /// I, II or III; empty where there is none.
    pub package_group: String,
    /// The class or division: `5.1`.
    pub class: String,
    pub class_description: String,
    /// With the compatibility group of explosives: `1.4S`.
    pub class_code: String,
    /// Classes of the other risks.
    pub subsidiary: Vec<String>,
}

/// What the list says of these UN numbers; numbers that it does not have are left out.
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

/// Dangerous goods that hold every word asked for; those whose number begins with the first one come first.
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
    let mut found = store::dangerous_goods(&mut tx, longest).await?;
    found.retain(|(_, search)| words.iter().all(|word| search.contains(word.as_str())));
    found.sort_by_key(|(goods, _)| {
        !words
            .iter()
            .any(|word| goods.un_number.starts_with(word.as_str()))
    });
    let total_count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let take = usize::try_from(take).unwrap_or_default();
    let items = found
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
