//! `#[derive(Form)]`: implements the kernel's save contract for structs with individually
//! changeable members.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, Result, Type, spanned::Spanned};

use crate::{
    names::{Serde, api_name},
    record::embed::{Part, joined, member_list},
};

enum Member {
    Own {
        field: Ident,
        ty: Type,
        name: String,
        is_protected: bool,
    },
    /// A value object, whose members are the form's.
    Part { field: Ident, ty: Type },
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
        if has_option(&field.attrs, "flat")? {
            members.push(Member::Part {
                field: ident,
                ty: field.ty.clone(),
            });
            continue;
        }
        if serde.skip || serde.skip_deserializing {
            continue;
        }
        let plain = ident.to_string();
        let name = serde.rename.or_else(|| api_name(&plain, style.as_deref()));
        let name = name
            .ok_or_else(|| Error::new_spanned(&ident, "say its name: #[serde(rename = \"…\")]"))?;
        // The contract reads these two to find the record and its version; it never copies them.
        let is_protected =
            plain == "id" || plain == "row_version" || has_option(&field.attrs, "protected")?;
        members.push(Member::Own {
            field: ident,
            ty: field.ty.clone(),
            name,
            is_protected,
        });
    }
    let number = |wanted: &str, method: TokenStream| {
        members.iter().find_map(|member| match member {
            Member::Own { field, ty, .. } if field == wanted => Some(quote! {
                fn #method(&self) -> i64 { <#ty as ::data::ids::FormId>::number(&self.#field) }
            }),
            _ => None,
        })
    };
    let (id, version) = (
        number("id", quote!(id)),
        number("row_version", quote!(row_version)),
    );
    let names = joined(
        member_list(),
        members.iter().map(|member| match member {
            Member::Own {
                field,
                name,
                is_protected,
                ..
            } => {
                let field = field.to_string();
                Part::One(quote! {
                    ::data::save::Member { field: #field, name: #name, is_protected: #is_protected }
                })
            }
            Member::Part { ty, .. } => Part::List(quote!(<#ty as ::data::save::Form>::MEMBERS)),
        }),
    );
    let parts = members.iter().filter_map(|member| match member {
        Member::Part { field, .. } => Some(field.to_string()),
        Member::Own { .. } => None,
    });
    let take = take(&members);
    let (name, (generics, types, bounds)) = (&input.ident, input.generics.split_for_impl());
    Ok(quote! {
        impl #generics ::data::save::Form for #name #types #bounds {
            const MEMBERS: &'static [::data::save::Member] = #names;
            const PARTS: &'static [&'static str] = &[#(#parts),*];
            #id
            #version
            fn take(&mut self, member: usize, from: &mut Self) { #take }
        }
    })
}

/// Swaps the member at an index. Runs of own members and value objects follow one another.
fn take(members: &[Member]) -> TokenStream {
    let is_own = |member: &Member| matches!(member, Member::Own { .. });
    let runs = members.chunk_by(|one, other| is_own(one) && is_own(other));
    let steps = runs.map(|run| match run {
        [Member::Part { field, ty }] => quote! {
            let width = <#ty as ::data::save::Form>::MEMBERS.len();
            if member < width {
                return <#ty as ::data::save::Form>::take(&mut self.#field, member, &mut from.#field);
            }
            let member = member - width;
        },
        run => {
            let width = run.len();
            let swaps = run.iter().enumerate().filter_map(|(at, member)| match member {
                Member::Own { field, .. } => Some(quote! {
                    #at => return ::std::mem::swap(&mut self.#field, &mut from.#field),
                }),
                Member::Part { .. } => None,
            });
            quote! {
                match member { #(#swaps)* _ => {} }
                let member = member - #width;
            }
        }
    });
    quote!(#(#steps)* let _ = (member, from);)
}

/// True for an option such as `#[record(protected)]`; the record's derive parses the other options.
pub fn has_option(attributes: &[Attribute], option: &str) -> Result<bool> {
    let mut found = false;
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("record"))
    {
        attribute.parse_nested_meta(|meta| {
            found |= meta.path.is_ident(option);
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
    Ok(found)
}
