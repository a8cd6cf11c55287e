//! All areas, one line each, from the lowest layer up.

use web::Area;

/// Returns all areas.
pub fn areas() -> Vec<Area> {
    let mut areas = built_areas();
    areas.extend(crate::planned::areas());
    areas
}

fn built_areas() -> Vec<Area> {
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
        drivers::area(),
        places::area(),
        rates::area(),
        pricing::area(),
        quotes::area(),
        network::area(),
        bookings::area(),
        jobs::area(),
        linehaul::area(),
        routing::area(),
        reconciliation::area(),
        ledger::area(),
        billing::area(),
        receivables::area(),
        search::area(),
        webhooks::area(),
    ]
}
