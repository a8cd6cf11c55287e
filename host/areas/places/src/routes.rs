//! Routes of places: search, positions, map tiles, and Nominatim's own addresses.

use std::sync::Arc;

use data::{Error, Needs, Result, Scope, case, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use web::{
    Area, Raw, Routes,
    http::{self, IntoResponse, Method, Response, header},
};

use crate::{
    filter,
    model::join,
    nominatim,
    outer::Found,
    positions, search,
    service::{Places, Query},
    tiles,
};

/// A body has a text or a position.
const MAX_BODY: usize = 16 << 10;
const MAX_QUERY: usize = 256;
const DEFAULT_HITS: usize = 10;
const MAX_HITS: usize = 40;

/// The area with its routes.
pub fn area() -> Area {
    Area::new("places")
        .needs::<Places>()
        .routes(
            Routes::new("/api/geocode/v2")
                .get("search", Needs::SignedIn, search)
                .accept_cookie(),
        )
        .job(positions::locate::job())
        .routes(tiles::routes::add(positions::routes::add(
            Routes::new("/api/route")
                .raw(Method::POST, "geocode", Needs::SignedIn, MAX_BODY, geocode)
                .describe_query::<SearchQuery>()
                .raw(
                    Method::POST,
                    "geocode/reverse",
                    Needs::SignedIn,
                    MAX_BODY,
                    reverse,
                )
                .describe_query::<Position>()
                .raw(
                    Method::GET,
                    "nominatim/search",
                    Needs::SignedIn,
                    0,
                    nominatim_search,
                )
                .describe_query::<SearchQuery>()
                .raw(
                    Method::GET,
                    "nominatim/reverse",
                    Needs::SignedIn,
                    0,
                    nominatim_reverse,
                )
                .describe_query::<Position>(),
        )))
}

#[derive(Deserialize, JsonSchema)]
struct V2Query {
    /// Words of an address or locality; the last may be incomplete.
    #[serde(default)]
    q: String,
    /// Typesense's form: `countryCode:=AU && state:[NSW,VIC]`. Fields: countryCode, state,
    /// postcode, suburb.
    #[serde(default)]
    filter_by: Option<String>,
    /// At most 40; default 10.
    #[serde(default)]
    limit: Option<usize>,
}

/// A place that a search found.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct FoundPlace {
    id: String,
    /// `12 Church Street, Richmond VIC 3121`.
    label: String,
    /// Latitude and longitude.
    location: [f64; 2],
    address_line1: String,
    address_line2: String,
    suburb: String,
    postcode: String,
    state: String,
    country_code: String,
    /// The label as HTML, with the words of the query in `<mark>`.
    highlight: String,
    /// Terms of the data, to be shown with it; left out for the operator's own.
    #[serde(skip_serializing_if = "String::is_empty")]
    attribution: String,
}

async fn search(scope: Scope, sent: V2Query) -> Result<Vec<FoundPlace>> {
    let filter = filter::parse(sent.filter_by.as_deref().unwrap_or_default())?;
    let query = check_query(&sent.q)?;
    let limit = check_limit(sent.limit)?;
    let query = Query {
        text: query,
        countries: &[],
        filter: filter.as_ref(),
        limit,
    };
    let text = query.text;
    let places: Arc<Places> = scope.port()?;
    let found = places.find(&scope, query).await?;
    let found = found.into_iter().map(|Found { place, licence, .. }| {
        let label = place.label();
        FoundPlace {
            attribution: licence,
            highlight: search::highlight(&label, text),
            label,
            location: [place.latitude, place.longitude],
            address_line1: join(&[&place.number, &place.street], " "),
            address_line2: match place.unit.is_empty() {
                true => String::new(),
                false => format!("Unit {}", place.unit),
            },
            id: place.id,
            suburb: place.suburb,
            postcode: place.post_code,
            state: place.state,
            country_code: place.country,
        }
    });
    Ok(found.collect())
}

fn check_query(query: &str) -> Result<&str> {
    if query.chars().count() > MAX_QUERY {
        return Err(Error::invalid(
            "q",
            message!("must be at most {max} characters", max = MAX_QUERY),
        ));
    }
    Ok(query.trim())
}

fn check_limit(limit: Option<usize>) -> Result<usize> {
    let limit = limit.unwrap_or(DEFAULT_HITS);
    if (1..=MAX_HITS).contains(&limit) {
        return Ok(limit);
    }
    Err(Error::invalid(
        "limit",
        message!("must be from 1 to {max}", max = MAX_HITS),
    ))
}

/// Nominatim's parameters: one text, or the parts of an address.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct SearchQuery {
    q: Option<String>,
    street: Option<String>,
    city: Option<String>,
    state: Option<String>,
    postalcode: Option<String>,
    /// Two letters each, separated by commas.
    countrycodes: Option<String>,
    /// At most 40; default 10.
    limit: Option<Number>,
    /// 1: with the parts of the address.
    addressdetails: Option<Number>,
}

