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
    step!(11, "0011_people"),
    step!(12, "0012_account"),
    step!(13, "0013_outside"),
    step!(14, "0014_settings"),
    step!(15, "0015_files"),
    step!(16, "0016_audit"),
    step!(17, "0017_texts"),
    step!(18, "0018_plugin_registry"),
    step!(19, "0019_plugin_settings"),
    step!(20, "0020_plugin_deliveries"),
    step!(21, "0021_plugin_versions"),
    step!(22, "0022_plugin_recordings"),
    step!(23, "0023_jobs"),
    step!(24, "0024_search"),
    step!(25, "0025_limits"),
    step!(26, "0026_secret_key"),
    step!(27, "0027_plugin_owners"),
    step!(28, "0028_sign_in"),
    step!(32, "0032_api_keys"),
    step!(33, "0033_fresh_proof"),
];
