//! The struct of a record to insert: its members without id, row version and creation time.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, Ident, Type};

use super::fields::Field;

pub fn type_name(record: &Ident) -> Ident {
    format_ident!("Unsaved{record}")
}

pub fn expand(input: &DeriveInput, fields: &[Field]) -> TokenStream {
    let (name, visibility) = (&input.ident, &input.vis);
    let new = type_name(name);
    let is_given = |field: &&Field| field.is_column() && !is_creation_time(field);
    let members = fields.iter().filter(is_given).map(|field| {
        let Field {
            visibility,
            ident,
            ty,
            ..
        } = field;
        quote!(#visibility #ident: #ty)
    });
    let given: Vec<_> = fields
        .iter()
        .filter(is_given)
        .map(|Field { ident, .. }| ident)
        .collect();
    let assigned = fields.iter().filter(|field| !is_given(field)).map(|field| {
        let ident = &field.ident;
        match is_creation_time(field) {
            true => quote!(#ident: time),
            false => quote!(#ident: ::core::default::Default::default()),
        }
    });
    let says = format!("A [`{name}`] to insert.");
    quote! {
        #[doc = #says]
        #[allow(dead_code)]
        #visibility struct #new { #(#members),* }

        impl ::data::record::NewRecord for #new {
            type Record = #name;
            #[allow(unused_variables)]
            fn created_at(
                self,
                time: ::data::chrono::DateTime<::data::chrono::Utc>,
            ) -> #name {
                #name { #(#given: self.#given,)* #(#assigned),* }
            }
        }
    }
}

fn is_creation_time(field: &Field) -> bool {
    let is_instant = |ty: &Type| {
        matches!(ty, Type::Path(path)
        if path.path.segments.last().is_some_and(|last| last.ident == "DateTime"))
    };
    field.column == "creation_time" && is_instant(&field.ty)
}
