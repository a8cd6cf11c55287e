//! `#[derive(Record)]`: generates the table, API names, condition columns and recorded columns of a
//! struct.

mod embed;
mod fields;
mod new;
mod options;
mod view;

use fields::{Binding, Field, Owner};
use options::Options;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
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
        quote!(::data::db::Field),
        std::iter::once(embed::Part::One(first))
            .chain(filtered)
            .chain(also.map(embed::Part::One)),
    );
    let protected = fields
        .iter()
        .filter(|field| field.protected)
        .map(|field| &field.api_name);
    let customer = binding(fields, Owner::Customer)?;
    let driver = binding(fields, Owner::Driver)?;
    let searched = searched(name, options, &columns)?;
    let counters = counters(name, options, &columns)?;
    let in_order: Vec<&String> = options
        .in_order
        .iter()
        .chain(also_in_order(options))
        .collect();
    let bind = columns.iter().map(|field| field.bind());
    let read = view::read(fields);
    let select = view::select(fields);
    let handles = handles(fields);
    let new = new::expand(input, fields);
    let new_type = new::type_name(name);
    Ok(quote! {
        #[allow(dead_code)]
        impl #name { #(#handles)* }

        #new

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

/// Column constants such as `Customer::CODE`, with the visibility of their fields.
fn handles(fields: &[Field]) -> impl Iterator<Item = TokenStream> {
    let is_stored = |field: &&Field| !field.sent && !field.embedded;
    fields.iter().filter(is_stored).map(|field| {
        let (visibility, column, ty) = (&field.visibility, &field.column, field.handle_type());
        let handle = format_ident!("{}", field.column.to_uppercase(), span = field.ident.span());
        let says = format!("The column `{column}`, for conditions.");
        quote! {
            #[doc = #says]
            #visibility const #handle: ::data::db::Column<Self, #ty> = ::data::db::Column::declared(#column);
        }
    })
}

/// Search index entries: the searched columns, and names composed of several columns.
fn searched(name: &syn::Ident, options: &Options, columns: &[&Field]) -> Result<TokenStream> {
    let single = columns.iter().filter(|field| field.searched).flat_map(|field| {
        let (api_name, column, members) = (&field.api_name, &field.column, &field.searched_members);
        if !field.filtered || members.is_empty() {
            return vec![
                quote!(::data::record::Word { field: #api_name, columns: &[#column], members: &[#(#members),*] }),
            ];
        }
        let word = |member: &String| {
            let member_name = field.member_name(member);
            quote!(::data::record::Word { field: #member_name, columns: &[#column], members: &[#member] })
        };
        members.iter().map(word).collect()
    });
    let joined = options.also.iter().filter(|also| !also.searched.is_empty()).map(|also| {
        let (api_name, columns) = (&also.name, &also.searched);
        quote!(::data::record::Word { field: #api_name, columns: &[#(#columns),*], members: &[] })
    });
    let words: Vec<TokenStream> = single.chain(joined).collect();
    match (&options.searched, words.is_empty()) {
        (None, true) => Ok(quote!(::core::option::Option::None)),
        (Some(kind), false) => {
            let is_numbered = options.numbered;
            Ok(
                quote!(::core::option::Option::Some(&::data::record::Searched {
                    kind: #kind,
                    is_numbered: #is_numbered,
                    words: &[#(#words),*],
                })),
            )
        }
        (None, false) => Err(Error::new_spanned(
            name,
            "say the number of the searched record: #[record(searched = 4)]",
        )),
        (Some(kind), true) => Err(Error::new_spanned(
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

fn counters(name: &syn::Ident, options: &Options, columns: &[&Field]) -> Result<Vec<TokenStream>> {
    if options.kept && !options.counted.is_empty() {
        return Err(Error::new_spanned(
            name,
            "a counters counts deleted rows, and a kept record's stay",
        ));
    }
    let named = options
        .counted
        .iter()
        .flat_map(|counted| counted.by.iter().chain(&counted.sums));
    for column in named.chain(&options.in_order) {
        if !columns.iter().any(|field| field.column == *column) {
            return Err(Error::new_spanned(
                name,
                format!("`{column}` is no column of its own"),
            ));
        }
    }
    let counters = options.counted.iter().map(|counted| {
        let (table, by, sums) = (&counted.table, &counted.by, &counted.sums);
        quote!(::data::db::CounterTable { table: #table, by: &[#(#by),*], sums: &[#(#sums),*] })
    });
    Ok(counters.collect())
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
