//! Modules of a crate import modules below them, in the order of the crate's `module-order.txt`.
//!
//! Each line of that file is a layer, lowest first, with the names of its modules; `#` begins a
//! comment. Modules of one layer may import each other in circles of at most three. Tests may
//! import any module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::Result;

use super::shared::product_part;
use super::{Source, Tree};

const FILE: &str = "module-order.txt";
const MAX_CIRCLE: usize = 3;

/// Imports of each module: the imported module, and a file that imports it.
type Imports = BTreeMap<String, BTreeMap<String, String>>;

pub fn modules_import_modules_below(tree: &Tree) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for name in tree.folders("host")? {
        let folder = format!("host/{name}");
        let Ok(order) = fs::read_to_string(tree.root.join(&folder).join(FILE)) else {
            continue;
        };
        complaints.extend(check_crate(&folder, &order, &tree.sources));
    }
    Ok(complaints)
}

fn check_crate(folder: &str, order: &str, sources: &[Source]) -> Vec<String> {
    let layers: BTreeMap<&str, usize> = order
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default())
        .enumerate()
        .flat_map(|(layer, line)| line.split_whitespace().map(move |module| (module, layer)))
        .collect();
    let start = format!("{folder}/src/");
    let files: Vec<(Vec<&str>, &Source)> = sources
        .iter()
        .filter(|source| source.is_rust())
        .filter_map(|source| Some((module_path(source.path.strip_prefix(&start)?), source)))
        .filter(|(path, _)| !path.is_empty() && path.last() != Some(&"tests"))
        .collect();
    let modules: BTreeSet<&str> = files.iter().map(|(path, _)| path[0]).collect();
    let mut complaints = Vec::new();
    for module in modules.iter().filter(|name| !layers.contains_key(*name)) {
        complaints.push(format!("{folder}: {module} is missing in {FILE}"));
    }
    for module in layers.keys().filter(|name| !modules.contains(*name)) {
        complaints.push(format!(
            "{folder}: {FILE} names {module}, which is no module"
        ));
    }
    let mut imports = Imports::new();
    for (path, source) in &files {
        for name in imported_names(path, &without_texts(product_part(&source.text))) {
            if name.starts_with(char::is_uppercase) {
                complaints.push(format!(
                    "{}: import {name} from the module that declares it",
                    source.path
                ));
            } else if modules.contains(name.as_str()) && name != path[0] {
                let of_module = imports.entry(path[0].to_owned()).or_default();
                of_module.entry(name).or_insert(source.path.clone());
            }
        }
    }
    for (module, imported) in &imports {
        for (other, file) in imported {
            if layers.get(module.as_str()) < layers.get(other.as_str()) {
                complaints.push(format!(
                    "{file}: {module} imports {other}, which is above it"
                ));
            }
        }
    }
    complaints.extend(circles(&imports).into_iter().map(|circle| {
        let names: Vec<&str> = circle.into_iter().collect();
        format!("{folder}: circle of modules: {}", names.join(", "))
    }));
    complaints
}

/// Returns the module of a file; empty for the root.
fn module_path(file: &str) -> Vec<&str> {
    let mut path: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
    if matches!(path.last(), Some(&("mod" | "lib" | "main"))) {
        path.pop();
    }
    path
}

/// Returns the first name of every path into the crate's root: `crate::…`, `super::…`.
fn imported_names(path: &[&str], text: &str) -> Vec<String> {
    let root_from_here = "super::".repeat(path.len());
    let mut names = Vec::new();
    for start in ["crate::", root_from_here.as_str()] {
        for (at, _) in text.match_indices(start) {
            let before = text[..at].chars().next_back().unwrap_or(' ');
            if before.is_alphanumeric() || before == '_' || before == ':' {
                continue;
            }
            names.extend(first_names(&text[at + start.len()..]));
        }
    }
    names
}

