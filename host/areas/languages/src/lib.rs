//! Languages: which ones a tenant's people can read the product in, and every text of it in each.
//!
//! Words: a *culture* is a language with, perhaps, its script and country (de, pt-BR), and its *parent* is the same with
//! less said (pt); a *text* is known by its *key*, the English text itself; plural forms have keys of their own, the
//! key and `_one`, `_other`, ….
//!
//! Invariants: a text is looked for in the culture, in its parents, in the tenant's default language and its parents, and
//! is English at last; in each of these the tenant's own comes before the platform's, and that before the built-in. One
//! language is the default, and it is not disabled. A text asks for no value that its key does not have.

pub mod access;
mod builtin;
mod model;
mod routes;
mod rules;
mod service;
mod store;

pub use service::set_platform_text;

pub fn area() -> kernel::Area {
    kernel::Area::new("languages")
        .tag("tenancy")
        .permissions(access::PERMISSIONS)
        .routes(routes::languages())
        .routes(routes::platform())
}
