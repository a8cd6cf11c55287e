//! Statements that change recorded rows past the record of changes: each has said how its change is recorded, or why not.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};

use super::Tree;

/// Statements over tables of recorded entities: file, what it does, how it is recorded.
const SAID: &[(&str, &str, &str)] = &[
    (
        "host/areas/bookings/src/invoiced.rs",
        "UPDATE bookings",
        "sums of lines whose decisions are entries",
    ),
    (
        "host/areas/bookings/src/invoicing.rs",
        "UPDATE bookings",
        "the invoice's history says which bookings it has",
    ),
    (
        "host/areas/bookings/src/recharge.rs",
        "UPDATE bookings",
        "changes nothing: it waits for its turn",
    ),
    (
        "host/areas/bookings/src/seed/many.rs",
        "INSERT INTO bookings",
        "a million bookings for measurements",
    ),
    (
        "host/areas/bookings/src/service/track.rs",
        "UPDATE bookings",
        "when the carrier was asked last is no change",
    ),
    (
        "host/areas/bookings/src/store/numbers.rs",
        "UPDATE bookings",
        "the row that takes the number has an entry",
    ),
    (
        "host/areas/bookings/src/store/numbers.rs",
        "UPDATE manifests",
        "the row that takes the number has an entry",
    ),
    (
        "host/areas/bookings/src/store/numbers.rs",
        "UPDATE pickups",
        "the row that takes the number has an entry",
    ),
    (
        "host/areas/carriers/src/services.rs",
        "INSERT INTO carrier_services",
        "what the carrier's plugin offers",
    ),
    (
        "host/areas/customers/src/credit.rs",
        "UPDATE customers",
        "changes nothing: it waits for its turn",
    ),
    (
        "host/areas/customers/src/events.rs",
        "DELETE FROM customer_products",
        "goes with the customer, whose end is an entry",
    ),
    (
        "host/areas/customers/src/events.rs",
        "DELETE FROM customer_settings",
        "goes with the customer, whose end is an entry",
    ),
    (
        "host/areas/customers/src/events.rs",
        "DELETE FROM ecommerce_stores",
        "goes with the customer, whose end is an entry",
    ),
    (
        "host/areas/customers/src/events.rs",
        "DELETE FROM frequent_addresses",
        "goes with the customer, whose end is an entry",
    ),
    (
        "host/areas/finance/src/service/card/mod.rs",
        "UPDATE card_transactions",
        "changes nothing: it waits for its turn",
    ),
    (
        "host/areas/finance/src/service/decide_credit.rs",
        "UPDATE credit_notes",
        "changes nothing: it waits for its turn",
    ),
    (
        "host/areas/finance/src/service/hold.rs",
        "UPDATE invoices",
        "changes nothing: it waits for its turn",
    ),
    (
        "host/areas/finance/src/service/hold.rs",
        "UPDATE payments",
        "changes nothing: it waits for its turn",
    ),
    (
        "host/areas/identity/src/store.rs",
        "UPDATE api_keys",
        "when the key was used last is no change",
    ),
    (
        "host/areas/people/src/store/users.rs",
        "UPDATE users",
        "sign-ins are entries; the callers say the others",
    ),
    (
        "host/areas/people/src/store/users.rs",
        "UPDATE user_profiles",
        "a confirmed address; its callers say so",
    ),
    (
        "host/areas/people/src/store/people.rs",
        "UPDATE roles",
        "changes nothing: it waits for its turn",
    ),
    (
        "host/areas/identity/src/store.rs",
        "DELETE FROM api_keys",
        "goes with the user, whose end is an entry",
    ),
    (
        "host/areas/identity/src/store.rs",
        "DELETE FROM user_logins",
        "goes with the user",
    ),
    (
        "host/areas/identity/src/store.rs",
        "DELETE FROM passkeys",
        "goes with the user",
    ),
    (
        "host/areas/people/src/store/people.rs",
        "DELETE FROM user_profiles",
        "goes with the user",
    ),
    (
        "host/areas/people/src/store/units.rs",
        "UPDATE organization_units",
        "its caller notes each unit's code",
    ),
    (
        "host/areas/plugins/src/consents.rs",
        "DELETE FROM plugin_consents",
        "what is agreed to follows anew",
    ),
    (
        "host/areas/rates/src/whole.rs",
        "DELETE FROM rates",
        "the card's replacement is an entry",
    ),
    (
        "host/areas/rates/src/whole.rs",
        "DELETE FROM rate_services",
        "the card's replacement is an entry",
    ),
    (
        "host/areas/rates/src/whole.rs",
        "DELETE FROM rate_zones",
        "the card's replacement is an entry",
    ),
    (
        "host/areas/rates/src/copying.rs",
        "INSERT INTO rates",
        "the copied card's entry names its source",
    ),
    (
        "host/areas/rates/src/copying.rs",
        "DELETE FROM rate_cards",
        "nobody saw it: it was not whole",
    ),
    (
        "host/areas/rates/src/import/rates.rs",
        "DELETE FROM rates",
        "the card's entry tells of the import or its undoing",
    ),
    (
        "host/areas/rates/src/import/rates.rs",
        "UPDATE rates",
        "the card's entry tells of the import or its undoing",
    ),
    (
        "host/areas/pricing/src/promo_codes.rs",
        "UPDATE promo_codes",
        "changes nothing: it waits for its turn",
    ),
    (
        "host/areas/reconciliation/src/decide/mod.rs",
        "UPDATE reconciliations",
        "changes nothing: it waits for its turn",
    ),
    (
        "host/areas/reconciliation/src/import/run.rs",
        "DELETE FROM reconciliation_bookings",
        "nobody saw them: the reconciliation's entry says why its file came to nothing",
    ),
    (
        "host/areas/rates/src/lib.rs",
        "UPDATE rate_cards",
        "when something of it changed last; what did is an entry",
    ),
    (
        "host/areas/rates/src/versions.rs",
        "DELETE FROM rate_cards",
        "nobody saw it: it was not whole",
    ),
    (
        "host/areas/rates/src/versions.rs",
        "INSERT INTO rate_services",
        "the copied card's entry names its source",
    ),
    (
        "host/areas/rates/src/versions.rs",
        "INSERT INTO rate_zones",
        "the copied card's entry names its source",
    ),
    (
        "host/areas/rates/src/versions.rs",
        "INSERT INTO rate_zone_locations",
        "the copied card's entry names its source",
    ),
    (
        "host/areas/rates/src/versions.rs",
        "INSERT INTO rates",
        "the copied card's entry names its source",
    ),
    (
        "host/areas/rates/src/zones.rs",
        "UPDATE rates",
        "the zone's new code is an entry",
    ),
    (
        "host/areas/languages/src/store.rs",
        "UPDATE languages",
        "the new default's entry says it",
    ),
];

pub fn no_recorded_row_is_changed_in_silence(tree: &Tree) -> Result<Vec<String>> {
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
        if !SAID
            .iter()
            .any(|(file, said, _)| file == path && said == statement)
        {
            complaints.push(format!(
                "{path}: `{statement}` goes past the record of changes: note it, and say so in SAID"
            ));
        }
    }
    for (path, statement, _) in SAID {
        if !found.contains_key(&((*path).to_owned(), (*statement).to_owned())) {
            complaints.push(format!("{path}: `{statement}` is not there any more"));
        }
    }
    Ok(complaints)
}

/// The tables of a file's entities whose changes are recorded.
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

/// Every statement that changes rows, and the table it names.
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
