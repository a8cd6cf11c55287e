//! Stand-in for a tile server.
//!
//! Tiles up to zoom 18 are a picture of one pixel. Column 1 of zoom 5 answers with a page, column 2
//! with an SVG, and column 3 with more than two megabytes, all under the type of a picture.
//!
//! Paths that end in `.mvt` have vector tiles, compressed by gzip. Column 1 of zoom 5 answers with
//! a page, column 2 with a picture, and column 3 with nothing.

use axum::{
    body::Body,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::{
    cards::Fault,
    loopback::{Call, Loopback},
};

const MAX_ZOOM: u32 = 18;
const TOO_LARGE: usize = 3 << 20;
/// A transparent pixel.
pub const PIXEL: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0x0d, b'I', b'D', b'A', b'T',
    0x78, 0x9c, 0x63, 0, 1, 0, 0, 5, 0, 1, 0x0d, 0x0a, 0x2d, 0xb4, 0, 0, 0, 0, b'I', b'E', b'N',
    b'D', 0xae, 0x42, 0x60, 0x82,
];
/// A vector tile of one empty layer `roads`.
pub const ROADS: &[u8] = b"\x1a\x09\x0a\x05roads\x78\x02";
/// The same tile, compressed by gzip.
pub const PACKED_ROADS: &[u8] = &[
    0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0x93, 0xe2, 0xe4, 0x62, 0x2d, 0xca, 0x4f, 0x4c, 0x29, 0xae,
    0x60, 2, 0, 0x6c, 0x84, 0x19, 0xcb, 0x0b, 0, 0, 0,
];

/// A running stand-in. Clones share one server.
#[derive(Debug, Clone)]
pub struct TileServer(Loopback);

impl TileServer {
    /// `127.0.0.1:0` takes a free port.
    pub async fn start(address: &str) -> anyhow::Result<Self> {
        Ok(Self(Loopback::start(address, respond).await?))
    }

    pub fn origin(&self) -> String {
        self.0.origin()
    }

    /// Returns the paths called so far.
    pub fn calls(&self) -> Vec<String> {
        self.0.calls()
    }

    /// Injects a fault into the next call whose path has the word.
    pub fn fail(&self, word: &'static str, fault: Fault) {
        self.0.fail(word, fault);
    }
}

fn respond(call: &Call) -> Response {
    let path = call.path.as_str();
    let vector = path.strip_suffix(".mvt");
    let numbers: Vec<u32> = vector
        .unwrap_or(path)
        .trim_end_matches(".png")
        .split('/')
        .filter_map(|part| part.parse().ok())
        .collect();
    let [zoom, column, _] = numbers[..] else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if zoom > MAX_ZOOM {
        return StatusCode::NOT_FOUND.into_response();
    }
    if vector.is_some() {
        return vector_tile(zoom, column);
    }
    let body = match (zoom, column) {
        (5, 1) => Body::from("<!doctype html><script>alert(1)</script>"),
        (5, 2) => Body::from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
        (5, 3) => Body::from(vec![0_u8; TOO_LARGE]),
        _ => Body::from(PIXEL),
    };
    ([(header::CONTENT_TYPE, "image/png")], body).into_response()
}

fn vector_tile(zoom: u32, column: u32) -> Response {
    let media_type = (header::CONTENT_TYPE, "application/x-protobuf");
    match (zoom, column) {
        (5, 1) => ([media_type], "<!doctype html><script>alert(1)</script>").into_response(),
        (5, 2) => ([media_type], PIXEL).into_response(),
        (5, 3) => StatusCode::NO_CONTENT.into_response(),
        _ => {
            let encoding = (header::CONTENT_ENCODING, "gzip");
            ([media_type, encoding], PACKED_ROADS).into_response()
        }
    }
}
