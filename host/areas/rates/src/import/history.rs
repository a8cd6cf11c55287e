//! Import history of a card.

use chrono::{DateTime, Utc};
use data::{
    ListQuery, New, PageOf, Record, Result, Scope, TextEnum, Where,
    ids::{JobId, RateCardId, UserId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::import::{self, Imported, Work};
use crate::rate_cards::model::RateCard;

data::id! { RateImportId }

/// Kind of imported table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub(crate) enum RateTable {
    Rates,
    /// Places in zones, and new zones.
    Zones,
    #[text_enum(unknown)]
    Unknown,
}

/// An import that changed something.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "rate_imports", name = "The import", unrecorded, open)]
pub(crate) struct RateImport {
    pub id: RateImportId,
    #[serde(skip)]
    pub row_version: i64,
    pub rate_card_id: RateCardId,
    #[serde(skip)]
    #[record(internal)]
    pub job_id: i64,
    pub kind: RateTable,
    pub file_name: String,
    pub inserted: i64,
    /// Replaced rates, or places moved to another zone.
    pub updated: i64,
    pub user_id: Option<UserId>,
    pub user_name: String,
    pub creation_time: DateTime<Utc>,
    /// Null unless undone.
    pub undone_time: Option<DateTime<Utc>>,
    pub undone_user_id: Option<UserId>,
    pub undone_user_name: Option<String>,
    /// Rates removed by undoing.
    pub removed: Option<i64>,
    /// Rates restored by undoing.
    pub restored: Option<i64>,
}

/// An import in a card's list.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateImportLine")]
pub(crate) struct ImportLine {
    #[serde(flatten)]
    import: RateImport,
    /// Token for `undo-import`.
    import_token: String,
    /// True for the last rate import.
    can_be_undone: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CardQuery {
    rate_card_id: RateCardId,
}

pub(crate) async fn list(
    mut scope: Scope,
    parent: CardQuery,
    query: ListQuery,
) -> Result<PageOf<ImportLine>> {
    scope.find::<RateCard>(parent.rate_card_id).await?;
    let filter = Where::all().eq(RateImport::RATE_CARD_ID, parent.rate_card_id);
    let page: PageOf<RateImport> = scope.page(&query, filter).await?;
    let last =
        import::store::find_last_import(&mut scope, parent.rate_card_id, RateTable::Rates).await?;
    let items = page.items.into_iter().map(|import| ImportLine {
        import_token: import.job_id.to_string(),
        can_be_undone: Some(import.id) == last && import.undone_time.is_none(),
        import,
    });
    Ok(PageOf {
        total_count: page.total_count,
        items: items.collect(),
    })
}

/// Runs in the transaction that makes the rates live.
pub(super) async fn write(
    scope: &mut Scope,
    work: &Work,
    import: JobId,
    kind: RateTable,
    done: &Imported,
) -> Result<()> {
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    scope
        .create(New::<RateImport> {
            rate_card_id: work.card,
            job_id: import.0,
            kind,
            file_name: work.file_name.clone(),
            inserted: count(done.inserted),
            updated: count(done.updated),
            user_id: scope.caller.user(),
            user_name: scope.caller.name().to_owned(),
            undone_time: None,
            undone_user_id: None,
            undone_user_name: None,
            removed: None,
            restored: None,
        })
        .await?;
    Ok(())
}

pub(super) async fn find(scope: &mut Scope, token: &str) -> Result<Option<RateImport>> {
    match token.parse::<i64>() {
        Ok(job) => scope.first(Where::all().eq(RateImport::JOB_ID, job)).await,
        Err(_) => Ok(None),
    }
}

pub(super) async fn mark_undone(
    scope: &mut Scope,
    mut import: RateImport,
    removed: usize,
    restored: usize,
) -> Result<()> {
    let count = |number: usize| i64::try_from(number).ok();
    import.undone_time = Some(scope.now());
    import.undone_user_id = scope.caller.user();
    import.undone_user_name = Some(scope.caller.name().to_owned());
    (import.removed, import.restored) = (count(removed), count(restored));
    scope.update(&mut import).await
}
