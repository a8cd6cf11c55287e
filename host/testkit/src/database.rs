//! A fresh database for one run of tests: a file for SQLite, a database of its own on the PostgreSQL server that is named.

use std::path::Path;

use anyhow::Context;
use kernel::sqlx::{AssertSqlSafe, Connection, Executor, postgres::PgConnection};

/// Names a PostgreSQL server on which tests may create databases.
const POSTGRES: &str = "WAYBILL_TEST_POSTGRES";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    Sqlite,
    Postgres,
}

impl Database {
    /// The databases that this run can use.
    pub fn all() -> Vec<Self> {
        if std::env::var(POSTGRES).is_ok_and(|url| !url.is_empty()) {
            vec![Self::Sqlite, Self::Postgres]
        } else {
            vec![Self::Sqlite]
        }
    }

    /// Makes the database and gives its URL.
    pub async fn create(self, folder: &Path) -> anyhow::Result<String> {
        match self {
            Self::Sqlite => Ok(format!("sqlite://{}", folder.join("waybill.db").display())),
            Self::Postgres => {
                let server = std::env::var(POSTGRES)?;
                let name = format!("waybill_test_{}", uuid::Uuid::now_v7().simple());
                let mut connection = PgConnection::connect(&server).await.context("the test server of PostgreSQL")?;
                connection.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await?;
                connection.close().await?;
                let (start, options) = server.split_once('?').map_or((server.as_str(), None), |(a, b)| (a, Some(b)));
                let base = start.rsplit_once('/').map_or(start, |(base, _)| base);
                Ok(format!("{base}/{name}{}", options.map(|options| format!("?{options}")).unwrap_or_default()))
            }
        }
    }
}
