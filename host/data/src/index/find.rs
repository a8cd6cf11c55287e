//! Index queries: the newest matching records, or all of them if there are few.

use std::collections::HashMap;

use super::{
    holds, is_one_of,
    postings::{intersect, read, union},
    words::{customer_gram, holds_with_slip, needle_grams, slip_grams, whole_gram},
};
use crate::{
    db::Tx,
    error::Result,
    value::{Dialect, Val},
};

/// Query target and its restriction.
pub(crate) struct Finder<'t> {
    pub tx: &'t mut Tx,
    pub kind: i64,
    /// Restricts the search to this customer.
    pub customer: Option<i64>,
}

/// Candidates compared per statement.
const COMPARE_BATCH: usize = 256;
/// Candidates compared per search; the search stops after these.
const MAX_COMPARED: usize = 20_000;
/// Candidates compared with slips.
const MAX_COMPARED_FOR_SLIPS: usize = 3_000;
/// Unsealed rows compared with slips, the newest first.
const MAX_WAITING_FOR_SLIPS: usize = 10_000;
/// Segments searched at first; then four times as many each time.
const SEGMENTS_AT_FIRST: usize = 4;
const MAX_SEGMENTS_AT_ONCE: usize = 256;

/// For each needle its alternatives, each a list of grams that a text must have.
type Needed = Vec<Vec<Vec<i64>>>;

#[derive(Debug, Clone, Copy)]
struct Segment {
    segment: i64,
    low: i64,
    high: i64,
}

/// The segments of a kind, the one with the newest record first.
pub(crate) struct Segments {
    remaining: Vec<Segment>,
    at_once: usize,
    /// Set while older records are still being indexed.
    pub incomplete: bool,
}

/// Rows of the index.
#[derive(Debug, Clone, Copy)]
enum Rows<'i> {
    All,
    /// Rows not yet in a segment.
    Waiting,
    Of(&'i [i64]),
}

