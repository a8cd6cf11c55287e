//! The global search: hits of every participating record, in groups.

use std::collections::BTreeMap;

use futures_util::{FutureExt, future::BoxFuture};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::{
    db::Mode,
    error::{Error, Result},
    feature::Feature,
    host::Host,
    ids::CustomerId,
    index::{Finder, customer_column, fold},
    message,
    permission::Permission,
    record::{Entity, Searched, Where},
    scope::Scope,
    value::{Col, Val},
};

/// A searched record shown by the global search.
pub trait Hit: Entity {
    /// Display group: "Bookings".
    const GROUP: &'static str;
    /// Display name of one record: "Booking".
    const KIND: &'static str;
    /// Permission to open it, and its feature.
    const PERMISSION: Permission;
    const FEATURE: Feature;
    /// True if a customer's user finds that customer's records; otherwise only the tenant's own
    /// staff do.
    const FOR_CUSTOMERS: bool;
    fn title(&self) -> String;
    /// Returns the id of the page that the hit opens: its own, or its parent record's. None hides
    /// it.
    fn reference<'a>(&'a self, _scope: &'a mut Scope) -> BoxFuture<'a, Result<Option<i64>>> {
        let own_customer = match self.id().val() {
            Val::I64(id) => Some(id),
            _ => None,
        };
        std::future::ready(Ok(own_customer)).boxed()
    }
    /// Returns data that distinguishes hits with the same title.
    fn details(&self) -> Value;
}

/// One result.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SearchHit {
    /// Id of the record.
    #[serde(rename = "ref")]
    pub reference: String,
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub title: String,
    /// JSON text.
    pub details: String,
}

/// Hits by group.
pub type SearchResults = BTreeMap<&'static str, Vec<SearchHit>>;

/// A search: every word must be found.
#[derive(Debug)]
pub struct SearchQuestion {
    query: String,
    words: Vec<String>,
    /// Restricts the search to this customer.
    customer: Option<CustomerId>,
}

const MAX_LENGTH: usize = 100;
/// Maximum words; more would not narrow the search.
const MAX_WORDS: usize = 5;
/// Maximum hits per group.
const MAX_COUNT: usize = 10;

impl SearchQuestion {
    pub fn new(query: Option<&str>, customer: Option<CustomerId>) -> Result<Self> {
        let query = query.unwrap_or_default().trim();
        if query.chars().count() > MAX_LENGTH {
            return Err(Error::invalid(
                "query",
                message!("must have at most {max} characters", max = MAX_LENGTH),
            ));
        }
        let mut words: Vec<String> = query
            .split_whitespace()
            .map(fold)
            .filter(|word| !word.is_empty())
            .collect();
        words.sort_unstable();
        words.dedup();
        // The longest words are the most selective.
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        words.truncate(MAX_WORDS);
        Ok(Self {
            query: query.to_owned(),
            words,
            customer,
        })
    }

    /// Parses an id, typed alone as in `17` or `#17` or among words as in `#17 bluegum`, and
    /// returns the other words.
    fn number(&self) -> Option<(i64, Vec<String>)> {
        let number = |text: &str| text.parse::<u32>().ok().map(i64::from);
        if let Some(alone) = number(self.query.trim_start_matches('#')) {
            return Some((alone, Vec::new()));
        }
        let marked = self
            .query
            .split_whitespace()
            .find_map(|word| word.strip_prefix('#'))?;
        let words = self
            .words
            .iter()
            .filter(|word| *word != marked)
            .cloned()
            .collect();
        Some((number(marked)?, words))
    }
}

/// A searched record, registered by an area.
#[derive(Clone, Copy)]
pub struct SearchedKind {
    pub(super) searched: &'static Searched,
    pub(super) table: &'static str,
    pub(super) customer: Option<&'static str>,
    pub(super) kept: bool,
    group: Option<Group>,
}

/// Finds one record's hits for a search, restricted to the customer of a customer's caller.
type Find = for<'a> fn(
    &'a mut Scope,
    &'a SearchQuestion,
    Option<CustomerId>,
) -> BoxFuture<'a, Result<Vec<SearchHit>>>;

#[derive(Clone, Copy)]
struct Group {
    name: &'static str,
    permission: Permission,
    feature: &'static str,
    for_customers: bool,
    find: Find,
}

impl SearchedKind {
    /// Creates a kind searched by list filters only.
    pub fn for_lists<E: Entity>() -> Self {
        const {
            assert!(
                E::SEARCHED.is_some(),
                "the record does not declare which of its words are searched"
            )
        }
        const NOTHING: Searched = Searched {
            kind: 0,
            is_numbered: false,
            words: &[],
        };
        Self {
            searched: E::SEARCHED.unwrap_or(&NOTHING),
            table: E::TABLE,
            customer: customer_column::<E>(),
            kept: E::SOFT_DELETED,
            group: None,
        }
    }

