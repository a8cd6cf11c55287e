//! A new carrier plugin: a component that prices, books and labels, and a face with the account's form.

use anyhow::Result;
use clap::Args;

use super::templates::{self, Template};
use crate::child;
use crate::house::House;

#[derive(Args)]
pub struct PluginOptions {
    /// The plugin's id and folder, such as `coastal-couriers`.
    name: String,
    /// The name that people read; made from the id unless given.
    #[arg(long)]
    title: Option<String>,
}

const PLUGIN: &[Template] = &[
    ("Cargo.toml", include_str!("../../templates/plugin/Cargo.toml")),
    ("plugin.toml", include_str!("../../templates/plugin/plugin.toml")),
    ("src/lib.rs", include_str!("../../templates/plugin/src/lib.rs")),
    ("src/account.rs", include_str!("../../templates/plugin/src/account.rs")),
    ("src/price.rs", include_str!("../../templates/plugin/src/price.rs")),
];

const FACE: &[Template] = &[
    ("package.json", include_str!("../../templates/face/package.json")),
    ("plugin.web.json", include_str!("../../templates/face/plugin.web.json")),
    ("tsconfig.json", include_str!("../../templates/face/tsconfig.json")),
    ("vite.config.ts", include_str!("../../templates/face/vite.config.ts")),
    ("src/AccountForm.tsx", include_str!("../../templates/face/src/AccountForm.tsx")),
    ("src/plugin.css", include_str!("../../templates/face/src/plugin.css")),
];

pub fn new_plugin(house: &House, options: &PluginOptions) -> Result<()> {
    let id = &options.name;
    templates::check_name(id, true)?;
    let name = options.title.clone().unwrap_or_else(|| templates::spoken(id));
    let words =
        [("id", id.as_str()), ("Name", &name), ("Type", &templates::type_name(id)), ("prefix", &style_prefix(id))];
    templates::write(&house.root.join("plugins").join(id), PLUGIN, &words)?;
    templates::write(&house.root.join("web-plugins").join(id), FACE, &words)?;
    // The new workspace member has to be in the lock file before `npm ci` accepts it.
    child::run(&mut house.npm(["install", "--package-lock-only", "--no-audit", "--no-fund"]))?;
    println!("\n{name} builds and runs with `cargo xtask run`; `cargo test -p {id}` tests it.");
    println!("Next: its settings (plugins/{id}/src/account.rs), its hosts and grants (plugins/{id}/plugin.toml).");
    Ok(())
}

/// A short prefix for the face's styles, so that they meet no other plugin's: `coastal-couriers` has `coastalcouriers`.
fn style_prefix(id: &str) -> String {
    id.chars().filter(char::is_ascii_lowercase).collect()
}
