//! `#[wire]`: adds the serde attributes that follow from a member's type, and reads and writes the
//! members of value objects as members of their record.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{
    Attribute, Data, DeriveInput, Error, Field, Fields, GenericArgument, Ident, Path,
    PathArguments, Result, Token, Type, meta::ParseNestedMeta, parse::Parser, parse_quote,
    punctuated::Punctuated,
};

use crate::form::has_option;

const HELP: &str = "the options are trim, lists, output; of a member: trim, null, verbatim";

#[derive(Default)]
struct Struct {
    trims: bool,
    has_null_lists: bool,
    /// Set if only the server sets the members.
    is_output: bool,
    is_read: bool,
    is_written: bool,
    /// Set if the OpenAPI document has the struct.
    is_described: bool,
    /// Set if serde fills absent members of the whole struct.
    has_default: bool,
}

/// Options of one member.
#[derive(Default)]
struct Member {
    trims: bool,
    is_nullable: bool,
    is_verbatim: bool,
    has_default: bool,
    /// Set if serde already has a function for the member, or skips it.
    has_function: bool,
    is_skipped: bool,
    is_never_read: bool,
}

pub fn expand(options: TokenStream, mut input: DeriveInput) -> Result<TokenStream> {
    let implementations = add_attributes(options, &mut input)?;
    let input = input.into_token_stream();
    Ok(quote!(#input #implementations))
}

/// Returns the implementations that the struct needs in addition to its derives.
fn add_attributes(options: TokenStream, input: &mut DeriveInput) -> Result<TokenStream> {
    let mut whole = Struct::default();
    syn::meta::parser(|meta| {
        match () {
            () if meta.path.is_ident("trim") => whole.trims = true,
            () if meta.path.is_ident("lists") => whole.has_null_lists = true,
            () if meta.path.is_ident("output") => whole.is_output = true,
            () => return Err(meta.error(HELP)),
        }
        Ok(())
    })
    .parse2(options)?;
    whole.is_read = derives(&input.attrs, "Deserialize")?;
    whole.is_written = derives(&input.attrs, "Serialize")?;
    whole.is_described = derives(&input.attrs, "JsonSchema")?;
    if !whole.is_read && !whole.is_written {
        let message = "place #[wire] above a derive of Serialize or Deserialize";
        return Err(Error::new_spanned(&input.ident, message));
    }
    for_each_serde(&input.attrs, |meta| {
        whole.has_default |= meta.path.is_ident("default");
        Ok(())
    })?;
    let mut parts = Vec::new();
    match &mut input.data {
        Data::Struct(data) => {
            parts = flatten_parts(&mut data.fields, &whole)?;
            expand_fields(&mut data.fields, &whole)?;
        }
        Data::Enum(data) => {
            for variant in &mut data.variants {
                expand_fields(&mut variant.fields, &whole)?;
            }
        }
        Data::Union(_) => return Err(Error::new_spanned(&input.ident, "a union is never sent")),
    }
    Ok(match parts.is_empty() {
        true => TokenStream::new(),
        false => read_parts(input, &whole, &parts),
    })
}

/// Writes value objects flat. Returns those that are read.
///
/// Serde's own `flatten` reads a member into a buffer before its type is known, and forgets which
/// names a struct has: errors lose their path, and names their case.
fn flatten_parts(fields: &mut Fields, whole: &Struct) -> Result<Vec<Ident>> {
    let mut parts = Vec::new();
    for field in fields.iter_mut() {
        if !has_option(&field.attrs, "embed")? {
            continue;
        }
        let (mut is_skipped, mut is_output) = (false, false);
        for_each_serde(&field.attrs, |meta| {
            is_skipped |= meta.path.is_ident("skip");
            is_output |= meta.path.is_ident("skip_deserializing");
            Ok(())
        })?;
        let Some(name) = field.ident.clone().filter(|_| !is_skipped) else {
            continue;
        };
        field.attrs.push(parse_quote!(#[serde(flatten)]));
        if is_output || !whole.is_read {
            continue;
        }
        field.attrs.push(parse_quote!(#[serde(skip_deserializing)]));
        field.attrs.push(parse_quote!(#[record(flat)]));
        if whole.is_described {
            field
                .attrs
                .push(parse_quote!(#[schemars(!skip_deserializing)]));
        }
        parts.push(name);
    }
    Ok(parts)
}

/// Implements serde's traits around serde's functions for the own members.
fn read_parts(input: &mut DeriveInput, whole: &Struct, parts: &[Ident]) -> TokenStream {
    input.attrs.push(parse_quote!(#[serde(remote = "Self")]));
    if whole.is_described {
        input.attrs.push(parse_quote!(#[schemars(!remote)]));
    }
    let name = &input.ident;
    let serialize = whole.is_written.then(|| {
        quote! {
            impl ::serde::Serialize for #name {
                fn serialize<S: ::serde::Serializer>(
                    &self,
                    target: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    Self::serialize(self, target)
                }
            }
        }
    });
    quote! {
        #serialize

        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                source: D,
            ) -> ::core::result::Result<Self, D::Error> {
                ::data::save::read_flat(source)
            }
        }

        impl ::data::save::Flat for #name {
            fn read_own<'de, D: ::serde::Deserializer<'de>>(
                source: D,
            ) -> ::core::result::Result<Self, D::Error> {
                Self::deserialize(source)
            }
            // A record with one value object.
            #[allow(clippy::needless_question_mark)]
            fn read_part<'de, A: ::serde::de::MapAccess<'de>>(
                &mut self,
                name: &str,
                members: &mut A,
            ) -> ::core::result::Result<bool, A::Error> {
                ::core::result::Result::Ok(
                    #(::data::save::read_member(&mut self.#parts, name, members)?)||*
                )
            }
            fn take_parts(&mut self, from: Self) {
                #(self.#parts = from.#parts;)*
            }
        }
    }
}

fn expand_fields(fields: &mut Fields, whole: &Struct) -> Result<()> {
    for field in fields.iter_mut() {
        let mut member = take_options(field)?;
        if whole.is_output && !member.is_never_read && !member.is_skipped {
            field.attrs.push(parse_quote!(#[serde(skip_deserializing)]));
            member.is_never_read = true;
        }
        if member.is_skipped || member.has_function {
            continue;
        }
        if !member.is_verbatim {
            add_number(field, whole);
        }
        let deserializer = deserializer(&field.ty, whole, &member);
        // Serde and the schema require a member with a function; an optional member stays optional.
        let is_optional = optional(&field.ty).is_some() || member.is_nullable;
        let has_default = member.has_default || whole.has_default || field.ident.is_none();
        let has_function = deserializer.is_some() || is_decimal(&field.ty);
        if whole.is_read && !member.is_never_read && has_function && is_optional && !has_default {
            field.attrs.push(parse_quote!(#[serde(default)]));
        }
        field.attrs.extend(deserializer);
    }
    Ok(())
}

/// A decimal is read exactly without a function.
fn add_number(field: &mut Field, whole: &Struct) {
    if !is_decimal(&field.ty) {
        return;
    }
    let (serializer, schema) = match optional(&field.ty) {
        Some(_) => (
            "data::decimal::option::serialize",
            "data::decimal::option::schema",
        ),
        None => ("data::decimal::serialize", "data::decimal::schema"),
    };
    if whole.is_written {
        field
            .attrs
            .push(parse_quote!(#[serde(serialize_with = #serializer)]));
    }
    if whole.is_described {
        field
            .attrs
            .push(parse_quote!(#[schemars(schema_with = #schema)]));
    }
}

fn deserializer(ty: &Type, whole: &Struct, member: &Member) -> Option<Attribute> {
    if !whole.is_read || member.is_never_read || member.is_verbatim {
        return None;
    }
    let plain = optional(ty).unwrap_or(ty);
    let is_text = |ty: &Type| is_named(ty, &["String"]);
    let is_trimmed = is_text(plain) && (whole.trims || member.trims)
        || argument(ty, "Patch").is_some_and(is_text) && member.trims;
    let is_list = is_named(ty, &["Vec", "BTreeMap", "Map"]);
    let function = match is_trimmed {
        true => "data::case::text",
        false if member.is_nullable || (whole.has_null_lists && is_list) => {
            "data::case::null_is_default"
        }
        false => return None,
    };
    Some(parse_quote!(#[serde(deserialize_with = #function)]))
}

/// Removes the member's own `#[wire(…)]` and reads its serde attributes.
fn take_options(field: &mut Field) -> Result<Member> {
    let mut member = Member::default();
    let (own, others): (Vec<_>, Vec<_>) = std::mem::take(&mut field.attrs)
        .into_iter()
        .partition(|attribute| attribute.path().is_ident("wire"));
    field.attrs = others;
    for attribute in own {
        attribute.parse_nested_meta(|meta| {
            match () {
                () if meta.path.is_ident("trim") => member.trims = true,
                () if meta.path.is_ident("null") => member.is_nullable = true,
                () if meta.path.is_ident("verbatim") => member.is_verbatim = true,
                () => return Err(meta.error(HELP)),
            }
            Ok(())
        })?;
    }
    for_each_serde(&field.attrs, |meta| {
        let is = |name: &str| meta.path.is_ident(name);
        member.is_skipped |= is("skip");
        member.is_never_read |= is("skip_deserializing");
        member.has_default |= is("default");
        member.has_function |= is("with") || is("serialize_with") || is("deserialize_with");
        Ok(())
    })?;
    Ok(member)
}

fn for_each_serde(
    attributes: &[Attribute],
    mut read: impl FnMut(&ParseNestedMeta) -> Result<()>,
) -> Result<()> {
    for attribute in attributes {
        if !attribute.path().is_ident("serde") {
            continue;
        }
        attribute.parse_nested_meta(|meta| {
            read(&meta)?;
            if meta.input.peek(Token![=]) {
                meta.value()?.parse::<syn::Expr>()?;
            } else if meta.input.peek(syn::token::Paren) {
                let rest;
                syn::parenthesized!(rest in meta.input);
                rest.parse::<TokenStream>()?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn derives(attributes: &[Attribute], name: &str) -> Result<bool> {
    for attribute in attributes {
        if attribute.path().is_ident("derive") {
            let paths =
                attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)?;
            let is = |path: &Path| path.segments.last().is_some_and(|last| last.ident == name);
            if paths.iter().any(is) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn is_decimal(ty: &Type) -> bool {
    is_named(optional(ty).unwrap_or(ty), &["Decimal"])
}

fn is_named(ty: &Type, names: &[&str]) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path
        .segments
        .last()
        .is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// Returns the type inside an `Option`.
fn optional(ty: &Type) -> Option<&Type> {
    argument(ty, "Option")
}

/// Returns the argument of a generic type of this name.
fn argument<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) if last.ident == name => Some(inner),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attributes(options: &str, item: &str) -> Vec<String> {
        let mut input: DeriveInput = syn::parse_str(item).unwrap();
        add_attributes(options.parse().unwrap(), &mut input).unwrap();
        let Data::Struct(data) = input.data else {
            panic!("no struct")
        };
        let text = |attribute: &Attribute| attribute.meta.to_token_stream().to_string();
        let joined = |field: &Field| field.attrs.iter().map(text).collect::<Vec<_>>().join(" ");
        data.fields.iter().map(joined).collect()
    }

    #[test]
    fn a_members_function_follows_from_its_type() {
        let found = attributes(
            "trim, lists",
            "#[derive(Deserialize)] struct A {
                net: Decimal, tax: Option<rust_decimal::Decimal>, note: Option<String>,
                code: String, #[wire(verbatim)] password: String, ids: Vec<i64>,
                #[wire(null)] count: i64, #[serde(skip)] key: String, plain: i64,
                #[wire(trim)] name: Patch<String>, value: Patch<String>,
            }",
        );
        assert_eq!(
            found,
            [
                "",
                "serde (default)",
                "serde (default) serde (deserialize_with = \"data::case::text\")",
                "serde (deserialize_with = \"data::case::text\")",
                "",
                "serde (deserialize_with = \"data::case::null_is_default\")",
                "serde (default) serde (deserialize_with = \"data::case::null_is_default\")",
                "serde (skip)",
                "",
                "serde (deserialize_with = \"data::case::text\")",
                "",
            ]
        );
    }

    #[test]
    fn members_of_a_struct_with_defaults_need_none() {
        let found = attributes(
            "trim",
            "#[derive(Serialize, Deserialize)] #[serde(default)]
            struct A { net: Option<Decimal>, #[serde(with = \"own\")] gross: Decimal }",
        );
        assert_eq!(
            found,
            [
                "serde (serialize_with = \"data::decimal::option::serialize\")",
                "serde (with = \"own\")"
            ]
        );
    }

    #[test]
    fn value_objects_are_written_flat_and_read_by_their_members() {
        let found = attributes(
            "",
            "#[derive(Serialize, Deserialize, JsonSchema)] struct A {
                #[record(embed)] goods: Goods,
                #[record(embed)] #[serde(skip_deserializing)] price: Price,
                #[record(embed)] #[serde(skip)] payer: Payer,
            }",
        );
        let read = "serde (flatten) serde (skip_deserializing) record (flat) \
                    schemars (! skip_deserializing)";
        assert_eq!(
            found,
            [
                format!("record (embed) {read}"),
                "record (embed) serde (skip_deserializing) serde (flatten)".to_owned(),
                "record (embed) serde (skip)".to_owned(),
            ]
        );
    }

    #[test]
    fn members_of_an_output_are_not_read() {
        let item = "#[derive(Serialize)] struct A { code: String, #[serde(skip)] key: String }";
        assert_eq!(
            attributes("output", item),
            ["serde (skip_deserializing)", "serde (skip)"]
        );
    }

    #[test]
    fn a_struct_that_is_only_written_is_not_read() {
        let found = attributes(
            "",
            "#[derive(Serialize, JsonSchema)] struct A { net: Decimal, note: String }",
        );
        let attributes = "serde (serialize_with = \"data::decimal::serialize\") \
                          schemars (schema_with = \"data::decimal::schema\")";
        assert_eq!(found, [attributes, ""]);
    }
}
