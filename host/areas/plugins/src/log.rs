//! What plugins wrote, for the tenant's administrator.

use kernel::{
    Empty, ListQuery, PageOf, Result, Scope, Where,
    db::{Row, TenantSql, Val},
    tsql,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::model::LogRow;

/// One line of a plugin's log.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    pub plugin: String,
    /// The code of the account the call was made for.
    pub account: String,
    /// The function that was called.
    pub call: String,
    pub level: String,
    pub message: String,
    pub creation_time: chrono::DateTime<chrono::Utc>,
}

/// Writes the lines of one call; the caller saves.
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

/// A line and the key under which it is kept: later lines have greater keys, though of lines that are written at the same
/// time a lesser key may be seen last.
#[derive(Debug, Clone)]
pub struct KeptLine {
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

/// The last lines of a plugin in the scope's tenant, in their order.
pub async fn last_lines(scope: &mut Scope, plugin: &str, most: i64) -> Result<Vec<KeptLine>> {
    let rows = scope
        .rows(LAST, vec![Val::Text(plugin.to_owned()), Val::I64(most)])
        .await?;
    rows.iter().rev().map(|row| kept(plugin, row)).collect()
}

/// The first lines of a plugin in the scope's tenant after this key.
pub async fn lines_after(
    scope: &mut Scope,
    plugin: &str,
    id: i64,
    most: i64,
) -> Result<Vec<KeptLine>> {
    let rows = scope
        .rows(
            AFTER,
            vec![Val::Text(plugin.to_owned()), Val::I64(id), Val::I64(most)],
        )
        .await?;
    rows.iter().map(|row| kept(plugin, row)).collect()
}

fn kept(plugin: &str, row: &Row) -> Result<KeptLine> {
    let line = LogLine {
        plugin: plugin.to_owned(),
        account: row.get(1)?,
        call: row.get(2)?,
        level: row.get(3)?,
        message: row.get(4)?,
        creation_time: row.get(5)?,
    };
    Ok(KeptLine {
        id: row.get(0)?,
        line,
    })
}
