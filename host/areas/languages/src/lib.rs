//! Languages: the tenant's languages and their texts.
//!
//! Terms:
//! - *culture*: a language, optionally with script and country (de, pt-BR). Its *parent* is the
//!   shorter form (pt).
//! - *key*: the English text itself. Plural forms add `_one`, `_other`, … to the key.
//!
//! Invariants:
//! - A text is looked up in the culture, its parents, the tenant's default language and its
//!   parents, then English. In each of them the tenant's text overrides the platform's, which
//!   overrides the built-in.
//! - One language is the default and is enabled.
//! - A text uses only the placeholders of its key.

pub mod access;
mod builtin;
mod model;
mod routes;
mod rules;
mod service;
mod store;

pub use service::{set_platform_text, translate};

pub fn area() -> web::Area {
    web::Area::new("languages")
        .tag("tenancy")
        .permissions(access::PERMISSIONS)
        .routes(routes::languages())
        .routes(routes::platform())
}
