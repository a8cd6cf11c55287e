//! Filter parser: a lexer and a recursive descent with limits, linear in the length of the text.

use super::{
    Comparison, FilterError, Kind, Literal, MAX_BYTES, MAX_DEPTH, MAX_LIST, MAX_NODES, Node,
    excerpt,
};

/// `or` binds weakest, then `and`, comparisons, and `not`.
pub fn parse(text: &str) -> Result<Node, FilterError> {
    read(text).map_err(|error| error.in_characters(text))
}

fn read(text: &str) -> Result<Node, FilterError> {
    if text.len() > MAX_BYTES {
        return Err(FilterError::new(
            MAX_BYTES,
            format!("the filter is longer than {MAX_BYTES} bytes"),
        ));
    }
    let mut parser = Parser {
        text,
        next: 0,
        token: Token::End,
        at: 0,
        depth: 0,
        nodes: 0,
    };
    parser.advance()?;
    let node = parser.any_of()?;
    match parser.token {
        Token::End => Ok(node),
        _ => Err(parser.expected("and, or, or the end of the filter")),
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Open,
    Close,
    Comma,
    Literal(Literal),
    Word(String),
    End,
}

struct Parser<'a> {
    text: &'a str,
    next: usize,
    token: Token,
    at: usize,
    depth: usize,
    nodes: usize,
}

