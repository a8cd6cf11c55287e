//! Permissions and features of customers.

use data::{Feature, Permission};

pub const CUSTOMER: Permission = Permission::staff("Pages.Customer", "Customers").with_place(60);
pub const CUSTOMER_CREATE: Permission =
    Permission::staff("Pages.Customer.Create", "Create customers");
pub const CUSTOMER_EDIT: Permission = Permission::staff("Pages.Customer.Edit", "Edit customers");
pub const CUSTOMER_DELETE: Permission =
    Permission::staff("Pages.Customer.Delete", "Delete customers");
pub const CUSTOMER_VIEW_CREDIT: Permission =
    Permission::staff("Pages.Customer.ViewCredit", "See credit limits");
pub const ADDRESSES: Permission =
    Permission::anyone("Pages.FrequentAddress", "Frequent addresses").with_place(66);
pub const ADDRESSES_EDIT: Permission =
    Permission::anyone("Pages.FrequentAddress.Edit", "Edit frequent addresses");
pub const PRODUCTS: Permission = Permission::anyone("Pages.Product", "Products").with_place(67);
pub const PRODUCTS_EDIT: Permission = Permission::anyone("Pages.Product.Edit", "Edit products");
pub const REFERENCES: Permission =
    Permission::anyone("Pages.Reference", "References").with_place(68);
pub const REFERENCES_EDIT: Permission =
    Permission::anyone("Pages.Reference.Edit", "Edit references");
/// A customer's user edits the customer's own details; staff need [`CUSTOMER_EDIT`] instead.
pub const CUSTOMER_ACCOUNT: Permission =
    Permission::anyone("Pages.CustomerAccount", "Edit own company").with_place(64);

pub(crate) const PERMISSIONS: &[Permission] = &[
    CUSTOMER,
    CUSTOMER_CREATE,
    CUSTOMER_EDIT,
    CUSTOMER_DELETE,
    CUSTOMER_VIEW_CREDIT,
    ADDRESSES,
    ADDRESSES_EDIT,
    PRODUCTS,
    PRODUCTS_EDIT,
    REFERENCES,
    REFERENCES_EDIT,
    CUSTOMER_ACCOUNT,
];

pub const CUSTOMERS: Feature = Feature::enabled_by_default(
    50,
    "Customer.Enabled",
    "Customers",
    "Customers, their addresses, products and cost centres.",
);

pub(crate) const FEATURES: &[Feature] = &[CUSTOMERS];
