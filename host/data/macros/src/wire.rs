//! `#[wire]`: adds the serde attributes that follow from a member's type.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{
    Attribute, Data, DeriveInput, Error, Field, Fields, GenericArgument, Path, PathArguments,
    Result, Token, Type, meta::ParseNestedMeta, parse::Parser, parse_quote, punctuated::Punctuated,
};

const HELP: &str = "the options are trim, lists; of a member: trim, null, verbatim";

#[derive(Default)]
struct Struct {
    trims: bool,
    has_null_lists: bool,
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
    let mut whole = Struct::default();
    syn::meta::parser(|meta| {
        match () {
            () if meta.path.is_ident("trim") => whole.trims = true,
            () if meta.path.is_ident("lists") => whole.has_null_lists = true,
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
    match &mut input.data {
        Data::Struct(data) => expand_fields(&mut data.fields, &whole)?,
        Data::Enum(data) => {
            for variant in &mut data.variants {
                expand_fields(&mut variant.fields, &whole)?;
            }
        }
        Data::Union(_) => return Err(Error::new_spanned(&input.ident, "a union is never sent")),
    }
    Ok(input.into_token_stream())
}

fn expand_fields(fields: &mut Fields, whole: &Struct) -> Result<()> {
    for field in fields.iter_mut() {
        let member = take_options(field)?;
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
    let is_trimmed = is_named(plain, &["String"]) && (whole.trims || member.trims);
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
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) if last.ident == "Option" => Some(inner),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attributes(options: &str, item: &str) -> Vec<String> {
        let input: DeriveInput = syn::parse_str(item).unwrap();
        let expanded = expand(options.parse().unwrap(), input).unwrap();
        let Data::Struct(data) = syn::parse2::<DeriveInput>(expanded).unwrap().data else {
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
