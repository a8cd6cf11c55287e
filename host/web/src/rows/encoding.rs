//! Encoding detection by byte order mark and by letters.

use std::borrow::Cow;

use encoding_rs::Encoding;

/// Code page 850 from 0x80 on: Western Europe under DOS.
const CP850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
/// Code page 852 from 0x80 on: Central Europe under DOS.
const CP852: &str = "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}";
/// Bytes sampled, from shortly before the first non-ASCII letter.
const MAX_SAMPLE: usize = 64 << 10;
/// Letters frequent in European names and remittance texts; others of a code page are rare.
const COMMON: &str = "äöüßàâçéèêëîïôûáíóúñãõåæøąćęłńśźżčďěňřšťůýžőűășț";

/// By mark, UTF-8, UTF-16 without a mark, XML declaration, else the code page with the best score.
pub fn decode_text(content: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, _)) = Encoding::for_bom(content) {
        return encoding.decode(content).0;
    }
    if let Some(encoding) = utf_16(content) {
        return encoding.decode(content).0;
    }
    match std::str::from_utf8(content) {
        Ok(text) => return Cow::Borrowed(text),
        // Truncated within its last character.
        Err(error) if error.error_len().is_none() && !content[..error.valid_up_to()].is_ascii() => {
            return encoding_rs::UTF_8.decode_without_bom_handling(content).0;
        }
        Err(_) => {}
    }
    if let Some(encoding) = declared_encoding(content) {
        return encoding.decode(content).0;
    }
    let sample = sample(content);
    // The first of equals: Windows before DOS, West before Central Europe.
    let best = PAGES
        .iter()
        .rev()
        .max_by_key(|page| fitness(&page.decode(sample)))
        .unwrap_or(&PAGES[0]);
    best.decode(content)
}

enum Page {
    Known(&'static Encoding),
    /// Characters from 0x80.
    Table(&'static str),
}

const PAGES: [Page; 5] = [
    Page::Known(encoding_rs::WINDOWS_1252),
    Page::Known(encoding_rs::WINDOWS_1250),
    Page::Known(encoding_rs::ISO_8859_2),
    Page::Table(CP850),
    Page::Table(CP852),
];

impl Page {
    fn decode<'c>(&self, content: &'c [u8]) -> Cow<'c, str> {
        match self {
            Self::Known(encoding) => encoding.decode_without_bom_handling(content).0,
            Self::Table(page) => Cow::Owned(in_page(content, page)),
        }
    }
}

/// Returns the bytes used to detect a code page, so that large files are not decoded once per page.
fn sample(content: &[u8]) -> &[u8] {
    let start = content
        .iter()
        .position(|byte| !byte.is_ascii())
        .unwrap_or_default()
        .saturating_sub(64);
    &content[start..content.len().min(start + MAX_SAMPLE)]
}

/// Detects UTF-16 without a mark: every other byte of the first characters is zero.
fn utf_16(content: &[u8]) -> Option<&'static Encoding> {
    let start = content
        .get(..content.len().min(64) / 2 * 2)
        .filter(|start| start.len() >= 4)?;
    let zeros = |odd: usize| {
        start
            .iter()
            .skip(odd)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let half = start.len() / 2;
    match (zeros(0), zeros(1)) {
        (0, low) if low * 4 >= half * 3 => Some(encoding_rs::UTF_16LE),
        (high, 0) if high * 4 >= half * 3 => Some(encoding_rs::UTF_16BE),
        _ => None,
    }
}

/// Returns the encoding named in an XML declaration.
fn declared_encoding(content: &[u8]) -> Option<&'static Encoding> {
    let start = content.get(..content.len().min(200))?;
    let start: String = start
        .iter()
        .filter(|byte| byte.is_ascii())
        .map(|byte| char::from(*byte))
        .collect();
    let (_, rest) = start
        .trim_start()
        .strip_prefix("<?xml")?
        .split_once("encoding=")?;
    let quote = rest
        .chars()
        .next()
        .filter(|quote| matches!(quote, '"' | '\''))?;
    Encoding::for_label(rest.split(quote).nth(1)?.as_bytes())
}

