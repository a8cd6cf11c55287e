//! Statements that change recorded rows without the record of changes: each is listed with the
//! reason.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};

use super::Tree;

/// Exceptions: file, statement, and how the change is recorded.
const RECORDED_ELSEWHERE: &[(&str, &str, &str)] = &[
    (
        "host/areas/bookings/src/invoicing/store.rs",
        "UPDATE bookings",
        "the invoice's history lists its bookings, and decisions are entries",
    ),
    (
        "host/areas/bookings/src/numbers/store.rs",
        "UPDATE bookings",
        "the row that takes the number has an entry",
    ),
    (
        "host/areas/bookings/src/numbers/store.rs",
        "UPDATE manifests",
        "the row that takes the number has an entry",
    ),
    (
        "host/areas/bookings/src/numbers/store.rs",
        "UPDATE pickups",
        "the row that takes the number has an entry",
    ),
    (
        "host/areas/bookings/src/seed/store.rs",
        "INSERT INTO bookings",
        "a million bookings for measurements",
    ),
    (
        "host/areas/jobs/src/prices/store.rs",
        "UPDATE freight_jobs",
        "the invoice's history lists its jobs, and arrivals are entries of their states",
    ),
    (
        "host/areas/jobs/src/jobs/store.rs",
        "UPDATE freight_jobs",
        "each job that a statement allocates or takes back has an entry",
    ),
    (
        "host/areas/bookings/src/tracking/store.rs",
        "UPDATE bookings",
        "the time of the last poll is no change",
    ),
    (
        "host/areas/carriers/src/services/store.rs",
        "INSERT INTO carrier_services",
        "what the carrier's plugin offers",
    ),
    (
        "host/areas/customers/src/store.rs",
        "DELETE FROM customer_products",
        "deleted with the customer, which is an entry",
    ),
    (
        "host/areas/customers/src/store.rs",
        "DELETE FROM customer_settings",
        "deleted with the customer, which is an entry",
    ),
    (
        "host/areas/customers/src/store.rs",
        "DELETE FROM ecommerce_stores",
        "deleted with the customer, which is an entry",
    ),
    (
        "host/areas/customers/src/store.rs",
        "DELETE FROM frequent_addresses",
        "deleted with the customer, which is an entry",
    ),
    (
        "host/areas/identity/src/sessions/store.rs",
        "DELETE FROM api_keys",
        "deleted with the user, which is an entry",
    ),
    (
        "host/areas/identity/src/sessions/store.rs",
        "DELETE FROM passkeys",
        "deleted with the user",
    ),
    (
        "host/areas/identity/src/sessions/store.rs",
        "DELETE FROM user_logins",
        "deleted with the user",
    ),
    (
        "host/areas/identity/src/sessions/store.rs",
        "UPDATE api_keys",
        "the time of the last use is no change",
    ),
    (
        "host/areas/languages/src/store.rs",
        "UPDATE languages",
        "the new default has an entry",
    ),
    (
        "host/areas/linehaul/src/hauls/store.rs",
        "INSERT INTO line_hauls",
        "its statement adds the entry, which the update joins",
    ),
    (
        "host/areas/people/src/roles/store.rs",
        "DELETE FROM user_profiles",
        "deleted with the user",
    ),
    (
        "host/areas/people/src/units/store.rs",
        "UPDATE organization_units",
        "its caller records each unit's code",
    ),
    (
        "host/areas/people/src/users/store.rs",
        "UPDATE user_profiles",
        "a confirmed address, recorded by its callers",
    ),
    (
        "host/areas/people/src/users/store.rs",
        "UPDATE users",
        "sign-ins are entries; callers record the others",
    ),
    (
        "host/areas/plugins/src/consents/store.rs",
        "DELETE FROM plugin_consents",
        "the new consents follow in the same transaction",
    ),
    (
        "host/areas/rates/src/import/store.rs",
        "DELETE FROM rates",
        "the card's entry covers the import or its undoing",
    ),
    (
        "host/areas/rates/src/import/store.rs",
        "UPDATE rates",
        "the card's entry covers the import or its undoing",
    ),
    (
        "host/areas/rates/src/rate_cards/store.rs",
        "DELETE FROM rate_cards",
        "an incomplete copy, never visible",
    ),
    (
        "host/areas/rates/src/rate_cards/store.rs",
        "DELETE FROM rate_services",
        "the card's replacement is an entry",
    ),
    (
        "host/areas/rates/src/rate_cards/store.rs",
        "DELETE FROM rate_zones",
        "the card's replacement is an entry",
    ),
    (
        "host/areas/rates/src/rate_cards/store.rs",
        "DELETE FROM rates",
        "the card's replacement is an entry",
    ),
    (
        "host/areas/rates/src/rate_cards/store.rs",
        "INSERT INTO rate_services",
        "the copied card's entry names its source",
    ),
    (
        "host/areas/rates/src/rate_cards/store.rs",
        "INSERT INTO rate_zone_locations",
        "the copied card's entry names its source",
    ),
    (
        "host/areas/rates/src/rate_cards/store.rs",
        "INSERT INTO rate_zones",
        "the copied card's entry names its source",
    ),
    (
        "host/areas/rates/src/rate_cards/store.rs",
        "INSERT INTO rates",
        "the copied card's entry names its source",
    ),
    (
        "host/areas/rates/src/rate_cards/store.rs",
        "UPDATE rate_cards",
        "the time of the last change; the change is an entry",
    ),
    (
        "host/areas/rates/src/rates/store.rs",
        "UPDATE rates",
        "the zone's new code is an entry",
    ),
    (
        "host/areas/reconciliation/src/imports/store.rs",
        "DELETE FROM reconciliation_bookings",
        "an incomplete import, never visible; the reconciliation's entry has the reason",
    ),
];

