//! The import of rates: every line is checked while new rates are written aside; all of them go live at once, or none.

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

use super::{
    Imported, NO_IMPORT, Work,
    book::{Book, Step},
    history::{self, RateTable},
    lanes::Lanes,
    lines::{Draft, Lines},
};
use crate::{
    card::RateCard,
    changing, hold, join_whole_cards,
    rate::{MAX_RATES, Rate},
    rules,
};

/// `replaced_by` of a rate that an import has written and that is not live yet.
const ASIDE: i64 = 0;
/// Rates that one transaction writes aside.
const AT_ONCE: usize = 2_000;

const NOT_LAST: Refusal = Refusal::new(
    2402,
    "A later import has replaced rates of this one. Undo that one first.",
);
const TAKEN: Refusal = Refusal::new(
    2403,
    "The rates that this import replaced cannot apply again.",
);

/// A table in one of its two forms.
enum Form {
    Lines(Box<Lines>),
    Lanes(Lanes),
}

struct Drafts {
    table: Table,
    form: Form,
}

impl Drafts {
    async fn open(scope: &Scope, content: Bytes) -> Result<Self> {
        let table = Table::open(Content::reserve(scope, content).await?, &[])?;
        if let Some(lanes) = Lanes::of(&table) {
            let missing = lanes.missing();
            if !missing.is_empty() {
                let lacks = message!("lacks the column {missing}", missing = missing.join(", "));
                return Err(Error::invalid("csvFile", lacks));
            }
            return Ok(Self {
                table,
                form: Form::Lanes(lanes),
            });
        }
        let lines = Lines::of(&table)?;
        Ok(Self {
            table,
            form: Form::Lines(Box::new(lines)),
        })
    }

    fn next(&mut self) -> Option<Draft> {
        match &mut self.form {
            Form::Lines(lines) => lines.next(&mut self.table),
            Form::Lanes(lanes) => lanes.next(&mut self.table),
        }
    }
}

/// The job. A repeated run begins anew, unless the one before had come to its end.
pub(super) async fn run(mut scope: Scope, work: Value) -> Result<()> {
    let work = Work::read(work)?;
    let import = scope.job().ok_or(Error::NotFound("The import"))?;
    if scope.kept::<Imported>()?.is_some() {
        return Ok(());
    }
    let content = files::read_file(&mut scope, work.file).await?;
    let book = Book::open(&mut scope, work.card).await?;
    // A price list's lines are no changes that somebody made one by one: the card's entry tells of the import.
    scope.without_record();
    clear(&mut scope, work.card, import).await?;
    scope.commit().await?;
    let outcome = lay(&mut scope, &work, import, book, content).await;
    if !matches!(outcome, Ok(true)) {
        scope.rollback();
        clear(&mut scope, work.card, import).await?;
        scope.commit().await?;
    }
    outcome.map(|_| ())
}

/// Checks and writes the table; tells whether its rates are live.
async fn lay(
    scope: &mut Scope,
    work: &Work,
    import: JobId,
    mut book: Book,
    content: Bytes,
) -> Result<bool> {
    let mut done = Imported::default();
    let mut drafts = match Drafts::open(scope, content).await {
        Ok(drafts) => drafts,
        Err(Error::Invalid(errors)) => {
            errors.iter().for_each(|error| done.refuse(0, error));
            return end(scope, done).await.map(|()| false);
        }
        Err(error) => return Err(error),
    };
    let total = drafts.table.total();
    done.places = drafts.table.places();
    let mut room = MAX_RATES - count(scope, work.card).await?;
    scope.rollback();
    let mut aside: Vec<Rate> = Vec::new();
    while let Some(mut draft) = drafts.next() {
        done.total = draft.details.last().copied().unwrap_or(draft.line);
        match book.take(scope, &mut draft).await? {
            Ok(Step::Nothing) => done.unchanged += 1,
            Ok(step) => {
                done.inserted += usize::from(step == Step::Insert);
                done.updated += usize::from(step == Step::Replace);
                room -= i64::from(step == Step::Insert);
                if room < 0 {
                    let full = message!(
                        "is one more than the {max} rates that a card can have",
                        max = MAX_RATES
                    );
                    done.refuse(draft.line, &FieldError::new("", full));
                    break;
                }
                for warning in rules::warnings("rate", &draft.rate) {
                    done.warn(draft.line_of(&warning), &warning);
                }
                aside.push(Rate {
                    import_id: Some(import.0),
                    replaced_by: Some(ASIDE),
                    ..draft.rate
                });
            }
            Err(errors) => errors
                .iter()
                .for_each(|(line, error)| done.refuse(*line, error)),
        }
        if aside.len() >= AT_ONCE {
            scope.step(done.total, Some(total.max(done.total)), "")?;
            write(scope, work, &done, &mut aside).await?;
        }
    }
    write(scope, work, &done, &mut aside).await?;
    scope.step(done.total, Some(done.total), "")?;
    if done.refused > 0 {
        return end(scope, done.refused()).await.map(|()| false);
    }
    // Where nothing changes, the import before stays the one that can be undone.
    if work.dry_run || done.inserted + done.updated == 0 {
        return end(scope, done).await.map(|()| false);
    }
    go_live(scope, &book, import, &done).await?;
    history::write(scope, work, import, RateTable::Rates, &done).await?;
    end(scope, done).await.map(|()| true)
}

