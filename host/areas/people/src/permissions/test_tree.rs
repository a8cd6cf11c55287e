//! A small permission tree for tests.

use data::{Permission, permission::Tree};

pub fn tree() -> Tree {
    Tree::compose([
        Permission::staff("Pages.Tenant", "Tenant"),
        Permission::staff("Pages.Tenant.Dashboard", "Dashboard"),
        Permission::anyone("Pages.Booking", "Bookings"),
        Permission::anyone("Pages.Booking.Create", "Create bookings"),
        Permission::staff("Pages.Booking.ViewCost", "See carrier costs"),
        Permission::staff("Pages.Booking.EditPrice", "Edit prices"),
        Permission::anyone("Pages.Job", "Jobs"),
        Permission::staff("Pages.Job.Create", "Create jobs"),
        Permission::anyone("Pages.Finance", "Finance"),
        Permission::anyone("Pages.Finance.Invoices", "Invoices"),
        Permission::staff("Pages.Finance.Invoices.Create", "Create invoices"),
        Permission::anyone("Pages.Finance.Payments", "Payments"),
        Permission::anyone("Pages.Finance.CreditNotes", "Credit notes"),
        Permission::staff("Pages.Finance.CreditNotes.Process", "Process credit notes"),
        Permission::staff("Pages.Customer", "Customers"),
        Permission::staff("Pages.Carrier", "Carriers"),
        Permission::staff("Pages.Carrier.Accounts", "Carrier accounts"),
        Permission::staff("Pages.Carrier.Accounts.Edit", "Edit carrier accounts"),
        Permission::anyone("Pages.Administration", "Administration"),
        Permission::anyone("Pages.Administration.Users", "Users"),
        Permission::platform("Pages.Tenants", "Tenants"),
    ])
    .expect("the sample is a tree")
}
