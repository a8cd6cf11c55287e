//! Typed client of the API: `admin.customers().get_cost_centers().sorting("code").await`.
//!
//! Awaiting a call returns its result; it panics if the call is rejected, or if the response
//! differs from the OpenAPI document. [`Call::refused`] expects a rejection.

mod call;
mod fields;
mod kinds;
mod quantities;
mod responses;

pub(crate) use std::collections::BTreeMap;

pub(crate) use axum::http::Method;
pub use rust_decimal::Decimal;
pub(crate) use serde_json::Value;

pub use call::{Call, Rejection};
pub use fields::{IntoField, Null, Raw, Request, dec};
pub(crate) use kinds::{enums, ids, kernel_ids, parameters, requests, responses};
pub use quantities::{cm, kg};
pub(crate) use responses::{Object, Response, Source};

pub use data::ids::*;

pub(crate) use crate::{ApiResponse, Client};

#[rustfmt::skip]
#[path = "areas.gen.rs"]
mod areas;
pub use areas::*;
