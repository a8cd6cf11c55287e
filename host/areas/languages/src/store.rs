//! Statements on texts.

use data::{
    Result, Scope,
    db::{PlatformSql, Row, Val},
    tsql,
};

use crate::{builtin::Texts, rules::SOURCE};

fn pairs(rows: &[Row]) -> Result<Texts> {
    rows.iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}

fn text(value: &str) -> Val {
    Val::Text(value.to_owned())
}

pub(crate) async fn load_own(scope: &mut Scope, culture: &str) -> Result<Texts> {
    let sql = tsql!(
        "SELECT key, value FROM language_texts WHERE tenant_id = $1 AND language_name = $2 AND source_name = $3"
    );
    pairs(&scope.rows(sql, vec![text(culture), text(SOURCE)]).await?)
}

pub(crate) async fn load_platform(scope: &mut Scope, culture: &str) -> Result<Texts> {
    let sql = PlatformSql(
        "SELECT key, value FROM platform_texts WHERE language_name = $1 AND source_name = $2",
    );
    pairs(
        &scope
            .platform(sql, vec![text(culture), text(SOURCE)])
            .await?,
    )
}

pub(crate) async fn put_own(
    scope: &mut Scope,
    culture: &str,
    key: &str,
    value: &str,
) -> Result<()> {
    let put = tsql!(
        "INSERT INTO language_texts (tenant_id, row_version, language_name, source_name, key, value)
         VALUES ($1, 1, $2, $3, $4, $5)
         ON CONFLICT (tenant_id, language_name, source_name, key) DO UPDATE SET value = excluded.value,
           row_version = language_texts.row_version + 1
         WHERE language_texts.tenant_id = $1"
    );
    scope
        .rows(
            put,
            vec![text(culture), text(SOURCE), text(key), text(value)],
        )
        .await?;
    Ok(())
}

pub(crate) async fn drop_own(scope: &mut Scope, culture: &str, key: &str) -> Result<()> {
    let drop = tsql!(
        "DELETE FROM language_texts WHERE tenant_id = $1 AND language_name = $2 AND source_name = $3 AND key = $4"
    );
    scope
        .rows(drop, vec![text(culture), text(SOURCE), text(key)])
        .await?;
    Ok(())
}

pub(crate) async fn drop_all_own(scope: &mut Scope, culture: &str) -> Result<()> {
    let drop = tsql!("DELETE FROM language_texts WHERE tenant_id = $1 AND language_name = $2");
    scope.rows(drop, vec![text(culture)]).await?;
    Ok(())
}

pub(crate) async fn put_platform(
    scope: &mut Scope,
    culture: &str,
    key: &str,
    value: &str,
) -> Result<()> {
    let put = PlatformSql(
        "INSERT INTO platform_texts (language_name, source_name, key, value) VALUES ($1, $2, $3, $4)
         ON CONFLICT (language_name, source_name, key) DO UPDATE SET value = excluded.value",
    );
    scope
        .platform(
            put,
            vec![text(culture), text(SOURCE), text(key), text(value)],
        )
        .await?;
    Ok(())
}

pub(crate) async fn drop_platform(scope: &mut Scope, culture: &str, key: &str) -> Result<()> {
    let drop = PlatformSql(
        "DELETE FROM platform_texts WHERE language_name = $1 AND source_name = $2 AND key = $3",
    );
    scope
        .platform(drop, vec![text(culture), text(SOURCE), text(key)])
        .await?;
    Ok(())
}

pub(crate) async fn drop_default(scope: &mut Scope) -> Result<()> {
    let drop = tsql!(
        "UPDATE languages SET is_default = FALSE, row_version = row_version + 1 WHERE tenant_id = $1 AND is_default"
    );
    scope.rows(drop, Vec::new()).await?;
    Ok(())
}
