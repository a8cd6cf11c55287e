//! The declared permissions as text, one per line.

use data::{Permission, permission::Tree};

/// Lists names, titles and audiences in the order of the tree.
pub fn text() -> anyhow::Result<String> {
    let areas = crate::app::areas();
    let declared = areas
        .iter()
        .flat_map(|area| area.permissions.iter().copied());
    let tree = Tree::compose(declared).map_err(anyhow::Error::msg)?;
    let lines: Vec<String> = tree
        .iter()
        .map(|one| {
            format!(
                "{} | {} | {}\n",
                one.name,
                one.display_name,
                audience_of(one)
            )
        })
        .collect();
    Ok(lines.concat())
}

fn audience_of(permission: &Permission) -> &'static str {
    match (permission.platform_only, permission.for_customers) {
        (true, _) => "platform",
        (false, true) => "anyone",
        (false, false) => "staff",
    }
}