/// Keeps the result and commits.
async fn end(scope: &mut Scope, done: Imported) -> Result<()> {
    scope.keep(&done).await?;
    scope.commit().await
}

/// Writes rates aside, unless none is to be stored.
async fn write(
    scope: &mut Scope,
    work: &Work,
    done: &Imported,
    aside: &mut Vec<Rate>,
) -> Result<()> {
    // What was read of the card holds no lock: the writer is others' meanwhile.
    scope.rollback();
    if !work.dry_run && done.refused == 0 {
        scope.insert_all(aside).await?;
        scope.commit().await?;
    }
    aside.clear();
    Ok(())
}

/// Replaces the rates of the same service, lane, method and days, and makes those of the import live.
async fn go_live(scope: &mut Scope, book: &Book, import: JobId, done: &Imported) -> Result<()> {
    // Other changes of the card wait from here on, or are done already.
    hold(scope, book.card).await?;
    let card: RateCard = scope.find(book.card).await?;
    if card.modified_time != book.changed {
        // What was checked may be true no longer: the job's next run checks anew.
        return Err(Error::Conflict);
    }
    changing(scope, book.card).await?;
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
        join_whole_cards(scope).await?;
        scope
            .rows(replace, vec![book.card.val(), import.0.val()])
            .await?;
    }
    scope
        .rows(live, vec![book.card.val(), import.0.val()])
        .await?;
    let told = serde_json::json!({"inserted": done.inserted, "updated": done.updated});
    scope.record(Entry::new("RateCard", book.card, UPDATED).with("importedRates", (), told));
    Ok(())
}

async fn count(scope: &mut Scope, card: RateCardId) -> Result<i64> {
    scope.count(crate::rate::live(card)).await
}

/// Removes what an import wrote aside.
async fn clear(scope: &mut Scope, card: RateCardId, import: JobId) -> Result<()> {
    let aside = tsql!(
        "DELETE FROM rates WHERE tenant_id = $1 AND rate_card_id = $2 AND import_id = $3 AND replaced_by = 0"
    );
    scope.rows(aside, vec![card.val(), import.0.val()]).await?;
    Ok(())
}

/// Removes the rates of the card's last import and has those apply again that it replaced. Gives how many of each.
pub(super) async fn undo(
    scope: &mut Scope,
    import: JobId,
    card: RateCardId,
) -> Result<(usize, usize)> {
    scope.find::<RateCard>(card).await?;
    changing(scope, card).await?;
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
    join_whole_cards(scope).await?;
    let taken = tsql!(
        "SELECT COUNT(*) FROM rates old JOIN rates new ON new.tenant_id = old.tenant_id
           AND new.rate_card_id = old.rate_card_id AND new.rate_service_id = old.rate_service_id
           AND new.from_zone = old.from_zone AND new.to_zone = old.to_zone
           AND new.calculation_method = old.calculation_method AND new.replaced_by IS NULL
           AND (new.effective_date IS NULL OR old.expire_date IS NULL OR new.effective_date <= old.expire_date)
           AND (old.effective_date IS NULL OR new.expire_date IS NULL OR old.effective_date <= new.expire_date)
         WHERE old.tenant_id = $1 AND old.rate_card_id = $2 AND old.replaced_by = $3"
    );
    let taken: i64 = scope.rows(taken, values()).await?[0].get(0)?;
    if taken > 0 {
        let lanes: Message = message!(
            "{count} rates were added since where this import had replaced others: delete them first",
            count = taken
        );
        return Err(TAKEN.because(lanes));
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
        return Err(TAKEN.because(zones));
    }
    let restore = tsql!(
        "UPDATE rates SET replaced_by = NULL WHERE tenant_id = $1 AND rate_card_id = $2 AND replaced_by = $3
         RETURNING id"
    );
    let restored = scope.rows(restore, values()).await?.len();
    if removed + restored == 0 {
        return Err(NO_IMPORT.into());
    }
    let told = serde_json::json!({"removed": removed, "restored": restored});
    scope.record(Entry::new("RateCard", card, UPDATED).with("importUndone", (), told));
    Ok((removed, restored))
}
