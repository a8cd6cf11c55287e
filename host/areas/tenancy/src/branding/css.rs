//! Sanitising of a tenant's style sheet: only styling passes; errors name their line.
//!
//! The sheet is read token by token, as in a browser. Everything not known as harmless is rejected:
//! at-rules other than `@media` and `@supports`, functions off the list, URLs of other hosts, and
//! escapes that could hide them. The accepted sheet is confined to a cascade layer, since every
//! bracket is closed.

use cssparser::{BasicParseErrorKind, ParseError, ParseErrorKind, Parser, Token};
use data::{Message, message};

pub(crate) const MAX_BYTES: usize = 64 * 1024;
const MAX_DEPTH: u8 = 16;
const AT_RULES: [&str; 2] = ["media", "supports"];
const PROPERTIES: [&str; 2] = ["behavior", "-moz-binding"];
const PICTURES: [&str; 4] = [
    "data:image/png;",
    "data:image/jpeg;",
    "data:image/gif;",
    "data:image/webp;",
];

/// Functions of values and selectors without external effects.
#[rustfmt::skip]
const FUNCTIONS: &[&str] = &[
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "light-dark", "calc",
    "min", "max", "clamp", "round", "abs", "var", "env", "linear-gradient", "radial-gradient", "conic-gradient",
    "repeating-linear-gradient", "repeating-radial-gradient", "repeating-conic-gradient", "translate", "translatex",
    "translatey", "translatez", "translate3d", "scale", "scalex", "scaley", "rotate", "skew", "skewx", "skewy",
    "matrix", "perspective", "cubic-bezier", "steps", "linear", "blur", "brightness", "contrast", "drop-shadow",
    "grayscale", "hue-rotate", "invert", "opacity", "saturate", "sepia", "repeat", "minmax", "fit-content", "circle",
    "ellipse", "inset", "polygon", "not", "is", "where", "has", "nth-child", "nth-last-child", "nth-of-type",
    "nth-last-of-type", "lang", "dir", "and", "or", "only", "selector",
];

/// Reason and line of a rejection.
struct Rejection {
    line: u32,
    message: Message,
}

