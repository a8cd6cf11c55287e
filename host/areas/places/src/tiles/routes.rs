//! Calls for map tiles and their source.

use std::sync::Arc;

use data::{Empty, Error, Needs, Result, Scope};
use schemars::JsonSchema;
use serde::Serialize;
use web::{
    Raw, Routes,
    http::{HeaderValue, Method, Response, header},
};

use super::{
    Zooms,
    rules::{self, Tile},
};
use crate::service::Places;

pub(crate) fn add(routes: Routes) -> Routes {
    routes.get("map", Needs::SignedIn, map).raw(
        Method::GET,
        "tiles/{z}/{x}/{y}",
        Needs::SignedIn,
        0,
        tile,
    )
}

/// Source of the pictures under maps.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MapSource {
    /// False: maps show outlines only.
    has_tiles: bool,
    /// Shown on maps with tiles.
    attribution: String,
    min_zoom: u8,
    max_zoom: u8,
    /// Added to the addresses of tiles; changes with their source.
    version: String,
}

async fn map(scope: Scope, _: Empty) -> Result<MapSource> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let places: Arc<Places> = scope.port()?;
    let zooms = places.tiles().zooms(scope.host(), &settings.maps).await;
    let Zooms { min, max } = zooms.unwrap_or(Zooms { min: 0, max: 0 });
    Ok(MapSource {
        has_tiles: zooms.is_some(),
        attribution: settings.maps.tile_attribution.clone(),
        min_zoom: min,
        max_zoom: max,
        version: rules::version(&settings.maps),
    })
}

async fn tile(scope: Scope, raw: Raw) -> Result<Response> {
    const NOT_FOUND: Error = Error::NotFound("The tile");
    let tile = Tile::read(&raw.params).ok_or(NOT_FOUND)?;
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let places: Arc<Places> = scope.port()?;
    let loaded = places.tiles().load(scope.host(), &settings.maps, tile);
    let content = loaded.await?.ok_or(NOT_FOUND)?;
    let kind = rules::picture_type(&content).ok_or(NOT_FOUND)?;
    let mut response = Response::new(content.into());
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "private, max-age=604800"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; sandbox",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