pub fn no_recorded_row_changes_without_an_entry(tree: &Tree) -> Result<Vec<String>> {
    let files: Vec<_> = tree
        .sources
        .iter()
        .filter(|file| file.path.starts_with("host/areas/") && file.is_rust())
        .collect();
    let recorded: BTreeSet<&str> = files.iter().flat_map(|file| tables(&file.text)).collect();
    if !recorded.contains("bookings")
        || !recorded.contains("users")
        || recorded.contains("sessions")
    {
        bail!("these are not the recorded tables: {recorded:?}");
    }
    let mut found: BTreeMap<(String, String), ()> = BTreeMap::new();
    for file in &files {
        for (verb, table) in changes(&file.text).filter(|(_, table)| recorded.contains(table)) {
            found.insert((file.path.clone(), format!("{verb} {table}")), ());
        }
    }
    let mut complaints = Vec::new();
    for (path, statement) in found.keys() {
        if !RECORDED_ELSEWHERE
            .iter()
            .any(|(file, listed, _)| file == path && listed == statement)
        {
            complaints.push(format!(
                "{path}: `{statement}` bypasses the record of changes: note the change and list the statement in RECORDED_ELSEWHERE"
            ));
        }
    }
    for (path, statement, _) in RECORDED_ELSEWHERE {
        if !found.contains_key(&((*path).to_owned(), (*statement).to_owned())) {
            complaints.push(format!("{path}: `{statement}` needs no exception any more"));
        }
    }
    Ok(complaints)
}

fn tables(text: &str) -> impl Iterator<Item = &str> {
    text.split("#[record(").skip(1).filter_map(|rest| {
        let head = rest.split(")]\n").next()?;
        let (table, options) = head
            .trim_start()
            .strip_prefix("table = \"")?
            .split_once('"')?;
        (!options
            .split(',')
            .any(|option| option.trim() == "unrecorded"))
        .then_some(table)
    })
}

/// Every statement that changes rows, with its table.
fn changes(text: &str) -> impl Iterator<Item = (&'static str, &str)> {
    ["INSERT INTO", "UPDATE", "DELETE FROM"]
        .into_iter()
        .flat_map(move |verb| {
            text.match_indices(verb).filter_map(move |(at, _)| {
                // `ON CONFLICT … DO UPDATE SET` belongs to the INSERT before it.
                let rest = text[at + verb.len()..].strip_prefix(' ')?;
                let end = rest
                    .find(|c: char| !c.is_ascii_lowercase() && c != '_')
                    .unwrap_or(rest.len());
                (end > 0).then(|| (verb, &rest[..end]))
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_and_tables_are_found() {
        let text = "#[record(table = \"as_many\", name = \"x\", open)]\nstruct A;\n#[record(\"logs\")]\n\
                    #[record(table = \"logs\", name = \"x\", unrecorded, open)]\nstruct B;";
        assert_eq!(tables(text).collect::<Vec<_>>(), ["as_many"]);
        let text = "\"UPDATE as_many SET a = 1\" \"INSERT INTO logs (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2\"";
        assert_eq!(
            changes(text).collect::<Vec<_>>(),
            [("INSERT INTO", "logs"), ("UPDATE", "as_many")]
        );
    }
}
