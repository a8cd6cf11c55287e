//! `#[derive(Record)]`: generates the table, API names, condition columns and recorded columns of a
//! struct.

pub mod embed;
mod fields;
mod new;
mod options;
mod view;

use fields::{Binding, Field, Owner};
use options::Options;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Result};

pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let options = Options::from_attributes(input)?;
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "a record is a struct"));
    };
    let Fields::Named(named) = &data.fields else {
        return Err(Error::new_spanned(
            &input.ident,
            "a record's fields have names",
        ));
    };
    let mut fields = Vec::new();
    for field in &named.named {
        fields.push(Field::from_syn(field, &options)?);
    }
    match (&options.view_of, &options.embedded_in) {
        (Some(record), _) => view::expand(input, record, &fields),
        (None, Some(records)) => embed::expand(input, records, &fields),
        (None, None) => expand(input, &options, &fields),
    }
}

fn expand(input: &DeriveInput, options: &Options, fields: &[Field]) -> Result<TokenStream> {
    let name = &input.ident;
    let missing = |what: &str| Error::new_spanned(name, what);
    let find = |wanted: &str| fields.iter().find(|field| field.column == wanted);
    let id = find("id").ok_or_else(|| missing("a record has an `id`"))?;
    find("row_version").ok_or_else(|| missing("a record has a `row_version: i64`"))?;
    let table = options
        .table
        .as_ref()
        .ok_or_else(|| missing("say the table: #[record(table = \"…\", name = \"…\")]"))?;
    let title = options
        .name
        .as_ref()
        .ok_or_else(|| missing("say what errors call it: #[record(name = \"The customer\")]"))?;
    let called = options.called.clone().unwrap_or_else(|| name.to_string());
    let (recorded, kept) = (!options.unrecorded, options.kept);

    let id_type = &id.ty;
    let columns: Vec<&Field> = fields.iter().filter(|field| field.is_column()).collect();
    let column_names = embed::columns(columns.iter().copied());
    let wire = embed::wire(&columns);
    let filtered = embed::filters(&columns);
    let also = options.also.iter().map(|also| {
        let (name, sql, ty) = (&also.name, &also.sql, &also.ty);
        quote!(::data::db::Field::new(#name, #sql, ::data::db::Ty::#ty))
    });
    let first = quote!(::data::db::Field::for_column::<#id_type>("id", "id"));
    let filters = embed::joined(
        embed::filter_list(),
        std::iter::once(embed::Part::One(first))
            .chain(filtered)
            .chain(also.map(embed::Part::One)),
    );
    let protected = fields
        .iter()
        .filter(|field| field.protected)
        .map(|field| &field.api_name);
    let customer = owner_binding(fields, Owner::Customer)?;
    let driver = owner_binding(fields, Owner::Driver)?;
    let searched = searched(name, options, &columns)?;
    let counters = counters(name, options)?;
    let named_columns = check_columns(name, options, &columns)?;
    let in_order: Vec<&String> = options
        .in_order
        .iter()
        .chain(also_in_order(options))
        .collect();
    let bind = columns.iter().map(|field| field.bind());
    let read = view::read(fields);
    let select = view::select(fields);
    let handles = embed::handles(fields);
    let new = new::expand(input, fields);
    let new_type = new::type_name(name);
    Ok(quote! {
        #[allow(dead_code)]
        impl #name { #(#handles)* }

        #new
        #named_columns

        impl ::data::db::View for #name {
            type Record = Self;
            const SELECT: &'static [&'static str] = #select;
            fn read(row: &::data::db::Row) -> ::data::sqlx::Result<Self> { #read }
        }

        impl ::data::db::Entity for #name {
            type Id = #id_type;
            type New = #new_type;
            const NAME: &'static str = #title;
            const TABLE: &'static str = #table;
            const TYPE: &'static str = #called;
            const RECORDED: bool = #recorded;
            const SOFT_DELETED: bool = #kept;
            const WIRE: &'static [&'static str] = #wire;
            const COLUMNS: &'static [&'static str] = #column_names;
            const FIELDS: &'static [::data::db::Field] = #filters;
            const PROTECTED: &'static [&'static str] = &[#(#protected),*];
            const CUSTOMER: ::core::option::Option<::data::db::Binding> = #customer;
            const DRIVER: ::core::option::Option<::data::db::Binding> = #driver;
            const SEARCHED: ::core::option::Option<&'static ::data::record::Searched> = #searched;
            const COUNTERS: &'static [::data::db::CounterTable] = &[#(#counters),*];
            const IN_ORDER: &'static [&'static str] = &[#(#in_order),*];
            fn id(&self) -> Self::Id { self.id }
            fn row_version(&self) -> i64 { self.row_version }
            fn stored(&mut self, id: Self::Id, row_version: i64) { self.id = id; self.row_version = row_version; }
            fn bind(&self, values: &mut ::std::vec::Vec<::data::db::Val>) { #(#bind)* }
        }
    })
}

