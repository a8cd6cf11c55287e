//! A scan of XML during unpacking, which bounds tokens, cells and elements before a parser holds
//! them in memory.
//!
//! The workbook parser buffers a whole token, and all the text of a cell, before it returns. The
//! scan uses the same rules for token ends, and rejects constructs used only in attacks: document
//! types, quotes in closing tags.

use memchr::{memchr, memchr3};

/// Bytes of one token: a text, a tag, a comment.
pub(super) const MAX_TOKEN: usize = 256 << 10;
/// Bytes of a cell with its markup; a text of 32,767 characters with many fonts has less.
pub(super) const MAX_CELL: usize = 1 << 20;
const MAX_NAME: usize = 128;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    TooLong,
    Malformed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Text,
    /// After `<`, before the kind of token is known.
    Begin,
    Tag {
        quote: Option<u8>,
    },
    Closing,
    Comment,
    Data,
    Instruction,
}

/// The scan of one part, fed piece by piece.
#[derive(Debug)]
pub(super) struct Markup {
    state: State,
    token: usize,
    /// Its first bytes, or the name of its element.
    name: Vec<u8>,
    is_name_over: bool,
    /// The two bytes before the current one, the newest last.
    before: [u8; 2],
    /// The element whose text is buffered, and its bytes so far.
    cell: Option<(Vec<u8>, usize)>,
    pub elements: usize,
    /// Number of `si` elements: texts of cells.
    pub texts: usize,
}

impl Default for Markup {
    fn default() -> Self {
        Self {
            state: State::Text,
            token: 0,
            name: Vec::with_capacity(MAX_NAME),
            is_name_over: false,
            before: [0; 2],
            cell: None,
            elements: 0,
            texts: 0,
        }
    }
}

/// Elements whose whole text the parser buffers.
fn is_gathered(name: &[u8]) -> bool {
    matches!(local(name), b"is" | b"si" | b"v" | b"f" | b"t")
}

fn local(name: &[u8]) -> &[u8] {
    memchr(b':', name).map_or(name, |at| &name[at + 1..])
}

impl Markup {
    pub fn take(&mut self, piece: &[u8]) -> Result<(), Refusal> {
        let mut rest = piece;
        while let Some(&byte) = rest.first() {
            // The bytes that can't end the token are counted at once.
            let plain = match self.state {
                State::Text => memchr(b'<', rest).unwrap_or(rest.len()),
                State::Tag { quote: Some(quote) } => memchr(quote, rest).unwrap_or(rest.len()),
                State::Tag { quote: None } if self.is_name_over => {
                    memchr3(b'>', b'"', b'\'', rest).unwrap_or(rest.len())
                }
                State::Comment | State::Data | State::Instruction => {
                    memchr(b'>', rest).unwrap_or(rest.len())
                }
                _ => 0,
            };
            if plain > 0 {
                self.count(plain)?;
                for &byte in &rest[plain.saturating_sub(2)..plain] {
                    self.before = [self.before[1], byte];
                }
                rest = &rest[plain..];
                continue;
            }
            self.count(1)?;
            self.step(byte)?;
            self.before = [self.before[1], byte];
            rest = &rest[1..];
        }
        Ok(())
    }

    fn count(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.token += bytes;
        let mut is_long = self.token > MAX_TOKEN;
        if let Some((_, held)) = &mut self.cell {
            *held += bytes;
            is_long |= *held > MAX_CELL;
        }
        if is_long {
            Err(Refusal::TooLong)
        } else {
            Ok(())
        }
    }

    fn begin(&mut self, state: State) {
        self.state = state;
        self.token = 0;
        self.name.clear();
        self.is_name_over = false;
    }

    fn step(&mut self, byte: u8) -> Result<(), Refusal> {
        match self.state {
            State::Text => self.begin(State::Begin),
            State::Begin => self.decide(byte)?,
            State::Tag { quote: Some(_) } => self.state = State::Tag { quote: None },
            State::Tag { quote: None } => match byte {
                b'>' => {
                    self.opened(self.before[1] == b'/');
                    self.begin(State::Text);
                }
                b'"' | b'\'' => {
                    self.is_name_over = true;
                    self.state = State::Tag { quote: Some(byte) };
                }
                byte => self.spell(byte)?,
            },
            State::Closing => match byte {
                b'>' => {
                    if self
                        .cell
                        .as_ref()
                        .is_some_and(|(name, _)| *name == self.name)
                    {
                        self.cell = None;
                    }
                    self.begin(State::Text);
                }
                b'"' | b'\'' | b'<' => return Err(Refusal::Malformed),
                byte => self.spell(byte)?,
            },
            // The dashes and question mark that begin a token do not end it; parsers differ here.
            State::Comment if self.before == *b"--" => self.end(byte, b"-->")?,
            State::Data if self.before == *b"]]" => self.end(byte, b"]]>")?,
            State::Instruction if self.before[1] == b'?' => self.end(byte, b"?>")?,
            State::Comment | State::Data | State::Instruction => {}
        }
        Ok(())
    }

