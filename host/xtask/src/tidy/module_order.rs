//! Which module of a crate may import which: its `module-order.txt`, compared with its sources.
//!
//! The file has one layer a line, bottom up: `types: fault stats`, or only the modules. A module
//! imports from its own layer and the ones below. A name covers its child modules, unless they are
//! named themselves. Circles are counted between top-level modules; in a crate whose file names
//! child modules, between those of the second level.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result};

use super::{Source, Tree};

/// Most modules that may import one another in a circle.
const MAX_CIRCLE: usize = 3;

/// Checks every crate that has a `module-order.txt`.
pub fn modules_import_downwards(tree: &Tree) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for parent in ["host", "host/areas", "sdk"] {
        for name in tree.folders(parent)? {
            let folder = format!("{parent}/{name}");
            let path = tree.root.join(&folder).join("module-order.txt");
            if !path.exists() {
                continue;
            }
            let order = fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            complaints.extend(check_crate(&folder, &order, &tree.sources));
        }
    }
    Ok(complaints)
}

type Module = Vec<String>;

fn check_crate(folder: &str, order: &str, sources: &[Source]) -> Vec<String> {
    let root = format!("{folder}/src/");
    let files: BTreeMap<Module, &Source> = sources
        .iter()
        .filter(|file| file.is_rust())
        .filter_map(|file| Some((module_of(file.path.strip_prefix(&root)?)?, file)))
        .collect();
    let layers = read_layers(order);
    let names_children = layers.iter().any(|(_, _, named)| named.len() > 1);
    let depth = if names_children { 2 } else { 1 };
    let mut complaints = Vec::new();
    for (_, _, named) in &layers {
        if !files.keys().any(|module| module.starts_with(named)) {
            let named = named.join("::");
            complaints.push(format!("{folder}/module-order.txt: no module {named}"));
        }
    }
    let macros: BTreeSet<&str> = files
        .values()
        .flat_map(|file| file.text.split("macro_rules! ").skip(1))
        .filter_map(|rest| rest.split([' ', '{', '(']).next())
        .collect();
    let mut arrows: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, file) in &files {
        let Some((height, layer, _)) = layer_of(&layers, module) else {
            complaints.push(format!(
                "{}: the module has no layer in module-order.txt",
                file.path
            ));
            continue;
        };
        for import in imports(module, &product_text(&file.text), &files) {
            let owner = (1..=import.len())
                .rev()
                .map(|length| import[..length].to_vec())
                .find(|module| files.contains_key(module));
            let Some(owner) = owner else {
                if import.len() == 1 && !macros.contains(import[0].as_str()) {
                    complaints.push(format!(
                        "{}: import {} from the module that owns it, not from lib.rs",
                        file.path, import[0]
                    ));
                }
                continue;
            };
            if let Some((other, above, _)) = layer_of(&layers, &owner)
                && other > height
            {
                complaints.push(format!(
                    "{} ({layer}) imports {} ({above}): only down",
                    file.path,
                    owner.join("::")
                ));
            }
            let (from, to) = (node(module, depth), node(&owner, depth));
            if from != to {
                arrows.entry(from).or_default().insert(to);
            }
        }
    }
    complaints.extend(
        circles(&arrows)
            .into_iter()
            .map(|circle| format!("{folder}: modules import one another in a circle: {circle}")),
    );
    complaints
}

/// `None` for the crate's root, which imports everything, and for tests.
fn module_of(path: &str) -> Option<Module> {
    let path = path.strip_suffix(".rs")?;
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let module: Module = path.split('/').map(str::to_owned).collect();
    let is_test = module.iter().any(|part| part == "tests");
    (!is_test && !["lib", "main"].contains(&path)).then_some(module)
}

/// Modules below the depth count as part of the one above.
fn node(module: &[String], depth: usize) -> Module {
    module[..module.len().min(depth)].to_vec()
}

