//! Effective permissions of a user, and every tenant's default roles.

use std::collections::HashSet;

use data::permission::{self, Permission, Tree};

/// Role with every permission of a tenant, including future ones.
pub const ADMIN: &str = "Admin";

pub struct DefaultRole {
    pub name: &'static str,
    pub is_static: bool,
    /// Permissions that do not name the role themselves; `.*` at the end includes all descendants.
    pub grants: &'static [&'static str],
}

pub const DEFAULT_ROLES: &[DefaultRole] = &[
    // The administrator's permissions are computed, not stored.
    DefaultRole {
        name: ADMIN,
        is_static: true,
        grants: &[],
    },
    DefaultRole {
        name: "Dispatcher",
        is_static: false,
        grants: &[
            "Pages.Tenant.Dashboard",
            "Pages.Booking.Create",
            "Pages.Booking.Edit",
            "Pages.Booking.Cancel",
            "Pages.Booking.Delete",
            "Pages.Booking.Manifest",
            "Pages.Booking.ChangeStatus",
            "Pages.Booking.ViewCost",
            "Pages.Job.*",
            "Pages.Driver.*",
            "Pages.Customer.Create",
            "Pages.Customer.Edit",
            "Pages.FrequentAddress.*",
            "Pages.Product.*",
            "Pages.Reference.*",
            "Pages.Warehouse.*",
            "Pages.Carrier.Accounts",
            "Pages.Carrier.Services",
            "Pages.Communication",
            "Pages.Reports.Run",
        ],
    },
    DefaultRole {
        name: "Finance",
        is_static: false,
        grants: &[
            "Pages.Tenant.Dashboard",
            "Pages.Booking.ViewCost",
            "Pages.Booking.EditPrice",
            "Pages.Booking.Reconcile",
            "Pages.Finance.*",
            "Pages.Customer.Edit",
            "Pages.Customer.ViewCredit",
            "Pages.Customer.EditMarkup",
            "Pages.FrequentAddress.*",
            "Pages.Product.*",
            "Pages.Reference.*",
            "Pages.Carrier.Accounts",
            "Pages.Rates.*",
            "Pages.Communication",
            "Pages.Reports.Run",
            "Pages.Administration.Markups",
            "Pages.Administration.PromoCodes",
        ],
    },
    DefaultRole {
        name: "Warehouse",
        is_static: false,
        grants: &[
            "Pages.Tenant.Dashboard",
            "Pages.Booking.Manifest",
            "Pages.Booking.ChangeStatus",
            "Pages.Job.LineHaul",
            "Pages.Warehouse.*",
            "Pages.Communication",
        ],
    },
    DefaultRole {
        name: "Customer",
        is_static: false,
        grants: &[
            "Pages.Booking.Create",
            "Pages.Booking.Edit",
            "Pages.Booking.Cancel",
            "Pages.Booking.Delete",
            "Pages.Booking.Manifest",
            "Pages.CustomerAccount",
            "Pages.FrequentAddress.*",
            "Pages.Product.*",
            "Pages.Reference.*",
            "Pages.Job",
            "Pages.Finance.Invoices",
            "Pages.Finance.Payments.Create",
            "Pages.Finance.CreditNotes",
            "Pages.Finance.Statements",
            "Pages.Warehouse.Items",
            "Pages.Warehouse.Consignments",
            "Pages.ECommerce",
            "Pages.Communication",
        ],
    },
    DefaultRole {
        name: "Driver",
        is_static: false,
        grants: &["Pages.Job", "Pages.Warehouse.Scan"],
    },
];

impl DefaultRole {
    /// Returns the role's permissions with their parents.
    pub fn permissions(&self, tree: &Tree) -> HashSet<String> {
        let has = |node: &&Permission| {
            let is_granted = |grant: &&str| match grant.strip_suffix(".*") {
                Some(above) => is_within(node.name, above),
                None => node.name == *grant,
            };
            node.roles.contains(&self.name) || self.grants.iter().any(is_granted)
        };
        permission::with_parents(tree.iter().filter(has).map(|node| node.name))
    }
}

/// True if the name equals `above` or is below it.
pub fn is_within(name: &str, above: &str) -> bool {
    name == above || is_below(name, above)
}

fn is_below(name: &str, above: &str) -> bool {
    name.strip_prefix(above)
        .is_some_and(|rest| rest.starts_with('.'))
}

/// Inputs of a user's effective permissions.
#[derive(Debug, Default)]
pub struct PermissionSources {
    /// True if one of the roles is the administrator's.
    pub is_admin: bool,
    pub by_roles: Vec<String>,
    pub given: Vec<String>,
    pub taken: Vec<String>,
    pub is_customer: bool,
    pub is_platform: bool,
}

