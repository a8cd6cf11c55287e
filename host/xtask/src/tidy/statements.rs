//! SQL belongs in stores: `store.rs`, or a file of a folder `store`.

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use super::shared::{over_limit, product_part};
use super::{Source, Tree};

/// Files outside stores that still hold statements, with their number. The list only shrinks.
const OUTSIDE_STORES: &[(&str, usize)] = &[
    ("host/areas/bookings/src/accounts.rs", 2),
    ("host/areas/bookings/src/charged.rs", 2),
    ("host/areas/bookings/src/feeable.rs", 1),
    ("host/areas/bookings/src/invoiced.rs", 1),
    ("host/areas/bookings/src/invoicing.rs", 3),
    ("host/areas/bookings/src/recharge.rs", 2),
    ("host/areas/bookings/src/routes/carriage.rs", 2),
    ("host/areas/bookings/src/routes/margin.rs", 4),
    ("host/areas/bookings/src/seed/many.rs", 2),
    ("host/areas/bookings/src/service/news.rs", 1),
    ("host/areas/bookings/src/service/payment.rs", 1),
    ("host/areas/bookings/src/service/places.rs", 5),
    ("host/areas/bookings/src/service/sweep.rs", 4),
    ("host/areas/bookings/src/service/track.rs", 3),
    ("host/areas/carriers/src/routes.rs", 1),
    ("host/areas/carriers/src/services.rs", 1),
    ("host/areas/customers/src/credit.rs", 1),
    ("host/areas/customers/src/events.rs", 4),
    ("host/areas/customers/src/guests.rs", 1),
    ("host/areas/customers/src/routes.rs", 1),
    ("host/areas/finance/src/papers/journal.rs", 1),
    ("host/areas/finance/src/service/back_fill.rs", 9),
    ("host/areas/finance/src/service/bank.rs", 1),
    ("host/areas/finance/src/service/bank_import.rs", 1),
    ("host/areas/finance/src/service/card/mod.rs", 1),
    ("host/areas/finance/src/service/card/sweep.rs", 1),
    ("host/areas/finance/src/service/decide_credit.rs", 1),
    ("host/areas/finance/src/service/dunning.rs", 2),
    ("host/areas/finance/src/service/fee_entry.rs", 4),
    ("host/areas/finance/src/service/hold.rs", 2),
    ("host/areas/finance/src/service/ledger.rs", 1),
    ("host/areas/finance/src/service/make.rs", 1),
    ("host/areas/finance/src/service/numbers.rs", 3),
    ("host/areas/finance/src/service/owed.rs", 2),
    ("host/areas/finance/src/service/proof.rs", 1),
    ("host/areas/finance/src/service/run.rs", 1),
    ("host/areas/finance/src/service/statement.rs", 3),
    ("host/areas/people/src/service/roles.rs", 1),
    ("host/areas/plugins/src/consents.rs", 1),
    ("host/areas/plugins/src/endpoints/deliveries.rs", 1),
    ("host/areas/plugins/src/limits.rs", 3),
    ("host/areas/plugins/src/log.rs", 2),
    ("host/areas/plugins/src/recordings/mod.rs", 1),
    ("host/areas/plugins/src/recordings/switches.rs", 4),
    ("host/areas/plugins/src/registry/held.rs", 1),
    ("host/areas/plugins/src/registry/owners.rs", 2),
    ("host/areas/plugins/src/registry/pins.rs", 5),
    ("host/areas/plugins/src/sweep.rs", 5),
    ("host/areas/plugins/src/values.rs", 5),
    ("host/areas/pricing/src/book.rs", 2),
    ("host/areas/pricing/src/promo_codes.rs", 3),
    ("host/areas/quotes/src/preview.rs", 1),
    ("host/areas/rates/src/compare.rs", 2),
    ("host/areas/rates/src/copying.rs", 3),
    ("host/areas/rates/src/export.rs", 1),
    ("host/areas/rates/src/import/history.rs", 1),
    ("host/areas/rates/src/import/rates.rs", 9),
    ("host/areas/rates/src/lane.rs", 1),
    ("host/areas/rates/src/lib.rs", 3),
    ("host/areas/rates/src/price/tariff.rs", 1),
    ("host/areas/rates/src/quote/keep.rs", 1),
    ("host/areas/rates/src/versions.rs", 6),
    ("host/areas/rates/src/whole.rs", 3),
    ("host/areas/rates/src/zones.rs", 2),
    ("host/areas/reconciliation/src/decide/mod.rs", 2),
    ("host/areas/reconciliation/src/export.rs", 1),
    ("host/areas/reconciliation/src/import/compare.rs", 1),
    ("host/areas/reconciliation/src/import/run.rs", 4),
    ("host/areas/reconciliation/src/margin.rs", 1),
    ("host/areas/tenancy/src/service/address.rs", 1),
];

/// First words of a statement.
const VERBS: &[&str] = &[
    "SELECT ",
    "INSERT INTO ",
    "UPDATE ",
    "DELETE FROM ",
    "WITH ",
];

pub fn statements_are_in_stores(tree: &Tree) -> Result<Vec<String>> {
    let mut found = BTreeMap::new();
    let mut in_stores = 0;
    let areas = tree
        .sources
        .iter()
        .filter(|file| file.is_rust() && file.path.starts_with("host/areas/"));
    for file in areas {
        let count = count_statements(&file.text);
        if is_store(file) {
            in_stores += count;
        } else if count > 0 {
            found.insert(file.path.as_str(), count);
        }
    }
    if in_stores <= 20 {
        bail!("only {in_stores} statements were found in stores");
    }
    Ok(over_limit(
        &found,
        0,
        OUTSIDE_STORES,
        "statements outside a store",
    ))
}

fn is_store(file: &Source) -> bool {
    file.path.ends_with("/store.rs")
        || file.path.contains("/store/")
        || file.path.ends_with("_store.rs")
}

/// String literals before the tests that begin with a statement's verb.
fn count_statements(text: &str) -> usize {
    product_part(text)
        .split('"')
        .filter(|literal| {
            let literal = literal.trim_start();
            VERBS.iter().any(|verb| literal.starts_with(verb))
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_counted_before_the_tests() {
        let text = "tsql!(\n \"SELECT 1\") \"UPDATE a SET b = 1\" \"Update it\"\n\
            #[cfg(test)]\nmod tests { \"DELETE FROM a\" }";
        assert_eq!(count_statements(text), 2);
        assert_eq!(count_statements("\"WITH a AS (SELECT 1)\""), 1);
    }
}
