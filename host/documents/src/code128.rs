//! Code 128 symbols, with the shortest choice of character sets.

use barcoders::sym::code128::Code128;

use super::gs1::SEPARATOR;

/// Blank modules on either side of the bars.
pub const QUIET_ZONE: usize = 10;

/// The modules of a symbol, true for black.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    modules: Vec<bool>,
}

impl Symbol {
    pub fn gs1(characters: &str) -> Result<Self, String> {
        Self::encode(&format!("{SEPARATOR}{characters}"))
    }

    pub fn plain(text: &str) -> Result<Self, String> {
        Self::encode(text)
    }

    fn encode(text: &str) -> Result<Self, String> {
        let text = text.as_bytes();
        if text.is_empty()
            || !text
                .iter()
                .all(|&byte| byte == SEPARATOR as u8 || (b' '..=b'~').contains(&byte))
        {
            return Err("a barcode holds printable ASCII characters".to_string());
        }
        let symbol = Code128::new(encoder_text(text))
            .map_err(|error| format!("cannot become a barcode: {error}"))?;
        Ok(Self {
            modules: symbol
                .encode()
                .into_iter()
                .map(|module| module == 1)
                .collect(),
        })
    }

    /// Returns the width in modules, without quiet zones.
    pub fn width(&self) -> usize {
        self.modules.len()
    }

    /// Returns start and width of the black bars, in modules.
    pub fn bars(&self) -> Vec<(usize, usize)> {
        let mut bars: Vec<(usize, usize)> = Vec::new();
        for (at, _) in self.modules.iter().enumerate().filter(|(_, black)| **black) {
            match bars.last_mut() {
                Some((start, width)) if *start + *width == at => *width += 1,
                _ => bars.push((at, 1)),
            }
        }
        bars
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    B,
    C,
}

/// The character sets that need the fewest symbols.
fn encoder_text(text: &[u8]) -> String {
    // `cost[set][at]`: symbols from `at` on, filled from the end.
    let end = text.len();
    let mut cost = [vec![0_usize; end + 1], vec![0_usize; end + 1]];
    let pair =
        |at: usize| at + 1 < end && text[at].is_ascii_digit() && text[at + 1].is_ascii_digit();
    let separator = |at: usize| text[at] == SEPARATOR as u8;
    for at in (0..end).rev() {
        let in_b = 1 + cost[0][at + 1];
        let in_c = match () {
            () if separator(at) => Some(1 + cost[1][at + 1]),
            () if pair(at) => Some(1 + cost[1][at + 2]),
            () => None,
        };
        cost[0][at] = in_c.map_or(in_b, |in_c| in_b.min(1 + in_c));
        cost[1][at] = in_c.map_or(1 + in_b, |in_c| in_c.min(1 + in_b));
    }
    let mut set = if cost[1][0] <= cost[0][0] {
        Set::C
    } else {
        Set::B
    };
    let mut spelled = String::from(letter(set));
    let mut at = 0;
    while at < end {
        let (stay, step) = match set {
            Set::B => (1 + cost[0][at + 1] == cost[0][at], 1),
            Set::C if separator(at) => (1 + cost[1][at + 1] == cost[1][at], 1),
            Set::C if pair(at) => (1 + cost[1][at + 2] == cost[1][at], 2),
            Set::C => (false, 0),
        };
        if !stay {
            set = if set == Set::B { Set::C } else { Set::B };
            spelled.push(letter(set));
            continue;
        }
        for &byte in &text[at..at + step] {
            spelled.push(if byte == SEPARATOR as u8 {
                FUNCTION_1
            } else {
                char::from(byte)
            });
        }
        at += step;
    }
    spelled
}

/// The encoder's character for function code 1.
const FUNCTION_1: char = '\u{179}';

/// Returns the encoder's character that starts or switches to a set.
fn letter(set: Set) -> char {
    match set {
        Set::B => '\u{181}',
        Set::C => '\u{106}',
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A symbol has 11 modules per character: start, content, check. The stop has 13.
    fn symbols(symbol: &Symbol) -> usize {
        (symbol.width() - 13) / 11 - 2
    }

    #[test]
    fn digits_take_half_the_room() {
        assert_eq!(symbols(&Symbol::gs1("00393123450000000013").unwrap()), 11);
        assert_eq!(symbols(&Symbol::gs1("0109312345678907").unwrap()), 9);
        assert_eq!(
            symbols(&Symbol::plain("AB123456").unwrap()),
            6,
            "two letters, a switch and three pairs"
        );
        assert_eq!(
            symbols(&Symbol::plain("A12B").unwrap()),
            4,
            "switching for one pair would cost more"
        );
        assert!(Symbol::plain("").is_err());
        assert!(Symbol::plain("é").is_err());
    }

    #[test]
    fn bars_begin_and_end_the_symbol() {
        let symbol = Symbol::gs1("00393123450000000013").unwrap();
        let bars = symbol.bars();
        assert_eq!(bars[0], (0, 2));
        assert_eq!(
            bars.last().map(|(start, width)| start + width),
            Some(symbol.width())
        );
        // Start C and function code 1, as in the standard.
        assert_eq!(
            &bars[..6],
            &[(0, 2), (3, 1), (6, 3), (11, 4), (16, 1), (18, 3)]
        );
    }

    proptest! {
        #[test]
        fn no_text_needs_more_than_set_b_alone(text in "[ -~]{1,48}") {
            prop_assert!(symbols(&Symbol::plain(&text).unwrap()) <= text.len());
        }

        #[test]
        fn separators_are_kept(parts in prop::collection::vec("[0-9A-Z]{1,8}", 1..5)) {
            let text = parts.join("\u{1d}");
            let spelled = encoder_text(text.as_bytes());
            let content: String = spelled.chars().filter(|c| c.is_ascii() || *c == FUNCTION_1).collect();
            prop_assert_eq!(content, text.replace(SEPARATOR, "\u{179}"));
        }
    }
}
