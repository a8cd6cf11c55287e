//! The tree of permissions. A name holds its parents' names; the table is in the order in which a screen shows it.

use crate::caller::Permission;

/// One permission of the tree.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    pub name: &'static str,
    pub display_name: &'static str,
    /// Whether it can be given to a customer's users.
    pub for_customers: bool,
    /// Whether only the platform's own administrators can hold it.
    pub platform_only: bool,
}

impl Node {
    /// The name without its last word; none for the root.
    pub fn parent(&self) -> Option<&'static str> {
        self.name.rsplit_once('.').map(|(parent, _)| parent)
    }
    pub fn level(&self) -> usize {
        self.name.matches('.').count()
    }
}

const fn staff(name: &'static str, display_name: &'static str) -> Node {
    Node { name, display_name, for_customers: false, platform_only: false }
}
const fn all(name: &'static str, display_name: &'static str) -> Node {
    Node { name, display_name, for_customers: true, platform_only: false }
}
const fn platform(name: &'static str, display_name: &'static str) -> Node {
    Node { name, display_name, for_customers: false, platform_only: true }
}

pub const TENANT_DASHBOARD: Permission = Permission("Pages.Tenant.Dashboard");
pub const BOOKING: Permission = Permission("Pages.Booking");
pub const BOOKING_CREATE: Permission = Permission("Pages.Booking.Create");
pub const BOOKING_EDIT: Permission = Permission("Pages.Booking.Edit");
pub const BOOKING_CANCEL: Permission = Permission("Pages.Booking.Cancel");
pub const BOOKING_DELETE: Permission = Permission("Pages.Booking.Delete");
pub const BOOKING_MANIFEST: Permission = Permission("Pages.Booking.Manifest");
pub const BOOKING_CHANGE_STATUS: Permission = Permission("Pages.Booking.ChangeStatus");
pub const BOOKING_VIEW_COST: Permission = Permission("Pages.Booking.ViewCost");
pub const BOOKING_EDIT_PRICE: Permission = Permission("Pages.Booking.EditPrice");
pub const CUSTOMER: Permission = Permission("Pages.Customer");
pub const CUSTOMER_CREATE: Permission = Permission("Pages.Customer.Create");
pub const CUSTOMER_EDIT: Permission = Permission("Pages.Customer.Edit");
pub const CUSTOMER_DELETE: Permission = Permission("Pages.Customer.Delete");
pub const CUSTOMER_VIEW_CREDIT: Permission = Permission("Pages.Customer.ViewCredit");
pub const CARRIER: Permission = Permission("Pages.Carrier");
pub const CARRIER_ACCOUNTS: Permission = Permission("Pages.Carrier.Accounts");
pub const CARRIER_ACCOUNTS_EDIT: Permission = Permission("Pages.Carrier.Accounts.Edit");
pub const CARRIER_MAPPING: Permission = Permission("Pages.Carrier.Mapping");
pub const CARRIER_SERVICES: Permission = Permission("Pages.Carrier.Services");
pub const RATES: Permission = Permission("Pages.Rates");
pub const RATES_EDIT: Permission = Permission("Pages.Rates.Edit");
pub const ADMINISTRATION: Permission = Permission("Pages.Administration");
pub const USERS: Permission = Permission("Pages.Administration.Users");
pub const USERS_CREATE: Permission = Permission("Pages.Administration.Users.Create");
pub const USERS_EDIT: Permission = Permission("Pages.Administration.Users.Edit");
pub const USERS_DELETE: Permission = Permission("Pages.Administration.Users.Delete");
pub const USERS_CHANGE_PERMISSIONS: Permission = Permission("Pages.Administration.Users.ChangePermissions");
pub const USERS_UNLOCK: Permission = Permission("Pages.Administration.Users.Unlock");
pub const ROLES: Permission = Permission("Pages.Administration.Roles");
pub const ROLES_CREATE: Permission = Permission("Pages.Administration.Roles.Create");
pub const ROLES_EDIT: Permission = Permission("Pages.Administration.Roles.Edit");
pub const ROLES_DELETE: Permission = Permission("Pages.Administration.Roles.Delete");
pub const UNITS: Permission = Permission("Pages.Administration.OrganizationUnits");
pub const UNITS_TREE: Permission = Permission("Pages.Administration.OrganizationUnits.ManageOrganizationTree");
pub const UNITS_MEMBERS: Permission = Permission("Pages.Administration.OrganizationUnits.ManageMembers");
pub const TENANT_SETTINGS: Permission = Permission("Pages.Administration.Tenant.Settings");
pub const LANGUAGES: Permission = Permission("Pages.Administration.Languages");
pub const LANGUAGES_CHANGE_TEXTS: Permission = Permission("Pages.Administration.Languages.ChangeTexts");
pub const AUDIT_LOGS: Permission = Permission("Pages.Administration.AuditLogs");
pub const SIDEBAR_LINKS: Permission = Permission("Pages.Administration.SidebarLinks");
pub const VIEW_CONFIGURATIONS: Permission = Permission("Pages.Administration.ViewConfigurations");
pub const REPORTS: Permission = Permission("Pages.Reports");
pub const REPORTS_RUN: Permission = Permission("Pages.Reports.Run");
pub const PLUGINS: Permission = Permission("Pages.Plugins");
pub const PLUGINS_ENABLE: Permission = Permission("Pages.Plugins.Enable");
pub const PLUGINS_CONFIGURE: Permission = Permission("Pages.Plugins.Configure");
pub const PLUGINS_INSTALL: Permission = Permission("Pages.Plugins.Install");
pub const TENANTS: Permission = Permission("Pages.Tenants");
pub const TENANTS_CREATE: Permission = Permission("Pages.Tenants.Create");
pub const TENANTS_EDIT: Permission = Permission("Pages.Tenants.Edit");
pub const TENANTS_CHANGE_FEATURES: Permission = Permission("Pages.Tenants.ChangeFeatures");
pub const TENANTS_DELETE: Permission = Permission("Pages.Tenants.Delete");
pub const TENANTS_IMPERSONATION: Permission = Permission("Pages.Tenants.Impersonation");

