//! SQL belongs in stores: `store.rs`, or a file of a folder `store`.

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use super::shared::{over_limit, product_part};
use super::{Source, Tree};

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
    Ok(over_limit(&found, 0, &[], "statements outside a store"))
}

fn is_store(file: &Source) -> bool {
    file.path.ends_with("/store.rs") || file.path.contains("/store/")
}

/// Counts string literals outside tests that begin with a verb.
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
