//! Which permissions a user has, and the roles that every tenant begins with.

use std::collections::HashSet;

use kernel::permission::{self, Tree};

/// The role that holds everything a tenant can hold, now and after every upgrade.
pub const ADMIN: &str = "Admin";

/// A role that every tenant begins with.
pub struct DefaultRole {
    pub name: &'static str,
    pub is_static: bool,
    /// Permissions; one that ends in `.*` brings everything below it.
    pub grants: &'static [&'static str],
}

/// The roles of a new tenant.
pub const DEFAULT_ROLES: &[DefaultRole] = &[
    // What the administrator holds is worked out, so nothing has to be kept.
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
            "Pages.CostCenter.*",
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
            "Pages.CostCenter.*",
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
            "Pages.CostCenter.*",
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
    /// The role's permissions by name, with their parents.
    pub fn permissions(&self, tree: &Tree) -> HashSet<String> {
        let names = tree.iter().map(|node| node.name).filter(|name| {
            self.grants
                .iter()
                .any(|grant| match grant.strip_suffix(".*") {
                    Some(above) => *name == above || is_below(name, above),
                    None => name == grant,
                })
        });
        permission::with_parents(names)
    }
}

/// Whether the name is `above` or one below it.
pub fn is_within(name: &str, above: &str) -> bool {
    name == above || is_below(name, above)
}

fn is_below(name: &str, above: &str) -> bool {
    name.strip_prefix(above)
        .is_some_and(|rest| rest.starts_with('.'))
}

/// What is known of a user's permissions.
#[derive(Debug, Default)]
pub struct Held {
    /// Whether one of the roles is the administrator's.
    pub is_admin: bool,
    pub by_roles: Vec<String>,
    pub given: Vec<String>,
    pub taken: Vec<String>,
    pub is_customer: bool,
    /// Whether the user's tenant is the platform's own.
    pub is_platform: bool,
}

impl Held {
    /// What the user may do: roles and own permissions with their parents, without what was taken and all below it.
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
        let mut held = permission::with_parents(names);
        held.retain(|name| {
            tree.find(name).is_some_and(|node| {
                (self.is_platform || !node.platform_only)
                    && (node.for_customers || !self.is_customer)
            })
        });
        // The root alone is nothing.
        if held.len() == 1 {
            held.clear();
        }
        held
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::sample::tree;

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
    fn the_customers_role_has_nothing_that_is_not_for_customers() {
        let role = DEFAULT_ROLES
            .iter()
            .find(|role| role.name == "Customer")
            .unwrap()
            .permissions(&tree());
        let held = Held {
            by_roles: role.iter().cloned().collect(),
            is_customer: true,
            ..Held::default()
        };
        assert_eq!(held.effective(&tree()), role);
    }

    #[test]
    fn an_administrator_holds_all_but_the_platforms() {
        let held = Held {
            is_admin: true,
            ..Held::default()
        }
        .effective(&tree());
        assert_eq!(
            held.len(),
            tree().iter().filter(|node| !node.platform_only).count()
        );
        assert!(!held.contains("Pages.Tenants"));
        let held = Held {
            is_admin: true,
            is_platform: true,
            ..Held::default()
        }
        .effective(&tree());
        assert_eq!(held.len(), tree().iter().count());
    }

    #[test]
    fn what_is_taken_goes_with_all_below_it() {
        let held = Held {
            is_admin: true,
            given: names(&["Pages.Finance.Invoices.Create"]),
            taken: names(&["Pages.Finance.Invoices", "Pages.Book"]),
            ..Held::default()
        }
        .effective(&tree());
        assert!(!held.contains("Pages.Finance.Invoices"));
        assert!(!held.contains("Pages.Finance.Invoices.Create"));
        assert!(held.contains("Pages.Finance.Payments"));
        assert!(held.contains("Pages.Booking"));
    }

    #[test]
    fn a_customers_user_stays_within_what_is_for_customers() {
        let held = Held {
            is_admin: true,
            given: names(&["Pages.Booking.ViewCost"]),
            is_customer: true,
            ..Held::default()
        }
        .effective(&tree());
        assert!(held.contains("Pages.Booking.Create"));
        assert!(!held.contains("Pages.Booking.ViewCost"));
        assert!(!held.contains("Pages.Customer"));
    }

    #[test]
    fn own_permissions_add_to_the_roles() {
        let held = Held {
            by_roles: names(&["Pages.Job"]),
            given: names(&["Pages.Carrier.Accounts.Edit", "Pages.Nothing.Known"]),
            ..Held::default()
        }
        .effective(&tree());
        assert!(held.contains("Pages.Job") && held.contains("Pages.Carrier"));
        assert!(!held.contains("Pages.Nothing"));
    }
}
