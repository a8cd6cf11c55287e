//! Limits of a call: processor time, wall time, texts, documents.

use std::time::Duration;

/// Interval at which running guests are made to yield.
pub(crate) const TICK: Duration = Duration::from_millis(5);

pub(crate) const MAX_COMPONENT: u64 = 20 << 20;
pub(crate) const MAX_ARGUMENTS: usize = 1 << 20;
/// A rate card, which is the tenant's own data and may be large.
pub(crate) const MAX_CARD: usize = 4 << 20;
/// A file that a person uploaded or another side sent.
pub(crate) const MAX_FILE: usize = 4 << 20;
/// A request from outside: its body of at most 1 MiB and its headers.
pub(crate) const MAX_REQUEST: usize = (1 << 20) + (256 << 10);
/// Of one report.
pub(crate) const MAX_ROWS: u64 = 1_000_000;
pub(crate) const MAX_ROW_BYTES: u64 = 256 << 20;
/// Rows of one batch that a report reads.
pub(crate) const MAX_BATCH: u32 = 500;
/// Maximum size of one answer or capability argument of a guest.
pub(crate) const MAX_ANSWER: usize = 8 << 20;
/// Texts of one answer together, unless its function answers with much.
pub(crate) const MAX_TEXTS: usize = 256 << 10;
/// A document that a plugin answers with.
pub(crate) const MAX_LABEL: usize = 2 << 20;
/// The least that can be set for it: capabilities hand over as much.
pub(crate) const MIN_ANSWER: usize = 64 << 10;
pub(crate) const LOG_LINES: u32 = 64;
pub(crate) const MAX_LOG_LINES: u32 = 1_000;
pub(crate) const LOG_LINE: usize = 1 << 10;
pub(crate) const MAX_VALUE: usize = 64 << 10;
pub(crate) const MAX_KEY: usize = 256;
/// Calls of the key-value store, of rendering and of rate cards in one call.
pub(crate) const HOST_CALLS: u32 = 1000;
/// Estimated cost of a store call on other threads and in the database, which can't be measured for
/// a single call.
pub(crate) const STORE_READ: Duration = Duration::from_micros(300);
pub(crate) const STORE_WRITE: Duration = Duration::from_micros(600);
/// Estimated cost of an outgoing call, of each part of its answer, and of each MiB either way.
/// Measured time would depend on the machine and on how the other side divides its answer.
pub(crate) const HTTP_CALL: Duration = Duration::from_micros(200);
pub(crate) const HTTP_PART: Duration = Duration::from_micros(2);
pub(crate) const HTTP_MIB: Duration = Duration::from_millis(1);
/// Processor time of all rate engines that one call asks together.
pub(crate) const PRICING_TIMEOUT: Duration = Duration::from_millis(250);
/// Labels and lines of manifests that are drawn in one call, however often it asks for some.
pub(crate) const MAX_LABELS: usize = 500;
pub(crate) const MAX_MANIFEST_LINES: usize = 5_000;
pub(crate) const HTTP_CALLS: u32 = 20;
pub(crate) const MAX_HTTP_CALLS: u32 = 100;
pub(crate) const MAX_HTTP_ANSWER: usize = 4 << 20;
pub(crate) const MAX_STDERR: usize = 64 << 10;
pub(crate) const TABLE_ELEMENTS: usize = 20_000;
/// Calls of one tenant and plugin at once.
pub(crate) const TENANT_IN_FLIGHT: u32 = 8;
pub(crate) const MAX_TENANT_IN_FLIGHT: u32 = 32;
/// Accounts that are priced in one call.
pub const MAX_ACCOUNTS: usize = 16;
pub(crate) const RETRIES: u32 = 1;
/// Faults after which a plugin rests.
pub(crate) const BREAKER_FAULTS: u32 = 5;
pub(crate) const MAX_BREAKER_FAULTS: u32 = 1_000;
pub(crate) const MEMORY_DEFAULT_MIB: u32 = 64;
pub(crate) const MEMORY_MOST_MIB: u32 = 256;
/// Of all guests together.
pub(crate) const GUESTS_MEMORY_MIB: u32 = 1_024;
