//! Plugins' logs for the tenant's administrator.

use kernel::{
    Empty, ListQuery, PageOf, Result, Scope, Where,
    db::{Row, TenantSql, Val},
    tsql,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::logs::model::LogRow;

/// One line of a plugin's log.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    pub plugin: String,
    /// Code of the call's account.
    pub account: String,
    /// Called function.
    pub call: String,
    pub level: String,
    pub message: String,
    pub creation_time: chrono::DateTime<chrono::Utc>,
}

/// Writes the lines of one call. The caller commits.
pub async fn write_log(scope: &mut Scope, lines: Vec<LogLine>) -> Result<()> {
    for line in lines {
        let mut row = LogRow {
            id: 0,
            row_version: 0,
            plugin: line.plugin,
            account: line.account,
            call: line.call,
            level: line.level,
            message: line.message,
            creation_time: line.creation_time,
        };
        scope.insert(&mut row).await?;
    }
    Ok(())
}

pub(crate) async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<LogLine>> {
    let page = scope.page::<LogRow>(&query, Where::all()).await?;
    Ok(page.map(|row| LogLine {
        plugin: row.plugin,
        account: row.account,
        call: row.call,
        level: row.level,
        message: row.message,
        creation_time: row.creation_time,
    }))
}

/// A line with its key. Keys ascend, but concurrent lines may become visible out of order.
#[derive(Debug, Clone)]
pub struct StoredLine {
    pub id: i64,
    pub line: LogLine,
}

const LAST: TenantSql = tsql!(
    "SELECT id, account, call, level, message, creation_time FROM plugin_log
     WHERE tenant_id = $1 AND plugin = $2 ORDER BY id DESC LIMIT $3"
);
const AFTER: TenantSql = tsql!(
    "SELECT id, account, call, level, message, creation_time FROM plugin_log
     WHERE tenant_id = $1 AND plugin = $2 AND id > $3 ORDER BY id LIMIT $4"
);

/// Returns a plugin's last lines in the scope's tenant, in order.
pub async fn last_lines(scope: &mut Scope, plugin: &str, max: i64) -> Result<Vec<StoredLine>> {
    let rows = scope
        .rows(LAST, vec![Val::Text(plugin.to_owned()), Val::I64(max)])
        .await?;
    rows.iter().rev().map(|row| from_row(plugin, row)).collect()
}

/// Returns a plugin's first lines after this key in the scope's tenant.
pub async fn lines_after(
    scope: &mut Scope,
    plugin: &str,
    id: i64,
    max: i64,
) -> Result<Vec<StoredLine>> {
    let rows = scope
        .rows(
            AFTER,
            vec![Val::Text(plugin.to_owned()), Val::I64(id), Val::I64(max)],
        )
        .await?;
    rows.iter().map(|row| from_row(plugin, row)).collect()
}

fn from_row(plugin: &str, row: &Row) -> Result<StoredLine> {
    let line = LogLine {
        plugin: plugin.to_owned(),
        account: row.get(1)?,
        call: row.get(2)?,
        level: row.get(3)?,
        message: row.get(4)?,
        creation_time: row.get(5)?,
    };
    Ok(StoredLine {
        id: row.get(0)?,
        line,
    })
}
