//! Limits of a call: processor time, wall time, texts, documents.

use crate::plugin::manifest::{Kind, Manifest};
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
const MAX_TEXTS: usize = 256 << 10;
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

/// Functions of all kinds of plugins. Two kinds may share a name; a plugin has one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Describe,
    ListServices,
    CheckAccount,
    Rates,
    RatesByAccount,
    Book,
    Find,
    Label,
    Cancel,
    Manifest,
    Track,
    Price,
    PriceLane,
    Check,
    BookPickup,
    CancelPickup,
    ReadPush,
    ReadInvoice,
    CheckAddress,
    Migrate,
    Handle,
    ListOrders,
    WriteTracking,
    ReadCheckout,
    WriteOptions,
    ReadConfiguration,
    Configure,
    Unconfigure,
    ClientToken,
    Charge,
    Refund,
    Authorise,
    Capture,
    Void,
    ListReports,
    Run,
}

/// A function's name in wit/v1, its default limits, and the maximum that a manifest may request.
struct Allowance {
    name: &'static str,
    cpu_ms: (u32, u32),
    wall_ms: (u32, u32),
}

impl Function {
    pub(crate) const ALL: [Function; 36] = [
        Function::Describe,
        Function::ListServices,
        Function::CheckAccount,
        Function::Rates,
        Function::RatesByAccount,
        Function::Book,
        Function::Find,
        Function::Label,
        Function::Cancel,
        Function::Manifest,
        Function::Track,
        Function::Price,
        Function::PriceLane,
        Function::Check,
        Function::BookPickup,
        Function::CancelPickup,
        Function::ReadPush,
        Function::ReadInvoice,
        Function::CheckAddress,
        Function::Migrate,
        Function::Handle,
        Function::ListOrders,
        Function::WriteTracking,
        Function::ReadCheckout,
        Function::WriteOptions,
        Function::ReadConfiguration,
        Function::Configure,
        Function::Unconfigure,
        Function::ClientToken,
        Function::Charge,
        Function::Refund,
        Function::Authorise,
        Function::Capture,
        Function::Void,
        Function::ListReports,
        Function::Run,
    ];

