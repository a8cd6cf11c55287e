//! Pictures from cameras and signature pads: checks their structure and removes metadata.
//!
//! The pixels stay as sent. Segments that describe the device, the place or the person are dropped,
//! and so is whatever follows the picture's end.

use data::{Error, Result, files::picture::check_shown, message};

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Chunks that change how pixels look.
const PNG_CHUNKS: [&[u8; 4]; 12] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"pHYs",
    b"sBIT", b"bKGD",
];
const WEBP_CHUNKS: [&[u8; 4]; 5] = [b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ICCP"];
/// Flags of `VP8X` that announce Exif, XMP and an animation.
const WEBP_FLAGS: u8 = 0x08 | 0x04 | 0x02;
const ICC_PROFILE: &[u8] = b"ICC_PROFILE\0";
const EXIF: &[u8] = b"Exif\0\0";
const ORIENTATION: u16 = 0x0112;
/// Upright.
const UPRIGHT: u8 = 1;

/// A picture without metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub media_type: &'static str,
    pub content: Vec<u8>,
}

impl Picture {
    /// Extension of a file's name.
    pub fn extension(&self) -> &'static str {
        match self.media_type {
            "image/png" => "png",
            "image/webp" => "webp",
            _ => "jpg",
        }
    }
}

/// Reads a JPEG, PNG or WebP picture by its content. The error names the member.
pub fn read_picture(member: &str, content: &[u8]) -> Result<Picture> {
    type Clean = fn(&[u8]) -> Option<Vec<u8>>;
    let (media_type, clean): (_, Clean) = match content {
        [0xff, 0xd8, 0xff, ..] => ("image/jpeg", clean_jpeg),
        _ if content.starts_with(PNG_SIGNATURE) => ("image/png", clean_png),
        _ if content.starts_with(b"RIFF") && content.get(8..12) == Some(b"WEBP") => {
            ("image/webp", clean_webp)
        }
        _ => {
            return Err(Error::invalid(
                member,
                message!("must be a JPEG, PNG or WebP picture"),
            ));
        }
    };
    check_shown(member, content)?;
    match clean(content) {
        Some(content) => Ok(Picture {
            media_type,
            content,
        }),
        None => Err(Error::invalid(
            member,
            message!("is damaged: the picture has no end"),
        )),
    }
}

/// Returns the quarter turns clockwise after which a JPEG is upright.
pub fn quarter_turns(content: &[u8]) -> u8 {
    if !content.starts_with(b"\xff\xd8\xff") {
        return 0;
    }
    match jpeg_orientation(content) {
        3 | 4 => 2,
        5 | 6 => 1,
        7 | 8 => 3,
        _ => 0,
    }
}

fn be16(content: &[u8], at: usize) -> Option<usize> {
    let bytes: [u8; 2] = content.get(at..at + 2)?.try_into().ok()?;
    Some(usize::from(u16::from_be_bytes(bytes)))
}

/// Keeps the frame, its tables and colour profiles; of Exif only the orientation.
fn clean_jpeg(content: &[u8]) -> Option<Vec<u8>> {
    let mut clean = vec![0xff, 0xd8];
    let orientation = jpeg_orientation(content);
    if orientation != UPRIGHT {
        clean.extend(exif_with(orientation));
    }
    let (mut at, mut has_pixels) = (2, false);
    loop {
        if *content.get(at)? != 0xff {
            return None;
        }
        while content.get(at + 1) == Some(&0xff) {
            at += 1;
        }
        let marker = *content.get(at + 1)?;
        match marker {
            0xd9 => {
                clean.extend([0xff, 0xd9]);
                return has_pixels.then_some(clean);
            }
            0x01 | 0xd0..=0xd8 => {
                at += 2;
                continue;
            }
            0x00 => return None,
            _ => {}
        }
        let end = at + 2 + be16(content, at + 2)?.max(2);
        let segment = content.get(at..end)?;
        if is_kept(marker, &segment[4..]) {
            clean.extend_from_slice(segment);
        }
        at = end;
        if marker == 0xda {
            let pixels = scan_length(&content[at..])?;
            clean.extend_from_slice(&content[at..at + pixels]);
            at += pixels;
            has_pixels = true;
        }
    }
}

fn is_kept(marker: u8, payload: &[u8]) -> bool {
    match marker {
        // JFIF and Adobe, which name the colours.
        0xe0 | 0xee => true,
        0xe2 => payload.starts_with(ICC_PROFILE),
        0xe1..=0xef | 0xfe => false,
        _ => true,
    }
}

/// Returns the length of coded pixels up to the next marker.
fn scan_length(content: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += content.get(at..)?.iter().position(|byte| *byte == 0xff)?;
        match content.get(at + 1)? {
            0x00 | 0xd0..=0xd7 => at += 2,
            0xff => at += 1,
            _ => return Some(at),
        }
    }
}

