//! Index rows changed by a transaction, written with it.

use data_macros::boxed;
use std::collections::{BTreeMap, BTreeSet};

use crate::{
    db::Tx,
    error::Result,
    record::Entity,
    value::{Col, Val},
};

/// Index entry of one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Doc {
    pub customer: Option<i64>,
    pub words: String,
}

/// Unwritten changes of one transaction.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// By kind and id; none for a deleted record.
    docs: BTreeMap<(i64, i64), Option<Doc>>,
    due: BTreeSet<i64>,
    stopped: bool,
}

/// Rows per statement; SQLite is slow with more values than these rows have.
const ROWS_PER_STATEMENT: usize = 125;
/// One in this many changed records triggers a count of its kind's rows, and sealing if there are
/// enough.
const COUNT_SAMPLE_RATE: u64 = 256;

impl Changes {
    /// Stops writing; the caller rebuilds the index afterwards.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Returns the index entry of a record with these values, if it is searched.
    pub fn doc_for<E: Entity>(&self, values: &[Val]) -> Option<Doc> {
        E::SEARCHED
            .filter(|_| !self.stopped)
            .map(|searched| searched.doc::<E>(values))
    }

    /// Notes a changed entry; an unchanged one is skipped.
    pub fn put<E: Entity>(&mut self, id: E::Id, doc: Option<Doc>, old: Option<Doc>) {
        let (Some(searched), Some(mut doc), Val::I64(id)) = (E::SEARCHED, doc, id.val()) else {
            return;
        };
        if old.is_some_and(|old| old == doc) {
            return;
        }
        if super::customer_column::<E>() == Some("id") {
            doc.customer = Some(id);
        }
        // Spreads ids evenly in any order, without randomness.
        if id
            .cast_unsigned()
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .leading_zeros()
            >= COUNT_SAMPLE_RATE.trailing_zeros()
        {
            self.due.insert(searched.kind);
        }
        self.docs.insert((searched.kind, id), Some(doc));
    }

    pub fn remove<E: Entity>(&mut self, id: E::Id) {
        if let (Some(searched), Val::I64(id)) = (E::SEARCHED, id.val()) {
            self.docs.insert((searched.kind, id), None);
        }
    }

    /// Takes the changes so far, so that later ones are collected separately.
    pub fn take(&mut self) -> Self {
        let stopped = self.stopped;
        std::mem::replace(
            self,
            Self {
                stopped,
                ..Self::default()
            },
        )
    }

    /// Appends later changes.
    pub fn append(&mut self, later: Self) {
        self.docs.extend(later.docs);
        self.due.extend(later.due);
        self.stopped |= later.stopped;
    }

    /// Returns the kinds that may have enough rows for a segment.
    pub fn take_due(&mut self) -> BTreeSet<i64> {
        std::mem::take(&mut self.due)
    }

    async fn write(&mut self, tx: &mut Tx) -> Result<()> {
        let (mut removed, mut kept) = (BTreeMap::<i64, Vec<i64>>::new(), Vec::new());
        for ((kind, id), doc) in std::mem::take(&mut self.docs) {
            match doc {
                Some(doc) => kept.push((kind, id, doc)),
                None => removed.entry(kind).or_default().push(id),
            }
        }
        for (kind, ids) in removed {
            let one_of = super::is_one_of(tx.dialect(), 3);
            let sql = format!(
                "DELETE FROM search_docs WHERE tenant_id = $1 AND kind = $2 AND record_id {one_of}"
            );
            tx.statement(sql, vec![Val::I64(kind), Val::Ids(ids)])
                .await?;
        }
        for part in kept.chunks(ROWS_PER_STATEMENT) {
            insert(tx, part, REPLACE).await?;
        }
        Ok(())
    }
}

impl Tx {
    /// Writes the pending changes to the search index.
    #[boxed]
    pub(crate) async fn write_docs(&mut self) -> Result<()> {
        if self.index_changes().docs.is_empty() {
            return Ok(());
        }
        let mut changes = std::mem::take(self.index_changes());
        changes.write(self).await?;
        *self.index_changes() = changes;
        Ok(())
    }
}

/// Writes only differences; a changed row joins a later segment.
const REPLACE: &str = "DO UPDATE SET customer_id = excluded.customer_id, words = excluded.words, segment = NULL
     WHERE search_docs.words <> excluded.words OR search_docs.customer_id IS DISTINCT FROM excluded.customer_id";
/// A record's own transaction has written newer data than this read.
const KEEP: &str = "DO NOTHING";

/// Adds entries for records that have none.
pub(crate) async fn add_missing(tx: &mut Tx, docs: &[(i64, i64, Doc)]) -> Result<()> {
    for part in docs.chunks(ROWS_PER_STATEMENT) {
        insert(tx, part, KEEP).await?;
    }
    Ok(())
}

async fn insert(tx: &mut Tx, docs: &[(i64, i64, Doc)], on_conflict: &str) -> Result<()> {
    let mut values = Vec::with_capacity(docs.len() * 4);
    let mut rows = Vec::with_capacity(docs.len());
    for (kind, id, doc) in docs {
        let first = values.len() + 2;
        rows.push(format!(
            "($1, ${}, ${}, ${}, ${})",
            first,
            first + 1,
            first + 2,
            first + 3
        ));
        values.extend([
            Val::I64(*kind),
            Val::I64(*id),
            doc.customer.val(),
            Val::Text(doc.words.clone()),
        ]);
    }
    let sql = format!(
        "INSERT INTO search_docs (tenant_id, kind, record_id, customer_id, words) VALUES {}
         ON CONFLICT (tenant_id, kind, record_id) {on_conflict}",
        rows.join(", ")
    );
    tx.statement(sql, values).await?;
    Ok(())
}
