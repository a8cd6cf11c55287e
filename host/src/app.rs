//! The rooms of the house, one line each, from the ground up.

use kernel::Area;

/// Every area. An addition is a line here and a folder below `areas`.
pub fn areas() -> Vec<Area> {
    vec![
        tenancy::area(),
        identity::area(),
        files::area(),
        lookups::area(),
        plugins::area(),
        customers::area(),
        carriers::area(),
        rates::area(),
        quotes::area(),
        bookings::area(),
        search::area(),
    ]
}
