//! A new room: its crate, its place on a floor, and its line in the host.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::templates::{self, Template};
use crate::house::House;

#[derive(Args)]
pub struct AreaOptions {
    /// The area's word: its folder, its crate, its tables, its permissions.
    name: String,
    /// The floor it stands on, 1 to 6; not needed when the plan has a place for it already.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=6))]
    floor: Option<u8>,
}

const AREA: &[Template] = &[
    ("Cargo.toml", include_str!("../../templates/area/Cargo.toml")),
    ("src/lib.rs", include_str!("../../templates/area/src/lib.rs")),
    ("src/routes.rs", include_str!("../../templates/area/src/routes.rs")),
];

/// Where the floors are written down.
const FLOORS: &str = "host/tests/tidy/floors.rs";

pub fn new_area(house: &House, options: &AreaOptions) -> Result<()> {
    let name = &options.name;
    plugin_template::check_name(name, false).map_err(|words| anyhow::anyhow!(words))?;
    let floors_file = house.root.join(FLOORS);
    let mut floors = fs::read_to_string(&floors_file).with_context(|| format!("cannot read {FLOORS}"))?;
    if !order(&floors).contains(name) {
        let Some(floor) = options.floor else {
            bail!("`{name}` has no place in the plan yet: say its floor, such as --floor 5 (see {FLOORS})");
        };
        floors = placed(&floors, name, floor)?;
    }
    let before: Vec<String> = order(&floors).into_iter().take_while(|other| other != name).collect();

    let words = [("id", name.as_str()), ("Name", &plugin_template::spoken(name))];
    templates::write(&house.root.join("host/areas").join(name), AREA, &words)?;
    fs::write(&floors_file, floors)?;
    for (file, line) in [
        ("Cargo.toml", "{} = { path = \"host/areas/{}\" }"),
        ("host/Cargo.toml", "{}.workspace = true"),
        ("host/src/app.rs", "        {}::area(),"),
    ] {
        insert_after(&house.root.join(file), line, name, &before)?;
    }
    println!("\nThe room is there and empty. Next: its routes (host/areas/{name}/src/routes.rs).");
    Ok(())
}

/// The areas in the order of the floors, as FLOORS lists them.
fn order(floors: &str) -> Vec<String> {
    let list = floors.split("const FLOORS").nth(1).and_then(|rest| rest.split("];\n").next()).unwrap_or_default();
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// FLOORS with the name at the right end of a floor.
fn placed(floors: &str, name: &str, floor: u8) -> Result<String> {
    let start = floors.find("const FLOORS").context("FLOORS is gone")?;
    let (before, list) = floors.split_at(start);
    let end = list.match_indices("],").nth(usize::from(floor) - 1).context("FLOORS has no such floor")?.0;
    Ok(format!("{before}{}, \"{name}\"{}", &list[..end], &list[end..]))
}

/// Puts the name's line below the line of the nearest area before it that has one.
fn insert_after(file: &Path, line: &str, name: &str, before: &[String]) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let line_of = |area: &str| format!("{}\n", line.replace("{}", area));
    let Some(neighbour) = before.iter().rev().map(|area| line_of(area)).find(|line| text.contains(line)) else {
        bail!("{}: there is no line of another area to put `{name}` below", file.display());
    };
    let text = text.replacen(&neighbour, &format!("{neighbour}{}", line_of(name)), 1);
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
    println!("added a line to {}", file.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "/// The plan.\nconst FLOORS: [&[&str]; 2] = [\n    &[\"tenancy\", \"files\"],\n    &[\"customers\"],\n];\nfn f() { let x = \"no\"; }\n";

    #[test]
    fn a_name_finds_its_place_in_the_plan() {
        assert_eq!(order(PLAN), ["tenancy", "files", "customers"]);
        let plan = placed(PLAN, "claims", 2).unwrap();
        assert_eq!(order(&plan), ["tenancy", "files", "customers", "claims"]);
        assert!(placed(PLAN, "claims", 3).is_err());
    }
}
