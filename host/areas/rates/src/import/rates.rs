//! Rate import: lines are validated while new rates are staged; then all go live at once, or none.

use bytes::Bytes;
use kernel::{
    Error, FieldError, Message, Refusal, Result, Scope,
    audit::{Entry, UPDATED},
    db::Col,
    ids::{JobId, RateCardId},
    message,
    rows::{Content, Table},
    tsql,
};
use serde_json::Value;

use crate::import::{
    Imported, NO_IMPORT, Work,
    break_table::{BreakTable, Draft},
    card_state::{CardState, Step},
    history::{self, RateTable},
    lane_table::LaneTable,
};
use crate::{
    begin_change, force_hash_joins, lock_card,
    rate_cards::model::RateCard,
    rates::{
        self,
        routes::{MAX_RATES, Rate},
    },
};

/// `replaced_by` of a staged rate.
const STAGED: i64 = 0;
/// Rates staged per transaction.
const RATES_PER_TRANSACTION: usize = 2_000;

const NOT_LAST: Refusal = Refusal::new(
    2402,
    "A later import has replaced rates of this one. Undo that one first.",
);
const TAKEN: Refusal = Refusal::new(
    2403,
    "The rates that this import replaced cannot apply again.",
);

/// A table in one of two formats.
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
                let lacks = message!("lacks the column {missing}", missing = missing.join(", "));
                return Err(Error::invalid("csvFile", lacks));
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
    // Imported rows are not audited individually: the card's entry covers the import.
    scope.without_record();
    clear(&mut scope, work.card, import).await?;
    scope.commit().await?;
    let outcome = stage_table(&mut scope, &work, import, book, content).await;
    if !matches!(outcome, Ok(true)) {
        scope.rollback();
        clear(&mut scope, work.card, import).await?;
        scope.commit().await?;
    }
    outcome.map(|_| ())
}

/// Validates and stages the table; returns true if its rates went live.
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

/// Stores the result and commits.
async fn finish(scope: &mut Scope, done: Imported) -> Result<()> {
    scope.save_result(&done).await?;
    scope.commit().await
}

/// Stages rates unless nothing is to be stored.
async fn stage(
    scope: &mut Scope,
    work: &Work,
    done: &Imported,
    aside: &mut Vec<Rate>,
) -> Result<()> {
    // Ends the read transaction, so that other writers can proceed.
    scope.rollback();
    if !work.dry_run && done.refused == 0 {
        scope.insert_all(aside).await?;
        scope.commit().await?;
    }
    aside.clear();
    Ok(())
}