impl Finder<'_> {
    /// Returns the newest records that contain all needles, up to `limit`, among the candidates.
    pub async fn newest(&mut self, needles: &[String], limit: usize) -> Result<Vec<i64>> {
        let needed = self.needed(needles.iter().map(|needle| vec![needle_grams(needle)]));
        if needed.is_empty() {
            return self.rows(needles, Rows::All, limit).await;
        }
        // Unsealed rows first: rows sealed meanwhile are then found here.
        let mut found = self.rows(needles, Rows::Waiting, limit).await?;
        let mut segments = self.segments().await?;
        let mut compared = 0;
        while !segments.is_done(&found, limit) && compared < MAX_COMPARED {
            let candidates = segments.next(self, &needed).await?;
            for part in candidates.chunks(COMPARE_BATCH) {
                let last = found.get(limit.saturating_sub(1)).copied();
                if last.is_some_and(|last| part[0] <= last) {
                    break;
                }
                compared += part.len();
                found.extend(self.rows(needles, Rows::Of(part), limit).await?);
                newest_first(&mut found);
            }
        }
        found.truncate(limit);
        Ok(found)
    }

    /// Returns the records with this whole word, the newest first.
    pub async fn whole_word(&mut self, word: &str, limit: usize) -> Result<Vec<i64>> {
        let needles = [format!(" {word} ")];
        let mut found = self.rows(&needles, Rows::Waiting, limit).await?;
        let needed = self.needed([vec![vec![whole_gram(word)]]]);
        let mut segments = self.segments().await?;
        while !segments.is_done(&found, limit) {
            let candidates = segments.next(self, &needed).await?;
            let candidates = &candidates[..candidates.len().min(COMPARE_BATCH)];
            found.extend(self.rows(&needles, Rows::Of(candidates), limit).await?);
            newest_first(&mut found);
        }
        found.truncate(limit);
        Ok(found)
    }

    /// Returns the newest records that contain all needles with at most one slip in each.
    pub async fn with_slips(&mut self, needles: &[String], limit: usize) -> Result<Vec<i64>> {
        let fits = |words: &str| {
            needles
                .iter()
                .all(|needle| words.contains(needle) || holds_with_slip(words, needle))
        };
        let mut found = self
            .matching_rows(Rows::Waiting, fits, MAX_WAITING_FOR_SLIPS)
            .await?;
        // First the alternatives with three adjacent characters; pairs are less selective.
        for piece in [3, 2] {
            let ways = |needle: &String| {
                let mut ways = slip_grams(needle, piece);
                ways.push(needle_grams(needle));
                ways
            };
            let needed = self.needed(needles.iter().map(ways));
            let mut segments = self.segments().await?;
            let mut compared = 0;
            while !needed.is_empty()
                && !segments.is_done(&found, limit)
                && compared < MAX_COMPARED_FOR_SLIPS
            {
                let candidates = segments.next(self, &needed).await?;
                let candidates =
                    &candidates[..candidates.len().min(MAX_COMPARED_FOR_SLIPS - compared)];
                compared += candidates.len();
                found.extend(
                    self.matching_rows(Rows::Of(candidates), fits, candidates.len())
                        .await?,
                );
                newest_first(&mut found);
            }
            if !found.is_empty() {
                break;
            }
        }
        newest_first(&mut found);
        found.truncate(limit);
        Ok(found)
    }

    /// Returns all records that may contain the needle, ascending, if there are at most `cap`.
    /// `segments` is complete.
    pub async fn all(&mut self, needle: &str, cap: usize) -> Result<Option<Vec<i64>>> {
        let needed = self.needed([vec![needle_grams(needle)]]);
        if needed.is_empty() {
            return Ok(None);
        }
        let mut found = self
            .rows(&[needle.to_owned()], Rows::Waiting, cap + 1)
            .await?;
        let mut segments = self.segments().await?;
        if segments.incomplete {
            return Ok(None);
        }
        while found.len() <= cap && !segments.remaining.is_empty() {
            found.extend(segments.next(self, &needed).await?);
        }
        Ok((found.len() <= cap).then(|| union([found])))
    }

    fn needed(&self, needles: impl IntoIterator<Item = Vec<Vec<i64>>>) -> Needed {
        // An alternative without grams matches every text, so the needle does not narrow.
        let mut needed: Needed = needles
            .into_iter()
            .filter(|ways| ways.iter().all(|way| !way.is_empty()))
            .collect();
        if let Some(customer) = self.customer.filter(|_| !needed.is_empty()) {
            needed.push(vec![vec![customer_gram(customer)]]);
        }
        needed
    }

    /// Returns the record with this id if it matches and contains all needles.
    pub async fn find_id(&mut self, id: i64, needles: &[String]) -> Result<Vec<i64>> {
        self.rows(needles, Rows::Of(&[id]), 1).await
    }

    /// Returns the newest of these rows that contain all needles.
    async fn rows(&mut self, needles: &[String], rows: Rows<'_>, limit: usize) -> Result<Vec<i64>> {
        let (from, mut condition, mut values) = self.build_condition(rows);
        for needle in needles {
            values.push(Val::Text(needle.clone()));
            condition.push_str(" AND ");
            condition.push_str(&holds(self.tx.dialect(), values.len() + 1));
        }
        let sql = format!(
            "SELECT record_id FROM {from} WHERE {condition} ORDER BY record_id DESC LIMIT {limit}"
        );
        let rows = self.tx.statement(sql, values).await?;
        Ok(rows
            .iter()
            .map(|row| row.get(0))
            .collect::<sqlx::Result<_>>()?)
    }

    /// Returns the newest of these rows whose words fit.
    async fn matching_rows(
        &mut self,
        rows: Rows<'_>,
        fits: impl Fn(&str) -> bool,
        limit: usize,
    ) -> Result<Vec<i64>> {
        let (from, condition, values) = self.build_condition(rows);
        let sql = format!(
            "SELECT record_id, words FROM {from} WHERE {condition} ORDER BY record_id DESC LIMIT {limit}"
        );
        let mut found = Vec::new();
        for row in &self.tx.statement(sql, values).await? {
            if fits(&row.get::<String>(1)?) {
                found.push(row.get(0)?);
            }
        }
        Ok(found)
    }

    /// Returns the table, the condition on its rows, and the condition's values without the tenant.
    fn build_condition(&self, rows: Rows<'_>) -> (String, String, Vec<Val>) {
        let (mut condition, mut values) = (
            "tenant_id = $1 AND kind = $2".to_owned(),
            vec![Val::I64(self.kind)],
        );
        if let Some(customer) = self.customer {
            condition.push_str(" AND customer_id = $3");
            values.push(Val::I64(customer));
        }
        let mut from = "search_docs".to_owned();
        match rows {
            Rows::All => {}
            Rows::Waiting => {
                condition.push_str(" AND segment IS NULL");
                // Both planners would otherwise scan all rows in key order.
                match self.tx.dialect() {
                    Dialect::Sqlite => from.push_str(" INDEXED BY search_docs_waiting"),
                    Dialect::Postgres => {
                        from = format!(
                            "(SELECT record_id, words FROM search_docs WHERE {condition} OFFSET 0) AS waiting"
                        );
                        condition = "TRUE".to_owned();
                    }
                }
            }
            Rows::Of(ids) => {
                values.push(Val::Ids(ids.to_vec()));
                condition.push_str(&format!(
                    " AND record_id {}",
                    is_one_of(self.tx.dialect(), values.len() + 1)
                ));
            }
        }
        (from, condition, values)
    }

    async fn segments(&mut self) -> Result<Segments> {
        let sql = "SELECT segment, low_id, high_id FROM search_segments WHERE tenant_id = $1 AND kind = $2
                   UNION ALL SELECT 0, 0, 0 FROM search_rebuilds WHERE for_tenant = $1 AND kind = $2";
        let rows = self
            .tx
            .statement(sql.to_owned(), vec![Val::I64(self.kind)])
            .await?;
        let mut remaining = Vec::with_capacity(rows.len());
        for row in &rows {
            remaining.push(Segment {
                segment: row.get(0)?,
                low: row.get(1)?,
                high: row.get(2)?,
            });
        }
        let all = remaining.len();
        remaining.retain(|segment| segment.segment > 0);
        remaining.sort_by_key(|segment| std::cmp::Reverse(segment.high));
        Ok(Segments {
            incomplete: remaining.len() < all,
            remaining,
            at_once: SEGMENTS_AT_FIRST,
        })
    }
}

