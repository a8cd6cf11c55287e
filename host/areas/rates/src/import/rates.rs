//! Rate import: new rates are staged; then all go live at once, or none.

use bytes::Bytes;
use data::{
    Error, FieldError, Message, Refusal, Result, Scope,
    audit::{Entry, UPDATED},
    ids::{JobId, RateCardId},
    message,
};
use serde_json::Value;
use web::rows::{Content, Table, lacks_columns};
use work::job::ScopeJobs;

use crate::import::{
    Imported, NO_IMPORT, Work,
    break_table::{BreakTable, Draft},
    card_state::{CardState, Step},
    history::{self, RateTable},
    lane_table::LaneTable,
    store,
};
use crate::{
    begin_change,
    rate_cards::{model::RateCard, store::force_hash_joins},
    rates::{
        self,
        routes::{MAX_RATES, Rate},
    },
};

/// `replaced_by` of a staged rate.
const STAGED: i64 = 0;
const RATES_PER_TRANSACTION: usize = 2_000;

const NOT_LAST: Refusal = Refusal::new(
    2402,
    "A later import has replaced rates of this one. Undo that one first.",
);
const TAKEN: Refusal = Refusal::new(
    2403,
    "The rates that this import replaced cannot apply again.",
);

enum TableFormat {
    Lines(Box<BreakTable>),
    Lanes(LaneTable),
}

struct Drafts {
    table: Table,
    form: TableFormat,
}

impl Drafts {
    async fn open(scope: &Scope, content: Bytes) -> Result<Self> {
        let table = Table::open(Content::reserve(scope, content).await?, &[])?;
        if let Some(lanes) = LaneTable::from_table(&table) {
            let missing = lanes.missing();
            if !missing.is_empty() {
                return Err(Error::invalid("csvFile", lacks_columns(&missing)));
            }
            return Ok(Self {
                table,
                form: TableFormat::Lanes(lanes),
            });
        }
        let lines = BreakTable::from_table(&table)?;
        Ok(Self {
            table,
            form: TableFormat::Lines(Box::new(lines)),
        })
    }

    fn next(&mut self) -> Option<Draft> {
        match &mut self.form {
            TableFormat::Lines(lines) => lines.next(&mut self.table),
            TableFormat::Lanes(lanes) => lanes.next(&mut self.table),
        }
    }
}

/// Runs the job. A repeated run starts over unless the previous one completed.
pub(super) async fn run(mut scope: Scope, work: Value) -> Result<()> {
    let work = Work::read(work)?;
    let import = scope.job().ok_or(Error::NotFound("The import"))?;
    if scope.saved_result::<Imported>()?.is_some() {
        return Ok(());
    }
    let content = files::read_file(&mut scope, work.file).await?;
    let book = CardState::open(&mut scope, work.card).await?;
    // The card's audit entry covers the rows.
    scope.without_record();
    store::delete_staged(&mut scope, work.card, import).await?;
    scope.commit().await?;
    let outcome = stage_table(&mut scope, &work, import, book, content).await;
    if !matches!(outcome, Ok(true)) {
        scope.rollback();
        store::delete_staged(&mut scope, work.card, import).await?;
        scope.commit().await?;
    }
    outcome.map(|_| ())
}

