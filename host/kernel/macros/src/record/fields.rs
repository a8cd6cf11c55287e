//! What a record's field says: its column, its API name, and where it may be seen.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Error, GenericArgument, Ident, LitStr, Path, PathArguments, Result, Type, Visibility};

use super::options::Options;
use crate::names::{Serde, api_name};

/// How a column binds its row to a customer.
pub enum Binding {
    /// It names the customer.
    Column,
    /// It names a row of this record, which is bound.
    Through(Path),
}

pub struct Field {
    pub ident: Ident,
    pub visibility: Visibility,
    pub ty: Type,
    pub column: String,
    pub api_name: String,
    /// A JSON document.
    pub json: bool,
    /// A filter and a sorting may name it.
    pub filtered: bool,
    /// The record of changes shows it.
    pub recorded: bool,
    /// It is no column: a caller sends it beside what is kept.
    pub sent: bool,
    /// A save never takes it from the caller.
    pub protected: bool,
    pub customer: Option<Binding>,
    /// The search index holds its text.
    pub searched: bool,
    /// The members of a JSON document whose texts are searched.
    pub searched_members: Vec<String>,
}

/// Words in a field's name that make it look like a secret.
const SUSPECT: [&str; 4] = ["hash", "secret", "token", "password"];
const SAYS: &str =
    "listed, recorded, filtered, internal, secret, json, sent, protected, name, customer, searched";

impl Field {
    pub fn of(field: &syn::Field, options: &Options) -> Result<Self> {
        let ident = field
            .ident
            .clone()
            .ok_or_else(|| Error::new_spanned(field, "a record's fields have names"))?;
        let column = ident.to_string().trim_start_matches("r#").to_owned();
        let serde = Serde::of(&field.attrs)?;
        let own_name = serde
            .rename
            .or_else(|| api_name(&column, options.rename_all.as_deref()));
        let mut read = Self {
            api_name: own_name.unwrap_or_default(),
            visibility: field.vis.clone(),
            ty: field.ty.clone(),
            json: false,
            sent: false,
            filtered: false,
            recorded: false,
            protected: false,
            customer: None,
            searched: false,
            searched_members: Vec::new(),
            column,
            ident,
        };
        // Whether the field itself says who sees it.
        let mut shown = None;
        for attribute in field
            .attrs
            .iter()
            .filter(|attribute| attribute.path().is_ident("record"))
        {
            attribute.parse_nested_meta(|meta| {
                let word = meta
                    .path
                    .get_ident()
                    .map(Ident::to_string)
                    .unwrap_or_default();
                match word.as_str() {
                    "listed" | "recorded" | "filtered" | "internal" | "secret" => {
                        if shown.replace(word).is_some() {
                            return Err(meta
                                .error("one of listed, recorded, filtered, internal and secret"));
                        }
                    }
                    "json" => read.json = true,
                    "sent" => read.sent = true,
                    "protected" => read.protected = true,
                    "searched" => {
                        read.searched = true;
                        if meta.input.peek(syn::Token![=]) {
                            let members = meta.value()?.parse::<LitStr>()?.value();
                            read.searched_members =
                                members.split_whitespace().map(str::to_owned).collect();
                        }
                    }
                    "name" => read.api_name = meta.value()?.parse::<LitStr>()?.value(),
                    "customer" => {
                        let mut binding = Binding::Column;
                        if meta.input.peek(syn::token::Paren) {
                            meta.parse_nested_meta(|part| {
                                if !part.path.is_ident("through") {
                                    return Err(part.error("customer(through = Booking)"));
                                }
                                binding = Binding::Through(part.value()?.parse()?);
                                Ok(())
                            })?;
                        }
                        read.customer = Some(binding);
                    }
                    _ => return Err(meta.error(format!("a field says {SAYS}"))),
                }
                Ok(())
            })?;
        }
        if !read.is_column() {
            return Ok(read);
        }
        let hidden = serde.skip || serde.skip_serializing || !options.open;
        if shown.is_none() && !hidden && SUSPECT.iter().any(|word| read.column.contains(word)) {
            let message = "this looks like a secret: say `#[record(secret)]`, or `listed` or `recorded` if it is none";
            return Err(Error::new_spanned(&read.ident, message));
        }
        // A document can be compared with nothing, so no filter needs it.
        let default = match (hidden, read.json) {
            (true, _) => "internal",
            (false, true) => "recorded",
            (false, false) => "listed",
        };
        let shown = shown.unwrap_or_else(|| default.to_owned());
        read.filtered = matches!(shown.as_str(), "listed" | "filtered");
        read.recorded = matches!(shown.as_str(), "listed" | "recorded");
        if (read.filtered || read.recorded || read.protected) && read.api_name.is_empty() {
            return Err(Error::new_spanned(
                &read.ident,
                "say its API name: #[record(name = \"…\")]",
            ));
        }
        Ok(read)
    }

    /// Whether it is a column of its own, beside `id` and `row_version`.
    pub fn is_column(&self) -> bool {
        !self.sent && self.column != "id" && self.column != "row_version"
    }

    /// The name in the record of changes; does not compile for a value that must not be there.
    pub fn recorded_name(&self) -> TokenStream {
        let name = &self.api_name;
        if self.json {
            return name.to_token_stream();
        }
        let ty = &self.ty;
        quote!({
            assert!(<#ty as ::kernel::db::Col>::RECORDABLE, "a sealed value is never recorded");
            #name
        })
    }

    pub fn filter(&self) -> TokenStream {
        let (name, column, ty) = (&self.api_name, &self.column, &self.ty);
        match self.json {
            true => quote!(::kernel::db::Field::new(#name, #column, ::kernel::db::Ty::Json)),
            false => quote!(::kernel::db::Field::of::<#ty>(#name, #column)),
        }
    }

    pub fn bind(&self) -> TokenStream {
        let ident = &self.ident;
        match self.json {
            true => quote!(values.push(::kernel::db::column::json_val(&self.#ident));),
            false => quote!(values.push(::kernel::db::Col::val(&self.#ident));),
        }
    }

    /// The type that conditions compare the column with: that of the field, or what is in its `Option`.
    pub fn handle_type(&self) -> TokenStream {
        match self.json {
            true => quote!(::kernel::db::Document),
            false => plain(&self.ty).to_token_stream(),
        }
    }
}

fn plain(ty: &Type) -> &Type {
    let Type::Path(path) = ty else { return ty };
    let Some(last) = path
        .path
        .segments
        .last()
        .filter(|last| last.ident == "Option")
    else {
        return ty;
    };
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(GenericArgument::Type(inner)) => inner,
            _ => ty,
        },
        _ => ty,
    }
}
