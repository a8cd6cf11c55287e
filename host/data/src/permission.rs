//! Permissions: each area declares its own, and the program composes their tree at the start.

use std::{
    collections::{BTreeMap, HashSet},
    fmt,
};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Permission {
    /// Includes the names of all parents: `Pages.Booking.Create`.
    pub name: &'static str,
    pub display_name: &'static str,
    /// True if customers' users can have it.
    pub for_customers: bool,
    /// True if only platform administrators can have it.
    pub platform_only: bool,
    /// Standard roles of new tenants that have it, besides the administrator's.
    pub roles: &'static [&'static str],
    place: u16,
}

impl Permission {
    pub const fn staff(name: &'static str, display_name: &'static str) -> Self {
        Self {
            name,
            display_name,
            for_customers: false,
            platform_only: false,
            roles: &[],
            place: 0,
        }
    }
    pub const fn anyone(name: &'static str, display_name: &'static str) -> Self {
        Self {
            for_customers: true,
            ..Self::staff(name, display_name)
        }
    }
    pub const fn platform(name: &'static str, display_name: &'static str) -> Self {
        Self {
            platform_only: true,
            ..Self::staff(name, display_name)
        }
    }
    /// Sets the order among siblings: lower first, equal ones as declared.
    pub const fn with_place(self, place: u16) -> Self {
        Self { place, ..self }
    }
    /// Names the standard roles that have it and its parents. A role with many permissions lists
    /// them itself.
    pub const fn with_roles(self, roles: &'static [&'static str]) -> Self {
        Self { roles, ..self }
    }

    /// Returns the name without its last segment; none for the root.
    pub fn parent(&self) -> Option<&'static str> {
        self.name.rsplit_once('.').map(|(parent, _)| parent)
    }
    pub fn level(&self) -> usize {
        self.name.matches('.').count()
    }
}

impl fmt::Debug for Permission {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_tuple("Permission").field(&self.name).finish()
    }
}

/// Permissions of a save: to create a record, and to change one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Save {
    pub create: Permission,
    pub change: Permission,
}

impl Save {
    /// Uses one permission for both.
    pub fn with_permission(permission: Permission) -> Self {
        Self {
            create: permission,
            change: permission,
        }
    }
    pub fn with(create: Permission, change: Permission) -> Self {
        Self { create, change }
    }
}

/// Root of the tree; grants no access.
pub const ROOT: Permission = Permission::anyone("Pages", "Pages");

#[derive(Debug, Default)]
pub struct Tree(Vec<Permission>);

impl Tree {
    /// Fails with the name of a permission declared twice or without parent.
    pub fn compose(declared: impl IntoIterator<Item = Permission>) -> Result<Self, String> {
        let all: Vec<Permission> = std::iter::once(ROOT).chain(declared).collect();
        let mut names = HashSet::new();
        let mut below: BTreeMap<&str, Vec<Permission>> = BTreeMap::new();
        for permission in &all {
            if !names.insert(permission.name) {
                return Err(format!(
                    "the permission {} is declared twice",
                    permission.name
                ));
            }
            if let Some(parent) = permission.parent() {
                below.entry(parent).or_default().push(*permission);
            }
        }
        if let Some((parent, children)) = below.iter().find(|(parent, _)| !names.contains(*parent))
        {
            let child = children.first().map_or("", |child| child.name);
            return Err(format!(
                "no area declares the permission {parent}, the parent of {child}"
            ));
        }
        if let Some(root) = all
            .iter()
            .find(|permission| permission.parent().is_none() && **permission != ROOT)
        {
            return Err(format!(
                "the permission {} does not stand below {}",
                root.name, ROOT.name
            ));
        }
        let mut tree = Vec::with_capacity(all.len());
        // A stack with the next permission on top.
        let mut next = vec![ROOT];
        while let Some(permission) = next.pop() {
            tree.push(permission);
            let mut children = below.remove(permission.name).unwrap_or_default();
            children.sort_by_key(|child| child.place);
            next.extend(children.into_iter().rev());
        }
        Ok(Self(tree))
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Permission> {
        self.0.iter()
    }

    pub fn find(&self, name: &str) -> Option<&Permission> {
        self.0.iter().find(|permission| permission.name == name)
    }
}

pub fn with_parents<'a>(names: impl IntoIterator<Item = &'a str>) -> HashSet<String> {
    let mut granted = HashSet::new();
    for name in names {
        let mut name = Some(name);
        while let Some(ancestor) = name {
            granted.insert(ancestor.to_owned());
            name = ancestor.rsplit_once('.').map(|(parent, _)| parent);
        }
    }
    granted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(declared: &[Permission]) -> Result<Vec<&'static str>, String> {
        Ok(Tree::compose(declared.iter().copied())?
            .iter()
            .map(|permission| permission.name)
            .collect())
    }

    #[test]
    fn several_areas_declare_what_stands_below_one_parent() {
        let declared = [
            Permission::staff("Pages.Rates", "Rates").with_place(2),
            Permission::staff("Pages.Booking.ViewCost", "See costs").with_place(1),
            Permission::staff("Pages.Booking", "Bookings").with_place(1),
            Permission::staff("Pages.Booking.Create", "Create"),
            Permission::staff("Pages.Booking.Reconcile", "Reconcile").with_place(2),
            Permission::staff("Pages.Booking.Edit", "Edit"),
        ];
        let expected = [
            "Pages",
            "Pages.Booking",
            "Pages.Booking.Create",
            "Pages.Booking.Edit",
            "Pages.Booking.ViewCost",
            "Pages.Booking.Reconcile",
            "Pages.Rates",
        ];
        assert_eq!(names(&declared).unwrap(), expected);
    }

    #[test]
    fn what_does_not_fit_is_told_by_its_name() {
        let one = Permission::staff("Pages.Rates.Edit", "Edit");
        let above = Permission::staff("Pages.Rates", "Rates");
        assert_eq!(
            names(&[one]).unwrap_err(),
            "no area declares the permission Pages.Rates, the parent of Pages.Rates.Edit"
        );
        assert_eq!(
            names(&[above, one, one]).unwrap_err(),
            "the permission Pages.Rates.Edit is declared twice"
        );
        let strange = Permission::staff("Rates", "Rates");
        assert_eq!(
            names(&[strange]).unwrap_err(),
            "the permission Rates does not stand below Pages"
        );
    }

    #[test]
    fn a_grant_brings_its_parents() {
        let granted = with_parents(["Pages.Carrier.Accounts.Edit"]);
        assert_eq!(granted.len(), 4);
        assert!(granted.contains("Pages.Carrier"));
    }
}
