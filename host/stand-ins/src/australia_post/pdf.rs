//! Minimal PDF writer: valid enough to open, print and count pages.

/// A page's width and height in points.
pub type Size = (u32, u32);

pub const A4: Size = (595, 842);
pub const A6: Size = (298, 420);

/// Writes one page per list of lines.
pub fn document(size: Size, pages: &[Vec<String>]) -> Vec<u8> {
    let (width, height) = size;
    let page_ids = (0..pages.len())
        .map(|index| format!("{} 0 R", 4 + index * 2))
        .collect::<Vec<_>>()
        .join(" ");
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!(
            "<< /Type /Pages /Kids [{page_ids}] /Count {} >>",
            pages.len()
        ),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    for (index, lines) in pages.iter().enumerate() {
        let content = content(lines, height);
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Resources << /Font << /F1 3 0 R >> >> /Contents {} 0 R >>",
            5 + index * 2
        ));
        objects.push(format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        ));
    }
    let mut file = String::from("%PDF-1.4\n");
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        file.push_str(&format!("{} 0 obj\n{object}\nendobj\n", index + 1));
    }
    let table = file.len();
    file.push_str(&format!(
        "xref\n0 {}\n0000000000 65535 f \n",
        objects.len() + 1
    ));
    for offset in offsets {
        file.push_str(&format!("{offset:010} 00000 n \n"));
    }
    let size = objects.len() + 1;
    file.push_str(&format!(
        "trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n"
    ));
    file.into_bytes()
}

/// Non-ASCII characters become question marks.
fn content(lines: &[String], height: u32) -> String {
    let mut content = format!("BT /F1 11 Tf 15 TL 24 {} Td", height.saturating_sub(40));
    for line in lines {
        let plain: String = line
            .chars()
            .map(|it| {
                if it.is_ascii() && !it.is_ascii_control() {
                    it
                } else {
                    '?'
                }
            })
            .collect();
        let escaped = plain
            .replace('\\', "\\\\")
            .replace('(', "\\(")
            .replace(')', "\\)");
        content.push_str(&format!(" ({escaped}) Tj T*"));
    }
    content.push_str(" ET");
    content
}
