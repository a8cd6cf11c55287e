//! Which pictures are taken.

/// The largest picture.
pub const MAX_PICTURE_BYTES: usize = 2 * 1024 * 1024;

/// What a picture really is, by its first bytes; none when it is something else than PNG, JPEG or WebP.
pub fn sniffed(content: &[u8]) -> Option<&'static str> {
    if content.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if content.starts_with(b"\xff\xd8\xff") {
        Some("image/jpeg")
    } else if content.starts_with(b"RIFF") && content.get(8..12) == Some(b"WEBP") {
        Some("image/webp")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pictures_are_pictures() {
        assert_eq!(sniffed(b"RIFF\x10\0\0\0WEBPVP8 "), Some("image/webp"));
        assert_eq!(sniffed(b"\xff\xd8\xff\xe0"), Some("image/jpeg"));
        for other in [
            b"RIFF\x10\0\0\0WAVE".as_slice(),
            b"<svg onload=alert(1)>",
            b"GIF89a",
            b"",
            b"RIFF",
        ] {
            assert_eq!(sniffed(other), None);
        }
    }
}
