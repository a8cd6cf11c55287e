//! The tenant's network: head ports, their zones, and the places of zones.
//!
//! Terms: a *head port* is a depot that serves places; a *zone* is a named set of places of one
//! head port; a *location* is such a place, a postcode or a suburb with its postcode.
//!
//! Invariants:
//!
//! - A place is in at most one zone of the tenant, so at most one head port serves it.
//! - The most specific location decides: the suburb with its postcode, then the postcode. Only
//!   active zones count.
//! - A zone's parent is a zone of the same head port.
//! - Customers' users never see the network.

pub mod access;
mod head_ports;
mod routes;
mod seed;
mod serving;
mod zones;

use data::{Result, Scope};

pub use head_ports::{HeadPort, HeadPortId};
pub use routes::area;
pub use seed::{NewHeadPort, NewZone, add};
pub use serving::{Place, Serving, head_port_of, head_ports_of, unserved};
pub use zones::{JobZoneId, NewLocation, Zone};

/// Returns the tenant's country.
pub(crate) async fn country(scope: &Scope) -> Result<String> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    Ok(settings.general.country_code.clone())
}
