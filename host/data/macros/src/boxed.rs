//! `#[boxed]`: compiles the body of an async function once.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

/// Turns `async fn f(&self, …) -> T { … }` into a function that returns a boxed future, of the
/// lifetime `'a` if the function declares it.
pub fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let is_word =
        |token: &TokenTree, word: &str| matches!(token, TokenTree::Ident(name) if name == word);
    let is_group = |token: &TokenTree, of: Delimiter| match token {
        TokenTree::Group(group) => group.delimiter() == of,
        _ => false,
    };
    let wrong = || syn::Error::new_spanned(&item, "`boxed` is for async functions of `self`");
    let keyword = tokens
        .iter()
        .position(|token| is_word(token, "async"))
        .ok_or_else(wrong)?;
    let arguments = keyword
        + tokens[keyword..]
            .iter()
            .position(|token| is_group(token, Delimiter::Parenthesis))
            .ok_or_else(wrong)?;
    let (body, answer) = match tokens[arguments + 1..].split_last() {
        Some((body, [dash, arrow, answer @ ..]))
            if is_group(body, Delimiter::Brace)
                && dash.to_string() == "-"
                && arrow.to_string() == ">" =>
        {
            (body, answer.iter().cloned().collect::<TokenStream>())
        }
        _ => return Err(wrong()),
    };
    let names_lifetime = tokens[keyword..arguments].windows(2).any(|pair| {
        matches!(&pair[0], TokenTree::Punct(mark) if mark.as_char() == '\'')
            && is_word(&pair[1], "a")
    });
    let lifetime = match names_lifetime {
        true => quote!('a),
        false => quote!('_),
    };
    let before: TokenStream = tokens[..keyword].iter().cloned().collect();
    let signature: TokenStream = tokens[keyword + 1..=arguments].iter().cloned().collect();
    Ok(quote! {
        #[inline(never)]
        #before #signature
            -> ::std::pin::Pin<::std::boxed::Box<
                dyn ::std::future::Future<Output = #answer> + ::std::marker::Send + #lifetime
            >>
        {
            ::std::boxed::Box::pin(async move #body)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_async_function_returns_a_boxed_future() {
        let item = quote!(
            pub async fn count(&self, of: u8) -> Result<i64> {
                Ok(1)
            }
        );
        let text = expand(item).unwrap().to_string();
        assert!(
            text.contains("pub fn count (& self , of : u8) ->"),
            "{text}"
        );
        assert!(text.contains("Output = Result < i64 >"), "{text}");
        assert!(text.contains("async move { Ok (1) }"), "{text}");
    }

    #[test]
    fn other_functions_are_rejected() {
        for item in [
            quote!(
                fn count(&self) -> i64 {
                    1
                }
            ),
            quote!(
                async fn count(&self) {}
            ),
        ] {
            assert!(expand(item).is_err());
        }
    }
}