/// Makes the staged rates live and replaces those of the same service, lane, method and days.
async fn go_live(
    scope: &mut Scope,
    book: &CardState,
    import: JobId,
    done: &Imported,
) -> Result<()> {
    // The lock makes later changes of the card wait; earlier ones are committed.
    lock_card(scope, book.card).await?;
    let card: RateCard = scope.find(book.card).await?;
    if card.modified_time != book.changed {
        // The checks may be outdated: the job's next run repeats them.
        return Err(Error::Conflict);
    }
    begin_change(scope, book.card).await?;
    // Only the last import can be undone.
    let earlier =
        tsql!("DELETE FROM rates WHERE tenant_id = $1 AND rate_card_id = $2 AND replaced_by > 0");
    scope.rows(earlier, vec![book.card.val()]).await?;
    let replace = tsql!(
        "UPDATE rates SET replaced_by = $3 WHERE tenant_id = $1 AND rate_card_id = $2 AND replaced_by IS NULL
         AND EXISTS (SELECT 1 FROM rates new WHERE new.tenant_id = rates.tenant_id
           AND new.rate_card_id = rates.rate_card_id AND new.rate_service_id = rates.rate_service_id
           AND new.from_zone = rates.from_zone AND new.to_zone = rates.to_zone
           AND new.import_id = $3 AND new.replaced_by = 0 AND new.calculation_method = rates.calculation_method
           AND new.effective_date IS NOT DISTINCT FROM rates.effective_date
           AND new.expire_date IS NOT DISTINCT FROM rates.expire_date)"
    );
    let live = tsql!(
        "UPDATE rates SET replaced_by = NULL
         WHERE tenant_id = $1 AND rate_card_id = $2 AND import_id = $3 AND replaced_by = 0"
    );
    if done.updated > 0 {
        force_hash_joins(scope).await?;
        scope
            .rows(replace, vec![book.card.val(), import.0.val()])
            .await?;
    }
    scope
        .rows(live, vec![book.card.val(), import.0.val()])
        .await?;
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

/// Deletes an import's staged rates.
async fn clear(scope: &mut Scope, card: RateCardId, import: JobId) -> Result<()> {
    let aside = tsql!(
        "DELETE FROM rates WHERE tenant_id = $1 AND rate_card_id = $2 AND import_id = $3 AND replaced_by = 0"
    );
    scope.rows(aside, vec![card.val(), import.0.val()]).await?;
    Ok(())
}

/// Deletes the rates of the card's last import and restores those it replaced. Returns both
/// numbers.
pub(super) async fn undo(
    scope: &mut Scope,
    import: JobId,
    card: RateCardId,
) -> Result<(usize, usize)> {
    scope.find::<RateCard>(card).await?;
    begin_change(scope, card).await?;
    let values = || vec![card.val(), import.0.val()];
    let replaced = tsql!(
        "SELECT COUNT(*) FROM rates WHERE tenant_id = $1 AND rate_card_id = $2 AND import_id = $3 AND replaced_by > 0"
    );
    let replaced: i64 = scope.rows(replaced, values()).await?[0].get(0)?;
    if replaced > 0 {
        return Err(NOT_LAST.into());
    }
    let remove = tsql!(
        "DELETE FROM rates WHERE tenant_id = $1 AND rate_card_id = $2 AND import_id = $3 AND replaced_by IS NULL
         RETURNING id"
    );
    let removed = scope.rows(remove, values()).await?.len();
    force_hash_joins(scope).await?;
    let sql = tsql!(
        "SELECT COUNT(*) FROM rates old JOIN rates new ON new.tenant_id = old.tenant_id
           AND new.rate_card_id = old.rate_card_id AND new.rate_service_id = old.rate_service_id
           AND new.from_zone = old.from_zone AND new.to_zone = old.to_zone
           AND new.calculation_method = old.calculation_method AND new.replaced_by IS NULL
           AND (new.effective_date IS NULL OR old.expire_date IS NULL OR new.effective_date <= old.expire_date)
           AND (old.effective_date IS NULL OR new.expire_date IS NULL OR old.effective_date <= new.expire_date)
         WHERE old.tenant_id = $1 AND old.rate_card_id = $2 AND old.replaced_by = $3"
    );
    let imported: i64 = scope.rows(sql, values()).await?[0].get(0)?;
    if imported > 0 {
        let lanes: Message = message!(
            "{count} rates were added since where this import had replaced others: delete them first",
            count = imported
        );
        return Err(TAKEN.with_message(lanes));
    }
    let lost = tsql!(
        "SELECT COUNT(*) FROM rates old WHERE old.tenant_id = $1 AND old.rate_card_id = $2 AND old.replaced_by = $3
         AND 2 > (SELECT COUNT(*) FROM rate_zones zone WHERE zone.tenant_id = old.tenant_id
           AND zone.rate_card_id = old.rate_card_id AND zone.code = old.from_zone)
           + (SELECT COUNT(*) FROM rate_zones zone WHERE zone.tenant_id = old.tenant_id
           AND zone.rate_card_id = old.rate_card_id AND zone.code = old.to_zone)"
    );
    let lost: i64 = scope.rows(lost, values()).await?[0].get(0)?;
    if lost > 0 {
        let zones: Message = message!(
            "{count} rates that this import had replaced are of zones that the card has no longer",
            count = lost
        );
        return Err(TAKEN.with_message(zones));
    }
    let restore = tsql!(
        "UPDATE rates SET replaced_by = NULL WHERE tenant_id = $1 AND rate_card_id = $2 AND replaced_by = $3
         RETURNING id"
    );
    let restored = scope.rows(restore, values()).await?.len();
    if removed + restored == 0 {
        return Err(NO_IMPORT.into());
    }
    let details = serde_json::json!({"removed": removed, "restored": restored});
    scope.record(Entry::new("RateCard", card, UPDATED).with_change("importUndone", (), details));
    Ok((removed, restored))
}
