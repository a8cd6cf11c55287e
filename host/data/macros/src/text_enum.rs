//! `#[derive(TextEnum)]`: an enum whose variants are stored and sent by name.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Expr, Fields, Ident, Lit, LitStr, Meta, Result};

pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "a value list is an enum"));
    };
    let (mut idents, mut names, mut unknown) = (Vec::new(), Vec::new(), None);
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new_spanned(variant, "a named variant has no fields"));
        }
        let options = VariantOptions::from_attributes(&variant.attrs)?;
        if !options.unknown {
            names.push(options.name.unwrap_or_else(|| variant.ident.to_string()));
            idents.push(&variant.ident);
        } else if unknown.replace(&variant.ident).is_some() {
            return Err(Error::new_spanned(
                variant,
                "one variant stands for what is not known",
            ));
        }
    }
    let name = &input.ident;
    let known = expand_names(name, &idents, &names, unknown);
    let wire = wire(name, &documentation(&input.attrs), &names);
    let column = unknown.map(|_| column(name));
    Ok(quote!(#known #wire #column))
}

#[derive(Default)]
struct VariantOptions {
    name: Option<String>,
    /// Set on the variant for stored values unknown to this release.
    unknown: bool,
}

impl VariantOptions {
    fn from_attributes(attributes: &[Attribute]) -> Result<Self> {
        let mut options = Self::default();
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("text_enum"))
        {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("name") {
                    options.name = Some(meta.value()?.parse::<LitStr>()?.value());
                } else if meta.path.is_ident("unknown") {
                    options.unknown = true;
                } else {
                    return Err(meta.error("a variant has a name or is unknown"));
                }
                Ok(())
            })?;
        }
        Ok(options)
    }
}

fn expand_names(
    name: &Ident,
    idents: &[&Ident],
    names: &[String],
    unknown: Option<&Ident>,
) -> TokenStream {
    let fallback = match unknown {
        Some(ident) => quote!(::core::option::Option::Some(Self::#ident)),
        None => quote!(::core::option::Option::None),
    };
    let unknown = unknown.map(|ident| {
        let text = ident.to_string();
        quote!(Self::#ident => #text,)
    });
    quote! {
        #[allow(dead_code)]
        impl #name {
            pub const NAMES: &'static [&'static str] = &[#(#names),*];
            pub const ALL: &'static [Self] = &[#(Self::#idents),*];
            pub const fn as_str(self) -> &'static str {
                match self { #(Self::#idents => #names,)* #unknown }
            }
        }

        impl ::data::text_enum::TextEnum for #name {
            const NAMES: &'static [&'static str] = Self::NAMES;
            const ALL: &'static [Self] = Self::ALL;
            const UNKNOWN: ::core::option::Option<Self> = #fallback;
            fn as_str(self) -> &'static str { Self::as_str(self) }
        }
    }
}

fn wire(name: &Ident, documentation: &str, names: &[String]) -> TokenStream {
    let title = name.to_string();
    let description = (!documentation.is_empty()).then(|| quote!("description": #documentation,));
    quote! {
        impl ::core::fmt::Display for #name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { f.write_str(self.as_str()) }
        }

        impl ::data::message::Value for #name {
            fn parameter(&self) -> ::data::message::Parameter { ::data::message::Word(self.as_str()).parameter() }
        }

        impl ::core::str::FromStr for #name {
            type Err = ::data::Message;
            fn from_str(word: &str) -> ::core::result::Result<Self, Self::Err> { ::data::text_enum::parse(word) }
        }

        impl ::data::serde::Serialize for #name {
            fn serialize<S: ::data::serde::Serializer>(&self, target: S) -> ::core::result::Result<S::Ok, S::Error> {
                target.serialize_str(self.as_str())
            }
        }

        impl<'de> ::data::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::data::serde::Deserializer<'de>>(source: D) -> ::core::result::Result<Self, D::Error> {
                ::data::text_enum::deserialize(source)
            }
        }

        impl ::data::schemars::JsonSchema for #name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> { #title.into() }
            fn schema_id() -> ::std::borrow::Cow<'static, str> { concat!(module_path!(), "::", #title).into() }
            fn json_schema(_: &mut ::data::schemars::SchemaGenerator) -> ::data::schemars::Schema {
                ::data::schemars::json_schema!({ #description "type": "string", "enum": [#(#names),*] })
            }
        }
    }
}

/// Generates column code: stored by name; an unknown name reads as the variant marked for it.
fn column(name: &Ident) -> TokenStream {
    quote! {
        impl ::data::db::Col for #name {
            const TY: ::data::db::Ty = ::data::db::Ty::Text;
            const NAMES: &'static [&'static str] = Self::NAMES;
            fn val(&self) -> ::data::db::Val { ::data::text_enum::val(*self) }
            fn get(row: &::data::db::Row, index: usize) -> ::data::sqlx::Result<Self> {
                ::data::text_enum::get(row, index)
            }
        }
    }
}

fn documentation(attributes: &[Attribute]) -> String {
    let lines = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("doc"))
        .filter_map(|attribute| {
            let Meta::NameValue(pair) = &attribute.meta else {
                return None;
            };
            let Expr::Lit(literal) = &pair.value else {
                return None;
            };
            let Lit::Str(text) = &literal.lit else {
                return None;
            };
            Some(text.value().trim().to_owned())
        });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