/// Returns the sheet as served, or the error with its line.
pub(crate) fn sanitize(bytes: &[u8]) -> Result<String, Message> {
    let text = std::str::from_utf8(bytes).map_err(|_| message!("must be text in UTF-8"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(at) = text.find(|c: char| c.is_control() && !c.is_ascii_whitespace()) {
        let line = text[..at].matches('\n').count() + 1;
        return Err(message!(
            "line {line}: a control character does not belong into a style sheet"
        ));
    }
    let mut input = Parser::new(text);
    input.set_nested_block_limit(MAX_DEPTH);
    let mut output = String::with_capacity(text.len());
    match read_level(&mut input, &mut output) {
        Ok(()) => Ok(format!("@layer tenant {{\n{}\n}}\n", output.trim())),
        Err(ParseError {
            kind: ParseErrorKind::Custom(Rejection { line, message }),
        }) => Err(message!(
            "line {line}: {problem}",
            line = line + 1,
            problem = message
        )),
        Err(ParseError {
            kind: ParseErrorKind::Basic(kind),
        }) => {
            let line = input.current_source_location().line + 1;
            Err(match kind {
                BasicParseErrorKind::TooManyNestedBlocks => {
                    message!(
                        "line {line}: brackets nest deeper than {max}",
                        max = MAX_DEPTH
                    )
                }
                _ => message!("line {line}: can't be read as a style sheet"),
            })
        }
    }
}

fn reject<T>(input: &Parser<'_>, message: Message) -> Result<T, ParseError<Rejection>> {
    let line = input.current_source_location().line;
    Err(ParseError::custom(Rejection { line, message }))
}

#[derive(Clone, Copy, PartialEq)]
enum PreviousToken {
    Nothing,
    /// Name of a property that runs code.
    Active(&'static str),
}

/// Reads one bracket level; keeps its tokens without comments.
fn read_level(input: &mut Parser<'_>, output: &mut String) -> Result<(), ParseError<Rejection>> {
    let mut before = PreviousToken::Nothing;
    loop {
        let start = input.position();
        let token = match input.next_including_whitespace_and_comments() {
            Ok(token) => token.clone(),
            Err(_) => return Ok(()),
        };
        let text = input.slice_from(start);
        if !matches!(token, Token::QuotedString(_) | Token::Comment(_)) && text.contains('\\') {
            return reject(input, message!("a backslash is allowed inside quotes only"));
        }
        if let (PreviousToken::Active(name), Token::Colon) = (before, &token) {
            return reject(input, message!("the property {name} is not allowed"));
        }
        if !matches!(token, Token::WhiteSpace(_) | Token::Comment(_)) {
            before = PreviousToken::Nothing;
        }
        match &token {
            Token::Comment(_) if text.len() < 4 || !text.ends_with("*/") => {
                return reject(input, message!("a comment has no end"));
            }
            Token::Comment(_) => {
                // A comment separates two words like a blank.
                output.push(' ');
                continue;
            }
            Token::AtKeyword(name)
                if !AT_RULES
                    .iter()
                    .any(|known| name.eq_ignore_ascii_case(known)) =>
            {
                return reject(
                    input,
                    message!("@{name} is not allowed", name = name.to_ascii_lowercase()),
                );
            }
            Token::Delim('@') => return reject(input, message!("@ is not allowed alone")),
            Token::CDO | Token::CDC => {
                return reject(input, message!("{text} does not belong into a style sheet"));
            }
            Token::BadString(_) => {
                return reject(input, message!("a text in quotes does not end on its line"));
            }
            Token::BadUrl(_) => {
                return reject(
                    input,
                    message!("an address with quotes, brackets or spaces must be in quotes"),
                );
            }
            Token::CloseCurlyBracket | Token::CloseParenthesis | Token::CloseSquareBracket => {
                return reject(input, message!("{text} has no matching opening bracket"));
            }
            Token::QuotedString(_) => check_string(input, text)?,
            Token::UnquotedUrl(address) => {
                if !text.ends_with(')') {
                    return reject(input, message!("url( has no end"));
                }
                check_address(input, address)?;
            }
            Token::Ident(name) => {
                if let Some(name) = PROPERTIES
                    .iter()
                    .find(|known| name.eq_ignore_ascii_case(known))
                {
                    before = PreviousToken::Active(name);
                }
            }
            Token::Function(name) if name.eq_ignore_ascii_case("url") => {
                output.push_str(text);
                read_block(input, output, ")", quoted_url)?;
                continue;
            }
            Token::Function(name)
                if !FUNCTIONS
                    .iter()
                    .any(|known| name.eq_ignore_ascii_case(known)) =>
            {
                return reject(
                    input,
                    message!(
                        "the function {name}() is not allowed",
                        name = name.to_ascii_lowercase()
                    ),
                );
            }
            _ => {}
        }
        output.push_str(text);
        match token {
            Token::Function(_) | Token::ParenthesisBlock => {
                read_block(input, output, ")", read_level)?
            }
            Token::SquareBracketBlock => read_block(input, output, "]", read_level)?,
            Token::CurlyBracketBlock => read_block(input, output, "}", read_level)?,
            _ => {}
        }
    }
}

/// Reads a bracketed block; its closing bracket is required.
fn read_block(
    input: &mut Parser<'_>,
    output: &mut String,
    closing: &str,
    inside: fn(&mut Parser<'_>, &mut String) -> Result<(), ParseError<Rejection>>,
) -> Result<(), ParseError<Rejection>> {
    let end = input.parse_nested_block(|input| {
        inside(input, output)?;
        Ok(input.position())
    })?;
    if input.slice_from(end).is_empty() {
        return reject(input, message!("the sheet ends before a {closing}"));
    }
    output.push_str(closing);
    Ok(())
}

/// Reads the string in `url("…")`.
fn quoted_url(input: &mut Parser<'_>, output: &mut String) -> Result<(), ParseError<Rejection>> {
    input.skip_whitespace();
    let start = input.position();
    let Ok(Token::QuotedString(address)) = input.next_including_whitespace_and_comments().cloned()
    else {
        return reject(input, message!("url( has no end"));
    };
    let text = input.slice_from(start);
    check_string(input, text)?;
    // An escape could hide the URL's target.
    if text.contains('\\') {
        return reject(input, ADDRESSES);
    }
    check_address(input, &address)?;
    output.push_str(text);
    input.skip_whitespace();
    if input.next_including_whitespace_and_comments().is_ok() {
        return reject(input, message!("url( has no end"));
    }
    Ok(())
}

fn check_string(input: &Parser<'_>, text: &str) -> Result<(), ParseError<Rejection>> {
    let closed =
        text.len() > 1 && text.chars().next() == text.chars().last() && !ends_escaped(text);
    if closed {
        Ok(())
    } else {
        reject(input, message!("a text in quotes does not end on its line"))
    }
}

/// True if the last character of a quoted text is escaped, which leaves the text unclosed.
fn ends_escaped(text: &str) -> bool {
    let inner = &text[..text.len() - 1];
    inner.chars().rev().take_while(|c| *c == '\\').count() % 2 == 1
}

const ADDRESSES: Message = message!(
    "url() may only contain a path such as /logo.png or a picture (data:image/png;base64,…)"
);

fn check_address(input: &Parser<'_>, address: &str) -> Result<(), ParseError<Rejection>> {
    let plain = address.bytes().all(|b| b.is_ascii_graphic() && b != b'\\');
    let own = address.starts_with('/') && !address.starts_with("//");
    let picture = PICTURES.iter().any(|start| {
        address
            .get(..start.len())
            .is_some_and(|a| a.eq_ignore_ascii_case(start))
    });
    if plain && (own || picture) {
        Ok(())
    } else {
        reject(input, ADDRESSES)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_plain_sheet_is_kept_in_its_layer() {
        let sheet = ":root { --brand: #1d4ed8; } /* } @import */\n.a > b:not([href=\"}\"]), c::before { content: \"\\201C\";\
            color: rgb(0 0 0 / 50%); background: url( '/a.png' ) , url(data:image/png;base64,AAAA) }\n\
            @media (min-width: 40em) and (prefers-color-scheme: dark) { p { width: calc(1px + (2 * 3px)) } }";
        let layered = sanitize(sheet.as_bytes()).unwrap();
        assert!(
            layered.starts_with("@layer tenant {\n:root { --brand"),
            "{layered}"
        );
        assert!(
            layered.ends_with("}\n}\n")
                && !layered.contains("@import")
                && layered.contains("\\201C")
        );
    }

    #[test]
    fn what_could_do_more_is_refused_with_its_line() {
        for (sheet, words) in [
            ("@import '/a.css';", "line 1: @import"),
            ("\n@IMPORT url(//evil.example)", "line 2: @import"),
            ("@font-face{src:url(/f)}", "@font-face"),
            ("@layer other{}", "@layer"),
            ("@\\69mport 'a'", "backslash"),
            ("a{b:url(https://evil.example/x)}", "url() may only contain"),
            ("a{b:url(//evil.example/x)}", "url() may only contain"),
            ("a{b:url('/\\\\evil.example')}", "url() may only contain"),
            ("a{b:url(\"/\\2fevil.example\")}", "url() may only contain"),
            ("a{b:url(data:image/svg+xml,x)}", "url() may only contain"),
            (
                "a{b:URL(javascript:alert(1))}",
                "quotes, brackets or spaces",
            ),
            ("a{b:u\\72l(//evil.example)}", "backslash"),
            ("a{b:ur/**/l(//evil.example)}", "l() is not allowed"),
            ("a{b:image-set('//evil.example' 1x)}", "image-set()"),
            ("a{b:src('//evil.example')}", "src()"),
            ("a{width:expression(alert(1))}", "expression()"),
            ("a{behavior :url(/x.htc)}", "behavior"),
            ("a{-moz-binding:url(/x)}", "-moz-binding"),
            ("a{}} b{", "} has no matching opening bracket"),
            ("a{", "ends before a }"),
            ("a{b:'x\n'}", "does not end on its line"),
            ("a{b:(]}", "] has no matching opening bracket"),
            ("a{/*", "a comment has no end"),
            ("<!--a{}-->", "<!"),
            ("a{b:url(/x", "url( has no end"),
            ("a{b:url(/x /y)}", "quotes, brackets or spaces"),
            ("a{\u{0}}", "control character"),
        ] {
            let refused = sanitize(sheet.as_bytes()).expect_err(sheet);
            assert!(refused.to_string().contains(words), "{sheet}: {refused}");
        }
        assert!(sanitize(b"a{content:\"\xff\"}").is_err());
        assert!(sanitize("(".repeat(usize::from(MAX_DEPTH) + 1).as_bytes()).is_err());
    }

    proptest! {
        #[test]
        fn nothing_that_is_taken_reaches_out(sheet in "[a-z@{}()\\[\\]\"'/*\\\\:;. \n-]{0,60}") {
            if let Ok(layered) = sanitize(sheet.as_bytes()) {
                let plain: String = layered.to_lowercase();
                prop_assert!(!plain.contains("@import"));
                let depth = |open: char| plain.matches(open).count();
                // Outside strings, brackets are balanced.
                if !plain.contains(['"', '\'']) {
                    prop_assert_eq!(depth('{'), depth('}'));
                    prop_assert_eq!(depth('('), depth(')'));
                }
            }
        }
    }
}
