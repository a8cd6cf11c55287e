//! Dimensions of a picture, read from its header: a few hundred bytes may unpack to gigabytes in a
//! browser.

use crate::{
    error::{Error, Result},
    message,
};

/// Longest side and total pixels of a picture shown in pages.
const MAX_SIDE: u32 = 8_192;
const MAX_SHOWN_PIXELS: u64 = 25_000_000;
/// Pixels of a picture stored as a document: photographs have up to 200 million.
const MAX_STORED_PIXELS: u64 = 250_000_000;

/// Rejects a picture for web pages if its header is damaged or it has too many pixels.
pub fn check_shown(member: &str, content: &[u8]) -> Result<()> {
    let Some((width, height)) = dimensions(content) else {
        return Err(Error::invalid(
            member,
            message!("is damaged: its width and height can't be read"),
        ));
    };
    if width.max(height) > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_SHOWN_PIXELS {
        return Err(Error::invalid(
            member,
            message!(
                "is {width} × {height} pixels; the maximum is {side} a side and {pixels} million in all",
                width = width,
                height = height,
                side = MAX_SIDE,
                pixels = MAX_SHOWN_PIXELS / 1_000_000
            ),
        ));
    }
    Ok(())
}

/// Rejects a file for storage if its header declares a picture with too many pixels.
pub fn check_stored(member: &str, head: &[u8]) -> Result<()> {
    match dimensions(head) {
        Some((width, height)) if u64::from(width) * u64::from(height) > MAX_STORED_PIXELS => {
            Err(Error::invalid(
                member,
                message!(
                    "is {width} × {height} pixels; the maximum is {pixels} million in all",
                    width = width,
                    height = height,
                    pixels = MAX_STORED_PIXELS / 1_000_000
                ),
            ))
        }
        _ => Ok(()),
    }
}

/// Returns width and height; none for other files and damaged headers.
pub fn dimensions(content: &[u8]) -> Option<(u32, u32)> {
    let found = match content {
        [0x89, b'P', b'N', b'G', ..] => (content.get(12..16)? == b"IHDR")
            .then(|| Some((read_be(content.get(16..20)?), read_be(content.get(20..24)?))))??,
        [0xff, 0xd8, ..] => jpeg(content)?,
        [b'G', b'I', b'F', b'8', ..] => (read_le(content.get(6..8)?), read_le(content.get(8..10)?)),
        [b'R', b'I', b'F', b'F', ..] if content.get(8..12) == Some(b"WEBP") => webp(content)?,
        _ => return None,
    };
    (found.0 > 0 && found.1 > 0).then_some(found)
}

fn read_be(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn read_le(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// Returns the largest frame of a JPEG before its pixels begin.
fn jpeg(content: &[u8]) -> Option<(u32, u32)> {
    let (mut at, mut found) = (2, None::<(u32, u32)>);
    loop {
        // Any number of fill bytes may precede a marker.
        while content.get(at) == Some(&0xff) && content.get(at + 1) == Some(&0xff) {
            at += 1;
        }
        let Some([0xff, marker]) = content.get(at..at + 2) else {
            return found;
        };
        match marker {
            // Markers without a length.
            0x01 | 0xd0..=0xd8 => {
                at += 2;
                continue;
            }
            0xd9 | 0xda => return found,
            _ => {}
        }
        let length = usize::try_from(read_be(content.get(at + 2..at + 4)?)).ok()?;
        if matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) {
            let (height, width) = (
                read_be(content.get(at + 5..at + 7)?),
                read_be(content.get(at + 7..at + 9)?),
            );
            let (wide, high) = found.unwrap_or_default();
            found = Some((width.max(wide), height.max(high)));
        }
        at += 2 + length.max(2);
    }
}

fn webp(content: &[u8]) -> Option<(u32, u32)> {
    match content.get(12..16)? {
        b"VP8X" => Some((
            read_le(content.get(24..27)?) + 1,
            read_le(content.get(27..30)?) + 1,
        )),
        b"VP8L" => {
            let bits = read_le(content.get(21..25)?);
            Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
        }
        b"VP8 " => Some((
            read_le(content.get(26..28)?) & 0x3fff,
            read_le(content.get(28..30)?) & 0x3fff,
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        [
            &b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"[..],
            &width.to_be_bytes(),
            &height.to_be_bytes(),
            &[8, 0, 0, 0, 0],
        ]
        .concat()
    }

    #[test]
    fn every_kind_of_picture_tells_its_size() {
        // A thumbnail's frame in an application segment is no frame of the picture.
        let jpeg =
            b"\xff\xd8\xff\xe0\0\x06\xff\xc0\0\0\xff\xff\xc2\0\x11\x08\x75\x30\x01\x02\x03\xff\xda";
        let lossless = [
            &b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f"[..],
            &(639_u32 | 479 << 14).to_le_bytes(),
        ]
        .concat();
        let canvas = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x2f\x75\0\x2f\x75\0";
        let lossy = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x80\x02\xe0\x01";
        for (content, expected) in [
            (&png(30_000, 20_000)[..], Some((30_000, 20_000))),
            (jpeg, Some((258, 30_000))),
            (b"GIF89a\x80\x02\xe0\x01", Some((640, 480))),
            (&lossless, Some((640, 480))),
            (canvas, Some((30_000, 30_000))),
            (lossy, Some((640, 480))),
            (&png(0, 1), None),
            (&png(1, 1)[..20], None),
            (b"\xff\xd8\xff\xda", None),
            (b"RIFF\0\0\0\0WEBPxxxx", None),
            (b"%PDF-1.7", None),
        ] {
            assert_eq!(dimensions(content), expected, "{content:?}");
        }
    }

    #[test]
    fn a_picture_is_no_larger_than_what_it_is_for() {
        for (width, height, shown, kept) in [
            (5_000, 5_000, true, true),
            (8_193, 10, false, true),
            (6_000, 6_000, false, true),
            (30_000, 30_000, false, false),
        ] {
            let picture = png(width, height);
            assert_eq!(
                check_shown("file", &picture).is_ok(),
                shown,
                "{width} × {height}"
            );
            assert_eq!(
                check_stored("file", &picture).is_ok(),
                kept,
                "{width} × {height}"
            );
        }
        assert!(
            check_shown("file", b"\x89PNG\r\n\x1a\n").is_err()
                && check_stored("file", b"text").is_ok()
        );
    }
}
