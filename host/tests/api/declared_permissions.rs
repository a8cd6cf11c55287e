//! Permissions and features declared by the areas, as named by tenants' roles and editions.

use data::{feature, permission::Tree};
use web::Area;

fn areas() -> Vec<Area> {
    waybill::app::areas()
}

fn tree() -> Tree {
    Tree::compose(
        areas()
            .iter()
            .flat_map(|area| area.permissions.iter().copied()),
    )
    .unwrap()
}

#[test]
fn the_tree_of_permissions_is_the_one_that_is_written_down() {
    let composed = waybill::permissions::text().unwrap();
    let composed: Vec<&str> = composed.lines().collect();
    let written: Vec<&str> = include_str!("permissions.txt").lines().collect();
    assert_eq!(
        composed, written,
        "roles name permissions, so these are a contract; `cargo xtask gen` lists new ones"
    );
}

#[test]
fn the_features_are_the_ones_that_are_written_down() {
    let features = feature::compose(
        areas()
            .iter()
            .flat_map(|area| area.features.iter().copied()),
    )
    .unwrap();
    let composed: Vec<String> = features
        .iter()
        .map(|one| format!("{} | {} | {}", one.name, one.display_name, one.description))
        .collect();
    let written: Vec<&str> = include_str!("features.txt").lines().collect();
    assert_eq!(composed, written);
}

#[test]
fn the_roles_of_a_new_tenant_grant_what_there_is() {
    let tree = tree();
    for role in people::DEFAULT_ROLES {
        for grant in role.grants {
            let permission = tree.find(grant.trim_end_matches(".*"));
            let permission =
                permission.unwrap_or_else(|| panic!("{grant} of {} is no permission", role.name));
            assert!(
                !permission.platform_only,
                "{grant} of {} is the platform's",
                role.name
            );
        }
    }
}
