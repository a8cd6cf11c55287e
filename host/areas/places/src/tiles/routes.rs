//! Calls for map tiles and their source.

use std::sync::Arc;

use data::{Empty, Error, Needs, Result, Scope};
use schemars::JsonSchema;
use serde::Serialize;
use tenancy::TileKind;
use web::{
    Raw, Routes,
    http::{HeaderValue, Method, Response, header},
};

use super::rules::{self, Tile};
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

/// Source of the tiles under maps.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MapSource {
    /// False: maps show outlines only.
    has_tiles: bool,
    /// `raster`: pictures. `vector`: Mapbox vector tiles.
    kind: TileKind,
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
    let found = places.tiles().source(scope.host(), &settings.maps).await;
    let has_tiles = found.is_some();
    let source = found.unwrap_or_default();
    Ok(MapSource {
        has_tiles,
        kind: source.kind,
        attribution: settings.maps.tile_attribution.clone(),
        min_zoom: source.zooms.min,
        max_zoom: source.zooms.max,
        version: rules::version(&settings.maps, &source.fingerprint),
    })
}

async fn tile(scope: Scope, raw: Raw) -> Result<Response> {
    const NOT_FOUND: Error = Error::NotFound("The tile");
    let tile = Tile::read(&raw.params).ok_or(NOT_FOUND)?;
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let places: Arc<Places> = scope.port()?;
    let loaded = places.tiles().load(scope.host(), &settings.maps, tile);
    let content = loaded.await?.ok_or(NOT_FOUND)?;
    let media_type = content.media_type;
    let encodings = raw.headers.get_all(header::ACCEPT_ENCODING);
    let is_packed = content.is_packed
        && rules::accepts_gzip(encodings.iter().filter_map(|value| value.to_str().ok()));
    let bytes = match is_packed {
        true => content.bytes,
        false => content.unpack().ok_or(NOT_FOUND)?,
    };
    let mut response = Response::new(bytes.into());
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, "private, max-age=604800"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; sandbox",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    Ok(response)
}