/// A position in degrees, as numbers or text.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Position {
    lat: Option<Number>,
    lon: Option<Number>,
}

/// A number, sent as such or as text.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Number {
    Number(f64),
    Text(String),
}

impl Number {
    fn value(&self) -> Option<f64> {
        let value = match self {
            Self::Number(value) => *value,
            Self::Text(text) => text.trim().parse().ok()?,
        };
        value.is_finite().then_some(value)
    }
}

impl SearchQuery {
    /// Members of `other` that this lacks.
    fn or(self, other: Self) -> Self {
        Self {
            q: self.q.or(other.q),
            street: self.street.or(other.street),
            city: self.city.or(other.city),
            state: self.state.or(other.state),
            postalcode: self.postalcode.or(other.postalcode),
            countrycodes: self.countrycodes.or(other.countrycodes),
            limit: self.limit.or(other.limit),
            addressdetails: self.addressdetails.or(other.addressdetails),
        }
    }

    fn text(&self) -> String {
        let part = |part: &Option<String>| part.clone().unwrap_or_default();
        match &self.q {
            Some(text) => text.clone(),
            None => join(
                &[
                    &part(&self.street),
                    &part(&self.city),
                    &part(&self.state),
                    &part(&self.postalcode),
                ],
                " ",
            ),
        }
    }

    async fn find(&self, scope: &Scope) -> Result<Value> {
        let text = self.text();
        let query = check_query(&text)?;
        if query.is_empty() {
            return Err(Error::invalid("q", message!("is required")));
        }
        let limit = self.limit.as_ref();
        let limit = limit.map(|limit| limit.value().map_or(0, |limit| limit as usize));
        let limit = check_limit(limit)?;
        let countries = self.countrycodes.as_deref().unwrap_or_default();
        let countries: Vec<String> = countries
            .split(',')
            .map(|code| code.trim().to_lowercase())
            .filter(|code| !code.is_empty())
            .collect();
        let with_address = self.addressdetails.as_ref().and_then(Number::value) == Some(1.0);
        let query = Query {
            text: query,
            countries: &countries,
            filter: None,
            limit,
        };
        let places: Arc<Places> = scope.port()?;
        let found = places.find(scope, query).await?;
        let all = found.iter().map(|it| nominatim::result(it, with_address));
        Ok(Value::Array(all.collect()))
    }
}

impl Position {
    async fn find(&self, scope: &Scope) -> Result<Value> {
        let angle = |member: &str, angle: &Option<Number>, max: f64| {
            let value = angle.as_ref().and_then(Number::value);
            value
                .filter(|value| value.abs() <= max)
                .ok_or_else(|| Error::invalid(member, message!("must be a number of degrees")))
        };
        let latitude = angle("lat", &self.lat, 90.0)?;
        let longitude = angle("lon", &self.lon, 180.0)?;
        let places: Arc<Places> = scope.port()?;
        let found = places.find_at(scope, latitude, longitude).await?;
        Ok(match found {
            Some(found) => nominatim::result(&found, true),
            None => nominatim::not_found(),
        })
    }
}

/// Reads the body, which is JSON, a form, or empty.
fn read_body<T: DeserializeOwned + Default>(raw: &Raw) -> Result<T> {
    if matches!(raw.body.trim_ascii(), b"" | b"null") {
        return Ok(T::default());
    }
    let kind = raw
        .headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    if kind
        .to_ascii_lowercase()
        .starts_with("application/x-www-form-urlencoded")
    {
        let form = std::str::from_utf8(&raw.body)
            .map_err(|_| Error::invalid("body", message!("must be text in UTF-8")))?;
        return Ok(case::from_query(form)?);
    }
    raw.json()
}

async fn geocode(scope: Scope, raw: Raw) -> Result<Response> {
    let query = raw.query::<SearchQuery>()?.or(read_body(&raw)?);
    http::json_response(&query.find(&scope).await?)
}

async fn reverse(scope: Scope, raw: Raw) -> Result<Response> {
    let (query, body): (Position, Position) = (raw.query()?, read_body(&raw)?);
    let position = Position {
        lat: query.lat.or(body.lat),
        lon: query.lon.or(body.lon),
    };
    http::json_response(&position.find(&scope).await?)
}

async fn nominatim_search(scope: Scope, raw: Raw) -> Result<Response> {
    let found = raw.query::<SearchQuery>()?.find(&scope).await?;
    Ok(unwrapped(&found))
}

async fn nominatim_reverse(scope: Scope, raw: Raw) -> Result<Response> {
    let found = raw.query::<Position>()?.find(&scope).await?;
    Ok(unwrapped(&found))
}

fn unwrapped(value: &Value) -> Response {
    let json = [(header::CONTENT_TYPE, "application/json; charset=utf-8")];
    (json, value.to_string()).into_response()
}
