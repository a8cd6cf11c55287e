//! `cargo xtask dist`: dist/ with the program, its plugins, its web and the SDK; it runs from any folder.

use anyhow::Result;

use crate::house::House;
use crate::{components, mirror, run, sdk, tools};

pub fn dist(house: &House) -> Result<()> {
    tools::need_node()?;
    run::build_all(house, true)?;
    let dist = house.root.join("dist");
    mirror::copy(&house.programs(true).join("waybill"), &dist.join("waybill"))?;
    components::assemble(house, &dist.join("plugins"))?;
    mirror::mirror(&house.web_folder(), &dist.join("web"))?;
    sdk::lay_out(house, &dist)?;
    for paper in ["LICENSE", "README.md"] {
        mirror::copy(&house.root.join(paper), &dist.join(paper))?;
    }
    println!("\n{} is complete: `{} serve` starts it", dist.display(), dist.join("waybill").display());
    Ok(())
}
