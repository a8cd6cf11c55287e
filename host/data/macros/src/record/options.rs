//! Options of a whole struct in `#[record(…)]`.

use syn::{DeriveInput, Ident, LitInt, LitStr, Path, Result};

/// A filter name backed by an expression over columns.
pub struct FilterExpression {
    pub name: String,
    pub sql: String,
    pub ty: Ident,
    /// Columns whose texts are joined in this order and searched as one.
    pub searched: Vec<String>,
    /// Set if an index stores the rows in this order.
    pub is_in_order: bool,
}

#[derive(Default)]
pub struct CounterOption {
    pub table: String,
    pub by: Vec<String>,
    pub sums: Vec<String>,
}

#[derive(Default)]
pub struct Options {
    pub table: Option<String>,
    pub name: Option<String>,
    /// Name in the record of changes, if it differs from the struct's name.
    pub called: Option<String>,
    pub kept: bool,
    pub unrecorded: bool,
    /// Set if every column is listed by default.
    pub open: bool,
    pub view_of: Option<Path>,
    /// Set for a value object; the records get constants of its columns.
    pub embedded_in: Option<Vec<Path>>,
    /// Begins the column names of a value object.
    pub prefix: String,
    pub also: Vec<FilterExpression>,
    pub counted: Vec<CounterOption>,
    /// Columns for which an index stores the rows in order.
    pub in_order: Vec<String>,
    /// Kind number in the search index.
    pub searched: Option<LitInt>,
    /// Set if people refer to the row by its id.
    pub numbered: bool,
    pub rename_all: Option<String>,
}

const COUNTED: &str = "counted(table = \"…\", by = \"code status\", sums = \"weight\")";

impl Options {
    pub fn from_attributes(input: &DeriveInput) -> Result<Self> {
        let mut options = Self {
            rename_all: crate::names::Serde::from_attributes(&input.attrs)?.rename_all,
            ..Self::default()
        };
        for attribute in input
            .attrs
            .iter()
            .filter(|attribute| attribute.path().is_ident("record"))
        {
            attribute.parse_nested_meta(|meta| {
                let name = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
                let text = || Ok::<_, syn::Error>(meta.value()?.parse::<LitStr>()?.value());
                let words = |text: String| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
                match name.as_str() {
                    "table" => options.table = Some(text()?),
                    "name" => options.name = Some(text()?),
                    "called" => options.called = Some(text()?),
                    "kept" => options.kept = true,
                    "unrecorded" => options.unrecorded = true,
                    "open" => options.open = true,
                    "searched" => options.searched = Some(meta.value()?.parse()?),
                    "numbered" => options.numbered = true,
                    "in_order" => options.in_order = words(text()?),
                    "counted" => {
                        let mut counted = CounterOption::default();
                        meta.parse_nested_meta(|part| {
                            let text = || Ok::<_, syn::Error>(part.value()?.parse::<LitStr>()?.value());
                            match part.path.get_ident().map(Ident::to_string).unwrap_or_default().as_str() {
                                "table" => counted.table = text()?,
                                "by" => counted.by = words(text()?),
                                "sums" => counted.sums = words(text()?),
                                _ => return Err(part.error(COUNTED)),
                            }
                            Ok(())
                        })?;
                        if counted.table.is_empty() || counted.by.is_empty() {
                            return Err(meta.error(COUNTED));
                        }
                        options.counted.push(counted);
                    }
                    "prefix" => options.prefix = text()?,
                    "embedded" => {
                        let mut records = Vec::new();
                        if meta.input.peek(syn::token::Paren) {
                            meta.parse_nested_meta(|record| {
                                records.push(record.path);
                                Ok(())
                            })?;
                        }
                        options.embedded_in = Some(records);
                    }
                    "view_of" => options.view_of = Some(meta.value()?.parse()?),
                    "also" => {
                        let (mut name, mut sql, mut ty, mut searched) = (None, None, None, Vec::new());
                        let mut is_in_order = false;
                        meta.parse_nested_meta(|part| {
                            if part.path.is_ident("name") {
                                name = Some(part.value()?.parse::<LitStr>()?.value());
                            } else if part.path.is_ident("sql") {
                                sql = Some(part.value()?.parse::<LitStr>()?.value());
                            } else if part.path.is_ident("ty") {
                                ty = Some(part.value()?.parse::<Ident>()?);
                            } else if part.path.is_ident("searched") {
                                let columns = part.value()?.parse::<LitStr>()?.value();
                                searched = columns.split_whitespace().map(str::to_owned).collect();
                            } else if part.path.is_ident("in_order") {
                                is_in_order = true;
                            } else {
                                return Err(part.error("also(name = \"…\", sql = \"…\", ty = Text)"));
                            }
                            Ok(())
                        })?;
                        let (Some(name), Some(sql), Some(ty)) = (name, sql, ty) else {
                            return Err(meta.error("also(name = \"…\", sql = \"…\", ty = Text)"));
                        };
                        options.also.push(FilterExpression { name, sql, ty, searched, is_in_order });
                    }
                    _ => {
                        let option_names = "table, name, called, kept, unrecorded, open, searched, numbered, view_of, also, \
                                     counted, in_order, embedded, prefix";
                        return Err(meta.error(format!("a record says {option_names}")));
                    }
                }
                Ok(())
            })?;
        }
        Ok(options)
    }
}
