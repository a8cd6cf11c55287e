//! Accepted profile pictures.

pub const MAX_PICTURE_BYTES: usize = 2 * 1024 * 1024;

/// Detects the media type from the first bytes. None unless PNG, JPEG or WebP.
pub fn detect_media_type(content: &[u8]) -> Option<&'static str> {
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
        assert_eq!(
            detect_media_type(b"RIFF\x10\0\0\0WEBPVP8 "),
            Some("image/webp")
        );
        assert_eq!(detect_media_type(b"\xff\xd8\xff\xe0"), Some("image/jpeg"));
        for other in [
            b"RIFF\x10\0\0\0WAVE".as_slice(),
            b"<svg onload=alert(1)>",
            b"GIF89a",
            b"",
            b"RIFF",
        ] {
            assert_eq!(detect_media_type(other), None);
        }
    }
}
