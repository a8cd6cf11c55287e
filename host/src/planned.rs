//! Permissions and features of planned areas. Tenants can grant them now and keep them once the
//! area exists.
//!
//! A new area moves its own from here.

use data::{Feature, Permission};
use web::Area;

pub fn areas() -> Vec<Area> {
    vec![
        Area::new("warehouse")
            .permissions(&[
                Permission::anyone("Pages.Warehouse", "Warehouse").with_place(70),
                Permission::anyone("Pages.Warehouse.Items", "Items"),
                Permission::staff("Pages.Warehouse.Scan", "Scan"),
                Permission::anyone("Pages.Warehouse.Consignments", "Consignments"),
                Permission::staff("Pages.Warehouse.Stock", "Stock"),
            ])
            .features(&[Feature::enabled_by_default(
                60,
                "Warehouse.Enabled",
                "Warehouse",
                "Items, locations and scans.",
            )]),
        Area::new("shops")
            .permissions(&[Permission::anyone("Pages.ECommerce", "Shops").with_place(100)])
            .features(&[Feature::enabled_by_default(
                90,
                "ECommerce.Enabled",
                "Shops",
                "Shops, their orders and checkout rates.",
            )]),
        Area::new("communication")
            .permissions(&[
                Permission::anyone("Pages.Communication", "Communication").with_place(110)
            ])
            .features(&[Feature::enabled_by_default(
                130,
                "Communication.Enabled",
                "Communication",
                "Discussions and comments.",
            )]),
        Area::new("entities")
            .permissions(&[
                Permission::staff("Pages.Entities", "Custom records").with_place(115),
                Permission::staff("Pages.Entities.Define", "Define custom records"),
                Permission::staff("Pages.Entities.Edit", "Edit custom records"),
            ])
            .features(&[Feature::enabled_by_default(
                135,
                "Entities.Enabled",
                "Custom records",
                "Records with fields of your own.",
            )]),
    ]
}