impl PermissionSources {
    /// Roles and own grants with parents, minus revocations and their descendants.
    pub fn effective(&self, tree: &Tree) -> HashSet<String> {
        let all: Vec<&str> = if self.is_admin {
            tree.iter().map(|node| node.name).collect()
        } else {
            Vec::new()
        };
        let names = all
            .into_iter()
            .chain(self.by_roles.iter().chain(&self.given).map(String::as_str))
            .filter(|name| {
                !self
                    .taken
                    .iter()
                    .any(|taken| taken == name || is_below(name, taken))
            });
        let mut sources = permission::with_parents(names);
        sources.retain(|name| {
            tree.find(name).is_some_and(|node| {
                (self.is_platform || !node.platform_only)
                    && (node.for_customers || !self.is_customer)
            })
        });
        if sources.len() == 1 {
            sources.clear();
        }
        sources
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permissions::test_tree::tree;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_star_brings_what_is_below() {
        let finance = DEFAULT_ROLES
            .iter()
            .find(|role| role.name == "Finance")
            .unwrap()
            .permissions(&tree());
        assert!(finance.contains("Pages.Finance.CreditNotes.Process"));
        assert!(finance.contains("Pages.Booking"));
        assert!(!finance.contains("Pages.Booking.Create"));
        assert!(!finance.contains("Pages.Administration.Users"));
    }

    #[test]
    fn a_permission_names_roles_that_have_it_with_its_parents() {
        let own = Permission::anyone("Pages.Customer.Own", "Own").with_roles(&["Driver"]);
        let above = Permission::staff("Pages.Customer", "Customers");
        let tree = Tree::compose([above, own]).unwrap();
        let holders: Vec<&str> = DEFAULT_ROLES
            .iter()
            .filter(|role| role.permissions(&tree).contains("Pages.Customer.Own"))
            .map(|role| role.name)
            .collect();
        assert_eq!(holders, ["Driver"]);
        let driver = DEFAULT_ROLES.iter().find(|role| role.name == "Driver");
        assert!(
            driver
                .unwrap()
                .permissions(&tree)
                .contains("Pages.Customer")
        );
    }

    #[test]
    fn the_customers_role_has_nothing_that_is_not_for_customers() {
        let role = DEFAULT_ROLES
            .iter()
            .find(|role| role.name == "Customer")
            .unwrap()
            .permissions(&tree());
        let sources = PermissionSources {
            by_roles: role.iter().cloned().collect(),
            is_customer: true,
            ..PermissionSources::default()
        };
        assert_eq!(sources.effective(&tree()), role);
    }

    #[test]
    fn an_administrator_holds_all_but_the_platforms() {
        let sources = PermissionSources {
            is_admin: true,
            ..PermissionSources::default()
        }
        .effective(&tree());
        assert_eq!(
            sources.len(),
            tree().iter().filter(|node| !node.platform_only).count()
        );
        assert!(!sources.contains("Pages.Tenants"));
        let sources = PermissionSources {
            is_admin: true,
            is_platform: true,
            ..PermissionSources::default()
        }
        .effective(&tree());
        assert_eq!(sources.len(), tree().iter().count());
    }

    #[test]
    fn what_is_taken_goes_with_all_below_it() {
        let sources = PermissionSources {
            is_admin: true,
            given: names(&["Pages.Finance.Invoices.Create"]),
            taken: names(&["Pages.Finance.Invoices", "Pages.Book"]),
            ..PermissionSources::default()
        }
        .effective(&tree());
        assert!(!sources.contains("Pages.Finance.Invoices"));
        assert!(!sources.contains("Pages.Finance.Invoices.Create"));
        assert!(sources.contains("Pages.Finance.Payments"));
        assert!(sources.contains("Pages.Booking"));
    }

    #[test]
    fn a_customers_user_stays_within_what_is_for_customers() {
        let sources = PermissionSources {
            is_admin: true,
            given: names(&["Pages.Booking.ViewCost"]),
            is_customer: true,
            ..PermissionSources::default()
        }
        .effective(&tree());
        assert!(sources.contains("Pages.Booking.Create"));
        assert!(!sources.contains("Pages.Booking.ViewCost"));
        assert!(!sources.contains("Pages.Customer"));
    }

    #[test]
    fn own_permissions_add_to_the_roles() {
        let sources = PermissionSources {
            by_roles: names(&["Pages.Job"]),
            given: names(&["Pages.Carrier.Accounts.Edit", "Pages.Nothing.Known"]),
            ..PermissionSources::default()
        }
        .effective(&tree());
        assert!(sources.contains("Pages.Job") && sources.contains("Pages.Carrier"));
        assert!(!sources.contains("Pages.Nothing"));
    }
}