fn jpeg_orientation(content: &[u8]) -> u8 {
    find_orientation(content).unwrap_or(UPRIGHT)
}

/// Reads the orientation from the first Exif segment.
fn find_orientation(content: &[u8]) -> Option<u8> {
    let mut at = 2;
    loop {
        let [0xff, marker] = *content.get(at..at + 2)? else {
            return None;
        };
        if matches!(marker, 0xd9 | 0xda) {
            return None;
        }
        let end = at + 2 + be16(content, at + 2)?.max(2);
        let payload = content.get(at + 4..end)?;
        if marker == 0xe1 && payload.starts_with(EXIF) {
            return tiff_orientation(&payload[EXIF.len()..]);
        }
        at = end;
    }
}

fn tiff_orientation(tiff: &[u8]) -> Option<u8> {
    let is_big = match tiff.get(..2)? {
        b"MM" => true,
        b"II" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let bytes: [u8; 2] = tiff.get(at..at + 2)?.try_into().ok()?;
        Some(match is_big {
            true => u16::from_be_bytes(bytes),
            false => u16::from_le_bytes(bytes),
        })
    };
    let long = |at: usize| {
        let bytes: [u8; 4] = tiff.get(at..at + 4)?.try_into().ok()?;
        Some(match is_big {
            true => u32::from_be_bytes(bytes),
            false => u32::from_le_bytes(bytes),
        })
    };
    let first = usize::try_from(long(4)?).ok()?;
    let entries = usize::from(short(first)?);
    (0..entries).find_map(|entry| {
        let at = first.checked_add(2 + 12 * entry)?;
        let value = (short(at)? == ORIENTATION).then(|| short(at + 8))??;
        u8::try_from(value)
            .ok()
            .filter(|value| (1..=8).contains(value))
    })
}

