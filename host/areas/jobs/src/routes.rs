//! Routes of jobs.

use web::Area;

use crate::{access, fleet, jobs, messages, prices, scans, tables, templates};

/// The area with its routes, permissions, features and listeners.
pub fn area() -> Area {
    let area = Area::new("jobs")
        .globally_searchable::<jobs::model::Job>()
        .permissions(access::PERMISSIONS)
        .features(access::FEATURES)
        .routes(jobs::routes::table())
        .routes(jobs::routes::item_table())
        .routes(jobs::agents::table())
        .routes(prices::routes::table())
        .routes(scans::routes::table())
        .routes(tables::routes::table())
        .routes(templates::routes::table())
        .routes(messages::routes::table())
        .routes(jobs::look_ups::table())
        .job(tables::job())
        .job(templates::job())
        .listener(templates::listener())
        .listener(scans::proof::listener())
        .listener(jobs::positions::listener());
    fleet::listeners().into_iter().fold(area, Area::listener)
}
