//! Files: what people send and fetch, and the documents that hang on a booking, a customer, a carrier account.
//!
//! Words: a *file* is what was sent, known by its guid, which calls name `assetId`; a *thing* is what documents hang on,
//! named by its type and id; a *document* is a file that hangs on a thing.
//!
//! Invariants: a file is taken for what its content is, not for what its name says, and goes out as a download that no
//! browser runs. A file is seen by who sent it and by colleagues of the same customer; a document by who may see the
//! thing it hangs on, a customer's user only those that are shown to customers. A file that nothing refers to is gone
//! after a day, and so is what the store holds without a row here.

mod model;
pub mod port;
mod routes;
mod rules;
mod service;
mod store;

pub use service::{
    Received, download_kept, keep, known, let_go, read, read_file, read_kept, receive_for_work,
    receive_text_for_work,
};

pub fn area() -> kernel::Area {
    kernel::Area::new("files")
        .needs::<dyn port::Things>()
        .routes(routes::assets())
        .routes(routes::documents())
        .listener(service::sweep::sweeper())
}
