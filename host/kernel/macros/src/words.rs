//! `#[derive(Words)]`: an enum whose variants are stored and sent by name.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Expr, Fields, Ident, Lit, LitStr, Meta, Result};

pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "a value list is an enum"));
    };
    let (mut idents, mut words, mut unknown) = (Vec::new(), Vec::new(), None);
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new_spanned(variant, "a word holds nothing"));
        }
        let said = VariantOptions::from_attributes(&variant.attrs)?;
        if !said.unknown {
            words.push(said.word.unwrap_or_else(|| variant.ident.to_string()));
            idents.push(&variant.ident);
        } else if unknown.replace(&variant.ident).is_some() {
            return Err(Error::new_spanned(
                variant,
                "one variant stands for what is not known",
            ));
        }
    }
    let name = &input.ident;
    let known = expand_words(name, &idents, &words, unknown);
    let wire = wire(name, &documentation(&input.attrs), &words);
    let column = unknown.map(|_| column(name));
    Ok(quote!(#known #wire #column))
}

/// Options of a variant in `#[words(…)]`.
#[derive(Default)]
struct VariantOptions {
    word: Option<String>,
    /// Set on the variant for stored values unknown to this release.
    unknown: bool,
}

impl VariantOptions {
    fn from_attributes(attributes: &[Attribute]) -> Result<Self> {
        let mut said = Self::default();
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("words"))
        {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("word") {
                    said.word = Some(meta.value()?.parse::<LitStr>()?.value());
                } else if meta.path.is_ident("unknown") {
                    said.unknown = true;
                } else {
                    return Err(meta.error("a variant says word or unknown"));
                }
                Ok(())
            })?;
        }
        Ok(said)
    }
}

fn expand_words(
    name: &Ident,
    idents: &[&Ident],
    words: &[String],
    unknown: Option<&Ident>,
) -> TokenStream {
    let fallback = match unknown {
        Some(ident) => quote!(::core::option::Option::Some(Self::#ident)),
        None => quote!(::core::option::Option::None),
    };
    let unknown = unknown.map(|ident| {
        let word = ident.to_string();
        quote!(Self::#ident => #word,)
    });
    quote! {
        #[allow(dead_code)]
        impl #name {
            /// Every name, in the order of the enum.
            pub const WORDS: &'static [&'static str] = &[#(#words),*];
            /// Every value that has a name.
            pub const ALL: &'static [Self] = &[#(Self::#idents),*];
            pub const fn word(self) -> &'static str {
                match self { #(Self::#idents => #words,)* #unknown }
            }
        }

        impl ::kernel::words::Words for #name {
            const WORDS: &'static [&'static str] = Self::WORDS;
            const ALL: &'static [Self] = Self::ALL;
            const UNKNOWN: ::core::option::Option<Self> = #fallback;
            fn word(self) -> &'static str { Self::word(self) }
        }
    }
}

/// Generates display, parsing, serde and schema code.
fn wire(name: &Ident, documentation: &str, words: &[String]) -> TokenStream {
    let title = name.to_string();
    let description = (!documentation.is_empty()).then(|| quote!("description": #documentation,));
    quote! {
        impl ::core::fmt::Display for #name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { f.write_str(self.word()) }
        }

        impl ::kernel::message::Value for #name {
            fn parameter(&self) -> ::kernel::message::Parameter { ::kernel::message::Word(self.word()).parameter() }
        }

        impl ::core::str::FromStr for #name {
            type Err = ::kernel::Message;
            fn from_str(word: &str) -> ::core::result::Result<Self, Self::Err> { ::kernel::words::parse(word) }
        }

        impl ::kernel::serde::Serialize for #name {
            fn serialize<S: ::kernel::serde::Serializer>(&self, target: S) -> ::core::result::Result<S::Ok, S::Error> {
                target.serialize_str(self.word())
            }
        }

        impl<'de> ::kernel::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::kernel::serde::Deserializer<'de>>(source: D) -> ::core::result::Result<Self, D::Error> {
                ::kernel::words::deserialize(source)
            }
        }

        impl ::kernel::schemars::JsonSchema for #name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> { #title.into() }
            fn schema_id() -> ::std::borrow::Cow<'static, str> { concat!(module_path!(), "::", #title).into() }
            fn json_schema(_: &mut ::kernel::schemars::SchemaGenerator) -> ::kernel::schemars::Schema {
                ::kernel::schemars::json_schema!({ #description "type": "string", "enum": [#(#words),*] })
            }
        }
    }
}

/// Generates column code: stored by name; an unknown name reads as the variant marked for it.
fn column(name: &Ident) -> TokenStream {
    quote! {
        impl ::kernel::db::Col for #name {
            const TY: ::kernel::db::Ty = ::kernel::db::Ty::Text;
            const WORDS: &'static [&'static str] = Self::WORDS;
            fn val(&self) -> ::kernel::db::Val { ::kernel::words::val(*self) }
            fn get(row: &::kernel::db::Row, index: usize) -> ::kernel::sqlx::Result<Self> {
                ::kernel::words::get(row, index)
            }
        }
    }
}

/// Returns the text of the documentation comment.
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
