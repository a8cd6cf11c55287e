//! The global search: every record that declared how its hit reads, in groups.

use std::collections::BTreeMap;

use futures_util::{FutureExt, future::BoxFuture};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Searched, customer_column, find::Finder, words::fold};
use crate::{
    db::{Col, Entity, Mode, Val, Where},
    error::{Error, Result},
    feature::Feature,
    ids::CustomerId,
    message,
    permission::Permission,
    scope::Scope,
};

/// A searched record that the global search shows.
pub trait Hit: Entity {
    /// The group it is shown in: "Bookings".
    const GROUP: &'static str;
    /// What one is called: "Booking".
    const KIND: &'static str;
    /// Who may open it, and the feature it belongs to.
    const PERMISSION: Permission;
    const FEATURE: Feature;
    /// Whether a customer's user finds that customer's; otherwise the tenant's own people alone find any.
    const FOR_CUSTOMERS: bool;
    fn title(&self) -> String;
    /// The id of the page that the hit opens: its own, or that of the record it belongs to. None hides it.
    fn reference<'a>(&'a self, _scope: &'a mut Scope) -> BoxFuture<'a, Result<Option<i64>>> {
        let own = match self.id().val() {
            Val::I64(id) => Some(id),
            _ => None,
        };
        std::future::ready(Ok(own)).boxed()
    }
    /// What tells hits of the same title apart.
    fn details(&self) -> Value;
}

/// One result.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Found {
    /// The id of what was found.
    #[serde(rename = "ref")]
    pub reference: String,
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub title: String,
    /// JSON text.
    pub details: String,
}

/// What was found, by group.
pub type Answer = BTreeMap<&'static str, Vec<Found>>;

/// What is looked for: each word must be found.
#[derive(Debug)]
pub struct Question {
    query: String,
    words: Vec<String>,
    /// Only this customer's.
    customer: Option<CustomerId>,
}

const MAX_LENGTH: usize = 100;
/// Words beyond these narrow nothing down any more.
const MAX_WORDS: usize = 5;
/// Results of one group.
const MAX_COUNT: usize = 10;

impl Question {
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
        // The longest words say the most.
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        words.truncate(MAX_WORDS);
        Ok(Self {
            query: query.to_owned(),
            words,
            customer,
        })
    }

    /// An id, typed alone as in `17` or `#17` or marked among words as in `#17 bluegum`, and these words.
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

/// A searched record as an area hands it to the program.
#[derive(Clone, Copy)]
pub struct SearchedKind {
    pub(super) searched: &'static Searched,
    pub(super) table: &'static str,
    pub(super) customer: Option<&'static str>,
    pub(super) kept: bool,
    group: Option<Group>,
}

/// Finds the hits of one record for a question, for a customer's caller those of that customer.
type Find = for<'a> fn(
    &'a mut Scope,
    &'a Question,
    Option<CustomerId>,
) -> BoxFuture<'a, Result<Vec<Found>>>;

#[derive(Clone, Copy)]
struct Group {
    name: &'static str,
    permission: Permission,
    feature: &'static str,
    for_customers: bool,
    find: Find,
}

impl SearchedKind {
    /// A record that lists' filters search.
    pub(crate) fn listed<E: Entity>() -> Self {
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
            kept: E::KEPT,
            group: None,
        }
    }

    /// A record that the global search finds as well.
    pub(crate) fn found<E: Hit>() -> Self {
        let group = Group {
            name: E::GROUP,
            permission: E::PERMISSION,
            feature: E::FEATURE.name,
            for_customers: E::FOR_CUSTOMERS,
            find: |scope, question, customer| hits::<E>(scope, question, customer).boxed(),
        };
        Self {
            group: Some(group),
            ..Self::listed::<E>()
        }
    }

    /// What a caller needs who shall find it.
    pub(crate) fn needs(&self) -> Option<(Permission, &'static str)> {
        self.group.map(|group| (group.permission, group.feature))
    }
}

/// Looks for the question in everything that the caller may open.
pub async fn search(scope: &Scope, question: &Question) -> Result<Answer> {
    let own = scope.caller.customer();
    if let (Some(own), Some(asked)) = (own, question.customer)
        && own != asked
    {
        return Err(Error::NotFound("The customer"));
    }
    let customer = own.or(question.customer);
    // The call may be a POST, yet it only reads: it must not wait for those who write.
    let mut scope = scope.sibling(Mode::Read);
    let mut answer = Answer::new();
    let groups: Vec<Group> = scope
        .host()
        .searched()
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
    question: &Question,
    customer: Option<CustomerId>,
) -> Result<Vec<Found>> {
    let ids = ids(
        scope,
        SearchedKind::listed::<E>().searched,
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
        found.push(Found {
            reference: reference.to_string(),
            kind: E::KIND,
            title: record.title(),
            details: record.details().to_string(),
        });
    }
    Ok(found)
}

/// Ranks the typed id first, then whole names, then the newest records that hold all words; with slips only when there
/// is nothing without.
async fn ids(
    scope: &mut Scope,
    searched: &Searched,
    question: &Question,
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
    let whole = finder.whole(&fold(&question.query), MAX_COUNT).await?;
    add(&mut found, whole);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_becomes_folded_words() {
        let question = Question::new(Some("  Café O'Neil #17 - a b c "), None).unwrap();
        assert_eq!(question.words, ["oneil", "cafe", "17", "a", "b"]);
        let number = |text| Question::new(Some(text), None).unwrap().number();
        assert_eq!(
            (number("#17"), number("17")),
            (Some((17, Vec::new())), Some((17, Vec::new())))
        );
        assert_eq!(
            number("bluegum #17 po"),
            Some((17, vec!["bluegum".to_owned(), "po".to_owned()]))
        );
        assert_eq!((number("17 bluegum"), number("#x")), (None, None));
        assert!(Question::new(None, None).unwrap().words.is_empty());
        assert!(Question::new(Some(&"x".repeat(101)), None).is_err());
    }
}
