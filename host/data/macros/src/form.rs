//! `#[derive(Form)]`: implements the kernel's save contract for structs with individually
//! changeable members.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, Result, Type, spanned::Spanned};

use crate::names::{Serde, api_name};

struct Member {
    field: Ident,
    ty: Type,
    name: String,
    protected: bool,
}

pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new(
            input.span(),
            "a form is a struct with named fields",
        ));
    };
    let Fields::Named(fields) = &data.fields else {
        return Err(Error::new(
            input.span(),
            "a form is a struct with named fields",
        ));
    };
    let style = Serde::from_attributes(&input.attrs)?.rename_all;
    let mut members = Vec::new();
    for field in &fields.named {
        let Some(ident) = field.ident.clone() else {
            continue;
        };
        let serde = Serde::from_attributes(&field.attrs)?;
        if serde.skip || serde.skip_deserializing {
            continue;
        }
        let plain = ident.to_string();
        let name = serde.rename.or_else(|| api_name(&plain, style.as_deref()));
        let name = name
            .ok_or_else(|| Error::new_spanned(&ident, "say its name: #[serde(rename = \"…\")]"))?;
        // The contract reads these two to find the record and its version; it never copies them.
        let protected = plain == "id" || plain == "row_version" || is_protected(&field.attrs)?;
        members.push(Member {
            field: ident,
            ty: field.ty.clone(),
            name,
            protected,
        });
    }
    let number = |field: &str, method: TokenStream| {
        members.iter().find(|member| member.field == field).map(|Member { field, ty, .. }| {
            quote! { fn #method(&self) -> i64 { <#ty as ::data::ids::FormId>::number(&self.#field) } }
        })
    };
    let (id, version) = (
        number("id", quote!(id)),
        number("row_version", quote!(row_version)),
    );
    let names = members.iter().map(
        |Member {
             field,
             name,
             protected,
             ..
         }| {
            let field = field.to_string();
            quote! { ::data::save::Member { field: #field, name: #name, is_protected: #protected } }
        },
    );
    let places = 0..members.len();
    let fields = members.iter().map(|Member { field, .. }| field);
    let (name, (generics, types, bounds)) = (&input.ident, input.generics.split_for_impl());
    Ok(quote! {
        impl #generics ::data::save::Form for #name #types #bounds {
            const MEMBERS: &'static [::data::save::Member] = &[#(#names),*];
            #id
            #version
            fn take(&mut self, member: usize, from: &mut Self) {
                match member {
                    #(#places => ::std::mem::swap(&mut self.#fields, &mut from.#fields),)*
                    _ => {}
                }
            }
        }
    })
}

/// True for `#[record(protected)]`; the record's derive parses the other options.
fn is_protected(attributes: &[Attribute]) -> Result<bool> {
    let mut protected = false;
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("record"))
    {
        attribute.parse_nested_meta(|meta| {
            protected |= meta.path.is_ident("protected");
            if meta.input.peek(syn::Token![=]) {
                meta.value()?.parse::<syn::Expr>()?;
            } else if meta.input.peek(syn::token::Paren) {
                let rest;
                syn::parenthesized!(rest in meta.input);
                rest.parse::<TokenStream>()?;
            }
            Ok(())
        })?;
    }
    Ok(protected)
}
