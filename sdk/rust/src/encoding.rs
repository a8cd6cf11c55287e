//! Bytes as text and back: hexadecimal, base64, and the escapes of queries and forms. Pure.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Lower-case hexadecimal.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `None` when it is no hexadecimal.
pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?))
        .collect()
}

/// Base64 with padding (RFC 4648, section 4).
pub fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group
            .iter()
            .fold(0u32, |bits, byte| bits << 8 | u32::from(*byte))
            << (8 * (3 - group.len()));
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= group.len() {
                char::from(digit)
            } else {
                '='
            });
        }
    }
    text
}

/// `None` when it is no base64; padding may be left out.
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for group in digits.chunks(4) {
        let mut bits = 0u32;
        for digit in group {
            bits = bits << 6 | DIGITS.iter().position(|known| known == digit)? as u32;
        }
        bits <<= 6 * (4 - group.len());
        let whole = match group.len() {
            4 => 3,
            3 => 2,
            2 => 1,
            _ => return None,
        };
        bytes.extend((0..whole).map(|place| (bits >> (16 - 8 * place)) as u8));
    }
    Some(bytes)
}

/// Decodes `%2F` and `+` of a query or form; invalid escapes stay as they are.
pub fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let escaped = after
            .get(..2)
            .and_then(|pair| core::str::from_utf8(pair).ok())
            .and_then(from_hex);
        rest = match (first, escaped) {
            (b'%', Some(byte)) => {
                bytes.extend(byte);
                &after[2..]
            }
            (b'+', _) => {
                bytes.push(b' ');
                after
            }
            _ => {
                bytes.push(first);
                after
            }
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_goes_there_and_back() {
        for (plain, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(to_base64(plain.as_bytes()), coded);
            assert_eq!(from_base64(coded).as_deref(), Some(plain.as_bytes()));
        }
        assert_eq!(from_base64("Zm8").as_deref(), Some(&b"fo"[..]));
        assert_eq!(from_base64("Z"), None);
        assert_eq!(from_base64("Zm 9"), None);
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(from_base64(&to_base64(&all)), Some(all.clone()));
        assert_eq!(from_hex(&to_hex(&all)), Some(all));
        assert_eq!((from_hex("0"), from_hex("0g")), (None, None));
    }

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(unescape("a%20b+c%zz%4"), "a b c%zz%4");
    }
}
