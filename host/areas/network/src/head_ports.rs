//! Head ports: depots between which line hauls run.

use carriage::countries::is_country;
use data::{
    ById, Change, Edit, Empty, Error, Feature, FieldError, Form, ListQuery, Needs, PageOf,
    Permission, Record, Result, Save, Scope, Where, message, search::Hit, validate,
};
use garde::Validate;
use rust_decimal::{Decimal, RoundingStrategy, prelude::FromPrimitive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::{
    Raw, Routes,
    http::{Method, Response, deleted},
};

use crate::{
    access::{FEATURE, JOBS, ZONES, check_reader},
    zones::Zone,
};

data::id! { HeadPortId }

pub(crate) const MAX_CODE_LENGTH: usize = 32;
pub(crate) const MAX_NAME_LENGTH: usize = 128;
const MAX_LINE_LENGTH: usize = 128;
const MAX_SUBURB_LENGTH: usize = 64;
const MAX_POST_CODE_LENGTH: usize = 16;
/// About 11 cm.
const DECIMALS: u32 = 6;

pub(crate) fn table() -> Routes {
    Routes::new("/api/jobs/head-port")
        .feature(FEATURE)
        .list("head-ports", Needs::SignedIn, list)
        .accept_cookie()
        .get("head-port", Needs::SignedIn, get)
        .accept_cookie()
        .post("head-port", Save::with_permission(ZONES), save)
        .put("head-port", Save::with_permission(ZONES), change)
        .raw(Method::DELETE, "head-port", ZONES, 0, delete)
        .describe_query::<ById<HeadPortId>>()
}

/// A depot of the tenant that serves places.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(default)]
#[record(table = "head_ports", name = "The head port", open, searched = 12)]
#[garde(allow_unvalidated)]
pub struct HeadPort {
    /// 0 or omitted for a new head port.
    pub id: HeadPortId,
    #[serde(rename = "rowVersion")]
    pub row_version: i64,
    /// Unique.
    #[garde(length(chars, min = 1, max = MAX_CODE_LENGTH))]
    #[record(searched)]
    pub code: String,
    #[serde(skip)]
    #[record(internal)]
    pub code_key: String,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    #[record(searched)]
    pub name: String,
    #[serde(rename = "addressline1")]
    #[garde(length(chars, max = MAX_LINE_LENGTH))]
    pub address_line1: Option<String>,
    #[serde(rename = "addressline2")]
    #[garde(length(chars, max = MAX_LINE_LENGTH))]
    pub address_line2: Option<String>,
    #[serde(rename = "addressline3")]
    #[garde(length(chars, max = MAX_LINE_LENGTH))]
    pub address_line3: Option<String>,
    #[serde(rename = "postcode")]
    #[garde(length(chars, max = MAX_POST_CODE_LENGTH))]
    pub post_code: Option<String>,
    #[garde(length(chars, max = MAX_SUBURB_LENGTH))]
    #[record(searched)]
    pub suburb: Option<String>,
    /// Two letters. Default: the tenant's country.
    #[serde(rename = "countrycode")]
    pub country_code: String,
    /// Degrees, -90 to 90. Default: the suburb's.
    #[record(json)]
    pub latitude: Option<Decimal>,
    /// Degrees, -180 to 180. Default: the suburb's.
    #[record(json)]
    pub longitude: Option<Decimal>,
}

impl HeadPort {
    /// `MEL Melbourne`.
    pub fn display_name(&self) -> String {
        format!("{} {}", self.code, self.name)
    }
}

impl Hit for HeadPort {
    const GROUP: &'static str = "HeadPorts";
    const KIND: &'static str = "HeadPort";
    const PERMISSION: Permission = JOBS;
    const FEATURE: Feature = FEATURE;
    const FOR_CUSTOMERS: bool = false;
    fn title(&self) -> String {
        self.name.clone()
    }
    fn details(&self) -> serde_json::Value {
        json!({ "code": self.code, "suburb": self.suburb, "postcode": self.post_code })
    }
}

#[derive(Deserialize, JsonSchema)]
struct SaveHeadPort {
    headport: Change<HeadPort>,
}

/// A single head port.
#[derive(Serialize, JsonSchema)]
struct OneHeadPort {
    headport: HeadPort,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<HeadPort>> {
    check_reader(&scope)?;
    scope.page(&query, Where::all()).await
}

async fn get(mut scope: Scope, ById { id }: ById<HeadPortId>) -> Result<OneHeadPort> {
    check_reader(&scope)?;
    let headport = scope.find(id).await?;
    Ok(OneHeadPort { headport })
}

async fn change(scope: Scope, sent: SaveHeadPort) -> Result<OneHeadPort> {
    if sent.headport.is_new() {
        return Err(Error::invalid("headport.id", message!("is required")));
    }
    save(scope, sent).await
}

async fn save(mut scope: Scope, SaveHeadPort { headport }: SaveHeadPort) -> Result<OneHeadPort> {
    let mut edit = scope.edit(headport).await?;
    store(&mut scope, &mut edit).await?;
    scope.commit().await?;
    let headport = edit.record;
    Ok(OneHeadPort { headport })
}

/// Checks and stores a head port.
pub(crate) async fn store(scope: &mut Scope, edit: &mut Edit<HeadPort>) -> Result<()> {
    let country = crate::country(scope).await?;
    tidy(&mut edit.record, &country);
    let mut errors = check(&edit.record);
    let others = Where::all()
        .eq(HeadPort::CODE_KEY, edit.record.code_key.as_str())
        .ne(HeadPort::ID, edit.record.id);
    if scope.count(others).await? > 0 {
        errors.push(FieldError::new(
            "headport.code",
            message!("is the code of another head port"),
        ));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    locate(scope, &mut edit.record).await?;
    scope.store(edit).await
}

/// Sets missing coordinates from the postcode and suburb.
async fn locate(scope: &Scope, headport: &mut HeadPort) -> Result<()> {
    let Some(post_code) = headport.post_code.as_deref() else {
        return Ok(());
    };
    if headport.latitude.is_some() || headport.longitude.is_some() {
        return Ok(());
    }
    let suburb = headport.suburb.as_deref().unwrap_or_default();
    let found = lookups::locate(scope, &headport.country_code, post_code, suburb).await?;
    if let Some((latitude, longitude)) = found {
        headport.latitude = Decimal::from_f64(latitude).map(rounded);
        headport.longitude = Decimal::from_f64(longitude).map(rounded);
    }
    Ok(())
}

fn rounded(degrees: Decimal) -> Decimal {
    degrees
        .round_dp_with_strategy(DECIMALS, RoundingStrategy::MidpointAwayFromZero)
        .normalize()
}

fn tidy(headport: &mut HeadPort, country: &str) {
    headport.code_key = headport.code.to_lowercase();
    headport.country_code = match headport.country_code.as_str() {
        "" => country.to_owned(),
        code => code.to_uppercase(),
    };
    headport.post_code = headport.post_code.take().filter(|text| !text.is_empty());
    headport.suburb = headport.suburb.take().filter(|text| !text.is_empty());
    headport.latitude = headport.latitude.map(rounded);
    headport.longitude = headport.longitude.map(rounded);
}

fn check(headport: &HeadPort) -> Vec<FieldError> {
    let mut errors = validate::check("headport", headport);
    if !is_country(&headport.country_code) {
        errors.push(FieldError::new(
            "headport.countrycode",
            message!("must be a country's two letters, as in AU"),
        ));
    }
    let angles = [
        ("headport.latitude", headport.latitude, 90),
        ("headport.longitude", headport.longitude, 180),
    ];
    for (member, angle, max) in angles {
        if angle.is_some_and(|angle| angle.abs() > Decimal::from(max)) {
            errors.push(FieldError::new(
                member,
                message!("must be from -{max} to {max}", max = max),
            ));
        }
    }
    if headport.latitude.is_some() != headport.longitude.is_some() {
        errors.push(FieldError::new(
            match headport.latitude {
                None => "headport.latitude",
                Some(_) => "headport.longitude",
            },
            message!("is required: a position has two coordinates"),
        ));
    }
    errors
}

async fn delete(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<HeadPortId>>()?;
    scope.lock::<HeadPort>(id).await?;
    let zones = scope.count(Where::all().eq(Zone::HEAD_PORT_ID, id)).await?;
    if zones > 0 {
        let used = message!("has zones ({count}): delete them first", count = zones);
        return Err(Error::invalid("id", used));
    }
    scope.delete::<HeadPort>(id).await?;
    scope.commit().await?;
    Ok(deleted())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(headport: HeadPort) -> Vec<String> {
        let mut headport = headport;
        tidy(&mut headport, "AU");
        let members = check(&headport).into_iter().map(|error| error.member);
        members.collect()
    }

    fn melbourne() -> HeadPort {
        HeadPort {
            code: "MEL".to_owned(),
            name: "Melbourne".to_owned(),
            ..HeadPort::default()
        }
    }

    #[test]
    fn code_and_name_are_required_and_the_country_is_the_tenants() {
        assert_eq!(
            members(HeadPort::default()),
            ["headport.code", "headport.name"]
        );
        assert_eq!(members(melbourne()), Vec::<String>::new());
        let abroad = HeadPort {
            country_code: "xx".to_owned(),
            ..melbourne()
        };
        assert_eq!(members(abroad), ["headport.countrycode"]);
    }

    #[test]
    fn coordinates_come_in_pairs_and_on_the_globe() {
        let at = |latitude: &str, longitude: &str| HeadPort {
            latitude: latitude.parse().ok(),
            longitude: longitude.parse().ok(),
            ..melbourne()
        };
        assert_eq!(members(at("-37.8136", "144.9631")), Vec::<String>::new());
        assert_eq!(members(at("-37.8136", "")), ["headport.longitude"]);
        assert_eq!(members(at("", "144.9")), ["headport.latitude"]);
        assert_eq!(
            members(at("90.1", "-181")),
            ["headport.latitude", "headport.longitude"]
        );
    }

    #[test]
    fn coordinates_are_rounded_to_six_decimals() {
        let mut precise = HeadPort {
            latitude: "-37.81363456".parse().ok(),
            longitude: "144.96".parse().ok(),
            ..melbourne()
        };
        tidy(&mut precise, "AU");
        assert_eq!(precise.latitude, "-37.813635".parse().ok());
    }
}
