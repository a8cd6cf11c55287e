//! Connection pools, migration and transactions. The pools are private: rows are reached only
//! through a [`Tx`].

use std::{str::FromStr, time::Duration};

use data_macros::boxed;
use sqlx::{
    AssertSqlSafe, Executor,
    postgres::{PgPool, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions},
};

use super::{
    migration::{self, Migration},
    sqlite::{Begin, Connections},
    tx::{Mode, Tx, TxInner},
};
use crate::{ids::TenantId, value::Dialect};

#[derive(Debug, Clone)]
pub struct DbConfig {
    /// `sqlite:///path/file.db` or `postgres://…`.
    pub url: String,
    /// Size of the PostgreSQL connection pool.
    pub connections: u32,
    /// SQLite: wait for the disk at every commit (the default).
    pub durable: bool,
}

#[derive(Clone)]
enum Pools {
    Sqlite {
        write: Connections,
        read: Connections,
        durable: bool,
    },
    Postgres(PgPool),
}

#[derive(Clone)]
pub struct Db {
    pools: Pools,
    /// For short reads next to the same caller's open transaction: with one pool, callers waiting
    /// for a second connection would deadlock.
    aside: SidePool,
}

#[derive(Clone)]
enum SidePool {
    Sqlite(Connections),
    Postgres(PgPool),
}

/// Role that serves requests on PostgreSQL. It owns no table, so row-level security applies to it.
const APP_ROLE: &str = "waybill_app";
const READERS: u32 = 8;
const SIDE_READERS: u32 = 4;

impl Db {
    /// On PostgreSQL every connection uses [`APP_ROLE`]: run [`Db::migrate`] first.
    pub async fn connect(config: &DbConfig) -> sqlx::Result<Self> {
        if config.url.starts_with("postgres") {
            let pools = Pools::Postgres(
                postgres_options(config.connections)
                    .connect(&config.url)
                    .await?,
            );
            let aside =
                SidePool::Postgres(postgres_options(SIDE_READERS).connect(&config.url).await?);
            return Ok(Self { pools, aside });
        }
        let options = sqlite_options(config)?;
        let file = options.get_filename();
        // The writer comes first: it creates the file.
        let write = Connections::open(file, true, 1)?;
        let read = Connections::open(file, false, READERS)?;
        let aside = SidePool::Sqlite(Connections::open(file, false, SIDE_READERS)?);
        Ok(Self {
            pools: Pools::Sqlite {
                write,
                read,
                durable: config.durable,
            },
            aside,
        })
    }

    /// Migrates the schema as the owner of the tables; safe at every start.
    pub async fn migrate(config: &DbConfig, migrations: &[Migration]) -> anyhow::Result<()> {
        let postgres = config.url.starts_with("postgres");
        let migrator = migration::migrator(migrations, postgres);
        if postgres {
            let pool = PgPoolOptions::new()
                .max_connections(1)
                .connect(&config.url)
                .await?;
            migration::adopt_on_postgres(&pool, &migrator).await?;
            migrator.run(&pool).await?;
            pool.execute(AssertSqlSafe(PROTECT.replace("{{ROLE}}", APP_ROLE)))
                .await?;
            pool.close().await;
        } else {
            let pool = SqlitePoolOptions::new()
                .max_connections(1)
                .connect_with(sqlite_options(config)?)
                .await?;
            migration::adopt_on_sqlite(&pool, &migrator).await?;
            migrator.run(&pool).await?;
            pool.close().await;
        }
        Ok(())
    }

    #[boxed]
    pub async fn begin(&self, tenant: TenantId, mode: Mode) -> sqlx::Result<Tx> {
        let inner = match (&self.pools, mode) {
            (Pools::Sqlite { read, .. }, Mode::Read) => {
                TxInner::Sqlite(read.begin(Begin::Read).await?)
            }
            (Pools::Sqlite { write, durable, .. }, mode) => {
                let is_durable = *durable && mode == Mode::Write;
                TxInner::Sqlite(write.begin(Begin::Write { is_durable }).await?)
            }
            (Pools::Postgres(pool), mode) => {
                TxInner::Postgres(pool.begin_with(postgres_begin(tenant, mode)).await?)
            }
        };
        Ok(Tx::new(inner, tenant))
    }

    /// Begins a short read next to an open transaction of the caller, who must begin no other
    /// before it ends.
    #[boxed]
    pub async fn begin_side_read(&self, tenant: TenantId) -> sqlx::Result<Tx> {
        let inner = match &self.aside {
            SidePool::Sqlite(pool) => TxInner::Sqlite(pool.begin(Begin::Read).await?),
            SidePool::Postgres(pool) => {
                TxInner::Postgres(pool.begin_with(postgres_begin(tenant, Mode::Read)).await?)
            }
        };
        Ok(Tx::new(inner, tenant))
    }

    /// Begins a transaction over the platform's tables; it sees no tenant's rows.
    #[boxed]
    pub async fn begin_platform(&self, mode: Mode) -> sqlx::Result<Tx> {
        match mode {
            Mode::Read => self.begin_side_read(TenantId(0)).await,
            mode => self.begin(TenantId(0), mode).await,
        }
    }

