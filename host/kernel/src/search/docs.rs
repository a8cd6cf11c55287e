//! The rows of the index that a transaction changes, written with it.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    db::{Col, Entity, Tx, Val},
    error::Result,
};

/// What the index keeps of one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Doc {
    pub customer: Option<i64>,
    pub words: String,
}

/// The changes of one transaction that are not written yet.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// By kind and id; nothing for a record that is gone.
    docs: BTreeMap<(i64, i64), Option<Doc>>,
    due: BTreeSet<i64>,
    stopped: bool,
}

/// Rows in one statement; SQLite takes 32,766 values.
const AT_ONCE: usize = 500;
/// One in so many changed records has its kind's rows counted, and gathered into segments when they are enough.
const ONE_IN: u64 = 256;

impl Changes {
    /// From now on nothing is written; whoever asks for this fills the index again.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// What the index keeps of a record with these values, if it is a searched one.
    pub fn of<E: Entity>(&self, values: &[Val]) -> Option<Doc> {
        E::SEARCHED
            .filter(|_| !self.stopped)
            .map(|searched| searched.doc::<E>(values))
    }

    /// Notes what was written, unless it is as it was.
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
        // Ids spread evenly whatever their order, and without chance.
        if id
            .cast_unsigned()
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .leading_zeros()
            >= ONE_IN.trailing_zeros()
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

    /// What was changed so far, put aside for what follows to be noted by itself.
    pub fn put_aside(&mut self) -> Self {
        let stopped = self.stopped;
        std::mem::replace(
            self,
            Self {
                stopped,
                ..Self::default()
            },
        )
    }

    /// Adds what was changed later.
    pub fn append(&mut self, later: Self) {
        self.docs.extend(later.docs);
        self.due.extend(later.due);
        self.stopped |= later.stopped;
    }

    /// The kinds whose rows may be enough for a segment.
    pub fn take_due(&mut self) -> BTreeSet<i64> {
        std::mem::take(&mut self.due)
    }

    async fn write(&mut self, tx: &mut Tx) -> Result<()> {
        let (mut gone, mut kept) = (BTreeMap::<i64, Vec<i64>>::new(), Vec::new());
        for ((kind, id), doc) in std::mem::take(&mut self.docs) {
            match doc {
                Some(doc) => kept.push((kind, id, doc)),
                None => gone.entry(kind).or_default().push(id),
            }
        }
        for (kind, ids) in gone {
            let one_of = super::is_one_of(tx.dialect(), 3);
            let sql = format!(
                "DELETE FROM search_docs WHERE tenant_id = $1 AND kind = $2 AND record_id {one_of}"
            );
            tx.statement(sql, vec![Val::I64(kind), Val::Ids(ids)])
                .await?;
        }
        for part in kept.chunks(AT_ONCE) {
            insert(tx, part, REPLACE).await?;
        }
        Ok(())
    }
}

impl Tx {
    /// Writes what was changed so far into the search index.
    pub(crate) async fn write_docs(&mut self) -> Result<()> {
        if self.docs().docs.is_empty() {
            return Ok(());
        }
        let mut changes = std::mem::take(self.docs());
        changes.write(self).await?;
        *self.docs() = changes;
        Ok(())
    }
}

/// Only what is different is written; a changed row waits for its next segment.
const REPLACE: &str = "DO UPDATE SET customer_id = excluded.customer_id, words = excluded.words, segment = NULL
     WHERE search_docs.words <> excluded.words OR search_docs.customer_id IS DISTINCT FROM excluded.customer_id";
/// What a record's own transaction has written is newer than what was read of it.
const KEEP: &str = "DO NOTHING";

/// Adds rows for records that were read, unless they have theirs.
pub(super) async fn add_missing(tx: &mut Tx, docs: &[(i64, i64, Doc)]) -> Result<()> {
    for part in docs.chunks(AT_ONCE) {
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
