//! Media types by content, largely ignoring the file's name and the declared type.

/// Media types that a tenant's users may upload.
pub const MEDIA_TYPES: [&str; 15] = [
    "application/pdf",
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "application/zip",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/zpl",
    "text/csv",
    "text/plain",
    "application/json",
    "application/xml",
    "image/svg+xml",
    "text/html",
];

/// Leading bytes needed to detect a file's type.
pub const HEAD_BYTES: usize = 4096;

/// None for unknown types. The name only distinguishes types with similar content.
pub fn detect_media_type(head: &[u8], name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let media_type = match super::sniff_media_type(head) {
        Some("application/zip") if name.ends_with(".docx") => MEDIA_TYPES[6],
        Some("application/zip") if name.ends_with(".xlsx") => MEDIA_TYPES[7],
        Some(known) => known,
        None if head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP") => "image/webp",
        None => return text(head, &name),
    };
    Some(media_type)
}

fn text(head: &[u8], name: &str) -> Option<&'static str> {
    let head = &head[..head.len().min(HEAD_BYTES)];
    let start = match std::str::from_utf8(head) {
        Ok(start) => start,
        // The head may end inside a character.
        Err(error) if head.len() - error.valid_up_to() < 4 && error.error_len().is_none() => {
            std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default()
        }
        // CSV files may also be in the Western code page.
        Err(_) if name.ends_with(".csv") && !head.iter().any(|byte| is_control(*byte)) => {
            return Some("text/csv");
        }
        Err(_) => return None,
    };
    if start.bytes().any(is_control) {
        return None;
    }
    let start = start.trim_start_matches('\u{feff}').trim_start();
    let folded = start.to_ascii_lowercase();
    Some(match folded.bytes().next() {
        Some(b'<') if folded.contains("<svg") => "image/svg+xml",
        Some(b'<') if folded.starts_with("<?xml") && !folded.contains("<html") => "application/xml",
        // Other markup counts as HTML, the most dangerous kind.
        Some(b'<') => "text/html",
        Some(b'{' | b'[') if name.ends_with(".json") => "application/json",
        _ if name.ends_with(".csv") => "text/csv",
        _ => "text/plain",
    })
}

fn is_control(byte: u8) -> bool {
    (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c)) || byte == 0x7f
}

/// Returns the media type for sending a file out: active content becomes plain bytes.
pub fn safe_media_type(media_type: &str) -> &str {
    if ["text/html", "image/svg+xml", "application/xml"].contains(&media_type) {
        return "application/octet-stream";
    }
    MEDIA_TYPES
        .iter()
        .find(|known| **known == media_type)
        .map_or("application/octet-stream", |known| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_says_what_a_file_is() {
        for (content, name, expected) in [
            (&b"%PDF-1.7 ..."[..], "a.html", Some("application/pdf")),
            (b"\x89PNG\r\n\x1a\n", "a.exe", Some("image/png")),
            (
                b"RIFF\x01\x02\x03\x04WEBPVP8 ",
                "a.webp",
                Some("image/webp"),
            ),
            (b"PK\x03\x04...", "a.XLSX", Some(MEDIA_TYPES[7])),
            (b"PK\x03\x04...", "a.zip", Some("application/zip")),
            (b"^XA^FO50", "label", Some("application/zpl")),
            (b"name;price\n", "a.csv", Some("text/csv")),
            (b"Caf\xe9;1\n", "a.csv", Some("text/csv")),
            (b"Caf\xe9;1\n", "a.txt", None),
            (b"{\"a\":1}", "a.json", Some("application/json")),
            (b"plain words", "words", Some("text/plain")),
            (
                b"  <!DOCTYPE html><script>",
                "invoice.pdf",
                Some("text/html"),
            ),
            (b"<x onload=1>", "a.txt", Some("text/html")),
            (
                b"\xef\xbb\xbf<?xml version=\"1.0\"?><svg/>",
                "a.png",
                Some("image/svg+xml"),
            ),
            (
                b"<?xml version=\"1.0\"?><order/>",
                "a.xml",
                Some("application/xml"),
            ),
            (b"MZ\x90\x00\x03", "a.pdf", None),
            (b"\x7fELF", "a.txt", None),
            (b"text\0text", "a.txt", None),
        ] {
            assert_eq!(
                detect_media_type(content, name),
                expected,
                "{name}: {}",
                String::from_utf8_lossy(content)
            );
        }
        let cut = "ä".repeat(HEAD_BYTES / 2 + 1);
        assert_eq!(
            detect_media_type(&cut.as_bytes()[..HEAD_BYTES + 1], "a.txt"),
            Some("text/plain")
        );
    }

    #[test]
    fn what_a_browser_would_run_goes_as_bytes() {
        for (sent, expected) in [
            ("image/svg+xml", "application/octet-stream"),
            ("text/html", "application/octet-stream"),
            ("text/x-unknown", "application/octet-stream"),
            ("image/png", "image/png"),
        ] {
            assert_eq!(safe_media_type(sent), expected);
        }
        assert!(
            MEDIA_TYPES
                .iter()
                .all(|known| !safe_media_type(known).is_empty())
        );
    }
}