    fn end(&mut self, byte: u8, end: &[u8]) -> Result<(), Refusal> {
        if byte != b'>' {
            return Ok(());
        }
        if self.token < end.len() {
            return Err(Refusal::Malformed);
        }
        self.begin(State::Text);
        Ok(())
    }

    /// Determines the kind of token from the bytes after `<`.
    fn decide(&mut self, byte: u8) -> Result<(), Refusal> {
        const DATA: &[u8] = b"![CDATA[";
        self.name.push(byte);
        match self.name.as_slice() {
            b"!" | b"!-" => {}
            b"!--" => self.begin(State::Comment),
            DATA => self.begin(State::Data),
            // A document type could declare entities that expand one another.
            started if started[0] == b'!' && !DATA.starts_with(started) => {
                return Err(Refusal::Malformed);
            }
            started if started[0] == b'!' => {}
            b"?" => self.begin(State::Instruction),
            b"/" => self.begin(State::Closing),
            _ => {
                self.begin(State::Tag { quote: None });
                return self.step(byte);
            }
        }
        Ok(())
    }

    fn spell(&mut self, byte: u8) -> Result<(), Refusal> {
        if byte.is_ascii_whitespace() || byte == b'/' {
            self.is_name_over = true;
        } else if !self.is_name_over {
            self.name.push(byte);
            if self.name.len() > MAX_NAME {
                return Err(Refusal::Malformed);
            }
        }
        Ok(())
    }

    fn opened(&mut self, is_empty: bool) {
        self.elements += 1;
        if local(&self.name) == b"si" {
            self.texts += 1;
        }
        if self.cell.is_none() && !is_empty && is_gathered(&self.name) {
            self.cell = Some((self.name.clone(), 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(text: &str) -> Result<(usize, usize), Refusal> {
        let mut results = (1..=10).chain([text.len().max(1)]).map(|length| {
            let mut markup = Markup::default();
            text.as_bytes()
                .chunks(length)
                .try_for_each(|piece| markup.take(piece))?;
            Ok((markup.elements, markup.texts))
        });
        let first: Result<(usize, usize), Refusal> = results.next().unwrap();
        assert!(
            results.all(|other| other == first),
            "the pieces matter: {text:.60}"
        );
        first
    }

    #[test]
    fn elements_and_texts_are_counted() {
        let text = "<?xml version=\"1.0\"?><!-- <si> > --><x:sst a='>'><si><t>a</t></si><x:si/><![CDATA[<si>]]></x:sst>";
        assert_eq!(scanned(text), Ok((4, 2)));
        assert_eq!(scanned("<!DOCTYPE a>"), Err(Refusal::Malformed));
        for text in [
            "<a></a \">\">",
            "<!-->",
            "<!--->",
            "<?>",
            &format!("<{}>", "a".repeat(MAX_NAME + 1)),
        ] {
            assert_eq!(scanned(text), Err(Refusal::Malformed), "{text}");
        }
    }

    #[test]
    fn no_token_and_no_cell_is_longer_than_its_bound() {
        let long = "x".repeat(MAX_TOKEN + 1);
        for text in [
            format!("<v>{long}"),
            format!("<v a=\"{long}\"/>"),
            format!("<!--{long}-->"),
            format!("<![CDATA[{long}]]>"),
            format!("<?{long}?>"),
            format!("</a {long}>"),
        ] {
            let mut markup = Markup::default();
            assert_eq!(
                markup.take(text.as_bytes()),
                Err(Refusal::TooLong),
                "{text:.20}"
            );
        }
        // A cell in many pieces has the same length, whatever is closed inside it.
        let run = format!("<r><t>{}</t></r></c></si><c>", "x".repeat(1000));
        let mut markup = Markup::default();
        let cell = format!("<c><is>{}</is></c>", run.repeat(MAX_CELL / run.len() + 1));
        assert_eq!(markup.take(cell.as_bytes()), Err(Refusal::TooLong));
        let mut markup = Markup::default();
        let cells = format!("<c><is>{run}</is></c>").repeat(MAX_CELL / run.len() + 1);
        assert_eq!(markup.take(cells.as_bytes()), Ok(()));
    }
}