impl Segments {
    /// True if the records found are the newest: no remaining segment has a newer record than the
    /// last one.
    fn is_done(&self, found: &[i64], limit: usize) -> bool {
        match (self.remaining.first(), found.get(limit.saturating_sub(1))) {
            (None, _) => true,
            (Some(next), Some(last)) => *last >= next.high,
            (Some(_), None) => false,
        }
    }

    /// Returns the candidates of the next segments, the newest first.
    async fn next(&mut self, finder: &mut Finder<'_>, needed: &Needed) -> Result<Vec<i64>> {
        let now: Vec<Segment> = self
            .remaining
            .drain(..self.at_once.min(self.remaining.len()))
            .collect();
        self.at_once = (self.at_once * 4).min(MAX_SEGMENTS_AT_ONCE);
        let dialect = finder.tx.dialect();
        let sql = match dialect {
            // In this order, every list is one index lookup.
            Dialect::Sqlite => "SELECT p.segment, p.gram, p.records FROM json_each($3) s CROSS JOIN json_each($4) g
                 CROSS JOIN search_postings p ON p.tenant_id = $1 AND p.kind = $2 AND p.segment = s.value AND p.gram = g.value"
                .to_owned(),
            Dialect::Postgres => format!(
                "SELECT segment, gram, records FROM search_postings WHERE tenant_id = $1 AND kind = $2 AND segment {} AND gram {}",
                is_one_of(dialect, 3),
                is_one_of(dialect, 4)
            ),
        };
        let grams = union([needed
            .iter()
            .flatten()
            .flatten()
            .copied()
            .collect::<Vec<_>>()]);
        let segments: Vec<i64> = now.iter().map(|segment| segment.segment).collect();
        let values = vec![Val::I64(finder.kind), Val::Ids(segments), Val::Ids(grams)];
        let rows = finder.tx.statement(sql, values).await?;
        let mut lists = HashMap::<(i64, i64), Vec<u8>>::with_capacity(rows.len());
        for row in &rows {
            lists.insert((row.get(0)?, row.get(1)?), row.get(2)?);
        }
        let mut found = union(now.iter().map(|segment| {
            let list = |gram: &i64| {
                lists
                    .get(&(segment.segment, *gram))
                    .map(|list| read(list, segment.low))
            };
            matching(needed, list)
        }));
        found.reverse();
        Ok(found)
    }
}

/// Returns the ids that match at least one alternative of every needle.
fn matching(needed: &Needed, list: impl Fn(&i64) -> Option<Vec<i64>>) -> Vec<i64> {
    let meet = |found: Option<Vec<i64>>, next: Vec<i64>| {
        Some(found.map_or_else(|| next.clone(), |found| intersect(&found, &next)))
    };
    let way = |way: &Vec<i64>| {
        let lists: Option<Vec<Vec<i64>>> = way.iter().map(&list).collect();
        let mut lists = lists.unwrap_or_default();
        lists.sort_by_key(Vec::len);
        lists.into_iter().fold(None, meet).unwrap_or_default()
    };
    needed
        .iter()
        .map(|ways| union(ways.iter().map(way)))
        .fold(None, meet)
        .unwrap_or_default()
}

fn newest_first(found: &mut Vec<i64>) {
    found.sort_unstable_by(|one, other| other.cmp(one));
    found.dedup();
}