/// An Exif segment that names the orientation alone.
fn exif_with(orientation: u8) -> Vec<u8> {
    let mut segment = vec![0xff, 0xe1, 0x00, 34];
    segment.extend_from_slice(EXIF);
    segment.extend_from_slice(b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0");
    segment.extend([orientation, 0, 0, 0, 0, 0, 0]);
    segment
}

fn clean_png(content: &[u8]) -> Option<Vec<u8>> {
    let mut clean = PNG_SIGNATURE.to_vec();
    let (mut at, mut has_pixels) = (PNG_SIGNATURE.len(), false);
    loop {
        let length: [u8; 4] = content.get(at..at + 4)?.try_into().ok()?;
        let end = at
            .checked_add(12)?
            .checked_add(usize::try_from(u32::from_be_bytes(length)).ok()?)?;
        let chunk = content.get(at..end)?;
        let kind: &[u8; 4] = chunk.get(4..8)?.try_into().ok()?;
        if PNG_CHUNKS.contains(&kind) {
            clean.extend_from_slice(chunk);
        }
        has_pixels |= kind == b"IDAT";
        if kind == b"IEND" {
            return has_pixels.then_some(clean);
        }
        at = end;
    }
}

/// Animations lose their frames, so that none without pixels remains.
fn clean_webp(content: &[u8]) -> Option<Vec<u8>> {
    let length: [u8; 4] = content.get(4..8)?.try_into().ok()?;
    let end = usize::try_from(u32::from_le_bytes(length))
        .ok()?
        .checked_add(8)?;
    let content = content.get(..end)?;
    let mut chunks = b"WEBP".to_vec();
    let (mut at, mut has_pixels) = (12, false);
    while at < content.len() {
        let kind: &[u8; 4] = content.get(at..at + 4)?.try_into().ok()?;
        let length: [u8; 4] = content.get(at + 4..at + 8)?.try_into().ok()?;
        let length = usize::try_from(u32::from_le_bytes(length)).ok()?;
        let padded = length.checked_add(length % 2)?;
        let next = at.checked_add(8)?.checked_add(padded)?;
        // The last chunk's padding may be missing.
        let chunk = content.get(at..next.min(content.len()))?;
        if chunk.len() < 8 + length {
            return None;
        }
        if WEBP_CHUNKS.contains(&kind) {
            let start = chunks.len();
            chunks.extend_from_slice(chunk);
            if kind == b"VP8X" {
                *chunks.get_mut(start + 8)? &= !WEBP_FLAGS;
            }
        }
        has_pixels |= matches!(kind, b"VP8 " | b"VP8L");
        at = next;
    }
    let mut clean = b"RIFF".to_vec();
    clean.extend(u32::try_from(chunks.len()).ok()?.to_le_bytes());
    clean.extend(chunks);
    has_pixels.then_some(clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(marker: u8, payload: &[u8]) -> Vec<u8> {
        let length = u16::try_from(payload.len() + 2).unwrap().to_be_bytes();
        [&[0xff, marker], &length[..], payload].concat()
    }

    fn frame() -> Vec<u8> {
        segment(0xc0, &[8, 0, 16, 0, 24, 1, 1, 0x11, 0])
    }

    fn jpeg(before: &[Vec<u8>]) -> Vec<u8> {
        let pixels = [segment(0xda, &[1, 1, 0, 0, 63, 0]), vec![1, 0xff, 0, 2]].concat();
        [
            vec![0xff, 0xd8],
            before.concat(),
            frame(),
            pixels,
            vec![0xff, 0xd9],
        ]
        .concat()
    }

    fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let length = u32::try_from(data.len()).unwrap().to_be_bytes();
        [&length, &kind[..], data, &[0; 4]].concat()
    }

    fn png(extra: &[Vec<u8>]) -> Vec<u8> {
        let header = [
            &16_u32.to_be_bytes()[..],
            &16_u32.to_be_bytes(),
            &[8, 2, 0, 0, 0],
        ]
        .concat();
        [
            PNG_SIGNATURE.to_vec(),
            chunk(b"IHDR", &header),
            extra.concat(),
            chunk(b"IDAT", b"pixels"),
            chunk(b"IEND", b""),
        ]
        .concat()
    }

    fn webp(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut all = b"WEBP".to_vec();
        for (kind, data) in chunks {
            all.extend_from_slice(*kind);
            all.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
            all.extend_from_slice(data);
            all.extend(vec![0; data.len() % 2]);
        }
        let length = u32::try_from(all.len()).unwrap().to_le_bytes();
        [&b"RIFF"[..], &length, &all].concat()
    }

    fn content(sent: &[u8]) -> Vec<u8> {
        read_picture("image", sent).unwrap().content
    }

    #[test]
    fn a_jpeg_loses_place_and_device_and_what_follows() {
        let with_place = jpeg(&[
            segment(0xe1, b"http://ns.adobe.com/xap/1.0/\0<GPS/>"),
            segment(0xfe, b"Ann's phone"),
        ]);
        let sent = [with_place, b"<script>".to_vec()].concat();
        assert_eq!(content(&sent), jpeg(&[]));
        let profile = segment(0xe2, b"ICC_PROFILE\0\x01\x01colours");
        let kept = jpeg(std::slice::from_ref(&profile));
        assert_eq!(content(&kept), kept);
    }

    #[test]
    fn a_photo_stays_upright() {
        for (orientation, turns) in [(3, 2), (6, 1), (8, 3)] {
            let turned = jpeg(&[exif_with(orientation)]);
            assert_eq!(content(&turned), turned);
            assert_eq!(quarter_turns(&turned), turns);
        }
        let little = b"Exif\0\0II\x2a\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        let turned = jpeg(&[segment(0xe1, little)]);
        assert_eq!(content(&turned), jpeg(&[exif_with(6)]));
        assert_eq!(content(&jpeg(&[exif_with(1)])), jpeg(&[]));
        assert_eq!(quarter_turns(&jpeg(&[])), 0);
    }

    #[test]
    fn texts_of_a_png_are_dropped() {
        let sent = png(&[chunk(b"tEXt", b"Author\0Ann"), chunk(b"eXIf", b"place")]);
        assert_eq!(content(&sent), png(&[]));
    }

    #[test]
    fn exif_of_a_webp_is_dropped_with_its_flag() {
        let header = |flags| [&[flags, 0, 0, 0, 15, 0, 0, 15, 0, 0][..]].concat();
        let sent = webp(&[
            (b"VP8X", &header(0x0c)),
            (b"VP8L", b"pixel"),
            (b"EXIF", b"place"),
        ]);
        let clean = webp(&[(b"VP8X", &header(0)), (b"VP8L", b"pixel")]);
        assert_eq!(content(&sent), clean);
    }

    #[test]
    fn what_is_no_picture_is_rejected() {
        let message = |sent: &[u8]| read_picture("image", sent).unwrap_err().full_message();
        for other in [&b"<svg onload=alert(1)>"[..], b"%PDF-1.7", b"GIF89a", b""] {
            assert!(message(other).to_string().contains("JPEG, PNG or WebP"));
        }
        let whole = jpeg(&[]);
        for broken in [&whole[..whole.len() - 2], &whole[..30], &png(&[])[..60]] {
            assert!(message(broken).to_string().contains("damaged"));
        }
        let huge = png(&[]);
        let huge = [&huge[..16], &30_000_u32.to_be_bytes(), &huge[20..]].concat();
        assert!(message(&huge).to_string().contains("30000"));
    }
}
