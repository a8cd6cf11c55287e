//! Rules for granting permissions: a caller can't grant more than the caller has.

use std::{collections::HashSet, sync::Arc};

use data::{
    Error, FieldError, Message, Permission, Result, message,
    permission::{self, Tree},
};

use crate::roles::model::PermissionItem;

/// Default permissions of a new role.
const DEFAULT_PERMISSIONS: &[&str] = &[
    "Pages",
    "Pages.Tenant",
    "Pages.Tenant.Dashboard",
    "Pages.Booking",
];

#[derive(Debug, Clone, Default)]
pub struct VisibleTree {
    pub tree: Arc<Tree>,
    /// Restricts it to permissions for customers' users.
    pub for_customers: bool,
    /// Includes the platform administrators' permissions.
    pub with_platform: bool,
}

impl VisibleTree {
    fn contains(&self, node: &Permission) -> bool {
        (node.for_customers || !self.for_customers) && (!node.platform_only || self.with_platform)
    }

    pub fn items(&self) -> Vec<PermissionItem> {
        self.tree
            .iter()
            .filter(|node| self.contains(node))
            .map(|node| self.item(node))
            .collect()
    }

    pub fn default_permissions(&self) -> HashSet<String> {
        let names = self
            .tree
            .iter()
            .filter(|node| self.contains(node) && DEFAULT_PERMISSIONS.contains(&node.name));
        permission::with_parents(names.map(|node| node.name))
    }

    /// Returns the names with parents; reports ungrantable ones by index.
    pub fn validate_names(
        &self,
        member: &str,
        names: &[String],
        errors: &mut Vec<FieldError>,
    ) -> HashSet<String> {
        for (at, name) in names.iter().enumerate() {
            let message = match self.tree.find(name) {
                Some(node) if self.contains(node) => continue,
                Some(node) if !node.platform_only => {
                    message!(
                        "“{permission}” can't be granted to customers' users",
                        permission = *node
                    )
                }
                // The platform's permissions are not revealed.
                _ => {
                    message!("this permission does not exist; spell names as in getallpermissions")
                }
            };
            errors.push(FieldError::new(format!("{member}[{at}]"), message));
        }
        permission::with_parents(names.iter().map(String::as_str))
    }

    fn item(&self, node: &Permission) -> PermissionItem {
        let mut way = Vec::new();
        let mut above = node.parent();
        while let Some(found) = above.and_then(|name| self.tree.find(name)) {
            way.push(found.display_name);
            above = found.parent();
        }
        // The root is the same for all.
        way.pop();
        way.reverse();
        way.push(node.display_name);
        PermissionItem {
            parent_name: node.parent(),
            name: node.name,
            display_name: node.display_name,
            description: way.join(" › "),
            is_granted_by_default: DEFAULT_PERMISSIONS.contains(&node.name),
            level: node.level(),
        }
    }
}

pub fn sorted(tree: &Tree, names: &HashSet<String>) -> Vec<String> {
    tree.iter()
        .filter(|node| names.contains(node.name))
        .map(|node| node.name.to_owned())
        .collect()
}

/// Rejects a change that grants a permission the caller lacks.
pub fn check_gain(
    tree: &Tree,
    before: &HashSet<String>,
    after: &HashSet<String>,
    own: &HashSet<String>,
) -> Result<()> {
    match first_missing(tree, after, |name| {
        before.contains(name) || own.contains(name)
    }) {
        Some(permission) => Err(Error::Forbidden(message!(
            "You can't grant “{permission}”: you do not have it yourself."
        ))),
        None => Ok(()),
    }
}

/// Rejects a change that revokes a permission the caller lacks.
pub fn check_loss(
    tree: &Tree,
    before: &HashSet<String>,
    after: &HashSet<String>,
    own: &HashSet<String>,
) -> Result<()> {
    match first_missing(tree, before, |name| {
        after.contains(name) || own.contains(name)
    }) {
        Some(permission) => Err(Error::Forbidden(message!(
            "You can't remove “{permission}”: you do not have it yourself."
        ))),
        None => Ok(()),
    }
}

/// `what` ends the sentence.
pub fn check_not_exceeding(
    tree: &Tree,
    held_permissions: &HashSet<String>,
    own: &HashSet<String>,
    what: Message,
) -> Result<()> {
    match first_missing(tree, held_permissions, |name| own.contains(name)) {
        Some(permission) => Err(Error::Forbidden(message!(
            "The user has “{permission}”, which you do not: {what}"
        ))),
        None => Ok(()),
    }
}

fn first_missing(
    tree: &Tree,
    names: &HashSet<String>,
    allowed: impl Fn(&str) -> bool,
) -> Option<Permission> {
    tree.iter()
        .find(|node| names.contains(node.name) && !allowed(node.name))
        .copied()
}

/// A user's permissions granted or revoked in addition to the roles.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct OwnGrants {
    pub given: Vec<String>,
    pub taken: Vec<String>,
}

