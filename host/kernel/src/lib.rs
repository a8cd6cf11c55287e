//! What every area shares: the scope, the route table, the data layer and the trade's basic values; it knows no area and no plugin.

pub mod address;
pub mod area;
pub mod audit;
pub mod caller;
pub mod case;
pub mod clock;
pub mod config;
pub mod db;
pub mod decimal;
pub mod error;
pub mod event;
pub mod feature;
pub mod files;
pub mod host;
pub mod http;
pub mod ids;
pub mod job;
pub mod language;
pub mod list;
pub mod mail;
pub mod money;
pub mod numbering;
pub mod odata;
pub mod openapi;
pub mod outgoing;
pub mod page;
pub mod permission;
pub mod quantity;
pub mod render;
pub mod routes;
pub mod rows;
pub mod scope;
pub mod secrets;
pub mod serve;
pub mod upload;

pub use area::Area;
pub use caller::{Caller, MustFirst, Needs, Permission};
pub use db::Where;
pub use error::{Error, FieldError, Refusal, Result};
pub use host::Host;
pub use list::{ById, Empty, ListQuery, PageOf};
pub use routes::{Raw, Routes};
pub use scope::Scope;
pub use upload::Upload;

#[doc(hidden)]
pub use sqlx;
