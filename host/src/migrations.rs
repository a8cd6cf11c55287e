//! The steps of the schema, in order: every file of `migrations/`, listed when the program is built.

use kernel::db::Migration;

/// All steps. Released ones never change; a change is a new step.
pub const MIGRATIONS: &[Migration] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));
