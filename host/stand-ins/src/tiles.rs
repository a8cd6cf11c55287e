//! Stand-in for a tile server.
//!
//! Tiles up to zoom 18 are a picture of one pixel. Column 1 of zoom 5 answers with a page, column 2
//! with an SVG, and column 3 with more than two megabytes, all under the type of a picture.

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
    let numbers: Vec<u32> = call
        .path
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
    let body = match (zoom, column) {
        (5, 1) => Body::from("<!doctype html><script>alert(1)</script>"),
        (5, 2) => Body::from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
        (5, 3) => Body::from(vec![0_u8; TOO_LARGE]),
        _ => Body::from(PIXEL),
    };
    ([(header::CONTENT_TYPE, "image/png")], body).into_response()
}