/// Height, name and module of each entry. A layer without a name is named by its height.
fn read_layers(order: &str) -> Vec<(usize, String, Module)> {
    let lines = order
        .lines()
        .filter_map(|line| line.split('#').next().map(str::trim))
        .filter(|line| !line.is_empty());
    lines
        .enumerate()
        .flat_map(|(height, line)| {
            let (layer, modules) = match line.split_once(": ") {
                Some((layer, modules)) => (layer.to_owned(), modules),
                None => (format!("layer {}", height + 1), line),
            };
            modules.split_whitespace().map(move |module| {
                let module = module.split("::").map(str::to_owned).collect();
                (height, layer.clone(), module)
            })
        })
        .collect()
}

fn layer_of<'a>(
    layers: &'a [(usize, String, Module)],
    module: &[String],
) -> Option<&'a (usize, String, Module)> {
    layers
        .iter()
        .filter(|(_, _, named)| module.starts_with(named))
        .max_by_key(|(_, _, named)| named.len())
}

/// The text without comments and without the tests at its end.
fn product_text(text: &str) -> String {
    let text = text
        .split_once("#[cfg(test)]\nmod tests {")
        .map_or(text, |(product, _)| product);
    let code = text.lines().map(|line| match line.find("//") {
        Some(at) if line[..at].trim().is_empty() => "",
        _ => line,
    });
    code.collect::<Vec<_>>().join("\n")
}

/// Paths from the crate's root that the text of a module names.
fn imports(module: &Module, text: &str, files: &BTreeMap<Module, &Source>) -> Vec<Module> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        if begins_word(text, at) {
            read_tree(&text[at + "crate::".len()..], &[], &mut found);
        }
    }
    for (at, _) in text.match_indices("super::") {
        // `super::super::` is read at its beginning.
        if begins_word(text, at) && !text[..at].ends_with("super::") {
            let mut rest = &text[at..];
            let mut from = module.as_slice();
            let mut inline = inline_modules(&text[..at]);
            while let Some(after) = rest.strip_prefix("super::") {
                rest = after;
                if inline > 0 {
                    inline -= 1;
                } else {
                    from = &from[..from.len().saturating_sub(1)];
                }
            }
            read_tree(rest, from, &mut found);
        }
    }
    for (at, _) in text.match_indices("use ") {
        let rest = &text[at + "use ".len()..];
        let name = rest.split("::").next().unwrap_or_default();
        let child: Module = module.iter().cloned().chain([name.to_owned()]).collect();
        if begins_word(text, at) && files.contains_key(&child) {
            found.push(child);
        }
    }
    found
}

/// Modules with their body in the file that are still open at the end of the text.
fn inline_modules(text: &str) -> usize {
    let bodies = text.match_indices("mod ").filter_map(|(at, _)| {
        let (name, body) = text[at + "mod ".len()..].split_once('{')?;
        // `$` begins the name of a module that a macro declares.
        let is_name = |letter: char| letter.is_alphanumeric() || "_$".contains(letter);
        (begins_word(text, at) && name.trim_end().chars().all(is_name)).then_some(body)
    });
    let is_open = |body: &&str| {
        let depth = body
            .chars()
            .try_fold(1_usize, |depth, letter| match letter {
                '{' => Some(depth + 1),
                '}' if depth == 1 => None,
                '}' => Some(depth - 1),
                _ => Some(depth),
            });
        depth.is_some()
    };
    bodies.filter(is_open).count()
}

fn begins_word(text: &str, at: usize) -> bool {
    !text[..at].ends_with(|before: char| before.is_alphanumeric() || "_:".contains(before))
}

/// Reads a path or a tree of paths and returns the rest of the text.
fn read_tree<'a>(text: &'a str, before: &[String], found: &mut Vec<Module>) -> &'a str {
    let mut rest = text.trim_start();
    let mut path = before.to_vec();
    loop {
        if let Some(inner) = rest.strip_prefix('{') {
            rest = inner.trim_start();
            while !rest.is_empty() && !rest.starts_with('}') {
                let after = read_tree(rest, &path, found);
                // A new name after `as` ends at the comma.
                let end = after.find([',', '}']).unwrap_or(after.len());
                rest = after[end..].trim_start_matches(',').trim_start();
            }
            return rest.strip_prefix('}').unwrap_or(rest);
        }
        let end = rest
            .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .unwrap_or(rest.len());
        if end > 0 && &rest[..end] != "self" {
            path.push(rest[..end].to_owned());
        }
        rest = &rest[end..];
        match rest.strip_prefix("::") {
            Some(after) if end > 0 && !after.starts_with('<') => rest = after.trim_start(),
            _ => break,
        }
    }
    found.push(path);
    rest
}

