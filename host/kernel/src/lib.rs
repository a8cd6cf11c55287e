//! What every area shares: the scope, the route table and the data layer; it knows no area, no plugin and nothing of the trade.

// What the derives write names this crate as others do.
extern crate self as kernel;

pub mod area;
pub mod audit;
pub mod blocking;
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
pub mod limiter;
pub mod list;
pub mod mail;
pub mod message;
pub mod note;
pub mod numbering;
pub mod odata;
pub mod openapi;
pub mod origin;
pub mod outgoing;
pub mod page;
pub mod permission;
pub mod routes;
pub mod rows;
pub mod save;
pub mod scope;
pub mod search;
pub mod secrets;
pub mod serve;
pub mod turns;
pub mod upload;
pub mod validate;
pub mod words;

pub use area::Area;
pub use caller::{Caller, MustFirst, Needs};
pub use db::{Record, Where};
pub use error::{Error, FieldError, FieldMessage, Refusal, Result};
pub use feature::Feature;
pub use host::Host;
pub use kernel_macros::{Words, message};
pub use list::{ById, Empty, ListQuery, PageOf};
pub use message::Message;
pub use permission::Permission;
pub use routes::{Raw, Routes};
pub use save::{Change, Edit, Form, Save};
pub use scope::Scope;
pub use upload::Upload;

#[doc(hidden)]
pub use {schemars, serde, sqlx};
