//! Calls for the position of an address: shown, set by hand, and found again by the machine.

use data::{Error, FieldError, Needs, Result, Scope, message};
use rust_decimal::{Decimal, prelude::ToPrimitive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw, Routes,
    http::{Method, Response, deleted},
};

use super::{
    address::PlacedAddress,
    model::{AddressPosition, PositionSource},
    rules, service,
};
use crate::access::JOB_EDIT;

pub(crate) fn add(routes: Routes) -> Routes {
    routes
        .get("position", Needs::SignedIn, show)
        .put("position", JOB_EDIT, save)
        .raw(Method::DELETE, "position", JOB_EDIT, 0, remove)
        .describe_query::<PlacedAddress>()
}

/// An address with the position that a person gives it.
#[data::wire(trim)]
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct NewPosition {
    #[serde(rename = "addressline1")]
    address_line1: Option<String>,
    #[serde(rename = "addressline2")]
    address_line2: Option<String>,
    #[serde(rename = "addressline3")]
    address_line3: Option<String>,
    #[serde(rename = "postcode")]
    post_code: String,
    suburb: String,
    #[serde(rename = "statecode")]
    state_code: Option<String>,
    /// Two letters. Default: the tenant's country.
    #[serde(rename = "countrycode")]
    country_code: String,
    /// Degrees, -90 to 90.
    latitude: Option<Decimal>,
    /// Degrees, -180 to 180.
    longitude: Option<Decimal>,
    /// Keeps a position in the sea, or more than 50 km from its suburb.
    confirm: bool,
}

impl NewPosition {
    fn address(&self) -> PlacedAddress {
        PlacedAddress {
            address_line1: self.address_line1.clone(),
            address_line2: self.address_line2.clone(),
            address_line3: self.address_line3.clone(),
            post_code: self.post_code.clone(),
            suburb: self.suburb.clone(),
            state_code: self.state_code.clone(),
            country_code: self.country_code.clone(),
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SavePosition {
    position: NewPosition,
}

/// Position of an address.
#[data::wire]
#[derive(Debug, Serialize, JsonSchema)]
struct PlacePosition {
    /// Degrees; null if nothing is known.
    latitude: Option<Decimal>,
    /// Degrees; null if nothing is known.
    longitude: Option<Decimal>,
    /// Null if nothing is known.
    source: Option<PositionSource>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct OnePosition {
    position: PlacePosition,
}

impl OnePosition {
    fn new(found: Option<super::Position>) -> Self {
        let position = PlacePosition {
            latitude: found.map(|it| it.latitude),
            longitude: found.map(|it| it.longitude),
            source: found.map(|it| it.source),
        };
        Self { position }
    }
}

/// Returns the address in its stored form.
async fn normalize(
    scope: &Scope,
    address: PlacedAddress,
) -> Result<(PlacedAddress, Vec<FieldError>)> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let country = &settings.general.country_code;
    let address = address.to_address().normalized_in(country);
    let renamed = address
        .check("position")
        .into_iter()
        .map(|error| FieldError {
            member: error.member.to_lowercase(),
            ..error
        });
    let errors = renamed.collect();
    Ok((PlacedAddress::from(&address), errors))
}

/// Returns the address of a query and its key.
async fn read(scope: &Scope, address: PlacedAddress) -> Result<(PlacedAddress, String)> {
    let (address, errors) = normalize(scope, address).await?;
    match address.key() {
        Some(key) if errors.is_empty() => Ok((address, key)),
        _ => Err(Error::Invalid(errors)),
    }
}

async fn show(mut scope: Scope, address: PlacedAddress) -> Result<OnePosition> {
    let (address, _) = read(&scope, address).await?;
    let known = service::known_position(&mut scope, &address).await?;
    Ok(OnePosition::new(known))
}

async fn save(
    mut scope: Scope,
    SavePosition { position: sent }: SavePosition,
) -> Result<OnePosition> {
    let mut errors = Vec::new();
    let mut angle = |name: &str, angle: Option<Decimal>, max: i64| {
        let angle = angle.filter(|angle| angle.abs() <= Decimal::from(max));
        let angle = angle.and_then(|angle| angle.to_f64());
        if angle.is_none() {
            let message = message!("must be a number of degrees");
            errors.push(FieldError::new(format!("position.{name}"), message));
        }
        angle.unwrap_or_default()
    };
    let position = (
        angle("latitude", sent.latitude, 90),
        angle("longitude", sent.longitude, 180),
    );
    let (address, wrong) = normalize(&scope, sent.address()).await?;
    errors.extend(wrong);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let around = service::surroundings(&scope, &address, position).await?;
    if !sent.confirm
        && let Some(doubt) = rules::doubt(&address, position, &around)
    {
        return Err(Error::invalid("position.confirm", doubt));
    }
    service::store(&mut scope, &address, Some(position), PositionSource::Manual).await?;
    let key = address.key().unwrap_or_default();
    let kept = service::find_position(&mut scope, &key).await?;
    scope.commit().await?;
    Ok(OnePosition::new(kept))
}

/// Forgets the position of an address; the machine finds one again.
async fn remove(mut scope: Scope, raw: Raw) -> Result<Response> {
    let (address, key) = read(&scope, raw.query()?).await?;
    let kept = service::load(&mut scope, &key).await?;
    let kept = kept.ok_or(Error::NotFound("The position"))?;
    scope.delete::<AddressPosition>(kept.id).await?;
    service::locate(&mut scope, &address).await?;
    scope.commit().await?;
    Ok(deleted())
}