/// Groups of more than [`MAX_CIRCLE`] modules that reach one another.
fn circles(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    let reached = |from: &Module| {
        let mut seen: BTreeSet<&Module> = BTreeSet::new();
        let mut open: Vec<&Module> = arrows.get(from).into_iter().flatten().collect();
        while let Some(module) = open.pop() {
            if seen.insert(module) {
                open.extend(arrows.get(module).into_iter().flatten());
            }
        }
        seen
    };
    let reach: BTreeMap<&Module, BTreeSet<&Module>> = arrows
        .keys()
        .map(|module| (module, reached(module)))
        .collect();
    let mut circles = BTreeSet::new();
    for (module, seen) in &reach {
        let circle: BTreeSet<String> = seen
            .iter()
            .filter(|other| reach.get(*other).is_some_and(|back| back.contains(module)))
            .map(|module| module.join("::"))
            .collect();
        if circle.len() > MAX_CIRCLE {
            circles.insert(circle.into_iter().collect::<Vec<_>>().join(", "));
        }
    }
    circles.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: &str = "low: a b::deep # the record\nhigh: b c d\n";

    fn complaints(files: &[(&str, &str)]) -> Vec<String> {
        let source = |(path, text): &(&str, &str)| Source {
            path: format!("host/x/src/{path}"),
            text: (*text).to_owned(),
        };
        let mut all = vec![("a.rs", ""), ("b/mod.rs", ""), ("b/deep.rs", "")];
        all.extend([("c.rs", ""), ("d.rs", "")]);
        all.retain(|(path, _)| !files.iter().any(|(given, _)| given == path));
        let sources: Vec<Source> = all.iter().chain(files).map(source).collect();
        check_crate("host/x", ORDER, &sources)
    }

    #[test]
    fn an_arrow_up_is_reported() {
        assert!(
            complaints(&[("c.rs", "use crate::{a::A, b::{self, deep::Deep as D}};")]).is_empty()
        );
        assert!(complaints(&[("a.rs", "use crate::b::deep::Deep;")]).is_empty());
        assert_eq!(
            complaints(&[("a.rs", "use crate::{b::B, a::A};")]),
            ["host/x/src/a.rs (low) imports b (high): only down"]
        );
        assert_eq!(
            complaints(&[("b/deep.rs", "fn f() { super::super::c::g() }")]),
            ["host/x/src/b/deep.rs (low) imports c (high): only down"]
        );
        assert!(complaints(&[("b/deep.rs", "mod x { use super::C; } mod c { }")]).is_empty());
        let tested = "// crate::b\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}\n";
        assert!(complaints(&[("a.rs", tested)]).is_empty());
    }

    #[test]
    fn an_import_through_the_root_is_reported() {
        assert_eq!(
            complaints(&[("c.rs", "use crate::Thing;")]),
            ["host/x/src/c.rs: import Thing from the module that owns it, not from lib.rs"]
        );
        assert!(complaints(&[("c.rs", "macro_rules! m { () => {} }\ncrate::m!();")]).is_empty());
    }

    #[test]
    fn a_large_circle_and_an_unknown_module_are_reported() {
        let three = [
            ("b/mod.rs", "use crate::c::C;"),
            ("c.rs", "use crate::d::D;"),
        ];
        let closed = |last| [three[0], three[1], ("d.rs", last)];
        assert!(complaints(&closed("use crate::b::B;")).is_empty());
        let order = "all: a b c d\n";
        let files = [
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "use crate::c::C;"),
            ("c.rs", "use crate::d::D;"),
            ("d.rs", "use crate::a::A;"),
            ("e.rs", ""),
        ];
        let sources = files.map(|(path, text)| Source {
            path: format!("host/x/src/{path}"),
            text: text.to_owned(),
        });
        assert_eq!(
            check_crate("host/x", order, &sources),
            [
                "host/x/src/e.rs: the module has no layer in module-order.txt",
                "host/x: modules import one another in a circle: a, b, c, d",
            ]
        );
    }
}