impl Parser<'_> {
    fn error(&self, message: impl Into<String>) -> FilterError {
        FilterError::new(self.at, message)
    }

    fn expected(&self, what: &str) -> FilterError {
        match self.token {
            Token::End => self.error(format!("{what} is missing at the end of the filter")),
            _ => self.error(format!(
                "{what} is expected here, not {}",
                excerpt(&self.text[self.at..self.next])
            )),
        }
    }

    fn advance(&mut self) -> Result<(), FilterError> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.next).is_some_and(u8::is_ascii_whitespace) {
            self.next += 1;
        }
        self.at = self.next;
        let single = match bytes.get(self.at) {
            None => Some(Token::End),
            Some(b'(') => Some(Token::Open),
            Some(b')') => Some(Token::Close),
            Some(b',') => Some(Token::Comma),
            Some(_) => None,
        };
        self.token = match single {
            Some(Token::End) => Token::End,
            Some(token) => {
                self.next += 1;
                token
            }
            None if bytes[self.at] == b'\'' => Token::Literal(Literal::Text(self.read_quoted()?)),
            None => self.word()?,
        };
        Ok(())
    }

    /// Two quotes inside are one.
    fn read_quoted(&mut self) -> Result<String, FilterError> {
        let rest = &self.text[self.next + 1..];
        let mut value = String::new();
        let mut from = 0;
        while let Some(quote) = rest[from..].find('\'').map(|quote| from + quote) {
            value.push_str(&rest[from..quote]);
            if rest.as_bytes().get(quote + 1) == Some(&b'\'') {
                value.push('\'');
                from = quote + 2;
                continue;
            }
            self.next += 1 + quote + 1;
            // PostgreSQL can't store it, so no row matches.
            if value.contains('\0') {
                return Err(self.error("the text holds a null character"));
            }
            return Ok(value);
        }
        Err(self.error("the closing quote of this text is missing"))
    }

    fn word(&mut self) -> Result<Token, FilterError> {
        let rest = &self.text[self.at..];
        let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '(' | ')' | ',' | '\'');
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.next = self.at + word.len();
        if self.text.as_bytes().get(self.next) == Some(&b'\'') {
            let value = self.read_quoted()?;
            return Literal::from_prefixed(word, &value, self.at).map(Token::Literal);
        }
        if let Some(literal) = Literal::from_word(word, self.at)? {
            return Ok(Token::Literal(literal));
        }
        let is_name = word.split(['/', '.']).all(|part| {
            part.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && part.chars().all(|c| c.is_alphanumeric() || c == '_')
        });
        if is_name {
            Ok(Token::Word(word.to_string()))
        } else {
            Err(self.error(format!("{} is not a name or a value", excerpt(word))))
        }
    }

    fn at_word(&self, wanted: &str) -> bool {
        matches!(&self.token, Token::Word(word) if word.eq_ignore_ascii_case(wanted))
    }

    fn count(&mut self) -> Result<(), FilterError> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            Err(self.error(format!("the filter has more than {MAX_NODES} terms")))
        } else {
            Ok(())
        }
    }

    fn with_depth(&mut self) -> Result<(), FilterError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            Err(self.error(format!("the filter nests deeper than {MAX_DEPTH} levels")))
        } else {
            Ok(())
        }
    }

    fn any_of(&mut self) -> Result<Node, FilterError> {
        self.chain("or", Self::all_of, Kind::Or)
    }

    fn all_of(&mut self) -> Result<Node, FilterError> {
        self.chain("and", Self::comparison, Kind::And)
    }

    fn chain(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Result<Node, FilterError>,
        kind: fn(Vec<Node>) -> Kind,
    ) -> Result<Node, FilterError> {
        let at = self.at;
        let first = part(self)?;
        if !self.at_word(word) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.at_word(word) {
            self.count()?;
            self.advance()?;
            parts.push(part(self)?);
        }
        Ok(Node {
            at,
            kind: kind(parts),
        })
    }

    fn comparison(&mut self) -> Result<Node, FilterError> {
        let at = self.at;
        let left = self.unary()?;
        let Token::Word(word) = &self.token else {
            return Ok(left);
        };
        if word.eq_ignore_ascii_case("in") {
            self.count()?;
            self.advance()?;
            let list = self.list()?;
            return Ok(Node {
                at,
                kind: Kind::In(Box::new(left), list),
            });
        }
        let Some(comparison) = Comparison::from_word(word) else {
            return Ok(left);
        };
        self.count()?;
        self.advance()?;
        let right = self.unary()?;
        Ok(Node {
            at,
            kind: Kind::Compare(comparison, Box::new(left), Box::new(right)),
        })
    }

    fn list(&mut self) -> Result<Vec<Node>, FilterError> {
        if self.token != Token::Open {
            return Err(self.expected("( after in"));
        }
        let mut values = Vec::new();
        loop {
            self.advance()?;
            let at = self.at;
            let Token::Literal(literal) = &mut self.token else {
                return Err(self.expected("a value of the list"));
            };
            let literal = std::mem::replace(literal, Literal::Null);
            if values.len() == MAX_LIST {
                return Err(self.error(format!("the list has more than {MAX_LIST} values")));
            }
            values.push(Node {
                at,
                kind: Kind::Literal(literal),
            });
            self.advance()?;
            match self.token {
                Token::Comma => {}
                Token::Close => break,
                _ => return Err(self.expected("a comma or )")),
            }
        }
        self.advance()?;
        Ok(values)
    }

    fn unary(&mut self) -> Result<Node, FilterError> {
        if !self.at_word("not") {
            return self.primary();
        }
        let at = self.at;
        self.count()?;
        self.with_depth()?;
        self.advance()?;
        let inner = self.unary()?;
        self.depth -= 1;
        Ok(Node {
            at,
            kind: Kind::Not(Box::new(inner)),
        })
    }

    fn primary(&mut self) -> Result<Node, FilterError> {
        self.count()?;
        self.with_depth()?;
        let at = self.at;
        let node = match &mut self.token {
            Token::Open => {
                self.advance()?;
                let inner = self.any_of()?;
                if self.token != Token::Close {
                    return Err(self.expected("and, or, or )"));
                }
                self.advance()?;
                inner
            }
            Token::Literal(literal) => {
                let literal = std::mem::replace(literal, Literal::Null);
                self.advance()?;
                Node {
                    at,
                    kind: Kind::Literal(literal),
                }
            }
            Token::Word(word) => {
                let word = std::mem::take(word);
                let reserved = ["and", "or", "in"]
                    .iter()
                    .any(|name| name.eq_ignore_ascii_case(&word));
                if reserved || Comparison::from_word(&word).is_some() {
                    return Err(self.error(format!(
                        "a field or a value is missing before {}",
                        excerpt(&word)
                    )));
                }
                self.advance()?;
                if self.token == Token::Open {
                    self.call(at, word)?
                } else {
                    Node {
                        at,
                        kind: Kind::Name(word),
                    }
                }
            }
            _ => return Err(self.expected("a field, a value, a function or (")),
        };
        self.depth -= 1;
        Ok(node)
    }

    fn call(&mut self, at: usize, name: String) -> Result<Node, FilterError> {
        let mut arguments = Vec::new();
        loop {
            self.advance()?;
            if arguments.is_empty() && self.token == Token::Close {
                break;
            }
            arguments.push(self.primary()?);
            match self.token {
                Token::Comma => {}
                Token::Close => break,
                _ => return Err(self.expected("a comma or )")),
            }
        }
        self.advance()?;
        Ok(Node {
            at,
            kind: Kind::Call(name.to_ascii_lowercase(), arguments),
        })
    }
}
