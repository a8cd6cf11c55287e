//! Value objects in a record: lists of columns joined from the record's and theirs.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, Error, Path, Result};

use super::{
    fields::{Field, Owner},
    owner_binding, view,
};

/// An entry of a list, or the list of a value object.
pub enum Part {
    One(TokenStream),
    List(TokenStream),
}

pub fn expand(input: &DeriveInput, records: &[Path], fields: &[Field]) -> Result<TokenStream> {
    let name = &input.ident;
    if let Some(field) = fields.iter().find(|field| field.protected) {
        let message = "a value object has no protected columns";
        return Err(Error::new_spanned(&field.ident, message));
    }
    let columns: Vec<&Field> = fields.iter().filter(|field| !field.sent).collect();
    let (names, wire) = (self::columns(columns.iter().copied()), self::wire(&columns));
    let filters = joined(filter_list(), filters(&columns));
    let words = joined(word_list(), self::words(&columns));
    let customer = owner_binding(fields, Owner::Customer)?;
    let driver = owner_binding(fields, Owner::Driver)?;
    let bind = columns.iter().map(|field| field.bind());
    let read = view::members(fields, Some(quote!(start)));
    let constants = records.iter().map(|record| {
        let handles = handles(fields);
        quote!(#[allow(dead_code)] impl #record { #(#handles)* })
    });
    Ok(quote! {
        #(#constants)*

        impl ::data::db::Embedded for #name {
            const COLUMNS: &'static [&'static str] = #names;
            const WIRE: &'static [&'static str] = #wire;
            const FIELDS: &'static [::data::db::Field] = #filters;
            const WORDS: &'static [::data::db::Word] = #words;
            const CUSTOMER: ::core::option::Option<::data::db::Binding> = #customer;
            const DRIVER: ::core::option::Option<::data::db::Binding> = #driver;
            fn bind(&self, values: &mut ::std::vec::Vec<::data::db::Val>) { #(#bind)* }
            fn read(row: &::data::db::Row, start: usize) -> ::data::sqlx::Result<Self> {
                ::core::result::Result::Ok(Self { #read })
            }
        }
    })
}

/// Column constants such as `Customer::CODE`, with the visibility of their fields, and the types
/// of the fields, which views have too.
pub fn handles(fields: &[Field]) -> impl Iterator<Item = TokenStream> {
    let is_stored = |field: &&Field| !field.sent && !field.embedded;
    fields.iter().filter(is_stored).map(|field| {
        let (visibility, column) = (&field.visibility, &field.column);
        let (ty, stored) = (field.handle_type(), &field.ty);
        let handle = format_ident!("{}", column.to_uppercase(), span = field.ident.span());
        let type_handle = field.type_handle();
        let says = format!("The column `{column}`, for conditions.");
        quote! {
            #[doc = #says]
            #visibility const #handle: ::data::db::Column<Self, #ty> =
                ::data::db::Column::declared(#column);
            #[doc(hidden)]
            #visibility const #type_handle: ::core::marker::PhantomData<fn() -> #stored> =
                ::core::marker::PhantomData;
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
    joined(name_list(), parts)
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
    joined(name_list(), parts)
}

/// Texts in the search index.
pub fn words(columns: &[&Field]) -> impl Iterator<Item = Part> {
    columns
        .iter()
        .filter(|field| field.searched || field.embedded)
        .flat_map(|field| {
            let ty = &field.ty;
            match field.embedded {
                true => vec![Part::List(quote!(<#ty as ::data::db::Embedded>::WORDS))],
                false => field.words().into_iter().map(Part::One).collect(),
            }
        })
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

/// Type of a list's entries, and the value that fills the list until it is joined.
pub struct Entry {
    ty: TokenStream,
    filler: TokenStream,
}

pub fn name_list() -> Entry {
    Entry {
        ty: quote!(&'static str),
        filler: quote!(""),
    }
}

pub fn filter_list() -> Entry {
    Entry {
        ty: quote!(::data::db::Field),
        filler: quote!(::data::db::Field::new("", "", ::data::db::Ty::Json)),
    }
}

pub fn word_list() -> Entry {
    Entry {
        ty: quote!(::data::db::Word),
        filler: quote!(::data::db::Word::NONE),
    }
}

pub fn member_list() -> Entry {
    Entry {
        ty: quote!(::data::save::Member),
        filler: quote!(::data::save::Member::NONE),
    }
}

/// Generates one constant list.
pub fn joined(Entry { ty, filler }: Entry, parts: impl Iterator<Item = Part>) -> TokenStream {
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
            ::data::db::embedded::join(PARTS, #filler);
        &LIST
    })
}
