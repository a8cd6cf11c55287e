//! Requests and responses: route table, dispatch, uploads, spreadsheets, live streams, pages and
//! the OpenAPI document. An area declares itself here.

pub mod area;
mod describe;
pub mod http;
pub mod language;
pub mod live;
pub mod openapi;
pub mod origin;
pub mod page;
pub mod record_news;
pub mod routes;
pub mod rows;
mod same_origin;
pub mod serve;
pub mod upload;

pub use area::Area;
pub use routes::{Raw, Routes};
pub use upload::Upload;