/// Returns grants and revocations that yield exactly these permissions. The root is never revoked:
/// it has no effect alone.
pub fn own_grants(
    tree: &Tree,
    named_by_roles: &HashSet<String>,
    held_by_roles: &HashSet<String>,
    wanted: &HashSet<String>,
) -> OwnGrants {
    let names = || {
        tree.iter()
            .filter(|node| node.parent().is_some())
            .map(|node| node.name)
    };
    let list = |keep: &dyn Fn(&str) -> bool| {
        names()
            .filter(|name| keep(name))
            .map(str::to_owned)
            .collect()
    };
    OwnGrants {
        given: list(&|name| wanted.contains(name) && !named_by_roles.contains(name)),
        taken: list(&|name| held_by_roles.contains(name) && !wanted.contains(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permissions::{rules::PermissionSources, test_tree::tree};

    fn part(for_customers: bool, with_platform: bool) -> VisibleTree {
        VisibleTree {
            tree: Arc::new(tree()),
            for_customers,
            with_platform,
        }
    }
    fn set(list: &[&str]) -> HashSet<String> {
        list.iter().map(|name| (*name).to_owned()).collect()
    }
    fn list(list: &[&str]) -> Vec<String> {
        list.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn the_platforms_own_is_for_the_platform() {
        let has = |part: VisibleTree, name: &str| part.items().iter().any(|item| item.name == name);
        assert!(!has(part(false, false), "Pages.Tenants"));
        assert!(has(part(false, true), "Pages.Tenants"));
        assert!(!has(part(true, true), "Pages.Tenants"));
        assert!(!has(part(true, false), "Pages.Carrier"));
    }

    #[test]
    fn a_node_tells_its_way() {
        let items = part(false, false).items();
        let item = items
            .iter()
            .find(|item| item.name == "Pages.Finance.Invoices.Create")
            .unwrap();
        assert_eq!(item.description, "Finance › Invoices › Create invoices");
        assert_eq!(
            (item.level, item.parent_name),
            (3, Some("Pages.Finance.Invoices"))
        );
        assert_eq!(items[0].description, "Pages");
    }

    #[test]
    fn what_can_not_be_given_is_told_by_its_place() {
        let customers = part(true, false);
        let names = list(&[
            "Pages.Booking",
            "Pages.Carrier",
            "Pages.Tenants",
            "Pages.Pirate",
        ]);
        let mut fields = Vec::new();
        customers.validate_names("names", &names, &mut fields);
        let reported: Vec<(&str, bool)> = fields
            .iter()
            .map(|field| {
                (
                    field.member.as_str(),
                    field.message.to_string().contains("customers"),
                )
            })
            .collect();
        assert_eq!(
            reported,
            [("names[1]", true), ("names[2]", false), ("names[3]", false)]
        );
        fields.clear();
        let wanted = part(false, false).validate_names(
            "names",
            &list(&["Pages.Carrier.Accounts"]),
            &mut fields,
        );
        assert!(wanted.contains("Pages.Carrier") && fields.is_empty());
    }

    #[test]
    fn users_cannot_grant_permissions_they_lack() {
        let (before, own) = (
            set(&["Pages", "Pages.Job"]),
            set(&["Pages", "Pages.Booking"]),
        );
        assert!(
            check_gain(
                &tree(),
                &before,
                &set(&["Pages", "Pages.Job", "Pages.Booking"]),
                &own
            )
            .is_ok()
        );
        assert!(check_gain(&tree(), &before, &set(&["Pages.Carrier"]), &own).is_err());
        assert!(check_loss(&tree(), &before, &set(&["Pages"]), &own).is_err());
        assert!(check_loss(&tree(), &own, &set(&["Pages"]), &own).is_ok());
        assert!(check_not_exceeding(&tree(), &before, &own, message!("no.")).is_err());
        assert!(
            check_not_exceeding(&tree(), &set(&["Pages.Booking"]), &own, message!("no.")).is_ok()
        );
    }

    #[test]
    fn what_stands_beside_the_roles_leads_to_what_is_wanted() {
        let cases: &[(bool, &[&str], &[&str])] = &[
            (false, &["Pages", "Pages.Job"], &["Pages", "Pages.Job"]),
            (
                false,
                &["Pages", "Pages.Job", "Pages.Job.Create"],
                &["Pages", "Pages.Job", "Pages.Carrier"],
            ),
            (false, &["Pages", "Pages.Job"], &[]),
            // A role that names a permission without its parents.
            (
                false,
                &["Pages.Finance.Invoices.Create"],
                &["Pages", "Pages.Finance"],
            ),
            (
                true,
                &[],
                &["Pages", "Pages.Booking", "Pages.Booking.Create"],
            ),
        ];
        for (is_admin, by_roles, wanted) in cases {
            let roles = || PermissionSources {
                is_admin: *is_admin,
                by_roles: list(by_roles),
                ..PermissionSources::default()
            };
            let named = if *is_admin {
                roles().effective(&tree())
            } else {
                set(by_roles)
            };
            let OwnGrants { given, taken } =
                own_grants(&tree(), &named, &roles().effective(&tree()), &set(wanted));
            assert_eq!(
                PermissionSources {
                    given,
                    taken,
                    ..roles()
                }
                .effective(&tree()),
                set(wanted),
                "{by_roles:?}"
            );
        }
    }

    #[test]
    fn a_role_that_comes_after_everything_was_taken_counts() {
        let roles = set(&["Pages", "Pages.Job"]);
        let OwnGrants { given, taken } = own_grants(&tree(), &roles, &roles, &HashSet::new());
        assert_eq!((given, taken.clone()), (Vec::new(), list(&["Pages.Job"])));
        let later = PermissionSources {
            by_roles: list(&["Pages", "Pages.Job", "Pages.Booking"]),
            taken,
            ..PermissionSources::default()
        };
        assert_eq!(later.effective(&tree()), set(&["Pages", "Pages.Booking"]));
    }

    #[test]
    fn defaults_stay_within_the_part() {
        assert!(
            part(false, false)
                .default_permissions()
                .contains("Pages.Tenant.Dashboard")
        );
        let customers = part(true, false).default_permissions();
        assert_eq!(customers, set(&["Pages", "Pages.Booking"]));
    }
}
