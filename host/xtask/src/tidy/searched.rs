//! Statements that change searched columns without the data layer, which maintains the search
//! index.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};

use super::Tree;

/// Exceptions: file, and how the index follows.
const INDEXED_ELSEWHERE: &[(&str, &str)] = &[(
    "host/areas/linehaul/src/hauls/store.rs",
    "the update in the same transaction adds the names and fills the index",
)];

pub fn no_searched_column_changes_without_its_index(tree: &Tree) -> Result<Vec<String>> {
    let files: Vec<_> = tree
        .sources
        .iter()
        .filter(|file| file.path.starts_with("host/areas/") && file.is_rust())
        .collect();
    let mut searched = BTreeMap::new();
    for file in &files {
        searched.extend(records(&file.text));
    }
    if !searched
        .get("users")
        .is_some_and(|columns| columns.contains("email_address") && !columns.contains("is_active"))
    {
        bail!("these are not the searched columns: {searched:?}");
    }
    let mut complaints = Vec::new();
    for file in &files {
        let is_excepted = INDEXED_ELSEWHERE.iter().any(|(path, _)| file.path == *path);
        let statements: Vec<String> = searched
            .iter()
            .flat_map(|(table, columns)| changed(&file.text, table, columns))
            .collect();
        match (statements.is_empty(), is_excepted) {
            (false, false) => complaints.push(format!(
                "{}: {} bypasses the search index: save the record, or fill the index and list the file in INDEXED_ELSEWHERE",
                file.path,
                statements.join(", ")
            )),
            (true, true) => complaints.push(format!("{}: changes no searched column any more", file.path)),
            _ => {}
        }
    }
    Ok(complaints)
}

/// The searched records of a file, with their columns.
fn records(text: &str) -> impl Iterator<Item = (&str, BTreeSet<&str>)> {
    text.split("#[record(")
        .enumerate()
        .skip(1)
        .filter_map(|(_, rest)| {
            let table = rest
                .trim_start()
                .strip_prefix("table = \"")?
                .split('"')
                .next()?;
            let start = text.find(rest)?;
            let declaration = &text[start..];
            let body = &declaration[..declaration.find("\n}\n")?];
            let columns = body.split("#[record(").skip(1).filter_map(|field| {
                let (options, after) = field.split_once(")]\n")?;
                let is_searched = options
                    .split([',', '='])
                    .any(|option| option.trim() == "searched");
                let declared = after
                    .lines()
                    .map(str::trim)
                    .find(|line| line.starts_with("pub") || !line.starts_with('#'))?;
                let name = declared.split(':').next()?.rsplit(' ').next()?;
                is_searched.then_some(name)
            });
            let columns: BTreeSet<&str> = columns.collect();
            (!columns.is_empty()).then_some((table, columns))
        })
}

/// Statements that change a table's searched columns.
fn changed(text: &str, table: &str, columns: &BTreeSet<&str>) -> Vec<String> {
    let word_ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    let mut found = Vec::new();
    let insert = format!("INSERT INTO {table}");
    if text
        .match_indices(&insert)
        .any(|(at, _)| word_ends(&text[at + insert.len()..]))
    {
        found.push(insert);
    }
    let update = format!("UPDATE {table} SET");
    for (at, _) in text.match_indices(&update) {
        let set = &text[at + update.len()..];
        let set = &set[..set.find("WHERE").unwrap_or(set.len())];
        for part in set.split(',') {
            if let Some(column) = part
                .split('=')
                .next()
                .map(str::trim)
                .filter(|column| columns.contains(column))
            {
                found.push(format!("{update} {column}"));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searched_columns_and_their_changes_are_found() {
        let text = "#[record(\n    table = \"people\", name = \"x\", searched = 4)]\npub struct Person {\n    #[record(listed, searched)]\n    \
                    pub name: String,\n    #[record(listed)]\n    pub age: i64,\n    #[record(searched)]\n    #[garde(x)]\n    pub code: Option<String>,\n}\n";
        let found: Vec<_> = records(text).collect();
        let columns = BTreeSet::from(["code", "name"]);
        assert_eq!(found, [("people", columns.clone())]);
        let changed = |text| changed(text, "people", &columns);
        assert_eq!(
            changed("UPDATE people SET age = 1, code = $2 WHERE name = 3"),
            ["UPDATE people SET code"]
        );
        assert_eq!(changed("INSERT INTO people (a)"), ["INSERT INTO people"]);
        assert!(
            changed("INSERT INTO people_of UPDATE people SET age = 1 WHERE code = 2").is_empty()
        );
    }
}
