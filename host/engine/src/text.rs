//! Texts from plugins: their greatest lengths by meaning, and characters that are removed.

/// Codes of services and charges, keys of attributes.
pub(crate) const MAX_CODE: usize = 64;
/// Numbers and ids from other systems, such as connotes and transactions.
pub(crate) const MAX_NUMBER: usize = 100;
pub(crate) const MAX_NAME: usize = 200;
/// Descriptions, messages and help texts.
pub(crate) const MAX_MESSAGE: usize = 1_000;
/// A part of an address, possibly from the host itself; people enter longer texts here than names.
pub(crate) const MAX_LINE: usize = 1_000;
/// Notes of several paragraphs.
pub(crate) const MAX_NOTE: usize = 10_000;
/// Opaque data that the host stores and returns.
pub(crate) const MAX_DATA: usize = 4 << 10;
pub(crate) const MAX_ADDRESS: usize = 2_048;

/// Control characters, line separators and direction marks: with the latter, `fdp.exe` can look
/// like `exe.pdf`.
pub(crate) fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

/// Line breaks become spaces unless `keep_lines` is set.
pub(crate) fn clean(text: &mut String, keep_lines: bool) {
    let is_kept =
        |letter: char| !is_unseen(letter) || (keep_lines && matches!(letter, '\n' | '\t'));
    // Nearly all texts are plain.
    if text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) || text.chars().all(is_kept) {
        return;
    }
    let is_break = |letter: char| {
        letter.is_ascii_whitespace() || matches!(letter, '\u{85}' | '\u{2028}' | '\u{2029}')
    };
    *text = text
        .chars()
        .filter_map(|letter| match letter {
            kept if is_kept(kept) => Some(kept),
            // In multi-line text, the line feed of this pair remains.
            '\r' if keep_lines => None,
            other => is_break(other).then_some(' '),
        })
        .collect();
}

pub(crate) fn line(mut text: String, max: usize) -> String {
    clean(&mut text, false);
    shorten(text, max)
}

pub(crate) fn multi_line(mut text: String, max: usize) -> String {
    clean(&mut text, true);
    shorten(text, max)
}

/// The text cut to `most` bytes at a character's border.
pub(crate) fn shorten(mut text: String, most: usize) -> String {
    if text.len() > most {
        let mut end = most;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(text: &str, keep_lines: bool) -> String {
        let mut text = text.to_owned();
        clean(&mut text, keep_lines);
        text
    }

    #[test]
    fn characters_that_are_not_seen_are_taken_out() {
        assert_eq!(cleaned("Road express", false), "Road express");
        assert_eq!(
            cleaned("Straße — Überland, مرحبا, 快递", false),
            "Straße — Überland, مرحبا, 快递"
        );
        assert_eq!(cleaned("a\u{202e}fdp.exe\u{202c}b", false), "afdp.exeb");
        assert_eq!(cleaned("a\u{2066}b\u{2069}\u{200f}\u{feff}", true), "ab");
        assert_eq!(
            cleaned("one\r\ntwo\tthree\u{0}\u{1b}[31m", true),
            "one\ntwo\tthree[31m"
        );
        assert_eq!(
            cleaned("one\ntwo\u{2028}three\u{7f}", false),
            "one two three"
        );
        // Persian and many emoji need joiners.
        assert_eq!(
            cleaned("می\u{200c}خواهم 👩\u{200d}🚀", false),
            "می\u{200c}خواهم 👩\u{200d}🚀"
        );
    }

    #[test]
    fn text_is_cut_at_a_character() {
        assert_eq!(shorten("aé".into(), 2), "a…");
        assert_eq!(shorten("ab".into(), 2), "ab");
    }
}
