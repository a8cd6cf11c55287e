//! Options of a record's field: its column, its API name and its visibility.

use std::collections::BTreeMap;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Error, GenericArgument, Ident, LitStr, Path, PathArguments, Result, Type, Visibility};

use super::options::Options;
use crate::names::{Serde, api_name};

/// A caller who sees only their own rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    Customer,
    Driver,
}

impl Owner {
    /// Name of the constant that holds an entity's binding.
    pub fn constant(self) -> Ident {
        let name = match self {
            Self::Customer => "CUSTOMER",
            Self::Driver => "DRIVER",
        };
        Ident::new(name, Span::call_site())
    }
}

/// Binding of a row to its owner.
pub enum Binding {
    /// The column holds the owner's id.
    Column,
    Through(Path),
}

pub struct Field {
    pub ident: Ident,
    pub visibility: Visibility,
    pub ty: Type,
    pub column: String,
    pub api_name: String,
    pub json: bool,
    /// A value object whose columns are the record's.
    pub embedded: bool,
    /// Available to filters and sorting.
    pub filtered: bool,
    pub recorded: bool,
    /// Input only: sent by the caller with a save and not stored in a column.
    pub sent: bool,
    /// Never taken from the caller by a save.
    pub protected: bool,
    pub bindings: BTreeMap<Owner, Binding>,
    pub searched: bool,
    /// Members of a JSON document that are indexed for search.
    pub searched_members: Vec<String>,
}

/// Parts of a field name that suggest a secret.
const SECRET_WORDS: [&str; 4] = ["hash", "secret", "token", "password"];
const VISIBILITY_HELP: &str = "listed, recorded, filtered, internal, secret, json, embed, sent, protected, name, customer, \
     driver, searched";

impl Field {
    pub fn from_syn(field: &syn::Field, options: &Options) -> Result<Self> {
        let ident = field
            .ident
            .clone()
            .ok_or_else(|| Error::new_spanned(field, "a record's fields have names"))?;
        let name = ident.to_string().trim_start_matches("r#").to_owned();
        let serde = Serde::from_attributes(&field.attrs)?;
        let own_name = serde
            .rename
            .or_else(|| api_name(&name, options.rename_all.as_deref()));
        let mut read = Self {
            api_name: own_name.unwrap_or_default(),
            visibility: field.vis.clone(),
            ty: field.ty.clone(),
            json: false,
            embedded: false,
            sent: false,
            filtered: false,
            recorded: false,
            protected: false,
            bindings: BTreeMap::new(),
            searched: false,
            searched_members: Vec::new(),
            column: format!("{}{name}", options.prefix),
            ident,
        };
        let mut visibility = None;
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
                        if visibility.replace(word).is_some() {
                            return Err(meta
                                .error("one of listed, recorded, filtered, internal and secret"));
                        }
                    }
                    "json" => read.json = true,
                    "embed" => read.embedded = true,
                    // Added by `#[wire]` for `Form`: the caller sends the value object's members.
                    "flat" => {}
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
                    "customer" | "driver" => {
                        let owner = match word.as_str() {
                            "driver" => Owner::Driver,
                            _ => Owner::Customer,
                        };
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
                        read.bindings.insert(owner, binding);
                    }
                    _ => return Err(meta.error(format!("a field says {VISIBILITY_HELP}"))),
                }
                Ok(())
            })?;
        }
        if read.embedded && (read.json || read.sent || read.protected || !read.bindings.is_empty())
        {
            let message = "the value object's own members have these options";
            return Err(Error::new_spanned(&read.ident, message));
        }
        if read.embedded || !read.is_column() {
            return Ok(read);
        }
        let hidden = serde.skip || serde.skip_serializing || !options.open;
        if visibility.is_none()
            && !hidden
            && SECRET_WORDS.iter().any(|word| read.column.contains(word))
        {
            let message = "this looks like a secret: say `#[record(secret)]`, or `listed` or `recorded` if it is none";
            return Err(Error::new_spanned(&read.ident, message));
        }
        // Documents have no comparison, so filters don't need them.
        let default = match (hidden, read.json) {
            (true, _) => "internal",
            (false, true) => "recorded",
            (false, false) => "listed",
        };
        let shown = visibility.unwrap_or_else(|| default.to_owned());
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

    pub fn is_column(&self) -> bool {
        !self.sent && self.column != "id" && self.column != "row_version"
    }

    /// Name in the record of changes; a value that must not be recorded fails to compile.
    pub fn recorded_name(&self) -> TokenStream {
        let name = &self.api_name;
        if self.json {
            return name.to_token_stream();
        }
        let ty = &self.ty;
        quote!({
            assert!(<#ty as ::data::db::Col>::RECORDABLE, "a sealed value is never recorded");
            #name
        })
    }

    /// A column has one filter name, a document with searched members one for each of them.
    pub fn filters(&self) -> Vec<TokenStream> {
        let (name, column, ty) = (&self.api_name, &self.column, &self.ty);
        if !self.json {
            return vec![quote!(::data::db::Field::for_column::<#ty>(#name, #column))];
        }
        if self.searched_members.is_empty() {
            return vec![quote!(::data::db::Field::new(#name, #column, ::data::db::Ty::Json))];
        }
        let member_filter = |member: &String| {
            let (name, sql) = (self.member_name(member), format!("{column}->>'{member}'"));
            quote!(::data::db::Field::new(#name, #sql, ::data::db::Ty::Text))
        };
        self.searched_members.iter().map(member_filter).collect()
    }

    /// Texts in the search index: one for a column, or one for each member of a listed document.
    pub fn words(&self) -> Vec<TokenStream> {
        let (name, column, members) = (&self.api_name, &self.column, &self.searched_members);
        let word = |name: &str, members: &[&String]| {
            quote!(::data::db::Word {
                field: #name, columns: &[#column], members: &[#(#members),*],
            })
        };
        if !self.filtered || members.is_empty() {
            return vec![word(name, &members.iter().collect::<Vec<_>>())];
        }
        members
            .iter()
            .map(|member| word(&self.member_name(member), &[member]))
            .collect()
    }

    /// Name of the hidden constant with the field's type.
    pub fn type_handle(&self) -> Ident {
        format_ident!("__{}", self.column.to_uppercase(), span = self.ident.span())
    }

    /// Filter name of a document's member: `toAddress/companyName`.
    pub fn member_name(&self, member: &str) -> String {
        format!("{}/{member}", self.api_name)
    }

    pub fn bind(&self) -> TokenStream {
        let ident = &self.ident;
        if self.embedded {
            return quote!(::data::db::Embedded::bind(&self.#ident, values););
        }
        match self.json {
            true => quote!(values.push(::data::db::column::json_val(&self.#ident));),
            false => quote!(values.push(::data::db::Col::val(&self.#ident));),
        }
    }

    /// Type that conditions compare the column with: the field's type without its `Option`.
    pub fn handle_type(&self) -> TokenStream {
        match self.json {
            true => quote!(::data::db::Document),
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
