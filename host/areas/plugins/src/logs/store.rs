//! Statements of log lines: pages by key, and deletion after the retention period.

use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    db::{Col, Row, TenantSql, Val},
    tsql,
};

use crate::logs::model::{LogLine, StoredLine};

const LAST: TenantSql = tsql!(
    "SELECT id, account, call, level, message, creation_time FROM plugin_log
     WHERE tenant_id = $1 AND plugin = $2 ORDER BY id DESC LIMIT $3"
);
const AFTER: TenantSql = tsql!(
    "SELECT id, account, call, level, message, creation_time FROM plugin_log
     WHERE tenant_id = $1 AND plugin = $2 AND id > $3 ORDER BY id LIMIT $4"
);

pub async fn last_lines(scope: &mut Scope, plugin: &str, max: i64) -> Result<Vec<StoredLine>> {
    let rows = scope
        .rows(LAST, vec![Val::Text(plugin.to_owned()), Val::I64(max)])
        .await?;
    rows.iter().rev().map(|row| from_row(plugin, row)).collect()
}

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

pub(crate) async fn delete_before(scope: &mut Scope, before: DateTime<Utc>) -> Result<()> {
    let old = tsql!("DELETE FROM plugin_log WHERE tenant_id = $1 AND creation_time < $2");
    scope.rows(old, vec![before.val()]).await?;
    Ok(())
}
