//! The declarations of records, forms and value lists (`#[derive(Record)]`, `#[derive(Form)]` and `#[derive(Words)]`) and of sentences (`message!`), used through the kernel.

mod form;
mod message;
mod names;
mod record;
mod words;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Declares a struct as the record of a table, or as a view of one; see `kernel::db::record`.
#[proc_macro_derive(Record, attributes(record, serde))]
pub fn record(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    record::derive(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Makes a struct the input of a save: see `kernel::save`. Members are called as serde calls them;
/// `#[record(protected)]` keeps one from being set by a caller, and `id` and `row_version` say which record is meant.
#[proc_macro_derive(Form, attributes(record, serde))]
pub fn form(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    form::derive(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Declares an enum as a value list; see `kernel::words`.
#[proc_macro_derive(Words, attributes(words))]
pub fn words(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    words::derive(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// A sentence for people: its English words, with a name where a value goes. See `kernel::message`.
#[proc_macro]
pub fn message(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as message::Message);
    message::expand(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}
