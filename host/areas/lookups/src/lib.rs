//! Look-ups: reference data shared by all tenants and readable by anyone, since guests request
//! quotes.
//!
//! Terms: a *location* is a suburb or town with its postcode; a *package type* is a UN/ECE
//! packaging code; *dangerous goods* are entries of a UN number, one per packing group; a
//! *category* is a class or division of them; an *attribute* is an option of pickup or delivery.
//!
//! Invariants:
//!
//! - No row belongs to a tenant.
//! - A location is found by a prefix of its postcode, of its suburb or of any word of it, without
//!   accents and case, in time independent of the list's size. Without a match, names within a
//!   letter or two match.
//! - Built-in data fills only empty tables and never overwrites an import.
//! - A repeated import changes no rows.

mod builtin;
mod model;
mod routes;
mod rules;
mod service;
mod store;
pub mod zones;

pub use rules::{InsuranceType, category_code, category_name};
pub use service::{
    check::{check_goods, check_places},
    find::{Goods, goods_of},
    gazetteer::Gazetteer,
    import::{Kind, Report, import},
    located::{
        Locality, Located, find_state, for_each_locality, for_each_located, localities_version,
        locate,
    },
    seed::seed_builtin,
};

pub fn area() -> web::Area {
    web::Area::new("lookups")
        .needs::<Gazetteer>()
        .routes(routes::core())
        .routes(routes::user())
        .routes(routes::booking())
}
