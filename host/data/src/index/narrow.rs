//! Candidate lookup for list filters in the search index.

use super::{
    find::Finder,
    is_one_of,
    postings::{intersect, union},
    words::fold,
};
use crate::{
    db::Tx,
    error::Result,
    odata::{self, Comparison, Kind, Literal, Node, literal_of},
    record::{Entity, Searched},
    value::{Dialect, Val},
};

/// A necessary condition of a filter.
#[derive(Debug, PartialEq)]
enum Needle {
    /// The words contain this folded text.
    Text(String),
    /// One of these ids.
    Ids(Vec<i64>),
    All(Vec<Needle>),
    Any(Vec<Needle>),
}

/// Maximum candidates; with more, the filter runs without the index.
const MAX_CANDIDATES: usize = 20_000;

/// Returns the indexable condition of a filter; none if rows outside the index may match.
fn needle(searched: &Searched, node: &Node) -> Option<Needle> {
    match &node.kind {
        Kind::And(parts) => {
            let needles: Vec<Needle> = parts
                .iter()
                .filter_map(|part| needle(searched, part))
                .collect();
            (!needles.is_empty()).then_some(Needle::All(needles))
        }
        Kind::Or(parts) => parts
            .iter()
            .map(|part| needle(searched, part))
            .collect::<Option<_>>()
            .map(Needle::Any),
        Kind::Call(name, arguments) => {
            let (field, value) = match (name.as_str(), arguments.as_slice()) {
                ("contains" | "startswith" | "endswith", [field, value]) => (field, value),
                ("substringof", [value, field]) => (field, value),
                _ => return None,
            };
            if !searched.has_any_case(field_name(field)?) {
                return None;
            }
            text(&literal_of(value)?)
        }
        Kind::Compare(Comparison::Eq, one, other) => {
            let (name, value) = match (&one.kind, &other.kind) {
                (Kind::Name(name), Kind::Literal(value))
                | (Kind::Literal(value), Kind::Name(name)) => (name, value),
                _ => return None,
            };
            if name.eq_ignore_ascii_case("id") {
                return id(value).map(|id| Needle::Ids(vec![id]));
            }
            searched.has_any_case(name).then(|| text(value)).flatten()
        }
        Kind::In(field, values) => {
            let name = field_name(field)?;
            let literals = || {
                values.iter().map(|node| {
                    if let Kind::Literal(value) = &node.kind {
                        Some(value)
                    } else {
                        None
                    }
                })
            };
            if name.eq_ignore_ascii_case("id") {
                return literals()
                    .map(|value| id(value?))
                    .collect::<Option<_>>()
                    .map(Needle::Ids);
            }
            let texts = || {
                literals()
                    .map(|value| text(value?))
                    .collect::<Option<_>>()
                    .map(Needle::Any)
            };
            searched.has_any_case(name).then(texts).flatten()
        }
        _ => None,
    }
}

/// Returns the folded text of a literal. A single character occurs in nearly every record, so it is
/// skipped.
fn text(value: &Literal) -> Option<Needle> {
    let text = match value {
        Literal::Text(text) => fold(text),
        Literal::Number(_, digits) => fold(digits),
        _ => return None,
    };
    (text.len() > 1).then_some(Needle::Text(text))
}

fn id(value: &Literal) -> Option<i64> {
    match value {
        Literal::Number(number, _) if number.is_integer() => i64::try_from(*number).ok(),
        _ => None,
    }
}

/// Unwraps the field in `tolower(…)` and similar functions, which have no effect on folded text.
fn field_name(node: &Node) -> Option<&str> {
    match &node.kind {
        Kind::Name(name) => Some(name),
        Kind::Call(name, arguments) if matches!(name.as_str(), "tolower" | "toupper" | "trim") => {
            arguments.first().and_then(field_name)
        }
        _ => None,
    }
}

impl Tx {
    /// Adds a filter's candidates to its condition; the filter itself still decides.
    pub(crate) async fn narrow_by_index<E: Entity>(
        &mut self,
        filter: Option<&str>,
        condition: &mut String,
        values: &mut Vec<Val>,
    ) -> Result<()> {
        let (Some(searched), Some(filter)) = (E::SEARCHED, filter) else {
            return Ok(());
        };
        let parsed = odata::parse(filter).map_err(|error| error.for_parameter("filter"))?;
        let Some(needle) = needle(searched, &parsed) else {
            return Ok(());
        };
        self.write_docs().await?;
        let Some(ids) = evaluate(self, searched.kind, &needle, &mut Vec::new()).await? else {
            return Ok(());
        };
        if self.dialect() == Dialect::Sqlite {
            // Every other index leads with the tenant. The `+` leaves the ids as the only access
            // path, instead of a whole index scan.
            condition.insert(0, '+');
        }
        values.push(Val::Ids(ids));
        condition.push_str(&format!(
            " AND id {}",
            is_one_of(self.dialect(), values.len())
        ));
        Ok(())
    }
}

type Lookups = Vec<(String, Option<Vec<i64>>)>;

async fn evaluate(
    tx: &mut Tx,
    kind: i64,
    needle: &Needle,
    lookups: &mut Lookups,
) -> Result<Option<Vec<i64>>> {
    match needle {
        Needle::Ids(ids) => Ok(Some(union([ids.clone()]))),
        Needle::Text(text) => {
            // Filters often repeat the same text for many fields.
            if let Some((_, ids)) = lookups.iter().find(|(known, _)| known == text) {
                return Ok(ids.clone());
            }
            let ids = Finder {
                tx,
                kind,
                customer: None,
            }
            .all(text, MAX_CANDIDATES)
            .await?;
            lookups.push((text.clone(), ids.clone()));
            Ok(ids)
        }
        Needle::All(parts) => {
            let mut least: Option<Vec<i64>> = None;
            for part in parts {
                if let Some(ids) = Box::pin(evaluate(tx, kind, part, lookups)).await? {
                    least = Some(match least {
                        Some(least) => intersect(&least, &ids),
                        None => ids,
                    });
                }
            }
            Ok(least)
        }
        Needle::Any(parts) => {
            let mut all = Vec::new();
            for part in parts {
                match Box::pin(evaluate(tx, kind, part, lookups)).await? {
                    Some(ids) => all.extend(ids),
                    None => return Ok(None),
                }
            }
            let all = union([all]);
            Ok((all.len() <= MAX_CANDIDATES).then_some(all))
        }
    }
}