fn in_page(content: &[u8], page: &str) -> String {
    let page: Vec<char> = page.chars().collect();
    let letter = |byte: &u8| match byte {
        0..0x80 => char::from(*byte),
        _ => page
            .get(usize::from(byte - 0x80))
            .copied()
            .unwrap_or(char::REPLACEMENT_CHARACTER),
    };
    content.iter().map(letter).collect()
}

/// Scores a decoded text: rewards letters in words, and penalises signs within them.
fn fitness(text: &str) -> i64 {
    let (mut score, mut before) = (0, ' ');
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let after = letters.peek().copied().unwrap_or(' ');
        if !letter.is_ascii() {
            score += fit_of_character(before, letter, after);
        }
        before = letter;
    }
    score
}

fn fit_of_character(before: char, letter: char, after: char) -> i64 {
    let neighbors = [before, after]
        .into_iter()
        .filter(|one| one.is_alphabetic())
        .count();
    if letter.is_alphabetic() {
        let is_common = letter.to_lowercase().all(|small| COMMON.contains(small));
        // A capital after a small letter, or a small letter before a capital.
        let is_mixed = (letter.is_uppercase() && before.is_lowercase())
            || (letter.is_lowercase() && after.is_uppercase());
        return match neighbors {
            0 => -2,
            _ if is_mixed => 0,
            _ if is_common => 4,
            _ => 1,
        };
    }
    match neighbors {
        _ if letter.is_control() || letter == char::REPLACEMENT_CHARACTER => -6,
        2 => -4,
        // Quotes and dashes occur next to words.
        1 if matches!(letter, '\u{2013}'..='\u{2026}') => 1,
        1 => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str, page: &str) -> Vec<u8> {
        let page: Vec<char> = page.chars().collect();
        let byte = |letter: char| match page.iter().position(|known| *known == letter) {
            Some(at) => 0x80 + u8::try_from(at).unwrap(),
            None => u8::try_from(u32::from(letter)).unwrap(),
        };
        text.chars().map(byte).collect()
    }

    #[test]
    fn code_pages_are_told_apart_by_their_letters() {
        assert_eq!((CP850.chars().count(), CP852.chars().count()), (128, 128));
        let german = "Gutschrift Müller & Söhne, Straße 5, Überweisung für März, ÄRZTEHAUS KÖLN";
        let polish = "Przelew środków, Łódź, ul. Żółkiewskiego, Spółka z ograniczoną odpowiedzialnością, ZAMÓWIENIE";
        assert_eq!(decode_text(&bytes(german, CP850)), german);
        assert_eq!(decode_text(&bytes(german, CP852)), german);
        assert_eq!(decode_text(&bytes(polish, CP852)), polish);
        assert_eq!(
            decode_text(&encoding_rs::WINDOWS_1252.encode(german).0),
            german
        );
        assert_eq!(
            decode_text(&encoding_rs::WINDOWS_1250.encode(polish).0),
            polish
        );
        assert_eq!(
            decode_text(&encoding_rs::ISO_8859_2.encode(polish).0),
            polish
        );
        assert_eq!(
            decode_text(b"5\x80 \x96 Caf\xe9 \x93A\x94"),
            "5€ – Café “A”"
        );
    }

    #[test]
    fn utf_16_and_declared_encodings_are_read() {
        let wide = |order: fn(u16) -> [u8; 2], text: &str| {
            text.encode_utf16().flat_map(order).collect::<Vec<u8>>()
        };
        for file in ["\u{feff}:20:Łódź\r\n", ":20:ABC\r\n:25:Łódź"] {
            let text = file.trim_start_matches('\u{feff}');
            assert_eq!(decode_text(&wide(u16::to_le_bytes, file)), text);
            assert_eq!(decode_text(&wide(u16::to_be_bytes, file)), text);
        }
        let xml = encoding_rs::ISO_8859_2
            .encode("<?xml version=\"1.0\" encoding=\"ISO-8859-2\"?><a>ŁÓDŹ ½</a>")
            .0;
        assert!(decode_text(&xml).contains("ŁÓDŹ"));
        assert_eq!(decode_text(b""), "");
        assert_eq!(
            decode_text("Käse für 5 €".as_bytes().split_last().unwrap().1),
            "Käse für 5 \u{fffd}"
        );
        assert_eq!(decode_text(b"Caf\xe9"), "Café");
    }
}
