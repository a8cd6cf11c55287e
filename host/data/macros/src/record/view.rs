//! Views: structs that read some of a record's columns, and row decoding for any struct.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, Error, Path, Result};

use super::{embed, fields::Field};

pub fn expand(input: &DeriveInput, record: &Path, fields: &[Field]) -> Result<TokenStream> {
    let name = &input.ident;
    if let Some(field) = fields.iter().find(|field| field.sent) {
        return Err(Error::new_spanned(
            &field.ident,
            "a view reads columns; nobody sends it",
        ));
    }
    let select = select(fields);
    let read = read(fields);
    // A field that the record lacks, or has with another type, fails to compile.
    let borrowed = fields.iter().filter(|field| !field.embedded).map(|field| {
        let (ty, handle) = (
            field.handle_type(),
            format_ident!("{}", field.column.to_uppercase(), span = field.ident.span()),
        );
        quote!(let _: ::data::db::Column<#record, #ty> = <#record>::#handle;)
    });
    let same = fields.iter().filter(|field| !field.embedded).map(|field| {
        let (ty, handle) = (&field.ty, field.type_handle());
        quote!(let _: ::core::marker::PhantomData<fn() -> #ty> = <#record>::#handle;)
    });
    let parts = fields.iter().filter(|field| field.embedded).map(|field| {
        let (ident, ty) = (&field.ident, &field.ty);
        quote!(let _: &#ty = &record.#ident;)
    });
    Ok(quote! {
        const _: () = { #(#borrowed)* #(#same)* };
        const _: fn(&#record) = |record| { #(#parts)* };

        impl ::data::db::View for #name {
            type Record = #record;
            const SELECT: &'static [&'static str] = #select;
            fn read(row: &::data::db::Row) -> ::data::sqlx::Result<Self> { #read }
        }
    })
}

/// Returns the selected columns, each at its position.
pub fn select(fields: &[Field]) -> TokenStream {
    embed::columns(fields.iter().filter(|field| !field.sent))
}

/// Generates decoding by column position; fields without a column get their default.
pub fn read(fields: &[Field]) -> TokenStream {
    let read = members(fields, None);
    quote!(::core::result::Result::Ok(Self { #read }))
}

/// Decodes the members from the columns that begin at `start`, by default the first.
pub fn members(fields: &[Field], start: Option<TokenStream>) -> TokenStream {
    let (mut at, mut members) = (0_usize, Vec::new());
    // Number of columns of the value objects before the member.
    let mut widths: Vec<TokenStream> = Vec::new();
    for field in fields.iter().filter(|field| !field.sent) {
        let (ident, ty) = (&field.ident, &field.ty);
        let place = match &start {
            Some(start) => quote!(#start + #at #(+ #widths)*),
            None => quote!(#at #(+ #widths)*),
        };
        if field.embedded {
            members.push(quote!(#ident: ::data::db::Embedded::read(row, #place)?));
            widths.push(quote!(<#ty as ::data::db::Embedded>::COLUMNS.len()));
            continue;
        }
        at += 1;
        members.push(match field.json {
            true => quote!(#ident: row.json(#place)?),
            false => quote!(#ident: row.get(#place)?),
        });
    }
    let sent = fields.iter().filter(|field| field.sent).map(|field| {
        let ident = &field.ident;
        quote!(#ident: ::core::default::Default::default())
    });
    quote!(#(#members,)* #(#sent),*)
}
