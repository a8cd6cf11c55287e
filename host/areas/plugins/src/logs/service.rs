//! Plugins' logs for the tenant's administrator.

use data::{Empty, ListQuery, New, NewRecord, PageOf, Result, Scope, Where};

use crate::logs::model::{LogLine, LogRow};

pub async fn write_log(scope: &mut Scope, lines: Vec<LogLine>) -> Result<()> {
    for line in lines {
        let mut row = New::<LogRow> {
            plugin: line.plugin,
            account: line.account,
            call: line.call,
            level: line.level,
            message: line.message,
        }
        .created_at(line.creation_time);
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