/// The whole tree.
pub const TREE: &[Node] = &[
    all("Pages", "Pages"),
    staff("Pages.Tenant", "Tenant"),
    staff("Pages.Tenant.Dashboard", "Dashboard"),
    all("Pages.Booking", "Bookings"),
    all("Pages.Booking.Create", "Create bookings"),
    all("Pages.Booking.Edit", "Edit bookings"),
    all("Pages.Booking.Cancel", "Cancel bookings"),
    all("Pages.Booking.Delete", "Delete bookings"),
    all("Pages.Booking.Manifest", "Manifest bookings"),
    staff("Pages.Booking.ChangeStatus", "Change a booking's status"),
    staff("Pages.Booking.ViewCost", "See carrier costs"),
    staff("Pages.Booking.EditPrice", "Edit prices"),
    staff("Pages.Booking.Reconcile", "Reconcile carrier invoices"),
    all("Pages.Job", "Jobs"),
    staff("Pages.Job.Create", "Create jobs"),
    staff("Pages.Job.Edit", "Edit jobs"),
    staff("Pages.Job.Delete", "Delete jobs"),
    staff("Pages.Job.Allocate", "Allocate jobs"),
    staff("Pages.Job.EditCharges", "Edit charges"),
    staff("Pages.Job.Routing", "Plan routes"),
    staff("Pages.Job.LineHaul", "Line haul"),
    staff("Pages.Job.Zones", "Zones"),
    staff("Pages.Driver", "Drivers"),
    staff("Pages.Driver.Create", "Create drivers"),
    staff("Pages.Driver.Edit", "Edit drivers"),
    staff("Pages.Driver.Invite", "Invite drivers"),
    staff("Pages.Driver.Tracking", "Follow drivers"),
    staff("Pages.Driver.Compliance", "Driver compliance"),
    all("Pages.Finance", "Finance"),
    all("Pages.Finance.Invoices", "Invoices"),
    staff("Pages.Finance.Invoices.Create", "Create invoices"),
    all("Pages.Finance.Payments", "Payments"),
    all("Pages.Finance.Payments.Create", "Create payments"),
    staff("Pages.Finance.Remittance", "Remittances"),
    all("Pages.Finance.CreditNotes", "Credit notes"),
    staff("Pages.Finance.CreditNotes.Process", "Process credit notes"),
    staff("Pages.Finance.Fees", "Fees"),
    all("Pages.Finance.Statements", "Statements"),
    staff("Pages.Customer", "Customers"),
    staff("Pages.Customer.Create", "Create customers"),
    staff("Pages.Customer.Edit", "Edit customers"),
    staff("Pages.Customer.Delete", "Delete customers"),
    staff("Pages.Customer.ViewCredit", "See credit limits"),
    staff("Pages.Customer.EditMarkup", "Edit a customer's markup"),
    all("Pages.Warehouse", "Warehouse"),
    all("Pages.Warehouse.Items", "Items"),
    staff("Pages.Warehouse.Scan", "Scan"),
    all("Pages.Warehouse.Consignments", "Consignments"),
    staff("Pages.Carrier", "Carriers"),
    staff("Pages.Carrier.Accounts", "Carrier accounts"),
    staff("Pages.Carrier.Accounts.Edit", "Edit carrier accounts"),
    staff("Pages.Carrier.Mapping", "Map carrier accounts to customers"),
    staff("Pages.Carrier.Services", "Carrier services"),
    staff("Pages.Rates", "Rates"),
    staff("Pages.Rates.Edit", "Edit rates"),
    staff("Pages.Rates.Import", "Import rates"),
    all("Pages.ECommerce", "Shops"),
    all("Pages.Communication", "Communication"),
    staff("Pages.Reports", "Reports"),
    staff("Pages.Reports.Run", "Run reports"),
    staff("Pages.Plugins", "Plugins"),
    staff("Pages.Plugins.Enable", "Enable plugins"),
    staff("Pages.Plugins.Configure", "Configure plugins"),
    platform("Pages.Plugins.Install", "Install plugins"),
    all("Pages.Administration", "Administration"),
    all("Pages.Administration.Users", "Users"),
    all("Pages.Administration.Users.Create", "Create users"),
    all("Pages.Administration.Users.Edit", "Edit users"),
    all("Pages.Administration.Users.Delete", "Delete users"),
    all("Pages.Administration.Users.ChangePermissions", "Change users' permissions"),
    staff("Pages.Administration.Users.Impersonation", "Sign in as another user"),
    all("Pages.Administration.Users.Unlock", "Unlock users"),
    all("Pages.Administration.Roles", "Roles"),
    all("Pages.Administration.Roles.Create", "Create roles"),
    all("Pages.Administration.Roles.Edit", "Edit roles"),
    all("Pages.Administration.Roles.Delete", "Delete roles"),
    staff("Pages.Administration.Languages", "Languages"),
    staff("Pages.Administration.Languages.ChangeTexts", "Change texts"),
    staff("Pages.Administration.OrganizationUnits", "Organisation units"),
    staff("Pages.Administration.OrganizationUnits.ManageOrganizationTree", "Manage the tree"),
    staff("Pages.Administration.OrganizationUnits.ManageMembers", "Manage members"),
    staff("Pages.Administration.OrganizationUnits.ManageRoles", "Manage the units' roles"),
    staff("Pages.Administration.AuditLogs", "Audit log"),
    staff("Pages.Administration.Webhooks", "Webhooks"),
    staff("Pages.Administration.Tenant", "Tenant"),
    staff("Pages.Administration.Tenant.Settings", "Settings"),
    staff("Pages.Administration.Markups", "Markups"),
    staff("Pages.Administration.PromoCodes", "Promo codes"),
    staff("Pages.Administration.SidebarLinks", "Sidebar links"),
    staff("Pages.Administration.ViewConfigurations", "View configurations"),
    platform("Pages.Tenants", "Tenants"),
    platform("Pages.Tenants.Create", "Create tenants"),
    platform("Pages.Tenants.Edit", "Edit tenants"),
    platform("Pages.Tenants.ChangeFeatures", "Change tenants' features"),
    platform("Pages.Tenants.Delete", "Delete tenants"),
    platform("Pages.Tenants.Impersonation", "Enter a tenant"),
];

/// The permission of this name, if the tree has it.
pub fn find(name: &str) -> Option<&'static Node> {
    TREE.iter().find(|node| node.name == name)
}

/// The names given and all their parents.
pub fn with_parents<'a>(names: impl IntoIterator<Item = &'a str>) -> std::collections::HashSet<String> {
    let mut granted = std::collections::HashSet::new();
    for name in names {
        let mut name = Some(name);
        while let Some(found) = name {
            granted.insert(found.to_owned());
            name = found.rsplit_once('.').map(|(parent, _)| parent);
        }
    }
    granted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_permission_stands_below_its_parent() {
        for (at, node) in TREE.iter().enumerate() {
            if let Some(parent) = node.parent() {
                let above = TREE.iter().position(|other| other.name == parent);
                assert!(above.is_some_and(|above| above < at), "{} has no {parent} before it", node.name);
            }
        }
    }

    #[test]
    fn a_grant_brings_its_parents() {
        let granted = with_parents(["Pages.Carrier.Accounts.Edit"]);
        assert_eq!(granted.len(), 4);
        assert!(granted.contains("Pages.Carrier"));
    }
}
