//! Decoding of bank files.

use web::rows;

/// Removes control characters (SOH, ETX, NUL, ^Z), the frames of some banks' messages. Lines end in
/// `\n`.
pub fn decode(content: &[u8]) -> String {
    plain(&rows::decode_text(content))
}

/// Detects bank text that general detection misses: UTF-16, code pages, framed by control
/// characters.
pub fn media_type(head: &[u8]) -> Option<&'static str> {
    let text = rows::decode_text(head);
    let is_framing = |letter: char| matches!(letter, '\0'..='\u{4}' | '\t'..='\r' | '\u{1a}' | '\u{1c}'..='\u{1f}' | '\u{85}');
    let is_foreign = |letter: char| {
        letter == char::REPLACEMENT_CHARACTER || letter.is_control() && !is_framing(letter)
    };
    // The head may end within a character.
    let complete = text.trim_end_matches(char::REPLACEMENT_CHARACTER);
    let plain = complete
        .chars()
        .filter(|letter| !letter.is_control())
        .count();
    (!complete.chars().any(is_foreign) && plain * 2 > complete.chars().count())
        .then_some("text/plain")
}

fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut after_return = false;
    for letter in text.trim_start_matches('\u{feff}').chars() {
        match letter {
            // One line end, also in files converted twice: \r\r\n.
            '\r' => {
                if !after_return {
                    plain.push('\n');
                }
                after_return = true;
                continue;
            }
            '\n' if after_return => {}
            '\n' | '\t' => plain.push(letter),
            '\u{85}' => plain.push('\n'),
            letter if letter.is_control() || letter == '\u{feff}' => {}
            letter => plain.push(letter),
        }
        after_return = false;
    }
    plain
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn framing_is_removed_and_line_ends_are_one() {
        assert_eq!(
            decode(b"\x01:20:A\r\r\n\0\0:25:1\r-\x03\x1a"),
            ":20:A\n:25:1\n-"
        );
        assert_eq!(
            decode("\u{feff}:20:Ä\r\n:25:1\r\n".as_bytes()),
            ":20:Ä\n:25:1\n"
        );
    }

    #[test]
    fn text_of_banks_is_told_from_other_content() {
        let wide: Vec<u8> = ":20:ABC\r\n:25:1\r\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        for text in [
            &b"\x01:20:A\r\n:25:1\r\n-\x03\0\x1a"[..],
            &wide,
            b":86:F\x81r K\x84se",
            b":86:Caf\xe9",
        ] {
            assert_eq!(media_type(text), Some("text/plain"), "{text:?}");
        }
        let binary: Vec<u8> = (0..=255).cycle().take(600).collect();
        for other in [
            &b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff"[..],
            b"\x7fELF\x02\x01\x01\0",
            &binary,
            &[0; 64],
        ] {
            assert_eq!(media_type(other), None, "{other:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_text(content in prop::collection::vec(any::<u8>(), 0..400)) {
            let text = decode(&content);
            prop_assert!(text.chars().all(|letter| !letter.is_control() || matches!(letter, '\n' | '\t')));
        }
    }
}
