//! The steps of the schema, in order; a test proves that every file of `migrations/` is here.

use kernel::db::Migration;

macro_rules! step {
    ($version:literal, $name:literal) => {
        Migration { version: $version, name: $name, sql: include_str!(concat!("../../migrations/", $name, ".sql")) }
    };
}

/// All steps. Released ones never change; a change is a new step.
pub const MIGRATIONS: &[Migration] = &[
    step!(1, "0001_kernel"),
    step!(2, "0002_tenancy"),
    step!(3, "0003_identity"),
    step!(4, "0004_lookups"),
    step!(5, "0005_customers"),
    step!(6, "0006_carriers"),
    step!(7, "0007_rates"),
    step!(8, "0008_quotes"),
    step!(9, "0009_bookings"),
    step!(10, "0010_plugins"),
];