/// Returns true if the rates went live.
async fn stage_table(
    scope: &mut Scope,
    work: &Work,
    import: JobId,
    mut book: CardState,
    content: Bytes,
) -> Result<bool> {
    let mut done = Imported::default();
    let mut drafts = match Drafts::open(scope, content).await {
        Ok(drafts) => drafts,
        Err(Error::Invalid(errors)) => {
            errors.iter().for_each(|error| done.refuse(0, error));
            return finish(scope, done).await.map(|()| false);
        }
        Err(error) => return Err(error),
    };
    let total = drafts.table.total();
    done.places = drafts.table.cell_names();
    let mut room = MAX_RATES - count(scope, work.card).await?;
    scope.rollback();
    let mut aside: Vec<Rate> = Vec::new();
    while let Some(mut draft) = drafts.next() {
        done.total = draft.details.last().copied().unwrap_or(draft.line);
        match book.apply(scope, &mut draft).await? {
            Ok(Step::Nothing) => done.unchanged += 1,
            Ok(step) => {
                done.inserted += usize::from(step == Step::Insert);
                done.updated += usize::from(step == Step::Replace);
                room -= i64::from(step == Step::Insert);
                if room < 0 {
                    let full = message!(
                        "exceeds the maximum of {max} rates for a rate card",
                        max = MAX_RATES
                    );
                    done.refuse(draft.line, &FieldError::new("", full));
                    break;
                }
                for warning in rates::rules::warnings("rate", &draft.rate) {
                    done.warn(draft.line_of(&warning), &warning);
                }
                aside.push(Rate {
                    import_id: Some(import.0),
                    replaced_by: Some(STAGED),
                    ..draft.rate
                });
            }
            Err(errors) => errors
                .iter()
                .for_each(|(line, error)| done.refuse(*line, error)),
        }
        if aside.len() >= RATES_PER_TRANSACTION {
            scope.step(done.total, Some(total.max(done.total)), "")?;
            stage(scope, work, &done, &mut aside).await?;
        }
    }
    stage(scope, work, &done, &mut aside).await?;
    scope.step(done.total, Some(done.total), "")?;
    if done.refused > 0 {
        return finish(scope, done.refused()).await.map(|()| false);
    }
    // Without changes the previous import stays undoable.
    if work.dry_run || done.inserted + done.updated == 0 {
        return finish(scope, done).await.map(|()| false);
    }
    go_live(scope, &book, import, &done).await?;
    history::write(scope, work, import, RateTable::Rates, &done).await?;
    finish(scope, done).await.map(|()| true)
}

async fn finish(scope: &mut Scope, done: Imported) -> Result<()> {
    scope.save_result(&done).await?;
    scope.commit().await
}

async fn stage(
    scope: &mut Scope,
    work: &Work,
    done: &Imported,
    aside: &mut Vec<Rate>,
) -> Result<()> {
    // Ends the read transaction, so that others can write.
    scope.rollback();
    if !work.dry_run && done.refused == 0 {
        scope.insert_all(aside).await?;
        scope.commit().await?;
    }
    aside.clear();
    Ok(())
}

/// Replaces rates of the same service, lane, method and days.
async fn go_live(
    scope: &mut Scope,
    book: &CardState,
    import: JobId,
    done: &Imported,
) -> Result<()> {
    // Later changes wait for the lock; earlier ones are committed.
    scope.lock::<RateCard>(book.card).await?;
    let card: RateCard = scope.find(book.card).await?;
    if card.modified_time != book.changed {
        // Checks may be outdated: the next run repeats them.
        return Err(Error::Conflict);
    }
    begin_change(scope, book.card).await?;
    // Only the last import can be undone.
    store::delete_replaced(scope, book.card).await?;
    if done.updated > 0 {
        force_hash_joins(scope).await?;
        store::replace_rates(scope, book.card, import).await?;
    }
    store::publish_staged(scope, book.card, import).await?;
    let details = serde_json::json!({"inserted": done.inserted, "updated": done.updated});
    scope.record(Entry::new("RateCard", book.card, UPDATED).with_change(
        "importedRates",
        (),
        details,
    ));
    Ok(())
}

async fn count(scope: &mut Scope, card: RateCardId) -> Result<i64> {
    scope.count(crate::rates::routes::live(card)).await
}

/// Deletes the last import's rates and restores those it replaced. Returns both numbers.
pub(super) async fn undo(
    scope: &mut Scope,
    import: JobId,
    card: RateCardId,
) -> Result<(usize, usize)> {
    scope.find::<RateCard>(card).await?;
    begin_change(scope, card).await?;
    if store::count_replaced_of(scope, card, import).await? > 0 {
        return Err(NOT_LAST.into());
    }
    let removed = store::delete_imported(scope, card, import).await?;
    force_hash_joins(scope).await?;
    let imported = store::count_overlaps(scope, card, import).await?;
    if imported > 0 {
        let lanes: Message = message!(
            "{count} rates were added since where this import had replaced others: delete them first",
            count = imported
        );
        return Err(TAKEN.with_message(lanes));
    }
    let lost = store::count_without_zones(scope, card, import).await?;
    if lost > 0 {
        let zones: Message = message!(
            "{count} rates replaced by this import belong to zones that the card no longer has",
            count = lost
        );
        return Err(TAKEN.with_message(zones));
    }
    let restored = store::restore_replaced(scope, card, import).await?;
    if removed + restored == 0 {
        return Err(NO_IMPORT.into());
    }
    let details = serde_json::json!({"removed": removed, "restored": restored});
    scope.record(Entry::new("RateCard", card, UPDATED).with_change("importUndone", (), details));
    Ok((removed, restored))
}
