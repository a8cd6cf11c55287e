//! Permissions and features of areas that are not built yet: tenants can give and switch them already, and keep what they
//! gave when the area comes. A new area takes its own from here.

use kernel::{Area, Feature, Permission};

pub fn areas() -> Vec<Area> {
    vec![
        Area::new("jobs")
            .permissions(&[
                Permission::anyone("Pages.Job", "Jobs").at(30),
                Permission::staff("Pages.Job.Create", "Create jobs"),
                Permission::staff("Pages.Job.Edit", "Edit jobs"),
                Permission::staff("Pages.Job.Delete", "Delete jobs"),
                Permission::staff("Pages.Job.Allocate", "Allocate jobs"),
                Permission::staff("Pages.Job.EditCharges", "Edit charges"),
                Permission::staff("Pages.Job.Routing", "Plan routes"),
                Permission::staff("Pages.Job.LineHaul", "Line haul"),
                Permission::staff("Pages.Job.Zones", "Zones"),
            ])
            .features(&[Feature::on(
                20,
                "Job.Enabled",
                "Jobs",
                "Jobs, allocation, line haul and routing.",
            )]),
        Area::new("drivers")
            .permissions(&[
                Permission::staff("Pages.Driver", "Drivers").at(40),
                Permission::staff("Pages.Driver.Create", "Create drivers"),
                Permission::staff("Pages.Driver.Edit", "Edit drivers"),
                Permission::staff("Pages.Driver.Invite", "Invite drivers"),
                Permission::staff("Pages.Driver.Tracking", "Follow drivers"),
                Permission::staff("Pages.Driver.Compliance", "Driver compliance"),
            ])
            .features(&[Feature::on(
                30,
                "Driver.Enabled",
                "Drivers",
                "Drivers, their vehicles and their compliance.",
            )]),
        Area::new("warehouse")
            .permissions(&[
                Permission::anyone("Pages.Warehouse", "Warehouse").at(70),
                Permission::anyone("Pages.Warehouse.Items", "Items"),
                Permission::staff("Pages.Warehouse.Scan", "Scan"),
                Permission::anyone("Pages.Warehouse.Consignments", "Consignments"),
            ])
            .features(&[Feature::on(
                60,
                "Warehouse.Enabled",
                "Warehouse",
                "Items, locations and scans.",
            )]),
        Area::new("shops")
            .permissions(&[Permission::anyone("Pages.ECommerce", "Shops").at(100)])
            .features(&[Feature::on(
                90,
                "ECommerce.Enabled",
                "Shops",
                "Shops, their orders and checkout rates.",
            )]),
        Area::new("communication")
            .permissions(&[Permission::anyone("Pages.Communication", "Communication").at(110)])
            .features(&[Feature::on(
                130,
                "Communication.Enabled",
                "Communication",
                "Discussions and comments.",
            )]),
    ]
}
