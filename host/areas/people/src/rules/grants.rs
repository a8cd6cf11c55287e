//! Giving permissions: which ones can be given to whom, and that nobody gives more than they hold.

use std::{collections::HashSet, sync::Arc};

use kernel::{
    Error, FieldError, Message, Permission, Result, message,
    permission::{self, Tree},
};

use crate::model::roles::PermissionItem;

/// What a new role holds unless its maker says otherwise.
const BY_DEFAULT: &[&str] = &[
    "Pages",
    "Pages.Tenant",
    "Pages.Tenant.Dashboard",
    "Pages.Booking",
];

/// The part of the tree that somebody deals with.
#[derive(Debug, Clone, Default)]
pub struct Part {
    pub tree: Arc<Tree>,
    /// Only what customers' users can hold.
    pub for_customers: bool,
    /// Also what is for the platform's administrators alone.
    pub with_platform: bool,
}

impl Part {
    fn has(&self, node: &Permission) -> bool {
        (node.for_customers || !self.for_customers) && (!node.platform_only || self.with_platform)
    }

    pub fn items(&self) -> Vec<PermissionItem> {
        self.tree
            .iter()
            .filter(|node| self.has(node))
            .map(|node| self.item(node))
            .collect()
    }

    /// What a new role holds unless its maker says otherwise.
    pub fn by_default(&self) -> HashSet<String> {
        let names = self
            .tree
            .iter()
            .filter(|node| self.has(node) && BY_DEFAULT.contains(&node.name));
        permission::with_parents(names.map(|node| node.name))
    }

    /// The names with their parents; the ones that can't be given are told by their place in the list.
    pub fn wanted(
        &self,
        member: &str,
        names: &[String],
        wrong: &mut Vec<FieldError>,
    ) -> HashSet<String> {
        for (at, name) in names.iter().enumerate() {
            let says = match self.tree.find(name) {
                Some(node) if self.has(node) => continue,
                Some(node) if !node.platform_only => {
                    message!(
                        "“{permission}” can't be given to customers' users",
                        permission = *node
                    )
                }
                // What is the platform's own is not told to others.
                _ => message!(
                    "there is no such permission; names are spelled as getallpermissions tells them"
                ),
            };
            wrong.push(FieldError::new(format!("{member}[{at}]"), says));
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
        // The root stands above everything and says nothing.
        way.pop();
        way.reverse();
        way.push(node.display_name);
        PermissionItem {
            parent_name: node.parent(),
            name: node.name,
            display_name: node.display_name,
            description: way.join(" › "),
            is_granted_by_default: BY_DEFAULT.contains(&node.name),
            level: node.level(),
        }
    }
}

/// In the order of the tree.
pub fn sorted(tree: &Tree, names: &HashSet<String>) -> Vec<String> {
    tree.iter()
        .filter(|node| names.contains(node.name))
        .map(|node| node.name.to_owned())
        .collect()
}

/// Refuses a change by which somebody would gain what the one who makes it does not hold.
pub fn check_gain(
    tree: &Tree,
    before: &HashSet<String>,
    after: &HashSet<String>,
    own: &HashSet<String>,
) -> Result<()> {
    match first_beyond(tree, after, |name| {
        before.contains(name) || own.contains(name)
    }) {
        Some(permission) => Err(Error::Forbidden(message!(
            "You can't give “{permission}”: you do not hold it yourself."
        ))),
        None => Ok(()),
    }
}

/// Refuses a change by which somebody would lose what the one who makes it does not hold.
pub fn check_loss(
    tree: &Tree,
    before: &HashSet<String>,
    after: &HashSet<String>,
    own: &HashSet<String>,
) -> Result<()> {
    match first_beyond(tree, before, |name| {
        after.contains(name) || own.contains(name)
    }) {
        Some(permission) => Err(Error::Forbidden(message!(
            "You can't take “{permission}” away: you do not hold it yourself."
        ))),
        None => Ok(()),
    }
}

/// Refuses when somebody holds what another does not; `what` ends the sentence.
pub fn check_no_mightier(
    tree: &Tree,
    held: &HashSet<String>,
    own: &HashSet<String>,
    what: Message,
) -> Result<()> {
    match first_beyond(tree, held, |name| own.contains(name)) {
        Some(permission) => Err(Error::Forbidden(message!(
            "The user holds “{permission}”, which you do not: {what}"
        ))),
        None => Ok(()),
    }
}

fn first_beyond(
    tree: &Tree,
    names: &HashSet<String>,
    allowed: impl Fn(&str) -> bool,
) -> Option<Permission> {
    tree.iter()
        .find(|node| names.contains(node.name) && !allowed(node.name))
        .copied()
}

/// What a user has beside the roles: given and taken.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Beside {
    pub given: Vec<String>,
    pub taken: Vec<String>,
}

/// What makes a user hold what is wanted and nothing else. The root is never taken: it is nothing by itself, and a
/// role that comes later would be worth nothing with it.
pub fn beside(
    tree: &Tree,
    named_by_roles: &HashSet<String>,
    held_by_roles: &HashSet<String>,
    wanted: &HashSet<String>,
) -> Beside {
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
    Beside {
        given: list(&|name| wanted.contains(name) && !named_by_roles.contains(name)),
        taken: list(&|name| held_by_roles.contains(name) && !wanted.contains(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{permissions::Held, sample::tree};

    fn part(for_customers: bool, with_platform: bool) -> Part {
        Part {
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
        let has = |part: Part, name: &str| part.items().iter().any(|item| item.name == name);
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
        customers.wanted("names", &names, &mut fields);
        let told: Vec<(&str, bool)> = fields
            .iter()
            .map(|field| {
                (
                    field.member.as_str(),
                    field.message.to_string().contains("customers"),
                )
            })
            .collect();
        assert_eq!(
            told,
            [("names[1]", true), ("names[2]", false), ("names[3]", false)]
        );
        fields.clear();
        let wanted =
            part(false, false).wanted("names", &list(&["Pages.Carrier.Accounts"]), &mut fields);
        assert!(wanted.contains("Pages.Carrier") && fields.is_empty());
    }

    #[test]
    fn nobody_gives_what_they_do_not_hold() {
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
        assert!(check_no_mightier(&tree(), &before, &own, message!("no.")).is_err());
        assert!(
            check_no_mightier(&tree(), &set(&["Pages.Booking"]), &own, message!("no.")).is_ok()
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
            let roles = || Held {
                is_admin: *is_admin,
                by_roles: list(by_roles),
                ..Held::default()
            };
            let named = if *is_admin {
                roles().effective(&tree())
            } else {
                set(by_roles)
            };
            let Beside { given, taken } =
                beside(&tree(), &named, &roles().effective(&tree()), &set(wanted));
            assert_eq!(
                Held {
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
        let Beside { given, taken } = beside(&tree(), &roles, &roles, &HashSet::new());
        assert_eq!((given, taken.clone()), (Vec::new(), list(&["Pages.Job"])));
        let later = Held {
            by_roles: list(&["Pages", "Pages.Job", "Pages.Booking"]),
            taken,
            ..Held::default()
        };
        assert_eq!(later.effective(&tree()), set(&["Pages", "Pages.Booking"]));
    }

    #[test]
    fn defaults_stay_within_the_part() {
        assert!(
            part(false, false)
                .by_default()
                .contains("Pages.Tenant.Dashboard")
        );
        let customers = part(true, false).by_default();
        assert_eq!(customers, set(&["Pages", "Pages.Booking"]));
    }
}
