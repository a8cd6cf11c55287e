//! Field names in the API, derived from serde's attributes.

use syn::{Attribute, LitStr, Result, Token, parenthesized, token};

#[derive(Debug, Default)]
pub struct Serde {
    pub rename: Option<String>,
    pub rename_all: Option<String>,
    pub skip: bool,
    pub skip_serializing: bool,
    pub skip_deserializing: bool,
}

impl Serde {
    pub fn from_attributes(attributes: &[Attribute]) -> Result<Self> {
        let mut found = Self::default();
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("serde"))
        {
            attribute.parse_nested_meta(|meta| {
                let text = |meta: &syn::meta::ParseNestedMeta| {
                    Ok::<_, syn::Error>(meta.value()?.parse::<LitStr>()?.value())
                };
                if meta.path.is_ident("rename") && meta.input.peek(Token![=]) {
                    found.rename = Some(text(&meta)?);
                } else if meta.path.is_ident("rename_all") && meta.input.peek(Token![=]) {
                    found.rename_all = Some(text(&meta)?);
                } else if meta.path.is_ident("skip") {
                    found.skip = true;
                } else if meta.path.is_ident("skip_serializing") {
                    found.skip_serializing = true;
                } else if meta.path.is_ident("skip_deserializing") {
                    found.skip_deserializing = true;
                } else if meta.input.peek(Token![=]) {
                    meta.value()?.parse::<syn::Expr>()?;
                } else if meta.input.peek(token::Paren) {
                    let rest;
                    parenthesized!(rest in meta.input);
                    rest.parse::<proc_macro2::TokenStream>()?;
                }
                Ok(())
            })?;
        }
        Ok(found)
    }
}

/// Returns a field's serde name under `rename_all`, in camelCase by default.
pub fn api_name(field: &str, rename_all: Option<&str>) -> Option<String> {
    match rename_all.unwrap_or("camelCase") {
        "camelCase" => Some(camel(field)),
        "snake_case" => Some(field.to_owned()),
        _ => None,
    }
}

fn camel(field: &str) -> String {
    let mut name = String::with_capacity(field.len());
    let mut upper = false;
    for letter in field.trim_start_matches("r#").chars() {
        match letter {
            '_' => upper = true,
            letter if std::mem::take(&mut upper) => name.extend(letter.to_uppercase()),
            letter => name.push(letter),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_named_as_serde_names_them() {
        for (field, name) in [
            ("id", "id"),
            ("row_version", "rowVersion"),
            ("expected_no_of_bookings", "expectedNoOfBookings"),
            ("r#type", "type"),
        ] {
            assert_eq!(api_name(field, None).unwrap(), name);
        }
        assert_eq!(
            api_name("row_version", Some("snake_case")).unwrap(),
            "row_version"
        );
        assert_eq!(api_name("row_version", Some("SCREAMING")), None);
    }
}