    /// Creates a kind searched by the global search as well.
    pub fn for_global_search<E: Hit>() -> Self {
        let group = Group {
            name: E::GROUP,
            permission: E::PERMISSION,
            feature: E::FEATURE.name,
            for_customers: E::FOR_CUSTOMERS,
            find: |scope, question, customer| hits::<E>(scope, question, customer).boxed(),
        };
        Self {
            group: Some(group),
            ..Self::for_lists::<E>()
        }
    }

    /// Returns the permission and feature needed to find it.
    pub fn needs(&self) -> Option<(Permission, &'static str)> {
        self.group.map(|group| (group.permission, group.feature))
    }
}

/// Searches everything that the caller may open.
pub async fn search(scope: &Scope, question: &SearchQuestion) -> Result<SearchResults> {
    let own = scope.caller.customer();
    if let (Some(own), Some(asked)) = (own, question.customer)
        && own != asked
    {
        return Err(Error::NotFound("The customer"));
    }
    let customer = own.or(question.customer);
    // The call may be a POST but only reads: it must not wait for writers.
    let mut scope = scope.sibling(Mode::Read);
    let mut answer = SearchResults::new();
    let groups: Vec<Group> = searched_kinds(scope.host())
        .iter()
        .filter_map(|kind| kind.group)
        .collect();
    for group in groups {
        let may = scope.can(group.permission)
            && (group.for_customers || own.is_none())
            && !question.words.is_empty()
            && scope.feature(group.feature).await?;
        let found = if may {
            (group.find)(&mut scope, question, customer).await?
        } else {
            Vec::new()
        };
        answer.entry(group.name).or_default().extend(found);
    }
    Ok(answer)
}

async fn hits<E: Hit>(
    scope: &mut Scope,
    question: &SearchQuestion,
    customer: Option<CustomerId>,
) -> Result<Vec<SearchHit>> {
    let ids = ids(
        scope,
        SearchedKind::for_lists::<E>().searched,
        question,
        customer,
    )
    .await?;
    let in_order = |record: &E| {
        let Val::I64(id) = record.id().val() else {
            return usize::MAX;
        };
        ids.iter()
            .position(|known| *known == id)
            .unwrap_or(usize::MAX)
    };
    let mut records: Vec<E> = scope.all(Where::ids(&ids)).await?;
    records.sort_by_key(in_order);
    let mut found = Vec::with_capacity(records.len());
    for record in &records {
        let Some(reference) = record.reference(scope).await? else {
            continue;
        };
        found.push(SearchHit {
            reference: reference.to_string(),
            kind: E::KIND,
            title: record.title(),
            details: record.details().to_string(),
        });
    }
    Ok(found)
}

/// Ranks the typed id first, then whole names, then the newest records with all words; slips are
/// allowed only without other hits.
async fn ids(
    scope: &mut Scope,
    searched: &Searched,
    question: &SearchQuestion,
    customer: Option<CustomerId>,
) -> Result<Vec<i64>> {
    let mut finder = Finder {
        tx: scope.tx().await?,
        kind: searched.kind,
        customer: customer.map(|customer| customer.0),
    };
    let mut found = match question.number().filter(|_| searched.is_numbered) {
        Some((number, words)) => finder.find_id(number, &words).await?,
        None => Vec::new(),
    };
    let add = |found: &mut Vec<i64>, more: Vec<i64>| {
        let new: Vec<i64> = more.into_iter().filter(|id| !found.contains(id)).collect();
        found.extend(new);
    };
    let whole_word_ids = finder.whole_word(&fold(&question.query), MAX_COUNT).await?;
    add(&mut found, whole_word_ids);
    if found.len() < MAX_COUNT {
        let newest = finder.newest(&question.words, MAX_COUNT).await?;
        add(&mut found, newest);
    }
    if found.is_empty() {
        found = finder.with_slips(&question.words, MAX_COUNT).await?;
    }
    found.truncate(MAX_COUNT);
    Ok(found)
}

/// Every searched record of the program; an extension of the host.
#[derive(Default)]
pub struct SearchedKinds(pub Vec<SearchedKind>);

pub(super) fn searched_kinds(host: &Host) -> &[SearchedKind] {
    let kinds = host.extension::<SearchedKinds>();
    kinds.map_or(&[], |kinds| kinds.0.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_becomes_folded_words() {
        let question = SearchQuestion::new(Some("  Café O'Neil #17 - a b c "), None).unwrap();
        assert_eq!(question.words, ["oneil", "cafe", "17", "a", "b"]);
        let number = |text| SearchQuestion::new(Some(text), None).unwrap().number();
        assert_eq!(
            (number("#17"), number("17")),
            (Some((17, Vec::new())), Some((17, Vec::new())))
        );
        assert_eq!(
            number("bluegum #17 po"),
            Some((17, vec!["bluegum".to_owned(), "po".to_owned()]))
        );
        assert_eq!((number("17 bluegum"), number("#x")), (None, None));
        assert!(SearchQuestion::new(None, None).unwrap().words.is_empty());
        assert!(SearchQuestion::new(Some(&"x".repeat(101)), None).is_err());
    }
}
