//! A tenant's own style sheet: taken when it can do nothing but style, refused with its line otherwise.
//!
//! The sheet is read piece by piece, as a browser does. What is not known to be harmless is refused: at-rules other
//! than `@media` and `@supports`, functions that are not on the list, addresses that lead to another host, escapes that
//! could hide any of these. What is taken stands in a cascade layer of its own and cannot leave it, since every bracket
//! is closed.

/// The largest sheet.
pub(crate) const LARGEST: usize = 64 * 1024;
const DEEPEST: usize = 16;
const AT_RULES: [&str; 2] = ["media", "supports"];
const PROPERTIES: [&str; 2] = ["behavior", "-moz-binding"];

/// Functions of values and selectors that reach nothing outside.
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

/// The sheet as it is served, or what is wrong with it and where.
pub(crate) fn layered(bytes: &[u8]) -> Result<String, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "must be text in UTF-8".to_owned())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { rest: text, line: 1, open: Vec::new(), kept: String::with_capacity(text.len()) };
    reader.read().map_err(|message| format!("line {}: {message}", reader.line))?;
    Ok(format!("@layer tenant {{\n{}\n}}\n", reader.kept.trim()))
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    /// The closing brackets that are waited for.
    open: Vec<char>,
    /// What was read, without comments.
    kept: String,
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Result<(), String> {
        while let Some(next) = self.rest.chars().next() {
            match next {
                '/' if self.rest.starts_with("/*") => self.comment()?,
                '"' | '\'' => {
                    self.string(next)?;
                }
                '\\' => return Err("a backslash is allowed inside quotes only".to_owned()),
                '<' if self.rest.starts_with("<!") => return Err("<! does not belong into a style sheet".to_owned()),
                '@' => self.at_rule()?,
                '(' | '[' | '{' => {
                    self.open.push(closing(next));
                    if self.open.len() > DEEPEST {
                        return Err(format!("brackets nest deeper than {DEEPEST}"));
                    }
                    self.take(1);
                }
                ')' | ']' | '}' => {
                    if self.open.pop() != Some(next) {
                        return Err(format!("{next} closes nothing"));
                    }
                    self.take(1);
                }
                c if is_name(c) => self.word()?,
                c if c.is_control() && !c.is_ascii_whitespace() => {
                    return Err("a control character does not belong into a style sheet".to_owned());
                }
                c => {
                    self.take(c.len_utf8());
                }
            }
        }
        match self.open.last() {
            Some(bracket) => Err(format!("the sheet ends before a {bracket}")),
            None => Ok(()),
        }
    }

    /// Moves so many bytes over.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.line += taken.matches('\n').count();
        self.kept.push_str(taken);
        taken
    }

    fn comment(&mut self) -> Result<(), String> {
        let end = self.rest[2..].find("*/").ok_or("a comment has no end")? + 4;
        self.line += self.rest[..end].matches('\n').count();
        self.rest = &self.rest[end..];
        // A comment parts two words, as a blank does.
        self.kept.push(' ');
        Ok(())
    }

    /// A text in quotes; without them it is given back.
    fn string(&mut self, quote: char) -> Result<&'a str, String> {
        let mut escaped = false;
        for (at, c) in self.rest.char_indices().skip(1) {
            match c {
                '\n' | '\r' | '\u{c}' => break,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                c if c == quote => {
                    let whole = self.take(at + 1);
                    return Ok(&whole[1..at]);
                }
                c if c.is_control() => break,
                _ => {}
            }
        }
        Err(format!("the text after {quote} does not end on its line"))
    }

    fn name(&mut self) -> &'a str {
        let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    fn at_rule(&mut self) -> Result<(), String> {
        self.take(1);
        let name = self.name().to_ascii_lowercase();
        if AT_RULES.contains(&name.as_str()) { Ok(()) } else { Err(format!("@{name} is not allowed")) }
    }

    fn word(&mut self) -> Result<(), String> {
        let name = self.name().to_ascii_lowercase();
        if self.rest.starts_with('(') {
            return match name.as_str() {
                "url" => self.url(),
                known if FUNCTIONS.contains(&known) => Ok(()),
                _ => Err(format!("the function {name}() is not allowed")),
            };
        }
        if PROPERTIES.contains(&name.as_str()) && self.rest.trim_start().starts_with([':', '/']) {
            return Err(format!("the property {name} is not allowed"));
        }
        Ok(())
    }

    /// `url(…)`, which may name a path of this host or hold a picture.
    fn url(&mut self) -> Result<(), String> {
        self.take(1);
        let blank = self.rest.len() - self.rest.trim_start().len();
        self.take(blank);
        let address = match self.rest.chars().next() {
            Some(quote @ ('"' | '\'')) => self.string(quote)?,
            _ => {
                let end = self.rest.find(')').ok_or("url( has no end")?;
                let address = self.take(end);
                if address.contains(['"', '\'', '(']) {
                    return Err("an address with quotes or brackets must stand in quotes".to_owned());
                }
                address.trim_end()
            }
        };
        let blank = self.rest.len() - self.rest.trim_start().len();
        self.take(blank);
        if !self.rest.starts_with(')') {
            return Err("url( has no end".to_owned());
        }
        self.take(1);
        let plain = address.bytes().all(|b| b.is_ascii_graphic() && b != b'\\');
        let own = address.starts_with('/') && !address.starts_with("//");
        let pictures = ["data:image/png;", "data:image/jpeg;", "data:image/gif;", "data:image/webp;"];
        let picture =
            pictures.iter().any(|start| address.get(..start.len()).is_some_and(|a| a.eq_ignore_ascii_case(start)));
        if plain && (own || picture) {
            return Ok(());
        }
        Err("url() may name a path such as /logo.png or hold a picture (data:image/png;base64,…), nothing else"
            .to_owned())
    }
}

fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// Whether names hold the character: letters, digits, hyphens, and all beyond ASCII.
fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii()
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
        let layered = layered(sheet.as_bytes()).unwrap();
        assert!(layered.starts_with("@layer tenant {\n:root { --brand"), "{layered}");
        assert!(layered.ends_with("}\n}\n") && !layered.contains("@import") && layered.contains("\\201C"));
    }

    #[test]
    fn what_could_do_more_is_refused_with_its_line() {
        for (sheet, words) in [
            ("@import '/a.css';", "line 1: @import"),
            ("\n@IMPORT url(//evil.example)", "line 2: @import"),
            ("@font-face{src:url(/f)}", "@font-face"),
            ("@layer other{}", "@layer"),
            ("@\\69mport 'a'", "@ is not"),
            ("a{b:url(https://evil.example/x)}", "url() may name"),
            ("a{b:url(//evil.example/x)}", "url() may name"),
            ("a{b:url('/\\\\evil.example')}", "url() may name"),
            ("a{b:url(\"/\\2fevil.example\")}", "url() may name"),
            ("a{b:url(data:image/svg+xml,x)}", "url() may name"),
            ("a{b:URL(javascript:alert(1))}", "quotes or brackets"),
            ("a{b:u\\72l(//evil.example)}", "backslash"),
            ("a{b:ur/**/l(//evil.example)}", "l() is not allowed"),
            ("a{b:image-set('//evil.example' 1x)}", "image-set()"),
            ("a{b:src('//evil.example')}", "src()"),
            ("a{width:expression(alert(1))}", "expression()"),
            ("a{behavior :url(/x.htc)}", "behavior"),
            ("a{-moz-binding:url(/x)}", "-moz-binding"),
            ("a{}} b{", "} closes nothing"),
            ("a{", "ends before a }"),
            ("a{b:'x\n'}", "does not end on its line"),
            ("a{b:(]}", "] closes nothing"),
            ("a{/*", "a comment has no end"),
            ("<!--a{}-->", "<!"),
            ("a{b:url(/x", "url( has no end"),
            ("a{b:url(/x /y)}", "url() may name"),
            ("a{\u{0}}", "control character"),
        ] {
            let refused = layered(sheet.as_bytes()).expect_err(sheet);
            assert!(refused.contains(words), "{sheet}: {refused}");
        }
        assert!(layered(b"a{content:\"\xff\"}").is_err());
        assert!(layered("(".repeat(DEEPEST + 1).as_bytes()).is_err());
    }

    proptest! {
        #[test]
        fn nothing_that_is_taken_reaches_out(sheet in "[a-z@{}()\\[\\]\"'/*\\\\:;. \n-]{0,60}") {
            if let Ok(layered) = layered(sheet.as_bytes()) {
                let plain: String = layered.to_lowercase();
                prop_assert!(!plain.contains("@import"));
                let depth = |open: char| plain.matches(open).count();
                // Strings aside, what opens is closed.
                if !plain.contains(['"', '\'']) {
                    prop_assert_eq!(depth('{'), depth('}'));
                    prop_assert_eq!(depth('('), depth(')'));
                }
            }
        }
    }
}
