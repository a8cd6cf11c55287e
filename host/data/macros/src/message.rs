//! `message!`: a translatable sentence with named values, checked at compile time.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{
    Expr, Ident, LitStr, Result, Token,
    parse::{Parse, ParseStream},
};

/// `"must be at most {max} characters", max = MAX_LENGTH`; a place without a value takes the
/// variable with its name.
pub struct Message {
    template: LitStr,
    values: Vec<(Ident, Expr)>,
}

impl Parse for Message {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let template = input.parse()?;
        let mut values = Vec::new();
        while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let name: Ident = input.parse()?;
            input.parse::<Token![=]>()?;
            values.push((name, input.parse()?));
        }
        Ok(Self { template, values })
    }
}

pub fn expand(message: &Message) -> Result<TokenStream> {
    let Message { template, values } = message;
    let names =
        places(&template.value()).map_err(|words| syn::Error::new(template.span(), words))?;
    if let Some((name, _)) = values
        .iter()
        .find(|(name, _)| !names.contains(&name.to_string()))
    {
        return Err(syn::Error::new(
            name.span(),
            format!("the sentence has no place {{{name}}}"),
        ));
    }
    if names.is_empty() {
        return Ok(quote!(::data::Message::plain(#template)));
    }
    let values = names.iter().map(|name| {
        let value = match values.iter().find(|(given, _)| given == name) {
            Some((_, value)) => quote!(#value),
            None => {
                let variable = Ident::new(name, Span::call_site().located_at(template.span()));
                quote!(#variable)
            }
        };
        quote!((#name, ::data::message::Value::parameter(&(#value))))
    });
    Ok(quote!(::data::Message::filled(#template, ::std::vec![#(#values),*])))
}

fn places(template: &str) -> std::result::Result<BTreeSet<String>, &'static str> {
    let mut names = BTreeSet::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        let Some(after) = rest[at..].strip_prefix('{') else {
            return Err("a brace is closed that was not opened");
        };
        let Some((name, after)) = after.split_once('}') else {
            return Err("a brace is opened and not closed");
        };
        if syn::parse_str::<Ident>(name).is_err() {
            return Err("a place holds one name and nothing else, as {max}");
        }
        names.insert(name.to_owned());
        rest = after;
    }
    Ok(names)
}