    const fn allowance(self) -> Allowance {
        let (name, cpu_ms, wall_ms) = match self {
            Function::Describe => ("describe", (50, 250), (2_000, 2_000)),
            Function::ListServices => ("list-services", (50, 250), (2_000, 2_000)),
            Function::CheckAccount => ("check-account", (100, 500), (15_000, 30_000)),
            Function::Rates => ("rates", (50, 250), (8_000, 8_000)),
            Function::RatesByAccount => ("rates-by-account", (100, 500), (8_000, 8_000)),
            Function::Book => ("book", (100, 500), (30_000, 60_000)),
            Function::Find => ("find", (100, 500), (15_000, 30_000)),
            Function::Label => ("label", (250, 1_000), (30_000, 60_000)),
            Function::Cancel => ("cancel", (100, 500), (30_000, 60_000)),
            Function::Manifest => ("manifest", (250, 1_000), (60_000, 120_000)),
            Function::Track => ("track", (250, 1_000), (30_000, 60_000)),
            Function::Price => ("price", (50, 250), (8_000, 8_000)),
            Function::PriceLane => ("price-lane", (50, 250), (8_000, 8_000)),
            Function::Check => ("check", (100, 500), (8_000, 8_000)),
            Function::BookPickup => ("book-pickup", (100, 500), (30_000, 60_000)),
            Function::CancelPickup => ("cancel-pickup", (100, 500), (30_000, 60_000)),
            Function::ReadPush => ("read-push", (100, 500), (15_000, 30_000)),
            Function::ReadInvoice => ("read-invoice", (1_000, 5_000), (30_000, 60_000)),
            Function::CheckAddress => ("check-address", (50, 250), (8_000, 15_000)),
            Function::Migrate => ("migrate", (50, 250), (2_000, 2_000)),
            Function::Handle => ("handle", (100, 500), (5_000, 5_000)),
            Function::ListOrders => ("list-orders", (250, 1_000), (30_000, 60_000)),
            Function::WriteTracking => ("write-tracking", (100, 500), (30_000, 60_000)),
            Function::ReadCheckout => ("read-checkout", (50, 250), (2_000, 2_000)),
            Function::WriteOptions => ("write-options", (50, 250), (2_000, 2_000)),
            Function::ReadConfiguration => ("read-configuration", (100, 500), (15_000, 30_000)),
            Function::Configure => ("configure", (100, 500), (30_000, 60_000)),
            Function::Unconfigure => ("unconfigure", (100, 500), (30_000, 60_000)),
            Function::ClientToken => ("client-token", (100, 500), (15_000, 30_000)),
            Function::Charge => ("charge", (100, 500), (30_000, 60_000)),
            Function::Refund => ("refund", (100, 500), (30_000, 60_000)),
            Function::Authorise => ("authorise", (100, 500), (30_000, 60_000)),
            Function::Capture => ("capture", (100, 500), (30_000, 60_000)),
            Function::Void => ("void", (100, 500), (30_000, 60_000)),
            Function::ListReports => ("list-reports", (50, 250), (2_000, 2_000)),
            Function::Run => ("run", (5_000, 60_000), (300_000, 300_000)),
        };
        Allowance {
            name,
            cpu_ms,
            wall_ms,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        self.allowance().name
    }

    pub(crate) fn by_name(name: &str) -> Option<Function> {
        Function::ALL
            .into_iter()
            .find(|function| function.name() == name)
    }

    /// Bytes that the texts and documents of an answer may have in all.
    pub(crate) fn max_answer(self) -> usize {
        match self {
            Function::RatesByAccount => MAX_ACCOUNTS * MAX_TEXTS,
            Function::Track | Function::ReadPush => 2 << 20,
            Function::ListOrders => 4 << 20,
            Function::ReadInvoice => 6 << 20,
            Function::Label | Function::Manifest => MAX_LABEL + MAX_TEXTS,
            Function::Handle | Function::WriteOptions => MAX_ANSWER + MAX_TEXTS,
            _ => MAX_TEXTS,
        }
    }

    pub(crate) fn max_cpu_ms(self) -> u32 {
        self.allowance().cpu_ms.1
    }

    pub(crate) fn max_wall_ms(self) -> u32 {
        self.allowance().wall_ms.1
    }

    pub(crate) fn cpu(self, manifest: &Manifest) -> Duration {
        let requested = manifest.limits.cpu_ms.get(self.name()).copied();
        Duration::from_millis(requested.unwrap_or(self.allowance().cpu_ms.0).into())
    }

    pub(crate) fn wall(self, manifest: &Manifest) -> Duration {
        let requested = manifest.limits.wall_ms.get(self.name()).copied();
        Duration::from_millis(requested.unwrap_or(self.allowance().wall_ms.0).into())
    }

    /// True if the other system may have acted already: such a call is not cancelled when its
    /// caller leaves.
    pub(crate) fn changes_the_world(self) -> bool {
        matches!(
            self,
            Function::Book
                | Function::Cancel
                | Function::Manifest
                | Function::BookPickup
                | Function::CancelPickup
                | Function::WriteTracking
                | Function::Configure
                | Function::Unconfigure
                | Function::Charge
                | Function::Refund
                | Function::Authorise
                | Function::Capture
                | Function::Void
                | Function::Handle
        )
    }
}

impl Function {
    /// True if a repeated call is harmless: it reads, or returns the same result. The list is
    /// explicit, so that no acting function is included by default.
    pub(crate) fn may_be_repeated(self) -> bool {
        const READING: [&str; 17] = [
            "describe",
            "check-account",
            "list-services",
            "rates",
            "rates-by-account",
            "find",
            "track",
            "label",
            "price",
            "price-lane",
            "check",
            "check-address",
            "read-invoice",
            "list-orders",
            "read-configuration",
            "client-token",
            "list-reports",
        ];
        READING.contains(&self.name()) && !self.changes_the_world()
    }

    /// True if plugins of this kind may have the function.
    pub(crate) fn belongs_to(self, kind: Kind) -> bool {
        const COMMON: [&str; 4] = ["describe", "check-account", "migrate", "handle"];
        let own: &[&str] = match kind {
            Kind::Carrier => &[
                "list-services",
                "rates",
                "rates-by-account",
                "book",
                "find",
                "label",
                "cancel",
                "manifest",
                "track",
                "book-pickup",
                "cancel-pickup",
                "read-push",
                "read-invoice",
                "check-address",
            ],
            Kind::RateEngine => &["price", "price-lane", "check"],
            Kind::Commerce => &[
                "list-orders",
                "write-tracking",
                "read-checkout",
                "write-options",
                "read-configuration",
                "configure",
                "unconfigure",
                "read-push",
            ],
            Kind::Payment => &[
                "client-token",
                "charge",
                "find",
                "refund",
                "authorise",
                "capture",
                "void",
                "read-push",
            ],
            Kind::Report => &["list-reports", "run"],
        };
        own.contains(&self.name()) || (kind != Kind::RateEngine && COMMON.contains(&self.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_found_by_its_name() {
        for function in Function::ALL {
            assert_eq!(Function::by_name(function.name()), Some(function));
            assert_eq!(Function::ALL[function as usize], function);
        }
    }
}