/// Returns the first name of a path, or those of a group of paths.
fn first_names(path: &str) -> Vec<String> {
    let first = |text: &str| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let text = text.trim();
        let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
        text[..end].to_owned()
    };
    let Some(group) = path.strip_prefix('{') else {
        return vec![first(path)];
    };
    let (mut depth, mut item, mut names) = (0, String::new(), Vec::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(first(&std::mem::take(&mut item))),
            c if depth == 0 => item.push(c),
            _ => {}
        }
    }
    names.push(first(&item));
    names.retain(|name| !name.is_empty() && name != "self");
    names
}

/// Blanks comments and texts, which may name any module.
fn without_texts(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let code = line.split("//").next().unwrap_or_default();
        let parts = code.split('"').step_by(2);
        parts.collect::<Vec<_>>().join("\"\"")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the circles of too many modules, each once.
fn circles(imports: &Imports) -> BTreeSet<BTreeSet<&str>> {
    let reachable = |start: &str| {
        let (mut found, mut next) = (BTreeSet::new(), vec![start.to_owned()]);
        while let Some(module) = next.pop() {
            for other in imports.get(&module).into_iter().flat_map(BTreeMap::keys) {
                if found.insert(other.clone()) {
                    next.push(other.clone());
                }
            }
        }
        found
    };
    let reached: BTreeMap<&str, BTreeSet<String>> = imports
        .keys()
        .map(|module| (module.as_str(), reachable(module)))
        .collect();
    let circle = |module: &str| -> BTreeSet<&str> {
        let back =
            |other: &&str| reached[module].contains(*other) && reached[*other].contains(module);
        reached.keys().copied().filter(back).collect()
    };
    let all = reached.keys().map(|module| circle(module));
    all.filter(|circle| circle.len() > MAX_CIRCLE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(order: &str, files: &[(&str, &str)]) -> Vec<String> {
        let source = |(path, text): &(&str, &str)| Source {
            path: format!("host/a/src/{path}"),
            text: (*text).to_owned(),
        };
        let sources: Vec<Source> = files.iter().map(source).collect();
        check_crate("host/a", order, &sources)
    }

    #[test]
    fn imports_go_down() {
        let files = [
            ("lib.rs", "pub use upper::Upper;"),
            (
                "lower.rs",
                "// crate::upper\nconst A: &str = \"crate::upper\";",
            ),
            ("upper/mod.rs", "use crate::lower;"),
            ("upper/part.rs", "use super::super::lower::Lower;"),
        ];
        assert!(complaints("lower\nupper # above", &files).is_empty());
        assert_eq!(
            complaints("upper\nlower", &files),
            ["host/a/src/upper/mod.rs: upper imports lower, which is above it"]
        );
    }

    #[test]
    fn a_module_has_a_place() {
        assert_eq!(
            complaints("gone", &[("new.rs", "")]),
            [
                "host/a: new is missing in module-order.txt",
                "host/a: module-order.txt names gone, which is no module",
            ]
        );
    }

    #[test]
    fn names_come_from_their_module() {
        let file = (
            "upper.rs",
            "use crate::{\n    Lower,\n    lower::{Other, Third},\n};",
        );
        assert_eq!(
            complaints("lower\nupper", &[("lower.rs", ""), file]),
            ["host/a/src/upper.rs: import Lower from the module that declares it"]
        );
    }

    #[test]
    fn circles_are_small() {
        let ring = [
            ("a.rs", "use crate::b;"),
            ("b.rs", "use crate::c;"),
            ("c.rs", "use crate::{a, d};"),
            (
                "d.rs",
                "//! D.\n#[cfg(test)]\nmod tests {\n    use crate::a;\n}",
            ),
        ];
        assert!(complaints("a b c d", &ring).is_empty());
        let ring = [ring[0], ring[1], ring[2], ("d.rs", "use crate::a;")];
        assert_eq!(
            complaints("a b c d", &ring),
            ["host/a: circle of modules: a, b, c, d"]
        );
    }
}
