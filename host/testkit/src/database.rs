//! Fresh databases for test hosts, copied from a migrated template: a SQLite file, or a database on
//! the configured PostgreSQL server.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

use anyhow::Context;
use data::{
    db::{Db, DbConfig},
    sqlx::{AssertSqlSafe, Connection, Executor, postgres::PgConnection},
};
use waybill::migrations::MIGRATIONS;

use crate::kit::target_folder;

/// Variable with the PostgreSQL server on which tests create databases.
const POSTGRES: &str = "WAYBILL_TEST_POSTGRES";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    Sqlite,
    Postgres,
}

impl Database {
    /// Returns the databases available to this run.
    pub fn all() -> Vec<Self> {
        if std::env::var(POSTGRES).is_ok_and(|url| !url.is_empty()) {
            vec![Self::Sqlite, Self::Postgres]
        } else {
            vec![Self::Sqlite]
        }
    }

    pub async fn create(self, folder: &Path) -> anyhow::Result<String> {
        match self {
            Self::Sqlite => {
                let file = folder.join("waybill.db");
                let template = sqlite_template().await.context("SQLite's template")?;
                std::fs::copy(&template, &file)
                    .with_context(|| format!("cannot copy {}", template.display()))?;
                Ok(sqlite_url(&file))
            }
            Self::Postgres => {
                let server = std::env::var(POSTGRES)?;
                let mut connection = PgConnection::connect(&server)
                    .await
                    .context("the test server of PostgreSQL")?;
                let template = postgres_template(&server, &mut connection)
                    .await
                    .context("PostgreSQL's template")?;
                let name = unique_name();
                execute(
                    &mut connection,
                    format!("CREATE DATABASE {name} TEMPLATE {template}"),
                )
                .await?;
                connection.close().await?;
                Ok(postgres_url(&server, &name))
            }
        }
    }
}

/// Drops a PostgreSQL database. A SQLite file is removed with its folder.
pub async fn remove(url: &str) -> anyhow::Result<()> {
    let name = url
        .split_once('?')
        .map_or(url, |(start, _)| start)
        .rsplit_once('/')
        .map_or("", |(_, name)| name);
    if !url.starts_with("postgres") || !name.starts_with("waybill_test_") {
        return Ok(());
    }
    let mut connection = PgConnection::connect(&std::env::var(POSTGRES)?).await?;
    execute(
        &mut connection,
        format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
    )
    .await
}

/// Returns a migrated file, created once per schema.
async fn sqlite_template() -> anyhow::Result<PathBuf> {
    let folder = target_folder().join("waybill-test-templates");
    let template = folder.join(format!("{}.db", schema_hash()));
    if !template.is_file() {
        // A concurrent run creates the same file; the rename is atomic.
        std::fs::create_dir_all(&folder)?;
        let new = folder.join(format!("{}.new", unique_name()));
        migrate(sqlite_url(&new)).await?;
        std::fs::rename(&new, &template)?;
    }
    Ok(template)
}

/// Returns a migrated database without connections, created once per schema.
async fn postgres_template(server: &str, connection: &mut PgConnection) -> anyhow::Result<String> {
    let template = format!("waybill_template_{}", schema_hash());
    let query = format!("SELECT 1 FROM pg_database WHERE datname = '{template}'");
    if connection
        .fetch_optional(AssertSqlSafe(query.clone()))
        .await?
        .is_none()
    {
        let new = unique_name();
        execute(connection, format!("CREATE DATABASE {new}")).await?;
        migrate(postgres_url(server, &new)).await?;
        if let Err(error) = execute(
            connection,
            format!("ALTER DATABASE {new} RENAME TO {template}"),
        )
        .await
        {
            // Another test run on the same server was faster.
            execute(connection, format!("DROP DATABASE {new}")).await?;
            if connection
                .fetch_optional(AssertSqlSafe(query))
                .await?
                .is_none()
            {
                return Err(error);
            }
        }
    }
    Ok(template)
}

async fn migrate(url: String) -> anyhow::Result<()> {
    Db::migrate(
        &DbConfig {
            url,
            connections: 1,
            durable: false,
        },
        MIGRATIONS,
    )
    .await
}

async fn execute(connection: &mut PgConnection, statement: String) -> anyhow::Result<()> {
    connection.execute(AssertSqlSafe(statement)).await?;
    Ok(())
}

fn schema_hash() -> String {
    let mut hasher = DefaultHasher::new();
    for step in MIGRATIONS {
        (step.version, step.name, step.sql).hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

fn unique_name() -> String {
    format!("waybill_test_{}", uuid::Uuid::now_v7().simple())
}

fn sqlite_url(file: &Path) -> String {
    format!("sqlite://{}", file.display())
}

fn postgres_url(server: &str, name: &str) -> String {
    let (start, options) = server
        .split_once('?')
        .map_or((server, None), |(start, options)| (start, Some(options)));
    let base = start.rsplit_once('/').map_or(start, |(base, _)| base);
    format!(
        "{base}/{name}{}",
        options
            .map(|options| format!("?{options}"))
            .unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_servers_options_stay_with_its_databases() {
        assert_eq!(
            postgres_url("postgres://a@h:1/postgres", "x"),
            "postgres://a@h:1/x"
        );
        assert_eq!(
            postgres_url("postgres://a@h/postgres?sslmode=disable", "x"),
            "postgres://a@h/x?sslmode=disable"
        );
    }
}
