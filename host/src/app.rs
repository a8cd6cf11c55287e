//! The areas, one line each, from the lowest layer up.

use kernel::Area;

/// Every area. An addition is a line here and a folder below `areas`.
pub fn areas() -> Vec<Area> {
    let mut areas = built();
    areas.extend(crate::planned::areas());
    areas
}

fn built() -> Vec<Area> {
    vec![
        tenancy::area(),
        languages::area(),
        audit::area(),
        shell::area(),
        people::area(),
        identity::area(),
        files::area(),
        lookups::area(),
        plugins::area(),
        customers::area(),
        carriers::area(),
        rates::area(),
        pricing::area(),
        quotes::area(),
        bookings::area(),
        reconciliation::area(),
        finance::area(),
        search::area(),
        webhooks::area(),
    ]
}