/// Search index entries: the searched columns, and names composed of several columns.
fn searched(name: &syn::Ident, options: &Options, columns: &[&Field]) -> Result<TokenStream> {
    let joined = options
        .also
        .iter()
        .filter(|also| !also.searched.is_empty())
        .map(|also| {
            let (api_name, columns) = (&also.name, &also.searched);
            let word = quote!(::data::db::Word {
                field: #api_name, columns: &[#(#columns),*], members: &[],
            });
            embed::Part::One(word)
        });
    let words: Vec<embed::Part> = embed::words(columns).chain(joined).collect();
    let is_none = words.is_empty();
    let has_parts = columns.iter().any(|field| field.embedded);
    let words = embed::joined(embed::word_list(), words.into_iter());
    match &options.searched {
        None if is_none => Ok(quote!(::core::option::Option::None)),
        None if has_parts => Ok(quote!({
            const WORDS: &[::data::db::Word] = #words;
            assert!(WORDS.is_empty(), "say the number of the searched record");
            ::core::option::Option::None
        })),
        Some(kind) if !is_none => {
            let is_numbered = options.numbered;
            Ok(
                quote!(::core::option::Option::Some(&::data::record::Searched {
                    kind: #kind,
                    is_numbered: #is_numbered,
                    words: #words,
                })),
            )
        }
        None => Err(Error::new_spanned(
            name,
            "say the number of the searched record: #[record(searched = 4)]",
        )),
        Some(kind) => Err(Error::new_spanned(
            kind,
            "say which fields are searched: #[record(searched)]",
        )),
    }
}

fn also_in_order(options: &Options) -> impl Iterator<Item = &String> {
    options
        .also
        .iter()
        .filter(|also| also.is_in_order)
        .map(|also| &also.sql)
}

/// Checks that the record has the columns that its options name; those of value objects are known
/// to the compiler only.
fn check_columns(name: &syn::Ident, options: &Options, columns: &[&Field]) -> Result<TokenStream> {
    let named = options
        .counted
        .iter()
        .flat_map(|counted| counted.by.iter().chain(&counted.sums))
        .chain(&options.in_order);
    let mut checks = Vec::new();
    let has_parts = columns.iter().any(|field| field.embedded);
    for column in named {
        if columns.iter().any(|field| field.column == *column) {
            continue;
        }
        let message = format!("`{column}` is no column of its own");
        if !has_parts {
            return Err(Error::new_spanned(name, message));
        }
        checks.push(quote!(assert!(
            ::data::db::embedded::has_column(<#name as ::data::db::Entity>::COLUMNS, #column),
            #message
        );));
    }
    Ok(match checks.is_empty() {
        true => TokenStream::new(),
        false => quote!(const _: () = { #(#checks)* };),
    })
}

fn counters(name: &syn::Ident, options: &Options) -> Result<Vec<TokenStream>> {
    if options.kept && !options.counted.is_empty() {
        return Err(Error::new_spanned(
            name,
            "a counters counts deleted rows, and a kept record's stay",
        ));
    }
    let counters = options.counted.iter().map(|counted| {
        let (table, by, sums) = (&counted.table, &counted.by, &counted.sums);
        quote!(::data::db::CounterTable { table: #table, by: &[#(#by),*], sums: &[#(#sums),*] })
    });
    Ok(counters.collect())
}

/// Returns the binding to an owner by the record's own column or one of its value objects.
fn owner_binding(fields: &[Field], owner: Owner) -> Result<TokenStream> {
    let own = binding(fields, owner)?;
    let constant = owner.constant();
    let parts: Vec<TokenStream> = fields
        .iter()
        .filter(|field| field.embedded)
        .map(|field| {
            let ty = &field.ty;
            quote!(<#ty as ::data::db::Embedded>::#constant)
        })
        .collect();
    Ok(match parts.is_empty() {
        true => own,
        false => quote!(::data::db::embedded::only_binding(&[#own, #(#parts),*])),
    })
}

fn binding(fields: &[Field], owner: Owner) -> Result<TokenStream> {
    let mut bound = fields
        .iter()
        .filter_map(|field| Some((field, field.bindings.get(&owner)?)));
    let Some((field, binding)) = bound.next() else {
        return Ok(quote!(::core::option::Option::None));
    };
    if let Some((second, _)) = bound.next() {
        return Err(Error::new_spanned(
            &second.ident,
            "one column binds a row to its owner",
        ));
    }
    let column = &field.column;
    Ok(match binding {
        Binding::Column => {
            quote!(::core::option::Option::Some(::data::db::Binding::Column(#column)))
        }
        Binding::Through(parent) => {
            let of_parent = owner.constant();
            quote!(::core::option::Option::Some(::data::db::Binding::through::<#parent>(
                #column,
                <#parent as ::data::db::Entity>::#of_parent,
            )))
        }
    })
}
