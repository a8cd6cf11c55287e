//! Tiles of a tile server, loaded through the client that guards private addresses.

use std::time::Duration;

use data::{
    Host, Result,
    cache::Cache,
    turns::{Permit, WorkKind},
};
use work::outgoing::{Outgoing, OutgoingError, Url};

use tenancy::{Maps, TileKind};

use super::{content::Content, rules::Tile};

const MAX_KEPT: u64 = 32 << 20;
const KEPT_FOR: Duration = Duration::from_secs(3600);
/// Size of a cached tile without its content.
const TILE_BYTES: usize = 256;
/// Time without requests for a tile that a server does not have.
const MISSING_FOR: Duration = Duration::from_secs(60);
const MAX_MISSING: u64 = 20_000;
/// Time without requests to a server that does not answer.
const REST: Duration = Duration::from_secs(10);
const MAX_RESTING: u64 = 1_000;
/// Tiles that a host loads at a time.
const LOADS: WorkKind = WorkKind {
    name: "places.tiles",
    max_concurrent: 16,
};

/// Tiles by their addresses, of servers of one kind of tiles.
pub(super) struct Remote {
    kind: TileKind,
    tiles: Cache<String, Content>,
    missing: Cache<String, ()>,
    resting: Cache<String, ()>,
}

impl Remote {
    pub fn new(kind: TileKind) -> Self {
        Self {
            kind,
            tiles: Cache::builder()
                .max_capacity(MAX_KEPT)
                .weigher(|address: &String, tile: &Content| {
                    let bytes = TILE_BYTES + address.len() + tile.bytes.len();
                    u32::try_from(bytes).unwrap_or(u32::MAX)
                })
                .time_to_live(KEPT_FOR)
                .build(),
            missing: Cache::builder()
                .max_capacity(MAX_MISSING)
                .time_to_live(MISSING_FOR)
                .build(),
            resting: Cache::builder()
                .max_capacity(MAX_RESTING)
                .time_to_live(REST)
                .build(),
        }
    }
}

/// Reason why a server gave no tile, for the log.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{0}")]
    Unreachable(String),
    #[error("its status is {0}")]
    Status(u16),
    #[error("it has no tile there")]
    Empty,
    #[error("its tile is larger than a megabyte")]
    TooLarge,
    #[error("its tile is not a PNG, JPEG or WebP picture")]
    NoPicture,
    #[error("its tile is not a Mapbox vector tile")]
    NoLayers,
}

impl Remote {
    /// Loads a tile; none if the server does not have it or does not answer.
    pub async fn load(&self, host: &Host, maps: &Maps, tile: Tile) -> Result<Option<Content>> {
        let address = tile.address(&maps.tile_address);
        if let Some(known) = self.tiles.get(&address) {
            return Ok(Some(known));
        }
        let template = maps.tile_address.clone();
        if self.missing.contains_key(&address) || self.resting.contains_key(&template) {
            return Ok(None);
        }
        let turn = Permit::take_for_host(LOADS).await?;
        let loaded = load(host, self.kind, &address).await;
        drop(turn);
        match loaded {
            Ok(content) => {
                self.tiles.insert(address, content.clone());
                Ok(Some(content))
            }
            Err(failure) => {
                match failure {
                    Failure::Empty => {}
                    _ => tracing::warn!(%address, %failure, "the tile was not loaded"),
                }
                match failure {
                    Failure::Unreachable(_) => self.resting.insert(template, ()),
                    _ => self.missing.insert(address, ()),
                }
                Ok(None)
            }
        }
    }
}

async fn load(host: &Host, kind: TileKind, address: &str) -> Result<Content, Failure> {
    let unreachable = |error: &dyn std::fmt::Display| Failure::Unreachable(error.to_string());
    let url = Url::parse(address).map_err(|error| unreachable(&error))?;
    let outgoing = Outgoing::from_host(host).map_err(|error| unreachable(&error.sentence()))?;
    let (accept, encoding, other_kind) = match kind {
        TileKind::Raster => ("image/*", None, Failure::NoPicture),
        TileKind::Vector => (
            "application/vnd.mapbox-vector-tile, application/x-protobuf, */*;q=0.5",
            Some("gzip"),
            Failure::NoLayers,
        ),
    };
    let response = match outgoing.get(&url, accept, encoding).await {
        Ok(response) => response,
        Err(OutgoingError::TooLarge) => return Err(Failure::TooLarge),
        Err(error) => return Err(unreachable(&error)),
    };
    if !response.status.is_success() {
        return Err(Failure::Status(response.status.as_u16()));
    }
    if response.body.is_empty() {
        return Err(Failure::Empty);
    }
    Content::check(kind, response.body.into()).ok_or(other_kind)
}
