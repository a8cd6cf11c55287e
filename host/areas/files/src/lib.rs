//! Files: uploads and downloads, and the documents attached to a booking, a customer or a carrier
//! account.
//!
//! Terms: a *file* is an upload, identified by its guid, which calls name `assetId`; a *thing* is a
//! record with documents, identified by type and id; a *document* is a file attached to a thing.
//!
//! Invariants:
//!
//! - A file's type is detected from its content, not its name; it is sent as a download that no
//!   browser runs.
//! - A file is visible to its uploader and to colleagues of the same customer.
//! - A document is visible to callers who may see its thing; a customer's user sees only documents
//!   shown to customers.
//! - An unreferenced file is deleted after a day, and so is stored content without a row.

pub mod imports;
mod model;
mod pictures;
pub mod port;
mod routes;
mod rules;
mod service;
mod store;

pub use pictures::{Picture, quarter_turns, read_picture};
pub use service::{
    Received, download_referenced, name_and_digest, read, read_file, read_referenced, read_upload,
    receive_for_work, receive_picture, receive_text_for_work, release, retain, retain_alone,
};

pub fn area() -> web::Area {
    web::Area::new("files")
        .needs::<dyn port::Things>()
        .routes(routes::assets())
        .routes(routes::documents())
        .listener(service::sweep::sweeper())
}
