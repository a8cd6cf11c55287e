//! SQL belongs in stores: `store.rs`, or a file of a folder `store`.

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use super::{Source, Tree};

/// Files outside stores that still hold statements, with their number. The list only shrinks.
const OUTSIDE_STORES: &[(&str, usize)] = &[];

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
    let mut complaints = Vec::new();
    for (path, count) in &found {
        let allowed = OUTSIDE_STORES
            .iter()
            .find(|(file, _)| file == path)
            .map_or(0, |(_, count)| *count);
        if *count > allowed {
            complaints.push(format!(
                "{path}: {count} statements outside a store, allowed {allowed}"
            ));
        }
    }
    for (path, allowed) in OUTSIDE_STORES {
        let count = found.get(path).copied().unwrap_or(0);
        if count < *allowed {
            complaints.push(format!(
                "{path}: has {count} statements: lower the exception from {allowed}"
            ));
        }
    }
    Ok(complaints)
}

fn is_store(file: &Source) -> bool {
    file.path.ends_with("/store.rs")
        || file.path.contains("/store/")
        || file.path.ends_with("_store.rs")
}

/// String literals before the tests that begin with a statement's verb.
fn count_statements(text: &str) -> usize {
    let product = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    product
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
