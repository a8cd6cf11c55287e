//! Look-ups: the reference data that all tenants share and everybody may read, guests too, since guests ask for prices.
//!
//! Words: a *location* is a suburb or town with its postcode; a *package type* is what goods are packed in, by its
//! UN/ECE code; *dangerous goods* are entries of a UN number, one for each packing group; a *category* is a class or
//! division of them; an *attribute* is an option of pickup or delivery.
//!
//! Invariants: nothing here belongs to a tenant. A location is found by the beginning of its postcode, of its suburb
//! or of any word of it, whatever the accents and the case, in time that does not grow with the list; where nothing
//! begins so, by names that are a letter or two away. What the
//! product brings along fills empty tables only and never overwrites an import. An import repeated changes nothing.

mod builtin;
mod model;
mod routes;
mod rules;
mod service;
mod store;

pub use rules::{InsuranceType, category_code, category_name};
pub use service::{
    check::{check_goods, check_places},
    find::{Goods, goods_of},
    gazetteer::Gazetteer,
    import::{Kind, Report, import},
    located::{Located, each_located, located},
    seed::seed_builtin,
};

pub fn area() -> kernel::Area {
    kernel::Area::new("lookups")
        .needs::<Gazetteer>()
        .routes(routes::core())
        .routes(routes::user())
        .routes(routes::booking())
}
