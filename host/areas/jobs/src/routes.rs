//! Routes of jobs.

use web::Area;

use crate::{access, jobs, scans};

/// The area with its routes, permissions and features.
pub fn area() -> Area {
    Area::new("jobs")
        .permissions(access::PERMISSIONS)
        .features(access::FEATURES)
        .routes(jobs::routes::table())
        .routes(jobs::routes::item_table())
        .routes(jobs::look_ups::table())
        .routes(scans::routes::table())
        .listener(scans::proof::listener())
}
