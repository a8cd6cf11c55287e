//! New areas: the crate, its layer, and its line in the host.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::templates::{self, Template};
use crate::workspace::Workspace;

#[derive(Args)]
pub struct AreaOptions {
    /// Area name: its folder, crate, tables and permissions.
    name: String,
    /// Its layer, 1 to 6; optional if LAYERS lists it already.
    #[arg(long, alias = "floor", value_parser = clap::value_parser!(u8).range(1..=6))]
    layer: Option<u8>,
}

const AREA: &[Template] = &[
    (
        "Cargo.toml",
        include_str!("../../templates/area/Cargo.toml"),
    ),
    (
        "src/access.rs",
        include_str!("../../templates/area/src/access.rs"),
    ),
    (
        "src/lib.rs",
        include_str!("../../templates/area/src/lib.rs"),
    ),
    (
        "src/routes.rs",
        include_str!("../../templates/area/src/routes.rs"),
    ),
];

const LAYERS: &str = "host/xtask/src/tidy/layers.rs";
const PLANNED: &str = "host/src/planned.rs";

pub fn new_area(workspace: &Workspace, options: &AreaOptions) -> Result<()> {
    let name = &options.name;
    plugin_template::check_name(name, false).map_err(|words| anyhow::anyhow!(words))?;
    let floors_file = workspace.root.join(LAYERS);
    let mut layers =
        fs::read_to_string(&floors_file).with_context(|| format!("cannot read {LAYERS}"))?;
    if !order(&layers).contains(name) {
        let Some(layer) = options.layer else {
            bail!("`{name}` is in no layer yet: name one, such as --layer 5 (see {LAYERS})");
        };
        layers = insert_into_layer(&layers, name, layer)?;
    }
    let preceding: Vec<String> = order(&layers)
        .into_iter()
        .take_while(|other| other != name)
        .collect();

    let values = [
        ("id", name.as_str()),
        ("Name", &plugin_template::spoken(name)),
    ];
    templates::write(&workspace.root.join("host/areas").join(name), AREA, &values)?;
    fs::write(&floors_file, layers)?;
    for (file, line) in [
        ("Cargo.toml", "{} = { path = \"host/areas/{}\" }"),
        ("host/Cargo.toml", "{}.workspace = true"),
        ("host/src/app.rs", "        {}::area(),"),
    ] {
        insert_after(&workspace.root.join(file), line, name, &preceding)?;
    }
    println!("\nThe area is there and empty. Next: its routes (host/areas/{name}/src/routes.rs).");
    let planned = workspace.root.join(PLANNED);
    let planned = fs::read_to_string(&planned).with_context(|| format!("cannot read {PLANNED}"))?;
    if planned.contains(&format!("Area::new(\"{name}\")")) {
        println!(
            "Its permissions are declared already: move them from {PLANNED} to host/areas/{name}/src/access.rs."
        );
    }
    Ok(())
}

fn order(layers: &str) -> Vec<String> {
    let list = layers
        .split("const LAYERS")
        .nth(1)
        .and_then(|rest| rest.split("];\n").next())
        .unwrap_or_default();
    list.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn insert_into_layer(layers: &str, name: &str, layer: u8) -> Result<String> {
    let start = layers.find("const LAYERS").context("LAYERS is not there")?;
    let (before, list) = layers.split_at(start);
    let end = list
        .match_indices("],")
        .nth(usize::from(layer) - 1)
        .context("LAYERS has no such layer")?
        .0;
    // A layer of several lines ends with a comma and a line break.
    let names = list[..end].trim_end().trim_end_matches(',');
    Ok(format!("{before}{names}, \"{name}\"{}", &list[end..]))
}

/// Inserts the line below the nearest preceding area's.
fn insert_after(file: &Path, line: &str, name: &str, before: &[String]) -> Result<()> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let line_of = |area: &str| format!("{}\n", line.replace("{}", area));
    let Some(neighbour) = before
        .iter()
        .rev()
        .map(|area| line_of(area))
        .find(|line| text.contains(line))
    else {
        bail!(
            "{}: there is no line of another area to put `{name}` below",
            file.display()
        );
    };
    let text = text.replacen(&neighbour, &format!("{neighbour}{}", line_of(name)), 1);
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
    println!("added a line to {}", file.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "/// The plan.\nconst LAYERS: [&[&str]; 2] = [\n    &[\"tenancy\", \"files\"],\n    &[\"customers\"],\n];\nfn f() { let x = \"no\"; }\n";

    #[test]
    fn a_name_finds_its_place_in_the_plan() {
        assert_eq!(order(PLAN), ["tenancy", "files", "customers"]);
        let plan = insert_into_layer(PLAN, "claims", 2).unwrap();
        assert_eq!(order(&plan), ["tenancy", "files", "customers", "claims"]);
        assert!(insert_into_layer(PLAN, "claims", 3).is_err());
        let wrapped = PLAN.replace("\"files\"]", "\n        \"files\",\n    ]");
        let plan = insert_into_layer(&wrapped, "claims", 1).unwrap();
        assert!(plan.contains("\"files\", \"claims\"]"), "{plan}");
    }
}
