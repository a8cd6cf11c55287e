//! Schema migrations in order, listed from `migrations/` at build time.

use data::db::Migration;

/// All migrations. Released ones never change; a change is a new migration.
pub const MIGRATIONS: &[Migration] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));
