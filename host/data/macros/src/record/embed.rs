//! Value objects in a record: lists of columns joined from the record's and theirs.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, Error, Path, Result};

use super::{fields::Field, view};

/// An entry of a list, or the list of a value object.
pub enum Part {
    One(TokenStream),
    List(TokenStream),
}

pub fn expand(input: &DeriveInput, records: &[Path], fields: &[Field]) -> Result<TokenStream> {
    let name = &input.ident;
    let is_plain = |field: &Field| {
        !field.sent && !field.protected && !field.searched && field.bindings.is_empty()
    };
    if let Some(field) = fields.iter().find(|field| !is_plain(field)) {
        let message = "a value object has columns that are neither sent, protected, searched \
                       nor the owner's";
        return Err(Error::new_spanned(&field.ident, message));
    }
    let columns: Vec<&Field> = fields.iter().collect();
    let (names, wire) = (self::columns(fields.iter()), self::wire(&columns));
    let filters = joined(quote!(::data::db::Field), filters(&columns));
    let bind = fields.iter().map(Field::bind);
    let read = view::members(fields, Some(quote!(start)));
    let constants = records.iter().map(|record| {
        let handles = fields.iter().filter(|field| !field.embedded).map(|field| {
            let (visibility, column, ty) = (&field.visibility, &field.column, field.handle_type());
            let handle = format_ident!("{}", column.to_uppercase(), span = field.ident.span());
            let says = format!("The column `{column}`, for conditions.");
            quote! {
                #[doc = #says]
                #visibility const #handle: ::data::db::Column<Self, #ty> =
                    ::data::db::Column::declared(#column);
            }
        });
        quote!(#[allow(dead_code)] impl #record { #(#handles)* })
    });
    Ok(quote! {
        #(#constants)*

        impl ::data::db::Embedded for #name {
            const COLUMNS: &'static [&'static str] = #names;
            const WIRE: &'static [&'static str] = #wire;
            const FIELDS: &'static [::data::db::Field] = #filters;
            fn bind(&self, values: &mut ::std::vec::Vec<::data::db::Val>) { #(#bind)* }
            fn read(row: &::data::db::Row, start: usize) -> ::data::sqlx::Result<Self> {
                ::core::result::Result::Ok(Self { #read })
            }
        }
    })
}

pub fn columns<'a>(fields: impl Iterator<Item = &'a Field>) -> TokenStream {
    let parts = fields.map(|field| {
        let (ty, column) = (&field.ty, &field.column);
        match field.embedded {
            true => Part::List(quote!(<#ty as ::data::db::Embedded>::COLUMNS)),
            false => Part::One(quote!(#column)),
        }
    });
    joined(quote!(&'static str), parts)
}

/// Names in the record of changes, one for each column.
pub fn wire(columns: &[&Field]) -> TokenStream {
    let parts = columns.iter().map(|field| {
        let ty = &field.ty;
        match (field.embedded, field.recorded) {
            (true, _) => Part::List(quote!(<#ty as ::data::db::Embedded>::WIRE)),
            (false, true) => Part::One(field.recorded_name()),
            (false, false) => Part::One(quote!("")),
        }
    });
    joined(quote!(&'static str), parts)
}

pub fn filters(columns: &[&Field]) -> impl Iterator<Item = Part> {
    columns
        .iter()
        .filter(|field| field.filtered || field.embedded)
        .flat_map(|field| {
            let ty = &field.ty;
            match field.embedded {
                true => vec![Part::List(quote!(<#ty as ::data::db::Embedded>::FIELDS))],
                false => field.filters().into_iter().map(Part::One).collect(),
            }
        })
}

/// Generates one constant list.
pub fn joined(ty: TokenStream, parts: impl Iterator<Item = Part>) -> TokenStream {
    let (mut lists, mut ones) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Part::One(one) => ones.push(one),
            Part::List(list) => {
                let before = std::mem::take(&mut ones);
                lists.extend([quote!(&[#(#before),*]), list]);
            }
        }
    }
    if lists.is_empty() {
        return quote!(&[#(#ones),*]);
    }
    quote!({
        const PARTS: &[&[#ty]] = &[#(#lists,)* &[#(#ones),*]];
        const LIST: [#ty; ::data::db::embedded::total(PARTS)] =
            ::data::db::embedded::join(PARTS);
        &LIST
    })
}
