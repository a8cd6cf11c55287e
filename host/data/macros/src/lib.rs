//! Derives for records, forms and value lists (`Record`, `Form`, `TextEnum`), the attributes
//! `#[wire]` and `#[boxed]`, and the `message!` macro.

mod boxed;
mod form;
mod message;
mod names;
mod record;
mod text_enum;
mod wire;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Declares a struct as a table's record or as a view of one; see `data::db::record`.
#[proc_macro_derive(Record, attributes(record, serde))]
pub fn record(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    record::derive(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Makes a struct the input of a save; see `data::save`.
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

/// Gives members the JSON form of their types; place it above the derives of serde.
///
/// - A `Decimal` is sent as a number (`data::decimal`).
/// - `#[wire(trim)]`: texts are read by `data::case::text`, without blanks around them. On a
///   struct it applies to every text except `#[wire(verbatim)]` ones; a `Patch` needs its own.
/// - `#[wire(lists)]`: null is an empty list or map.
/// - `#[wire(output)]`: only the server sets the members.
/// - `#[record(embed)]` on a member: the members of the value object are members of the struct.
/// - `#[wire(null)]` on a member: null is its default.
///
/// An optional member may be absent. A member with its own `with`, `serialize_with` or
/// `deserialize_with` stays as it is.
#[proc_macro_attribute]
pub fn wire(options: TokenStream, item: TokenStream) -> TokenStream {
    let input = parse_macro_input!(item as DeriveInput);
    wire::expand(options.into(), input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Makes an async function return a boxed future, so that its body is compiled once.
///
/// The compiler copies the body of an async function, with all that it awaits, into each unit of
/// code that calls it. Use it for functions that many crates call and that do input or output. The
/// function borrows only `self`, or all that it borrows has its lifetime `'a`.
#[proc_macro_attribute]
pub fn boxed(_options: TokenStream, item: TokenStream) -> TokenStream {
    boxed::expand(item.into())
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Builds a translatable sentence from an English template with named places; see
/// `data::message`.
#[proc_macro]
pub fn message(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as message::Message);
    message::expand(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}
