//! The features a tenant can have switched on or off, in the order the shell reads them: `X.Enabled` before any `X.Max…`.

/// One feature.
#[derive(Debug, Clone, Copy)]
pub struct Feature {
    pub name: &'static str,
    pub parent: Option<&'static str>,
    pub display_name: &'static str,
    pub description: &'static str,
    /// The value of a tenant that has none of its own. All values are text.
    pub default: &'static str,
}

const fn area(name: &'static str, display_name: &'static str, description: &'static str) -> Feature {
    Feature { name, parent: None, display_name, description, default: "true" }
}

/// All features that the product itself knows. A plugin adds `Plugin.<id>.Enabled`.
pub const FEATURES: &[Feature] = &[
    area("Booking.Enabled", "Bookings", "Quotes, bookings, labels, manifests and tracking."),
    area("Job.Enabled", "Jobs", "Jobs, allocation, line haul and routing."),
    area("Driver.Enabled", "Drivers", "Drivers, their vehicles and their compliance."),
    area("Finance.Enabled", "Finance", "Invoices, payments, credit notes and statements."),
    area("Customer.Enabled", "Customers", "Customers, their addresses, products and cost centres."),
    area("Warehouse.Enabled", "Warehouse", "Items, locations and scans."),
    area("Carrier.Enabled", "Carriers", "Carrier accounts and services."),
    area("Rates.Enabled", "Rates", "Rate cards, zones and services of one's own."),
    area("ECommerce.Enabled", "Shops", "Shops, their orders and checkout rates."),
    area("DangerousGoods.Enabled", "Dangerous goods", "Declaring dangerous goods on bookings."),
    area("Insurance.Enabled", "Insurance", "Insuring consignments."),
    area("Reports.Enabled", "Reports", "Running reports."),
    area("Communication.Enabled", "Communication", "Discussions and comments."),
];
