//! Derives for records, forms and value lists (`Record`, `Form`, `TextEnum`), and the `message!`
//! macro.

mod form;
mod message;
mod names;
mod record;
mod text_enum;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Declares a struct as a table's record or as a view of one; see `kernel::db::record`.
#[proc_macro_derive(Record, attributes(record, serde))]
pub fn record(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    record::derive(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Makes a struct the input of a save; see `kernel::save`.
///
/// Members have their serde names. `#[record(protected)]` keeps callers from setting a member; `id`
/// and `row_version` identify the record.
#[proc_macro_derive(Form, attributes(record, serde))]
pub fn form(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    form::derive(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

#[proc_macro_derive(TextEnum, attributes(text_enum))]
pub fn text_enum(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    text_enum::derive(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Builds a translatable sentence from an English template with named places; see
/// `kernel::message`.
#[proc_macro]
pub fn message(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as message::Message);
    message::expand(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}
