//! Head ports of line hauls, and those that serve the ends of goods.

use carriage::address::Address;
use data::{Error, FieldError, Result, Scope, Where, message};
use jobs::line_hauls::{Goods, HaulPlace};
use network::{HeadPort, HeadPortId, Place, Serving, head_ports_of};

use super::model::HeadPortRef;

/// Finds a head port by its id, otherwise by its code.
pub(crate) async fn find(scope: &mut Scope, port: &HeadPortRef) -> Result<Option<HeadPort>> {
    if port.id.0 != 0 {
        return scope.first(Where::id(port.id)).await;
    }
    find_by_code(scope, &port.code).await
}

async fn find_by_code(scope: &mut Scope, code: &str) -> Result<Option<HeadPort>> {
    let key = code.trim().to_lowercase();
    if key.is_empty() {
        return Ok(None);
    }
    scope
        .first(Where::all().eq(HeadPort::CODE_KEY, key.as_str()))
        .await
}

/// Finds a head port by a text that is its code or its id.
pub(crate) async fn find_by_text(scope: &mut Scope, text: &str) -> Result<HeadPort> {
    if let Some(port) = find_by_code(scope, text).await? {
        return Ok(port);
    }
    match text.trim().parse() {
        Ok(id) => scope.find(HeadPortId(id)).await,
        Err(_) => Err(Error::NotFound("The head port")),
    }
}

/// Finds the head port of a line haul's input, or names the member that has none.
pub(crate) async fn require(
    scope: &mut Scope,
    port: &HeadPortRef,
    member: &str,
) -> Result<Result<HeadPort, FieldError>> {
    if port.id.0 == 0 && port.code.is_empty() {
        return Ok(Err(FieldError::new(member, message!("is required"))));
    }
    match find(scope, port).await? {
        Some(found) => Ok(Ok(found)),
        // Another tenant's id is like an unknown one.
        None if port.id.0 != 0 => Err(Error::NotFound("The head port")),
        None => Ok(Err(FieldError::new(
            member,
            message!("must be the code of a head port"),
        ))),
    }
}

/// Converts a head port to an end of a job.
pub(crate) fn to_place(port: &HeadPort) -> HaulPlace {
    HaulPlace {
        address: Address {
            kind: Some("Business".to_owned()),
            company_name: Some(port.name.clone()),
            address_line1: port.address_line1.clone(),
            address_line2: port.address_line2.clone(),
            address_line3: port.address_line3.clone(),
            post_code: port.post_code.clone().unwrap_or_default(),
            suburb: port.suburb.clone().unwrap_or_default(),
            country_code: port.country_code.clone(),
            ..Address::default()
        },
        latitude: port.latitude,
        longitude: port.longitude,
    }
}

/// The head ports that serve both ends of goods.
#[derive(Debug, Clone)]
pub(crate) struct Lane {
    from: (Place, Option<Serving>),
    to: (Place, Option<Serving>),
}

impl Lane {
    pub fn start(&self) -> Option<&HeadPort> {
        self.from.1.as_ref().map(|serving| &serving.head_port)
    }

    pub fn destination(&self) -> Option<&HeadPort> {
        self.to.1.as_ref().map(|serving| &serving.head_port)
    }

    /// True if a carrier or another driver delivers from the head port on.
    pub fn is_on_forwarding(&self) -> bool {
        let serving = self.to.1.as_ref();
        serving.is_some_and(|serving| serving.zone.is_on_forwarding)
    }

    /// Returns the first end that no head port serves.
    pub fn unserved(&self) -> Option<&Place> {
        [&self.from, &self.to]
            .into_iter()
            .find_map(|(place, serving)| serving.is_none().then_some(place))
    }

    /// True if the goods travel between these head ports.
    pub fn joins(&self, start: HeadPortId, destination: HeadPortId) -> bool {
        self.start().is_some_and(|port| port.id == start)
            && self
                .destination()
                .is_some_and(|port| port.id == destination)
    }
}

/// Returns the lanes of goods, in their order, with the same number of statements for any number.
pub(crate) async fn lanes_of(scope: &mut Scope, goods: &[Goods]) -> Result<Vec<Lane>> {
    let places: Vec<Place> = goods
        .iter()
        .flat_map(|goods| [to_served(&goods.from), to_served(&goods.to)])
        .collect();
    let served = head_ports_of(scope, &places).await?;
    let mut ends = places.into_iter().zip(served);
    let mut lanes = Vec::with_capacity(goods.len());
    while let (Some(from), Some(to)) = (ends.next(), ends.next()) {
        lanes.push(Lane { from, to });
    }
    Ok(lanes)
}

fn to_served(address: &Address) -> Place {
    Place {
        country_code: address.country_code.clone(),
        post_code: address.post_code.clone(),
        suburb: address.suburb.clone(),
    }
}