    pub fn dialect(&self) -> Dialect {
        match self.pools {
            Pools::Sqlite { .. } => Dialect::Sqlite,
            Pools::Postgres(_) => Dialect::Postgres,
        }
    }

    pub async fn close(&self) {
        match &self.pools {
            Pools::Sqlite { write, read, .. } => {
                read.close().await;
                write.close().await;
            }
            Pools::Postgres(pool) => pool.close().await,
        }
        match &self.aside {
            SidePool::Sqlite(pool) => pool.close().await,
            SidePool::Postgres(pool) => pool.close().await,
        }
    }
}

/// One round trip; the id is a number, so injection is impossible.
fn postgres_begin(tenant: TenantId, mode: Mode) -> AssertSqlSafe<String> {
    let access = match mode {
        Mode::Read => " READ ONLY",
        Mode::Write => "",
        Mode::Soon => "; SET LOCAL synchronous_commit = off",
    };
    AssertSqlSafe(format!(
        "BEGIN{access}; SET LOCAL app.tenant_id = '{tenant}'"
    ))
}

fn postgres_options(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(10))
        .after_connect(|connection, _| {
            Box::pin(async move {
                // The ROLLBACK below warns if no transaction is open, which is nearly always.
                let settings = format!("SET ROLE {APP_ROLE}; SET client_min_messages = error");
                connection.execute(AssertSqlSafe(settings)).await?;
                Ok(())
            })
        })
        // A transaction whose start was cancelled may still be open: end it before the next
        // borrower.
        .after_release(|connection, _| {
            Box::pin(async move {
                connection.execute("ROLLBACK").await?;
                Ok(true)
            })
        })
}

fn sqlite_options(config: &DbConfig) -> sqlx::Result<SqliteConnectOptions> {
    Ok(SqliteConnectOptions::from_str(&config.url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .busy_timeout(Duration::from_secs(10))
        .foreign_keys(true))
}

/// Creates the serving role, grants it the rows but not the tables, and enables row-level security
/// on every tenant table.
const PROTECT: &str = r"
DO $$
DECLARE
  name text;
  kind text;
BEGIN
  -- Hosts that start at the same time do this one after the other.
  PERFORM pg_advisory_xact_lock(hashtext('waybill protects its tables'));
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '{{ROLE}}') THEN
    BEGIN
      CREATE ROLE {{ROLE}} NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END IF;
  IF NOT pg_has_role(current_user, '{{ROLE}}', 'MEMBER') THEN
    EXECUTE format('GRANT {{ROLE}} TO %I', current_user);
  END IF;
  -- What is as it should be is left alone: a host that starts must not wait for those that work, nor they for it.
  IF NOT has_schema_privilege('{{ROLE}}', current_schema(), 'USAGE') THEN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO {{ROLE}}', current_schema());
  END IF;
  FOR name, kind IN
    SELECT c.relname, c.relkind::text FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND (
      c.relkind IN ('r', 'p') AND NOT (
        has_table_privilege('{{ROLE}}', c.oid, 'SELECT') AND has_table_privilege('{{ROLE}}', c.oid, 'INSERT')
        AND has_table_privilege('{{ROLE}}', c.oid, 'UPDATE') AND has_table_privilege('{{ROLE}}', c.oid, 'DELETE'))
      OR c.relkind = 'v' AND NOT has_table_privilege('{{ROLE}}', c.oid, 'SELECT')
      OR c.relkind = 'S' AND NOT has_sequence_privilege('{{ROLE}}', c.oid, 'USAGE'))
  LOOP
    IF kind = 'S' THEN
      EXECUTE format('GRANT USAGE, SELECT ON SEQUENCE %I TO {{ROLE}}', name);
    ELSE
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO {{ROLE}}', name);
    END IF;
  END LOOP;
  FOR name IN
    SELECT c.table_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    JOIN pg_class p ON p.relname = c.table_name AND p.relnamespace = current_schema()::regnamespace
    WHERE c.table_schema = current_schema() AND c.column_name = 'tenant_id' AND t.table_type = 'BASE TABLE'
      AND NOT (p.relrowsecurity AND p.relforcerowsecurity AND EXISTS (
        SELECT 1 FROM pg_policies y
        WHERE y.schemaname = current_schema() AND y.tablename = c.table_name AND y.policyname = 'tenant'))
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    IF NOT EXISTS (SELECT 1 FROM pg_policies p WHERE p.schemaname = current_schema() AND p.tablename = name AND p.policyname = 'tenant') THEN
      EXECUTE format('CREATE POLICY tenant ON %I USING (tenant_id = NULLIF(current_setting(''app.tenant_id'', true), '''')::bigint) WITH CHECK (tenant_id = NULLIF(current_setting(''app.tenant_id'', true), '''')::bigint)', name);
    END IF;
  END LOOP;
END $$;
";
